package reducer

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// itemsOf describes holds as a person would name them, as they were shown when they were asked for: the flight or the
// hotel, its price, what it was offered for where that is another price, and what a search says otherwise (behaviour
// 7.3).
func itemsOf(held []*trip.Hold) []trip.Params {
	out := make([]trip.Params, len(held))
	for i, h := range held {
		price := h.Price()
		args := append(item(h.ItemType, h.OptionID, &h.Shown), "price", price)
		if offered := h.Shown.Price(); offered.IsSet() && price.IsSet() && offered != price {
			args = append(args, "offered", offered)
		}
		if now := &h.Otherwise; now.IsSet() {
			args = append(args, "otherwise", trip.With(append(item(h.ItemType, h.OptionID, now), "price", now.Price())...))
		}
		out[i] = trip.With(args...)
	}
	return out
}

// item names and describes an option.
func item(kind, id string, shown *trip.Shown) []any {
	args := []any{"item_type", kind, "option_id", id}
	if len(shown.Others) > 0 {
		return append(args, "flights", flightParams(shown.Flights()), "terms", termsTogether(shown), "refundable",
			refundTogether(shown))
	}
	if o := shown.Flight; o != nil {
		if flights := flightParams([]*trip.FlightOption{o}); len(flights) > 0 {
			return append(args, "flight", flights[0], "terms", o.FareRulesSummary, "refundable", refund(o.Refundable))
		}
	}
	if stay := shown.Stay; stay != nil && stay.Option.HotelName != "" {
		return append(args, "stay", hotelParams(&stay.Option, stay.CheckIn, stay.CheckOut, 1), "refundable",
			refund(stay.Option.Refundable))
	}
	return args
}

// termsTogether tells the fare rules of flights that are sold together: once where they are the same, else each with
// the way that it is for, since they may contradict each other.
func termsTogether(shown *trip.Shown) string {
	flights := shown.Flights()
	first := flights[0].FareRulesSummary
	if !slices.ContainsFunc(flights, func(o *trip.FlightOption) bool { return o.FareRulesSummary != first }) {
		return first
	}
	var terms []string
	for _, o := range flights {
		text := o.FareRulesSummary
		if n := len(o.Segments); text != "" && n > 0 {
			text = o.Segments[0].From + "–" + o.Segments[n-1].To + ": " + text
		}
		if text != "" {
			terms = append(terms, text)
		}
	}
	return strings.Join(terms, " ")
}

// refundTogether says of flights that are sold together what refund says of one offer.
func refundTogether(shown *trip.Shown) string { return refundability(&facts{flights: shown.Flights()}) }

// until says when the first of some holds ends, by a clock that the person knows: day, clock and zone; it is empty
// when none ends.
func (s *step) until(held []*trip.Hold) trip.Params {
	at := firstExpiry(held)
	if at == 0 {
		return nil
	}
	s.Rule("7.5.local-times")
	day, clock, zone, err := s.Catalog.Local(s.timezone(held), at)
	if err != nil { // no intent names a zone that is not known
		panic("reducer: " + err.Error())
	}
	return trip.With("date", day.String(), "time", clock, "zone", zone)
}

// timezone returns the person's time zone: where nobody has named it, that of the place of the first hold that has one.
func (s *step) timezone(held []*trip.Hold) string {
	if zone := s.Next.Request.Timezone; zone != trip.DefaultTimezone {
		return zone
	}
	for _, h := range held {
		if _, err := s.Catalog.Zone(h.Timezone); err == nil && h.Timezone != "" {
			return h.Timezone
		}
	}
	return trip.DefaultTimezone
}
