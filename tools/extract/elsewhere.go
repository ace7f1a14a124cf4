package extract

import (
	"strconv"

	"github.com/legwork-go/legwork/tools/geo"
)

// sleepsElsewhere tells that some nights of a trip to one place are spent at another: "the first 2 nights in Naples",
// "Naples from the 6th to the 9th". Which of the others are left is not clear.
func (a *assembly) sleepsElsewhere() bool {
	r, k := a.r, a.r.known
	p := r.onlyPlace()
	isRange := len(r.dates) == 2 && r.dates[1].until
	isNights := len(r.dates) == 0 && len(r.counts) == 1 && r.counts[0].kind == nightCount && !r.counts[0].more &&
		!r.anyOf(r.counts[0].from-1, "last", "final") // stay.go reads it
	if p == nil || len(k.Itinerary.Segments) != 2 || !a.scope.flight || !a.scope.stay || k.stay().CheckIn == 0 ||
		p.role != noRole && p.role != insideRole || a.isOfTrip(p) || !p.sure || r.swaps(p) || r.namesLodging() ||
		!isRange && !isNights {
		return false
	}
	p.role = asideRole
	r.tell(0, len(r.toks))
	r.dates, r.counts = nil, nil
	return true
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
