// Package auth says who asks a server: the tenant and what they may do, from a bearer token of a request.
//
// # Basics
//
//	tokens, err := auth.OpenTokens("trips.db.tokens", nil) // made by legwork token create
//	issuer, err := auth.Issuer(ctx, auth.IssuerConfig{…}) // JWTs of an issuer, whose keys are fetched
//	handler, err := server.New(server.Config{Runner: r, Auth: auth.Any(tokens, issuer)})
//
// Whoever has accounts of their own implements [Auth].
package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scope says what a principal may do. Each one includes those before it.
type Scope uint8

// The scopes. The zero value allows nothing.
const (
	Read  Scope = iota + 1 // look at trips
	Write                  // send events, make and erase trips
	Admin                  // amend trips past the conversation, look at the server's own figures
)

var scopeNames = [...]string{"none", "read", "write", "admin"}

// String returns the wire name, such as "write".
func (s Scope) String() string {
	if int(s) < len(scopeNames) {
		return scopeNames[s]
	}
	return scopeNames[0]
}

// ParseScope reads a scope's wire name.
//
//   - Errors: ErrScope.
func ParseScope(name string) (Scope, error) {
	for i, n := range scopeNames[Read:] {
		if n == name {
			return Read + Scope(i), nil
		}
	}
	return 0, fmt.Errorf("%w: %q: want read, write or admin", ErrScope, name)
}

// The longest names, in bytes.
const (
	MaxTenantBytes = 64
	MaxOwnerBytes  = 255
)

// Principal is the authenticated client.
type Principal struct {
	Tenant string // whose trips they are; empty only where nobody needs to say who they are
	Owner  string // where it is not empty, only trips of this owner are seen and made
	Scope  Scope

	// Operator may do what operators may: look at the trips of all tenants, and act on them. Such a principal is of no
	// tenant and has no scope.
	Operator bool
	TokenID  string // which token of a file it is, for the audit; empty of others
}

// Check reports what is wrong with the names of a principal. The tenant's name becomes the part of a trip id before the
// slash.
//
//   - Errors: ErrName.
func (p *Principal) Check() error {
	switch {
	case p.Operator && (p.Tenant != "" || p.Owner != "" || p.Scope != 0):
		return fmt.Errorf("%w: an operator is of no tenant, and has no owner and no scope", ErrName)
	case p.Operator:
	case p.Tenant == "", len(p.Tenant) > MaxTenantBytes:
		return fmt.Errorf("%w: a tenant's has 1 to %d bytes", ErrName, MaxTenantBytes)
	case strings.ContainsFunc(p.Tenant, func(r rune) bool { return !isNameRune(r) }):
		return fmt.Errorf("%w: tenant %q: letters, digits, '.', '_', '@' and '-' are allowed", ErrName, p.Tenant)
	case len(p.Owner) > MaxOwnerBytes, !utf8.ValidString(p.Owner), strings.ContainsFunc(p.Owner, unicode.IsControl):
		return fmt.Errorf("%w: an owner's is text of at most %d bytes", ErrName, MaxOwnerBytes)
	}
	return nil
}

func isNameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._@-", r)
}

// Auth authenticates bearer tokens.
type Auth interface {
	// Authenticate returns the principal of a token. It returns ErrToken if the token is unknown, expired or revoked; any
	// other error means that tokens cannot be checked at the moment.
	Authenticate(ctx context.Context, token string) (Principal, error)
}

// Any tries several authenticators in turn. The first one that knows the token decides.
func Any(list ...Auth) Auth { return anyOf(list) }

type anyOf []Auth

// Authenticate implements Auth.
func (list anyOf) Authenticate(ctx context.Context, token string) (Principal, error) {
	for _, a := range list {
		p, err := a.Authenticate(ctx, token)
		if !errors.Is(err, ErrToken) {
			return p, err
		}
	}
	return Principal{}, ErrToken
}
