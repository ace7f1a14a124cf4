package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

// Arguments reads the arguments of a request into T.
//
//   - Errors: *Error of class invalid_arguments, whose text names what is wrong.
func Arguments[T any](req Request) (T, error) {
	var args T
	if err := json.Unmarshal(req.Arguments, &args); err != nil {
		return args, Failure(trip.ClassInvalidArguments, req.Name+": "+err.Error())
	}
	return args, nil
}

// Invalid makes the error of arguments that break a rule.
func Invalid(format string, args ...any) error {
	return Failure(trip.ClassInvalidArguments, fmt.Sprintf(format, args...))
}

// Ended returns nil while ctx runs, else its end as an outcome: timeout or cancelled.
func Ended(ctx context.Context) error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return Failure(trip.ClassTimeout, "the call ran out of time")
	default:
		return Failure(trip.ClassCancelled, "the call was cancelled")
	}
}
