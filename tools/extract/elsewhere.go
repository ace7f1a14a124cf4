package extract

import (
	"strconv"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// sleepsElsewhere reads that some nights of a trip to one place are spent at another: "the first 2 nights in Naples",
// "Naples from the 6th to the 9th". The flights stay. Which of the nights "2 nights in Naples" are is not said: that is
// told as not used.
func (a *assembly) sleepsElsewhere() bool {
	r, k := a.r, a.r.known
	p, stay := r.onlyPlace(), k.stay()
	if p == nil || len(k.Itinerary.Segments) != 2 || !a.scope.flight || !a.scope.stay ||
		len(k.Itinerary.Lodging.Stays) > 0 ||
		stay.CheckIn == 0 || stay.CheckOut <= stay.CheckIn || p.role != noRole && p.role != insideRole || a.isOfTrip(p) ||
		!p.sure || r.swaps(p) || r.namesLodging() || r.aside(p.from) {
		return false
	}
	from, to := a.nightsElsewhere(stay)
	if from == 0 && to == 0 {
		return false
	}
	p.role = asideRole
	if from < stay.CheckIn || to > stay.CheckOut || to <= from || from != stay.CheckIn && to != stay.CheckOut ||
		from == stay.CheckIn && to == stay.CheckOut {
		r.tell(0, len(r.toks))
		r.dates, r.counts = nil, nil
		return true
	}
	goal := k.leg().Destination
	r.settle(p, geo.Hints{Stay: true, OtherEnd: countryOf(nil, goal.Code)})
	a.assume(stayPlace, p)
	there := Stay{
		LocationCode: p.city.Location(), LocationHint: p.city.Name, CheckIn: from.String(), CheckOut: to.String(),
	}
	home := Stay{LocationCode: goal.Code, LocationHint: goal.City, CheckIn: to.String(), CheckOut: stay.CheckOut.String()}
	at := 0
	a.patch.Stays = []Stay{there, home}
	if from != stay.CheckIn {
		home.CheckIn, home.CheckOut, at = stay.CheckIn.String(), from.String(), 1
		a.patch.Stays = []Stay{home, there}
	}
	a.extra = append(a.extra, placeAsked{p, "itinerary.lodging.stays[" + strconv.Itoa(at) + "].location_code"})
	r.dates, r.counts = nil, nil
	return true
}

// nightsElsewhere returns from when to when a place is slept at; both 0 where the message does not say, and the same
// day where it does not say which nights.
func (a *assembly) nightsElsewhere(stay trip.Stay) (from, to trip.Date) {
	r := a.r
	switch {
	case len(r.dates) == 2 && len(r.counts) == 0 && r.dates[1].until:
		from, to = r.dates[0].day, r.dates[1].day
		if r.dates[0].dayOnly {
			from = nextDay(stay.CheckIn, from.Day())
		}
		if r.dates[1].dayOnly {
			to = nextDay(from.AddDays(1), to.Day())
		}
		return from, to
	case len(r.dates) > 0 || len(r.counts) != 1 || r.counts[0].kind != nightCount || r.counts[0].more:
		return 0, 0
	}
	c := &r.counts[0]
	switch n := int(c.n); {
	case r.anyOf(c.from-1, "last", "final"):
		return 0, 0 // stay.go reads it
	case r.anyOf(c.from-1, "first"):
		return stay.CheckIn, stay.CheckIn.AddDays(n)
	}
	return stay.CheckIn, stay.CheckIn
}

// addsStay reads "then Naples for 2 nights" of a trip without flights: another stay behind the last one.
func (a *assembly) addsStay() bool {
	r, stays := a.r, a.r.known.Itinerary.Lodging.Stays
	p := r.onlyPlace()
	if p == nil || !r.known.stayOnly() || len(stays) == 0 || !r.addsPlace() || a.isOfTrip(p) || p.role == asideRole ||
		!p.sure || r.swaps(p) || r.corrects() || stays[len(stays)-1].CheckOut == 0 || len(r.dates) > 1 {
		return false
	}
	a.countParts()
	in := stays[len(stays)-1].CheckOut
	if len(r.dates) == 1 && relativeTo(&r.dates[0], stays[0].CheckIn) < in {
		return false
	}
	r.settle(p, geo.Hints{Stay: true})
	a.assume(stayPlace, p)
	s := Stay{LocationCode: p.city.Location(), LocationHint: p.city.Name, CheckIn: in.String()}
	switch {
	case a.nights > 0:
		s.CheckOut = in.AddDays(int(a.nights)).String()
	case len(r.dates) == 1:
		s.CheckOut = relativeTo(&r.dates[0], in).String()
	}
	*a.stayPatch(len(stays)) = s
	a.extra = append(a.extra, placeAsked{p, "itinerary.lodging.stays[" + strconv.Itoa(len(stays)) + "].location_code"})
	p.role = asideRole
	return true
}
