package extract

import "errors"

// ErrArguments is returned when the arguments are not of the tool's shape.
var ErrArguments = errors.New("extract: arguments are not of the tool's shape")
