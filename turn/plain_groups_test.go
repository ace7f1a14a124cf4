package turn_test

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What is sold together in the plain reading.

// hasGroups reports whether a leg has flights that are sold together with others.
func (p *plain) hasGroups(leg int) bool {
	return slices.ContainsFunc(p.flights[leg].offers, func(o plainOffer) bool { return o.group != "" })
}

// flight finds a flight that is on offer.
func (p *plain) flight(option string) (o plainOffer) {
	for _, q := range p.flights {
		for _, f := range q.offers {
			if f.id == option {
				o = f
			}
		}
	}
	return o
}

// members are the flights of a group that are on offer for what is searched, in the order of their legs.
func (p *plain) members(group string) (list []plainPart) {
	flights, _ := p.searches()
	for i := range trip.MaxSegments {
		for _, o := range p.flights[i].offers {
			if _, flies := flights[i]; flies && o.group == group {
				list = append(list, plainPart{plainSearch{false, i}, o, false})
			}
		}
	}
	return list
}

// together are those of some options that are sold together with one of them, itself included.
func (p *plain) together(options []string, option string) []string {
	group := p.flight(option).group
	if group == "" {
		return []string{option}
	}
	return slices.DeleteFunc(slices.Clone(options), func(o string) bool { return p.flight(o).group != group })
}

// splits reports whether a bundle takes a part of a group only, or what is left of one.
func (p *plain) splits(b plainBundle) bool {
	return slices.ContainsFunc(b.options, func(option string) bool {
		o := p.flight(option)
		taken := p.together(b.options, option)
		return o.group != "" && (len(taken) < 2 || len(taken) != len(p.members(o.group)))
	})
}

// whole are the bundles of a list that split nothing.
func (p *plain) whole(bundles []plainBundle) []plainBundle {
	return slices.DeleteFunc(slices.Clone(bundles), p.splits)
}

// fareOf is what options cost together.
func (p *plain) fareOf(options []string) plainPrice {
	if len(options) == 1 {
		return p.priceOf(options[0])
	}
	var parts []plainPart
	for _, option := range options {
		parts = append(parts, plainPart{offer: p.flight(option)})
	}
	return priceTogether(parts)
}

// priceTogether is what the parts of a group cost.
func priceTogether(parts []plainPart) plainPrice {
	var list []plainHold
	for _, part := range parts {
		if part.offer.fare.amount != "" {
			return part.offer.fare
		}
		list = append(list, plainHold{price: part.offer.price})
	}
	amount, currency, _ := strings.Cut(total(list), " ")
	return plainPrice{amount, currency}
}

// itemTexts name what is to be held: one item for what is sold together.
func itemTexts(items []string, with map[string][]string) string {
	var out []string
	for _, option := range items {
		out = append(out, strings.Join(append([]string{option}, with[option]...), "+"))
	}
	return strings.Join(out, " ")
}

// dropBroken takes out the groups that have two flights for one leg, or no one price.
func (p *plain) dropBroken() {
	for _, group := range []string{"g1", "g2"} {
		var all []plainOffer
		broken := false
		for _, q := range p.flights {
			n := 0
			for _, o := range q.offers {
				if o.group == group {
					all, n = append(all, o), n+1
				}
			}
			broken = broken || n > 1
		}
		for _, a := range all {
			for _, b := range all {
				broken = broken || a.price.currency != b.price.currency ||
					a.fare.amount != "" && (a.fare.currency != b.price.currency || b.fare.amount != "" && a.fare != b.fare)
			}
		}
		if !broken {
			continue
		}
		for i, q := range p.flights {
			q.offers = slices.DeleteFunc(slices.Clone(q.offers), func(o plainOffer) bool { return o.group == group })
			p.flights[i] = q
		}
	}
}

// likest is the group on offer that all flights of another one are found again in, of several the one with the most
// prices that did not move: nil when there is none.
func (p *plain) likest(was []plainPart) (best []plainPart) {
	best := -1
	for _, o := range p.flights[was[0].index].offers {
		is := p.members(o.group)
		if o.group == "" || len(is) != len(was) {
			continue
		}
		prices := 0
		for i := range is {
			if is[i].index != was[i].index || is[i].offer.same == "" || is[i].offer.same != was[i].offer.same {
				prices = -1
				break
			}
			if is[i].offer.price == was[i].offer.price {
				prices++
			}
		}
		if prices > best {
			best, best = is, prices
		}
	}
	return best
}
