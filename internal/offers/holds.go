package offers

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// Outdated reports whether a write call was queued for a plan that the traveller has left since:
// other requirements, or another bundle.
func Outdated(in *trip.Intent, p *trip.Pending) bool {
	if p.Needs != in.Needs() {
		return true
	}
	s := &in.WorkingMemory.Selected
	left := func(option string) bool {
		return s.BundleID != "" && !slices.Contains(s.FlightOptionIDs, option) && !slices.Contains(s.HotelOptionIDs, option)
	}
	switch p.Name {
	case trip.ToolHold: // its items are options
		return slices.ContainsFunc(p.Items, left)
	case trip.ToolPurchase: // its items are holds
		return slices.ContainsFunc(in.WorkingMemory.Holds, func(h trip.Hold) bool {
			return slices.Contains(p.Items, h.HoldID) && left(h.OptionID)
		})
	default:
		return false
	}
}

// LapseHolds marks, in an intent that is the caller's own, the holds that had ended by an instant.
func LapseHolds(in *trip.Intent, by trip.Instant) {
	lapsed := func(h trip.Hold) bool { return h.Status == trip.HoldHeld && h.ExpiresAt != 0 && h.ExpiresAt <= by }
	if !slices.ContainsFunc(in.WorkingMemory.Holds, lapsed) {
		return
	}
	holds := slices.Clone(in.WorkingMemory.Holds)
	for i := range holds {
		if lapsed(holds[i]) {
			holds[i].Status = trip.HoldLapsed
		}
	}
	in.WorkingMemory.Holds = holds
}

// DropHolds clears the holds of the plan in an intent that is the caller's own. What is still held
// is remembered for release; holds that a purchase of unknown outcome is about stay, because they
// may be bought already.
//
// Rule: 5.4.release, 5.4.purchased-kept
func DropHolds(in *trip.Intent) {
	drop(in, func(*trip.Hold) bool { return true })
	in.Turn.HoldItems = nil
}

// DropSome clears the holds with some ids as DropHolds does; the others stay.
func DropSome(in *trip.Intent, ids []string) {
	drop(in, func(h *trip.Hold) bool { return slices.Contains(ids, h.HoldID) })
}

func drop(in *trip.Intent, isMeant func(*trip.Hold) bool) {
	var kept []trip.Hold
	releases := slices.Clip(in.Turn.Releases)
	for _, h := range in.WorkingMemory.Holds {
		switch {
		case InDoubt(in, h.HoldID), !isMeant(&h):
			kept = append(kept, h)
		case h.Status == trip.HoldHeld && h.HoldID != "":
			releases = append(releases, h.HoldID)
		}
	}
	if len(kept) == 0 && len(in.WorkingMemory.Holds) > 0 {
		in.Requests = notedAgain(in.Requests)
	}
	in.WorkingMemory.Holds = kept
	in.Turn.Releases = releases
	in.Turn.ShownAsk = ""
}

// notedAgain returns requests as they are when nothing is held or bought any more that they were passed on with: the
// next hold passes them on again.
// Rule: 5.7.noted-again
func notedAgain(list []trip.SpecialRequest) []trip.SpecialRequest {
	list = slices.Clone(list)
	for i := range list {
		list[i].Status = trip.SpecialNoted
	}
	return list
}

// vitalOf returns the requests that a new start keeps, nil when there are none.
// Rule: 5.7.kept
func vitalOf(list []trip.SpecialRequest) (kept []trip.SpecialRequest) {
	for _, r := range notedAgain(list) {
		if r.Kind.IsVital() {
			kept = append(kept, r)
		}
	}
	return kept
}

// ReleaseLost remembers for release, in an intent that is the caller's own, a hold that is not kept although
// its supplier says that it is held. One whose id a hold has that is kept stays with that.
//
// Rule: 5.1.unsound-release
func ReleaseLost(in *trip.Intent, h trip.Hold) {
	t := &in.Turn
	kept := slices.ContainsFunc(in.WorkingMemory.Holds, func(o trip.Hold) bool { return o.HoldID == h.HoldID })
	if h.Status != trip.HoldHeld || h.HoldID == "" || kept || InDoubt(in, h.HoldID) ||
		slices.Contains(t.Releases, h.HoldID) || len(t.Releases) >= trip.MaxHolds {
		return
	}
	t.Releases = append(slices.Clip(t.Releases), h.HoldID)
}

// InDoubt reports whether a purchase is under way, or its outcome unknown, that a hold is part of.
func InDoubt(in *trip.Intent, holdID string) bool {
	about := func(p trip.Pending) bool { return p.Name == trip.ToolPurchase && slices.Contains(p.Items, holdID) }
	return slices.ContainsFunc(in.Turn.Unknown, about) || slices.ContainsFunc(in.Turn.Outstanding, about)
}

// StartOver empties the requirements of an intent that is the caller's own, and what was found for them: what
// is held is remembered for release. Who travels with a profile, how they are reached and how they pay, the
// travel policy, the scope, the bookings and requests for help and care stay.
func StartOver(in *trip.Intent) {
	DropHolds(in)
	blank := trip.NewIntent()
	in.Party.Travelers, in.Party.Ages, in.Party.Births = trip.Travelers{}, nil, nil
	in.Itinerary, in.Preferences, in.Constraints = blank.Itinerary, blank.Preferences, blank.Constraints
	in.Requests = vitalOf(in.Requests)
	in.Status.Assumptions, in.Status.AssumptionKeys, in.Status.LastToolError = nil, nil, nil
	in.WorkingMemory = trip.WorkingMemory{Holds: in.WorkingMemory.Holds, Bookings: staleBookings(in)}
	t := &in.Turn
	t.FlightMarks, t.HotelMarks, t.SeededCheckIn, t.SeededCheckOut = nil, nil, false, false
	t.ShownRequirements, t.ConfirmedRequirements, t.Answered = "", "", nil
	t.Shown, t.Questions, t.MeantStays, t.StartOver, t.PendingApproval, t.Order = nil, nil, "", "", nil, ""
	in.UndoStack = nil
}

func staleBookings(in *trip.Intent) []trip.Booking {
	out := slices.Clone(in.WorkingMemory.Bookings)
	for i := range out {
		out[i].Stale = true
	}
	return out
}

// HoldsSomething reports whether a hold is held and unexpired at a time, and can be given back: no purchase of unknown
// outcome is about it.
func HoldsSomething(in *trip.Intent, at trip.Instant) bool {
	return slices.ContainsFunc(in.WorkingMemory.Holds, func(h trip.Hold) bool {
		return h.Status == trip.HoldHeld && (h.ExpiresAt == 0 || h.ExpiresAt > at) && !InDoubt(in, h.HoldID)
	})
}
