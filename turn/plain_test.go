package turn_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
)

// plain is a second reading of behaviour 1 and 5, as plain as can be and without a look at the
// engine: what is planned, found, held and bought, in texts and maps. It knows neither rooms nor
// preferences nor the assistant.
type plain struct {
	confirm, strict bool
	ttl             int64 // seconds

	legs            []plainLeg
	stays           []plainStay
	needed          bool
	in, out         string // the lodging's own dates
	seedIn, seedOut bool
	adults          int
	budget          string

	flights, hotels map[int]plainQuotes
	renewal         *plainRenewal // what is searched again in this turn
	bundles         []plainBundle
	risk            *plainRisk
	selected        *plainBundle
	holds           []plainHold
	bookings        []plainBooking

	open, unknown      []plainCall
	notMade            []plainCall      // settled as not made, though their tools had not said so
	settled            map[string]bool  // ids of calls that were settled in this turn
	ids                map[string]bool  // of all calls
	afterAll           bool             // a write turned out to have been made in this turn
	made               string           // the last such write
	definite           map[string]int64 // answers by write tool: what the tool itself said
	releases           []string
	failed, holdAsked  bool
	answered           []string
	shown              string // what the last holds message showed
	ask                string // what is shown and may be approved; while calls are open, what was before
	summed, confirmed  string // requirements
	message, before    string // the last message, and the plan before it
	at                 int64  // of the last event
	turn               int
	status, failedTool string

	requests  []plainRequest
	noted     int  // requests so far
	requested bool // the message brought one, or took one back

	queued  []string // of the last decision
	ignored string
}

type (
	plainLeg    struct{ origin, destination, date, mode string }
	plainStay   struct{ place, in, out string }
	plainBundle struct {
		id      string
		options []string
	}
	plainRisk struct {
		blocked bool
		wants   []string
	}
	plainPrice struct {
		amount   string // empty: none
		currency string
	}
	plainOffer struct {
		id    string
		price plainPrice
		leg   string // the flight that it is of
		same  string // the supplier's own name for it
		group string // of what is sold together
		fare  plainPrice
	}
	plainHold struct {
		id, option, status string
		with               []string // the options that are sold together with it
		ends               int64
		own, price         plainPrice // what the result says, and what it costs
	}
	plainBooking struct {
		holds []string
		stale bool
	}
	plainQuotes struct {
		args   string
		at     int64
		turn   int
		offers []plainOffer
	}
	plainCall struct {
		name, args, needs string
		id, key           string
		write             bool
		index             int
		items             []string
		prices            map[string]plainPrice // of a hold: what its options cost when it was asked for
		with              map[string][]string   // of a hold: what is sold together with them
		requests          []int                 // that a hold or a purchase carries
		bought            []plainHold           // of a purchase that was settled as not made: what it was about
	}
)

func newPlain(confirm bool, ttl int64) *plain {
	return &plain{
		confirm: confirm, ttl: ttl, needed: true, status: "intake/collecting_requirements",
		flights: map[int]plainQuotes{}, hotels: map[int]plainQuotes{}, definite: map[string]int64{},
		settled: map[string]bool{}, ids: map[string]bool{},
	}
}

