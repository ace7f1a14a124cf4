package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

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
		s.Say(messages.GroupJoined{Legs: legs}.Message())
	}
}

// toHold returns what is to be held now: what is not held yet, of what was named.
func (s *step) toHold() []offers.Item {
	named := s.Next.Turn.HoldItems
	return slices.DeleteFunc(s.booking().Unheld(), func(item offers.Item) bool {
		return !offers.IsPart(s.Next, named, &item.HoldItem, &item.Shown)
	})
}
