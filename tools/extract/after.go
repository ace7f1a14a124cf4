package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// with returns what is known once the engine has merged a patch (BEHAVIOUR 5), as far as the rules
// read it. Nothing of k is modified.
func (k *known) with(p *TripPatch, assumptions *[]string) *known {
	out := *k
	if assumptions != nil {
		out.Status.Assumptions = *assumptions
	}
	if n := p.Travelers; n != nil {
		t := &out.Party.Travelers
		t.Adults, t.Children, t.Infants = orKnown(n.Adults, t.Adults), orKnown(n.Children, t.Children), orKnown(n.Infants, t.Infants)
	}
	if p.Cabin != "" {
		out.Preferences.Flight.Cabin = p.Cabin
	}
	if c := p.Constraints; c != nil && c.PreferredAirlines != nil {
		out.Preferences.Flight.PreferredAirlines = c.PreferredAirlines
	}
	if p.TripType != "" {
		out.Itinerary.TripType = p.TripType
	}
	out.mergeLegs(p)
	out.mergeLodging(p)
	return &out
}

func orKnown(said *int64, known int64) int64 {
	if said != nil {
		return *said
	}
	return known
}

// mergeLegs writes the legs; the return of a round trip mirrors the first.
func (k *known) mergeLegs(p *TripPatch) {
	legs := slices.Clone(k.Itinerary.Segments)
	if p.Origin != nil || p.Destination != nil || p.Dates != nil && p.Dates.DepartureDate != "" {
		legs = atLeast(legs, 1)
		legs[0].lay(&Segment{Origin: p.Origin, Destination: p.Destination})
		if p.Dates != nil {
			legs[0].DepartDate = laidDate(legs[0].DepartDate, p.Dates.DepartureDate)
		}
	}
	legs = atLeast(legs, len(p.Segments))
	for i := range p.Segments {
		legs[i].lay(&p.Segments[i])
	}
	switch k.Itinerary.TripType {
	case trip.RoundTrip:
		legs = withReturn(legs, p.Dates.returns())
	case trip.OneWay, trip.StayOnly:
		if len(legs) == 2 {
			legs = legs[:1]
		}
	case trip.MultiCity, "":
	}
	k.Itinerary.Segments = legs
}

func atLeast(legs []knownLeg, n int) []knownLeg {
	for len(legs) < n {
		legs = append(legs, knownLeg{SegmentID: "seg"})
	}
	return legs
}

func (l *knownLeg) lay(s *Segment) {
	for _, f := range [...]struct {
		to   *knownPlace
		said *Place
	}{{&l.Origin, s.Origin}, {&l.Destination, s.Destination}} {
		if f.said != nil {
			*f.to = knownPlace{Code: f.said.Code, City: f.said.City}
		}
	}
	l.DepartDate = laidDate(l.DepartDate, s.DepartDate)
}

func withReturn(legs []knownLeg, date string) []knownLeg {
	if date != "" && len(legs) < 2 {
		legs = atLeast(legs, 2)
	}
	if len(legs) == 2 {
		legs[1].Origin, legs[1].Destination = legs[0].Destination, legs[0].Origin
		legs[1].DepartDate = laidDate(legs[1].DepartDate, date)
	}
	return legs
}

// mergeLodging writes lodging and stays; without stays the travel dates give the dates that were
// not said.
func (k *known) mergeLodging(p *TripPatch) {
	l := &k.Itinerary.Lodging
	if n := p.Lodging; n != nil {
		lay(&l.Needed, n.Needed)
		lay(&l.Rooms, n.Rooms)
		lay(&k.Preferences.Hotel.StarMin, n.HotelStarMin)
		if n.LocationHint != "" {
			l.LocationHint = n.LocationHint
		}
		l.CheckIn, l.CheckOut = laidDate(l.CheckIn, n.CheckIn), laidDate(l.CheckOut, n.CheckOut)
	}
	l.Stays = slices.Clone(l.Stays)
	for j := range p.Stays {
		if j == len(l.Stays) {
			l.Stays = append(l.Stays, knownStay{})
		}
		l.Stays[j].lay(&p.Stays[j])
	}
	if len(l.Stays) > 0 || !k.needsLodging() {
		return
	}
	if l.CheckIn == 0 {
		l.CheckIn = k.leg().DepartDate
	}
	if l.CheckOut == 0 {
		l.CheckOut = day(k.returnDate())
	}
}

func (s *knownStay) lay(p *Stay) {
	if p.LocationCode != "" {
		s.LocationCode = p.LocationCode
	}
	if p.LocationHint != "" {
		s.LocationHint = p.LocationHint
	}
	s.CheckIn, s.CheckOut = laidDate(s.CheckIn, p.CheckIn), laidDate(s.CheckOut, p.CheckOut)
	lay(&s.Rooms, p.Rooms)
}
