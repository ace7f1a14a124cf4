package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// itemsOf describes holds as a person would name them: the flight or the hotel, its price, and what it was
// offered for where that is another price (behaviour 7.3).
func itemsOf(in *trip.Intent, held []*trip.Hold) []trip.Params {
	out := make([]trip.Params, len(held))
	for i, h := range held {
		price := offers.HoldPrice(in, *h)
		args := append(item(in, h.ItemType, h.OptionID), "price", price)
		if offered := offers.OfferPrice(&in.WorkingMemory, h.ItemType, h.OptionID); offered.IsSet() && price.IsSet() &&
			offered != price {
			args = append(args, "offered", offered)
		}
		out[i] = trip.With(args...)
	}
	return out
}

// item names and describes an option.
func item(in *trip.Intent, kind, id string) []any {
	args := []any{"item_type", kind, "option_id", id}
	w := &in.WorkingMemory
	if o := w.Flight(id); o != nil && kind != trip.ItemHotel {
		if flights := flightParams([]*trip.FlightOption{o}); len(flights) > 0 {
			return append(args, "flight", flights[0], "terms", o.FareRulesSummary)
		}
		return args
	}
	for j := range min(len(w.HotelQuotes), offers.StayCount(in)) {
		for _, room := range w.HotelQuotes[j] {
			i := slices.IndexFunc(room, func(o trip.HotelOption) bool { return o.OptionID == id })
			if i >= 0 && kind != trip.ItemFlight && room[i].HotelName != "" {
				stay := offers.StayAt(in, j)
				return append(args, "stay", hotelParams(&room[i], stay.CheckIn, stay.CheckOut, 1), "refundable",
					refund(room[i].Refundable))
			}
		}
	}
	return args
}

// local gives an instant in the time zone of the person: day, clock and zone; it is empty for no instant.
func (s *step) local(at trip.Instant) trip.Params {
	if at == 0 {
		return nil
	}
	day, clock, zone, err := s.catalog.Local(s.next.Request.Timezone, at)
	if err != nil { // no intent names a zone that is not known
		panic("reducer: " + err.Error())
	}
	return trip.With("date", day.String(), "time", clock, "zone", zone)
}
