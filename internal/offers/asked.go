package offers

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What a supplier offers is compared with what it was asked for (behaviour 5.1). What an offer does not say, or says in
// a form of the supplier's own, is not compared.

// A Contradiction says in what an offer is not for what was asked.
type Contradiction string

// The contradictions for which an offer is dropped.
const (
	OtherRoute     Contradiction = "route"     // from or to another city, or with a gap on the way
	OtherDay       Contradiction = "day"       // it leaves on another day
	OutOfOrder     Contradiction = "order"     // it lands before it leaves, or leaves before the one ahead has landed
	OtherTravelers Contradiction = "travelers" // its price is for others
	OtherCurrency  Contradiction = "currency"  // a night costs another currency than the stay
	BrokenGroup    Contradiction = "group"     // what is sold together has two prices, or two options for one leg
)

// FlightContradicts says in what an offer is not for its search; "" when in nothing.
//
// Rule: 5.1.asked
func FlightContradicts(o *trip.FlightOption, a *trip.FlightSearchArguments) Contradiction {
	if o.PricedFor != (trip.Travelers{}) && o.PricedFor != a.Travelers {
		return OtherTravelers
	}
	n := len(o.Segments)
	if n == 0 {
		return ""
	}
	first, last := &o.Segments[0], &o.Segments[n-1]
	switch {
	case !isSamePlace(first.From, a.Origin) || !isSamePlace(last.To, a.Destination) || hasGap(o.Segments):
		return OtherRoute
	case !leavesOn(first.DepartAt, a.DepartureDate):
		return OtherDay
	case !inOrder(o.Segments):
		return OutOfOrder
	}
	return ""
}

// HotelContradicts is FlightContradicts of a room.
func HotelContradicts(o *trip.HotelOption) Contradiction {
	if o.NightlyPrice.IsSet() && o.NightlyPrice.Currency != o.TotalPrice.Currency {
		return OtherCurrency
	}
	return ""
}

// hasGap reports whether a flight begins in another city than the one ahead of it has ended in.
func hasGap(legs []trip.FlightLeg) bool {
	for i := 1; i < len(legs); i++ {
		if !isSamePlace(legs[i-1].To, legs[i].From) {
			return true
		}
	}
	return false
}

// isSamePlace reports whether two places are the same city, or one of them is no IATA code.
func isSamePlace(a, b string) bool { return a == b || !isCode(a) || !isCode(b) || SamePlace(a, b) }

// SamePlace reports whether two texts are the same place, or two IATA codes of one city.
func SamePlace(a, b string) bool {
	if a, b = strings.ToUpper(a), strings.ToUpper(b); a == b {
		return true
	}
	return isCode(a) && isCode(b) && sameCity(a, b)
}

// isCode reports whether a text has the form of an IATA code.
func isCode(text string) bool {
	if len(text) != len("LIS") {
		return false
	}
	for i := range len(text) {
		if c := text[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// leavesOn reports whether a local time is of a day. One in UTC may be of the day before or after.
func leavesOn(at string, day trip.Date) bool {
	const length = len("2026-04-12")
	if day == 0 || len(at) < length {
		return true
	}
	on, err := trip.ParseDate(at[:length])
	if err != nil || on == day {
		return true
	}
	days := day.DaysUntil(on)
	return (days == 1 || days == -1) && strings.HasSuffix(strings.ToUpper(at), "Z")
}

// inOrder reports whether each flight lands after it has left, and leaves after the one ahead of it has landed.
func inOrder(legs []trip.FlightLeg) bool {
	for i := range legs {
		if runsBack(legs[i].DepartAt, legs[i].ArriveAt, false) ||
			i > 0 && runsBack(legs[i-1].ArriveAt, legs[i].DepartAt, legs[i-1].To == legs[i].From) {
			return false
		}
	}
	return true
}

// dateLine is by how much a clock that is ahead of all others may show more than any other.
const dateLine = 26 * 3600

// runsBack reports whether a time certainly stands before another that it should follow. Of clock readings without an
// offset from UTC that is known at one place only; of two places their clocks may differ by up to 26 hours.
func runsBack(from, to string, onePlace bool) bool {
	a, err := trip.ParseInstant(from)
	b, errTo := trip.ParseInstant(to)
	if err == nil && errTo == nil {
		return b < a
	}
	at, ok := clockSeconds(from)
	then, okTo := clockSeconds(to)
	switch {
	case !ok || !okTo:
		return false
	case onePlace:
		return then < at
	}
	return then < at-dateLine
}

// clockSeconds reads a local time without what stands behind its minutes.
func clockSeconds(text string) (seconds int64, ok bool) {
	const length = len("2026-04-12T06:40")
	if len(text) < length {
		return 0, false
	}
	at, err := trip.ParseInstant(text[:len("2026-04-12")] + "T" + text[len("2026-04-12T"):length] + ":00Z")
	const nanos = 1_000_000_000
	return int64(at) / nanos, err == nil
}

// cabins are from the lowest to the highest.
var cabins = [...]string{"economy", "premium_economy", "business", "first"}

var cabinWords = strings.NewReplacer(" ", "_", "-", "_")

// cabinRank returns how high a cabin is, however it is written; -1 of one that is not known.
func cabinRank(cabin string) int {
	if i := slices.Index(cabins[:], cabin); i >= 0 {
		return i
	}
	return slices.Index(cabins[:], cabinWords.Replace(strings.ToLower(cabin)))
}

// Stops counts the landings of a flight before its destination: changes of plane and stops within a segment.
func Stops(o *trip.FlightOption) int64 {
	stops := int64(max(len(o.Segments)-1, 0))
	for i := range o.Segments {
		stops += o.Segments[i].Stops.Value
	}
	return stops
}
