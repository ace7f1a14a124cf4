package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// stop is a place of a trip of several, with how long the person is there.
type stop struct {
	place  trip.Place
	nights int
	open   bool // how long is not known
}

// swapsPlaces reads that places of the trip change their order: "swap Rome and Florence", "Florence first, then Rome",
// "the other way round". Each keeps its nights. Of a trip with one goal, it is start and goal that are swapped.
func (a *assembly) swapsPlaces() bool {
	legs := a.r.known.Itinerary.Segments
	if !a.scope.flight || len(legs) == 0 || legs[0].Origin.Code == "" || legs[0].Destination.Code == "" ||
		len(a.r.dates) > 0 {
		return false
	}
	if len(legs) < 3 && a.r.known.Itinerary.TripType != trip.MultiCity {
		return a.swapsEnds(legs)
	}
	stops := stopsOf(legs, a.r.known.Itinerary.Lodging.Stays)
	order := a.reordered(stops)
	if order == nil || len(stops) < 2 {
		return false
	}
	a.writeStops(stops, order)
	return true
}

// swapsEnds exchanges origin and destination of a trip to one place: "swap Berlin and Rome".
func (a *assembly) swapsEnds(legs []trip.Segment) bool {
	r := a.r
	both := len(r.places) == 2 && a.is(&r.places[0], legs[0].Origin) != a.is(&r.places[1], legs[0].Origin) &&
		a.is(&r.places[0], legs[0].Destination) != a.is(&r.places[1], legs[0].Destination)
	if !r.saysSwap() || len(r.places) > 0 && !both || len(r.places) == 0 && !r.hasAny("cities", "places", "way") {
		return false
	}
	a.patch.Origin, a.patch.Destination = placeKnown(legs[0].Destination), placeKnown(legs[0].Origin)
	return true
}

func (r *reading) saysSwap() bool {
	return r.hasAny("swap", "switch", "exchange", "reverse", "flip", "swapped", "reversed") || r.has("other", "way") ||
		r.has("opposite", "order")
}

// stopsOf lists where a trip stops before it ends, with the nights there: up to the next leg, at the last of them as
// long as the stay is.
func stopsOf(legs []trip.Segment, stays []trip.Stay) []stop {
	var all []stop
	isHome := goesHome(legs)
	for i, s := range legs {
		last := i == len(legs)-1
		if last && isHome {
			break
		}
		st := stop{place: s.Destination}
		if s.DepartDate == 0 || !last && legs[i+1].DepartDate == 0 {
			st.open = true
		} else if !last {
			st.nights = s.DepartDate.DaysUntil(legs[i+1].DepartDate)
		} else if j := stayAt(stays, s.Destination); j >= 0 && stays[j].CheckOut > s.DepartDate {
			st.nights = s.DepartDate.DaysUntil(stays[j].CheckOut)
		}
		all = append(all, st)
	}
	return all
}

// stayAt returns the stay at a place, -1 when there is none.
func stayAt(stays []trip.Stay, p trip.Place) int {
	return slices.IndexFunc(stays, func(s trip.Stay) bool { return isStayAt(s, p) })
}

func isStayAt(s trip.Stay, p trip.Place) bool {
	return s.LocationCode != "" && s.LocationCode == p.Code || s.LocationHint != "" && s.LocationHint == p.City
}

// reordered returns the new order of the stops by their numbers, nil when the message does not change it.
func (a *assembly) reordered(stops []stop) []int {
	r := a.r
	order := make([]int, len(stops))
	for i := range order {
		order[i] = i
	}
	var named []int
	for k := range r.places {
		at := a.legOf(nil, &r.places[k])
		if at < 0 || at >= len(stops) || r.unwanted(r.places[k].from) {
			return nil
		}
		named = append(named, at)
	}
	swap := func(i, j int) { order[i], order[j] = order[j], order[i] }
	switch {
	case len(named) == 0 && r.saysSwap() && r.hasAny("order", "way", "cities", "route", "stops", "places"):
		slices.Reverse(order)
	case len(named) == 2 && named[0] != named[1] && r.saysSwap():
		swap(named[0], named[1])
	case len(named) == 2 && named[0] != named[1] && r.comesBefore() != 0:
		if (named[0] < named[1]) != (r.comesBefore() > 0) {
			swap(named[0], named[1])
		}
	case len(named) == 1 && r.isFirst(&r.places[0]):
		order = slices.Insert(slices.Delete(order, named[0], named[0]+1), 0, named[0])
	default:
		return nil
	}
	return order
}

// comesBefore tells the order in which two places are named: 1 where the first is to come first, -1 where the second
// is, 0 where the message says nothing of it.
func (r *reading) comesBefore() int {
	first, second := &r.places[0], &r.places[1]
	switch between := func(words ...string) bool { return r.hasIn(first.to, second.from, words...) }; {
	case between("after", "follows"):
		return -1
	case between("before", "then"), r.isFirst(first):
		return 1
	case r.isFirst(second), r.text(first.from-1) == "after", r.text(second.to) == "before":
		return -1
	}
	return 0
}

// isFirst reads "Florence first", "first Florence", "start with Florence".
func (r *reading) isFirst(p *placeMention) bool {
	at := r.before(p.from-1, "to", "visit", "in", "go", "do", "see")
	return r.text(p.to) == "first" && !r.anyOf(p.to+1, "class") || r.text(at) == "first" ||
		r.anyOf(at, "with", "in") && r.anyOf(at-1, "start", "begin", "starting", "beginning")
}

// writeStops writes the legs and the stays of a trip whose stops come in another order. Where not all days are known,
// what is known of them stays as it is.
func (a *assembly) writeStops(stops []stop, order []int) {
	legs, stays := a.r.known.Itinerary.Segments, a.r.known.Itinerary.Lodging.Stays
	day, before := legs[0].DepartDate, legs[0].Origin
	isOpen := slices.ContainsFunc(stops, func(s stop) bool { return s.open })
	if isOpen {
		day = 0
	}
	moved := make([]Stay, 0, len(stays))
	for i, at := range order {
		s := &stops[at]
		*a.segment(i) = legKnown(trip.Segment{Origin: before, Destination: s.place, DepartDate: day}, 0)
		switch j := stayAt(stays, s.place); {
		case j < 0:
		case isOpen:
			moved = append(moved, stayIn(s.place, 0, 0))
		case stays[j].CheckIn != 0 && stays[j].CheckOut != 0:
			moved = append(moved, stayKnown(stays[j], legs[at].DepartDate.DaysUntil(day)))
		}
		day, before = day.AddDays(s.nights), s.place
	}
	if len(legs) > len(stops) {
		a.segment(len(legs) - 1).Origin = placeKnown(before)
	}
	if len(moved) == len(stays) {
		a.patch.Stays = moved
	}
}
