package reducer

import (
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// confirmed reports whether these requirements may be quoted under confirm_before_quote. If
// not, it has asked (1.3).
// Rule: 1.3.confirm-once, 1.3.confirm-changed, 1.3.confirm-only-awaiting
func (s *step) confirmed() bool {
	t, needs := &s.Next.Turn, s.Next.Needs()
	if t.ConfirmedRequirements == needs {
		return true
	}
	asked := s.Reading != nil && (s.confirming || s.Next.Status.Node == trip.AwaitingConfirmation) &&
		t.ShownRequirements == needs
	if asked && (s.confirming || s.Heard.Message().Confirms) {
		s.Rule("1.3.confirm-yes")
		t.ConfirmedRequirements, s.confirming = needs, true
		return true
	}
	s.Rule("1.3.confirm-asks")
	s.Fire(machine.AskConfirmation)
	t.ShownRequirements = needs
	if asked && !s.Changed && len(s.Reading.Acts) > 0 && len(s.D.UI) > 0 {
		s.Rule("1.3.confirm-answered")
		return false
	}
	if asked && len(s.Reading.ClarifyingQuestions) > 0 && s.Reading.ClarifyingQuestions[0] != "" {
		s.Rule("1.3.confirm-question")
		s.Say(trip.Sentence(s.Reading.ClarifyingQuestions[0]))
		return false
	}
	s.Next.Turn.SuppressRepeat = false // who is to confirm must see what
	// Rule: 1.3.confirm-summary, 1.3.confirm-repeats
	s.Say(messages.ConfirmSummary{
		Refs: trip.Refs{Trip: true}, Requests: describe.Requests(s.Next.Requests),
	}.Message())
	return false
}
