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

// until says when the first of some holds ends, by a clock that the person knows: day, clock and zone; it is empty
// when none ends.
func (s *step) until(held []*trip.Hold) trip.Params {
	at := firstExpiry(held)
	if at == 0 {
		return nil
	}
	s.rule("7.5.local-times")
	day, clock, zone, err := s.catalog.Local(s.timezone(held), at)
	if err != nil { // no intent names a zone that is not known
		panic("reducer: " + err.Error())
	}
	return trip.With("date", day.String(), "time", clock, "zone", zone)
}

// timezone returns the person's time zone: where nobody has named it, that of the place of the first hold that has one.
func (s *step) timezone(held []*trip.Hold) string {
	if zone := s.next.Request.Timezone; zone != trip.DefaultTimezone {
		return zone
	}
	for _, h := range held {
		if _, err := s.catalog.Zone(h.Timezone); err == nil && h.Timezone != "" {
			return h.Timezone
		}
	}
	return trip.DefaultTimezone
}
