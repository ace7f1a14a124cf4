package applier

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// changed says which rows of the invalidation table a change touches.
type changed struct {
	plan      bool // itinerary.segments, itinerary.lodging, preferences, party.travelers
	travelers bool
	money     bool // constraints.budget_total, constraints.refundable_preference
	rules     bool // policy, constraints
}

// invalidate clears in next what the difference to before made invalid (behaviour 5, table).
// Rule: 5.4.policy, 5.4.nothing-else
func invalidate(before, next *trip.Intent) {
	c := compare(before, next)
	if c.plan {
		clearQuotes(before, next, c.travelers)
		clearPlan(next)
		next.WorkingMemory.Bookings = stale(next.WorkingMemory.Bookings)
	}
	switch {
	case c.money:
		clearPlan(next) // what was found stands, in another order
	case c.rules:
		clearRisk(next)
	}
}

func compare(a, b *trip.Intent) changed {
	travelers := a.Party.Travelers != b.Party.Travelers
	money := a.Constraints.BudgetTotal != b.Constraints.BudgetTotal ||
		a.Constraints.RefundablePreference != b.Constraints.RefundablePreference
	// Nothing rests on the trip type itself, but a trip without its flights is another plan.
	flights := (a.Itinerary.TripType == trip.StayOnly) != (b.Itinerary.TripType == trip.StayOnly) &&
		len(b.Itinerary.Segments) > 0
	return changed{
		travelers: travelers,
		plan: travelers || flights || !slices.Equal(a.Party.Births, b.Party.Births) ||
			!slices.EqualFunc(a.Itinerary.Segments, b.Itinerary.Segments, trip.Segment.Same) ||
			!slices.Equal(a.Itinerary.ExcludedDays, b.Itinerary.ExcludedDays) ||
			a.Itinerary.Nights != b.Itinerary.Nights ||
			!sameLodging(&a.Itinerary.Lodging, &b.Itinerary.Lodging) ||
			!sameFlightWishes(&a.Preferences.Flight, &b.Preferences.Flight) ||
			a.Preferences.Hotel != b.Preferences.Hotel,
		money: money,
		rules: money || a.Constraints.Currency != b.Constraints.Currency || !sameRules(&a.Policy.Rules, &b.Policy.Rules),
	}
}

func sameLodging(a, b *trip.Lodging) bool {
	return a.Needed == b.Needed && a.CheckIn == b.CheckIn && a.CheckOut == b.CheckOut && a.Rooms == b.Rooms &&
		a.LocationHint == b.LocationHint && slices.Equal(a.Stays, b.Stays)
}

func sameFlightWishes(a, b *trip.FlightPreferences) bool {
	return a.Cabin == b.Cabin && a.MaxStops == b.MaxStops && a.AvoidRedEye == b.AvoidRedEye &&
		slices.Equal(a.PreferredAirlines, b.PreferredAirlines) &&
		slices.Equal(a.ExcludedAirlines, b.ExcludedAirlines) &&
		slices.Equal(a.ExcludedConnections, b.ExcludedConnections)
}

func sameRules(a, b *trip.Rules) bool {
	return a.RequireUserApprovalToPurchase == b.RequireUserApprovalToPurchase &&
		a.HoldsAllowedWithoutApproval == b.HoldsAllowedWithoutApproval && a.ForkWrites == b.ForkWrites &&
		slices.Equal(a.Extra, b.Extra)
}

// clearQuotes drops the quotes of the legs and stays whose search arguments changed, or all of
// them when other people travel.
// Rule: 5.4.legs-others-kept, 5.4.stays-others-kept, 5.4.travelers
func clearQuotes(before, next *trip.Intent, all bool) {
	w, t := &next.WorkingMemory, &next.Turn
	legs, stays := len(next.Itinerary.Segments), offers.StayCount(next)
	w.FlightQuotes, w.HotelQuotes = truncate(w.FlightQuotes, legs), truncate(w.HotelQuotes, stays)
	t.FlightMarks, t.HotelMarks = truncate(t.FlightMarks, legs), truncate(t.HotelMarks, stays)
	for i := range w.FlightQuotes {
		if !sameFlightSearch(before, next, i) { // who travels is part of it
			drop(w.FlightQuotes, t.FlightMarks, i)
		}
	}
	for j := range w.HotelQuotes {
		if all || !sameHotelSearch(before, next, j) { // infants are no part of it
			drop(w.HotelQuotes, t.HotelMarks, j)
		}
	}
}

// truncate returns a copy of at most n elements.
func truncate[T any](list []T, n int) []T { return slices.Clone(list[:min(len(list), n)]) }

// drop clears element i of lists that the caller has copied.
func drop[Q trip.FlightQuotes | trip.HotelQuotes](quotes []Q, marks []trip.QuoteMark, i int) {
	quotes[i] = nil
	if i < len(marks) {
		marks[i] = trip.QuoteMark{}
	}
}

func sameFlightSearch(a, b *trip.Intent, i int) bool {
	if !offers.IsSearchedLeg(a, i) || !offers.IsSearchedLeg(b, i) {
		return false
	}
	x, y := offers.FlightSearch(a, i), offers.FlightSearch(b, i)
	return x.Equal(&y)
}

func sameHotelSearch(a, b *trip.Intent, j int) bool {
	if j >= offers.StayCount(a) {
		return false
	}
	x, y := offers.HotelSearch(a, j), offers.HotelSearch(b, j)
	return x.Equal(&y)
}

// clearPlan clears bundles, risk report, selection and holds.
// Rule: 5.4.legs, 5.4.stays, 5.4.travelers, 5.4.budget
func clearPlan(next *trip.Intent) {
	next.WorkingMemory.RankedBundles = nil
	next.WorkingMemory.Selected = trip.Selection{}
	next.Turn.Days = nil
	clearRisk(next)
	offers.DropHolds(next)
}

// Rule: 1.5.hold-answers-report
func clearRisk(next *trip.Intent) {
	next.WorkingMemory.RiskReport = nil
	next.Turn.Answered = nil
}

// stale marks confirmed bookings as made for other requirements. They are never erased.
// Rule: 1.5.booking-kept, 1.5.booking-stale
func stale(bookings []trip.Booking) []trip.Booking {
	out := slices.Clone(bookings)
	for i := range out {
		out[i].Stale = true
	}
	return out
}
