package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// clockMention is a time of day at which the person wants to leave or land, at the tokens [from, to): minutes of the
// day from start to end, -1 where that end is open.
type clockMention struct {
	from, to   int
	start, end int
	at         int // the time itself, where one was said
	kind       timeKind
	denied     bool // what was said is the time that is not wanted
	never      bool // it is a bound that was denied: "nothing before 10"
}

// timeWindow is a local time range, each end "HH:MM" or null.
type timeWindow struct {
	Start *string `json:"start"`
	End   *string `json:"end"`
}

// open is an end of a window that nobody said.
const open = -1

// aroundMinutes is how far from "around 5 pm" a flight may leave.
const aroundMinutes = 60

// takeTimes takes times of day, so that "at 7:45 pm" or "half past 11" is no number of anything, and keeps those that
// say when to leave or land.
func (r *reading) takeTimes() {
	for i := range r.toks {
		if r.toks[i].requested {
			continue
		}
		r.setHalf(i)
		if r.anyOf(i, "one", "1") && r.oneWayAt(i) {
			r.take(i, i+1, byTime)
		}
		free := r.free(i) || r.toks[i].acted
		if _, end := r.clockAt(i); end > i {
			switch {
			case !free:
			case r.boundsTime(i - 1), r.isLimited(end):
				r.keepTime(r.boundOf(i, end))
			case cueWords[r.text(i-1)] == leaveCue, r.timeKindOf(i, end) != ofLeaving:
				r.keepTime(r.boundOf(i, end)) // "leaving 9 am", "arriving 14:00", "a 3 pm meeting"
			case !r.toks[i].acted:
				r.tell(i, end)
			}
			r.take(i, end, byTime)
		}
		if r.bareHour(i) && free {
			r.tell(i-1, i+1)
			r.take(i, i+1, byTime)
		}
		if r.text(i) == "tonight" && free && !r.toks[i].acted && !r.unwanted(i) {
			r.keepTonight(i)
		}
		if m, ok := r.partOfDay(i); ok && free {
			r.keepTime(m)
			r.take(m.from, m.to, byTime)
		}
	}
}

// keepTonight keeps the evening of "tonight", which is a day too, where no hour is said of it.
func (r *reading) keepTonight(i int) {
	m := clockMention{from: i, to: i + 1, start: partsOfDay["evening"][0], end: lastMinute, at: open}
	at := r.behind(i+1, "at", "around", "after", "before", "by", "about")
	kind := r.timeKindOf(i, i+1)
	if _, end := r.clockAt(at); end == at && kind != ofElse && (kind == ofLeaving || m.arrive(kind)) {
		r.times = append(r.times, m)
	}
}

// keepTime keeps a time of departure or of landing. A time for anything else, or a rejected one, is reported as not
// used.
func (r *reading) keepTime(m clockMention) {
	isFine := r.anyOf(m.to, "is", "are", "would") &&
		r.hasIn(m.to+1, m.to+3, "ok", "okay", "fine", "good", "possible", "alright")
	if r.toks[m.from].acted && slices.ContainsFunc(r.acts, func(a Act) bool { return a.Times != nil }) {
		return // which options leave then is asked
	}
	isRefused := r.unwanted(m.from)
	if isRefused && r.text(m.from-1) == "this" {
		return // who cannot fly this evening cannot today: the day is out
	} else if isRefused {
		isRefused, m.denied = !m.turnRound(), true
	}
	kind := r.timeKindOf(m.from, m.to)
	if isFine || r.toks[m.from].acted || isRefused || kind == ofElse || kind != ofLeaving && !m.arrive(kind) ||
		*m.window() == (timeWindow{}) { // "not after midnight" bounds nothing of a day
		r.tell(r.deniedPart(m.from, m.to))
		return
	}
	if !r.joinTimes(m) {
		r.times = append(r.times, m)
	}
}

// turnRound makes the time that is left of the day of one that is not wanted: who does not fly in the evening leaves
// before it. It reports whether that is one time: without an afternoon there are two.
func (m *clockMention) turnRound() bool {
	switch {
	case m.end == open || m.end == lastMinute:
		m.start, m.end = open, m.start
	case m.start == open || m.start <= firstMinute:
		m.start, m.end = m.end, open
	default:
		return false
	}
	return true
}

// firstMinute is when the earliest part of a day begins.
const firstMinute = 4 * 60

