package extract

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/trip"
)

// leavesOut reads that a place of a trip of several is left out: "skip Seoul", "no hotel in Warsaw".
func (a *assembly) leavesOut() bool { return a.dropsStay() || a.dropsStop() }

// staysRefused returns the stay that the message does not want, of several; -1 when it refuses none or all.
func (r *reading) staysRefused() int {
	stays := r.known.Itinerary.Lodging.Stays
	if len(stays) < 2 || len(r.places) != 1 {
		return -1
	}
	p := &r.places[0]
	return slices.IndexFunc(stays, func(s trip.Stay) bool {
		return s.LocationCode != "" && s.LocationCode == p.city.Location() ||
			s.LocationHint != "" && s.LocationHint == p.city.Name
	})
}

// dropsStay takes one place to sleep out of several: "no hotel in Warsaw".
func (a *assembly) dropsStay() bool {
	j := a.r.staysRefused()
	if j < 0 || !a.r.refusesStay() {
		return false
	}
	a.clears = append(a.clears, "itinerary.lodging.stays["+strconv.Itoa(j)+"]")
	return true
}

// dropsStop takes a place out of a journey of several legs: the leg that went there goes on to where the next one went.
func (a *assembly) dropsStop() bool {
	r, legs := a.r, a.r.known.Itinerary.Segments
	at, stop := a.stopLeft()
	if at < 0 {
		return false
	}
	a.clears = append(a.clears, "itinerary.segments["+strconv.Itoa(at+1)+"]")
	for j, s := range slices.Backward(r.known.Itinerary.Lodging.Stays) {
		if s.LocationCode == legs[at].Destination.Code || s.LocationHint == stop.city.Name {
			a.clears = append(a.clears, "itinerary.lodging.stays["+strconv.Itoa(j)+"]")
		}
	}
	a.segment(at).Destination = placeKnown(legs[at+1].Destination)
	if len(r.dates) == 1 && r.dates[0].role != viaRole {
		a.segment(at).DepartDate = a.dayOfLeg(&r.dates[0], at).String()
	}
	if len(legs) == 3 && legs[0].Origin.Code == legs[2].Destination.Code {
		a.patch.TripType = trip.RoundTrip
	}
	return true
}

// stopLeft returns the leg that ends at the stop which the message leaves out, -1 when it leaves none out.
func (a *assembly) stopLeft() (at int, stop *placeMention) {
	r, legs := a.r, a.r.known.Itinerary.Segments
	if len(legs) < 3 || r.hasAny("hotel", "hotels", "room", "rooms") {
		return -1, nil
	}
	for k := range r.places {
		p := &r.places[k]
		before := p.from - 1
		for r.anyOf(before, "the", "to", "going", "stop", "in", "out") {
			before--
		}
		if !r.anyOf(before, "skip", "drop", "cancel", "remove", "without", "leave", "omit") {
			continue
		}
		for i := range legs[:len(legs)-1] {
			if a.is(p, legs[i].Destination) && a.is(p, legs[i+1].Origin) {
				return i, p
			}
		}
	}
	return -1, nil
}

// dayOfLeg reads a day that may have been said without its month: the one of the leg as it is, else behind the leg
// before.
func (a *assembly) dayOfLeg(d *dateMention, at int) trip.Date {
	legs := a.r.known.Itinerary.Segments
	if d.dayOnly && d.noYear && legs[at].DepartDate != 0 && legs[at].DepartDate.Day() == d.day.Day() {
		return legs[at].DepartDate
	}
	if at == 0 {
		return d.day
	}
	return relativeTo(d, legs[at-1].DepartDate)
}
