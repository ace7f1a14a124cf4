package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// legMention is one leg of a chain of places.
type legMention struct {
	origin, destination *placeMention
	depart              *dateMention
}

// chain reads "from A to B on May 3, then on to C on May 8 and back to A on May 15": legs in
// order, each starting where the last one ended. It is nil unless the message tells of several legs that are
// more than there and back.
func (r *reading) chain(w flightWishes) []legMention {
	if !w.severalLegs && !r.hasAny("then", "afterwards") && !r.has("after", "that") {
		return nil
	}
	var legs []legMention
	var from *placeMention
	var early *dateMention
	for p, d := 0, 0; p < len(r.places) || d < len(r.dates); {
		if p == len(r.places) || d < len(r.dates) && r.dates[d].from < r.places[p].from {
			early = dateLeg(legs, &r.dates[d], early)
			d++
			continue
		}
		place := &r.places[p]
		p++
		switch place.role {
		case originRole:
			from = place
			continue
		case noRole:
			if from == nil {
				from = place
				continue
			}
		case insideRole, viaRole, destinationRole, homeRole, departRole, returnRole, checkInRole, checkOutRole:
		}
		if place.role == viaRole || place.role == insideRole && from == nil {
			continue
		}
		legs = append(legs, legMention{from, place, early})
		from, early = place, nil
	}
	if len(legs) < 2 || len(legs) == 2 && legs[0].origin != nil && legs[0].origin.city.Same(legs[1].destination.city) {
		return nil
	}
	return legs
}

// dateLeg gives a day to the last leg if that has none; else it belongs to the leg to come.
func dateLeg(legs []legMention, d, early *dateMention) *dateMention {
	if n := len(legs); n > 0 && legs[n-1].depart == nil {
		legs[n-1].depart = d
		return early
	}
	return d
}

// writeLegs writes a trip of several legs, with a stay at each place on the way when lodging is wanted.
func (a *assembly) writeLegs(legs []legMention) {
	t := &a.patch
	t.TripType = trip.MultiCity
	for _, l := range legs {
		s := Segment{Destination: placeOf(l.destination)}
		if l.origin != nil {
			s.Origin = placeOf(l.origin)
		}
		if l.depart != nil {
			s.DepartDate = l.depart.day.String()
		}
		t.Segments = append(t.Segments, s)
	}
	if !a.scope.stay {
		return
	}
	for i, s := range t.Segments {
		last := i == len(t.Segments)-1
		if last && t.Segments[0].Origin != nil && s.Destination.Code == t.Segments[0].Origin.Code {
			break
		}
		stay := Stay{LocationCode: s.Destination.Code, LocationHint: s.Destination.City, CheckIn: s.DepartDate}
		if !last {
			stay.CheckOut = t.Segments[i+1].DepartDate
		}
		t.Stays = append(t.Stays, stay)
	}
	t.infer(fieldHotelCity)
	t.infer(fieldCheckIn)
	t.infer(fieldCheckOut)
}

// namedLeg returns the index of the leg that the message names ("the second leg", "my last
// flight"); false when it names none or the trip has not so many.
func (r *reading) namedLeg() (int, bool) {
	n := len(r.known.Itinerary.Segments)
	for i := range r.toks {
		if !r.anyOf(i+1, "leg", "segment", "flight") {
			continue
		}
		at := int(r.toks[i].value) - 1
		if r.text(i) == "last" {
			at = n - 1
		} else if !r.toks[i].ordinal {
			continue
		}
		if at >= 0 && at < n && n > 1 {
			return at, true
		}
	}
	return 0, false
}

// writeNamedLeg moves what the message says to the leg that it names.
func (a *assembly) writeNamedLeg() {
	at, ok := a.r.namedLeg()
	t := &a.patch
	if !ok || a.r.known.Itinerary.TripType != trip.MultiCity || len(t.Segments) > 0 {
		return
	}
	s := Segment{Origin: t.Origin, Destination: t.Destination}
	if t.Dates != nil {
		s.DepartDate = t.Dates.DepartureDate
		if s.DepartDate == "" {
			s.DepartDate = t.Dates.ReturnDate
		}
	}
	if s == (Segment{}) {
		return
	}
	t.Origin, t.Destination, t.Dates = nil, nil, nil
	t.Segments = append(slices.Repeat([]Segment{{}}, at), s)
}