// bareHour reads the 11 of "must land before 11" and "leave after 6": a time of day that may be of two halves of the
// day, or a day.
func (r *reading) bareHour(i int) bool {
	t := &r.toks[i]
	if t.kind != number || t.ordinal || t.value > 24 || t.used || !r.phraseEnds(i+1) || r.rangeDash(i+1) ||
		!r.anyOf(i-1, "before", "after", "by", "around", "at") {
		return false
	}
	for k := i - 2; k >= max(0, i-5) && r.sameSentence(k, i) && r.toks[k].kind == word; k-- {
		if c := cueWords[r.text(k)]; c == arriveCue || c == leaveCue || r.text(k) == "there" &&
			r.anyOf(k-1, "be", "get") {
			return true
		}
	}
	return false
}

// boundsTime reports whether token i makes a time of day a wish: "after 5pm".
func (r *reading) boundsTime(i int) bool {
	return r.anyOf(i, "after", "before", "by", "around", "at", "about", "past", "between", "from", "until", "till") ||
		r.text(i) == "than" && r.anyOf(i-1, "earlier", "sooner", "later")
}

// limitedAt reads "or later" and "at the latest" behind a time, at token i, and returns where it ends.
func (r *reading) limitedAt(i int) (which string, to int) {
	for _, limit := range classOf("time-limit").entries {
		words := strings.Fields(limit.phrase)
		if to := i + len(words); r.isAt(i, words) && !r.hour(to) && r.text(to) != "than" { // not "9 am or after 5 pm"
			return limit.value, to
		}
	}
	return "", i
}

func (r *reading) isLimited(i int) bool {
	_, to := r.limitedAt(i)
	return to > i
}

// boundOf reads the bound in front of the time at the tokens [i, end).
func (r *reading) boundOf(i, end int) clockMention {
	at, _ := r.clockAt(i)
	m := clockMention{from: max(i-1, 0), to: end, start: open, end: open, at: at}
	if !r.boundsTime(i - 1) {
		m.from = i
	}
	if limit, to := r.limitedAt(end); to > end {
		m.to += to - end
		r.take(end, m.to, byTime)
		if m.end = at; limit == "earliest" {
			m.start, m.end = at, open
		}
		return m
	}
	form := r.deniesBound(i)
	if m.never = form >= 0; m.never {
		r.note(form, form+1, byTime)
	}
	bound := r.text(i - 1)
	if bound == "than" && r.anyOf(i-2, "earlier", "sooner", "later") {
		m.from--
		bound = map[bool]string{true: "after", false: "before"}[r.text(i-2) == "later"]
	} else if r.tok(i - 2).denies {
		m.from--
	}
	if m.never {
		bound = cmp.Or(map[string]string{
			"before": "after", "until": "after", "till": "after", "after": "before", "past": "before",
		}[bound], bound)
	}
	switch word := bound; {
	case at < 0:
	case word == "after", word == "past", word == "from":
		m.start = at
	case slices.Contains([]string{"before", "by", "than", "until", "till"}, word):
		m.end = at
	case word == "between":
		m.start = at
		if last, to := r.clockAt(end + 1); r.anyOf(end, "and", "to") && to > end+1 {
			m.end, m.to = last, to
			r.take(end, to, byTime)
		}
	case word == "at" && r.timeKindOf(i, end) == ofLanding && !r.hasIn(max(0, i-4), i, "arrive", "arriving", "land",
		"landing", "arrives", "arrival"):
		m.end = at // who is to be there at 10 has landed before
	default:
		m.start, m.end = max(at-aroundMinutes, 0), min(at+aroundMinutes, lastMinute)
	}
	return m
}

// maxBeforeTime is how many words before the bound of a time may stand what denies it: "I don't want to leave before
// 10".
const maxBeforeTime = 6

const lastMinute = 23*60 + 59

// partsOfDay are the parts of a day from their first to their last minute.
var partsOfDay = map[string][2]int{
	"morning": {4 * 60, 12 * 60}, "afternoon": {12 * 60, 18 * 60}, "evening": {17 * 60, lastMinute},
	"night":    {20 * 60, lastMinute},
	"mornings": {4 * 60, 12 * 60}, "afternoons": {12 * 60, 18 * 60}, "evenings": {17 * 60, lastMinute},
}

// The ends of a day that is "not too early" and "not too late".
const (
	earlyEnds  = 8 * 60
	lateBegins = 20 * 60
)

