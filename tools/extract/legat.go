package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// findLeg gives the one day of a message, or its time of day, to the leg of a trip of several that it names by a place:
// "leave Paris on the 7th", "arrive in Brussels on Friday", "stay in Paris until the 7th".
func (a *assembly) findLeg() {
	r, legs := a.r, a.r.known.Itinerary.Segments
	at := a.legAtPlace()
	if at < 0 {
		return
	}
	r.legSaid = at + 1
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
	if p == nil || r.known.Itinerary.TripType != trip.MultiCity || len(legs) < 2 || !a.scope.flight || r.shift != nil ||
		len(r.dates) > 1 || len(r.dates)+len(r.times) == 0 || r.namesLodging() || p.role == asideRole || len(r.counts) > 0 ||
		len(r.dates) == 1 && (r.dates[0].role == asideRole || r.dates[0].role == checkInRole) {
		return -1
	}
	if p.role == originRole || r.hasAny("until", "till", "til") {
		return slices.IndexFunc(legs, func(s trip.Segment) bool { return a.is(p, s.Origin) })
	}
	return a.goesThrough(p)
}

// nightsBehind reads the nights that stand behind a place: "Paris 2 nights", "Lisbon (3 nights)", "and Amsterdam 4".
func (r *reading) nightsBehind(p *placeMention) int64 {
	at := r.behind(p.to, "for", ":", "is", "to", "only", "just", "(")
	n := r.count(at)
	if n > 0 && n <= mostNights && (r.anyOf(at+1, "night", "nights", "days") || r.phraseEnds(at+1)) &&
		r.hasAny("night", "nights", "days") {
		r.note(at, at+1, byCount)
		return n
	}
	return 0
}
