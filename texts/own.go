package texts

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// doing says in words which button a person pressed, for the transcript.
func doing(key string, a Args) string {
	switch key {
	case "own.chose":
		return "Chose option " + a.Object("option").Text("position") + "."
	case "own.chose_unlisted":
		return "Chose another option."
	case "own.answered":
		return "Answered."
	case "own.hold":
		confirmed := slices.Clone(a.Texts("confirmations"))
		if i := slices.Index(confirmed, trip.ConfirmInAddition); i >= 0 {
			confirmed[i] = "This is bought in addition to what is booked."
		}
		if len(confirmed) > 0 {
			return "Asked to hold it, and confirmed: " + strings.Join(confirmed, "; ")
		}
		return "Asked to hold it."
	case "own.approved":
		if total := total(a); total != "" {
			return "Approved the purchase for " + total + "."
		}
		return "Approved the purchase."
	}
	return ""
}