// partOfDay reads "a morning flight", "in the morning", "Sunday evening", "the morning of April 14", "not too early".
func (r *reading) partOfDay(i int) (clockMention, bool) {
	if d := r.deniedBefore(i, maxBeforeTime); d >= 0 && r.anyOf(i, "early", "late") &&
		r.anyOf(i-1, "too", "that", "so", "very") {
		m := clockMention{from: d, to: i + 1, start: earlyEnds, end: open, at: open}
		if r.text(i) == "late" {
			m.start, m.end = open, lateBegins
		}
		if r.at(i+1, "in", "the") && partsOfDay[r.text(i+3)] != [2]int{} {
			m.to = i + 4
		}
		r.take(m.from, m.to, byTime)
		m.from = i // what is refused is the hour, not the wish
		return m, true
	}
	if m, ok := r.edgeOfDay(i); ok {
		return m, true
	}
	part, ok := partsOfDay[r.text(i)]
	if r.anyOf(i, "am", "pm") && i > 1 && r.phraseEnds(i+1) &&
		(months[r.text(i-1)] != 0 || r.tok(i-1).ordinal || months[r.text(i-2)] != 0) { // "17 Mar am"
		part, ok = partsOfDay[map[string]string{"am": "morning", "pm": "afternoon"}[r.text(i)]], true
	}
	if !ok || r.text(i-1) == "good" || r.text(i) == "night" && r.sleeplessAt(i) ||
		r.text(i) == "night" && r.anyOf(i-1, "the", "a", "per", "each", "every", "one", "by") && !r.flightNext(i+1) {
		return clockMention{}, false
	}
	m := clockMention{from: i, to: r.preferredAt(i + 1), start: part[0], end: part[1], at: open}
	day := r.anyOf(i-1, "today", "tomorrow", "day", "same", "that", "this", "next", "following") ||
		months[r.text(i-1)] != 0 || r.tok(i-1).ordinal || is("weekday", r.text(i-1)) ||
		r.text(i-2) == "/" && r.tok(i-1).isNumber() && r.tok(i-3).isNumber() // "11/03 night"
	switch {
	case r.at(i-2, "in", "the"), r.at(i-1, "at") && r.text(i) == "night":
		if m.from -= 2; r.text(i-1) == "at" {
			m.from++
		}
	case day, r.flightNext(i + 1), m.to > i+1, r.anyOf(i+1, "of", "on") && r.dayAheadIsDated(i+2),
		r.wordCount() <= 3 && r.text(i) != "night", r.text(i-1) == "early", r.text(i-1) == "late",
		r.anyOf(i-1, ",", ";", "(") && (r.tok(i+1).kind == mark || r.anyOf(i+1, "please")),
		r.text(i-1) == "the" && r.anyOf(i+1, "before", "after") && r.phraseEnds(i+2):
	default:
		return clockMention{}, false
	}
	return m, true
}

// preferredAt returns where words end at token i that make what stands before them a wish: "would be better", "suits me
// best". It returns i where none do.
func (r *reading) preferredAt(i int) int {
	at := r.behind(i, "would", "will", "is", "are", "be", "suit", "suits", "work", "works", "me", "us", "much")
	if at > i && r.anyOf(at, "better", "best", "nicer", "nice", "good", "fine", "great", "ideal",
		"preferable", "preferred", "easier") {
		if end := r.behind(at+1, "for", "me", "us", "i", "think", "though", "please"); r.phraseEnds(end) {
			return end
		}
	}
	return i
}

// edgeOfDay reads the early or late flights that are not wanted: "no early flights", "I hate to leave early".
func (r *reading) edgeOfDay(i int) (clockMention, bool) {
	m := clockMention{from: i, to: i + 1, start: open, end: earlyEnds, at: open}
	if at := r.behind(m.to, "in", "the"); partsOfDay[r.text(at)] != [2]int{} {
		m.to = at + 1
	}
	isTravel := m.to > i+1 || r.flightNext(m.to) || valueOf("mode", r.text(i-1)) == byFlight ||
		cueWords[r.text(i-1)] != noCue
	if !r.anyOf(i, "early", "late") || !r.unwanted(i) || !isTravel {
		return m, false
	}
	if r.text(i) == "late" {
		m.start, m.end = lateBegins, lastMinute
	}
	return m, true
}

// flightNext reads the flight of "a morning flight".
func (r *reading) flightNext(i int) bool {
	return r.anyOf(i, "flight", "flights", "departure", "departures", "fly", "one", "ones")
}

