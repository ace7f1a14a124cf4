package javascript

import "errors"

// Refusals of a script before it runs.
var (
	// ErrArguments is returned when the arguments are not an object with a text `code`.
	ErrArguments = errors.New("javascript: arguments must be an object with a non-blank text in `code`")

	// ErrCodeTooLong is returned when the code is longer than Limits.CodeBytes.
	ErrCodeTooLong = errors.New("javascript: the code is too long")
)

// Why a machine ended without a word of its script.
var (
	errStopped  = errors.New("javascript: the machine was stopped")
	errNoMemory = errors.New("javascript: no memory is left in the machine")
)
