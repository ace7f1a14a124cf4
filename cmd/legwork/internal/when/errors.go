package when

import "errors"

// Errors of an expression.
var (
	// ErrExpr is returned when an expression cannot be read, or names what does not exist; the text has the position.
	ErrExpr = errors.New("when: bad expression")
	// ErrEval is returned when an expression fails on a value, such as an index that is no number.
	ErrEval = errors.New("when: the expression cannot be evaluated")
)
