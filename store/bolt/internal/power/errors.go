package power

import "errors"

// ErrForbidden is returned where the system does not let a process look at its own child.
var ErrForbidden = errors.New("power: system calls cannot be recorded here")
