package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// isFiller reports whether a token says nothing of its own: one letter, a sound, or a word of the list that is written
// like a word. How many there are of something is never nothing, in figures or in words, and neither is a time in words
// of another language.
func (t *token) isFiller() bool {
	if t.kind != word || t.asName {
		return t.kind == mark
	}
	if t.isHowMany() || is("time-noun", t.text) && strings.Contains(t.raw, " ") {
		return false
	}
	_, isPerson := companionNouns[t.text]
	return fillerWords[t.text] || fillerWords[t.own] || t.isContraction() || isPerson || len(t.text) == 1 ||
		is("sound", t.text) || countNouns[t.text] != noCount && !is("time-noun", t.text) || is("companion-plurals", t.text) ||
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

// findNames marks the words of the list that are written as a name or a code, among others that are not: "Nice from
// Leeds", "on 3 May, AS only". They are read as one, or told.
// Rule: 6.7.accounted
func (r *reading) findNames() {
	isCapital := func(i int) bool { return r.tok(i).kind == word && r.tok(i).caps && len(r.tok(i).text) > 1 }
	if r.countTokens(func(t *token) bool { return t.kind == word && !t.caps }) == 0 {
		return
	}
	for i := range r.toks {
		t := &r.toks[i]
		if t.kind != word || t.own != "" || !fillerWords[t.text] || !t.title || t.raw != strings.Trim(t.raw, "'’") ||
			len(t.raw) != len(t.text) {
			continue
		}
		e, isPlace := geo.Lookup(t.text)
		switch {
		case isCapital(i):
			isBeside := r.anyOf(i+1, "only", "flight", "flights", "preferred") ||
				r.phraseAt(i+1, phrases("none-else")) > i+1 ||
				r.anyOf(i-1, "with", "on", "only", "just", "but") || is("not", r.text(i-1)) || is("nought", r.text(i-1))
			isLast := r.anyOf(i-1, ",", "mean", "meant", "near") && !r.sameSentence(i, i+1)
			isCode := valueOf("airline-code", t.text) != "" && isBeside && !isCapital(i+1)
			t.asName = (isCode || isLast) && !isCapital(i-1)
		case isPlace && e.Flights:
			t.asName = r.anyOf(i-1, "from", "to", "in", "via") && r.text(i+1) != "to" ||
				r.text(i-1) == "," && r.text(i+1) == "from"
		}
	}
}
