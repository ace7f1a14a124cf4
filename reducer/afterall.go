package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// A write that was settled as not made, because a lookup found nothing or an operator said so, may turn out to have
// been made: its answer was on its way all the time, or its supplier entered the order later than it said (behaviour
// 1.5).

// keepNotMade remembers a write that was settled as not made, unless the tool itself said that. What was never sent,
// and a release, which changes nothing when it comes late, are not remembered.
func (s *step) keepNotMade(p *trip.Pending, e *trip.ToolError, class trip.Class) {
	if e.SettledBy != trip.SettledByLookup || class != trip.ClassFailed || p.Name == trip.ToolRelease {
		return
	}
	t := &s.next.Turn
	last := *p
	if p.Name == trip.ToolPurchase {
		for _, h := range s.next.WorkingMemory.Holds {
			if slices.Contains(p.Items, h.HoldID) {
				last.Holds = append(last.Holds, h)
			}
		}
	}
	kept := t.NotMade[max(len(t.NotMade)-trip.MaxNotMade+1, 0):]
	t.NotMade = append(slices.Clone(kept), last)
}

// forgetNotMade forgets the attempts under a key that its tool has answered: they were the same write.
func (s *step) forgetNotMade(p *trip.Pending) {
	same := func(o trip.Pending) bool { return o.Key == p.Key }
	if t := &s.next.Turn; p.Write && slices.ContainsFunc(t.NotMade, same) {
		t.NotMade = slices.DeleteFunc(slices.Clone(t.NotMade), same)
	}
}

// madeAfterAll takes a write as made that was settled as not made. The person is told before anything else, and nothing
// more is written in the turn that runs: who decided it did not know.
//
// Rule: 1.5.after-all, 1.5.after-all-withholds, 1.5.after-all-status
func (s *step) madeAfterAll(p *trip.Pending) {
	s.rule("1.5.after-all")
	t := &s.next.Turn
	if !p.Binds() {
		s.settledOwn(p, "settled.done")
		return
	}
	s.withhold()
	t.Releases = unbought(t.Releases, p)
	outdated := p.Name == trip.ToolHold && offers.Outdated(s.next, p)
	if p.Name == trip.ToolPurchase {
		bookings := s.next.WorkingMemory.Bookings
		b := bookings[len(bookings)-1]
		s.say(trip.Say("purchase.after_all", "booking", bookingOf(&b), "stale", b.Stale))
	} else {
		s.say(trip.Say("settled.hold_made", "outdated", outdated))
	}
	if s.writes() {
		return
	}
	s.rule("1.5.after-all-status")
	s.next.Status.LastToolError = nil
	switch {
	case p.Name == trip.ToolPurchase:
		s.goTo(machine.ReturnToBooked)
	case outdated:
		s.goTo(s.furthest())
	default:
		s.goTo(machine.ReturnToHolds)
		s.sayHolds()
	}
}

// withhold stops the running turn from writing: what it queued and has not sent is withheld by the runner.
func (s *step) withhold() {
	s.rule("1.5.after-all-withholds")
	t := &s.next.Turn
	t.HoldRequested, t.ShownAsk = false, ""
	s.assistant().DropUnasked()
	if len(t.Outstanding) == 0 {
		return
	}
	t.AfterAll, t.Failed = true, true
	t.Assist.Active, t.Assist.Plan = false, nil
}

// withheld goes on after a write of a turn in which another one turned out to have been made was not made itself.
func (s *step) withheld(p *trip.Pending, class trip.Class) {
	s.rule("1.5.after-all-withholds")
	s.note(s.failureNote("note.tool_error", p.Name, s.failureOf(p.Name, class)))
	s.say(trip.Say("purchase.withheld", s.about(p.Name)...))
	if !s.writes() {
		s.goTo(s.afterAll())
	}
}

// afterAll returns the edge to the booking that turned out to be there, or to the furthest point.
func (s *step) afterAll() machine.Trigger {
	if n := len(s.next.WorkingMemory.Bookings); n > 0 && !s.inDoubt() {
		return machine.ReturnToBooked
	}
	return s.furthest()
}

// writes reports whether a hold or a purchase is out, or anything that binds in doubt: its outcome says where the trip
// is.
func (s *step) writes() bool {
	leads := func(p trip.Pending) bool { return p.Name == trip.ToolHold || p.Name == trip.ToolPurchase }
	return slices.ContainsFunc(s.next.Turn.Outstanding, leads) || s.inDoubt()
}

// unbought returns the holds to release without those that a write is about, which were bought.
func unbought(releases []string, p *trip.Pending) []string {
	if p.Name != trip.ToolPurchase {
		return releases
	}
	return slices.DeleteFunc(slices.Clone(releases), func(id string) bool { return slices.Contains(p.Items, id) })
}
