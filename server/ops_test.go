package server_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/server/ops/opstest"
)

// described answers of a server are held against its description.
type describedAnswers struct{ t *testing.T }

// RoundTrip implements http.RoundTripper.
func (d describedAnswers) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		fits(d.t, r, res)
	}
	return res, err
}

// TestDesks: the desk of a store and that of a running server keep one contract.
func TestDesks(t *testing.T) {
	t.Run("store", func(t *testing.T) {
		opstest.Run(t, func(t *testing.T) ops.Desk { return opstest.Local(t) })
	})
	t.Run("server", func(t *testing.T) {
		opstest.Run(t, func(t *testing.T) ops.Desk {
			return &ops.Client{URL: serve(t, nil).url, HTTP: &http.Client{Transport: describedAnswers{t}}}
		})
	})
}

// TestOperators: below /v1/ops/ a token of an operator is let in and nobody else, and it is let in nowhere else but to
// the figures. Each act has a line in the log that says who did it.
func TestOperators(t *testing.T) {
	path, log := t.TempDir()+"/tokens", &bytes.Buffer{}
	token := func(p auth.Principal) string {
		text, _, err := auth.Create(path, p, time.Now(), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	operator, admin := token(auth.Principal{Operator: true}), token(auth.Principal{Tenant: "acme", Scope: auth.Admin})
	w := serve(t, func(c *server.Config) {
		tokens, err := auth.OpenTokens(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Auth, c.Logger = tokens, slog.New(slog.NewJSONHandler(log, nil))
	})
	asAdmin, asOperator := w.as(admin), w.as(operator)
	asAdmin.want(http.StatusCreated, "POST", "/v1/trips", `{"trip_id":"t1"}`)
	for path, want := range map[string][2]int{ // as admin of a tenant, as operator
		"GET /v1/ops/overview": {403, 200}, "GET /v1/ops/trips": {403, 200}, "GET /v1/ops/trips/acme%2Ft1": {403, 200},
		"POST /v1/ops/check": {403, 200}, "GET /metrics": {200, 200}, "GET /v1/trips": {200, 403},
		"GET /v1/trips/t1": {200, 403}, "GET /v1/ops/trips?state=none": {403, 400}, "GET /v1/ops/trips?limit=0": {403, 400},
		"DELETE /v1/ops/trips/acme%2Ft1?seq=-1": {403, 400},
	} {
		method, at, _ := strings.Cut(path, " ")
		for i, who := range []*site{asAdmin, asOperator} {
			if res, text := who.send(method, at, ""); res.StatusCode != want[i] {
				t.Errorf("%s: %d, want %d: %.200s", path, res.StatusCode, want[i], text)
			}
		}
	}
	if res, _ := w.send("GET", "/v1/ops/trips", ""); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("nobody is answered %d", res.StatusCode)
	}
	if res, _ := asOperator.send("DELETE", "/v1/ops/trips/acme%2Ft1", "", "X-Request-Id: r-7"); res.StatusCode != http.StatusNoContent {
		t.Errorf("the trip is not erased: %d", res.StatusCode)
	}
	var line struct {
		Event, Act, Trip, Token, Request string
		Operator, Done                   bool
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &line); err != nil {
		t.Fatal(err)
	}
	if line.Event != "audit" || line.Act != "delete" || line.Trip != "acme/t1" || line.Request != "r-7" || !line.Operator ||
		!line.Done || line.Token != strings.Split(operator, "_")[1] {
		t.Errorf("the log says %+v", line)
	}
	if strings.Contains(log.String(), operator) {
		t.Error("a token stands in the log")
	}
}

// TestOverview: what an operator looks at first.
func TestOverview(t *testing.T) {
	lines := &ops.Lines{}
	slog.New(lines.Handler(slog.DiscardHandler)).Info("well")
	log := slog.New(lines.Handler(slog.NewJSONHandler(&bytes.Buffer{}, nil))).With("tool", "flight_quote_search")
	log.Warn("not so well", slog.String("trip", "acme/failed"), slog.Int("attempt", 2))
	w := serve(t, func(c *server.Config) { c.Lines, c.Version = lines, "v7" })
	c := &ops.Client{URL: w.url, HTTP: &http.Client{Transport: describedAnswers{t}}}
	opstest.Fill(t, c)
	got, err := c.Overview(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := got.Counts
	if n.At.IsZero() || len(n.Trips) != 3 || len(n.InDoubt) != 1 || n.InDoubt[0].Calls != 1 || n.Attention[ops.Doubt] != 1 ||
		n.Attention[ops.Failed] != 1 || got.Version != "v7" || got.Lease != nil {
		t.Errorf("%+v", got)
	}
	if len(got.Errors) != 1 || got.Errors[0].Trip != "acme/failed" || got.Errors[0].More["attempt"] != "2" ||
		got.Errors[0].More["tool"] != "flight_quote_search" {
		t.Errorf("the last lines: %+v", got.Errors)
	}
}