// missing is behaviour 1.2.
func (p *plain) missing() []string {
	var out []string
	add := func(absent bool, format string, args ...any) {
		if absent {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(len(p.legs) == 0, "itinerary.segments")
	for i, l := range p.legs {
		add(l.origin == "", "itinerary.segments[%d].origin.code", i)
		add(l.destination == "", "itinerary.segments[%d].destination.code", i)
		add(l.date == "", "itinerary.segments[%d].depart_date", i)
	}
	add(p.adults < 1, "party.travelers.adults")
	for j, s := range p.stays {
		add(p.needed && s.place == "", "itinerary.lodging.stays[%d].location_code", j)
		add(p.needed && s.in == "", "itinerary.lodging.stays[%d].check_in", j)
		add(p.needed && s.out == "", "itinerary.lodging.stays[%d].check_out", j)
	}
	if p.needed && len(p.stays) == 0 {
		add(p.in == "", "itinerary.lodging.check_in")
		add(p.out == "", "itinerary.lodging.check_out")
	}
	return out
}

// flies reports whether leg i is searched.
func (p *plain) flies(i int) bool { return p.legs[i].mode == "" || p.legs[i].mode == "flight" }

func (p *plain) nights() []plainStay {
	switch {
	case !p.needed:
		return nil
	case len(p.stays) > 0:
		return p.stays
	case len(p.legs) > 0:
		return []plainStay{{p.legs[0].destination, p.in, p.out}}
	}
	return []plainStay{{"", p.in, p.out}}
}

// searches returns the arguments of all searches that the plan needs, by index.
func (p *plain) searches() (flights, hotels map[int]string) {
	flights, hotels = map[int]string{}, map[int]string{}
	for i, l := range p.legs {
		if p.flies(i) {
			flights[i] = fmt.Sprintf("%d %s %s %s %d", i, l.origin, l.destination, l.date, p.adults)
		}
	}
	for j, s := range p.nights() {
		hotels[j] = fmt.Sprintf("%d %s %s %s %d", j, s.place, s.in, s.out, p.adults)
	}
	return flights, hotels
}

// needs tells requirements apart.
func (p *plain) needs() string {
	return fmt.Sprint(p.modes(), p.stays, p.needed, p.in, p.out, p.adults, p.budget)
}

// modes are the legs, without telling apart what is the same mode.
func (p *plain) modes() []plainLeg {
	legs := slices.Clone(p.legs)
	for i := range legs {
		legs[i].mode = fmt.Sprint(p.flies(i), legs[i].mode == "train")
	}
	return legs
}

// usable are the holds that are held and unexpired.
func (p *plain) usable(at int64) []plainHold {
	return slices.DeleteFunc(slices.Clone(p.holds), func(h plainHold) bool { return h.status != "held" || h.ends <= at })
}

// offer is what a holds message shows: who travels, and each item with its price and how long it is
// held; "" when nothing is.
func (p *plain) offer(at int64) string {
	if held := p.usable(at); len(held) > 0 {
		return fmt.Sprint(p.adults, held, p.requests)
	}
	return ""
}

func (p *plain) booked() bool {
	return len(p.bookings) > 0 && !p.bookings[len(p.bookings)-1].stale &&
		slices.ContainsFunc(p.holds, func(h plainHold) bool { return h.status == "purchased" })
}

// furthest is the order of behaviour 1.4.
func (p *plain) furthest(at int64) string {
	switch {
	case len(p.unknown) > 0:
		return "error/outcome_unknown"
	case len(p.usable(at)) > 0:
		return "book/holds_placed"
	case p.booked():
		return "completed/booked"
	case p.selected != nil && p.risk != nil && p.risk.blocked:
		return "quote/blocked"
	case p.selected != nil && p.risk != nil:
		return "quote/risk_checked"
	case len(p.bundles) > 0:
		return "quote/presenting_options"
	}
	return "intake/collecting_requirements"
}

// drop clears the holds; what is held is released later. A purchase in doubt keeps its holds.
func (p *plain) drop() {
	inDoubt := func(h plainHold) bool {
		return slices.ContainsFunc(slices.Concat(p.open, p.unknown), func(c plainCall) bool {
			return c.name == trip.ToolPurchase && slices.Contains(c.items, h.id)
		})
	}
	for _, h := range p.holds {
		if h.status == "held" && !inDoubt(h) {
			p.releases = append(p.releases, h.id)
		}
	}
	had := len(p.holds) > 0
	p.holds = slices.DeleteFunc(slices.Clone(p.holds), func(h plainHold) bool { return !inDoubt(h) })
	if had && len(p.holds) == 0 {
		p.unpass()
	}
	p.shown = ""
}

// outdated reports whether a write was queued for a plan that was left.
func (p *plain) outdated(c plainCall) bool {
	left := func(option string) bool { return p.selected != nil && !slices.Contains(p.selected.options, option) }
	switch {
	case c.needs != p.needs():
		return true
	case c.name == trip.ToolHold:
		return slices.ContainsFunc(c.items, left)
	case c.name == trip.ToolPurchase:
		return slices.ContainsFunc(p.holds, func(h plainHold) bool { return slices.Contains(c.items, h.id) && left(h.option) })
	}
	return false
}

// change is behaviour 5: it edits the plan and clears what that made invalid.
func (p *plain) change(edit func()) {
	was, wasAdults, wasBudget := p.needs(), p.adults, p.budget
	flights, hotels := p.searches()
	edit()
	p.seed()
	budget := p.budget
	p.budget = wasBudget
	plan := p.needs() != was
	p.budget = budget
	nowFlights, nowHotels := p.searches()
	outdate := func(quotes map[int]plainQuotes, before, after map[int]string) {
		maps.DeleteFunc(quotes, func(i int, _ plainQuotes) bool {
			return before[i] == "" || before[i] != after[i] || p.adults != wasAdults
		})
	}
	if plan {
		outdate(p.flights, flights, nowFlights)
		outdate(p.hotels, hotels, nowHotels)
		for i := range p.bookings {
			p.bookings[i].stale = true
		}
	}
	if plan || p.budget != wasBudget {
		p.bundles, p.selected = nil, nil
		p.risk, p.answered = nil, nil
		p.drop()
	}
}

// seed lets the lodging's dates follow the travel dates.
func (p *plain) seed() {
	if p.needed && len(p.stays) == 0 {
		if len(p.legs) > 0 && p.legs[0].date != "" && (p.in == "" || p.seedIn) {
			p.in, p.seedIn = p.legs[0].date, true
		}
		if len(p.legs) > 1 && p.legs[1].date != "" && (p.out == "" || p.seedOut) {
			p.out, p.seedOut = p.legs[1].date, true
		}
	}
	p.out = oneNight(p.in, p.out)
}

func oneNight(in, out string) string {
	if in != "" && out != "" && out <= in {
		d, _ := trip.ParseDate(in)
		return d.AddDays(1).String()
	}
	return out
}

func (p *plain) queue(name, args string, c plainCall) {
	c.name, c.args, c.needs = name, args, p.needs()
	if c.write {
		c.key = calls.Key("plain", name, slices.Sorted(slices.Values(c.items)), p.definite[name])
		args += " " + c.key
	}
	p.open = append(p.open, c)
	p.queued = append(p.queued, strings.TrimSpace(name+" "+args))
}
