package ops

import "errors"

// These errors are returned by the methods of a Desk, beside those of the runner and the store.
var (
	// ErrAtRest is returned when there is nothing to cancel, or nothing to try again.
	ErrAtRest = errors.New("ops: the trip is at rest")

	// ErrElsewhere is returned when only a server can do what is asked: one that has the tools of its trips.
	ErrElsewhere = errors.New("ops: a server has to do this")

	// ErrExpr is returned for what is no expression.
	ErrExpr = errors.New("ops: not an expression")

	// ErrServer is matched by a [*ServerError].
	ErrServer = errors.New("ops: the server refuses")
)
