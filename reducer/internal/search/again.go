package search

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// What was picked is found again among newer offers, and compared with them (behaviour 1.5).

// found is what became of what was picked.
type found struct {
	flights, hotels []string      // option ids
	moved, gone     []trip.Params // items
}

// findAgain looks for what was picked among what was searched again.
func (s Machine) findAgain(r *trip.Renewal) (f found) {
	w := &s.Next.WorkingMemory
	for i := range r.Flights {
		was := &r.Flights[i]
		switch {
		case !slices.Contains(r.Legs, was.Leg):
			f.flights = append(f.flights, was.Option.OptionID)
		case was.Option.Group == "":
			is := again(w.FlightsAt(was.Leg), func(o *trip.FlightOption) int { return likeFlight(&was.Option, o) })
			if is == nil {
				f.gone = append(f.gone, flightItem(&was.Option))
				continue
			}
			f.flights = append(f.flights, is.OptionID)
			if moved := movedFlight(&was.Option, is); moved != nil {
				f.moved = append(f.moved, trip.With(append(decision.Args(flightItem(is)), moved...)...))
			}
		default:
			f.flights = append(f.flights, s.findGroup(&f, r, i))
		}
	}
	for i := range r.Rooms {
		was := &r.Rooms[i]
		if !slices.Contains(r.Stays, was.Stay) {
			f.hotels = append(f.hotels, was.Option.OptionID)
			continue
		}
		is := again(w.RoomsAt(was.Stay, was.Room), func(o *trip.HotelOption) int { return likeRoom(&was.Option, o) })
		if is == nil {
			f.gone = append(f.gone, s.roomItem(int(was.Stay), &was.Option))
			continue
		}
		f.hotels = append(f.hotels, is.OptionID)
		if moved := movedRoom(&was.Option, is); moved != nil {
			f.moved = append(f.moved, trip.With(append(decision.Args(s.roomItem(int(was.Stay), is)), moved...)...))
		}
	}
	return f
}

// findGroup returns the option that takes the place of the i-th flight that was picked, of a group, "" when there is
// none. What became of the group is noted once, with its first flight.
// Rule: 1.5.group-renewed
func (s Machine) findGroup(f *found, r *trip.Renewal, i int) (option string) {
	var was []trip.PickedFlight
	at := 0
	for k := range r.Flights {
		if r.Flights[k].Option.Group != r.Flights[i].Option.Group {
			continue
		}
		if k == i {
			at = len(was)
		}
		was = append(was, r.Flights[k])
	}
	is := s.groupAgain(was)
	switch {
	case is == nil && at == 0:
		f.gone = append(f.gone, groupItem(was))
	case is != nil && at == 0:
		if moved := movedGroup(was, is); moved != nil {
			f.moved = append(f.moved, trip.With(append(decision.Args(groupItem(is)), moved...)...))
		}
	}
	if is == nil {
		return ""
	}
	return is[at].Option.OptionID
}

// groupAgain returns what is sold together now and is most like what was: nil when nothing is it, in all of its
// flights.
func (s Machine) groupAgain(was []trip.PickedFlight) (longest []trip.PickedFlight) {
	best := 0
	for _, o := range s.Next.WorkingMemory.FlightsAt(was[0].Leg) {
		if o.Group == "" {
			continue
		}
		is := offers.GroupOn(s.Next, o.Group)
		if len(is) != len(was) || len(is) < 2 {
			continue
		}
		all := 0
		for i := range is {
			n := likeFlight(&was[i].Option, &is[i].Option)
			if n == 0 || is[i].Leg != was[i].Leg {
				all = 0
				break
			}
			all += n
		}
		if all > best {
			longest, best = is, all
		}
	}
	return longest
}

// movedGroup tells what of a group is another than before, as movedFlight does of a flight.
func movedGroup(was, is []trip.PickedFlight) []any {
	var args []any
	var times []trip.Params
	for i := range was {
		if moved := movedTimes(&was[i].Option, &is[i].Option); moved != nil {
			times = append(times, trip.With(append(moved, "flight", i+1)...))
		}
	}
	if times != nil {
		args = append(args, "were", times)
	}
	before, now := shownGroup(was), shownGroup(is)
	if price := before.Price(); price != now.Price() {
		args = append(args, "offered", price)
	}
	if back := describe.RefundTogether(&before); back != describe.RefundTogether(&now) {
		args = append(args, "refund_was", back)
	}
	return args
}

// shownGroup describes flights that are sold together.
func shownGroup(flights []trip.PickedFlight) trip.Shown {
	return trip.Shown{Flight: &flights[0].Option, Index: flights[0].Leg, Others: flights[1:]}
}

// groupItem describes flights that are sold together as an item, with their price.
func groupItem(flights []trip.PickedFlight) trip.Params {
	shown := shownGroup(flights)
	return trip.With(append(describe.Item(trip.ItemFlight, shown.Flight.OptionID, &shown), "price", shown.Price())...)
}

