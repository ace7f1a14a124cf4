package rank

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools/internal/offer"
)

const (
	maxTradeoffs     = 4
	noticeableDetour = 30 // minutes
)

// describe tells the bundle at place i of the ranking: its ids, why it is there and what speaks against it.
func describe(columns []column, routes []route, i int, f field) bundle {
	r := routes[i]
	b := bundle{FlightOptionIDs: []string{}, HotelOptionIDs: []string{}, Tradeoffs: []string{}}
	for k := range columns {
		p := &columns[k].picks[r.picks[k]]
		if columns[k].stay {
			b.HotelOptionIDs = append(b.HotelOptionIDs, p.ids...)
		} else {
			b.FlightOptionIDs = append(b.FlightOptionIDs, p.ids...)
		}
	}
	s := sum(columns, r)
	// That a bundle is as quick as a better one is no reason to take it.
	isQuickest := !slices.ContainsFunc(routes[:i], func(r route) bool { return sum(columns, r).minutes <= s.minutes })
	b.WhyThisBundle = s.why(f, r, i == 0, isQuickest)
	if t := s.tradeoffs(f, r); len(t) > 0 {
		b.Tradeoffs = t[:min(len(t), maxTradeoffs)]
	}
	return b
}

// sums is what the picks of one bundle say together.
type sums struct {
	minutes           int64
	items             int64 // flights and rooms
	locked, unsure    int64 // those whose money does not come back, and those of which it is not known
	known             bool  // all travel times are known
	routed            bool  // every flight says its route
	flights, stops    int64
	redEyes, lockedAt []string
	unsureAt          []string
	stopsAt, splitAt  []string
	hotels            []string
}

func sum(columns []column, r route) sums {
	s := sums{known: true, routed: true}
	for i := range columns {
		c, p := &columns[i], &columns[i].picks[r.picks[i]]
		s.minutes += p.minutes
		s.items += int64(len(p.ids))
		s.locked += p.locked - p.unsure
		s.unsure += p.unsure
		s.known = s.known && p.known
		if p.locked > p.unsure {
			s.lockedAt = append(s.lockedAt, c.name)
		}
		if p.unsure > 0 {
			s.unsureAt = append(s.unsureAt, c.name)
		}
		if c.stay {
			s.lodge(c, p)
		} else {
			s.fly(c, p)
		}
	}
	return s
}

func (s *sums) fly(c *column, p *pick) {
	s.flights++
	s.routed = s.routed && p.routed
	s.stops += p.stops
	if p.stops > 0 {
		s.stopsAt = append(s.stopsAt, c.where())
	}
	if p.redEye {
		s.redEyes = append(s.redEyes, c.where())
	}
}

func (s *sums) lodge(c *column, p *pick) {
	if p.split {
		s.splitAt = append(s.splitAt, c.where())
		return
	}
	if p.name == "" {
		return
	}
	hotel := p.name
	if p.stars > 0 {
		hotel += " (" + starText(p.stars) + ")"
	}
	s.hotels = append(s.hotels, hotel)
}

// where names a column for what only columns of its kind can have: the only one needs no name.
func (c *column) where() string {
	if c.alone {
		return ""
	}
	return c.name
}

// ordinals count the flights and stays of most trips.
var ordinals = [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}

// nameOf names the nth of several flights or stays for a person: "the flight", "the second stay".
func nameOf(what string, nth, of int) string {
	switch {
	case of == 1:
		return "the " + what
	case nth <= len(ordinals):
		return "the " + ordinals[nth-1] + " " + what
	}
	return what + " " + strconv.Itoa(nth)
}

func (s *sums) why(f field, r route, first, isQuickest bool) string {
	var facts []string
	switch {
	case s.flights > 0 && s.routed && s.stops == 0:
		facts = append(facts, "nonstop")
	case s.stops > 0:
		facts = append(facts, count(s.stops, "stop"))
	}
	if s.flights > 0 && s.known {
		facts = append(facts, offer.Duration(s.minutes)+" of travel")
	}
	facts = append(facts, s.hotels...)
	if s.locked+s.unsure == 0 {
		facts = append(facts, "all refundable")
	}
	lead := s.lead(f, r, first, isQuickest)
	if len(facts) == 0 {
		return lead + "."
	}
	return lead + ": " + strings.Join(facts, ", ") + "."
}

func (s *sums) lead(f field, r route, first, isQuickest bool) string {
	cheapest := r.price == f.least.price
	isQuickest = isQuickest && s.flights > 0 && s.known && s.minutes == f.least.minutes
	switch {
	case first && cheapest:
		return "Best overall and the lowest total"
	case first:
		return "Best overall"
	case cheapest:
		return "The lowest total"
	case isQuickest:
		return "The shortest travel time"
	}
	return "A good alternative"
}

func (s *sums) tradeoffs(f field, r route) []string {
	var out []string
	if f.mixed {
		out = append(out, fmt.Sprintf("only offers in %s are compared", f.currency))
	}
	if more := r.price - f.least.price; more > 0 {
		out = append(out, offer.Money{Minor: more, Currency: f.currency}.String()+" more than the cheapest")
	}
	if s.locked > 0 && s.locked < s.items {
		out = append(out, "not refundable: "+strings.Join(s.lockedAt, ", "))
	}
	if s.unsure > 0 && s.unsure < s.items {
		out = append(out, "not known whether it is refundable: "+strings.Join(s.unsureAt, ", "))
	}
	if longer := s.minutes - f.least.minutes; s.known && longer >= noticeableDetour {
		out = append(out, offer.Duration(longer)+" longer than the quickest")
	}
	if where := strings.Join(s.stopsAt, ", "); where != "" {
		out = append(out, count(s.stops, "stop")+" on "+where)
	}
	if len(s.redEyes) > 0 {
		out = append(out, strings.TrimSuffix("night flight: "+strings.Join(s.redEyes, ", "), ": "))
	}
	if len(s.splitAt) > 0 {
		out = append(out, strings.TrimSuffix("rooms in different hotels: "+strings.Join(s.splitAt, ", "), ": "))
	}
	if s.locked > 0 && s.locked == s.items { // it is told with the option: what else there is goes before it
		out = slices.Insert(out, min(1, len(out)), "not refundable")
	}
	return out
}

func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(n, 10) + " " + noun + "s"
}

func starText(tenths int64) string {
	text := strconv.FormatInt(tenths/10, 10)
	if rest := tenths % 10; rest != 0 {
		text += "." + strconv.FormatInt(rest, 10)
	}
	return text + " stars"
}
