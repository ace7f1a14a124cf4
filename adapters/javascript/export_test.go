package javascript

import "time"

// Unhurried returns a handler whose scripts may take as long as the machine makes them: for tests of what else they do.
// A longer time than a handler's own most cannot be asked for.
func Unhurried(l Limits) *Handler {
	h := New(l)
	h.limits.Time = time.Hour
	return h
}
