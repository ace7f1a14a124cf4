package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// What an act names of a trip is a part of it: the rest stays as it is (behaviour 1.5, 7.3).

// isPart reports whether an item is one of the parts that were named: of all where none was.
// Rule: 1.5.part
func (s *step) isPart(named []string, item *trip.HoldItem, index int64) bool {
	isFlight := item.ItemType == trip.ItemFlight
	return len(named) == 0 || slices.ContainsFunc(named, func(part string) bool {
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
		return part == item.OptionID
	})
}

// partsHeld returns those of some holds that an act names, by their ids or as parts of the trip.
func (s *step) partsHeld(a *trip.Act, held []*trip.Hold) []*trip.Hold {
	return slices.DeleteFunc(slices.Clone(held), func(h *trip.Hold) bool {
		if len(a.Holds) > 0 {
			return !slices.Contains(a.Holds, h.HoldID)
		}
		return !s.isPart(a.Items, &trip.HoldItem{ItemType: h.ItemType, OptionID: h.OptionID}, h.Shown.Index)
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
		return !s.isPart(named, &item.HoldItem, item.Shown.Index)
	})
}

// onlyNamed adds to parameters the parts that are to be held, where not all are.
func (s *step) onlyNamed(args ...any) []any {
	if named := s.next.Turn.HoldItems; len(named) > 0 {
		args = append(args, "only", named)
	}
	return args
}

// namesNothing reports whether an act names parts that the plan does not have.
func (s *step) namesNothing(named []string) bool {
	return len(named) > 0 && !slices.ContainsFunc(offers.Selected(s.next), func(item offers.Item) bool {
		return s.isPart(named, &item.HoldItem, item.Shown.Index)
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
