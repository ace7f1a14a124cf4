package tell

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/trip"
)

// Answers about refunds and about the price of each part (behaviour 6.1).

// showTerms tells of each option that was shown last what is refunded on which terms.
// Rule: 6.1.show-terms
func (s Teller) showTerms() {
	s.Rule("6.1.show-terms")
	var list []trip.OptionRef
	for i, id := range s.Next.Turn.Shown {
		if at := offers.RankOf(s.Next, id); at >= 0 {
			f := s.factsOf(at)
			list = append(list, *s.ref(&f, int64(i+1)))
		}
	}
	if len(list) == 0 {
		s.SayOptions()
		return
	}
	s.Say(messages.ShowTerms{Refs: s.besidePicked(trip.Refs{Options: list, Terms: true})}.Message())
}

// termsOf describes what is refunded of each part of a bundle.
func termsOf(f *facts) []trip.Params {
	var out []trip.Params
	for _, o := range f.flights {
		if n := len(o.Segments); n > 0 {
			out = append(out, trip.With("from", o.Segments[0].From, "to", o.Segments[n-1].To, "refundable",
				describe.Refund(o.Refundable), "rules", o.FareRulesSummary))
		}
	}
	for _, o := range f.hotels {
		out = append(out, trip.With("hotel", o.HotelName, "refundable", describe.Refund(o.Refundable)))
	}
	return out
}

// togetherOf describes which flights of a bundle are sold together, and for how much; nil where none are.
// Rule: 1.5.group-told
func togetherOf(f *facts) (out []trip.Params) {
	for i, o := range f.flights {
		if o.Group == "" || slices.ContainsFunc(f.flights[:i], func(p *trip.FlightOption) bool {
			return p.Group == o.Group
		}) {
			continue
		}
		var numbers []string
		for k, p := range f.flights {
			if p.Group == o.Group {
				numbers = append(numbers, strconv.Itoa(k+1))
			}
		}
		out = append(out, trip.With("flights", numbers, "price", trip.GroupPrice(f.flights, o.Group)))
	}
	return out
}

// partsOf sums what the flights and the stays of a bundle cost; nil where it has not both.
func (s Teller) partsOf(b *trip.Bundle) trip.Params {
	if len(b.FlightOptionIDs) == 0 || len(b.HotelOptionIDs) == 0 {
		return nil
	}
	flightPrices, isKnown := offers.BundlePrices(s.Next, nil, &trip.Bundle{FlightOptionIDs: b.FlightOptionIDs})
	hotelPrices, areKnown := offers.BundlePrices(s.Next, nil, &trip.Bundle{HotelOptionIDs: b.HotelOptionIDs})
	if !isKnown || !areKnown {
		return nil
	}
	return trip.With("flights", describe.Sums(flightPrices), "stays", describe.Sums(hotelPrices))
}
