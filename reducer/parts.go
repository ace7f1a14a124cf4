package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// What an act names of a trip is a part of it: the rest stays as it is (behaviour 1.5, 7.3).

// sayWhole says that flights are sold together, where only one of them was named as a part of the trip.
// Rule: 1.5.group-whole
func (s *step) sayWhole(named []string, shown *trip.Shown) {
	if len(named) == 0 || len(shown.Others) == 0 {
		return
	}
	legs := shown.Legs()
	for i, o := range shown.Flights() {
		if !offers.IsNamed(s.Next, named, trip.ItemFlight, o.OptionID, legs[i]) {
			s.Rule("1.5.group-whole")
			s.Say(trip.Say("group.whole", "flights", describe.Flights(shown.Flights())))
			return
		}
	}
}

// sayWholeOfChosen is sayWhole of what is selected.
func (s *step) sayWholeOfChosen(named []string) {
	if len(named) == 0 {
		return
	}
	for _, item := range offers.Selected(s.Next) {
		if offers.IsPart(s.Next, named, &item.HoldItem, &item.Shown) {
			s.sayWhole(named, &item.Shown)
		}
	}
}

// sayJoined says that the flights of a leg that a message did not change are searched again too, because they were sold
// together with those of one that it did change.
// Rule: 1.5.group-whole
func (s *step) sayJoined(flights []flightSearch) {
	if !s.Changed {
		return
	}
	var legs []trip.Params
	isChanged := false
	for _, f := range flights {
		if offers.HasGroups(s.Next, f.index) {
			legs = append(legs, describe.Leg(&s.Next.Itinerary.Segments[f.index]))
		} else {
			isChanged = true
		}
	}
	if isChanged && len(legs) > 0 {
		s.Rule("1.5.group-whole")
		s.Say(trip.Say("group.joined", "legs", legs))
	}
}

// toHold returns what is to be held now: what is not held yet, of what was named.
func (s *step) toHold() []offers.Item {
	named := s.Next.Turn.HoldItems
	return slices.DeleteFunc(s.booking().Unheld(), func(item offers.Item) bool {
		return !offers.IsPart(s.Next, named, &item.HoldItem, &item.Shown)
	})
}

// namesNothing reports whether an act names parts that the plan does not have.
func (s *step) namesNothing(named []string) bool {
	return len(named) > 0 && !slices.ContainsFunc(offers.Selected(s.Next), func(item offers.Item) bool {
		return offers.IsPart(s.Next, named, &item.HoldItem, &item.Shown)
	})
}
