package score

import "errors"

var (
	// ErrDialogue is returned when a line of a data set is no dialogue.
	ErrDialogue = errors.New("score: not a dialogue")

	// ErrResult is returned when an extraction result is not of its tool's shape.
	ErrResult = errors.New("score: not an extraction result")
)
