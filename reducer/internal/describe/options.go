package describe

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// Refundability says of a bundle: all, none or part of it is refundable, or it is not known. Of one whose parts are
// alike as far as they are known it says part_unknown, or none_unknown where what is known does not come back.
// Rule: 7.2.refund-unknown
func Refundability(flights []*trip.FlightOption, hotels []*trip.HotelOption) string {
	var yes, no int
	count := func(v trip.OptBool) {
		switch v {
		case trip.True:
			yes++
		case trip.False:
			no++
		case trip.Unset:
		}
	}
	for _, o := range flights {
		count(o.Refundable)
	}
	for _, o := range hotels {
		count(o.Refundable)
	}
	all := len(flights) + len(hotels)
	switch {
	case yes+no == 0:
		return "unknown"
	case yes == all:
		return "all"
	case no == all:
		return "none"
	case yes > 0 && no > 0:
		return "part"
	case yes > 0:
		return "part_unknown"
	}
	return "none_unknown"
}

// Flights describes flights, each from its first departure to its last arrival.
func Flights(flights []*trip.FlightOption) []trip.Params {
	out := make([]trip.Params, 0, len(flights))
	for _, o := range flights {
		n := len(o.Segments)
		if n == 0 {
			continue
		}
		first, last := &o.Segments[0], &o.Segments[n-1]
		var airlines, numbers, via []string
		for i := range o.Segments {
			l := &o.Segments[i]
			if l.Airline != "" && !slices.Contains(airlines, l.Airline) {
				airlines = append(airlines, l.Airline)
			}
			if l.FlightNumber != "" {
				numbers = append(numbers, l.FlightNumber)
			}
			if i > 0 {
				via = append(via, l.From)
			}
		}
		var room [20]any // for all parameters
		args := append(room[:0], "airlines", airlines, "arrives", last.ArriveAt, "cabin", o.Cabin, "departs", first.DepartAt,
			"from", first.From)
		if minutes := offers.Minutes(o); minutes < offers.Worst {
			args = append(args, "minutes", minutes)
		}
		args = append(args, "numbers", numbers, "stops", offers.Stops(o), "to", last.To, "via", via)
		out = append(out, trip.With(args...))
	}
	return out
}

// Refund says of one offer what refundability says of a bundle.
func Refund(v trip.OptBool) string {
	switch v {
	case trip.True:
		return "all"
	case trip.False:
		return "none"
	case trip.Unset:
	}
	return "unknown"
}

// Hotel describes an offer of a hotel for some nights and a number of rooms of it.
func Hotel(o *trip.HotelOption, in, out trip.Date, rooms int) trip.Params {
	return trip.With("check_in", in.String(), "check_out", out.String(), "hotel", o.HotelName,
		"nightly", o.NightlyPrice.String(), "nights", in.DaysUntil(out), "refundable", Refund(o.Refundable),
		"rooms", rooms, "stars", strings.TrimSuffix(string(o.StarRating), ".0"))
}
