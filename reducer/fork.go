package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/reducer/internal/assist"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// leaveOrigin ends the events that a fork shares with the trip that it is a copy of: from here on what that trip holds
// is not held here.
// Rule: 1.5.hold-owner
func (s *step) leaveOrigin() {
	t := &s.Next.Turn
	if len(t.Origins) == 0 || t.Seq < t.Origins[0].Seq {
		return
	}
	owner := t.Origins[0].TripID
	t.Origins = t.Origins[1:]
	d := tell.NewDescriber(s.Next)
	for i := range s.D.UI { // what is named is not held here any more
		s.D.UI[i] = d.Resolve(s.D.UI[i])
	}
	Disown(s.Next, owner, s.At)
	s.D.Status, s.D.Ask = s.Next.Status.Node, s.Next.Status.Ask
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
	if ask := in.Status.Ask; ask != nil && ask.Kind == trip.AskApprove && ask.Key != assist.KeyWaiting {
		in.Status.Ask = nil
	}
	switch node := in.Status.Node; {
	case node == trip.HoldsPlaced, node == trip.PlacingHolds, node == trip.Purchasing,
		node == trip.ErrorOutcomeUnknown && len(t.Unknown) == 0:
		s := step{Step: decision.Of(in, at)}
		s.GoTo(s.booking().Furthest())
	}
}
