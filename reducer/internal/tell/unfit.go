package tell

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// tellUnfit tells which wishes no bundle meets: a time, a way, an airline, and a budget or nightly limit in another
// currency than the prices, with which nothing is compared (behaviour 7.2).
func (s Teller) tellUnfit(m *messages.PresentOptions, all []facts) {
	if offers.IsChoosy(s.Next) {
		m.TimesUnmet, m.ViaUnmet = s.unmet(all)
		m.Lands = s.landings()
		if len(m.TimesUnmet) > 0 {
			s.Rule("7.2.times")
		}
		if len(m.Lands) > 0 {
			s.Rule("7.2.lands-later")
		}
		if len(m.ViaUnmet) > 0 {
			s.Rule("7.2.via")
		}
	}
	if wanted := s.Next.Preferences.Flight.PreferredAirlines; len(wanted) > 0 &&
		!anyFlight(all, func(o *trip.FlightOption) bool { return isOf(o, wanted) }) {
		s.Rule("7.2.airlines")
		m.AirlinesUnmet = wanted
	}
	if s.showsExcluded(all) {
		s.Rule("7.2.excluded")
		m.Excluded = describe.Excluded(&trip.Preferences{Flight: s.Next.Preferences.Flight})
	}
	s.tellIncomparable(m, all)
}

// unmet lists the legs for which no bundle has a flight at the times, or by the way, that were asked for.
func (s Teller) unmet(all []facts) (times, via []trip.Params) {
	for i, leg := range offers.SearchedLegs(s.Next) {
		l, way := &s.Next.Itinerary.Segments[leg], describe.Way(s.Next, leg)
		isMissed := func(whats ...string) bool {
			return !slices.ContainsFunc(all, func(f facts) bool {
				return i >= len(f.flights) || !slices.ContainsFunc(offers.Unasked(s.Next, leg, f.flights[i]),
					func(m offers.Misfit) bool { return slices.Contains(whats, m.What) })
			})
		}
		if isMissed(offers.MisfitDeparts) {
			times = append(times, describe.Window(l.DepartTimeWindow, append(way, "leg", i+1)...))
		}
		if isMissed(offers.MisfitArrives, offers.MisfitLater) {
			times = append(times, describe.Window(l.ArriveTimeWindow, append(way, "leg", i+1, "lands", true)...))
		}
		if isMissed(offers.MisfitVia) {
			via = append(via, trip.With(append(way, "leg", i+1, "via", describe.Places(l.Via))...))
		}
	}
	return times, via
}

// landings lists the legs that have a window of arrival, and on which all flights land on a later day than they leave.
// Rule: 7.2.lands-later
func (s Teller) landings() (out []trip.Params) {
	for i, leg := range offers.SearchedLegs(s.Next) {
		l := &s.Next.Itinerary.Segments[leg]
		if day := offers.LandingDay(s.Next, leg); l.ArriveTimeWindow.IsSet() && day > l.DepartDate {
			out = append(out, trip.With(append(describe.Way(s.Next, leg), "leg", i+1, "day", day.String())...))
		}
	}
	return out
}

// showsExcluded reports whether a bundle has what is not wanted, as nothing else was left.
func (s Teller) showsExcluded(all []facts) bool {
	return offers.ExcludesFlights(s.Next) && slices.ContainsFunc(all, func(f facts) bool {
		return slices.ContainsFunc(s.misfits(&f), func(m misfit) bool { return m.IsExcluded() })
	})
}

// misfit is what of a flight of a bundle is not as asked; flights count from 1.
type misfit struct {
	offers.Misfit
	flight int
}

// misfits lists what of the flights of a bundle is not as the person asked.
func (s Teller) misfits(f *facts) (out []misfit) {
	leg := 0
	for _, o := range f.flights {
		for leg < len(s.Next.Itinerary.Segments) && !offers.IsSearchedLeg(s.Next, leg) {
			leg++
		}
		if leg == len(s.Next.Itinerary.Segments) {
			break
		}
		for _, m := range offers.Misfits(s.Next, leg, o) {
			out = append(out, misfit{m, leg + 1})
		}
		leg++
	}
	return out
}

// beyond describes what the flights of a bundle are other than was asked for.
func (s Teller) beyond(f *facts) (out []trip.Params) {
	for _, m := range s.misfits(f) {
		if rule := misfitRules[m.What]; rule != "" {
			s.Rule(rule)
		}
		args := append(describe.Way(s.Next, m.flight-1), "flight", m.flight, "what", m.What, "is", m.Is, "asked", m.Asked)
		if m.Window.IsSet() {
			args = append(args, "start", m.Window.Start, "end", m.Window.End)
		}
		out = append(out, trip.With(args...))
	}
	return out
}

// misfitRules are the rules by which a misfit is told beside its option.
var misfitRules = map[string]string{
	offers.MisfitCabin: "5.1.asked-in-part", offers.MisfitStops: "5.1.asked-in-part",
	offers.MisfitDeparts: "7.2.marked", offers.MisfitArrives: "7.2.marked", offers.MisfitLater: "7.2.marked",
	offers.MisfitVia: "7.2.marked", offers.MisfitAirline: "7.2.marked", offers.MisfitConnection: "7.2.marked",
	offers.MisfitDay: "7.2.marked",
}

// tellIncomparable tells of a budget and of a nightly limit in another currency than the prices.
func (s Teller) tellIncomparable(m *messages.PresentOptions, all []facts) {
	if budget := s.Next.Constraints.BudgetTotal; budget.IsSet() {
		var totals []trip.Money
		for i := range all {
			totals = append(totals, all[i].bundle.EstimatedTotal)
		}
		if currency := otherCurrency(totals, budget.Currency); currency != "" {
			s.Rule("7.2.currency")
			m.Budget, m.Currency = budget.String(), string(currency)
		}
	}
	if nightly := s.Next.Preferences.Hotel.MaxPricePerNight; nightly.IsSet() {
		var nights []trip.Money
		for i := range all {
			for _, room := range all[i].hotels {
				nights = append(nights, room.NightlyPrice)
			}
		}
		if currency := otherCurrency(nights, nightly.Currency); currency != "" {
			s.Rule("7.2.currency")
			m.Nightly, m.NightlyCurrency = nightly.String(), string(currency)
		}
	}
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

func anyFlight(all []facts, is func(*trip.FlightOption) bool) bool {
	return slices.ContainsFunc(all,
		func(f facts) bool { return len(f.flights) == 0 || slices.ContainsFunc(f.flights, is) })
}

// isOf reports whether one of some airlines flies a flight, in part at least.
func isOf(o *trip.FlightOption, airlines []string) bool {
	return slices.ContainsFunc(o.Segments, func(l trip.FlightLeg) bool { return slices.Contains(airlines, l.Airline) })
}
