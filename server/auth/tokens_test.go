package auth_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/server/auth"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestTokens(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "trips.db.tokens"), noon
	tokens, err := auth.OpenTokens(path, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	create := func(p auth.Principal, expires time.Time) (string, string) {
		t.Helper()
		token, made, err := auth.Create(path, p, now, expires)
		if err != nil {
			t.Fatal(err)
		}
		return token, made.ID
	}
	check := func(token string, want auth.Principal, wantErr error) {
		t.Helper()
		p, err := tokens.Authenticate(t.Context(), token)
		if wantErr == nil && (p.TokenID == "" || !strings.HasPrefix(token, "lw_"+p.TokenID+"_")) {
			t.Errorf("it is token %q", p.TokenID)
		}
		if p.TokenID = ""; p != want || !errors.Is(err, wantErr) {
			t.Errorf("%v %v, want %v %v", p, err, want, wantErr)
		}
	}
	check("lw_nobody", auth.Principal{}, auth.ErrToken)
	acme := auth.Principal{Tenant: "acme", Owner: "o|1", Scope: auth.Write}
	stays, id := create(acme, time.Time{})
	short, _ := create(auth.Principal{Tenant: "beta", Scope: auth.Read}, now.Add(time.Hour))
	check(stays, acme, nil)
	check(short, auth.Principal{Tenant: "beta", Scope: auth.Read}, nil)
	check(stays+"x", auth.Principal{}, auth.ErrToken)
	check("", auth.Principal{}, auth.ErrToken)

	now = now.Add(time.Hour)
	check(short, auth.Principal{}, auth.ErrToken)
	if err := auth.Revoke(path, "nobody", now); !errors.Is(err, auth.ErrUnknown) {
		t.Errorf("revoke nobody: %v", err)
	}
	if err := auth.Revoke(path, id, now); err != nil {
		t.Fatal(err)
	}
	check(stays, auth.Principal{}, auth.ErrToken)

	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), stays) || strings.Contains(string(text), stays[len(stays)-20:]) {
		t.Errorf("the file holds a token: %v\n%s", err, text)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode: %v %v", info.Mode(), err)
	}
	list, err := auth.List(path)
	if err != nil || len(list) != 2 || list[0].RevokedAt.IsZero() || list[0].Tenant != "acme" || list[0].TokenID != id || list[1].ExpiresAt.IsZero() {
		t.Errorf("list: %+v %v", list, err)
	}
}

// TestTokensFile reads files that were not written as they should.
func TestTokensFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	token, _, err := auth.Create(path, auth.Principal{Tenant: "acme", Scope: auth.Write}, noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := auth.OpenTokens(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]error{
		string(good) + `{"id":"cut","sha`:                              nil,
		string(good) + "\n\n":                                          nil,
		string(good) + "hello\n":                                       auth.ErrTokens,
		string(good) + `{"id":"a","tenant":"t","scope":"read"}` + "\n": auth.ErrTokens,
		strings.Replace(string(good), "write", "root", 1):              auth.ErrTokens,
		strings.Replace(string(good), `"sha256":"`, `"sha256":"00`, 1): auth.ErrTokens,
		strings.Replace(string(good), "acme", "a/b", 1):                auth.ErrTokens,
		"": auth.ErrToken,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := tokens.Authenticate(t.Context(), token); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	// What a killed process left unfinished does not swallow what is written next.
	if err := os.WriteFile(path, []byte(string(good)+`{"id":"cut","sha`), 0o600); err != nil {
		t.Fatal(err)
	}
	next, _, err := auth.Create(path, auth.Principal{Tenant: "beta", Scope: auth.Read}, noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{token, next} {
		if _, err := tokens.Authenticate(t.Context(), token); err != nil {
			t.Error(err)
		}
	}
}

// TestTokensAtOnce makes tokens from many sides while they are read.
func TestTokensAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	tokens, err := auth.OpenTokens(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				token, _, err := auth.Create(path, auth.Principal{Tenant: "acme", Scope: auth.Read}, noon, time.Time{})
				if err != nil {
					t.Error(err)
				}
				if _, err := tokens.Authenticate(t.Context(), token); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if list, err := auth.List(path); len(list) != 40 || err != nil {
		t.Errorf("%d tokens, %v", len(list), err)
	}
}

func TestNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	for _, p := range []auth.Principal{
		{}, {Tenant: "a/b"}, {Tenant: strings.Repeat("a", 65)}, {Tenant: "ä"}, {Tenant: "a", Owner: "a\nb"}, {Tenant: "a", Owner: "\xff"},
	} {
		if _, _, err := auth.Create(path, p, noon, time.Time{}); !errors.Is(err, auth.ErrName) {
			t.Errorf("%+v: %v", p, err)
		}
	}
	for name, want := range map[string]auth.Scope{"read": auth.Read, "write": auth.Write, "admin": auth.Admin} {
		if got, err := auth.ParseScope(name); got != want || err != nil || got.String() != name {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	for _, name := range []string{"", "none", "root"} {
		if _, err := auth.ParseScope(name); !errors.Is(err, auth.ErrScope) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func FuzzTokens(f *testing.F) {
	path := filepath.Join(f.TempDir(), "tokens")
	if _, _, err := auth.Create(path, auth.Principal{Tenant: "acme", Scope: auth.Write}, noon, noon.Add(time.Hour)); err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"revokes":"x","at":"2026-03-01T12:00:00Z"}` + "\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "tokens")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := auth.List(path)
		if err != nil && !errors.Is(err, auth.ErrTokens) {
			t.Fatal(err)
		}
		for _, token := range list {
			if token.Check() != nil || token.Scope == 0 {
				t.Fatalf("nobody could be: %+v", token)
			}
		}
	})
}

// TestOperatorsToken: an operator is of no tenant. Whoever has the file open is told of what is made and revoked.
func TestOperatorsToken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	old, _, err := auth.Create(path, auth.Principal{Tenant: "acme", Scope: auth.Read}, noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := auth.OpenTokens(path, func() time.Time { return noon })
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	tokens.Changed = func(t auth.Token) { told = append(told, fmt.Sprint(t.Operator, t.RevokedAt.IsZero())) }
	token, made, err := auth.Create(path, auth.Principal{Operator: true}, noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := tokens.Authenticate(t.Context(), token); err != nil || p != (auth.Principal{Operator: true, TokenID: made.ID}) {
		t.Errorf("%+v %v", p, err)
	}
	if p, err := tokens.Authenticate(t.Context(), old); err != nil || p.Operator {
		t.Errorf("%+v %v", p, err)
	}
	if err := auth.Revoke(path, made.ID, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := tokens.Authenticate(t.Context(), token); !errors.Is(err, auth.ErrToken) {
		t.Errorf("after it was revoked: %v", err)
	}
	if want := []string{"true" + " true", "true false"}; !slices.Equal(told, want) {
		t.Errorf("told was %q, want %q", told, want)
	}
	for _, p := range []auth.Principal{{Operator: true, Tenant: "acme"}, {Operator: true, Scope: auth.Read}, {Operator: true, Owner: "o"}} {
		if _, _, err := auth.Create(path, p, noon, time.Time{}); !errors.Is(err, auth.ErrName) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}
