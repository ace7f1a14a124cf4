package offer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Arguments reads the arguments of a request into T.
//
//   - Errors: *tools.Error of class invalid_arguments, whose text names what is wrong.
func Arguments[T any](req tools.Request) (T, error) {
	var args T
	if err := json.Unmarshal(req.Arguments, &args); err != nil {
		return args, tools.Failure(trip.ClassInvalidArguments, req.Name+": "+err.Error())
	}
	return args, nil
}

// Invalid makes the error of arguments that break a rule.
func Invalid(format string, args ...any) error {
	return tools.Failure(trip.ClassInvalidArguments, fmt.Sprintf(format, args...))
}

// Ended returns nil while ctx runs, else its end as an outcome: timeout or cancelled.
func Ended(ctx context.Context) error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return tools.Failure(trip.ClassTimeout, "the call ran out of time")
	default:
		return tools.Failure(trip.ClassCancelled, "the call was cancelled")
	}
}

// Duration writes minutes for a person, such as "2 h 5 min".
func Duration(minutes int64) string {
	hours, rest := strconv.FormatInt(minutes/60, 10)+" h", strconv.FormatInt(minutes%60, 10)+" min"
	switch {
	case minutes < 60:
		return rest
	case minutes%60 == 0:
		return hours
	}
	return hours + " " + rest
}
