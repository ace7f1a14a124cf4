package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// confirmed reports whether these requirements may be quoted under confirm_before_quote. If
// not, it has asked (1.3).
// Rule: 1.3.confirm-once, 1.3.confirm-changed, 1.3.confirm-only-awaiting
func (s *step) confirmed() bool {
	t, needs := &s.next.Turn, s.next.Needs()
	if t.ConfirmedRequirements == needs {
		return true
	}
	asked := s.reading != nil && (s.confirming || s.next.Status.Node == trip.AwaitingConfirmation) &&
		t.ShownRequirements == needs
	if asked && (s.confirming || confirms(s.next.Request.UserMessage)) {
		s.rule("1.3.confirm-yes")
		t.ConfirmedRequirements, s.confirming = needs, true
		return true
	}
	s.rule("1.3.confirm-asks")
	s.fire(machine.AskConfirmation)
	t.ShownRequirements = needs
	if asked && !s.changed && len(s.reading.Acts) > 0 && len(s.d.UI) > 0 {
		s.rule("1.3.confirm-answered")
		return false
	}
	if asked && len(s.reading.ClarifyingQuestions) > 0 && s.reading.ClarifyingQuestions[0] != "" {
		s.rule("1.3.confirm-question")
		s.say(trip.Sentence(s.reading.ClarifyingQuestions[0]))
		return false
	}
	s.next.Turn.Unprompted = false // who is to confirm must see what
	// Rule: 1.3.confirm-summary, 1.3.confirm-repeats
	s.say(trip.Say("confirm.summary", "trip", s.plan()))
	return false
}

// Rule: 1.3.confirm-words
var confirmingWords = []string{
	"yes", "y", "yep", "ok", "okay", "sure", "looks good", "go ahead", "correct", "that's right", "confirm",
	"proceed", "search", "find flights", "find hotels", "get quotes", "sounds good", "perfect", "good",
	"continue", "book it", "that works",
}

// Rule: 1.3.confirm-starts
var confirmingStarts = []string{"yes ", "yes,", "ok ", "sure ", "go ahead"}

// Rule: 1.3.confirm-negation
var contrasts = []string{
	"no", "not", "but", "except", "wait", "nope", "nah", "don't", "dont", "never", "cannot", "without", "however",
	"instead", "although", "though", "unless", "cancel",
}

// confirms reports whether a message says yes and nothing against it.
// Rule: 1.3.confirm-words, 1.3.confirm-starts, 1.3.confirm-negation
func confirms(message string) bool {
	text := phrase(message)
	if objects(text) {
		return false
	}
	if slices.Contains(confirmingWords, text) {
		return true
	}
	return slices.ContainsFunc(confirmingStarts, func(start string) bool { return strings.HasPrefix(text, start) })
}

// objects reports whether a phrase has a word of negation or contrast.
func objects(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r != '\'' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains(contrasts, w) || strings.HasSuffix(w, "n't")
	})
}

// phrase returns a message in lower case, without white space around it and punctuation at its end.
// Rule: 1.3.confirm-normalised
func phrase(message string) string {
	text := strings.ToLower(strings.TrimSpace(message))
	text = strings.ReplaceAll(text, "\u2019", "'")
	return strings.TrimRight(text, ".!?,;:… \t\n")
}
