package turn_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// said is what a random event says; only the fields of its kind are set.
type said struct {
	kind    trip.EventType
	tool    string
	id      string   // of the call that is answered; "" is the oldest of its tool
	text    string   // message, bundle id, what an approval is for
	answers []string // confirmations
	code    string   // of a failure
	lookup  bool     // that a lookup told
	ok      bool     // a purchase is confirmed
	edit    func()   // of an extraction
	offers  []plainOffer
	bundles []plainBundle
	risk    plainRisk
	holds   []plainHold

	requests map[int]string // what a supplier says of them
}

func (p *plain) fold(s said, at int64) {
	p.queued, p.ignored = nil, ""
	p.goTo(at)
	switch s.kind {
	case trip.TypeUserMessage:
		awaiting := p.status == "intake/awaiting_confirmation"
		p.begin()
		if !awaiting {
			p.status = "intake/collecting_requirements"
		}
		p.failedTool, p.message, p.before = "", s.text, p.plan()
		p.queue(trip.ToolExtract, "", plainCall{})
	case trip.TypeIntentReady:
		p.begin()
		p.failedTool = ""
		p.understood(at, false)
	case trip.TypeScopeChanged: // it opens no turn
	case trip.TypeTurnCancelled:
		if len(p.open) > 0 {
			p.supersede()
			p.status = p.furthest(at)
		}
	case trip.TypeUserSelectedBundle:
		p.choose(s.text, at)
	case trip.TypeUserRequestHold:
		p.requestHold(s.answers, at)
	case trip.TypeUserApprovedPurchase:
		p.approve(s.text, at)
	case trip.TypeToolResult, trip.TypeToolError:
		p.answer(s, at)
	}
	if len(p.open) > 0 || p.ignored != "" {
		return
	}
	if p.ask = p.shown; p.shown != p.offer(at) || len(p.unknown) > 0 {
		p.ask = ""
	}
}

// goTo moves the time. What had ended when the clock was set back does not begin again.
func (p *plain) goTo(at int64) {
	for i := range p.holds {
		if h := &p.holds[i]; at < p.at && h.status == "held" && h.ends <= p.at {
			h.status = "lapsed"
		}
	}
	p.at = at
}

// begin opens a turn; the writes of an interrupted one are in doubt.
func (p *plain) begin() (interrupted bool) {
	interrupted = len(p.open) > 0
	p.supersede()
	p.turn++
	p.failed, p.holdAsked, p.renewal, p.afterAll = false, false, nil, false
	clear(p.settled)
	return interrupted
}

func (p *plain) supersede() {
	for _, c := range p.open {
		if c.write {
			p.unknown = append(p.unknown, c)
		}
	}
	p.open = nil
}

func (p *plain) release() {
	if len(p.releases) > 0 && !p.afterAll {
		ids := p.releases
		p.releases = nil
		p.queue(trip.ToolRelease, strings.Join(ids, " "), plainCall{write: true, items: ids})
	}
}

func (p *plain) understood(at int64, message bool) {
	p.release()
	if gaps := p.missing(); len(gaps) > 0 {
		p.status = "intake/collecting_requirements"
		p.queue(trip.ToolFollowup, strings.Join(gaps, " "), plainCall{})
		return
	}
	if p.confirm && p.confirmed != p.needs() {
		if !message || p.status != "intake/awaiting_confirmation" || p.summed != p.needs() || !slices.Contains(plainYes, p.message) {
			p.status, p.summed = "intake/awaiting_confirmation", p.needs()
			return
		}
		p.confirmed, p.before = p.needs(), ""
	}
	isToRest := message && p.requested && p.before == p.plan() && p.furthest(at) != "intake/collecting_requirements"
	if isToRest && len(p.unknown) == 0 {
		p.rest(at)
		return
	}
	asked := !message || p.message == "try again"
	if isWanted := message && p.before != p.plan() || asked && !p.searched(); len(p.unknown) > 0 && !isWanted {
		p.rest(at)
		return
	}
	p.quote(at)
}

// plan is what a message may change: nights that nobody needs are no part of it.
func (p *plain) plan() string { return fmt.Sprint(p.modes(), p.nights(), p.adults, p.budget) }

// searched reports whether the plan was searched as it is, however long ago.
func (p *plain) searched() bool {
	flights, hotels := p.searches()
	is := func(quotes map[int]plainQuotes, wanted map[int]string) bool {
		for i, args := range wanted {
			if q, found := quotes[i]; !found || q.args != args {
				return false
			}
		}
		return true
	}
	return is(p.flights, flights) && is(p.hotels, hotels)
}

var plainYes = []string{"yes", "OK!", " Looks good. ", "sure thing"}

func (p *plain) quote(at int64) {
	if p.booked() {
		p.rest(at)
		return
	}
	flights, hotels := p.searches()
	flightsLeft, hotelsLeft := p.stale(p.flights, flights, at, true), p.stale(p.hotels, hotels, at, false)
	if len(flightsLeft)+len(hotelsLeft) == 0 {
		p.quoted(at)
		return
	}
	p.bundles, p.risk, p.selected, p.answered = nil, nil, nil, nil
	for _, i := range flightsLeft {
		delete(p.flights, i)
		p.queue(trip.ToolFlightSearch, flights[i], plainCall{index: i})
	}
	for _, j := range hotelsLeft {
		delete(p.hotels, j)
		p.queue(trip.ToolHotelSearch, hotels[j], plainCall{index: j})
	}
	p.searching()
}

func (p *plain) searching() {
	p.status = "quote/quoting_hotels"
	if slices.ContainsFunc(p.open, func(c plainCall) bool { return c.name == trip.ToolFlightSearch }) {
		p.status = "quote/quoting_flights"
	}
}

