package followup

import "errors"

var (
	// ErrArguments is returned when the arguments are not of the tool's shape.
	ErrArguments = errors.New("followup: arguments are not of the tool's shape")
)
