package offers

import (
	"cmp"
	"iter"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// A trip whose days or routes are open is searched on some of them (behaviour 5.8).

// IsOpen reports whether a day or a place of a trip is to be chosen of those that were said.
func IsOpen(in *trip.Intent) bool {
	for i := range in.Itinerary.Segments {
		if IsSearchedLeg(in, i) && (in.Itinerary.Segments[i].IsOpen() || hasNights(in, i)) {
			return true
		}
	}
	return false
}

// HasDays reports whether there are days to choose from for leg i.
func HasDays(in *trip.Intent, i int) bool {
	s := &in.Itinerary.Segments[i]
	return IsSearchedLeg(in, i) && (s.DepartBetween.IsSet() || len(s.Alternatives.DepartDate) > 0 || hasNights(in, i))
}

// hasNights reports whether the nights of the trip tell when its last leg is.
func hasNights(in *trip.Intent, i int) bool {
	s := in.Itinerary.Segments
	return i == len(s)-1 && ComesBack(in) && s[i].DepartDate == 0 && in.Itinerary.Nights.IsSet()
}

// ComesBack reports whether the last leg of a trip ends where the first began.
func ComesBack(in *trip.Intent) bool {
	s := in.Itinerary.Segments
	return len(s) > 1 && s[len(s)-1].Destination.Code == s[0].Origin.Code
}

// Spread is what is looked at of an open trip.
type Spread struct {
	Plans        []trip.DayPlan // in the order of their days
	Days, OfDays int            // how many days of the first open leg, and of how many
	Dates        int            // how many choices of days for all legs
	Ways, OfWays int            // how many routes, and of how many
}

// DayPlans spreads the plans of an open trip over its days and routes, so that at most a number of different searches
// is needed. As many days as can be are taken of the first leg, evenly from the first to the last, each with another of
// the ways on from there; what is left of the searches goes to further ways on from these days. Each is looked at on
// every route.
//
// Rule: 5.8.spread
func DayPlans(in *trip.Intent, limit int64) (s Spread) {
	if !IsOpen(in) {
		return s
	}
	routes, byDay := routesOf(in), slices.Collect(datesOf(in, int(limit)))
	s.OfDays, s.OfWays = len(byDay), len(routes)
	for ways := len(routes); ways > 0; ways-- {
		for days := min(len(byDay), int(limit)); days > 0; days-- {
			c := collector{in: in, routes: routes[:ways], limit: int(limit)}
			heads := evenly(byDay, days)
			fits := true
			for i, h := range heads {
				fits = fits && c.add(h[i%len(h)])
			}
			if !fits {
				continue
			}
			for _, h := range heads {
				for _, dates := range h {
					c.add(dates)
				}
			}
			slices.SortStableFunc(c.plans, byDates)
			s.Plans, s.Days, s.Dates, s.Ways = c.plans, days, len(c.taken), ways
			return s
		}
	}
	return s
}

// OfDates counts how many ways there are to choose a day for every leg of an open trip; 0 means more than
// maxDatesCounted.
func OfDates(in *trip.Intent) int {
	n := 0
	countDates(in, SearchedLegs(in), 0, 0, &n)
	if n > maxDatesCounted {
		return 0
	}
	return n
}

const maxDatesCounted = 1000

// countDates counts the choices of days for the legs that come after a first day and the day of the leg ahead, until
// they are too many.
func countDates(in *trip.Intent, legs []int, first, ahead trip.Date, n *int) {
	if len(legs) == 0 {
		*n++
		return
	}
	for _, day := range daysOf(in, legs[0], first, ahead) {
		if *n > maxDatesCounted {
			return
		}
		countDates(in, legs[1:], cmp.Or(first, day), day, n)
	}
}

// HasDayPlans reports whether [DayPlans] finds any, by the first of them.
func HasDayPlans(in *trip.Intent, limit int64) bool {
	if !IsOpen(in) {
		return false
	}
	for ways := range datesOf(in, int(limit)) {
		routes := routesOf(in)
		first := collector{in: in, routes: routes[:min(1, len(routes))], limit: int(limit)}
		return first.add(ways[0]) && len(first.plans) > 0
	}
	return false
}

// collector collects plans as long as their searches are not too many.
type collector struct {
	in     *trip.Intent
	routes [][]trip.DayLeg // legs without days
	limit  int
	taken  [][]trip.Date
	legs   []trip.DayLeg
	plans  []trip.DayPlan
}

// add takes the days of all legs, on every route, and reports whether it did, now or before.
func (c *collector) add(dates []trip.Date) bool {
	if slices.ContainsFunc(c.taken, func(t []trip.Date) bool { return slices.Equal(t, dates) }) {
		return true
	}
	legs := slices.Clone(c.legs)
	plans := make([]trip.DayPlan, 0, len(c.routes))
	for _, route := range c.routes {
		plan := trip.DayPlan{Legs: slices.Clone(route)}
		for i := range plan.Legs {
			plan.Legs[i].Day = dates[i]
			if !slices.Contains(legs, plan.Legs[i]) {
				legs = append(legs, plan.Legs[i])
			}
		}
		plans = append(plans, plan)
	}
	if len(legs) > c.limit {
		return false
	}
	c.taken, c.legs, c.plans = append(c.taken, dates), legs, append(c.plans, plans...)
	return true
}

func byDates(a, b trip.DayPlan) int {
	return slices.CompareFunc(a.Legs, b.Legs, func(x, y trip.DayLeg) int { return int(x.Day) - int(y.Day) })
}

// evenly takes n elements of a list, from the first to the last.
func evenly[T any](list []T, n int) []T {
	if n >= len(list) {
		return list
	}
	if n == 1 {
		return list[len(list)/2 : len(list)/2+1]
	}
	out := make([]T, n)
	for i := range out {
		out[i] = list[i*(len(list)-1)/(n-1)]
	}
	return out
}

// datesOf yields the days of the legs that are searched: for each day of the first, the ways on from there. Of later
// legs that are open at most some days are taken.
func datesOf(in *trip.Intent, limit int) iter.Seq[[][]trip.Date] {
	return func(yield func([][]trip.Date) bool) {
		legs := SearchedLegs(in)
		for _, first := range daysOf(in, legs[0], 0, 0) {
			if ways := waysOn(in, legs[1:], first, limit); len(ways) > 0 && !yield(ways) {
				return
			}
		}
	}
}

// waysOn lists the days of legs that come after a first one, with the day of that before them.
func waysOn(in *trip.Intent, legs []int, first trip.Date, limit int) [][]trip.Date {
	ways := [][]trip.Date{{first}}
	for _, leg := range legs {
		var longer [][]trip.Date
		for _, way := range ways {
			for _, day := range evenly(daysOf(in, leg, first, way[len(way)-1]), limit) {
				longer = append(longer, append(slices.Clip(way), day))
			}
		}
		ways = evenly(longer, limit*limit)
	}
	return ways
}

// daysOf lists the days of leg i, in order, on which the person travels and that do not lie before that of the leg
// ahead.
func daysOf(in *trip.Intent, i int, first, ahead trip.Date) (days []trip.Date) {
	s := &in.Itinerary.Segments[i]
	between := s.DepartBetween
	switch {
	case s.DepartDate != 0:
		if s.DepartDate < ahead {
			return nil
		}
		return []trip.Date{s.DepartDate}
	case len(s.Alternatives.DepartDate) > 0:
		days = slices.Clone(s.Alternatives.DepartDate)
		slices.Sort(days)
		days = slices.Compact(days)
	case !between.IsSet() && hasNights(in, i):
		n := in.Itinerary.Nights
		between = trip.DayRange{From: first.AddDays(int(n.Min)), To: first.AddDays(int(n.Max))}
		fallthrough
	default:
		for day := between.From; between.IsSet() && day <= between.To; day = day.AddDays(1) {
			if between.Has(day) {
				days = append(days, day)
			}
		}
	}
	return slices.DeleteFunc(days, func(d trip.Date) bool { return d == 0 || d < ahead || in.Itinerary.Excludes(d) })
}

// SearchedLegs lists the legs that are searched.
func SearchedLegs(in *trip.Intent) (legs []int) {
	for i := range in.Itinerary.Segments {
		if IsSearchedLeg(in, i) {
			legs = append(legs, i)
		}
	}
	return legs
}

// routesOf lists the routes of the legs that are searched. A place that stands for another does so wherever that one
// stands: who flies to Faro instead of Lisbon comes back from there.
//
// Rule: 5.8.routes
func routesOf(in *trip.Intent) (routes [][]trip.DayLeg) {
	legs := SearchedLegs(in)
	var own []trip.DayLeg
	for _, i := range legs {
		s := &in.Itinerary.Segments[i]
		own = append(own, trip.DayLeg{Origin: s.Origin.Code, Destination: s.Destination.Code})
	}
	routes = [][]trip.DayLeg{own}
	for _, i := range legs {
		s := &in.Itinerary.Segments[i]
		routes = instead(routes, s.Origin.Code, s.Alternatives.Origin)
		routes = instead(routes, s.Destination.Code, s.Alternatives.Destination)
	}
	return slices.DeleteFunc(routes, func(route []trip.DayLeg) bool {
		return slices.ContainsFunc(route, func(l trip.DayLeg) bool { return l.Origin == l.Destination })
	})
}

// instead adds to routes those with other places for a code.
func instead(routes [][]trip.DayLeg, code string, others []trip.Place) [][]trip.DayLeg {
	for _, route := range routes[:len(routes):len(routes)] {
		for i := range others {
			other := slices.Clone(route)
			for k := range other {
				if l := &other[k]; l.Origin == code {
					l.Origin = others[i].Code
				}
				if l := &other[k]; l.Destination == code {
					l.Destination = others[i].Code
				}
			}
			if others[i].Code != "" && others[i].Code != code {
				routes = append(routes, other)
			}
		}
	}
	return routes
}

// OnDays returns an open trip on the days and the route of one of its plans: nothing of it is open any more.
func OnDays(in *trip.Intent, p *trip.DayPlan) trip.Intent {
	out := *in
	it := &out.Itinerary
	it.Segments = slices.Clone(it.Segments)
	it.Lodging.Stays = slices.Clone(it.Lodging.Stays)
	legs := SearchedLegs(in)
	for k, i := range legs[:min(len(legs), len(p.Legs))] {
		was, is := &in.Itinerary.Segments[i], p.Legs[k]
		it.Segments[i].DepartDate = is.Day
		replacePlace(it, was.Origin.Code, PlaceOf(in, is.Origin))
		replacePlace(it, was.Destination.Code, PlaceOf(in, is.Destination))
	}
	for i := range it.Segments {
		it.Segments[i].DepartBetween, it.Segments[i].Alternatives = trip.DayRange{}, trip.Alternatives{}
	}
	if ComesBack(in) {
		it.Nights = trip.Nights{}
	}
	return out
}

// replacePlace puts a place wherever another stands, in lists that are the caller's own.
func replacePlace(it *trip.Itinerary, code string, place trip.Place) {
	if code == place.Code {
		return
	}
	for i := range it.Segments {
		for _, p := range []*trip.Place{&it.Segments[i].Origin, &it.Segments[i].Destination} {
			if p.Code == code {
				*p = place
			}
		}
	}
	for j := range it.Lodging.Stays {
		if it.Lodging.Stays[j].LocationCode == code {
			it.Lodging.Stays[j].LocationCode = place.Code
		}
	}
}

// PlaceOf returns the place of an open trip that has a code.
func PlaceOf(in *trip.Intent, code string) trip.Place {
	for i := range in.Itinerary.Segments {
		s := &in.Itinerary.Segments[i]
		for _, list := range [][]trip.Place{{s.Origin, s.Destination}, s.Alternatives.Origin, s.Alternatives.Destination} {
			for _, p := range list {
				if p.Code == code {
					return p
				}
			}
		}
	}
	return trip.Place{Code: code}
}

// DaySearch returns the search arguments of leg i of an open trip, on one of its days and routes.
func DaySearch(in *trip.Intent, i int, leg trip.DayLeg) trip.FlightSearchArguments {
	on := *in
	on.Itinerary.Segments = slices.Clone(in.Itinerary.Segments)
	s := &on.Itinerary.Segments[i]
	s.Origin, s.Destination, s.DepartDate = PlaceOf(in, leg.Origin), PlaceOf(in, leg.Destination), leg.Day
	return FlightSearch(&on, i)
}

// VaryingPlaces are the codes of the places that a trip may go to, or from, instead of others.
func VaryingPlaces(in *trip.Intent) (codes []string) {
	for i := range in.Itinerary.Segments {
		l := &in.Itinerary.Segments[i]
		if others := l.Alternatives.Origin; len(others) > 0 {
			codes = append(codes, l.Origin.Code)
			for k := range others {
				codes = append(codes, others[k].Code)
			}
		}
		if others := l.Alternatives.Destination; len(others) > 0 {
			codes = append(codes, l.Destination.Code)
			for k := range others {
				codes = append(codes, others[k].Code)
			}
		}
	}
	return codes
}
