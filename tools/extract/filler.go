package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// isFiller reports whether a token says nothing of its own: one letter or a word of the list that
// is written like a word. How many there are of something is never nothing, in figures or in words, and neither is a
// time in words of another language.
func (t *token) isFiller() bool {
	if t.kind != word || t.asName {
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
		a, isAirport := geo.AirportByCode(t.text)
		switch isAfter := r.sameSentence(i-1, i); {
		case isCapital(i):
			isCode := valueOf("airline-code", t.text) != "" || is("town-code", t.text) ||
				isAirport && a.Size == geo.Large && len(t.text) == 3
			isRegion := r.text(i-1) == "," && geo.Within(r.text(i-2), t.text)
			t.asName = isCode && isAfter && !isRegion && !isCapital(i-1) && !isCapital(i+1) &&
				!is("yes", t.text) && !is("no", t.text)
		case isPlace && e.Flights:
			isSmall := func(k int) bool { return r.tok(k).kind == word && !r.tok(k).title }
			t.asName = isAfter && (isSmall(i+1) || isSmall(i-1)) && r.tok(i-1).kind != mark || r.anyOf(i-1, ",") && isSmall(i+1)
		}
	}
}
