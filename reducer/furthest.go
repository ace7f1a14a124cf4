package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// furthest returns the edge to the furthest point that is still valid: unknown outcome, holds, booking,
// risk report, bundles, else the start (1.4).
func (s *step) furthest() machine.Trigger {
	w := &s.next.WorkingMemory
	switch {
	case s.inDoubt():
		return machine.ReturnToUnknown
	case s.holdsSomething():
		return machine.ReturnToHolds
	case s.booked():
		return machine.ReturnToBooked
	case w.Selected.BundleID != "" && w.RiskReport != nil && len(w.RiskReport.BlockingIssues) > 0:
		return machine.ReturnToBlocked
	case w.Selected.BundleID != "" && w.RiskReport != nil:
		return machine.ReturnToRisk
	case len(w.RankedBundles) > 0:
		return machine.ReturnToBundles
	default:
		return machine.ReturnToStart
	}
}

// restRules name the rules of the points to rest at, but for the start.
var restRules = map[machine.Trigger]string{
	machine.ReturnToUnknown: "1.4.rest-unknown",
	machine.ReturnToHolds:   "1.4.rest-holds",
	machine.ReturnToBooked:  "1.4.rest-booked",
	machine.ReturnToBlocked: "1.4.rest-risk",
	machine.ReturnToRisk:    "1.4.rest-risk",
	machine.ReturnToBundles: "1.4.rest-bundles",
}

// returnToFurthest goes to the furthest valid point and repeats its message.
func (s *step) returnToFurthest() { s.tellPoint(s.restAtFurthest()) }

// restAtFurthest goes to the furthest valid point, and says which rule makes it that.
func (s *step) restAtFurthest() machine.Trigger {
	t := s.furthest()
	if id, ok := restRules[t]; ok {
		s.rule(id)
	}
	s.goTo(t)
	return t
}

// tellPoint says the message that belongs to a point.
func (s *step) tellPoint(t machine.Trigger) {
	w := &s.next.WorkingMemory
	switch {
	case t == machine.ReturnToUnknown:
		s.say(s.unknownMessage())
	case t == machine.ReturnToHolds:
		s.sayHolds()
	case t == machine.ReturnToBooked:
		s.say(bookedMessage(w.Bookings[len(w.Bookings)-1]))
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

// booked reports whether the current plan is bought: its holds are purchased and no requirement
// has changed since.
func (s *step) booked() bool {
	w := &s.next.WorkingMemory
	n := len(w.Bookings)
	return n > 0 && !w.Bookings[n-1].Stale &&
		slices.ContainsFunc(w.Holds, func(h trip.Hold) bool { return h.Status == trip.HoldPurchased })
}
