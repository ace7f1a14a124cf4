package extract

import "github.com/legwork-go/legwork/trip"

// keepsOnly reads "only Paris" of a trip through several places that goes home: the trip goes there and back in the
// days that it has.
func (a *assembly) keepsOnly() bool {
	r, legs := a.r, a.r.known.Itinerary.Segments
	p, n := r.onlyPlace(), len(legs)
	if p == nil || n < 3 || !a.scope.flight || r.wordCount() > 5 || len(r.dates)+len(r.counts)+len(r.topics) > 0 ||
		!r.anyOf(p.from-1, "only", "just") && !r.anyOf(p.to, "only") || r.unwanted(p.from) ||
		!r.dropEnds(p.to) && r.text(p.to) != "only" || !goesHome(legs) {
		return false
	}
	at := a.legOf(nil, p)
	if at < 0 || at == n-1 || legs[0].DepartDate == 0 || legs[n-1].DepartDate == 0 {
		return false
	}
	p.role = asideRole
	there := legs[at].Destination
	a.segment(0).Destination = placeKnown(there)
	home := a.segment(1)
	home.Origin, home.Destination = placeKnown(there), placeKnown(legs[n-1].Destination)
	home.DepartDate = legs[n-1].DepartDate.String()
	for k := n - 1; k > 1; k-- {
		a.clears = append(a.clears, legPath(k))
	}
	stays := r.known.Itinerary.Lodging.Stays
	kept := stayAt(stays, there)
	for j := len(stays) - 1; j >= 0 && kept >= 0; j-- {
		if j != kept {
			a.clears = append(a.clears, stayPath(j))
		}
	}
	if kept >= 0 {
		*a.stayPatch(0) = Stay{CheckIn: legs[0].DepartDate.String(), CheckOut: home.DepartDate}
	}
	a.patch.TripType = trip.RoundTrip
	return true
}
