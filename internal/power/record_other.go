//go:build !linux || !(amd64 || arm64)

package power

import "errors"

// ErrForbidden is returned where the system does not let a process look at its own child.
var ErrForbidden = errors.New("power: system calls cannot be recorded here")

// Record returns ErrForbidden: on this system nothing can be recorded.
func Record(string, []string, []string) (*Trace, error) { return nil, ErrForbidden }