// stale are the searches that are not fresh. Where a flight is searched, so are those of legs with flights in groups.
func (p *plain) stale(quotes map[int]plainQuotes, wanted map[int]string, at int64, isFlights bool) []int {
	var out []int
	for i := range trip.MaxSegments {
		args, want := wanted[i]
		q, found := quotes[i]
		if want && (!found || q.args != args || (len(q.offers) == 0 || q.at > at) && q.turn != p.turn || at-q.at >= p.ttl) {
			out = append(out, i)
		}
	}
	if len(out) == 0 || !isFlights {
		return out
	}
	for i := range trip.MaxSegments {
		if _, want := wanted[i]; want && !slices.Contains(out, i) && p.hasGroups(i) {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}

func (p *plain) quoted(at int64) {
	flights, hotels := p.searches()
	nothing := len(flights)+len(hotels) == 0
	for i := range flights {
		nothing = nothing || len(p.flights[i].offers) == 0
	}
	for j := range hotels {
		nothing = nothing || len(p.hotels[j].offers) == 0
	}
	switch {
	case nothing:
		p.status = "quote/no_results"
	case len(p.bundles) == 0:
		p.status = "quote/ranking_bundles"
		p.queue(trip.ToolRank, "", plainCall{})
	default:
		p.rest(at)
	}
}

// rest goes to the furthest point and shows it again.
func (p *plain) rest(at int64) {
	if p.status = p.furthest(at); p.status == "book/holds_placed" {
		p.shown = p.offer(at)
	}
}

func (p *plain) choose(id string, at int64) {
	interrupted := p.begin()
	i := slices.IndexFunc(p.bundles, func(b plainBundle) bool { return b.id == id })
	if i < 0 {
		p.leave(interrupted, at)
		return
	}
	if p.renews(p.bundles[i].options, func(part plainPart) bool { return p.ended(part, at) }, plainRenewal{}) {
		return
	}
	if p.selected == nil || p.selected.id != id {
		p.risk = nil
		p.drop()
	}
	p.selected, p.answered = &p.bundles[i], nil
	p.check()
}

func (p *plain) leave(interrupted bool, at int64) {
	if interrupted {
		p.status = p.furthest(at)
	}
}

func (p *plain) check() {
	p.failedTool, p.status = "", "quote/risk_checking"
	p.release()
	p.queue(trip.ToolRiskCheck, p.selected.id, plainCall{})
}

func (p *plain) requestHold(answers []string, at int64) {
	interrupted := p.begin()
	switch {
	case len(p.unknown) > 0 || p.selected == nil:
		p.leave(interrupted, at)
	case p.renews(p.selected.options, func(part plainPart) bool { return p.ended(part, at) },
		plainRenewal{hold: true, answers: append(slices.Clip(p.answered), answers...)}):
	case p.risk == nil:
		p.holdAsked, p.answered = true, answers
		p.check()
	default:
		p.answered = slices.DeleteFunc(append(slices.Clip(p.answered), answers...), func(a string) bool { return !slices.Contains(p.risk.wants, a) })
		p.leave(interrupted, at)
		p.hold(at)
	}
}

func (p *plain) unanswered() bool {
	return slices.ContainsFunc(p.risk.wants, func(w string) bool { return !slices.Contains(p.answered, w) })
}

func (p *plain) hold(at int64) {
	if p.risk.blocked {
		p.status = "quote/blocked"
		return
	}
	if p.unanswered() {
		return
	}
	var items []string
	with := map[string][]string{}
	for _, option := range p.selected.options {
		lead := p.together(p.selected.options, option)[0]
		if lead != option {
			with[lead] = append(with[lead], option)
			continue
		}
		if !slices.ContainsFunc(p.holds, func(h plainHold) bool {
			return h.option == option && (h.status == "purchased" || h.status == "held" && h.ends > at)
		}) {
			items = append(items, option)
		}
	}
	if len(items) == 0 {
		p.rest(at)
		return
	}
	p.failedTool, p.status = "", "book/placing_holds"
	p.release()
	prices := map[string]plainPrice{}
	for _, option := range items {
		prices[option] = p.fareOf(append([]string{option}, with[option]...))
	}
	passing, requests := p.passing()
	p.queue(trip.ToolHold, itemTexts(items, with)+passing,
		plainCall{write: true, items: items, prices: prices, with: with, requests: requests})
}

func (p *plain) approve(what string, at int64) {
	interrupted, held := p.begin(), p.usable(at)
	if what == "" && !p.strict {
		what = p.shown // the last shown is meant
	}
	switch {
	case len(p.unknown) > 0 || len(held) == 0:
		p.leave(interrupted, at)
	case what != p.offer(at) || p.shown != p.offer(at): // nothing is bought, what stands is shown
		p.status, p.shown = "book/holds_placed", p.offer(at)
	default:
		var ids []string
		for _, h := range held {
			ids = append(ids, h.id)
		}
		p.failedTool, p.status = "", "book/purchasing"
		p.release()
		passing, requests := p.passing()
		p.queue(trip.ToolPurchase, strings.Join(ids, " ")+" for "+total(held)+passing,
			plainCall{write: true, items: ids, requests: requests})
	}
}

// total is what holds cost together; "" when they have no common currency, or a price is not known.
func total(holds []plainHold) string {
	cents := 0
	for _, h := range holds {
		var whole, part int
		if _, err := fmt.Sscanf(h.price.amount+".00", "%d.%2d", &whole, &part); err != nil || h.price.currency != holds[0].price.currency {
			return ""
		}
		cents += 100*whole + part
	}
	return fmt.Sprintf("%d.%02d %s", cents/100, cents%100, holds[0].price.currency)
}
