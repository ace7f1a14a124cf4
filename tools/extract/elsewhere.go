package extract

import "github.com/legwork-go/legwork/trip"

// sleepsElsewhere reads that some nights of a trip to one place are spent at another: "the first 2 nights in Naples",
// "Naples from the 6th to the 9th". The flights stay. Which of the nights "2 nights in Naples" are is not said: that is
// told as not used.
func (a *assembly) sleepsElsewhere() bool {
	r, k := a.r, a.r.known
	p, stay := r.onlyPlace(), k.stay()
	if p == nil || len(k.Itinerary.Segments) != 2 || !a.scope.flight || !a.scope.stay ||
		len(k.Itinerary.Lodging.Stays) > 0 ||
		stay.CheckIn == 0 || stay.CheckOut <= stay.CheckIn || p.role != noRole && p.role != insideRole ||
		a.isOfTrip(p) || !p.sure || r.swaps(p) || r.namesLodging() || r.aside(p.from) {
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
	if goal := k.leg().Destination; from == stay.CheckIn {
		a.patch.Stays = []Stay{a.sleepsIn(p, 0, from, to), stayIn(goal, to, stay.CheckOut)}
	} else {
		a.patch.Stays = []Stay{stayIn(goal, stay.CheckIn, from), a.sleepsIn(p, 1, from, to)}
	}
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
	var out trip.Date
	switch {
	case a.nights > 0:
		out = in.AddDays(int(a.nights))
	case len(r.dates) == 1:
		out = relativeTo(&r.dates[0], in)
	}
	*a.stayPatch(len(stays)) = a.sleepsIn(p, len(stays), in, out)
	p.role = asideRole
	return true
}
