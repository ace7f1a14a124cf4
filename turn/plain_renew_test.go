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
		if h.option == part.offer.id && (h.status == "purchased" || h.status == "held" && h.ends > at) {
			return false
		}
	}
	return q.at > at || at-q.at >= p.ttl ||
		slices.ContainsFunc(p.holds, func(h plainHold) bool { return h.option == part.offer.id && h.status == "expired" })
}

// renews searches again what has ended of some options, once a turn, and reports whether it does.
func (p *plain) renews(options []string, ended func(plainPart) bool, r plainRenewal) bool {
	if p.renewal != nil || len(p.unknown) > 0 {
		return false
	}
	r.parts = p.parts(options)
	for i := range r.parts {
		search := r.parts[i].plainSearch
		r.parts[i].again = slices.ContainsFunc(r.parts, func(o plainPart) bool { return o.plainSearch == search && ended(o) })
	}
	if !slices.ContainsFunc(r.parts, func(part plainPart) bool { return part.again }) {
		return false
	}
	p.renewal = &r
	p.holdAsked, p.failedTool = false, ""
	p.holds = slices.DeleteFunc(slices.Clone(p.holds), func(h plainHold) bool { return h.status == "expired" })
	p.release()
	p.bundles, p.risk, p.selected, p.answered = nil, nil, nil, nil
	flights, hotels := p.searches()
	for _, part := range r.parts {
		quotes := p.quotesOf(part.plainSearch)
		if _, stands := quotes[part.index]; !stands || !part.again {
			continue // another part is of the same search
		}
		delete(quotes, part.index)
		if part.hotel {
			p.queue(trip.ToolHotelSearch, hotels[part.index], plainCall{index: part.index})
		} else {
			p.queue(trip.ToolFlightSearch, flights[part.index], plainCall{index: part.index})
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
	for _, part := range r.parts {
		is := part.offer
		if part.again {
			list := slices.DeleteFunc(slices.Clone(p.quotesOf(part.plainSearch)[part.index].offers),
				func(o plainOffer) bool { return o.same == "" || o.same != part.offer.same })
			if len(list) == 0 {
				if p.status = "quote/presenting_options"; len(p.bundles) == 0 {
					p.status = "quote/no_results"
				}
				return
			}
			is = list[0]
			if i := slices.IndexFunc(list, func(o plainOffer) bool { return o.price == part.offer.price }); i > 0 {
				is = list[i]
			}
			moved = moved || is.price != part.offer.price
		}
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
