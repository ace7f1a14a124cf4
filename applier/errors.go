package applier

import "errors"

// Errors of applying a result.
var (
	// ErrResult is returned when a result breaks its tool's schema. Nothing of it is applied.
	ErrResult = errors.New("applier: result breaks its schema")
	// ErrUnread is returned when a result is to be applied that nobody has read.
	ErrUnread = errors.New("applier: the result has not been read")
	// ErrNotQueued is returned when a result belongs to no open call.
	ErrNotQueued = errors.New("applier: no such call is open")
)

// Errors of patching.
var (
	// ErrPatch is returned when a patch does not fit the intent document.
	ErrPatch = errors.New("applier: bad patch")
)
