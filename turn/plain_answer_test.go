package turn_test

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// answer settles the call with an id, or the oldest of a tool, with a result or a failure.
func (p *plain) answer(s said, at int64) {
	named := func(c plainCall) bool { return c.name == s.tool && (s.id == "" || s.id == c.id) }
	list, late := &p.open, false
	i := slices.IndexFunc(p.open, named)
	if i < 0 {
		list, late = &p.unknown, true
		i = slices.IndexFunc(p.unknown, named)
	}
	if i < 0 && s.id != "" && s.isMade() {
		list = &p.notMade
		i = slices.IndexFunc(p.notMade, named)
	}
	switch {
	case i >= 0:
	case p.settled[s.id]:
		p.ignored = string(trip.DuplicateResult)
	case p.ids[s.id]:
		p.ignored = string(trip.StaleTurn)
	default:
		p.ignored = string(trip.NotOutstanding)
	}
	if i < 0 {
		return
	}
	c := (*list)[i]
	if s.kind == trip.TypeToolError && late && s.code == string(trip.ClassOutcomeUnknown) {
		return
	}
	made := list == &p.notMade
	*list = slices.Delete(slices.Clone(*list), i, i+1)
	if c.id != "" && (s.kind != trip.TypeToolError || !p.isLost(c, s, late)) {
		p.settled[c.id] = true
	}
	if s.kind != trip.TypeToolError {
		p.notMade = slices.DeleteFunc(slices.Clone(p.notMade), func(o plainCall) bool { return c.write && o.key == c.key })
	}
	if made {
		p.definite[c.name]++
		p.madeAfterAll(c, &s, at)
		return
	}
	if s.kind == trip.TypeToolError {
		p.failure(c, s, late)
		return
	}
	p.definite[c.name]++
	p.result(c, s, at, late)
}

// isMade reports whether an answer says that a write was made.
func (s *said) isMade() bool {
	switch {
	case s.kind != trip.TypeToolResult:
		return false
	case s.tool == trip.ToolPurchase:
		return s.ok
	case s.tool == trip.ToolHold:
		return slices.ContainsFunc(s.holds, func(h plainHold) bool { return h.status == "held" })
	}
	return true
}

// isLost reports whether after a failure nobody knows if a write was made.
func (p *plain) isLost(c plainCall, s said, late bool) bool {
	class := trip.Class(s.code)
	return c.write && !late && !(s.lookup && class != trip.ClassOutcomeUnknown) && !class.Definite()
}

// failure is behaviour 1.6, and 1.5 for writes.
func (p *plain) failure(c plainCall, s said, late bool) {
	class := trip.Class(s.code)
	if (late || class.Definite()) && !s.lookup && class != trip.ClassNotSent {
		p.definite[c.name]++
	}
	if s.lookup && class == trip.ClassFailed && (c.name == trip.ToolHold || c.name == trip.ToolPurchase) {
		for _, h := range p.holds {
			if c.name == trip.ToolPurchase && slices.Contains(c.items, h.id) {
				c.bought = append(c.bought, h)
			}
		}
		p.notMade = append(slices.Clip(p.notMade[max(len(p.notMade)+1-trip.MaxNotMade, 0):]), c)
	}
	switch {
	case p.isLost(c, s, late):
		p.unknown = append(p.unknown, c)
		p.failed, p.failedTool, p.status = true, c.name, "error/outcome_unknown"
		return
	case c.name == trip.ToolRelease && (!class.Definite() || class == trip.ClassRateLimited || class == trip.ClassNotSent):
		p.releases = append(p.releases, c.items...) // it is tried again with what is queued next
	}
	if p.outdated(c) {
		p.drop()
	}
	if late && len(p.open)+len(p.unknown) > 0 {
		return
	}
	if !late && p.afterAll { // the turn was stopped
		if c.write {
			p.whereAfterAll(p.at)
		}
		return
	}
	if !late && class == trip.ClassExpired && p.expired(c) {
		return
	}
	p.fail(c.name, late)
}

