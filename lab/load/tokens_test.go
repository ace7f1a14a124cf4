package load_test

import (
	"encoding/base64"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// makeToken makes a token with the program, of the scope admin.
func (s *site) makeToken(tenant string) string {
	s.t.Helper()
	path, err := build()
	if err != nil {
		s.t.Fatal(err)
	}
	out, err := exec.CommandContext(s.t.Context(), path, "token", "create", "--store", s.store, "--tenant", tenant, "--scope", "admin").Output()
	if err != nil {
		s.t.Fatal(err)
	}
	words := strings.Fields(string(out))
	return words[len(words)-1]
}

// TestTokens tries tokens that nobody was given, as fast as they are refused. Whoever has one is answered meanwhile, and
// no refusal tells more than another.
func TestTokens(t *testing.T) {
	parallel(t)
	s := serve(t, "--auth", "tokens", "--rate", "0")
	acme, beta := s.makeToken("acme"), s.makeToken("beta")
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	s.token = acme
	s.want(http.StatusCreated, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	absent := s.want(http.StatusNotFound, "GET", "/v1/trips/none", "", "Authorization: Bearer "+beta)
	for _, path := range []string{"t1", "acme%2Ft1", "..%2Facme%2Ft1", "%2e%2e%2Facme%2Ft1", "t1%00", "T1"} {
		status, text, err := s.send(t.Context(), "GET", "/v1/trips/"+path, "", "Authorization: Bearer "+beta)
		if err != nil || text != absent && status != http.StatusBadRequest {
			t.Errorf("%s of another tenant: %d %s %v", path, status, text, err)
		}
	}
	part := base64.RawURLEncoding.EncodeToString
	unsigned := part([]byte(`{"alg":"none"}`)) + "." + part([]byte(`{"tenant":"acme","scope":"legwork:admin"}`)) + "."
	schemes := []string{
		"Bearer", "Bearer ", "Bearer lw_", "Bearer " + acme + "x", "Bearer " + acme[:len(acme)-1], "Bearer " + strings.ToLower(acme), "Basic " + acme, acme,
		"Bearer  " + acme, "Bearer " + unsigned, "Bearer " + strings.Repeat("a", 30_000), "Bearer " + acme + "," + acme, "Token " + acme, "Bearer null",
	}
	beside := s.ask()
	begun, sent := time.Now(), 0
	refused := map[string]int{}
	for range either(10, 2000) {
		for _, scheme := range schemes {
			status, text, err := s.send(t.Context(), "GET", "/v1/trips/t1", "", "Authorization: "+scheme)
			if err != nil || status != http.StatusUnauthorized {
				t.Fatalf("%.60q: %d %s %v", scheme, status, text, err)
			}
			refused[text]++
			sent++
		}
	}
	took := time.Since(begun)
	if len(refused) != 1 {
		t.Errorf("refusals differ: %v", refused)
	}
	if status, _, err := s.send(t.Context(), "GET", "/v1/trips", "", "Authorization: Bearer "+strings.Repeat("a", 100_000)); err == nil &&
		status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a token of 100,000 bytes: %d", status)
	}
	t.Logf("%d bad tokens: all refused alike, %.0f a second by one client; %s", sent, float64(sent)/took.Seconds(), beside.end())
}
