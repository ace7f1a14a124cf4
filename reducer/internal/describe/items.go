package describe

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Items describes holds as a person would name them, as they were shown when they were asked for: the flight or the
// hotel, its price, what it was offered for where that is another price, and what a search says otherwise (behaviour
// 7.3).
func Items(held []*trip.Hold) []trip.Params {
	out := make([]trip.Params, len(held))
	for i, h := range held {
		price := h.Price()
		args := append(Item(h.ItemType, h.OptionID, &h.Shown), "price", price)
		if offered := h.Shown.Price(); offered.IsSet() && price.IsSet() && offered != price {
			args = append(args, "offered", offered)
		}
		if now := &h.Otherwise; now.IsSet() {
			args = append(args, "otherwise", trip.With(append(Item(h.ItemType, h.OptionID, now), "price", now.Price())...))
		}
		out[i] = trip.With(args...)
	}
	return out
}

// Item names and describes an option.
func Item(kind, id string, shown *trip.Shown) []any {
	args := []any{"item_type", kind, "option_id", id}
	if len(shown.Others) > 0 {
		return append(args, "flights", Flights(shown.Flights()), "terms", termsTogether(shown), "refundable",
			RefundTogether(shown))
	}
	if o := shown.Flight; o != nil {
		if flights := Flights([]*trip.FlightOption{o}); len(flights) > 0 {
			return append(args, "flight", flights[0], "terms", o.FareRulesSummary, "refundable", Refund(o.Refundable))
		}
	}
	if stay := shown.Stay; stay != nil && stay.Option.HotelName != "" {
		return append(args, "stay", Hotel(&stay.Option, stay.CheckIn, stay.CheckOut, 1), "refundable",
			Refund(stay.Option.Refundable))
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

// RefundTogether says of flights that are sold together what refund says of one offer.
func RefundTogether(shown *trip.Shown) string { return Refundability(shown.Flights(), nil) }
