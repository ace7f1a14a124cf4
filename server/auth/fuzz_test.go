package auth_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/legwork-go/legwork/server/auth"
)

// trusting returns an issuer, and who lets in whoever has a token of it.
func trusting(f *testing.F) (*issuing, auth.Auth) {
	i := newIssuing(f)
	a, err := auth.Issuer(f.Context(), auth.IssuerConfig{
		Issuer: i.url, Audience: "legwork", KeysURL: i.url + "/keys", OwnerClaim: "sub", Now: func() time.Time { return noon },
	})
	if err != nil {
		f.Fatal(err)
	}
	return i, a
}

// FuzzJWT presents anything for a token, also parts of a good one in another order: nobody is let in but as whom the
// issuer has signed for.
func FuzzJWT(f *testing.F) {
	i, a := trusting(f)
	signed := i.sign(i.key, jose.ES256, "k1", map[string]any{
		"iss": i.url, "aud": "legwork", "exp": noon.Add(time.Hour).Unix(), "sub": "user|7", "tenant": "acme", "scope": "legwork:read",
	})
	parts := strings.Split(signed, ".")
	for _, form := range []string{
		"H.P.S", "H.P.", "H.P", "H..S", "eyJhbGciOiJub25lIn0.P.", "eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.P.S", "P.H.S", "H.P.S.", ".P.S", "H.P.SA", "H.P.S=", " H.P.S",
		`{"protected":"H","payload":"P","signature":"S"}`, "H.eyJ0ZW5hbnQiOiJiZXRhIn0.S",
	} {
		f.Add(form)
	}
	want := auth.Principal{Tenant: "acme", Owner: "user|7", Scope: auth.Read}
	f.Fuzz(func(t *testing.T, form string) {
		token := strings.NewReplacer("H", parts[0], "P", parts[1], "S", parts[2]).Replace(form)
		p, err := a.Authenticate(t.Context(), token)
		switch {
		case err == nil && p != want, err != nil && !errors.Is(err, auth.ErrToken):
			t.Errorf("%q: %+v %v", token, p, err)
		case form == "H.P.S" && err != nil:
			t.Errorf("the token itself: %v", err)
		}
	})
}

// FuzzClaims signs any claims: who is let in has a tenant, an owner and a scope that can be, and that the claims name.
func FuzzClaims(f *testing.F) {
	i, a := trusting(f)
	for _, claims := range []string{
		`{"tenant":"acme","sub":"u","scope":"legwork:admin"}`, `{"tenant":"a/b","sub":"u","scope":["legwork:read",7]}`,
		`{"tenant":["acme"],"sub":"u","scope":"legwork:read"}`,
		`{"tenant":"acme","sub":"","scope":"legwork:read"}`,
		`{"tenant":"acme","sub":"u","scope":"xlegwork:read legwork:none"}`, `{"tenant":"acme","sub":"u\u0000","scope":"legwork:read"}`,
		`{"tenant":"acme","sub":"u","scope":"legwork:read","exp":1e30}`,
		`{"tenant":"acme","sub":"u","scope":"legwork:read","aud":null}`, `{"tenant":"acme","sub":"u","nbf":-1,"scope":{}}`,
	} {
		f.Add(claims)
	}
	f.Fuzz(func(t *testing.T, text string) {
		claims := map[string]any{"iss": i.url, "aud": "legwork", "exp": noon.Add(time.Hour).Unix()}
		if json.Unmarshal([]byte(text), &claims) != nil {
			return
		}
		here := &issuing{t: t}
		p, err := a.Authenticate(t.Context(), here.sign(i.key, jose.ES256, "k1", claims))
		if err != nil {
			if !errors.Is(err, auth.ErrToken) || p != (auth.Principal{}) {
				t.Errorf("%s: %+v %v", text, p, err)
			}
			return
		}
		if p.Check() != nil || p.Tenant != claims["tenant"] || p.Owner == "" || p.Owner != claims["sub"] || p.Scope == 0 {
			t.Errorf("%s lets in %+v", text, p)
		}
		scope, err := json.Marshal(claims["scope"])
		if err != nil || !strings.Contains(string(scope), "legwork:"+p.Scope.String()) {
			t.Errorf("%s gives the scope %s", text, p.Scope)
		}
	})
}
