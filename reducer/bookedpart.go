package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// bookedParts describes those parts of the bookings that are named, each with what it cost.
// Rule: 6.5.part
func (s *step) bookedParts(named []string) (out []trip.Booking) {
	bookings := s.Next.WorkingMemory.Bookings
	for i := range bookings {
		if part := s.bookedPart(&bookings[i], named); len(part.Flights)+len(part.Stays) > 0 {
			out = append(out, part)
		}
	}
	return out
}

// bookedPart is a booking without what is not named. Flights that were sold together are one part.
func (s *step) bookedPart(b *trip.Booking, named []string) trip.Booking {
	part := *b
	part.Legs, part.Flights, part.Stays, part.Charged = nil, nil, nil, trip.Money{}
	var prices []trip.Money
	for i := range b.Flights {
		o := &b.Flights[i]
		if !s.isBookedPart(b, named, i) {
			continue
		}
		part.Flights = append(part.Flights, *o)
		if leg := offers.BookedLeg(b, i); leg >= 0 {
			part.Legs = append(part.Legs, b.Legs[leg])
		}
		if o.Group == "" {
			prices = append(prices, o.TotalPrice)
		} else if !slices.ContainsFunc(part.Flights[:len(part.Flights)-1],
			func(f trip.FlightOption) bool { return f.Group == o.Group }) {
			prices = append(prices, o.GroupPrice)
		}
	}
	for i := range b.Stays {
		if offers.IsNamed(s.Next, named, trip.ItemHotel, b.Stays[i].Option.OptionID, int64(i)) {
			part.Stays, prices = append(part.Stays, b.Stays[i]), append(prices, b.Stays[i].Option.TotalPrice)
		}
	}
	part.Total = trip.Money{}
	for _, price := range prices {
		sum, ok := part.Total.Add(price)
		if !ok || !price.IsSet() {
			part.Total = trip.Money{}
			break
		}
		part.Total = sum
	}
	return part
}

// isBookedPart reports whether a flight of a booking is named, or one that was sold together with it.
func (s *step) isBookedPart(b *trip.Booking, named []string, flight int) bool {
	for k := range b.Flights {
		if (k == flight || b.Flights[k].Group != "" && b.Flights[k].Group == b.Flights[flight].Group) &&
			s.isNamedOf(b, named, k) {
			return true
		}
	}
	return false
}

// isNamedOf is isNamed of a flight of a booking, whose journey may be another than the plan is now.
func (s *step) isNamedOf(b *trip.Booking, named []string, flight int) bool {
	leg := offers.BookedLeg(b, flight)
	return slices.ContainsFunc(named, func(part string) bool {
		switch part {
		case trip.PartOut:
			return leg == 0
		case trip.PartBack:
			return leg > 0 && leg == len(b.Legs)-1
		}
		return offers.IsNamed(s.Next, []string{part}, trip.ItemFlight, b.Flights[flight].OptionID, int64(leg))
	})
}

// isBookedAlready reports whether all that the plan asks for was bought: a plan that lost a part asks for nothing new.
// Rule: 6.5.booked-already
func (s *step) isBookedAlready() bool {
	b := s.booking().Confirmed()
	if b == nil || b.Travelers != s.Next.Party.Travelers {
		return false
	}
	n := 0
	for i := range s.Next.Itinerary.Segments {
		if !offers.IsSearchedLeg(s.Next, i) {
			continue
		}
		n++
		leg := &s.Next.Itinerary.Segments[i]
		isBought := func(o trip.Segment) bool {
			return o.Origin.Code == leg.Origin.Code && o.Destination.Code == leg.Destination.Code &&
				o.DepartDate == leg.DepartDate
		}
		if at := slices.IndexFunc(b.Legs, isBought); at < 0 || len(b.Flights) < len(b.Legs) {
			return false
		}
	}
	for j := range offers.StayCount(s.Next) {
		n++
		stay := offers.StayAt(s.Next, j)
		isBought := func(o trip.BookedStay) bool { return o.CheckIn == stay.CheckIn && o.CheckOut == stay.CheckOut }
		if !slices.ContainsFunc(b.Stays, isBought) {
			return false
		}
	}
	return n > 0
}
