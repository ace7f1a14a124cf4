package auth

import "errors"

// These errors are returned for a name or a scope that cannot be one.
var (
	// ErrScope is returned for a text that is no scope.
	ErrScope = errors.New("auth: not a scope")

	// ErrName is returned for a tenant or an owner whose name cannot stand in a trip id.
	ErrName = errors.New("auth: not a name of a tenant or an owner")
)

// ErrToken is returned for a token that nobody has, that has expired or was revoked.
var ErrToken = errors.New("auth: not a valid token")
