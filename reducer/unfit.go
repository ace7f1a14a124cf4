package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// unfit tells which wishes no bundle meets: a time of departure, an airline, and a budget or nightly limit in another
// currency than the prices, with which nothing is compared (behaviour 7.2).
func (s *step) unfit(all []facts) []any {
	var args []any
	if legs := s.timesUnmet(all); len(legs) > 0 {
		s.rule("7.2.times")
		args = append(args, "times_unmet", legs)
	}
	if wanted := s.next.Preferences.Flight.PreferredAirlines; len(wanted) > 0 &&
		!anyFlight(all, func(o *trip.FlightOption) bool { return isOf(o, wanted) }) {
		s.rule("7.2.airlines")
		args = append(args, "airlines_unmet", wanted)
	}
	if f := &s.next.Preferences.Flight; len(f.ExcludedAirlines)+len(f.ExcludedConnections) > 0 &&
		anyFlight(all, func(o *trip.FlightOption) bool { return isExcluded(o, f) }) {
		s.rule("7.2.excluded")
		args = append(args, "excluded", excludedOf(&trip.Preferences{Flight: *f}))
	}
	return append(args, s.incomparable(all)...)
}

// beyond describes what the flights of a bundle are less than was asked for.
// Rule: 5.1.asked-in-part
func (s *step) beyond(f *facts) (out []trip.Params) {
	leg := 0
	for _, o := range f.flights {
		for leg < len(s.next.Itinerary.Segments) && !offers.IsSearchedLeg(s.next, leg) {
			leg++
		}
		if leg == len(s.next.Itinerary.Segments) {
			break
		}
		args := offers.FlightSearch(s.next, leg)
		for _, b := range offers.FlightBeyond(o, &args) {
			s.rule("5.1.asked-in-part")
			out = append(out, trip.With("flight", leg+1, "what", b.What, "is", b.Is, "asked", b.Asked))
		}
		leg++
	}
	return out
}

// incomparable tells of a budget and of a nightly limit in another currency than the prices.
func (s *step) incomparable(all []facts) []any {
	var args []any
	if budget := s.next.Constraints.BudgetTotal; budget.IsSet() {
		var totals []trip.Money
		for i := range all {
			totals = append(totals, all[i].bundle.EstimatedTotal)
		}
		if currency := otherCurrency(totals, budget.Currency); currency != "" {
			s.rule("7.2.currency")
			args = append(args, "budget", budget.String(), "currency", string(currency))
		}
	}
	if nightly := s.next.Preferences.Hotel.MaxPricePerNight; nightly.IsSet() {
		var nights []trip.Money
		for i := range all {
			for _, room := range all[i].hotels {
				nights = append(nights, room.NightlyPrice)
			}
		}
		if currency := otherCurrency(nights, nightly.Currency); currency != "" {
			s.rule("7.2.currency")
			args = append(args, "nightly", nightly.String(), "nightly_currency", string(currency))
		}
	}
	return args
}

// otherCurrency returns the currency of some prices where none is in the wanted one, else "".
func otherCurrency(prices []trip.Money, wanted trip.Currency) (other trip.Currency) {
	for _, p := range prices {
		switch {
		case !p.IsSet():
		case p.Currency == wanted:
			return ""
		default:
			other = p.Currency
		}
	}
	return other
}

// timesUnmet lists the legs for which no bundle has a flight at the time that was asked for.
func (s *step) timesUnmet(all []facts) []trip.Params {
	var out []trip.Params
	for i, w := range s.timesAsked() {
		fits := func(f facts) bool {
			return i >= len(f.flights) || len(f.flights[i].Segments) == 0 || w.Has(clockOf(f.flights[i].Segments[0].DepartAt))
		}
		if !slices.ContainsFunc(all, fits) {
			out = append(out, trip.With("leg", i+1, "start", w.Start, "end", w.End))
		}
	}
	return out
}

// clockOf cuts "06:40" out of a local time.
func clockOf(at string) string {
	const from, to = len("2026-04-12T"), len("2026-04-12T06:40")
	if len(at) < to {
		return ""
	}
	return at[from:to]
}

func anyFlight(all []facts, is func(*trip.FlightOption) bool) bool {
	return slices.ContainsFunc(all,
		func(f facts) bool { return len(f.flights) == 0 || slices.ContainsFunc(f.flights, is) })
}

// isOf reports whether one of some airlines flies a flight, in part at least.
func isOf(o *trip.FlightOption, airlines []string) bool {
	return slices.ContainsFunc(o.Segments, func(l trip.FlightLeg) bool { return slices.Contains(airlines, l.Airline) })
}
