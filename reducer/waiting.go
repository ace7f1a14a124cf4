package reducer

import (
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// askWaiting asks for the approval of the writes that a model proposed; nil when nothing waits.
func (s *step) askWaiting() *trip.Ask {
	m, shown, ok := s.assistant().Waiting()
	if !ok {
		return nil
	}
	choices := []trip.Choice{
		tell.Choice(trip.ChoiceApprove, messages.ChoiceApprove()), tell.Choice(trip.ChoiceNo, messages.ChoiceNo()),
	}
	return s.teller().NewAsk(trip.AskApprove, m, []string{trip.AboutWaiting}, choices, shown)
}

// isWaiting reports whether an ask is for the approval of what waits.
func (s *step) isWaiting(ask *trip.Ask) bool {
	now := s.askWaiting()
	return ask != nil && now != nil && now.ID == ask.ID
}

// runWaiting runs what was approved.
func (s *step) runWaiting() {
	if !s.assistant().RunWaiting() {
		s.GoTo(s.booking().Furthest())
	}
}

// approvesWaiting takes an approval in words of what waits.
func (s *step) approvesWaiting() {
	if s.assistant().ApprovesWaiting() {
		s.approved = true
		return
	}
	s.replied, s.Next.Turn.SuppressRepeat = true, false
}
