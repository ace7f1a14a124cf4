package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// What an act names of a trip is a part of it: the rest stays as it is (behaviour 1.5, 7.3).

// isPart reports whether an item is one of the parts that were named: of all where none was.
// Rule: 1.5.part
func (s *step) isPart(named []string, item *trip.HoldItem, shown *trip.Shown) bool {
	if len(named) == 0 || s.isNamed(named, item.ItemType, item.OptionID, shown.Index) {
		return true
	}
	return slices.ContainsFunc(shown.Others, func(o trip.PickedFlight) bool {
		return s.isNamed(named, item.ItemType, o.Option.OptionID, o.Leg)
	})
}

// isNamed reports whether an option for a leg or stay is one of the parts that were named.
func (s *step) isNamed(named []string, kind, option string, index int64) bool {
	isFlight := kind == trip.ItemFlight
	return slices.ContainsFunc(named, func(part string) bool {
		switch part {
		case trip.PartFlight:
			return isFlight
		case trip.PartHotel:
			return !isFlight
		case trip.PartOut:
			return isFlight && index == 0
		case trip.PartBack:
			return isFlight && index > 0 && index == int64(len(s.next.Itinerary.Segments))-1
		}
		return part == option
	})
}

// whole returns the parts that were named, and those that are sold together with them.
func (s *step) whole(named []string) []string {
	out := slices.Clip(named)
	for _, item := range offers.Selected(s.next) {
		if len(item.Shown.Others) == 0 || !s.isPart(out, &item.HoldItem, &item.Shown) {
			continue
		}
		for i, o := range item.Shown.Flights() {
			leg := item.Shown.Legs()[i]
			switch last := int64(len(s.next.Itinerary.Segments)) - 1; {
			case s.isNamed(out, trip.ItemFlight, o.OptionID, leg):
			case leg == 0:
				out = append(out, trip.PartOut)
			case leg == last:
				out = append(out, trip.PartBack)
			default:
				out = append(out, o.OptionID)
			}
		}
	}
	return out
}

// sayWhole says that flights are sold together, where only one of them was named as a part of the trip.
// Rule: 1.5.group-whole
func (s *step) sayWhole(named []string, shown *trip.Shown) {
	if len(named) == 0 || len(shown.Others) == 0 {
		return
	}
	legs := shown.Legs()
	for i, o := range shown.Flights() {
		if !s.isNamed(named, trip.ItemFlight, o.OptionID, legs[i]) {
			s.rule("1.5.group-whole")
			s.say(trip.Say("group.whole", "flights", flightParams(shown.Flights())))
			return
		}
	}
}

// sayWholeOfChosen is sayWhole of what is selected.
func (s *step) sayWholeOfChosen(named []string) {
	if len(named) == 0 {
		return
	}
	for _, item := range offers.Selected(s.next) {
		if s.isPart(named, &item.HoldItem, &item.Shown) {
			s.sayWhole(named, &item.Shown)
		}
	}
}

// sayJoined says that the flights of a leg that a message did not change are searched again too, because they were sold
// together with those of one that it did change.
// Rule: 1.5.group-whole
func (s *step) sayJoined(flights []flightSearch) {
	if !s.changed {
		return
	}
	var legs []trip.Params
	isChanged := false
	for _, f := range flights {
		if offers.HasGroups(s.next, f.index) {
			legs = append(legs, planLeg(&s.next.Itinerary.Segments[f.index]))
		} else {
			isChanged = true
		}
	}
	if isChanged && len(legs) > 0 {
		s.rule("1.5.group-whole")
		s.say(trip.Say("group.joined", "legs", legs))
	}
}

// partsHeld returns those of some holds that an act names, by their ids or as parts of the trip.
func (s *step) partsHeld(a *trip.Act, held []*trip.Hold) []*trip.Hold {
	return slices.DeleteFunc(slices.Clone(held), func(h *trip.Hold) bool {
		if len(a.Holds) > 0 {
			return !slices.Contains(a.Holds, h.HoldID)
		}
		return !s.isPart(a.Items, &trip.HoldItem{ItemType: h.ItemType, OptionID: h.OptionID}, &h.Shown)
	})
}

// releasePart gives back what is named, and asks for the approval of the rest.
// Rule: 1.5.part
func (s *step) releasePart(part []*trip.Hold) {
	s.rule("1.5.part")
	ids := make([]string, len(part))
	for i, h := range part {
		ids[i] = h.HoldID
	}
	s.say(trip.Say("act.released", "items", itemsOf(part)))
	offers.DropSome(s.next, ids)
	s.goTo(s.furthest())
	s.queueReleases()
	s.sayHolds()
}

// toHold returns what is to be held now: what is not held yet, of what was named.
func (s *step) toHold() []offers.Item {
	named := s.next.Turn.HoldItems
	return slices.DeleteFunc(s.unheld(), func(item offers.Item) bool {
		return !s.isPart(named, &item.HoldItem, &item.Shown)
	})
}

// onlyNamed adds to parameters the parts that are to be held, where not all are.
func (s *step) onlyNamed(args ...any) []any {
	if named := s.next.Turn.HoldItems; len(named) > 0 {
		args = append(args, "only", s.whole(named))
	}
	return args
}

// namesNothing reports whether an act names parts that the plan does not have.
func (s *step) namesNothing(named []string) bool {
	return len(named) > 0 && !slices.ContainsFunc(offers.Selected(s.next), func(item offers.Item) bool {
		return s.isPart(named, &item.HoldItem, &item.Shown)
	})
}

// isBookedAlready reports whether all that the plan asks for was bought: a plan that lost a part asks for nothing new.
// Rule: 6.5.booked-already
func (s *step) isBookedAlready() bool {
	b := s.confirmedBooking()
	if b == nil || b.Travelers != s.next.Party.Travelers {
		return false
	}
	n := 0
	for i := range s.next.Itinerary.Segments {
		if !offers.IsSearchedLeg(s.next, i) {
			continue
		}
		n++
		leg := &s.next.Itinerary.Segments[i]
		isBought := func(o trip.Segment) bool {
			return o.Origin.Code == leg.Origin.Code && o.Destination.Code == leg.Destination.Code &&
				o.DepartDate == leg.DepartDate
		}
		if at := slices.IndexFunc(b.Legs, isBought); at < 0 || len(b.Flights) < len(b.Legs) {
			return false
		}
	}
	for j := range offers.StayCount(s.next) {
		n++
		stay := offers.StayAt(s.next, j)
		isBought := func(o trip.BookedStay) bool { return o.CheckIn == stay.CheckIn && o.CheckOut == stay.CheckOut }
		if !slices.ContainsFunc(b.Stays, isBought) {
			return false
		}
	}
	return n > 0
}
