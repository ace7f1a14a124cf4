package reducer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/trip"
)

// nextPlace returns the first place of the trip that fits and was not in vain in this turn, ""
// if there is none.
func (s *step) nextPlace(fits func(place string) bool) string {
	for _, p := range places(s.next) {
		if !s.hasFailed(p) && fits(p) {
			return p
		}
	}
	return ""
}

func always(string) bool { return true }

// places lists where a search may look, in the rule book's order: the stops of the trip, then
// the message itself if it looks like a place.
func places(in *trip.Intent) []string {
	out := stops(in)
	if looksLikePlace(in.Request.UserMessage) {
		out = withPlace(out, in.Request.UserMessage)
	}
	return out
}

// stops lists the places of the trip: the destination, then the stays in order.
func stops(in *trip.Intent) []string {
	var out []string
	take := func(text string) { out = withPlace(out, text) }
	if legs := in.Itinerary.Segments; len(legs) > 0 {
		take(either(legs[0].Destination.City, legs[0].Destination.Code))
	}
	for _, stay := range in.Itinerary.Lodging.Stays {
		take(either(cityOfAddress(stay.LocationHint), stay.LocationCode))
	}
	if len(in.Itinerary.Lodging.Stays) == 0 {
		take(cityOfAddress(in.Itinerary.Lodging.LocationHint))
	}
	return out
}

// withPlace appends a place that is one and is not there yet, in whatever letters.
func withPlace(list []string, text string) []string {
	text = placeText(text)
	if text == "" || slices.ContainsFunc(list, func(o string) bool { return strings.EqualFold(o, text) }) {
		return list
	}
	return append(list, text)
}

func either(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}

// placeText cuts a text before the first ";"; "+2 more" is no place.
func placeText(text string) string {
	text, _, _ = strings.Cut(text, ";")
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "+") && strings.HasSuffix(text, " more") {
		return ""
	}
	return text
}

// cityOfAddress returns the city of "Little Turnstile 6, London" or "350 5th Ave, New York, NY":
// what follows the last part with a house number, as far as anything does.
func cityOfAddress(hint string) string {
	hint = placeText(hint)
	parts := strings.Split(hint, ",")
	for i := len(parts) - 2; i >= 0; i-- {
		if strings.ContainsAny(parts[i], "0123456789") {
			return strings.TrimSpace(strings.Join(parts[i+1:], ","))
		}
	}
	return hint
}

var requestWords = []string{
	"find", "search", "show", "get", "look", "give", "tell", "help", "recommend", "suggest", "list", "fetch",
	"what", "where", "which", "who", "how", "can", "could", "would", "please",
}

const (
	placeChars = 80
	placeWords = 6
)

// looksLikePlace reports whether a message may be nothing but a place.
func looksLikePlace(message string) bool {
	words := strings.Fields(message)
	if len(words) == 0 || len(words) > placeWords || len([]rune(message)) > placeChars || strings.Contains(message, "?") {
		return false
	}
	first := strings.ToLower(strings.Trim(words[0], ".,!:;'\""))
	return strings.ContainsFunc(message, isLetterOrDigit) && !slices.Contains(requestWords, first)
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
