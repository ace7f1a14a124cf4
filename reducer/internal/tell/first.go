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
	list := s.worthALook(all)
	m := messages.PresentOptions{AboveBudget: s.gap(all), Travelers: s.People(), Count: int64(len(all))}
	if order, ok := orders[s.Next.Turn.Order]; ok {
		s.Rule("6.1.sort-later")
		list = sorted(all, order)[:len(list)]
		m.By, s.Next.Turn.Order = s.Next.Turn.Order, ""
	}
	m.Refs = trip.Refs{Options: s.list(list), Trip: !s.Next.Turn.ToldWhole}
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
// was asked for, for a refundable one. All are labelled with what each of them is of all.
// Rule: 7.2.labels
func (s Teller) worthALook(all []facts) (list []facts) {
	label := func(name string, fits func(*facts) bool, order func(a, b *facts) int) (top *facts) {
		for i := range all {
			if f := &all[i]; fits(f) && (top == nil || order(f, top) < 0) {
				top = f
			}
		}
		if top != nil {
			top.labels = append(top.labels, name)
		}
		return top
	}
	isAny := func(*facts) bool { return true }
	wanted := []*facts{label(trip.ByCheapest, isAny, byPrice)}
	if slices.ContainsFunc(all, func(f facts) bool { return len(f.flights) > 0 }) {
		label(trip.ByFastest, isAny, byDuration)
	}
	if s.Next.Constraints.RefundablePreference {
		wanted = append(wanted, label("refundable", (*facts).isRefundable, byPrice))
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
	return list
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
