package texts

import "strings"

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
		if confirmed := a.Texts("confirmations"); len(confirmed) > 0 {
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
