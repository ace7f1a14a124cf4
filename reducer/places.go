package reducer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

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
// Rule: 2.2.destination, 2.2.stops
func stops(in *trip.Intent) []string {
	var out []string
	take := func(text string) { out = withPlace(out, text) }
	if legs := in.Itinerary.Segments; len(legs) > 0 {
		take(either(placeText(legs[0].Destination.City), legs[0].Destination.Code))
	}
	for _, stay := range in.Itinerary.Lodging.Stays {
		take(either(cityOfAddress(stay.LocationHint), stay.LocationCode))
	}
	if len(in.Itinerary.Lodging.Stays) == 0 {
		take(cityOfAddress(in.Itinerary.Lodging.LocationHint))
	}
	return out
}

// withPlace appends a place, unless it is none or is in the list already, in upper or lower case.
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

// placeText returns what a text names: the part before the first ";", without a "+2 more" at its end.
// Rule: 2.2.destination-text
func placeText(text string) string {
	text, _, _ = strings.Cut(text, ";")
	text = strings.TrimSpace(text)
	if i := strings.LastIndexByte(text, '+'); i >= 0 && isMore(text[i:]) {
		text = strings.TrimRight(text[:i], ", ")
	}
	return text
}

// isMore reports whether a text says that there are more places: "+2 more".
func isMore(text string) bool {
	count, ok := strings.CutSuffix(strings.ToLower(text), " more")
	count = strings.TrimSpace(strings.TrimPrefix(count, "+"))
	return ok && count != "" && strings.Trim(count, "0123456789") == ""
}

// cityOfAddress returns the city of "Little Turnstile 6, London" or "350 5th Ave, New York, NY":
// what follows the last part with a house number, as far as anything does.
// Rule: 2.2.stop-city
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

// Rule: 2.2.message-command
var requestWords = []string{
	"find", "search", "show", "get", "look", "give", "tell", "help", "recommend", "suggest", "list", "fetch",
	"what", "where", "which", "who", "how", "can", "could", "would", "please",
}

// soughtWords are what a person looks for, besides food, or how: a message with one of them is no place.
// Rule: 2.2.message-words
var soughtWords = []string{
	"sushi", "museum", "museums", "hotel", "hotels", "sight", "sights", "attraction", "attractions", "thing", "things",
	"shop", "shops", "best", "cheap", "good", "near",
}

const (
	placeChars = 80
	placeWords = 6
)

// looksLikePlace reports whether a message may be nothing but a place.
// Rule: 2.2.message
func looksLikePlace(message string) bool {
	message = strings.TrimSpace(message)
	tooLong := utf8.RuneCountInString(message) > placeChars || len(strings.Fields(message)) > placeWords
	if tooLong || strings.Contains(message, "?") {
		return false
	}
	words := wordsOf(message)
	return len(words) > 0 && !slices.Contains(requestWords, words[0]) &&
		!hasWord(words, diningWords) && !hasWord(words, soughtWords)
}

// wordsOf returns the words of a text in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isLetterOrDigit(r) && r != '_' })
}

// hasWord reports whether one of the words is in a list.
// Rule: 2.3.whole-word
func hasWord(words, list []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
