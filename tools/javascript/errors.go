package javascript

import "errors"

// Refusals of a script before it runs.
var (
	// ErrArguments is returned when the arguments are not an object with a text `code`.
	ErrArguments = errors.New("javascript: arguments must be an object with a non-blank text in `code`")

	// ErrCodeTooLong is returned when the code is longer than Limits.CodeBytes.
	ErrCodeTooLong = errors.New("javascript: the code is too long")

	// ErrNesting is returned when brackets are nested too deeply to be parsed safely.
	ErrNesting = errors.New("javascript: the code is nested too deeply")

	// ErrAsync is returned when the code is asynchronous: nothing would ever run the rest of it.
	ErrAsync = errors.New("javascript: async functions and await are not supported; write synchronous code")
)

// Reasons to stop a running script.
var (
	errTime      = errors.New("javascript: the script ran out of time")
	errMemory    = errors.New("javascript: the script needs too much memory")
	errCancelled = errors.New("javascript: the call was cancelled")
	errBroken    = errors.New("javascript: the machine broke")
	errBusy      = errors.New("javascript: every machine is busy")
)

// Values that cannot be told.
var (
	errCircular = errors.New("the value contains itself")
	errTooDeep  = errors.New("the value is nested too deeply")
	errTooBig   = errors.New("the value is too large; return less of it")
	errPromise  = errors.New("the value is a promise; asynchronous code is not supported")
)
