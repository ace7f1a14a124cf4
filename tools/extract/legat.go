package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// findLeg gives the one day of a message, or its time of day, to the leg of a trip of several that it names by a place:
// "leave Paris on the 7th", "arrive in Brussels on Friday", "stay in Paris until the 7th". Of a trip there and back it
// is the way home: "leave Vienna after 4 pm".
func (a *assembly) findLeg() {
	r, legs := a.r, a.r.known.Itinerary.Segments
	at := a.legAtPlace()
	if at < 0 {
		return
	}
	r.legSaid = at + 1
	switch p := &r.places[0]; {
	case p.airport == "":
	case a.spans(at, p, nil) && p.airport != legs[at].Origin.Code: // "leave from Gatwick after 6 pm"
		a.segment(at).Origin = placeOf(p)
	case a.spans(at, nil, p) && p.airport != legs[at].Destination.Code:
		a.segment(at).Destination = placeOf(p)
	}
	r.places[0].role = asideRole
	if len(r.dates) == 0 {
		return
	}
	d := &r.dates[0]
	day := a.dayOfLeg(d, at)
	if old := legs[at].DepartDate; d.isBareWeekday() && old != 0 {
		day = nearest(d.day, old, r.today)
	} else if in := (dateMention{day: d.day, dayOnly: d.dayOnly, noYear: d.noYear}); old != 0 {
		a.inMonthOf(&in, old)
		day = in.day
	}
	d.role = asideRole
	a.segment(at).DepartDate = day.String()
}

// legAtPlace returns that leg, -1 when the message names none.
func (a *assembly) legAtPlace() int {
	r, legs := a.r, a.r.known.Itinerary.Segments
	p := r.onlyPlace()
	isWayHome := r.known.roundTrip() && p != nil && p.role == originRole && a.legOf(p, nil) == 1
	isNamed := isWayHome || r.known.Itinerary.TripType == trip.MultiCity
	if p == nil || !isNamed || len(legs) < 2 || !a.scope.flight || r.shift != nil ||
		len(r.dates) > 1 || len(r.dates)+len(r.times) == 0 || r.namesLodging() || p.role == asideRole ||
		len(r.counts) > 0 || len(r.dates) == 1 && (r.dates[0].role == asideRole || r.dates[0].role == checkInRole) {
		return -1
	}
	if p.role == originRole || r.hasAny("until", "till", "til") {
		return a.legOf(p, nil)
	}
	return a.legOf(nil, p)
}

// nightsOfStops reads how long the person is at several stops of a known trip: "Paris 2 nights and Amsterdam 4". What
// comes behind a stop moves along.
func (a *assembly) nightsOfStops() bool {
	r, legs, stays := a.r, a.r.known.Itinerary.Segments, a.r.known.Itinerary.Lodging.Stays
	if r.known.Itinerary.TripType != trip.MultiCity || !a.scope.flight || len(r.places) < 2 || len(r.dates) > 0 {
		return false
	}
	stops := stopsOf(legs, stays)
	was := slices.Clone(stops)
	for i := range r.places {
		p := &r.places[i]
		at := a.legOf(nil, p)
		n, isBefore := r.nightsIn(p)
		if !isBefore {
			n = r.nightsBehind(p)
		}
		if at < 0 || at >= len(stops) || n == 0 || p.role == asideRole {
			return false
		}
		stops[at].nights, stops[at].open = int(n), false
		(&share{p, n}).note(r)
	}
	if legs[0].DepartDate == 0 || slices.ContainsFunc(stops, func(s stop) bool { return s.open }) {
		return false
	}
	day := legs[0].DepartDate
	for i, s := range stops {
		a.segment(i).DepartDate = day.String()
		if j := stayAt(stays, s.place); j >= 0 && stays[j].CheckIn == legs[i].DepartDate &&
			stays[j].CheckIn.AddDays(was[i].nights) == stays[j].CheckOut {
			*a.stayPatch(j) = Stay{CheckIn: day.String(), CheckOut: day.AddDays(s.nights).String()}
		}
		day = day.AddDays(s.nights)
	}
	if n := len(legs); n > len(stops) {
		a.segment(n - 1).DepartDate = day.String()
	}
	a.countParts()
	a.nights = 0
	return true
}

// nightsBehind reads the nights that stand behind a place: "Paris 2 nights", "Lisbon (3 nights)", "and Amsterdam 4".
func (r *reading) nightsBehind(p *placeMention) int64 {
	at := r.behind(p.to, "for", ":", "is", "to", "only", "just", "(")
	n := r.count(at)
	if n > 0 && n <= maxNights && (r.anyOf(at+1, "night", "nights", "days") || r.phraseEnds(at+1)) &&
		r.hasAny("night", "nights", "days") {
		r.note(at, at+1, byCount)
		return n
	}
	return 0
}