// expired goes on after a write that was refused because what it was about had ended, and reports whether it did.
func (p *plain) expired(c plainCall) bool {
	if c.name == trip.ToolPurchase {
		for i := range p.holds {
			if h := &p.holds[i]; h.status == "held" && slices.Contains(c.items, h.id) {
				h.status = "expired"
			}
		}
	}
	return c.name == trip.ToolHold && p.refused(c.items)
}

// refused searches again for what a supplier would not hold because its offer had ended.
func (p *plain) refused(items []string) bool {
	return !p.failed && !p.afterAll && p.selected != nil && p.renews(p.selected.options,
		func(part plainPart) bool { return slices.Contains(items, part.offer.id) }, plainRenewal{hold: true, answers: p.answered})
}

func (p *plain) fail(tool string, late bool) {
	p.failed, p.holdAsked, p.failedTool = true, false, tool
	if late || p.status != "error/outcome_unknown" {
		p.status = "error/retryable"
	}
}

// elsewhere reports whether a late result settles something that the trip has left behind; it
// moves the status only when the trip waited for it.
func (p *plain) elsewhere(outdated, late bool, at int64) bool {
	if !late || len(p.open)+len(p.unknown) == 0 && !outdated {
		return false
	}
	if p.status == "error/outcome_unknown" && len(p.open)+len(p.unknown) == 0 {
		p.status, p.failedTool = p.furthest(at), ""
	}
	return true
}

func (p *plain) result(c plainCall, s said, at int64, late bool) {
	switch c.name {
	case trip.ToolExtract:
		p.requested = false
		p.change(s.edit)
		if !p.failed {
			p.understood(at, true)
		}
	case trip.ToolFlightSearch:
		p.flights[c.index] = plainQuotes{c.args, at, p.turn, forWhatWasAsked(soundOffers(s.offers))}
		p.dropBroken()
		p.found(at)
	case trip.ToolHotelSearch:
		p.hotels[c.index] = plainQuotes{c.args, at, p.turn, soundOffers(s.offers)}
		p.found(at)
	case trip.ToolRank:
		p.bundles = p.whole(s.bundles)
		switch {
		case p.failed:
		case p.renewal != nil && !p.renewal.done:
			p.renewed(at)
		case len(p.bundles) == 0:
			p.status = "quote/no_results"
		default:
			p.status = "quote/presenting_options"
		}
	case trip.ToolRiskCheck:
		p.checked(s.risk, at)
	case trip.ToolHold:
		p.placed(c, &s, at, late)
	case trip.ToolPurchase:
		if s.ok {
			p.passed(c, s.requests)
		}
		p.purchased(c, s.ok, at, late)
	case trip.ToolRelease:
		if !p.elsewhere(p.outdated(c), late, at) && late && p.status == "error/outcome_unknown" {
			p.failedTool = ""
			p.rest(at)
		}
	}
}

func (p *plain) found(at int64) {
	searching := slices.ContainsFunc(p.open, func(c plainCall) bool {
		return c.name == trip.ToolFlightSearch || c.name == trip.ToolHotelSearch
	})
	switch {
	case p.failed:
	case searching:
		p.searching()
	default:
		p.quoted(at)
	}
}

func (p *plain) checked(r plainRisk, at int64) {
	p.risk = &r
	if p.failed {
		return
	}
	p.answered = slices.DeleteFunc(slices.Clone(p.answered), func(a string) bool { return !slices.Contains(r.wants, a) })
	if p.status = "quote/risk_checked"; r.blocked {
		p.status = "quote/blocked"
	} else if p.holdAsked && !p.unanswered() {
		p.hold(at)
	}
}

// isPrice is behaviour 5 of an amount and its currency.
func (p plainPrice) isPrice() bool {
	return p.amount == "" || !strings.HasPrefix(p.amount, "-") && strings.Trim(p.amount, "0.") != "" && (p.currency == "USD" || p.currency == "EUR")
}

