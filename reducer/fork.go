package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// mayWrite reports whether write tools may run. In a fork they may only when its travel policy says so; otherwise the
// person is told.
func (s *step) mayWrite() bool {
	if !barsWrites(s.next) {
		return true
	}
	s.rule("1.5.fork-writes")
	s.say(trip.Say("hold.in_fork"))
	return false
}

// barsWrites reports whether no write tool may run: the trip is a fork and past the events that it shares with its
// original, and its travel policy does not allow writes.
func barsWrites(in *trip.Intent) bool {
	t := &in.Turn
	return t.Forked > 0 && t.Seq > t.Forked && !in.Policy.Rules.ForkWrites
}

// leaveOrigin ends the events that a fork shares with the trip that it is a copy of: from here on what that trip holds
// is not held here.
// Rule: 1.5.hold-owner
func (s *step) leaveOrigin() {
	t := &s.next.Turn
	if len(t.Origins) == 0 || t.Seq < t.Origins[0].Seq {
		return
	}
	owner := t.Origins[0].TripID
	t.Origins = t.Origins[1:]
	Disown(s.next, owner, s.at)
	s.d.Status, s.d.Ask = s.next.Status.Node, s.next.Status.Ask
}

// Disown leaves to another trip, in an intent that is the caller's own, what that trip holds: here it is not held,
// bought or given back, nor is its approval asked for. The writes that the other trip has under way stay its own too.
// An owner of "" leaves what the holds themselves say.
//
// Rule: 1.5.hold-owner
func Disown(in *trip.Intent, owner trip.ID, at trip.Instant) {
	w, t := &in.WorkingMemory, &in.Turn
	w.Holds = slices.Clone(w.Holds)
	for i := range w.Holds {
		h := &w.Holds[i]
		if h.Status == trip.HoldHeld {
			h.Status = trip.HoldForeign
		}
		if owner != "" {
			h.TripID = owner
		}
	}
	binds := func(p trip.Pending) bool { return p.Binds() }
	t.Unknown = slices.DeleteFunc(slices.Clone(t.Unknown), binds)
	t.Outstanding = slices.DeleteFunc(slices.Clone(t.Outstanding), binds)
	t.NotMade = slices.DeleteFunc(slices.Clone(t.NotMade), binds)
	t.Releases, t.ShownAsk = nil, ""
	if ask := in.Status.Ask; ask != nil && ask.Kind == trip.AskApprove && ask.Key != keyWaiting {
		in.Status.Ask = nil
	}
	switch node := in.Status.Node; {
	case node == trip.HoldsPlaced, node == trip.PlacingHolds, node == trip.Purchasing,
		node == trip.ErrorOutcomeUnknown && len(t.Unknown) == 0:
		s := step{next: in, d: new(trip.Decision), at: at}
		s.goTo(s.furthest())
	}
}

// holdsOfOthers reports whether the intent names holds of another trip.
func holdsOfOthers(in *trip.Intent) bool {
	return slices.ContainsFunc(in.WorkingMemory.Holds, func(h trip.Hold) bool { return h.Status == trip.HoldForeign })
}
