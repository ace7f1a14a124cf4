package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// A message may take back what it has said itself, or give it up for something else: "3 June, sorry, 5 June",
// "originally Rome, now Milan", "I'd go on the 5th if I could, but it has to be the 6th". What counts is put in the
// place of what is given up before anything is read, so that no slot has to know of it.

// value is a day, a place, a number or a name, at the tokens [from, to).
type value struct {
	from, to int
	of       string
	end      int  // where the last day of a range begins
	isBack   bool // a word before it says that it is of the way back, or where one comes from
}

// So many values of a message may be said anew, and so far from what is given up.
const (
	maxAnew      = 8
	farthestAnew = 30
)

// restate puts what a message says last in the place of what it gives up for that.
// Rule: 6.7.anew
func (r *reading) restate() {
	isAnew := func(t token) bool {
		return is("anew", t.text) || is("correcting", t.text) || is("turn", t.text) || t.text == "make" || t.text == "has" ||
			t.text == "lets"
	}
	for range maxAnew {
		if !slices.ContainsFunc(r.toks, isAnew) {
			return
		}
		all := r.values()
		k := len(all) - 1
		for k > 0 && !r.putAnew(all, k) {
			k--
		}
		if k <= 0 {
			return
		}
	}
}

// values returns the values of a message in their order. They are looked for aside: nothing has been read then.
func (r *reading) values() (all []value) {
	q := reading{toks: slices.Clone(r.toks), today: r.today, known: r.known}
	for i, last := 0, 0; i < len(q.toks); i++ {
		v, ok := q.valueAt(i)
		if at := q.before(i-1, "the"); !ok || v.of == "day" && q.text(at) == "to" && is("event", q.text(at-1)) {
			continue // nothing, or "they moved the meeting to the 21st"
		}
		v.isBack = q.text(i-1) == "from" || q.some(last, i, func(k int) bool { return cueWords[q.text(k)] == backCue })
		isEnd := i == last+1 && q.anyOf(last, "to", "-", "–", "until", "till") && (v.of == "day" || v.of == "number")
		if n := len(all); n > 0 && isEnd && all[n-1].of == "day" {
			all[n-1].to, all[n-1].of, all[n-1].end = v.to, "days", v.from
		} else {
			all = append(all, v)
		}
		i, last = v.to-1, v.to
	}
	return all
}

// valueAt reads the value at token i.
func (r *reading) valueAt(i int) (v value, ok bool) {
	v = value{from: i, to: i + 1}
	d, isDay := r.dateAt(i)
	if !isDay && is("weekday", r.text(i)) {
		d, isDay = r.dateAt(r.behind(i+1, ",", "the")) // "Sunday, 17 March"
	}
	if isDay {
		v.of, v.to = "day", d.to
	} else if m, isAirline := r.airlineAt(i); isAirline {
		v.of, v.to = "airline", m.to
	} else if name, to := r.cabinAt(i); name != "" {
		v.of, v.to = "cabin", r.behind(to, "class")
	} else if n := r.count(i); n > 0 && countNouns[r.text(i+1)] != noCount {
		v.of, v.to = "count "+strconv.Itoa(int(countNouns[r.text(i+1)])), i+2
	} else if n > 0 || r.toks[i].kind == number && r.toks[i].ordinal {
		v.of = "number"
		return v, r.phraseEnds(i + 1)
	} else if p, isPlace := r.placeAt(i); isPlace && r.toks[i].title {
		v.of, v.to = "place", p.to
	}
	return v, v.of != ""
}

