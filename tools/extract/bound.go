package extract

import "slices"

// Bounds of times that are denied: "nothing before 10 or after 8".

// deniesBound returns the token that denies the bound before the time at token i, also as the second of two: "nothing
// before 10 or after 8". It is -1 where none does.
func (r *reading) deniesBound(i int) int {
	at := i - 1 - boolInt(r.text(i-1) == "than")
	for r.endsDay(at-1) || r.tok(at-1).kind == number || r.anyOf(at-1, "the", "of", "on") {
		at-- // "I can't leave on the 12th before 6 pm"
	}
	form := r.deniedBefore(at, maxBeforeTime)
	bound := r.before(i-1, "before", "after", "than", "earlier", "later")
	last := bound
	for r.anyOf(last, "or", "and", ",") || is("not", r.text(last)) {
		last--
	}
	for k := last; form < 0 && last < bound && k > last-longestTime && r.sameSentence(k, i); k-- {
		if _, end := r.clockAt(k); end == last+1 && r.boundsTime(k-1) {
			form = r.deniedBefore(k-1, maxBeforeTime)
		}
	}
	return form
}

// longestTime is how many words a time of day has at most: "8 in the evening".
const longestTime = 4

// setHalf gives a bare hour that bounds what is not wanted its half of the day: "nothing before 10" is of the morning,
// "no flights after 8" of the evening.
func (r *reading) setHalf(i int) {
	t, form := &r.toks[i], -1
	if r.isHourRange(i) {
		t.half, r.toks[i+2].half = halfOf(t.value), halfOf(r.toks[i+2].value)
		return
	}
	isBound := r.anyOf(i-1, "before", "after", "than") &&
		(r.phraseEnds(i+1) || r.anyOf(i+1, "or") || is("not", r.text(i+1)))
	if _, end := r.clockAt(i); end == i && r.hour(i) && t.value > 0 && t.value <= 12 && isBound {
		form = r.deniesBound(i)
	}
	isEarly := r.text(i-1) == "before" || r.anyOf(i-2, "earlier", "sooner")
	isTravel := func(k int) bool {
		return r.flightNext(k) || cueWords[r.text(k)] != noCue || valueOf("mode", r.text(k)) == byFlight ||
			r.toks[k].denies && !slices.Contains(denying, r.text(k))
	}
	if from, _ := r.partAround(i); form < 0 || isEarly && t.value < 5 || !r.some(from, i, isTravel) {
		return
	}
	if t.half = "pm"; isEarly {
		t.half = "am"
	}
}

// isHourRange reads the 12 of "arriving between 12 and 15", of which the second can only be an hour of 24, and no days:
// the day is named beside them.
func (r *reading) isHourRange(i int) bool {
	of := cueWords[r.text(i-2)]
	isMoving := r.anyOf(i-2, "flight", "flights") || of == arriveCue || of == leaveCue
	isBare := r.hour(i) && r.hour(i+2) && r.tok(i+2).kind == number && r.tok(i+2).value > 12 &&
		r.tok(i).value < r.tok(i+2).value && r.phraseEnds(i+3) && months[r.text(i+3)] == 0
	isDay := func(k int) bool { return months[r.text(k)] != 0 && (r.dayNumber(k-1) != 0 || r.dayNumber(k+1) != 0) }
	return isMoving && isBare && r.text(i-1) == "between" && r.anyOf(i+1, "and", "to", "-") &&
		(r.known.leg().DepartDate != 0 || r.some(0, len(r.toks), isDay))
}

// halfOf is the half of the day of an hour of 24.
func halfOf(hour int64) string {
	if hour < 12 {
		return "am"
	}
	return "pm"
}

// joinTimes makes one window of two bounds that stand together, "after 10 am and before 6 pm". Where nothing is left
// between them, "before 9 am or after 5 pm", both are told.
func (r *reading) joinTimes(m clockMention) bool {
	n := len(r.times) - 1
	if n < 0 {
		return false
	}
	last := &r.times[n]
	isApart := func(k int) bool {
		t := &r.toks[k]
		return t.used || t.kind == number || cueWords[t.text] == backCue
	}
	if last.kind != m.kind || (last.start == open) == (m.start == open) || (last.end == open) == (m.end == open) ||
		!r.sameSentence(last.from, m.from) || r.some(last.to, m.from, isApart) ||
		r.legOfWay(last.from, last.to) != r.legOfWay(m.from, m.to) {
		return false
	}
	start, end := max(last.start, m.start), max(last.end, m.end)
	if start >= end {
		r.tell(last.from, m.to)
		r.times = r.times[:n]
		return true
	}
	last.start, last.end, last.to, last.denied = start, end, m.to, last.denied || m.denied
	return true
}

// windowOf returns when leg k shall leave. One more bound that is denied leaves the other end of the leg as it is:
// "leave after 10 am", and then "nothing after 8 pm".
func (a *assembly) windowOf(m *clockMention, k int) *timeWindow {
	w := m.window()
	if legs := a.r.known.Itinerary.Segments; m.never && k < len(legs) {
		was := legs[k].DepartTimeWindow
		if w.Start == nil && was.Start != "" && w.End != nil && was.Start < *w.End {
			w.Start = &was.Start
		} else if w.End == nil && was.End != "" && w.Start != nil && *w.Start < was.End {
			w.End = &was.End
		}
	}
	return w
}

// leastOf returns the first token that may say of which way a time is: "12 May, nothing before 9 am" is of one, but
// "back 9 May, 2 adults, nothing before 9 am" of both.
func (r *reading) leastOf(m *clockMention) (least int) {
	if from, _ := r.partAround(m.from); m.never {
		least, _ = r.partAround(max(from-2, 0))
	}
	return least
}
