package tell

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// What an act names of a trip is a part of it: the rest stays as it is (behaviour 1.5, 7.3).

// SayWhole says that flights are sold together, where only one of them was named as a part of the trip.
// Rule: 1.5.group-whole
func (s Teller) SayWhole(named []string, shown *trip.Shown) {
	if len(named) == 0 || len(shown.Others) == 0 {
		return
	}
	legs := shown.Legs()
	for i, o := range shown.Flights() {
		if !offers.IsNamed(s.Next, named, trip.ItemFlight, o.OptionID, legs[i]) {
			s.Rule("1.5.group-whole")
			s.Say(messages.GroupWhole{Flights: describe.Flights(shown.Flights())}.Message())
			return
		}
	}
}

// SayWholeOfChosen is sayWhole of what is selected.
func (s Teller) SayWholeOfChosen(named []string) {
	if len(named) == 0 {
		return
	}
	for _, item := range offers.Selected(s.Next) {
		if offers.IsPart(s.Next, named, &item.HoldItem, &item.Shown) {
			s.SayWhole(named, &item.Shown)
		}
	}
}

// NamesNothing reports whether an act names parts that the plan does not have.
func (s Teller) NamesNothing(named []string) bool {
	return len(named) > 0 && !slices.ContainsFunc(offers.Selected(s.Next), func(item offers.Item) bool {
		return offers.IsPart(s.Next, named, &item.HoldItem, &item.Shown)
	})
}
