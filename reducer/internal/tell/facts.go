package tell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// facts are what a person compares bundles by. An unknown fact counts as the worst.
type facts struct {
	bundle  *trip.Bundle
	at      int      // its place in the ranker's order
	labels  []string // what it is of all, where that is told
	flights []*trip.FlightOption
	hotels  []*trip.HotelOption

	minutes int64 // of travel
	stops   int64
	waits   int64  // minutes between flights
	departs string // local time of the first departure
	arrives string // local time at which the first flight lands
	stars   int64  // tenths of a star, of all hotels

	landings []string // by flight, the day on which the first one on offer lands; none where it is not asked for
}

// factsOf looks at the bundle at a place of the ranker's order.
func (s Teller) factsOf(at int) facts {
	w := &s.Next.WorkingMemory
	f := facts{bundle: &w.RankedBundles[at], at: at}
	f.flights = make([]*trip.FlightOption, 0, len(f.bundle.FlightOptionIDs))
	for _, id := range f.bundle.FlightOptionIDs {
		o := w.Flight(id)
		if o == nil {
			continue
		}
		f.flights = append(f.flights, o)
		f.minutes += offers.Minutes(o)
		f.stops += offers.Stops(o)
		f.waits += offers.Waits(o)
	}
	if len(f.flights) > 0 && len(f.flights[0].Segments) > 0 {
		legs := f.flights[0].Segments
		f.departs, f.arrives = legs[0].DepartAt, legs[len(legs)-1].ArriveAt
	}
	for _, id := range f.bundle.HotelOptionIDs {
		if o := w.Hotel(id); o != nil {
			f.hotels = append(f.hotels, o)
			f.stars += tenths(o.StarRating)
		}
	}
	return f
}

// allFacts looks at all bundles, in the ranker's order, but those with a flight at another time or by another way than
// was asked for after those without, whatever the ranker made of it.
// Rule: 7.2.outside-after
func (s Teller) allFacts() []facts {
	out := make([]facts, len(s.Next.WorkingMemory.RankedBundles))
	for i := range out {
		out[i] = s.factsOf(i)
	}
	if !offers.IsChoosy(s.Next) {
		return out
	}
	slices.SortStableFunc(out, func(a, b facts) int { return cmp.Compare(s.unfitCount(&a), s.unfitCount(&b)) })
	return out
}

// unfitCount counts the flights of a bundle that come after others.
func (s Teller) unfitCount(f *facts) (n int) {
	legs := offers.SearchedLegs(s.Next)
	for i, o := range f.flights[:min(len(f.flights), len(legs))] {
		if slices.ContainsFunc(offers.Unasked(s.Next, legs[i], o), offers.Misfit.IsUnfit) {
			n++
		}
	}
	return n
}

// tenths reads a number such as 4 or 4.5; one that is not known is 0.
func tenths(n trip.Number) int64 {
	whole, part, _ := strings.Cut(string(n), ".")
	value, err := strconv.ParseUint(whole+(part + "0")[:1], 10, 32)
	if err != nil {
		return 0
	}
	return int64(value)
}

// isRefundable reports whether all of a bundle is known to be given back.
func (f *facts) isRefundable() bool {
	return !slices.ContainsFunc(f.flights, func(o *trip.FlightOption) bool { return o.Refundable != trip.True }) &&
		!slices.ContainsFunc(f.hotels, func(o *trip.HotelOption) bool { return o.Refundable != trip.True })
}

// isLocked reports whether a part of a bundle is known not to be given back.
func (f *facts) isLocked() bool {
	return slices.ContainsFunc(f.flights, func(o *trip.FlightOption) bool { return o.Refundable == trip.False }) ||
		slices.ContainsFunc(f.hotels, func(o *trip.HotelOption) bool { return o.Refundable == trip.False })
}

// orders are what bundles are sorted and chosen by: better ones come first.
var orders = map[string]func(a, b *facts) int{
	trip.ByCheapest:    byPrice,
	trip.SortPrice:     byPrice,
	trip.ByFastest:     byDuration,
	trip.SortDuration:  byDuration,
	trip.ByFewestStops: byStops,
	trip.SortStops:     byStops,
	trip.ByEarliest:    byDeparture,
	trip.SortDeparture: byDeparture,
	trip.ByLatest:      byLatest,
	trip.ByBestRated:   byRating,
	trip.SortRating:    byRating,

	trip.ByEarliestArrival:  byArrival,
	trip.SortArrival:        byArrival,
	trip.SortLayover:        byLayover,
	trip.SortLongestLayover: byLongestLayover,
}

