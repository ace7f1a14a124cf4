package extract

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// A word is not accounted for because a rule looked at it: it is where the message would say something else without it.
// So what only gave what stands beside it a meaning, what says that something is not wanted, and days, times, amounts
// and numbers that are found in nothing that it says are tried: it is read again as if they did not stand there.

// span is the bytes [start, end) of a message.
type span struct{ start, end int }

// The work is bounded: of a message of at most so many tokens so many of each kind are tried. What is not tried is
// taken to count.
const (
	maxProved  = 16
	maxWeighed = 200
)

// hide makes the hidden parts of the message words that say nothing; the last one of a trial is taken out.
func (r *reading) hide() {
	for n, s := range r.hidden {
		if r.trial && n == len(r.hidden)-1 {
			r.put(0, len(r.toks), slices.DeleteFunc(slices.Clone(r.toks),
				func(t token) bool { return t.start >= s.start && t.end <= s.end })...)
			return
		}
		for i := range r.toks {
			t := &r.toks[i]
			if t.start >= s.start && t.end <= s.end && t.kind != mark && !slices.Contains(r.heads, t.start) {
				*t = token{
					text: "\x00", raw: t.raw, kind: word, spaced: t.spaced, sentence: t.sentence, start: t.start, end: t.end,
				}
			}
		}
	}
}

// tellHidden tells the parts that were hidden.
func (r *reading) tellHidden() {
	for _, s := range r.hidden {
		if from, to := r.tokensOf(s.start, s.end); from < to {
			r.tell(from, to)
		}
	}
}

// matters reports whether the message says something else than res without some of its bytes.
func (r *reading) matters(res *Result, without span) bool {
	trial := r.without(without)
	trial.trial = true
	other := trial.understand()
	return !bytes.Equal(other.effect(), res.effect())
}

// effect is all that a message changes and asks for.
func (r *Result) effect() []byte {
	plain := *r
	plain.Unread, plain.Reading = nil, nil
	return jsonOf(json.Marshal(plain))
}

// jsonOf returns a text of JSON. What it is made of was written by the rules or read from such a text: it cannot fail.
func jsonOf(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}

// prove looks again at the words of which it is only known that a rule looked at them.
// Rule: 6.7.context
func (r *reading) prove(res *Result) {
	if len(r.toks) > maxWeighed {
		return
	}
	tried := 0
	for i := range r.toks {
		t := &r.toks[i]
		if t.kind == mark || t.claimed || !t.seen || t.isFiller() || is("repeating", t.text) || t.start == t.end {
			continue
		}
		if tried++; tried > maxProved {
			return
		}
		t.seen = r.matters(res, span{t.start, t.end})
	}
}

// idleDenials returns the parts that say what is not wanted, of which no rule made anything: with and without the words
// that deny it the message says the same.
// Rule: 6.7.polarity
func (r *reading) idleDenials(res *Result) (idle []span) {
	if len(r.toks) > maxWeighed {
		return nil
	}
	for n, d := range r.denials[:min(len(r.denials), maxProved)] {
		all := span{min(d.form.start, d.thing.start), max(d.form.end, d.thing.end)}
		if r.saysWhich(d.thing) {
			continue
		}
		isGivenUp := d.contrast || r.givesUp(d.thing)
		at, end := r.tokensOf(d.thing.start, d.thing.end)
		isLimit := r.anyOf(at-1, "that", "which") && r.phraseEnds(end) // "nothing that takes all day"
		if (isLimit || r.says(d.thing)) && (!isGivenUp && r.known.fresh() && !r.matters(res, all) ||
			!r.matters(res, d.form) && (!isGivenUp || r.matters(res, all)) && !r.repeatsDenial(n)) {
			idle = append(idle, all)
			from, to := r.tokensOf(all.start, all.end)
			for _, t := range r.toks[from:to] {
				if t.head {
					r.heads = append(r.heads, t.start)
				}
			}
		}
	}
	return idle
}