// putAnew puts value k in the place of the one before it that is given up for it, and reports whether there is one: of
// several in a part of a sentence the last one that is of the same end of the journey.
func (r *reading) putAnew(all []value, k int) bool {
	v, n, from := &all[k], -1, len(r.toks)
	for i := k - 1; i >= 0 && v.from-all[i].to < farthestAnew && (n < 0 || all[i].from >= from); i-- {
		o := &all[i]
		isSame := o.of == v.of || o.of == "days" && v.of == "day" || v.of == "number" && o.of != "place" && o.of != "airline"
		if !isSame || n < 0 && v.isBack && !o.isBack || n >= 0 && (o.isBack != v.isBack || all[n].isBack == v.isBack) {
			continue
		}
		n, from = i, min(from, o.from)
		for from > 0 && r.sameSentence(from-1, o.from) && !r.anyOf(from-1, ",", ":", "(", "but") {
			from--
		}
		if i == k-1 && r.correctedFor(o, v) {
			break
		}
	}
	if n < 0 {
		return false
	}
	o := &all[n]
	isDenied := r.some(from, o.from, func(i int) bool { d, ok := r.denialAt(i); return ok && !d.keeps })
	isKept := r.words(o.from, o.to) == r.words(v.from, v.to) // "I thought of Crete in May, so now Crete in June"
	if isKept || isDenied || !(n == k-1 && r.correctedFor(o, v)) && !r.renounced(from, o, v) {
		return false
	}
	if o.of == "days" && v.of != "days" {
		o.from = o.end
	}
	r.exchange(from, all, n, k)
	return true
}

// correctedFor reports whether nothing but a correction stands between two values: "sorry", "no wait", "I mean".
func (r *reading) correctedFor(o, v *value) bool {
	said := false
	isOut := r.excludesWeekday(o, v)
	for i := o.to; i < v.from; i++ {
		switch text := r.text(i); {
		case is("anew", text), r.anyOf(i, "actually", "make"), r.at(i-1, "or", "better"),
			text == "prefer" && r.some(o.to, i, func(k int) bool { return r.text(k) == "now" }),
			r.anyOf(i, "rather") && !is("not", r.text(i+1)),
			is("nought", text) && (v.of == "day" && !(isOut && i == v.from-1) || r.tok(i+1).kind == mark ||
				is("anew", r.text(i+1))),
			r.at(i-1, "lets", "say"):
			said = true
		case r.toks[i].kind == mark && text != "/", is("recount", text), text == r.text(o.from-1), r.at(i, "or", "rather"),
			r.at(i, "or", "better"), r.at(i-1, "make", "that"), r.at(i, "lets", "say"), r.isSound(i),
			r.anyOf(i, "on", "the"), r.anyOf(i, "now", "but", "we", "id", "wed", "would"):
		default:
			return false
		}
	}
	return said
}

// excludesWeekday reads the weekday of "no Sundays", of "no Sunday flights" and, behind a date, of "no Sunday": none of
// them corrects anything.
func (r *reading) excludesWeekday(o, v *value) bool {
	isWeekday := func(at int) bool { return is("weekday", r.text(at)) }
	isEach := strings.HasSuffix(r.toks[v.from].raw, "s") || !isWeekday(o.from) && !isWeekday(o.to-1)
	return isWeekday(v.from) && v.to == v.from+1 &&
		(topicWords[r.text(v.to)] == flightTopic || isEach && r.phraseEnds(v.to))
}

// renounced reports whether the part of a sentence that begins at token from says of a value that it was meant before
// or is only wished for, and behind it of another that it holds now.
func (r *reading) renounced(from int, o, v *value) bool {
	end := o.to
	for end < v.from && r.sameSentence(end, o.from) {
		end++
	}
	before, between, around := r.clause(from, end), r.clause(o.to, v.from), r.clause(o.to, min(v.to+3, len(r.toks)))
	turns, isCompelled := between.has(class("turn")...), around.has(class("compelled")...)
	isDenied := r.some(o.to, v.from, func(i int) bool { return r.behindDenialAt(i) > i }) // "that does not work, so"
	isPlain := !r.some(o.to, v.from, func(i int) bool {
		// "I actually live in Leeds, now fly me to Rome" says more
		return r.toks[i].kind != mark && !r.anyOf(i, "now", "but", "rather", "to", "we", "prefer", "id", "wed")
	})
	isThen := before.has("actually", "wanted") && between.has("now") && isPlain
	if isDenied || isThen || before.has(class("renounced")...) {
		return turns || around.has("now", "instead") || isCompelled
	}
	return turns && isCompelled && (r.thinksOf(from, end) || before.has(class("wished")...))
}

