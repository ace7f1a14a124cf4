package words

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Failure is what is read of the error of a tool.
type Failure struct {
	Class    trip.Class
	Needs    Need // what it requires, where its whole text says so
	NotFound bool // a place could not be found on the map
}

// Need is what a tool requires.
type Need int

const (
	// NeedUnsaid is that its text does not say what.
	NeedUnsaid Need = iota
	// NeedPlace is a place, by one of the names for one.
	NeedPlace
	// NeedOther is anything else.
	NeedOther
)

// ReadFailure reads the error of a tool.
func ReadFailure(code, text string, retryable trip.OptBool) Failure {
	return Failure{Class: Classify(code, text, retryable), Needs: needs(text), NotFound: isLocationFailure(text)}
}

// Classify returns the outcome class of a failure: by its code when the tool gave a known one,
// else by its text (behaviour 2.1).
//
// Rule: 2.1.code
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

// isDeniedRequirement reports whether no answer of a person can give what is required.
// Rule: 2.1.denied
func isDeniedRequirement(name string) bool {
	return name == "authentication" || name == "login" || name == "payment"
}

// Rule: 2.1.needs-input, 2.1.permanent, 2.1.failed
func classifyText(text string, retryable trip.OptBool) trip.Class {
	lower := strings.ToLower(strings.TrimSpace(text))
	if subject, ok := requirement(lower); ok {
		if slices.ContainsFunc(namesOf(subject), isDeniedRequirement) {
			return trip.ClassDenied
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

// statusWords say that a number behind them is a status.
var statusWords = []string{"http", "https", "status", "code", "error"}

// isRateLimit reports whether a text tells of too many requests: in words, or by status 429. A 429
// without a word of status before it may be a flight or a room.
// Rule: 2.1.rate-limited
func isRateLimit(lower string) bool {
	words := strings.FieldsFunc(lower, func(r rune) bool { return !isLetterOrDigit(r) })
	text := " " + strings.Join(words, " ") + " "
	if strings.Contains(text, " rate limit") || strings.Contains(text, " too many requests ") ||
		strings.Contains(text, " http429 ") {
		return true
	}
	i := slices.Index(words, "429")
	if i <= 0 {
		return i == 0
	}
	return slices.ContainsFunc(words[:i], func(w string) bool { return slices.Contains(statusWords, w) })
}

// requirement splits "location is required" into its subject. The whole text must be names,
// then "is required" or "are required"; a final full stop is allowed.
// Rule: 2.1.needs-input-whole, 2.1.needs-input-stop
func requirement(lower string) (subject string, ok bool) {
	lower = strings.TrimSpace(strings.TrimSuffix(lower, "."))
	for _, end := range []string{" is required", " are required"} {
		if subject, ok := strings.CutSuffix(lower, end); ok {
			return subject, isNames(subject)
		}
	}
	return "", false
}

// namesOf splits the subject of a requirement: "name, city and date".
func namesOf(subject string) []string {
	words := strings.Split(strings.ReplaceAll(subject, " and ", ","), ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return words
}

func isNames(subject string) bool {
	return subject != "" && !strings.ContainsFunc(subject, func(r rune) bool {
		return !isLetterOrDigit(r) && !strings.ContainsRune("_,- ", r)
	})
}

// needs returns what a text requires.
func needs(text string) Need {
	subject, said := requirement(strings.ToLower(strings.TrimSpace(text)))
	switch {
	case !said:
		return NeedUnsaid
	case has(strings.FieldsFunc(subject, func(r rune) bool { return !isLetterOrDigit(r) }), placeNames):
		return NeedPlace
	default:
		return NeedOther
	}
}

// placeNames are the names by which tools require a place.
var placeNames = []string{"location", "place", "city", "destination", "address", "latitude", "longitude", "coordinates"}

// isLocationFailure reports whether a place could not be found on the map (2.1).
// Rule: 2.1.location
func isLocationFailure(text string) bool {
	return strings.Contains(strings.ToLower(text), "could not geocode location")
}
