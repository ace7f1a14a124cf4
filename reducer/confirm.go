package reducer

import (
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
	if asked && (s.confirming || s.heard.Message().Confirms) {
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
	s.say(trip.Tell(trip.Refs{Trip: true}, "confirm.summary", s.besideRequests()...))
	return false
}