// doubtful returns the airlines and the places to stop at that stand beside a word that is told, and are wished
// for by no other: it may as well say that they are not wanted, "Ryanair would be a nightmare".
// Rule: 6.7.polarity
func (r *reading) doubtful() (of []span) {
	if len(r.toks) > maxWeighed {
		return nil
	}
	doubt := func(from, to int) {
		begins, ends := r.phraseAround(from)
		isStrange := func(i int) bool {
			t, isApart := &r.toks[i], r.hasIn(to, i, "for", "from", "to", "in", "at", "on", "because") ||
				r.hasIn(i+1, from-1, "for", "from", "to", "in", "at", "on")
			return !isApart && t.kind == word && !t.title && !t.isFiller() && !t.isHowMany() && r.isTold(r.bytesOf(i, i+1))
		}
		isWished := r.anyOf(from-1, "with", "on", "by") || r.some(begins, from, r.isWishVerb) ||
			r.hasIn(begins, ends, class("liked")...) || r.hasIn(to, min(ends, to+2), "my", "our") // "Delta is my pick"
		if at := r.bytesOf(from, to); !isWished && !r.isTold(at) && !r.toks[from].acted && r.some(begins, ends, isStrange) {
			of = append(of, at)
		}
	}
	for _, m := range r.airline {
		if m.name != "" && !m.rejected {
			doubt(m.from, m.to)
		}
	}
	for _, p := range r.places {
		at := r.before(p.from-1, "the")
		isStop := r.anyOf(at, "in", "at") && r.anyOf(at-1, "stop", "stops", "stopover", "layover", "connection", "change")
		if (isStop || r.anyOf(at, "via", "through")) && !r.unwanted(p.from) {
			doubt(at-boolInt(isStop), p.to)
		}
	}
	return of
}

// repeatsDenial reports whether denial n says once more what those before it say of both, "no X and no Y": without
// these it matters.
func (r *reading) repeatsDenial(n int) bool {
	if n == 0 {
		return false
	}
	alone := r.without()
	for _, before := range r.denials[:n] {
		alone.hidden = append(alone.hidden, before.form)
	}
	res := alone.understand()
	return alone.matters(&res, r.denials[n].form)
}

// idle returns the days, times, limits of money and numbers of people, rooms and nights of which nothing was made: the
// message says the same without them, and neither what it says nor the trip has them. event is the last such day.
// Rule: 6.7.context
func (r *reading) idle(res *Result) (idle []span, event *dateMention) {
	if len(r.toks) > maxWeighed || r.repeats {
		return nil, nil
	}
	said := string(res.effect())
	isIdle := func(from, to int) bool {
		at := r.bytesOf(from, to)
		isNone := !r.isTold(at) && !r.matters(res, at)
		if isNone {
			idle = append(idle, at)
		}
		return isNone
	}
	for _, d := range firstOf(r.dates) {
		if !r.saysDay(said, &d) && isIdle(d.from, d.to) {
			event = &d
		}
	}
	for _, m := range firstOf(r.times) {
		if !r.saysTime(said, &m) {
			isIdle(m.from, m.to)
		}
	}
	v := r.vague
	isWithin := func(d dateMention) bool { return v.first == 0 || d.day >= v.first && d.day <= v.last }
	if v != nil && v.from < v.to && !slices.ContainsFunc(r.dates, isWithin) { // not of "Friday, next week", "this year"
		isIdle(v.from, v.to)
	}
	isTaken := func(t token) bool { return t.acted || t.requested || t.other }
	isFree := func(from, to int) bool { return !r.aside(from) && !slices.ContainsFunc(r.toks[from:to], isTaken) }
	for _, m := range firstOf(r.amounts) {
		if !r.saysAmount(said, m.price.Amount) && isFree(m.from, m.to) {
			isIdle(m.from, m.to)
		}
	}
	for k, c := range firstOf(r.counts) {
		isPart := r.isOfCounted(k) || r.isPartOfCount(k)
		if !isPart && !r.hasSoMany(res, said, &c) && isFree(c.from, c.to) {
			isIdle(c.from, c.to)
		}
	}
	return idle, event
}

// firstOf returns the first of a list, as many as are tried.
func firstOf[T any](list []T) []T { return list[:min(len(list), maxProved)] }

