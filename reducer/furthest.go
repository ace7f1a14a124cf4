package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// furthest returns the edge to the furthest point that is still valid: unknown outcome, holds, booking,
// risk report, bundles, else the start (1.4).
func (s *step) furthest() trip.Trigger {
	w := &s.next.WorkingMemory
	switch {
	case s.inDoubt():
		return trip.TriggerReturnToUnknown
	case s.holdsSomething():
		return trip.TriggerReturnToHolds
	case s.booked():
		return trip.TriggerReturnToBooked
	case w.Selected.BundleID != "" && w.RiskReport != nil && len(w.RiskReport.BlockingIssues) > 0:
		return trip.TriggerReturnToBlocked
	case w.Selected.BundleID != "" && w.RiskReport != nil:
		return trip.TriggerReturnToRisk
	case len(w.RankedBundles) > 0:
		return trip.TriggerReturnToBundles
	default:
		return trip.TriggerReturnToStart
	}
}

// restRules name the rules of the points to rest at, but for the start.
var restRules = map[trip.Trigger]string{
	trip.TriggerReturnToUnknown: "1.4.rest-unknown",
	trip.TriggerReturnToHolds:   "1.4.rest-holds",
	trip.TriggerReturnToBooked:  "1.4.rest-booked",
	trip.TriggerReturnToBlocked: "1.4.rest-risk",
	trip.TriggerReturnToRisk:    "1.4.rest-risk",
	trip.TriggerReturnToBundles: "1.4.rest-bundles",
}

// returnToFurthest goes to the furthest valid point and repeats its message.
func (s *step) returnToFurthest() { s.tellPoint(s.restAtFurthest()) }

// restAtFurthest goes to the furthest valid point, and says which rule makes it that.
func (s *step) restAtFurthest() trip.Trigger {
	t := s.furthest()
	if id, ok := restRules[t]; ok {
		s.rule(id)
	}
	s.goTo(t)
	return t
}

// tellPoint says the message that belongs to a point.
func (s *step) tellPoint(t trip.Trigger) {
	w := &s.next.WorkingMemory
	switch {
	case t == trip.TriggerReturnToUnknown:
		s.say(unknownMessage(s.next.Turn.InDoubt()))
	case t == trip.TriggerReturnToHolds:
		s.sayHolds()
	case t == trip.TriggerReturnToBooked:
		s.say(bookedMessage(w.Bookings[len(w.Bookings)-1]))
	case t == trip.TriggerReturnToBlocked:
		s.say(blockedMessage(w.RiskReport))
	case t == trip.TriggerReturnToRisk:
		s.say(s.riskMessage())
	case t == trip.TriggerReturnToBundles:
		s.sayOptions()
	}
}

// sayHolds tells what is held, and asks for the approval of exactly that.
func (s *step) sayHolds() {
	s.askApproval()
	s.say(s.holdsMessage())
}

// leaveInterrupted puts a status that was at work back to a point of rest, without a message.
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
		s.say(trip.Say("cancel.unknown", "tool", open[len(open)-1].Name))
		return
	}
	s.rule("1.1.cancel-status")
	s.say(trip.Say("cancel.stopped"))
}

// isAtWork reports whether a status waits for a call that ends it. A snapshot that another system wrote may be in
// one without a call, and a cancellation takes it out.
func isAtWork(n trip.Status) bool {
	_, ok := machine.Next(n, trip.TriggerDone)
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
