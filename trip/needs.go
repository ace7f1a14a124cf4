package trip

import (
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// Needs returns the hash of what the traveller requires: travellers, legs, lodging, preferences
// and constraints. Two intents with equal needs call for the same trip.
func (in *Intent) Needs() Hash {
	var buf [2048]byte
	b := appendTravelers(buf[:0], &in.Party.Travelers)
	b = append(b, '\n')
	itinerary, room := in.Itinerary, [4]Segment{} // room for most trips
	itinerary.Segments = room[:0]
	for _, s := range in.Itinerary.Segments {
		itinerary.Segments = append(itinerary.Segments, s.needs())
	}
	b = appendItinerary(b, &itinerary)
	b = append(b, '\n')
	b = appendPreferences(b, &in.Preferences)
	b = append(b, '\n')
	b = appendConstraints(b, &in.Constraints)
	return Hash(wire.Hash(b))
}

// Journey returns the hash of the legs and the nights.
func (in *Intent) Journey() Hash {
	b := appendLodging(nil, &in.Itinerary.Lodging)
	for _, s := range in.Itinerary.Segments {
		s = s.needs()
		b = appendSegment(append(b, '\n'), &s)
	}
	return Hash(wire.Hash(b))
}

// Outdated reports whether a write call was queued for a plan that the traveller has left since:
// other requirements, or another bundle.
func (in *Intent) Outdated(p *Pending) bool {
	if p.Needs != in.Needs() {
		return true
	}
	s := &in.WorkingMemory.Selected
	left := func(option string) bool {
		return s.BundleID != "" && !slices.Contains(s.FlightOptionIDs, option) && !slices.Contains(s.HotelOptionIDs, option)
	}
	switch p.Name {
	case ToolHold: // its items are options
		return slices.ContainsFunc(p.Items, left)
	case ToolPurchase: // its items are holds
		return slices.ContainsFunc(in.WorkingMemory.Holds, func(h Hold) bool {
			return slices.Contains(p.Items, h.HoldID) && left(h.OptionID)
		})
	default:
		return false
	}
}

// DropHolds clears the holds of the plan in an intent that is the caller's own. What is still held
// is remembered for release; holds that a purchase of unknown outcome is about stay, because they
// may be bought already.
//
// Rule: 5.4.release, 5.4.purchased-kept
func (in *Intent) DropHolds() {
	var kept []Hold
	releases := slices.Clip(in.Turn.Releases)
	for _, h := range in.WorkingMemory.Holds {
		switch {
		case in.inDoubt(h.HoldID):
			kept = append(kept, h)
		case h.Status == HoldHeld && h.HoldID != "":
			releases = append(releases, h.HoldID)
		}
	}
	in.WorkingMemory.Holds = kept
	in.Turn.Releases = releases
	in.Turn.ShownAsk = ""
	if len(kept) == 0 {
		in.Turn.HeldPrices = nil
	}
}

// ReleaseLost remembers for release, in an intent that is the caller's own, a hold that is not kept although
// its supplier says that it is held. One whose id a hold has that is kept stays with that.
//
// Rule: 5.1.unsound-release
func (in *Intent) ReleaseLost(h Hold) {
	t := &in.Turn
	kept := slices.ContainsFunc(in.WorkingMemory.Holds, func(o Hold) bool { return o.HoldID == h.HoldID })
	if h.Status != HoldHeld || h.HoldID == "" || kept || in.inDoubt(h.HoldID) || slices.Contains(t.Releases, h.HoldID) || len(t.Releases) >= MaxHolds {
		return
	}
	t.Releases = append(slices.Clip(t.Releases), h.HoldID)
}

func (in *Intent) inDoubt(holdID string) bool {
	about := func(p Pending) bool { return p.Name == ToolPurchase && slices.Contains(p.Items, holdID) }
	return slices.ContainsFunc(in.Turn.Unknown, about) || slices.ContainsFunc(in.Turn.Outstanding, about)
}

// StartOver empties the requirements of an intent that is the caller's own, and what was found for them: what
// is held is remembered for release. Who travels with a profile, how they are reached and how they pay, the
// travel policy, the scope and the bookings stay.
func (in *Intent) StartOver() {
	in.DropHolds()
	blank := NewIntent()
	in.Party.Travelers, in.Party.Ages = Travelers{}, nil
	in.Itinerary, in.Preferences, in.Constraints = blank.Itinerary, blank.Preferences, blank.Constraints
	in.Status.Assumptions, in.Status.AssumptionKeys, in.Status.LastToolError = nil, nil, nil
	in.WorkingMemory = WorkingMemory{Holds: in.WorkingMemory.Holds, Bookings: in.staleBookings()}
	t := &in.Turn
	t.FlightMarks, t.HotelMarks, t.SeededCheckIn, t.SeededCheckOut = nil, nil, false, false
	t.ShownRequirements, t.ConfirmedRequirements, t.Answered = "", "", nil
	t.Shown, t.Questions, t.MeantStays, t.StartOver, t.Waiting = nil, nil, "", "", nil
}

func (in *Intent) staleBookings() []Booking {
	out := slices.Clone(in.WorkingMemory.Bookings)
	for i := range out {
		out[i].Stale = true
	}
	return out
}

// HoldsSomething reports whether a hold is held and unexpired at a time.
func (in *Intent) HoldsSomething(at Instant) bool {
	return slices.ContainsFunc(in.WorkingMemory.Holds, func(h Hold) bool { return h.IsUsable(at) })
}

// IsUsable reports whether a hold is held and unexpired at a time.
func (h *Hold) IsUsable(at Instant) bool {
	return h.Status == HoldHeld && (h.ExpiresAt == 0 || h.ExpiresAt > at)
}