// again returns the option of a list that is most like another, the first of several; nil when none is it.
func again[T any](list []T, likeness func(*T) int) (is *T) {
	largest := 0
	for i := range list {
		if n := likeness(&list[i]); n > largest {
			is, largest = &list[i], n
		}
	}
	return is
}

// The likeness of an option to one that was offered before: 0 of another flight or room.
const (
	sameName   = 8 // the supplier's own name for it, or what people call it
	sameRefund = 4
	sameFare   = 2
	samePrice  = 1
)

// likeFlight compares flights: by the supplier's own name where it gave one, else by airlines, numbers and days.
// Rule: 1.5.same-as
func likeFlight(was, is *trip.FlightOption) int {
	if (was.Group == "") != (is.Group == "") { // what is sold alone is no part of a group
		return 0
	}
	if was.SameAs != "" && is.SameAs != "" {
		return likeness(was.SameAs == is.SameAs, was.Refundable == is.Refundable, was.Cabin == is.Cabin,
			was.TotalPrice == is.TotalPrice)
	}
	same := len(was.Segments) == len(is.Segments) && len(is.Segments) > 0 && was.Cabin == is.Cabin
	for i := 0; same && i < len(is.Segments); i++ {
		a, b := &was.Segments[i], &is.Segments[i]
		same = b.FlightNumber != "" && a.FlightNumber == b.FlightNumber && a.Airline == b.Airline &&
			offers.DateOf(a.DepartAt) == offers.DateOf(b.DepartAt)
	}
	return likeness(same, was.Refundable == is.Refundable, was.FareRulesSummary == is.FareRulesSummary,
		was.TotalPrice == is.TotalPrice)
}

// likeRoom compares rooms: by the supplier's own name where it gave one, else by hotel and room.
func likeRoom(was, is *trip.HotelOption) int {
	same := is.HotelName != "" && was.HotelName == is.HotelName && was.RoomDescription == is.RoomDescription
	if was.SameAs != "" && is.SameAs != "" {
		same = was.SameAs == is.SameAs
	}
	return likeness(same, was.Refundable == is.Refundable, was.Address == is.Address, was.TotalPrice == is.TotalPrice)
}

func likeness(same, refund, fare, price bool) (n int) {
	if !same {
		return 0
	}
	n = sameName
	for _, c := range [...]struct {
		is    bool
		worth int
	}{{refund, sameRefund}, {fare, sameFare}, {price, samePrice}} {
		if c.is {
			n += c.worth
		}
	}
	return n
}

// movedFlight tells what of a flight is another than before: its price, its times, what comes back of it. It is nil
// when nothing is.
func movedFlight(was, is *trip.FlightOption) []any {
	return append(movedTimes(was, is), movedTerms(was.TotalPrice, is.TotalPrice, was.Refundable, is.Refundable)...)
}

func movedTimes(was, is *trip.FlightOption) []any {
	if len(was.Segments) == 0 || len(is.Segments) == 0 {
		return nil
	}
	a, b := was.Segments[0].DepartAt, is.Segments[0].DepartAt
	c, d := was.Segments[len(was.Segments)-1].ArriveAt, is.Segments[len(is.Segments)-1].ArriveAt
	if a == b && c == d {
		return nil
	}
	return []any{"left", a, "landed", c}
}

func movedRoom(was, is *trip.HotelOption) []any {
	return movedTerms(was.TotalPrice, is.TotalPrice, was.Refundable, is.Refundable)
}

func movedTerms(price, now trip.Money, back, backNow trip.OptBool) (args []any) {
	if price != now {
		args = append(args, "offered", price)
	}
	if back != backNow {
		args = append(args, "refund_was", describe.Refund(back))
	}
	return args
}

// flightItem describes a flight as an item, with its price.
func flightItem(o *trip.FlightOption) trip.Params {
	args := []any{
		"item_type", trip.ItemFlight, "option_id", o.OptionID, "price", o.TotalPrice,
		"refundable", describe.Refund(o.Refundable),
	}
	if flights := describe.Flights([]*trip.FlightOption{o}); len(flights) > 0 {
		args = append(args, "flight", flights[0])
	}
	return trip.With(args...)
}

// roomItem describes a room of a stay as an item, with its price.
func (s Machine) roomItem(stay int, o *trip.HotelOption) trip.Params {
	args := []any{
		"item_type", trip.ItemHotel, "option_id", o.OptionID, "price", o.TotalPrice,
		"refundable", describe.Refund(o.Refundable),
	}
	if nights := offers.StayAt(s.Next, stay); o.HotelName != "" {
		args = append(args, "stay", describe.Hotel(o, nights.CheckIn, nights.CheckOut, 1))
	}
	return trip.With(args...)
}
