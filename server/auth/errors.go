package auth

import "errors"

// These errors are returned for what cannot be.
var (
	// ErrScope is returned for a text that is no scope.
	ErrScope = errors.New("auth: not a scope")

	// ErrName is returned for a tenant or an owner whose name cannot stand in a trip id.
	ErrName = errors.New("auth: not a name of a tenant or an owner")

	// ErrUnknown is returned by Revoke for an id that no token of the file has.
	ErrUnknown = errors.New("auth: no token has this id")

	// ErrTokens is returned for a file that is not one of tokens.
	ErrTokens = errors.New("auth: not a file of tokens")

	// ErrIssuer is returned when an issuer is not told in full, or does not say where its keys are.
	ErrIssuer = errors.New("auth: not an issuer of tokens")
)

// ErrKeys is returned for a token whose key may be a new one of its issuer, while the keys are not fetched because too
// many tokens of unknown keys were sent. A good token is accepted some seconds later.
var ErrKeys = errors.New("auth: too many tokens of unknown keys")

// ErrToken is returned for a token that nobody has, that has expired or was revoked.
var ErrToken = errors.New("auth: not a valid token")
