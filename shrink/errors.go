package shrink

import "errors"

// ErrNever is returned when even the whole recording does not do what is looked for.
var ErrNever = errors.New("shrink: the recording does not do that")
