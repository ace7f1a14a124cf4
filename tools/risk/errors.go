package risk

import "errors"

// Errors of reading a rule. They turn into a blocking issue and never leave the package.
var (
	// errNegative is returned when a number of days is below zero.
	errNegative = errors.New("risk: a number of days is negative")
)
