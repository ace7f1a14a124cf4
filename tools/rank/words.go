package rank

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
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
	hotels            []pick
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
	s.hotels = append(s.hotels, *p)
}

// where names a column for what only columns of its kind can have: the only one needs no name.
func (c *column) where() string {
	if c.alone {
		return ""
	}
	return c.name
}

// nameOf names the nth of several flights or stays for a person: "the flight", "the second stay".
func (a *arguments) nameOf(what string, nth, of int) string {
	ordinals := strings.Fields(texts.Say(a.Locale, "rank.ordinals"))
	switch {
	case of == 1:
		return texts.Say(a.Locale, "rank."+what)
	case nth <= len(ordinals):
		return texts.Say(a.Locale, "rank."+what, "nth", ordinals[nth-1])
	}
	return texts.Say(a.Locale, "rank."+what+"_number", "n", strconv.Itoa(nth))
}

// say words something in the language of the person.
func (f *field) say(key string, params ...any) string {
	return texts.Of(f.locale, trip.With(params...)).Say("rank." + key)
}

func (s *sums) why(f field, r route, first, isQuickest bool) string {
	var facts []string
	switch {
	case s.flights > 0 && s.routed && s.stops == 0:
		facts = append(facts, texts.Say(f.locale, "flight.nonstop"))
	case s.stops > 0:
		facts = append(facts, f.say("stops", "n", s.stops))
	}
	if s.flights > 0 && s.known {
		facts = append(facts, f.say("travel", "minutes", s.minutes))
	}
	for _, h := range s.hotels {
		facts = append(facts, f.say("hotel", "hotel", h.name, "stars", starText(h.stars)))
	}
	if s.locked+s.unsure == 0 {
		facts = append(facts, f.say("refundable"))
	}
	return f.say("why", "lead", f.say(s.lead(f, r, first, isQuickest)), "facts", strings.Join(facts, ", "))
}

// lead names the phrase that says why a bundle is there.
func (s *sums) lead(f field, r route, first, isQuickest bool) string {
	cheapest := r.price == f.least.price
	isQuickest = isQuickest && s.flights > 0 && s.known && s.minutes == f.least.minutes
	switch {
	case first && cheapest:
		return "best_and_lowest"
	case first:
		return "best"
	case cheapest:
		return "lowest"
	case isQuickest:
		return "shortest"
	}
	return "good"
}

func (s *sums) tradeoffs(f field, r route) []string {
	var out []string
	add := func(key string, params ...any) { out = append(out, f.say(key, params...)) }
	if f.mixed {
		add("only", "currency", string(f.currency))
	}
	if more := r.price - f.least.price; more > 0 {
		add("more", "more", trip.Money{Minor: more, Currency: f.currency})
	}
	if s.locked > 0 && s.locked < s.items {
		add("locked", "where", strings.Join(s.lockedAt, ", "))
	}
	if s.unsure > 0 && s.unsure < s.items {
		add("unsure", "where", strings.Join(s.unsureAt, ", "))
	}
	if longer := s.minutes - f.least.minutes; s.known && longer >= noticeableDetour {
		add("longer", "minutes", longer)
	}
	if where := strings.Join(s.stopsAt, ", "); where != "" {
		add("stops", "n", s.stops, "where", where)
	}
	if len(s.redEyes) > 0 {
		add("night", "where", strings.Join(s.redEyes, ", "))
	}
	if len(s.splitAt) > 0 {
		add("split", "where", strings.Join(s.splitAt, ", "))
	}
	if s.locked > 0 && s.locked == s.items { // it is told with the option: what else there is goes before it
		out = slices.Insert(out, min(1, len(out)), f.say("locked"))
	}
	return out
}

// starText is a number of stars, empty when it is not known.
func starText(tenths int64) string {
	if tenths == 0 {
		return ""
	}
	text := strconv.FormatInt(tenths/10, 10)
	if rest := tenths % 10; rest != 0 {
		text += "." + strconv.FormatInt(rest, 10)
	}
	return text
}
