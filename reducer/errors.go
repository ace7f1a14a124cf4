package reducer

import "errors"

// Errors of reducing.
var (
	// ErrMalformed is returned when an event cannot be decided because it is not whole.
	ErrMalformed = errors.New("reducer: malformed event")
)
