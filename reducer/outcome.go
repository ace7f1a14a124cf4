package reducer

import (
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Classify returns the outcome class of a failure: by its code when the tool gave a known one,
// else by its text (BEHAVIOUR 2.1).
func Classify(code, text string, retryable trip.OptBool) trip.Class {
	class := trip.Class(strings.ToLower(strings.TrimSpace(code)))
	switch {
	case class.Known() && class != trip.ClassOK:
		return class
	case class == "429":
		return trip.ClassRateLimited
	}
	return classifyText(text, retryable)
}

var deniedRequirements = []string{"authentication", "login", "payment"}

func classifyText(text string, retryable trip.OptBool) trip.Class {
	lower := strings.ToLower(strings.TrimSpace(text))
	if subject, ok := requirement(lower); ok {
		for _, d := range deniedRequirements {
			if subject == d {
				return trip.ClassDenied
			}
		}
		return trip.ClassNeedsInput
	}
	switch {
	case isRateLimit(lower):
		return trip.ClassRateLimited
	case retryable == trip.False:
		return trip.ClassPermanent
	default:
		return trip.ClassFailed
	}
}

// isRateLimit reports whether a text tells of too many requests: in words, or by status 429.
func isRateLimit(lower string) bool {
	words := strings.FieldsFunc(lower, func(r rune) bool { return !isLetterOrDigit(r) })
	text := " " + strings.Join(words, " ") + " "
	status := strings.Contains(text, " http ") || strings.Contains(text, " status ") || len(words) == 1
	return strings.Contains(text, " rate limit") || strings.Contains(text, " too many requests ") ||
		status && strings.Contains(text, " 429 ")
}

// requirement splits "location is required" into its subject. The whole text must be names,
// then "is required" or "are required"; a final full stop is allowed.
func requirement(lower string) (subject string, ok bool) {
	lower = strings.TrimSpace(strings.TrimSuffix(lower, "."))
	for _, end := range []string{" is required", " are required"} {
		if subject, ok := strings.CutSuffix(lower, end); ok {
			subject = strings.TrimSpace(subject)
			return subject, isNames(subject)
		}
	}
	return "", false
}

func isNames(subject string) bool {
	if subject == "" {
		return false
	}
	for _, r := range subject {
		if !isLetterOrDigit(r) && r != '_' && r != ',' && r != '-' && r != ' ' {
			return false
		}
	}
	return true
}

// isLocationFailure reports whether a place could not be found on the map (2.1).
func isLocationFailure(text string) bool {
	return strings.Contains(strings.ToLower(text), "could not geocode location")
}
