package auth

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/time/rate"
)

// Limits on fetching an issuer's keys. A token with an unknown key id triggers a fetch, and anybody can make up such a
// token.
const (
	keyTimeout = 10 * time.Second
	keyEvery   = 5 * time.Second
	keyBurst   = 5

	maxKeyBytes = 1 << 20
)

// scopePrefix marks our words in a scope claim, as in "openid legwork:write".
const scopePrefix = "legwork:"

// IssuerConfig configures which JWTs are accepted. Issuer and Audience are required.
type IssuerConfig struct {
	Issuer   string // the iss claim, a URL
	Audience string // one of the aud claim
	KeysURL  string // of the JWKS; default: what the issuer's /.well-known/openid-configuration names

	TenantClaim string // default "tenant"
	OwnerClaim  string // such as "sub"; default: nobody's trips are kept from others of the tenant
	ScopeClaim  string // words, or a list of them, such as "legwork:write"; default "scope"

	Client *http.Client     // fetches the keys; default one with a timeout
	Now    func() time.Time // default the real clock
}

type issuer struct {
	config   IssuerConfig
	verifier *oidc.IDTokenVerifier
}

// Issuer accepts JWTs that are signed with one of the issuer's public keys, are meant for the audience and have not
// expired. Without KeysURL the issuer is asked where its keys are.
//
//   - Errors: ErrIssuer.
func Issuer(ctx context.Context, c IssuerConfig) (Auth, error) {
	if c.Issuer == "" || c.Audience == "" {
		return nil, fmt.Errorf("%w: an issuer and an audience are needed", ErrIssuer)
	}
	c.TenantClaim, c.ScopeClaim = cmp.Or(c.TenantClaim, "tenant"), cmp.Or(c.ScopeClaim, "scope")
	client := http.Client{Timeout: keyTimeout}
	if c.Client != nil {
		client = *c.Client
	}
	fetch := &sparing{next: client.Transport, limit: rate.NewLimiter(rate.Every(keyEvery), keyBurst)}
	client.Transport = fetch
	ctx = oidc.ClientContext(ctx, &client)
	verify := &oidc.Config{ClientID: c.Audience, Now: c.Now, SupportedSigningAlgs: []string{
		oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384,
		oidc.PS512, oidc.EdDSA,
	}}
	if c.KeysURL == "" {
		var found struct {
			KeysURL string `json:"jwks_uri"`
		}
		provider, err := oidc.NewProvider(ctx, c.Issuer)
		if err == nil {
			err = provider.Claims(&found)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrIssuer, err)
		}
		c.KeysURL = found.KeysURL
	}
	keys := keys{oidc.NewRemoteKeySet(ctx, c.KeysURL), fetch}
	return &issuer{config: c, verifier: oidc.NewVerifier(c.Issuer, keys, verify)}, nil
}

// Authenticate implements Auth.
func (i *issuer) Authenticate(ctx context.Context, token string) (Principal, error) {
	var unreachable error
	verified, err := i.verifier.Verify(context.WithValue(ctx, unreachableKey{}, &unreachable), token)
	if errors.Is(unreachable, errSpared) {
		return Principal{}, ErrKeys
	}
	if unreachable != nil {
		return Principal{}, fmt.Errorf("%w: %w", ErrIssuer, unreachable)
	}
	if err != nil {
		return Principal{}, ErrToken
	}
	var claims map[string]any
	if err := verified.Claims(&claims); err != nil {
		return Principal{}, ErrToken
	}
	p := Principal{Scope: scopeOf(claims[i.config.ScopeClaim])}
	p.Tenant, _ = claims[i.config.TenantClaim].(string)
	if i.config.OwnerClaim != "" {
		p.Owner, _ = claims[i.config.OwnerClaim].(string)
		if p.Owner == "" { // who cannot be told must not see what is everybody's
			return Principal{}, ErrToken
		}
	}
	if p.Check() != nil || p.Scope == 0 {
		return Principal{}, ErrToken
	}
	return p, nil
}

// scopeOf returns the widest scope that a claim names.
func scopeOf(claim any) (widest Scope) {
	var words []string
	switch claim := claim.(type) {
	case string:
		words = strings.Fields(claim)
	case []any:
		for _, word := range claim {
			if text, is := word.(string); is {
				words = append(words, text)
			}
		}
	}
	for scope := Read; scope <= Admin; scope++ {
		if slices.Contains(words, scopePrefix+scope.String()) {
			widest = scope
		}
	}
	return widest
}

// keys wraps the issuer's key set to tell a failed fetch from a bad signature: the verifier reports both with the same
// text.
type keys struct {
	oidc.KeySet
	fetch *sparing
}

// unreachableKey is the context key of an *error that is set if the keys could not be fetched.
type unreachableKey struct{}

// VerifySignature implements oidc.KeySet. A token of a key that may be new, while nobody fetches the keys because
// others have made too many tokens up, cannot be told from a good one.
func (k keys) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := k.KeySet.VerifySignature(ctx, jwt)
	if _, is := errors.AsType[*url.Error](err); is && !(errors.Is(err, errSpared) && k.fetch.knows(keyOf(jwt))) {
		if unreachable, ok := ctx.Value(unreachableKey{}).(*error); ok {
			*unreachable = err
		}
	}
	return payload, err
}

// keyOf returns the id of the key that a token says it was signed with, empty where it says none.
func keyOf(jwt string) string {
	var head struct {
		KeyID string `json:"kid"`
	}
	encoded, _, _ := strings.Cut(jwt, ".")
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil || json.Unmarshal(text, &head) != nil {
		return ""
	}
	return head.KeyID
}

// sparing is a transport with a rate limit, which notes the ids of the keys that it fetches. Any status other than 200
// is an error.
type sparing struct {
	next  http.RoundTripper
	limit *rate.Limiter

	mu    sync.Mutex // guards known
	known map[string]bool
}

// knows reports whether the newest keys have one of this id.
func (s *sparing) knows(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[id]
}

// note takes the ids out of an answer and returns its body anew. Another document than a key set names none.
func (s *sparing) note(body io.ReadCloser) (io.ReadCloser, error) {
	text, err := io.ReadAll(io.LimitReader(body, maxKeyBytes))
	if err = errors.Join(err, body.Close()); err != nil {
		return nil, err
	}
	var set struct {
		Keys []struct {
			ID string `json:"kid"`
		} `json:"keys"`
	}
	if json.Unmarshal(text, &set) == nil && len(set.Keys) > 0 {
		known := map[string]bool{}
		for _, key := range set.Keys {
			known[key.ID] = true
		}
		s.mu.Lock()
		s.known = known
		s.mu.Unlock()
	}
	return io.NopCloser(bytes.NewReader(text)), nil
}

var errSpared = errors.New("auth: the keys of the issuer were fetched too often")

// RoundTrip implements http.RoundTripper.
func (s *sparing) RoundTrip(r *http.Request) (*http.Response, error) {
	if !s.limit.Allow() {
		return nil, errSpared
	}
	next := s.next
	if next == nil {
		next = http.DefaultTransport
	}
	answer, err := next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close()
		return nil, fmt.Errorf("auth: the issuer answers %s", answer.Status)
	}
	answer.Body, err = s.note(answer.Body)
	return answer, err
}
