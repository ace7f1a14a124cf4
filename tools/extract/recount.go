package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// recounts reads "no wait, 2" behind a message that counted travellers or rooms and nothing else: the number of these
// is said anew, and no option is meant.
func (r *reading) recounts() (countMention, bool) {
	all := r.whole()
	recent := r.known.recent
	if len(recent) == 0 || !all.hasWord(class("anew")) || len(numberWords(all)) != 1 ||
		!all.only(class("recount"), numberWords(all)) {
		return countMention{}, false
	}
	before := reading{toks: tokenize(recent[len(recent)-1]), today: r.today, known: r.known}
	before.findCounts()
	if len(before.counts) != 1 {
		return countMention{}, false
	}
	at := slices.IndexFunc(r.toks, func(t token) bool { return t.value > 0 && !t.ordinal && !t.decimal })
	kind := before.counts[0].kind
	c := countMention{from: at, to: at + 1, kind: kind, n: r.count(at)}
	return c, at >= 0 && (kind.ofPeople() || kind == roomCount)
}

// keepsDay reads "keep it at the 12th", where the trip begins or ends on that day: all stays as it is.
func (r *reading) keepsDay() bool {
	all := r.whole()
	if !all.has("keep", "leave it", "stick to", "stick with", "stay with", "stay on") {
		return false
	}
	var day, month int64
	for i := range r.toks {
		t := &r.toks[i]
		switch {
		case months[t.text] != 0:
			month = int64(months[t.text])
		case t.kind == number && day == 0 && !t.decimal:
			day = t.value
		case t.kind == mark || is("keep", t.text):
		default:
			return false
		}
	}
	return slices.ContainsFunc(r.known.days(), func(d trip.Date) bool {
		return int64(d.Day()) == day && (month == 0 || int64(d.Month()) == month)
	})
}

// recount takes the number that is said anew, in a message of its own.
func (r *reading) recount() {
	if c, ok := r.recounts(); ok {
		r.take(c.from, c.to, byCount)
		r.counts = []countMention{c}
	}
}