// forWhatWasAsked are the flights of a list that go where and when they were searched, and land after they have left.
func forWhatWasAsked(offers []plainOffer) []plainOffer {
	return slices.DeleteFunc(offers, func(o plainOffer) bool {
		return o.leg == plainGoesElsewhere || o.leg == plainLeavesLate || o.leg == plainLandsFirst
	})
}

// isReadable reports whether an amount is one of its currency.
func (p plainPrice) isReadable() bool { return p.amount != plainTooExact && p.amount != plainNoNumber }

// isUnreadable reports whether an offer cannot be read: of one that is unsound that is not looked at.
func (o plainOffer) isUnreadable() bool { return !o.price.isReadable() && o.fare.isPrice() }

// soundOffers are the offers of a list that are applied.
func soundOffers(offers []plainOffer) (kept []plainOffer) {
	seen := map[string]bool{}
	for _, o := range offers {
		if o.isUnreadable() {
			continue
		}
		if o.price.isPrice() && o.fare.isPrice() && !seen[o.id] {
			kept = append(kept, o)
		}
		seen[o.id] = true
	}
	return kept
}

// soundHolds are the holds of a result that are applied, and those that are not.
func (p *plain) soundHolds(c plainCall, holds []plainHold) (kept, lost []plainHold) {
	seen := map[string]bool{}
	for _, h := range holds {
		for lead, others := range c.with {
			if slices.Contains(others, h.option) {
				h.option = lead
			}
		}
		h.with = c.with[h.option]
		offer := p.priceOf(h.option)
		if asked, ok := c.prices[h.option]; ok {
			offer = asked
		}
		foreign := h.own.amount != "" && offer.amount != "" && h.own.currency != offer.currency
		if h.price = h.own; h.own.amount == "" {
			h.price = offer
		}
		if h.own.isPrice() && !foreign && !seen[h.id] {
			kept = append(kept, h)
		} else {
			lost = append(lost, h)
		}
		seen[h.id] = true
	}
	answers := map[string]int{}
	for _, h := range kept {
		answers[h.option]++
	}
	open := map[string]int{}
	for _, option := range c.items {
		open[option]++
	}
	unasked := func(h plainHold) bool {
		news := slices.ContainsFunc(p.holds, func(old plainHold) bool { return old.id == h.id && old.option == h.option })
		if open[h.option] == 0 && !news || len(h.with) > 0 && answers[h.option] > 1 || p.isTwice(h) {
			lost = append(lost, h)
			return true
		}
		if h.status == "held" && open[h.option] > 0 {
			open[h.option]--
		}
		return false
	}
	return slices.DeleteFunc(kept, unasked), lost
}

// stands reports whether a hold is bought, or held and unexpired.
func (p *plain) stands(h plainHold) bool {
	return h.status == "purchased" || h.status == "held" && h.ends > p.at
}

// isTwice reports whether a hold is one more of an option that stands already: no option is picked twice here.
func (p *plain) isTwice(h plainHold) bool {
	return h.status == "held" && slices.ContainsFunc(p.holds, func(old plainHold) bool {
		return old.option == h.option && old.id != h.id && p.stands(old)
	})
}

// priceOf is what an option costs that a search found.
func (p *plain) priceOf(option string) plainPrice {
	for _, quotes := range []map[int]plainQuotes{p.flights, p.hotels} {
		for _, q := range quotes {
			for _, o := range q.offers {
				if o.id == option {
					return o.price
				}
			}
		}
	}
	return plainPrice{}
}

