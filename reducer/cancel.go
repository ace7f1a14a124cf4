package reducer

import (
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// leaveInterrupted returns from a status at work to a point of rest, without a message.
func (s *step) leaveInterrupted(interrupted bool) {
	if interrupted {
		s.GoTo(s.booking().Furthest())
	}
}

// cancel ends the running turn: reads are cancelled, the outcome of writes is unknown (1.1).
func (s *step) cancel() {
	s.Rule("1.1.cancel-message")
	if len(s.Next.Turn.Outstanding) == 0 && !isAtWork(s.Next.Status.Node) {
		s.Say(messages.CancelNothing())
		return
	}
	lost := len(s.Next.Turn.Unknown)
	s.supersede()
	s.Next.Turn.HoldRequested, s.Next.Turn.SuppressRepeat = false, false
	s.GoTo(s.booking().Furthest())
	if open := s.Next.Turn.Unknown; len(open) > lost || s.booking().InDoubt() {
		s.Rule("1.1.cancel-writes")
		s.Rule("7.5.unknown-named")
		s.Say(messages.CancelUnknown{InDoubt: s.tell().Doubted(open)}.Message())
		return
	}
	s.Rule("1.1.cancel-status")
	s.Say(messages.CancelStopped())
}

// isAtWork reports whether a status waits for a call that ends it. A snapshot that another system wrote may be in
// one without a call, and a cancellation takes it out.
func isAtWork(n trip.Status) bool {
	_, ok := machine.Next(n, machine.Done)
	return ok
}
