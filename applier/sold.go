package applier

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// sold is what a purchase bought.
type sold struct {
	total   trip.Money // absent when the prices are in several currencies or not all known
	flights []trip.FlightOption
	stays   []trip.BookedStay
}

// soldBy describes what holds are about, as it was shown when they were asked for.
func soldBy(in *trip.Intent, holdIDs []string) (s sold) {
	known := true
	for _, h := range in.WorkingMemory.Holds {
		if !slices.Contains(holdIDs, h.HoldID) {
			continue
		}
		price := h.Price()
		sum, ok := s.total.Add(price)
		s.total, known = sum, known && ok && price.IsSet()
		s.describe(&h, price)
	}
	if !known {
		s.total = trip.Money{}
	}
	return s
}

func (s *sold) describe(h *trip.Hold, price trip.Money) {
	switch {
	case len(h.Shown.Others) > 0:
		for _, o := range h.Shown.Flights() {
			flight := *o
			flight.GroupPrice = price
			s.flights = append(s.flights, flight)
		}
	case h.Shown.Flight != nil:
		flight := *h.Shown.Flight
		flight.TotalPrice = price
		s.flights = append(s.flights, flight)
	case h.Shown.Stay != nil:
		stay := *h.Shown.Stay
		stay.Option.TotalPrice = price
		s.stays = append(s.stays, stay)
	}
}
