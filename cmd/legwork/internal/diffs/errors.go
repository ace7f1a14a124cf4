package diffs

import "errors"

// Errors of reading.
var (
	// ErrAccept is returned when a line of a list of accepted differences is not one that signs off a group.
	ErrAccept = errors.New("diffs: a line is written KIND RULE, with an optional text of what changes")
	// ErrNonsense is returned when a line is not one of `legwork replay --json`.
	ErrNonsense = errors.New("diffs: it does not answer as legwork replay --json does")
)
