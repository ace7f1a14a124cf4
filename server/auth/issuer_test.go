package auth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/legwork-go/legwork/server/auth"
)

// issuing is an issuer of tokens with one key.
type issuing struct {
	t       testing.TB
	url     string
	key     *ecdsa.PrivateKey
	fetched atomic.Int64 // how often its keys were asked for
}

func newIssuing(t testing.TB) *issuing {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i := &issuing{t: t, key: key}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": i.url, "jwks_uri": i.url + "/keys"})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		i.fetched.Add(1)
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &key.PublicKey, KeyID: "k1", Algorithm: "ES256", Use: "sig"}}})
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	i.url = server.URL
	return i
}

// sign makes a token of claims, as this issuer or with the key of somebody else.
func (i *issuing) sign(key any, alg jose.SignatureAlgorithm, id string, claims map[string]any) string {
	i.t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: jose.JSONWebKey{Key: key, KeyID: id}}, nil)
	if err != nil {
		i.t.Fatal(err)
	}
	text, err := json.Marshal(claims)
	if err != nil {
		i.t.Fatal(err)
	}
	signed, err := signer.Sign(text)
	if err != nil {
		i.t.Fatal(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		i.t.Fatal(err)
	}
	return token
}

func TestIssuer(t *testing.T) {
	i := newIssuing(t)
	good := map[string]any{
		"iss": i.url, "aud": "legwork", "exp": noon.Add(time.Hour).Unix(), "sub": "user|7", "tenant": "acme", "scope": "openid legwork:read legwork:write",
	}
	with := func(name string, value any) map[string]any {
		changed := maps.Clone(good)
		if changed[name] = value; value == nil {
			delete(changed, name)
		}
		return changed
	}
	a, err := auth.Issuer(t.Context(), auth.IssuerConfig{
		Issuer: i.url, Audience: "legwork", OwnerClaim: "sub", Now: func() time.Time { return noon },
	})
	if err != nil {
		t.Fatal(err)
	}
	want := auth.Principal{Tenant: "acme", Owner: "user|7", Scope: auth.Write}
	for _, claims := range []map[string]any{good, with("scope", []string{"legwork:write"}), with("aud", []string{"other", "legwork"})} {
		if p, err := a.Authenticate(t.Context(), i.sign(i.key, jose.ES256, "k1", claims)); p != want || err != nil {
			t.Errorf("%v: %+v %v", claims, p, err)
		}
	}
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	bad := map[string]string{
		"of another key": i.sign(other, jose.ES256, "k1", good),
		"symmetric":      i.sign([]byte("0123456789abcdef0123456789abcdef"), jose.HS256, "k1", good),
		"unsigned":       "eyJhbGciOiJub25lIn0.eyJ0ZW5hbnQiOiJhY21lIn0.",
		"no JWT":         "hello",
	}
	for name, value := range map[string]any{
		"iss": "https://evil.example", "aud": "other", "exp": noon.Add(-time.Minute).Unix(), "tenant": "a/b", "scope": "legwork:root write", "sub": nil,
		"nbf": noon.Add(time.Hour).Unix(),
	} {
		bad["wrong "+name] = i.sign(i.key, jose.ES256, "k1", with(name, value))
	}
	for _, name := range []string{"iss", "aud", "exp", "tenant", "scope"} {
		bad["no "+name] = i.sign(i.key, jose.ES256, "k1", with(name, nil))
	}
	for what, token := range bad {
		if p, err := a.Authenticate(t.Context(), token); !errors.Is(err, auth.ErrToken) {
			t.Errorf("%s: %+v %v", what, p, err)
		}
	}
	before := i.fetched.Load()
	for range 50 {
		_, _ = a.Authenticate(t.Context(), i.sign(other, jose.ES256, rand.Text(), good))
	}
	if n := i.fetched.Load() - before; n > 5 {
		t.Errorf("the keys were fetched %d times for tokens that were made up", n)
	}
	if p, err := a.Authenticate(t.Context(), i.sign(i.key, jose.ES256, "k1", good)); p != want || err != nil {
		t.Errorf("after the flood: %+v %v", p, err)
	}
	if p, err := a.Authenticate(t.Context(), i.sign(other, jose.ES256, "k1", good)); !errors.Is(err, auth.ErrToken) {
		t.Errorf("a bad signature of a known key, after the flood: %+v %v", p, err)
	}
	// Of a key that may be new nobody can say that the token is bad.
	if p, err := a.Authenticate(t.Context(), i.sign(i.key, jose.ES256, "k2", good)); !errors.Is(err, auth.ErrKeys) {
		t.Errorf("a new key, after the flood: %+v %v", p, err)
	}
}

// TestKeysOutOfReach tells an issuer that cannot be asked from a bad token: the one passes, the other does not.
func TestKeysOutOfReach(t *testing.T) {
	i := newIssuing(t)
	token := i.sign(i.key, jose.ES256, "k1", map[string]any{
		"iss": i.url, "aud": "legwork", "exp": noon.Add(time.Hour).Unix(), "tenant": "acme", "scope": "legwork:read",
	})
	broken := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(broken.Close)
	for _, url := range []string{"http://127.0.0.1:1/keys", broken.URL} {
		a, err := auth.Issuer(t.Context(), auth.IssuerConfig{
			Issuer: i.url, Audience: "legwork", KeysURL: url, Now: func() time.Time { return noon },
		})
		if err != nil {
			t.Fatal(err)
		}
		if p, err := a.Authenticate(t.Context(), token); !errors.Is(err, auth.ErrIssuer) || errors.Is(err, auth.ErrToken) {
			t.Errorf("%s: %+v %v", url, p, err)
		}
	}
}

func TestIssuerConfig(t *testing.T) {
	for _, c := range []auth.IssuerConfig{{}, {Issuer: "http://127.0.0.1:1"}, {Issuer: "http://127.0.0.1:1", Audience: "a"}} {
		if _, err := auth.Issuer(t.Context(), c); !errors.Is(err, auth.ErrIssuer) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestAny asks those who know in turn.
func TestAny(t *testing.T) {
	i := newIssuing(t)
	issuer, err := auth.Issuer(t.Context(), auth.IssuerConfig{Issuer: i.url, Audience: "legwork", KeysURL: i.url + "/keys", Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/tokens"
	token, _, err := auth.Create(path, auth.Principal{Tenant: "beta", Scope: auth.Read}, noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := auth.OpenTokens(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	both := auth.Any(tokens, issuer)
	signed := i.sign(i.key, jose.ES256, "k1", map[string]any{
		"iss": i.url, "aud": "legwork", "exp": noon.Add(time.Hour).Unix(), "tenant": "acme", "scope": "legwork:admin",
	})
	for token, want := range map[string]string{token: "beta", signed: "acme"} {
		if p, err := both.Authenticate(t.Context(), token); p.Tenant != want || err != nil {
			t.Errorf("%+v %v, want %s", p, err, want)
		}
	}
	if _, err := both.Authenticate(t.Context(), "hello"); !errors.Is(err, auth.ErrToken) {
		t.Error(err)
	}
}
