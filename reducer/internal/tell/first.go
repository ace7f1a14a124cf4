package tell

import (
	"math"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// SayOptions presents the bundles that are worth a look first (7.2).
func (s Teller) SayOptions() {
	s.Rule("7.2.brief")
	all := s.allFacts()
	list, labels := s.worthALook(all)
	m := messages.PresentOptions{AboveBudget: s.gap(all), Travelers: s.People(), Count: int64(len(all))}
	if order, ok := orders[s.Next.Turn.Order]; ok {
		s.Rule("6.1.sort-later")
		list = sorted(all, order)[:len(list)]
		m.By, s.Next.Turn.Order = s.Next.Turn.Order, ""
	}
	m.Refs = trip.Refs{Options: s.list(list, labels), Trip: !s.Next.Turn.ToldWhole}
	if !m.Refs.Trip {
		s.Rule("7.2.told-once")
	}
	if s.offersLodging() {
		s.Rule("7.2.lodging")
		m.OfferHotel = true
	}
	s.tellUnfit(&m, all)
	m.Refs = s.besidePicked(m.Refs)
	s.Say(m.Message())
}

// offersLodging reports whether a place to sleep is offered, because nobody has spoken of one.
func (s Teller) offersLodging() bool {
	return s.Policy.LodgingUnsaid == trip.LodgingOffer && offers.IsLodgingUnsaid(s.Next)
}

// worthALook returns the first bundles of the ranker, of which the last ones make room for the cheapest and, where that
// was asked for, for a refundable one; with what each of them is of all.
// Rule: 7.2.labels
func (s Teller) worthALook(all []facts) (list []facts, labels map[string][]string) {
	const maxLabels = 3
	labels = make(map[string][]string, maxLabels)
	label := func(name string, from []facts, order func(a, b *facts) int) *facts {
		if len(from) == 0 {
			return nil
		}
		top := &from[0]
		for i := range from {
			if order(&from[i], top) < 0 {
				top = &from[i]
			}
		}
		labels[top.bundle.BundleID] = append(labels[top.bundle.BundleID], name)
		return top
	}
	wanted := []*facts{label(trip.ByCheapest, all, byPrice)}
	if slices.ContainsFunc(all, func(f facts) bool { return len(f.flights) > 0 }) {
		label(trip.ByFastest, all, byDuration)
	}
	if s.Next.Constraints.RefundablePreference {
		refundable := slices.DeleteFunc(slices.Clone(all), func(f facts) bool { return !f.isRefundable() })
		wanted = append(wanted, label("refundable", refundable, byPrice))
	}
	isAmong := func(list []facts, f *facts) bool {
		return f == nil || slices.ContainsFunc(list, func(o facts) bool { return o.at == f.at })
	}
	list = slices.Clone(all[:min(len(all), ShownBundles)])
	for _, w := range wanted {
		if isAmong(list, w) {
			continue
		}
		i := len(list) - 1
		for slices.ContainsFunc(wanted, func(o *facts) bool { return o != nil && o.at == list[i].at }) {
			i--
		}
		list = append(slices.Delete(list, i, i+1), *w)
	}
	return list, labels
}

// gap returns how far the cheapest bundle is above the budget, as text; "" when one is within it.
// Rule: 7.2.budget
func (s Teller) gap(all []facts) string {
	budget := s.Next.Constraints.BudgetTotal
	least := int64(math.MaxInt64)
	for i := range all {
		total := all[i].bundle.EstimatedTotal
		if total.Currency != budget.Currency || total.Minor <= budget.Minor {
			return ""
		}
		least = min(least, total.Minor-budget.Minor)
	}
	return trip.Money{Minor: least, Currency: budget.Currency}.String()
}
