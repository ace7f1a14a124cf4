package turn

import (
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// Classify returns the class that a tool's failure will have in the fold: by its code when that
// is a known one, else by its text (behaviour 2.1). Whoever runs tools asks it before there is
// an event.
func Classify(code, text string, retryable trip.OptBool) trip.Class {
	return reducer.Classify(code, text, retryable)
}
