package reducer

import (
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// returnToFurthest goes to the furthest valid point and repeats its message.
func (s *step) returnToFurthest() { s.tellPoint(s.restAtFurthest()) }

// tellPoint says the message that belongs to a point.
func (s *step) tellPoint(t machine.Trigger) {
	w := &s.next.WorkingMemory
	switch {
	case t == machine.ReturnToUnknown:
		s.say(s.unknownMessage())
	case t == machine.ReturnToHolds:
		s.sayHolds()
	case t == machine.ReturnToBooked:
		s.say(s.bookedMessage())
	case t == machine.ReturnToBlocked:
		s.say(blockedMessage(w.RiskReport))
	case t == machine.ReturnToRisk:
		s.say(s.riskMessage())
	case t == machine.ReturnToBundles:
		s.sayOptions()
	}
}

// sayHolds tells what is held, and asks for the approval of exactly that.
func (s *step) sayHolds() {
	s.askApproval()
	s.say(s.holdsMessage())
}

// leaveInterrupted returns from a status at work to a point of rest, without a message.
func (s *step) leaveInterrupted(interrupted bool) {
	if interrupted {
		s.goTo(s.furthest())
	}
}

// cancel ends the running turn: reads are cancelled, the outcome of writes is unknown (1.1).
func (s *step) cancel() {
	s.rule("1.1.cancel-message")
	if len(s.next.Turn.Outstanding) == 0 && !isAtWork(s.next.Status.Node) {
		s.say(trip.Say("cancel.nothing"))
		return
	}
	lost := len(s.next.Turn.Unknown)
	s.supersede()
	s.next.Turn.HoldRequested, s.next.Turn.Unprompted = false, false
	s.goTo(s.furthest())
	if open := s.next.Turn.Unknown; len(open) > lost || s.inDoubt() {
		s.rule("1.1.cancel-writes")
		s.rule("7.5.unknown-named")
		s.say(trip.Say("cancel.unknown", s.doubted(open)...))
		return
	}
	s.rule("1.1.cancel-status")
	s.say(trip.Say("cancel.stopped"))
}

// isAtWork reports whether a status waits for a call that ends it. A snapshot that another system wrote may be in
// one without a call, and a cancellation takes it out.
func isAtWork(n trip.Status) bool {
	_, ok := machine.Next(n, machine.Done)
	return ok
}