// exchange takes value n out for value k, with what says that it is not meant any more, and leaves what else stands
// between the two.
func (r *reading) exchange(from int, all []value, n, k int) {
	o, v := &all[n], &all[k]
	now := slices.Clone(r.toks[v.from:v.to])
	for i := o.from; i < o.to && len(now) == 1; i++ { // "5 May, no, the 6th", "next Friday, no, Saturday"
		if is("weekday", r.text(i)) && is("weekday", now[0].text) || r.toks[i].value > 0 && now[0].value > 0 {
			now = slices.Concat(r.toks[o.from:i], now, r.toks[i+1:o.to])
		}
	}
	first, last, isOfOld := v.from, all[k-1].to, true // of what else stands between
	for i := o.to; i < v.from; i++ {
		t := &r.toks[i]
		isTurn := is("turn", t.text)
		isLast := !r.some(i+1, v.from, func(k int) bool { return is("turn", r.text(k)) }) // "but that is sold out, so"
		isOfOld = isOfOld && !(isTurn && isLast) && i >= last && companionNouns[t.text] == 0
		isSpent := isOfOld || t.kind == mark || fillerWords[t.text] || isTurn || is("recount", t.text)
		if i < last || !isSpent {
			first, last = min(first, i), max(last, i+1)
		}
	}
	goesOn := slices.ContainsFunc(r.toks[first:max(first, last)], func(t token) bool { return is("turn", t.text) })
	if last = max(first, last); first < last || len(now) > v.to-v.from {
		for i := range now { // it is shown where the old one was
			t := &now[i]
			t.raw, t.start, t.end = r.words(v.from, v.to), r.toks[o.to-1].end, r.toks[o.to-1].end
		}
		now[0].start = r.toks[o.from].start
		r.note(last, v.to, byAnew)
	} else {
		r.note(o.from, o.to, byAnew)
	}
	r.note(o.to, first, byAnew)
	for i := range now {
		now[i].sentence = r.toks[o.from].sentence
	}
	toks := slices.Clone(r.toks[:from])
	for i := from; i < o.from; i++ {
		if to := r.phraseAt(i, phrases("renounced")); to > i && !goesOn {
			r.note(i, to, byAnew)
			if i = to - 1; r.anyOf(from, "we") && r.anyOf(i, "be") {
				r.toks[i].text = "are" // "we were going to be 4"
				toks = append(toks, r.toks[i])
			}
		} else {
			toks = append(toks, r.toks[i])
		}
	}
	if len(all) == 2 && r.isOfKnown(o) {
		now = slices.Concat(now, insteadOf(r.toks[o.from:o.to]))
	}
	r.put(0, v.to, slices.Concat(toks, now, r.toks[first:last])...)
}

// isOfKnown reports whether a value is a day or a place of a trip that is known: another is then put in its place.
func (r *reading) isOfKnown(o *value) bool {
	switch o.of {
	case "day":
		d, _ := r.dateAt(o.from)
		isThen := func(s trip.Segment) bool { return s.DepartDate == d.day }
		isOfStay := func(s trip.Stay) bool { return s.CheckIn == d.day || s.CheckOut == d.day }
		return slices.ContainsFunc(r.known.Itinerary.Segments, isThen) || isOfStay(r.known.stay()) ||
			slices.ContainsFunc(r.known.Itinerary.Lodging.Stays, isOfStay)
	case "place":
		return r.ofTripPlace(o.from)
	}
	return false
}

// insteadOf puts the words "instead of" before the tokens of a value: "5 June" becomes "instead of 5 June".
func insteadOf(old []token) []token {
	of := []token{old[0], old[0]}
	of[0].text, of[1].text = "instead", "of"
	for i := range of {
		of[i].kind, of[i].value, of[i].ordinal, of[i].title, of[i].end = word, 0, false, false, of[i].start
	}
	return append(of, old...)
}