// writeTimes gives each time to the leg that it is said of: the one of the day beside it, else of the word for the way
// out or back before it, else all that are flown and have none of their own; a landing is then of the way out.
func (a *assembly) writeTimes() {
	var ofAll []*clockMention
	for i := range a.r.times {
		m := &a.r.times[i]
		if start := a.r.clauseOfElse(m.from); start < m.from && m.kind == ofLeaving {
			a.r.tell(start, m.to)
			continue
		}
		legs := a.legCount()
		at := a.legOfTime(m)
		if !a.scope.flight && a.r.anyOf(m.to-1, "night", "evening", "tonight") {
			continue // "a room tomorrow night"
		}
		if a.r.text(m.from) == "tonight" && !a.isLegDay(m.from) {
			continue // "call me tonight"
		}
		if at <= 0 && legs == 2 && m.kind == ofLeaving && a.leavesAfter(m) {
			at = 1
		}
		switch {
		case !a.scope.flight || legs == 0 || at >= legs || at == noLeg:
			a.r.tell(m.from, m.to)
		case m.kind != ofLeaving:
			a.writeArrival(m, max(at, 0))
		case at == allLegs:
			ofAll = append(ofAll, m)
		case !a.leavesAt(at, m):
			a.r.tell(m.from, m.to)
		}
	}
	for _, m := range ofAll {
		given := false
		for k := range a.legCount() {
			given = a.flies(k) && a.leavesAt(k, m) || given
		}
		if !given {
			a.r.tell(m.from, m.to)
		}
	}
}

// leavesAt lets a leg leave at a time, and reports whether it could: it leaves at one, the first that was said of it.
func (a *assembly) leavesAt(leg int, m *clockMention) bool {
	if a.segment(leg).DepartTimeWindow != nil {
		return false
	}
	a.segment(leg).DepartTimeWindow = a.windowOf(m, leg)
	return true
}

// isLegDay reports whether the day at token i is one on which a leg is flown.
func (a *assembly) isLegDay(i int) bool {
	isAt := func(d *dateMention) bool { return d != nil && d.from == i }
	return isAt(a.depart) || isAt(a.back) || slices.ContainsFunc(a.legs, func(l legMention) bool { return isAt(l.depart) })
}

// clauseOfElse returns where the words before the time or day at token i begin that tell when something else is, "my
// shift ends at 3 pm": somebody or something does what no rule has read, and nothing of a journey stands between. It is
// i where there are none.
func (r *reading) clauseOfElse(i int) int {
	isOther := false
	isCue := func(k int) bool { // also "check in", which is a cue by two words
		isIn := func(c cue) bool { return c.from <= k && k < c.to && c.to > c.from+1 }
		return cueWords[r.text(k)] != noCue || slices.ContainsFunc(r.cues, isIn)
	}
	for k := i - 1; k >= max(0, i-maxTimeReach) && r.sameSentence(k, i) && r.toks[k].kind == word; k-- {
		t := &r.toks[k]
		_, isPlace := r.placeAt(k)
		switch {
		case r.anyOf(k, "i", "we", "he", "she", "they", "my", "our", "his", "her", "their", "the"):
			if isPart := is("near", r.text(k-1)) || r.anyOf(k-1, "at", "in", "to", "of", "with"); isOther && !isPart {
				return k
			}
			return i // "a hotel near the old mill from 5 May" is no clause
		case t.used, t.acted, t.denies, r.flightNext(k), r.anyOf(k, "leg", "segment"), isCue(k),
			topicWords[t.text] != noTopic,
			valueOf("mode", t.text) != "", is("event", t.text), is("anew", t.text),
			isPlace && t.title, !isOther && is("of-journeys", t.text): // "the second leg on 9 May"
			return i
		}
		isOther = isOther || !t.claimed && !t.isFiller() && companionNouns[t.text] == 0 && r.count(k) == 0
	}
	return i
}

// What legOfTime returns beside a leg.
const (
	allLegs = -1
	noLeg   = -2
)

// leavesAfter reads "arriving before noon, leaving after 6pm": a time of leaving behind an earlier one of landing is
// that of the way back.
func (a *assembly) leavesAfter(m *clockMention) bool {
	return slices.ContainsFunc(a.r.times, func(o clockMention) bool {
		return o.kind != ofLeaving && o.from < m.from && o.end != open && m.start != open && m.start >= o.end
	})
}

