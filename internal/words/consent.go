package words

import (
	"slices"
	"strings"
)

// The words that say yes. Plain ones consent to whatever is asked; the others may be courtesy or praise beside an
// offer, which an extractor can tell.
var (
	PlainYes = []string{"yes", "yep", "y", "sure", "confirm", "correct", "proceed", "continue"}
	OtherYes = []string{"ok", "okay", "perfect", "good"}
)

// confirming are the phrases that say yes to a summary and are no yes to other questions.
// Rule: 1.3.confirm-words
var confirming = []string{
	"looks good", "go ahead", "that's right", "search", "find flights", "find hotels", "get quotes", "sounds good",
	"book it", "that works",
}

// confirmingStarts begin a phrase that says yes.
// Rule: 1.3.confirm-starts
var confirmingStarts = []string{"yes ", "yes,", "ok ", "sure ", "go ahead"}

// contrasts are the words of negation and contrast.
// Rule: 1.3.confirm-negation
var contrasts = []string{
	"no", "not", "but", "except", "wait", "nope", "nah", "don't", "dont", "never", "cannot", "without", "however",
	"instead", "although", "though", "unless", "cancel",
}

// confirms reports whether a phrase says yes.
func confirms(said string) bool {
	return slices.Contains(PlainYes, said) || slices.Contains(OtherYes, said) || slices.Contains(confirming, said) ||
		slices.ContainsFunc(confirmingStarts, func(start string) bool { return strings.HasPrefix(said, start) })
}

// objects reports whether a phrase has a word of negation or contrast.
func objects(said string) bool {
	isBreak := func(r rune) bool { return r != '\'' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	for w := range strings.FieldsFuncSeq(said, isBreak) {
		if slices.Contains(contrasts, w) || strings.HasSuffix(w, "n't") {
			return true
		}
	}
	return false
}
