package reducer

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// selectBundle picks a bundle and has it checked (1.5).
func (s *step) selectBundle(id string) {
	interrupted := s.openTurn()
	bundle := offers.Bundle(s.Next, id)
	if bundle == nil {
		s.leaveInterrupted(interrupted)
		s.Rule("1.5.select-unknown")
		s.Say(s.teller().UnknownBundle(id))
		return
	}
	s.pick(bundle, nil)
}

// pick selects a bundle on offer and has it checked. Of what is held afterwards, only the parts that are named are,
// where some are.
func (s *step) pick(bundle *trip.Bundle, parts []string) {
	s.assistant().DropWaiting()
	s.Next.Turn.StartOver = "" // a choice by its button ends that question
	s.search().Choose(bundle, parts)
}

// requestHold holds what is selected, after a risk check where there is none yet (1.5).
func (s *step) requestHold(confirmations []string) {
	s.leaveInterrupted(s.openTurn())
	s.Next.Turn.HoldItems = nil
	s.hold(confirmations)
}

// hold holds what is selected, in a turn that is open.
func (s *step) hold(confirmations []string) {
	s.assistant().DropWaiting()
	s.Next.Turn.StartOver = ""
	s.search().HoldSelected(confirmations)
}