// madeAfterAll takes a write as made that was settled as not made: nothing more is written in the turn.
func (p *plain) madeAfterAll(c plainCall, s *said, at int64) {
	p.holdAsked = false
	if len(p.open) > 0 {
		p.afterAll, p.failed = true, !p.isWriting()
	}
	if p.made = c.name; c.name == trip.ToolHold {
		p.keep(c, s)
	} else {
		p.passed(c, s.requests)
		for _, h := range c.bought {
			if !slices.ContainsFunc(p.holds, func(o plainHold) bool { return o.id == h.id }) {
				p.holds = append(slices.Clip(p.holds), h)
			}
		}
		p.buy(c)
		p.releases = slices.DeleteFunc(slices.Clone(p.releases), func(id string) bool { return slices.Contains(c.items, id) })
	}
	p.shown = ""
	p.whereAfterAll(at)
	reads := slices.ContainsFunc(p.open, func(c plainCall) bool { return c.name == trip.ToolExtract })
	if p.status == "intake/collecting_requirements" && reads { // there a message is still waited for
		p.failed = false
	}
}

// isWriting reports whether a hold or a purchase is out: where the trip is, its outcome says.
func (p *plain) isWriting() bool {
	return slices.ContainsFunc(p.open, func(c plainCall) bool { return c.name == trip.ToolHold || c.name == trip.ToolPurchase })
}

// whereAfterAll is where a trip is in which a write was made after all.
func (p *plain) whereAfterAll(at int64) {
	if len(p.unknown) > 0 || p.isWriting() {
		return
	}
	if p.failedTool = ""; p.made == trip.ToolPurchase {
		p.status = "completed/booked"
		return
	}
	p.rest(at)
}

// keep takes what a supplier says that it holds.
func (p *plain) keep(c plainCall, s *said) {
	holds, lost := p.soundHolds(c, s.holds)
	p.holds = slices.DeleteFunc(slices.Clone(p.holds), func(old plainHold) bool {
		return slices.ContainsFunc(holds, func(h plainHold) bool {
			return h.id == old.id || h.option == old.option && !p.stands(old)
		})
	})
	p.holds = append(p.holds, holds...)
	if slices.ContainsFunc(holds, func(h plainHold) bool { return h.status == "held" }) {
		p.passed(c, s.requests)
	}
	for _, h := range lost {
		kept := slices.ContainsFunc(p.holds, func(k plainHold) bool { return k.id == h.id })
		if h.status == "held" && !kept && !slices.Contains(p.releases, h.id) {
			p.releases = append(p.releases, h.id)
		}
	}
	if p.outdated(c) {
		p.drop()
	}
}

func (p *plain) placed(c plainCall, s *said, at int64, late bool) {
	p.keep(c, s)
	if p.elsewhere(p.outdated(c), late, at) || p.failed && !late {
		return
	}
	if late {
		p.failedTool = ""
	} else {
		p.release()
	}
	var ended []string
	for _, h := range p.holds {
		isHeld := slices.ContainsFunc(p.usable(at), func(u plainHold) bool { return u.option == h.option })
		if h.status == "expired" && !isHeld && p.selected != nil && slices.Contains(p.selected.options, h.option) {
			ended = append(ended, h.option)
		}
	}
	if !late && len(ended) > 0 && p.refused(ended) {
		return
	}
	if len(p.usable(at)) == 0 {
		p.fail(c.name, true)
		return
	}
	p.status, p.shown = "book/holds_placed", p.offer(at)
}

// buy adds the booking of a purchase: the same one may be told by two attempts.
func (p *plain) buy(c plainCall) {
	p.bookings = slices.DeleteFunc(slices.Clone(p.bookings), func(b plainBooking) bool { return slices.Equal(b.holds, c.items) })
	p.bookings = append(p.bookings, plainBooking{c.items, c.needs != p.needs()})
	p.holds = slices.Clone(p.holds)
	for i := range p.holds {
		if slices.Contains(c.items, p.holds[i].id) {
			p.holds[i].status = "purchased"
		}
	}
}

func (p *plain) purchased(c plainCall, ok bool, at int64, late bool) {
	outdated := p.outdated(c)
	if ok {
		p.buy(c)
	} else if outdated {
		p.drop()
	}
	switch {
	case p.elsewhere(outdated, late, at):
	case !ok:
		p.fail(c.name, true)
	case late || !p.failed:
		p.failedTool, p.status = "", "completed/booked"
	}
}
