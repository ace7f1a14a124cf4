package booking

import (
	"slices"

	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/trip"
)

// Furthest returns the edge to the furthest point that is still valid: unknown outcome, holds, booking,
// risk report, bundles, else the start (1.4).
func (s Machine) Furthest() machine.Trigger {
	w := &s.Next.WorkingMemory
	switch {
	case s.InDoubt():
		return machine.ReturnToUnknown
	case s.HoldsSomething():
		return machine.ReturnToHolds
	case s.Booked():
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

// RestAtFurthest goes to the furthest valid point, and says which rule makes it that.
func (s Machine) RestAtFurthest() machine.Trigger {
	t := s.Furthest()
	if id, ok := restRules[t]; ok {
		s.Rule(id)
	}
	s.GoTo(t)
	return t
}

// Booked reports whether the current plan is bought: its holds are purchased and no requirement
// has changed since.
func (s Machine) Booked() bool {
	w := &s.Next.WorkingMemory
	n := len(w.Bookings)
	return n > 0 && !w.Bookings[n-1].Stale &&
		slices.ContainsFunc(w.Holds, func(h trip.Hold) bool { return h.Status == trip.HoldPurchased })
}

// InDoubt reports whether the outcome of a hold, a release or a purchase is unknown: nothing is held or bought then.
// Rule: 1.5.own-unknown
func (s Machine) InDoubt() bool {
	return slices.ContainsFunc(s.Next.Turn.Unknown, func(p trip.Pending) bool { return p.Binds() })
}
