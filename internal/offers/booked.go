package offers

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// BookedLeg returns the leg of a booking that a flight of it is for, by its place among all legs of the journey as it
// was called; -1 when it is not known.
func BookedLeg(b *trip.Booking, flight int) int {
	legs := b.Flights[flight].Segments
	switch {
	case len(legs) == 0 && len(b.Flights) == len(b.Legs):
		return flight
	case len(legs) == 0:
		return -1
	}
	return slices.IndexFunc(b.Legs, func(l trip.Segment) bool {
		return SamePlace(l.Origin.Code, legs[0].From) && DateOf(legs[0].DepartAt) == l.DepartDate.String()
	})
}

// BookedLegs returns the legs for which a flight was bought: not each of a journey need be. It returns all where of
// some flight it is not known for which leg it is.
func BookedLegs(b *trip.Booking) []trip.Segment {
	var legs []trip.Segment
	for i := range b.Flights {
		leg := BookedLeg(b, i)
		if leg < 0 {
			return b.Legs
		}
		legs = append(legs, b.Legs[leg])
	}
	return legs
}
