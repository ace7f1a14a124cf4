package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlaceText returns the place that a text names: the part before the first ";", without a "+2 more" at its end.
// Rule: 2.2.destination-text
func PlaceText(text string) string {
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

// placeOf returns the place that a message names and nothing else, "" when it is none, and the same where the message
// answers the question for a place. Several words are a name where they are written as one, also with "Park" or
// "Market" in it; of an answer any may be.
// Rule: 2.2.message, 2.2.message-written
func placeOf(message string) (place, answer string) {
	parts := strings.Fields(PlaceText(message))
	for len(parts) > 1 && isIn(parts[0], courtesyBefore) {
		parts = parts[1:]
	}
	for len(parts) > 1 && isIn(parts[len(parts)-1], courtesyBehind) {
		parts = parts[:len(parts)-1]
	}
	if len(parts) > placeWords {
		return "", ""
	}
	text := strings.TrimRight(strings.Join(parts, " "), ",!")
	words := of(text)
	isName := len(parts) > 1 && !slices.ContainsFunc(parts, isPlain)
	switch {
	case len(words) == 0, slices.Contains(requestWords, words[0]), utf8.RuneCountInString(text) > placeChars,
		has(words, diningWords), has(words, soughtWords), !isName && has(words, otherWords):
		return "", ""
	case !isName && len(parts) > 1:
		return "", text
	default:
		return text, text
	}
}

// isPlain reports whether a word is written small and is no particle of a name.
func isPlain(part string) bool {
	first, _ := utf8.DecodeRuneInString(part)
	return unicode.IsLower(first) && !isIn(part, placeParticles)
}

// isIn reports whether a word is in a list, with whatever is written around it.
func isIn(part string, list []string) bool {
	for w := range strings.FieldsFuncSeq(strings.ToLower(part), isBreak) {
		if slices.Contains(list, w) {
			return true
		}
	}
	return false
}
