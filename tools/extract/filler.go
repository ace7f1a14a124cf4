package extract

import (
	"slices"
	"strings"
)

// isFiller reports whether a token says nothing of its own: one letter or a word of the list. How many there are of
// something is never nothing, in figures or in words, and neither is a time in words of another language.
func (t *token) isFiller() bool {
	if t.kind != word {
		return t.kind == mark
	}
	if t.isHowMany() || is("time-noun", t.text) && strings.Contains(t.raw, " ") {
		return false
	}
	_, isPerson := companionNouns[t.text]
	return fillerWords[t.text] || fillerWords[t.own] || t.isContraction() || isPerson || len(t.text) == 1 ||
		countNouns[t.text] != noCount && !is("time-noun", t.text) || is("companion-plurals", t.text) ||
		is("child-nouns", t.text)
}

// isHowMany reports whether a token is a number in words that counts: "two", and neither "one" nor "second".
func (t *token) isHowMany() bool { return t.kind == word && t.value > 1 && !t.ordinal }

// isContraction reports whether a token is a word that says nothing with the rest of a verb that says nothing either:
// "they'd", "it'll".
func (t *token) isContraction() bool {
	head, verb, _ := strings.Cut(strings.ReplaceAll(t.raw, "’", "'"), "'")
	return fillerWords[strings.ToLower(head)] && slices.Contains([]string{"d", "ll", "re", "ve"}, verb)
}
