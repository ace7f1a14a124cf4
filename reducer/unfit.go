package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// unfit tells which wishes no bundle meets: a time of departure, an airline, and a budget in another currency than the
// prices, with which nothing is compared (behaviour 7.2).
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
	if budget := s.next.Constraints.BudgetTotal; budget.IsSet() {
		if currency := otherCurrency(all, budget.Currency); currency != "" {
			s.rule("7.2.currency")
			args = append(args, "budget", budget.String(), "currency", string(currency))
		}
	}
	return args
}

// otherCurrency returns the currency of the prices where none is in the wanted one, else "".
func otherCurrency(all []facts, wanted trip.Currency) (other trip.Currency) {
	for i := range all {
		switch total := all[i].bundle.EstimatedTotal; {
		case !total.IsSet():
		case total.Currency == wanted:
			return ""
		default:
			other = total.Currency
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
		if w.IsSet() && !slices.ContainsFunc(all, fits) {
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
