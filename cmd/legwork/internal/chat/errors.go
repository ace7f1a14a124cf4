package chat

import "errors"

var (
	// ErrUnreachable is returned by a backend that cannot be reached or is not ready: the same may be tried again.
	ErrUnreachable = errors.New("chat: the server cannot be reached")

	// ErrGone is the end of a stream of a trip that is not there any more.
	ErrGone = errors.New("chat: the trip is not there any more")

	// ErrAnswer is returned for an answer that no legwork server gives.
	ErrAnswer = errors.New("chat: the server does not answer as legwork serve does")
)

// RefusedError says why a backend does not do what it was asked for. Trying it again changes nothing.
type RefusedError struct{ Why string }

// Error implements error.
func (e *RefusedError) Error() string { return "chat: refused: " + e.Why }

// reason returns what a person is told of an error.
func reason(err error) string {
	if refused, is := errors.AsType[*RefusedError](err); is {
		return refused.Why
	}
	return err.Error()
}
