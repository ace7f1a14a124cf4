package applier

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// sold is what a purchase bought.
type sold struct {
	total   trip.Money // absent when the prices are in several currencies or not all known
	flights []trip.FlightOption
	stays   []trip.BookedStay
}

// soldBy describes what holds are about, as it is on offer now.
func soldBy(in *trip.Intent, holdIDs []string) (s sold) {
	known := true
	for _, h := range in.WorkingMemory.Holds {
		if !slices.Contains(holdIDs, h.HoldID) {
			continue
		}
		price := offers.HoldPrice(in, h)
		sum, ok := s.total.Add(price)
		s.total, known = sum, known && ok && price.IsSet()
		s.describe(in, &h, price)
	}
	if !known {
		s.total = trip.Money{}
	}
	return s
}

func (s *sold) describe(in *trip.Intent, h *trip.Hold, price trip.Money) {
	w := &in.WorkingMemory
	if o := w.Flight(h.OptionID); o != nil && h.ItemType != trip.ItemHotel {
		flight := *o
		flight.TotalPrice = price
		s.flights = append(s.flights, flight)
		return
	}
	for j := range w.HotelQuotes {
		for _, room := range w.HotelQuotes[j] {
			i := slices.IndexFunc(room, func(o trip.HotelOption) bool { return o.OptionID == h.OptionID })
			if i < 0 || j >= offers.StayCount(in) {
				continue
			}
			stay := trip.BookedStay{
				Option: room[i], CheckIn: offers.StayAt(in, j).CheckIn,
				CheckOut: offers.StayAt(in, j).CheckOut,
			}
			stay.Option.TotalPrice = price
			s.stays = append(s.stays, stay)
			return
		}
	}
}
