package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
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
	t := &s.Next.Turn
	last := *p
	if p.Name == trip.ToolPurchase {
		for _, h := range s.Next.WorkingMemory.Holds {
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
	if t := &s.Next.Turn; p.Write && slices.ContainsFunc(t.NotMade, same) {
		t.NotMade = slices.DeleteFunc(slices.Clone(t.NotMade), same)
	}
}

// madeAfterAll takes a write as made that was settled as not made. The person is told before anything else, and nothing
// more is written in the turn that runs: who decided it did not know.
//
// Rule: 1.5.after-all, 1.5.after-all-withholds, 1.5.after-all-status
func (s *step) madeAfterAll(p *trip.Pending, said trip.Result) {
	s.Rule("1.5.after-all")
	t := &s.Next.Turn
	if !p.Binds() {
		s.settledOwn(messages.SettledDone{OfTool: s.OfTool(p.Name)}.Message())
		return
	}
	s.withhold(p.Name == trip.ToolHold)
	t.Releases = unbought(t.Releases, p)
	if p.Name == trip.ToolPurchase {
		s.Say(messages.PurchaseAfterAll(s.teller().NewestBooking()).Message())
	} else {
		s.sayHoldMade(p, as[*trip.HoldResult](said))
	}
	s.restAfterAll(p.Name == trip.ToolHold)
}

// restAfterAll goes to where the trip is after a write that was made after all, unless the outcome of another one says
// that.
func (s *step) restAfterAll(hold bool) {
	if s.writes() {
		return
	}
	s.Rule("1.5.after-all-status")
	s.Next.Status.LastToolError = nil
	if !hold {
		s.GoTo(machine.ReturnToBooked)
		return
	}
	s.GoTo(s.booking().Furthest())
	if s.booking().HoldsSomething() {
		s.teller().SayHolds()
	}
}

// sayHoldMade says that a hold was made after all, and what is left of it: it may be for a plan that was left, not be
// kept because it stands already or is not as it was asked for, or have ended.
func (s *step) sayHoldMade(p *trip.Pending, said *trip.HoldResult) {
	outdated := offers.Outdated(s.Next, p)
	m := messages.SettledHoldMade{Outdated: outdated}
	kept := func(h trip.Hold) bool {
		return slices.ContainsFunc(said.Holds, func(o trip.Hold) bool { return o.HoldID == h.HoldID })
	}
	switch {
	case outdated:
	case !slices.ContainsFunc(s.Next.WorkingMemory.Holds, kept):
		m.Back = true
	case !s.booking().HoldsSomething():
		m.Ended = true
	}
	s.Say(m.Message())
}

// withhold stops the running turn from writing: what it queued and has not sent is withheld by the runner.
func (s *step) withhold(hold bool) {
	s.Rule("1.5.after-all-withholds")
	t := &s.Next.Turn
	t.HoldRequested, t.ShownAsk = false, ""
	s.assistant().DropUnasked()
	if len(t.Outstanding) == 0 {
		return
	}
	t.AfterAll, t.AfterAllHold, t.Failed = true, hold, true
	t.Assist.Active, t.Assist.Plan = false, nil
}

// withheld goes on after a write of a turn in which another one turned out to have been made was not made itself.
func (s *step) withheld(p *trip.Pending, class trip.Class) {
	s.Rule("1.5.after-all-withholds")
	s.Note(s.FailureNote(p.Name, s.FailureOf(p.Name, class)).Message())
	s.Say(messages.PurchaseWithheld{OfTool: s.OfTool(p.Name)}.Message())
	s.restAfterAll(s.Next.Turn.AfterAllHold)
}

// writes reports whether a hold or a purchase is out, or anything that binds in doubt: its outcome says where the trip
// is.
func (s *step) writes() bool {
	leads := func(p trip.Pending) bool { return p.Name == trip.ToolHold || p.Name == trip.ToolPurchase }
	return slices.ContainsFunc(s.Next.Turn.Outstanding, leads) || s.booking().InDoubt()
}

// unbought returns the holds to release without those that a write is about, which were bought.
func unbought(releases []string, p *trip.Pending) []string {
	if p.Name != trip.ToolPurchase {
		return releases
	}
	return slices.DeleteFunc(slices.Clone(releases), func(id string) bool { return slices.Contains(p.Items, id) })
}
