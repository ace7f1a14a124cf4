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
	return withPlace(out, messagePlace(in.Request.UserMessage, in.Turn.OpenRequest != ""))
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

// soughtWords are what a person looks for beside food, or how: a message with one of them is no place.
// Rule: 2.2.message-words
var soughtWords = strings.Fields(`sushi pizza burgers vegan vegetarian halal kosher coffee tea wine beer pub pubs bakery
		bakeries museum museums hotel hotels sight sights attraction attractions shop shops
		jazz music club clubs atm atms wifi thing things places spots best cheap good near
		nearby live something anything`)

const (
	placeChars = 80
	placeWords = 6
)

// courtesy may stand around the name of a place, and placeParticles in it.
var (
	courtesyBefore = strings.Fields("in at to ok okay yes")
	courtesyBehind = strings.Fields("please pls thanks thank you")
	placeParticles = strings.Fields(`a al am an and auf d da das de del den der di do dos du e el en la las le les los of
		on san sul sur the und upon van von y`)
)

// messagePlace returns the place that a message names and nothing else, "" when it is none. Several words are a name
// where they are written as one, also with "Park" or "Market" in it; answered says that the message answers the
// question for a place, and any may be.
// Rule: 2.2.message, 2.2.message-written
func messagePlace(message string, answered bool) string {
	parts := strings.Fields(placeText(message))
	for len(parts) > 1 && isIn(parts[0], courtesyBefore) {
		parts = parts[1:]
	}
	for len(parts) > 1 && isIn(parts[len(parts)-1], courtesyBehind) {
		parts = parts[:len(parts)-1]
	}
	place := strings.TrimRight(strings.Join(parts, " "), ",!")
	if utf8.RuneCountInString(place) > placeChars || len(parts) > placeWords || strings.Contains(message, "?") {
		return ""
	}
	words := wordsOf(place)
	isName := len(parts) > 1 && !slices.ContainsFunc(parts, isPlain)
	switch {
	case len(words) == 0, slices.Contains(requestWords, words[0]):
	case hasWord(words, diningWords), hasWord(words, soughtWords), !isName && hasWord(words, otherWords):
	case !isName && !answered && len(parts) > 1:
	default:
		return place
	}
	return ""
}

// isPlain reports whether a word is written small and is no particle of a name.
func isPlain(part string) bool {
	first, _ := utf8.DecodeRuneInString(part)
	return unicode.IsLower(first) && !isIn(part, placeParticles)
}

// isIn reports whether a word is in a list, with whatever is written around it.
func isIn(part string, list []string) bool { return hasWord(wordsOf(part), list) }

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