// saysDay reports whether a day stands in what was said, or in the trip.
func (r *reading) saysDay(said string, d *dateMention) bool {
	isSame := func(o trip.Date) bool {
		return o == d.day || d.dayOnly && (o.Day() == d.day.Day() || o.Weekday() == d.day.Weekday())
	}
	day := d.day.String()
	return strings.Contains(said, day) || d.dayOnly && strings.Contains(said, day[len("2006-01"):]+`"`) ||
		slices.ContainsFunc(r.known.days(), isSame)
}

// saysTime reports whether an end of a window stands in what was said, or in the trip.
func (r *reading) saysTime(said string, m *clockMention) bool {
	said += string(jsonOf(json.Marshal(r.known.Itinerary)))
	isSaid := func(end *string) bool { return end != nil && strings.Contains(said, `"`+*end+`"`) }
	w := m.window()
	return isSaid(w.Start) || isSaid(w.End)
}

// saysAmount reports whether an amount stands in what was said, or is a limit of the trip.
func (r *reading) saysAmount(said, amount string) bool {
	return strings.Contains(said, `"amount":"`+amount+`"`) || amount == r.known.Constraints.BudgetTotal.Amount() ||
		amount == r.known.Preferences.Hotel.MaxPricePerNight.Amount()
}

// isTold reports whether some of the bytes are told already.
func (r *reading) isTold(at span) bool {
	return slices.ContainsFunc(r.left, func(l Left) bool { return l.Start < at.end && at.start < l.End })
}

// hasSoMany reports whether a number is one of what the message says, or of the trip.
func (r *reading) hasSoMany(res *Result, said string, c *countMention) bool {
	t := &res.TripIntent
	switch c.kind {
	case roomCount:
		ofStay := func(s Stay) bool { return s.Rooms != nil && *s.Rooms == c.n }
		return c.n == max(r.known.stay().Rooms.Value, 1) || slices.ContainsFunc(t.Stays, ofStay) ||
			t.Lodging != nil && t.Lodging.Rooms != nil && *t.Lodging.Rooms == c.n
	case nightCount:
		return r.lasts(said, c.n)
	case starCount, stopCount, noCount:
		return true // which are told where no search holds them
	}
	now := t.Travelers.over(r.known.Party.Travelers)
	young := now.Children + now.Infants
	return slices.Contains([]int64{
		now.Adults, now.Children, now.Infants, young, now.Adults + young, now.Adults + now.Children, now.Adults + now.Infants,
	}, c.n)
}

// lasts reports whether so many nights are said, or lie between two days of what is said and of the trip.
func (r *reading) lasts(said string, n int64) bool {
	days := r.known.days()
	for _, part := range strings.Split(said, `"`) {
		if d, err := trip.ParseDate(part); err == nil {
			days = append(days, d)
		}
	}
	for i, d := range days {
		if slices.ContainsFunc(days[:i], func(o trip.Date) bool { return int64(max(d, o)-min(d, o)) == n }) {
			return true
		}
	}
	nights := `"nights":` + strconv.FormatInt(n, 10)
	return strings.Contains(said, nights+",") || strings.Contains(said, nights+"}")
}

// givesUp reports whether the bytes of s name a place of a trip that is known, which another takes over from: "Naples,
// not Rome".
func (r *reading) givesUp(s span) bool {
	from, to := r.tokensOf(s.start, s.end)
	return !r.known.fresh() &&
		slices.ContainsFunc(r.places, func(p placeMention) bool { return p.from >= from && p.to <= to })
}

// isThing reports whether token i says something of its own where it is denied: somebody, which one, or what is no
// filler.
func (r *reading) isThing(i int) bool {
	t := &r.toks[i]
	return !t.isFiller() && !is("repeating", t.text) || r.isNamed(i) || isPerson(t.text) && r.wishCounts(i) || t.ordinal ||
		r.anyOf(i, "last", "cheapest") && !r.phraseEnds(i+1)
}

// says reports whether the bytes of s have a word that says something of its own, and that no act, request or answer
// took.
func (r *reading) says(s span) bool {
	from, to := r.tokensOf(s.start, s.end)
	isAny := func(m airlineMention) bool { return m.name == "" && m.from >= from && m.to <= to }
	return r.some(from, to, r.isThing) &&
		!slices.ContainsFunc(r.airline, isAny) &&
		!slices.ContainsFunc(r.toks[from:to], func(t token) bool { return t.acted || t.requested || t.other })
}