func byPrice(a, b *facts) int {
	x, y := a.bundle.EstimatedTotal, b.bundle.EstimatedTotal
	switch {
	case x.IsSet() && !y.IsSet():
		return -1
	case y.IsSet() && !x.IsSet():
		return 1
	case x.Currency != y.Currency:
		return 0
	}
	return cmp.Compare(x.Minor, y.Minor)
}

func byDuration(a, b *facts) int { return cmp.Compare(a.minutes, b.minutes) }

func byStops(a, b *facts) int { return cmp.Compare(a.stops, b.stops) }

// byDeparture compares clock readings of the same place: they sort as texts.
func byDeparture(a, b *facts) int { return strings.Compare(a.departs, b.departs) }

func byLatest(a, b *facts) int { return byDeparture(b, a) }

// byArrival compares clock readings of the same place too.
func byArrival(a, b *facts) int {
	return cmp.Or(strings.Compare(a.arrives, b.arrives), byDuration(a, b))
}

func byLayover(a, b *facts) int { return cmp.Compare(a.waits, b.waits) }

// byLongestLayover puts options with an unknown layover last.
func byLongestLayover(a, b *facts) int {
	if x, y := a.waits >= offers.Worst, b.waits >= offers.Worst; x != y {
		return map[bool]int{true: 1, false: -1}[x]
	}
	return byLayover(b, a)
}

func byRating(a, b *facts) int { return cmp.Compare(b.stars, a.stars) }

// isWithin reports whether a bundle costs at most an amount, in all or each night of its hotels.
func (f *facts) isWithin(limit trip.Money, perNight bool) bool {
	isLess := func(m trip.Money) bool { return m.Currency == limit.Currency && m.Minor <= limit.Minor }
	if !perNight {
		return isLess(f.bundle.EstimatedTotal)
	}
	return len(f.hotels) > 0 &&
		!slices.ContainsFunc(f.hotels, func(o *trip.HotelOption) bool { return !isLess(o.NightlyPrice) })
}

// isAt reports whether the flight that is meant, the first or the last, leaves or lands at some time of its day.
// Rule: 6.1.sort-times
func (f *facts) isAt(a *trip.Act) bool {
	i := 0
	if a.What == trip.SortBack {
		i = max(len(f.flights)-1, 1)
	}
	if i >= len(f.flights) || len(f.flights[i].Segments) == 0 {
		return false
	}
	legs := f.flights[i].Segments
	at, to := legs[0].DepartAt, legs[len(legs)-1].ArriveAt
	if a.By != trip.SortArrival {
		return a.Times.Has(offers.ClockOf(at))
	}
	if len(to) > len(clockDay) && len(at) > len(clockDay) {
		day := at[:len(clockDay)]
		if i < len(f.landings) {
			day = max(day, f.landings[i])
		}
		if to[:len(clockDay)] > day {
			return a.Times.End == "" // landing on a later day fits only a window without an end
		}
	}
	return a.Times.Has(offers.ClockOf(to))
}

// clockDay has the length of the date in a local time.
const clockDay = "2026-04-12"

// ofLastFlight returns facts whose times are those of the last flight.
func ofLastFlight(list []facts) []facts {
	list = slices.Clone(list)
	for i := range list {
		f := &list[i]
		if n := len(f.flights); n > 0 && len(f.flights[n-1].Segments) > 0 {
			legs := f.flights[n-1].Segments
			f.departs, f.arrives = legs[0].DepartAt, legs[len(legs)-1].ArriveAt
		}
	}
	return list
}

// best returns those of a list that no other is better than.
func best(list []facts, order func(a, b *facts) int) []facts {
	var out []facts
	for i := range list {
		better := -1
		if len(out) > 0 {
			better = order(&list[i], &out[0])
		}
		switch {
		case better < 0:
			out = []facts{list[i]}
		case better == 0:
			out = append(out, list[i])
		}
	}
	return out
}

// sorted returns a list in an order; those that are alike stay in the ranker's.
func sorted(list []facts, order func(a, b *facts) int) []facts {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b facts) int { return order(&a, &b) })
	return out
}

// OptionAt describes the bundle at a place of the ranker's order, the first of the list that is shown.
func (s Teller) OptionAt(at int) trip.Params {
	f := s.factsOf(at)
	return s.option(&f, 1, nil)
}
