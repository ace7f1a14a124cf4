package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Some options in one sentence: which of them is taken ("2 rather than 1", "the cheaper one of 1 and 2"), or which part
// of each ("the flights of 1 with the hotel of 2").

// pair is what a sentence says of some options that it names.
type pair struct {
	positions []int64
	ends      []int // of each option, the token behind it
	starts    []int
	parts     []string
	by        string
}

// findPairs reads the sentences that name two options that are listed, and say nothing but which of them is meant.
// Rule: 6.8.pair
func (r *reading) findPairs() {
	if len(r.toks) == 0 || !r.known.offered() {
		return
	}
	for s := range r.toks[len(r.toks)-1].sentence + 1 {
		from, to := r.span(s)
		c := r.clause(from, to)
		isAsked := r.asks(s) || r.hasIn(from, to, "?")
		if isAsked && !c.starts("can i", "can we", "could i", "could we", "may i", "may we", "ill", "well") {
			continue
		}
		if p, ok := r.pairIn(from, to); ok {
			if a, ok := r.ofPair(p, &c); ok {
				r.taken(&c)
				r.addActs(a)
			}
		}
	}
}

// pairIn reads the options of a sentence, and what is said beside them.
func (r *reading) pairIn(from, to int) (*pair, bool) {
	p := &pair{}
	for i := from; i < to; {
		if position, end := r.pairOptionAt(i); position > 0 {
			p.positions, p.starts, p.ends = append(p.positions, position), append(p.starts, i), append(p.ends, end)
			i = end
			continue
		}
		part, w := valueOf("other-part", r.text(i)), r.text(i)
		isPart := part == trip.PartFlight || part == trip.PartHotel || part == trip.PartOut || part == trip.PartBack
		switch {
		case r.toks[i].kind == mark || w == "s":
		case isPart && len(p.parts) > 0 && p.parts[len(p.parts)-1] == trip.PartFlight && r.anyOf(i-1, "flight", "flights"):
			p.parts[len(p.parts)-1] = part // "the flight back"
		case isPart:
			p.parts = append(p.parts, part)
		case cmp.Or(valueOf("superlative", w), valueOf("plain-form", w)) != "":
			p.by = cmp.Or(valueOf("superlative", w), valueOf("plain-form", w))
		case !is("pair", w) && !isChoosing(w):
			return nil, false
		}
		i++
	}
	return p, len(p.positions) > 1 && p.positions[0] != p.positions[1]
}

// pairOptionAt reads an option that is listed at token i, also by its bare number.
func (r *reading) pairOptionAt(i int) (position int64, end int) {
	if r.toks[i].ordinal && slices.ContainsFunc(r.known.days(), func(d trip.Date) bool {
		return int64(d.Day()) == r.toks[i].value
	}) {
		return 0, i // "the 12th rather than the 11th"
	}
	position, end, _ = r.optionAt(i)
	if r.toks[i].ordinal && r.text(i-1) == "the" && !r.ofAnother(i+1) { // "the hotel of the third" is no day
		position, end = r.toks[i].value, i+1
	}
	if position == 0 && r.count(i) > 0 && r.text(i) != "one" && !r.ofAnother(i+1) && !r.toks[i].requested {
		position, end = r.count(i), i+1
	}
	if position > r.known.listed() {
		return 0, i
	}
	return position, end
}

// ofPair is what is wanted of some options.
func (r *reading) ofPair(p *pair, all *clause) (Act, bool) {
	var named []string
	for _, position := range p.positions {
		named = append(named, strconv.FormatInt(position, 10))
	}
	first, second := Act{Act: trip.ActSelect, Position: p.positions[0]}, Act{Act: trip.ActSelect, Position: p.positions[1]}
	a := Act{Act: trip.ActSelect, Positions: positions(strings.Join(named, ",")), By: p.by}
	before, between := r.clause(all.from, p.starts[0]), r.clause(p.ends[0], p.starts[1])
	isDenied := func(c *clause) bool { return c.hasWord(class("not")) || c.has("rather than", "instead of", "over") }
	switch {
	case r.known.listsDays() && (p.by != "" || len(p.parts) > 0): // of which one is taken by its number
		return Act{}, false
	case len(p.positions) == 2 && len(p.parts) == 2 && p.by == "":
		a.Items = parts(strings.Join(p.parts, ","))
		return a, p.parts[0] != p.parts[1]
	case len(p.parts) > 0:
		return Act{}, false
	case p.by != "":
		return a, all.has("of", "between", "whichever", "among") && !isDenied(all)
	case len(p.positions) > 2:
		return Act{}, false // "not 1, not 2, 3"
	case between.has("than") && !isDenied(&before): // "1 is better than 2"
		return first, true
	case isDenied(&between), before.has("prefer", "rather") && between.has("to", "than"):
		return first, true
	case isDenied(&before), between.hasWord(class("correcting")),
		between.has(class("choose-verbs")...) && r.hasIn(p.ends[0], p.starts[1], "but"):
		return second, true
	}
	return a, between.has("or") // it is asked which of them
}

// pairBefore are the two options of which "the former" and "the latter" tell one: all that are listed, or those of the
// message before.
func (r *reading) pairBefore() (pair []int64) {
	n := len(r.known.recent)
	if r.known.askKind() == trip.AskChoose && r.known.listed() == 2 {
		return []int64{1, 2}
	}
	if n == 0 || !r.known.offered() {
		return nil
	}
	before := &reading{toks: tokenize(r.known.recent[n-1]), today: r.today, known: r.known}
	for i := 0; i < len(before.toks); i++ {
		if position, end := before.pairOptionAt(i); position > 0 {
			pair, i = append(pair, position), end-1
		}
	}
	if len(pair) != 2 {
		return nil
	}
	return pair
}
