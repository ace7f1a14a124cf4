package audit

import (
	"slices"
	"strings"
	"unicode"
)

// What part of an error is distinctive enough to be looked for in other texts.
const (
	maxErrorTexts = 64 // parts remembered of a conversation, the newest
	wholeWords    = 3
	wholeChars    = 15
	partWords     = 4
	partChars     = 20
)

// errorTexts are the errors of a conversation, as words. It finds an error that a later text
// repeats: the whole of it, or a clause of at least four words and twenty characters.
type errorTexts struct{ parts []string }

func (e *errorTexts) add(raw string) {
	e.keep(plainWords(raw), wholeWords, wholeChars)
	for _, clause := range strings.FieldsFunc(raw, func(r rune) bool { return strings.ContainsRune(",;:.()[]{}\n", r) }) {
		e.keep(plainWords(clause), partWords, partChars)
	}
}

func (e *errorTexts) keep(words string, atLeast, chars int) {
	words = strings.TrimPrefix(words, "error ")
	if len(strings.Fields(words)) < atLeast || len(words) < chars || slices.Contains(e.parts, words) {
		return
	}
	e.parts = append(e.parts, words)
	if len(e.parts) > maxErrorTexts {
		e.parts = e.parts[1:]
	}
}

// shownIn reports whether a text repeats an error.
func (e *errorTexts) shownIn(text string) bool {
	if len(e.parts) == 0 {
		return false
	}
	words := " " + plainWords(text) + " "
	return slices.ContainsFunc(e.parts, func(part string) bool { return strings.Contains(words, " "+part+" ") })
}

// plainWords returns the words of a text in lower case with single spaces between them.
func plainWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	}), " ")
}
