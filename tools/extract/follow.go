package extract

import "github.com/legwork-go/legwork/trip"

// followPlaces gives the airport that settles where a leg ends ("Heraklion", of Crete) to the leg that begins there and
// to the stay there, which are of the same place.
func (a *assembly) followPlaces() {
	legs, stays := a.r.known.Itinerary.Segments, a.r.known.Itinerary.Lodging.Stays
	said := func(i int) *Place {
		if i == 0 && a.patch.Destination != nil {
			return a.patch.Destination
		}
		if i < len(a.patch.Segments) {
			return a.patch.Segments[i].Destination
		}
		return nil
	}
	isOpen := func(p trip.Place, city string) bool { return p.Code == "" && p.City != "" && p.City == city }
	if a.r.known.roundTrip() || len(a.patch.Segments) > len(legs) {
		return
	}
	for i := range legs {
		p, city := said(i), legs[i].Destination.City
		if p == nil || p.Code == "" || !isOpen(legs[i].Destination, city) {
			continue
		}
		if i+1 < len(legs) && isOpen(legs[i+1].Origin, city) {
			if s := a.segment(i + 1); s.Origin == nil {
				s.Origin = p
			}
		}
		for j := range stays {
			if stays[j].LocationCode != "" || stays[j].LocationHint != city {
				continue
			}
			if s := a.stayPatch(j); s.LocationCode == "" {
				s.LocationCode, s.LocationHint = p.Code, p.City
			}
		}
	}
}
