package extract

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/tools/geo"
)

// minSlipLetters is the least length of a word in which one wrong letter is corrected: shorter words are too similar to
// each other.
const minSlipLetters = 5

// vocabulary are the words that slips are looked for in: those that the rules read, and no others.
var vocabulary = func() []string {
	words := slices.Concat(
		slices.Collect(maps.Keys(cueWords)), slices.Collect(maps.Keys(topicWords)), slices.Collect(maps.Keys(countNouns)),
		slices.Collect(maps.Keys(months)), slices.Collect(maps.Keys(weekdays)), slices.Collect(maps.Keys(companionNouns)),
		class("correctable"),
	)
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) < minSlipLetters })
	slices.Sort(words)
	return slices.Compact(words)
}()

// meant returns the word of the vocabulary that text is a typo or a short form of, unless text is a word or a name
// itself. Otherwise it returns text.
func meant(text string) string {
	if len(text) < minSlipLetters-1 {
		return text
	}
	if e, isName := geo.Lookup(text); isName || e.Word {
		return text
	}
	if slices.Contains(vocabulary, text) || is("currency", text) { // "rands" are no "lands"
		return text
	}
	for _, w := range vocabulary {
		if oneSlip(text, w) {
			return w
		}
	}
	if vowels := len(text) - len(strings.Map(dropVowel, text)); vowels > 1 {
		return text // "Juan" is no "junio"
	}
	for _, w := range vocabulary {
		if consonants(text) == consonants(w) && text[0] == w[0] && len(text) < len(w) {
			return w
		}
	}
	return text
}

// consonants is a word as people shorten it, without its vowels and double letters: "wknd" for "weekend", "tmrw" for
// "tomorrow".
func consonants(word string) string {
	return strings.Map(dropVowel, string(slices.Compact([]byte(word))))
}

func dropVowel(c rune) rune {
	if strings.ContainsRune("aeiou", c) {
		return -1
	}
	return c
}

// oneSlip reports whether two words differ by one letter: too many, missing, another one, or two
// that changed places.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case i == len(a):
		return false
	case a[i+1:] == b[i+1:]:
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// isForeign reports whether a message has a small word with letters of another alphabet than the English one that
// nothing here knows. No slips are corrected in it: "vill" of "vi vill flyga från Oslo" does not mean "villa".
func isForeign(message string) bool {
	isBetween := func(c rune) bool { return !unicode.IsLetter(c) }
	for w := range strings.FieldsFuncSeq(message, isBetween) {
		first, _ := utf8.DecodeRuneInString(w)
		if text := geo.Fold(w); len(w) > len(text) && unicode.IsLower(first) && !isKnownWord(text) {
			return true
		}
	}
	return false
}

// isKnownWord reports whether a word is of a class, or may be a name.
func isKnownWord(text string) bool { return isPlaceName(text) || isOfClass(text) }

func isOfClass(text string) bool { return classWords[text] }

// readMeSlip reads "sounds good to ome", where no town is meant.
func readMeSlip(toks []token) {
	for i := range toks {
		t := &toks[i]
		isMe := i > 1 && !t.title && oneSlip(t.text, "me") && (toks[i-1].text == "to" || toks[i-1].text == "for") &&
			(is("praising", toks[i-2].text) || is("yes", toks[i-2].text)) && !isOfClass(t.text)
		if isMe {
			t.text = "me"
		}
	}
}
