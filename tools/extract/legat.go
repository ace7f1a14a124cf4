package extract

import "github.com/legwork-go/legwork/trip"

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
