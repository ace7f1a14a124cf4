package turn_test

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// plainRenewal is what was picked and is searched again.
type plainRenewal struct {
	parts   []plainPart
	hold    bool
	answers []string
	done    bool
}

// plainSearch says which search an option is of.
type plainSearch struct {
	hotel bool
	index int
}

// plainPart is one option that was picked, and where it was found.
type plainPart struct {
	plainSearch
	offer plainOffer
	again bool
}

func (p *plain) quotesOf(s plainSearch) map[int]plainQuotes {
	if s.hotel {
		return p.hotels
	}
	return p.flights
}

// parts are the options of the plan that are on offer for something that is searched.
func (p *plain) parts(options []string) (parts []plainPart) {
	flights, hotels := p.searches()
	for _, option := range options {
		for _, hotel := range []bool{false, true} {
			for i := range trip.MaxSegments {
				search := plainSearch{hotel, i}
				offers := p.quotesOf(search)[i].offers
				at := slices.IndexFunc(offers, func(o plainOffer) bool { return o.id == option })
				_, flies := flights[i]
				_, sleeps := hotels[i]
				if at >= 0 && (hotel && sleeps || !hotel && flies) {
					parts = append(parts, plainPart{search, offers[at], false})
				}
			}
		}
	}
	return parts
}

// ended reports whether an option cannot be held any more as it was offered.
func (p *plain) ended(part plainPart, at int64) bool {
	q := p.quotesOf(part.plainSearch)[part.index]
	for _, h := range p.holds {
		if h.is(part.offer.id) && (h.status == "purchased" || h.status == "held" && h.ends > at) {
			return false
		}
	}
	return q.at > at || at-q.at >= p.ttl ||
		slices.ContainsFunc(p.holds, func(h plainHold) bool { return h.is(part.offer.id) && h.status == "expired" })
}

// is reports whether a hold is of an option, or of what is sold together with it.
func (h *plainHold) is(option string) bool {
	return h.option == option || slices.Contains(h.with, option)
}

// renews searches again what has ended of some options, once a turn, and reports whether it does.
func (p *plain) renews(options []string, ended func(plainPart) bool, r plainRenewal) bool {
	if p.renewal != nil || len(p.unknown) > 0 {
		return false
	}
	r.parts = p.parts(options)
	var legs, stays []int
	for _, part := range r.parts {
		switch {
		case !ended(part):
		case part.hotel:
			stays = append(stays, part.index)
		default:
			legs = append(legs, part.index)
		}
	}
	if len(legs)+len(stays) == 0 {
		return false
	}
	flights, hotels := p.searches()
	for i := range flights {
		if len(legs) > 0 && p.hasGroups(i) {
			legs = append(legs, i)
		}
	}
	for i := range r.parts {
		part := &r.parts[i]
		part.again = part.hotel && slices.Contains(stays, part.index) || !part.hotel && slices.Contains(legs, part.index)
	}
	p.renewal = &r
	p.holdAsked, p.failedTool = false, ""
	p.holds = slices.DeleteFunc(slices.Clone(p.holds), func(h plainHold) bool { return h.status == "expired" })
	p.release()
	p.bundles, p.risk, p.selected, p.answered = nil, nil, nil, nil
	for i := range trip.MaxSegments {
		if slices.Contains(legs, i) {
			delete(p.flights, i)
			p.queue(trip.ToolFlightSearch, flights[i], plainCall{index: i})
		}
	}
	for j := range trip.MaxSegments {
		if slices.Contains(stays, j) {
			delete(p.hotels, j)
			p.queue(trip.ToolHotelSearch, hotels[j], plainCall{index: j})
		}
	}
	p.searching()
	return true
}

// renewed selects what was picked where all of it is found again under the supplier's own names; what has not moved is
// held, if that was asked for.
func (p *plain) renewed(at int64) {
	r := p.renewal
	r.done = true
	var options []string
	moved := false
	for k, part := range r.parts {
		is, found := part.offer, true
		switch {
		case !part.again:
		case part.offer.group != "":
			is, found = p.groupAgain(r.parts, k, &moved)
		default:
			is, found = p.again(part)
			moved = moved || is.price != part.offer.price
		}
		if !found {
			if p.status = "quote/presenting_options"; len(p.bundles) == 0 {
				p.status = "quote/no_results"
			}
			if len(p.usable(at)) > 0 {
				p.shown = p.offer(at)
			}
			return
		}
		moved = moved || !part.hotel && is.leg != "" && part.offer.leg != "" && is.leg != part.offer.leg
		options = append(options, is.id)
	}
	i := slices.IndexFunc(p.bundles, func(b plainBundle) bool { return slices.Equal(b.options, options) })
	if i < 0 {
		i = len(p.bundles)
		p.bundles = append(slices.Clip(p.bundles), plainBundle{"picked", options})
	}
	if slices.ContainsFunc(p.usable(at), func(h plainHold) bool { return !slices.Contains(options, h.option) }) {
		p.drop()
	}
	p.risk, p.selected = nil, &p.bundles[i]
	p.check()
	if p.answered = nil; !moved {
		p.holdAsked, p.answered = r.hold, r.answers
	}
}

// again is the offer that has the supplier's name of one that was picked, of several the one whose price has not moved.
func (p *plain) again(part plainPart) (is plainOffer, found bool) {
	list := slices.DeleteFunc(slices.Clone(p.quotesOf(part.plainSearch)[part.index].offers),
		func(o plainOffer) bool { return o.group != "" || o.same == "" || o.same != part.offer.same })
	if len(list) == 0 {
		return plainOffer{}, false
	}
	if i := slices.IndexFunc(list, func(o plainOffer) bool { return o.price == part.offer.price }); i > 0 {
		return list[i], true
	}
	return list[0], true
}

// groupAgain is the offer that takes the place of the k-th part, of a group.
func (p *plain) groupAgain(parts []plainPart, k int, moved *bool) (is plainOffer, found bool) {
	was := slices.DeleteFunc(slices.Clone(parts), func(o plainPart) bool { return o.offer.group != parts[k].offer.group })
	now := p.likest(was)
	if now == nil {
		return plainOffer{}, false
	}
	a, b := plainHold{price: priceTogether(was)}, plainHold{price: priceTogether(now)}
	*moved = *moved || total([]plainHold{a}) != total([]plainHold{b})
	return now[slices.IndexFunc(was, func(o plainPart) bool { return o.offer.id == parts[k].offer.id })].offer, true
}