// legOfTime returns the leg that a time of day is of, allLegs or noLeg.
func (a *assembly) legOfTime(m *clockMention) int {
	r := a.r
	if leg := a.legOfOwnPart(m); leg != noLeg {
		return leg
	}
	from, to := r.partAround(m.from)
	inPart := r.hasWay(from, to)
	isDay := func(d dateMention) bool { return d.from >= from && d.to <= to }
	if m.denied && !inPart && !slices.ContainsFunc(r.dates, isDay) {
		return allLegs // who does not fly at night never does
	}
	least := r.leastOf(m)
	part := noRole
	if beside := r.dayOfTime(m, from, to, least); beside >= 0 {
		d := &r.dates[beside]
		for i := range a.legs {
			if a.legs[i].depart == d {
				return i
			}
		}
		part = d.role
		switch isDay := func(m *dateMention) bool {
			return m != nil && (m == d || d.role == noRole && m.day == d.day)
		}; {
		case isDay(a.depart):
			part = departRole
		case isDay(a.back):
			part = returnRole
		}
	}
	for k := len(r.cues) - 1; k >= 0 && part == noRole; k-- {
		if c := &r.cues[k]; c.from <= m.to && c.from >= least && !(inPart && c.from < from) &&
			r.sameSentence(c.from, m.from) {
			part = map[cueKind]role{leaveCue: departRole, backCue: returnRole}[c.kind]
			if c.kind == arriveCue && m.kind != ofLeaving || r.text(c.to) == "out" { // "fly out in the evening"
				part = departRole
			}
		}
	}
	for k := range r.cues {
		if c := &r.cues[k]; part == noRole && c.kind == backCue && c.from >= m.to && c.from <= m.to+3 &&
			r.sameSentence(c.from, m.from) {
			part = returnRole // "via Istanbul on the way back"
		}
	}
	switch part {
	case departRole:
		return 0
	case returnRole:
		return max(a.legCount()-1, 1)
	case checkInRole, checkOutRole:
		return noLeg
	case noRole, originRole, destinationRole, insideRole, homeRole, asideRole:
	}
	return allLegs
}

// dayOfTime returns the day beside which a time stands, of those behind token least; where the tokens [from, to) around
// the time say which way they are of, of those there. It is -1 where there is none.
func (r *reading) dayOfTime(m *clockMention, from, to, least int) int {
	beside, inPart := -1, r.hasWay(from, to)
	for k := range r.dates {
		d := &r.dates[k]
		if inPart && (d.from < from || d.to > to) || d.from < least {
			continue
		}
		behind := m.from >= d.from && r.sameSentence(d.from, m.from)
		ahead := d.from >= m.to && (inPart || d.from-m.to <= 2) && r.sameSentence(d.from, m.from)
		isNearer := beside >= 0 && r.breaks(r.dates[beside].to, m.from) && !r.breaks(m.to, d.from)
		if behind || ahead && (beside < 0 || isNearer) {
			beside = k
		}
		if behind && d.until && k > 0 && !r.anyOf(d.from-1, "until", "till") {
			beside = -1 // "4 to 8 May, leaving after 10 am" is said of both days
		}
	}
	return beside
}

// partAround returns the tokens between the commas around token i, in its sentence.
func (r *reading) partAround(i int) (from, to int) {
	for from = i; r.sameSentence(from-1, i) && !r.anyOf(from-1, ",", ";"); {
		from--
	}
	for to = i + 1; r.sameSentence(to, i) && !r.anyOf(to, ",", ";"); {
		to++
	}
	return from, to
}

// hasWay reports whether the tokens [from, to) say of themselves that they are of the way home, or of the day on which
// one leaves, so that a time among them is of nothing before them: "…, back after 5pm on the 14th".
func (r *reading) hasWay(from, to int) bool {
	hasDay := slices.ContainsFunc(r.dates, func(d dateMention) bool { return d.from >= from && d.to <= to })
	return slices.ContainsFunc(r.cues, func(c cue) bool {
		return c.from >= from && c.to <= to && (c.kind == backCue || c.kind == leaveCue && hasDay)
	})
}

// legCount is how many legs the trip has after this message.
func (a *assembly) legCount() int {
	legs := max(len(a.r.known.Itinerary.Segments), len(a.patch.Segments))
	if legs == 0 && (a.patch.Origin != nil || a.patch.Destination != nil || a.depart != nil) {
		legs = 1
	}
	if a.patch.Dates != nil && a.patch.Dates.ReturnDate != "" {
		legs = max(legs, 2)
	}
	return legs
}

// flies reports whether a leg is flown, as it was known.
func (a *assembly) flies(i int) bool {
	legs := a.r.known.Itinerary.Segments
	return i >= len(legs) || legs[i].IsFlight()
}

func (m *clockMention) window() *timeWindow {
	text := func(minutes int) *string {
		if minutes == open || minutes == lastMinute {
			return nil // a day ends by itself
		}
		s := clockText(minutes)
		return &s
	}
	return &timeWindow{text(m.start), text(m.end)}
}

func clockText(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// oneWayAt reports whether token i belongs to "one way" or "1-way".
func (r *reading) oneWayAt(i int) bool {
	for k := i; k >= max(0, i-2); k-- {
		if r.anyOf(k, "one", "1") && (k+1 >= i && r.at(k+1, "way") || r.at(k+1, "-", "way")) {
			return true
		}
	}
	return false
}
