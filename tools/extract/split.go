package extract

import (
	"strconv"

	"github.com/legwork-go/legwork/tools/geo"
)

// splitsStay reads how the nights of an existing trip are divided between places: "4 nights in Rome and 3 in Florence".
// The flights stay as they are.
func (a *assembly) splitsStay() bool {
	r, k := a.r, a.r.known
	start := k.stay().CheckIn
	if start == 0 {
		start = k.leg().DepartDate
	}
	if !a.scope.flight || len(r.places) < 2 || start == 0 || k.leg().Destination.Code == "" {
		return false
	}
	var stays []Stay
	for i := range r.places {
		p := &r.places[i]
		nights, ok := r.nightsIn(p)
		if !ok {
			return false
		}
		r.settle(p, geo.Hints{Stay: true, OtherEnd: countryOf(nil, k.leg().Destination.Code)})
		a.assume(stayPlace, p)
		end := start.AddDays(int(nights))
		stays = append(stays, Stay{LocationCode: p.city.Location(), LocationHint: p.city.Name, CheckIn: start.String(), CheckOut: end.String()})
		a.extra = append(a.extra, placeAsked{p, "itinerary.lodging.stays[" + strconv.Itoa(i) + "].location_code"})
		start = end
	}
	a.countParts()
	a.nights = 0
	a.scope.drop(assumeNights)
	a.patch.Stays = stays
	a.patch.infer(fieldCheckIn)
	a.patch.infer(fieldCheckOut)
	return true
}

// nightsIn reads "4 nights in Rome", and "3 in Florence" behind it, before a place.
func (r *reading) nightsIn(p *placeMention) (nights int64, ok bool) {
	at := p.from - 1
	if !r.anyOf(at, "in", "at") {
		return 0, false
	}
	if at--; r.anyOf(at, "night", "nights", "day", "days") {
		at--
	} else if !r.hasIn(0, at, "night", "nights", "day", "days") {
		return 0, false // "2 in Rome" may be anything
	}
	n := r.count(at)
	return n, n > 0 && n <= mostNights
}
