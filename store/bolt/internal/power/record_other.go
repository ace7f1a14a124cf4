//go:build !linux || !(amd64 || arm64)

package power

// Record returns ErrForbidden: on this system nothing can be recorded.
func Record(string, []string, []string) (*Trace, error) { return nil, ErrForbidden }
