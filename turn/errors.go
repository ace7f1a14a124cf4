package turn

import "errors"

// Errors of folding an event.
var (
	// ErrSeq is returned when an event does not follow the last one.
	ErrSeq = errors.New("turn: seq gap")
	// ErrTime is returned when an event has no time or one before the last event's.
	ErrTime = errors.New("turn: time runs backwards")
)

// Errors of starting a trip.
var (
	// ErrIntent is returned when a snapshot cannot be the start of a trip.
	ErrIntent = errors.New("turn: bad intent")
	// ErrRequired is returned when the policy requires a field that no intent has.
	ErrRequired = errors.New("turn: bad policy")
	// ErrWithheld is returned when a header's list of tools that a model is not offered is none.
	ErrWithheld = errors.New("turn: withheld is no list of tool names")
)
