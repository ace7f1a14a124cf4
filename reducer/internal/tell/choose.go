package tell

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// Which bundle a person means (behaviour 6.1).

// Meant returns the one bundle that a select means, nil when it has said why there is none.
func (s Teller) Meant(a *trip.Act) *trip.Bundle {
	bundles := s.Next.WorkingMemory.RankedBundles
	switch {
	case len(bundles) == 0:
		s.Say(messages.ActNothingOnOffer())
		return nil
	case a.BundleID != "":
		if bundle := offers.Bundle(s.Next, a.BundleID); bundle != nil {
			return bundle
		}
		s.Say(s.UnknownBundle(a.BundleID))
		return nil
	case a.Position != 0:
		return s.atPosition(a.Position)
	case len(a.Positions) > 0:
		return s.ofPositions(a)
	}
	order, known := orders[a.By]
	if a.By != "" && !known {
		s.Rule("6.1.select-none")
		s.Say(messages.ActUnknownOrder{By: Shortened(a.By)}.Message())
		return nil
	}
	isVague := a.By == "" && a.Like == trip.Likes{}
	if told := s.Told(); isVague && told != nil {
		s.Rule("6.1.select-it")
		return told
	}
	fitting := s.fitting(&a.Like)
	if known {
		fitting = s.seen(best(fitting, order)) // Rule: 6.1.select-by
	}
	return s.only(fitting, isVague)
}

// seen returns of several that are best alike the one that was told last, else all.
func (s Teller) seen(alike []facts) []facts {
	told := s.Told()
	at := slices.IndexFunc(alike, func(f facts) bool { return f.bundle == told })
	if at < 0 {
		return alike
	}
	s.Rule("6.1.select-it")
	return alike[at : at+1]
}

// Told returns the bundle that "it" is, nil when a message is no answer to the list, or none was told alone since.
func (s Teller) Told() *trip.Bundle {
	told := offers.Bundle(s.Next, s.Next.Turn.Focus)
	if told == nil || !s.HoldsForAnswer() {
		return nil
	}
	return told
}

// ofPositions returns the best of some options in an order, or the one that has each of some parts in common with the
// option at the same place of the positions: "the flights of 1 with the hotel of 2".
// Rule: 6.1.select-of
func (s Teller) ofPositions(a *trip.Act) *trip.Bundle {
	s.Rule("6.1.select-of")
	var named []facts
	for _, position := range a.Positions {
		bundle := s.atPosition(position)
		if bundle == nil {
			return nil
		}
		named = append(named, s.factsOf(offers.RankOf(s.Next, bundle.BundleID)))
	}
	if order, known := orders[a.By]; known {
		return s.only(best(named, order), false)
	} else if len(a.Items) == 0 {
		return s.only(named, true) // "1 or 3": it is asked which of them
	}
	fitting := slices.DeleteFunc(s.allFacts(), func(f facts) bool {
		for i := range min(len(a.Items), len(named)) {
			if !f.shares(&named[i], a.Items[i]) {
				return true
			}
		}
		return false
	})
	return s.only(fitting[:min(len(fitting), 1)], false) // the ranker's first of them
}

// atPosition returns the bundle at a position of the list that was shown last.
// Rule: 6.1.select-position
func (s Teller) atPosition(position int64) *trip.Bundle {
	shown := s.Next.Turn.Shown
	if !s.HoldsForAnswer() {
		s.Say(messages.ActOtherList())
		return nil
	}
	if position < 1 || position > int64(len(shown)) {
		s.Rule("6.1.select-none")
		s.Say(messages.SelectNoPosition{
			Refs: s.besidePicked(trip.Refs{}), Position: position, Count: int64(len(shown)),
		}.Message())
		return nil
	}
	return offers.Bundle(s.Next, shown[position-1])
}

// only returns the bundle of a list of one. Otherwise it says why no bundle is meant, and returns nil.
func (s Teller) only(list []facts, vague bool) *trip.Bundle {
	switch {
	case vague && len(list) > 1:
		s.Say(messages.SelectWhich{Refs: s.besidePicked(trip.Refs{})}.Message())
		return nil
	case len(list) == 1:
		return list[0].bundle
	case len(list) == 0:
		s.Rule("6.1.select-none")
		s.Say(messages.SelectNoneFits{Refs: s.besidePicked(trip.Refs{})}.Message())
		return nil
	}
	s.Rule("6.1.select-several")
	list = list[:min(len(list), maxListed)]
	s.Say(messages.SelectSeveralFit{
		Refs: s.besidePicked(trip.Refs{Options: s.list(list)}), Travelers: s.People(),
	}.Message())
	return nil
}

// maxListed is how many bundles are listed at once.
const maxListed = 6

// fitting returns the bundles that match a description: of those that were shown last, else of all. The more legs an
// airline flies, the better the match.
// Rule: 6.1.select-like
func (s Teller) fitting(like *trip.Likes) []facts {
	all := s.allFacts()
	if *like == (trip.Likes{}) {
		return all
	}
	isShown := func(f facts) bool { return slices.Contains(s.Next.Turn.Shown, f.bundle.BundleID) }
	shown := slices.DeleteFunc(slices.Clone(all), func(f facts) bool { return !isShown(f) })
	if out := likest(shown, like); len(out) > 0 {
		return out
	}
	return likest(all, like)
}

func likest(list []facts, like *trip.Likes) []facts {
	var out []facts
	highest := int64(1)
	for i := range list {
		score := list[i].likeness(like)
		switch {
		case score > highest:
			out, highest = []facts{list[i]}, score
		case score == highest:
			out = append(out, list[i])
		}
	}
	return out
}

// likeness says how well a bundle fits a description, 0 when it does not.
func (f *facts) likeness(like *trip.Likes) int64 {
	switch {
	case like.Refundable == trip.True && !f.isRefundable(), like.Refundable == trip.False && !f.isLocked():
		return 0
	}
	if like.MaxStops.Set && slices.ContainsFunc(f.flights,
		func(o *trip.FlightOption) bool { return offers.Stops(o) > like.MaxStops.Value }) {
		return 0
	}
	if like.HotelName != "" &&
		!slices.ContainsFunc(f.hotels, func(o *trip.HotelOption) bool { return isCalled(o.HotelName, like.HotelName) }) {
		return 0
	}
	if like.Airline == "" {
		return 1
	}
	legs := int64(0)
	for _, o := range f.flights {
		if slices.ContainsFunc(o.Segments, func(l trip.FlightLeg) bool { return isFlownBy(&l, like.Airline) }) {
			legs++
		}
	}
	return legs
}

func isFlownBy(l *trip.FlightLeg, airline string) bool {
	code, _, _ := strings.Cut(l.FlightNumber, " ")
	return isCalled(l.Airline, airline) || code != "" && strings.EqualFold(code, strings.TrimSpace(airline))
}

// isCalled reports whether a name is meant by what a person calls it.
func isCalled(name, called string) bool {
	called = strings.ToLower(strings.TrimSpace(called))
	return called != "" && strings.Contains(strings.ToLower(name), called)
}
