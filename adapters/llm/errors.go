package llm

import "errors"

// Errors of configuring a model.
var (
	// ErrConfig is returned for a setting that cannot be used. The text names the variable, never
	// its value when that may be a secret.
	ErrConfig = errors.New("llm: bad configuration")

	// ErrKey is returned when the provider needs a key and the environment has none.
	ErrKey = errors.New("llm: no key")
)

// Errors of an answer. They reach a caller as the text of a *tools.Error.
var (
	// ErrTooLarge is returned by a body that is longer than its bound.
	ErrTooLarge = errors.New("llm: the answer is too large")

	// ErrTruncated is returned for a stream that ended before the answer did.
	ErrTruncated = errors.New("llm: the stream ended before the answer did")

	// ErrEmpty is returned for an answer without any content.
	ErrEmpty = errors.New("llm: the answer is empty")

	// ErrServer is returned for an answer in which the server says that it failed.
	ErrServer = errors.New("llm: the server failed")

	// ErrAnswer is returned for an answer that is not of the form that was asked for.
	ErrAnswer = errors.New("llm: the answer is not of the form that was asked for")
)
