package describe

import (
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// Bookings describes bookings, or parts of them.
func Bookings(bookings []trip.Booking) []trip.Params {
	return each(bookings, Booking)
}

// each describes each of a list.
func each[T any](list []T, describe func(*T) trip.Params) []trip.Params {
	out := make([]trip.Params, len(list))
	for i := range list {
		out[i] = describe(&list[i])
	}
	return out
}

// boughtFlights describes flights that were bought, each with what is known of giving it back. One of which nobody said
// when it flies is told by its id.
func boughtFlights(b *trip.Booking) []trip.Params {
	var out []trip.Params
	for i := range b.Flights {
		o := &b.Flights[i]
		args := []any{"terms", o.FareRulesSummary, "refundable", Refund(o.Refundable)}
		if len(o.Segments) == 0 {
			args = append(args, "option_id", o.OptionID)
		}
		for _, flight := range Flights([]*trip.FlightOption{o}) {
			for _, p := range flight {
				args = append(args, p.Name, p.Value)
			}
		}
		out = append(out, trip.With(args...))
	}
	return out
}

// Booking describes what was bought, and what is known of giving it back.
func Booking(b *trip.Booking) trip.Params {
	var stays []trip.Params
	for i := range b.Stays {
		stays = append(stays, Hotel(&b.Stays[i].Option, b.Stays[i].CheckIn, b.Stays[i].CheckOut, 1))
	}
	args := []any{
		"locator", b.RecordLocator, "legs", each(offers.BookedLegs(b), Leg), "flights", boughtFlights(b), "stays", stays,
		"travelers", People(b.Travelers), "total", b.Total.String(), "cancellation", b.Cancellation,
	}
	if b.Charged.IsSet() {
		args = append(args, "charged", b.Charged.String())
	}
	if list := Requests(b.Requests); len(list) > 0 {
		args = append(args, "requests", list)
	}
	return trip.With(args...)
}
