package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// How times of day are read: takeTimes takes each, so that it is no number of anything, and keeps those that bound when
// somebody leaves or lands. clockAt reads the time itself, boundOf what bounds it ("after 5 pm", "no later than 10"),
// partOfDay and edgeOfDay the parts of a day, deniesBound a bound that is turned round. Two bounds that stand together
// are one window. Of which flight a time is, and whether of leaving or landing, stands in timerole.go.

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
			case r.boundsTime(r.boundAt(i)), r.isLimited(end), r.roughlyAt(end) > end:
				r.keepTime(r.boundOf(i, end))
			case cueWords[r.text(i-1)] == leaveCue, r.timeKindOf(i, end) != ofLeaving, r.timedDayAt(i) < i:
				r.keepTime(r.boundOf(i, end)) // "leaving 9 am", "arriving 14:00", "a 3 pm meeting", "Friday 9 pm"
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
			if r.text(r.before(r.boundAt(i), "the")) == "by" {
				m.start = open // "be there by Thursday evening", "leave by the evening"
			}
			if m.start != open || m.end != lastMinute || r.timedDayAt(i) == i { // the day itself is writeLandingDays
				r.keepTime(m)
			}
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
	isOfAct := func(a Act) bool { return a.Times != nil || a.What == trip.ShowDeadline && r.isOfDoing(m.from) }
	if r.toks[m.from].acted && slices.ContainsFunc(r.acts, isOfAct) {
		return // which options leave then is asked, or one decides then
	}
	isRefused := r.unwanted(m.from)
	if isRefused && r.text(m.from-1) == "this" {
		return // who cannot fly this evening cannot today: the day is out
	} else if isRefused && !r.partOfItsDay(m.to-1) { // "not Friday night" says nothing of other nights
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

// boundAt returns where the word stands that may bound the time at token i: before it, or before the day that it is of,
// "by Tuesday noon".
func (r *reading) boundAt(i int) int {
	if at := r.timedDayAt(i); !r.boundsTime(i-1) && r.anyOf(at-1, "after", "before", "by", "than", "until", "till") {
		return at - 1
	}
	return i - 1
}

// timedDayAt returns where the day begins behind which the time at token i stands, "Tuesday noon"; i where none is.
func (r *reading) timedDayAt(i int) int {
	const maxWords = 3
	for k := i - 1; k >= i-maxWords && r.sameSentence(k, i); k-- {
		if d, isDay := r.dateAt(k); isDay && d.to == i {
			return k
		}
	}
	return i
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

// roughlyAt returns where "-ish" or "or so" ends behind a time or a day that ends before token i; i where none stands.
func (r *reading) roughlyAt(i int) int {
	if r.isAt(i, []string{"or", "so"}) || r.isAt(i, []string{"-", "ish"}) {
		return i + 2
	}
	return i
}

func (r *reading) isLimited(i int) bool {
	_, to := r.limitedAt(i)
	return to > i
}

// boundOf reads the bound in front of the time at the tokens [i, end).
func (r *reading) boundOf(i, end int) clockMention {
	at, _ := r.clockAt(i)
	b := r.boundAt(i)
	m := clockMention{from: i, to: end, start: open, end: open, at: at}
	if r.boundsTime(i - 1) {
		m.from = i - 1
	} else if b < i-1 {
		r.note(b, b+1, byTime)
	}
	if limit, to := r.limitedAt(end); to > end {
		m.to += to - end
		r.take(end, m.to, byTime)
		if m.end = at; limit == "earliest" {
			m.start, m.end = at, open
		}
		return m
	}
	if to := r.roughlyAt(end); to > end { // "noon-ish"
		m.to = to
		r.take(end, to, byTime)
	}
	form := r.deniesBound(b + 1)
	if m.never = form >= 0; m.never {
		r.note(form, form+1, byTime)
	}
	bound := r.text(b)
	if isThan := bound == "than" && r.anyOf(b-1, "earlier", "sooner", "later"); isThan || r.tok(b-1).denies {
		if b == i-1 {
			m.from--
		}
		if isThan {
			bound = map[bool]string{true: "after", false: "before"}[r.text(b-1) == "later"]
		}
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
	if to := r.redEyeAt(i); to > i && !r.unwanted(i) && r.known.fresh() { // else it may be said of what is shown
		part := partsOfDay["night"]
		return clockMention{from: i, to: to, start: part[0], end: part[1], at: open}, true
	}
	part, ok := partsOfDay[r.text(i)]
	day := r.isBehindDay(i)
	if r.at(i, "first", "thing") && day && r.phraseEnds(i+2) && !r.at(i+2, "in", "the") {
		return clockMention{from: i, to: i + 2, start: open, end: partsOfDay["morning"][1], at: open}, true
	}
	if r.anyOf(i, "am", "pm") && day && r.phraseEnds(i+1) { // "17 Mar am"
		part, ok = partsOfDay[map[string]string{"am": "morning", "pm": "afternoon"}[r.text(i)]], true
	}
	if !ok || r.text(i-1) == "good" || r.text(i) == "night" && (r.sleeplessAt(i) || !r.flightNext(i+1) &&
		(r.anyOf(i-1, "the", "a", "per", "each", "every", "by") || r.count(i-1) == 1 && !day)) {
		return clockMention{}, false
	}
	m := clockMention{from: i, to: r.preferredAt(i + 1), start: part[0], end: part[1], at: open}
	switch {
	case r.at(i-2, "in", "the"), r.at(i-2, "by", "the"), r.at(i-1, "at") && r.text(i) == "night":
		if m.from -= 2; r.text(i-1) == "at" {
			m.from++
		}
	case day, r.anyOf(i-1, "day", "same", "that", "this", "next", "following"), r.flightNext(i + 1), m.to > i+1,
		r.anyOf(i+1, "of", "on") && r.dayAheadIsDated(i+2),
		r.wordCount() <= 3 && r.text(i) != "night", r.text(i-1) == "early", r.text(i-1) == "late",
		r.anyOf(i-1, ",", ";", "(") && (r.tok(i+1).kind == mark || r.anyOf(i+1, "please")),
		r.text(i-1) == "the" && r.anyOf(i+1, "before", "after") && r.phraseEnds(i+2):
	default:
		return clockMention{}, false
	}
	return m, true
}

// partOfItsDay reports whether token i is a part of the day beside it: "Friday night", "the morning of Tuesday".
func (r *reading) partOfItsDay(i int) bool {
	at := r.behind(i+2, "the")
	isBefore := r.text(i+1) == "of" && (is("weekday", r.text(at)) || months[r.text(at)] != 0 || r.dayNumber(at) != 0)
	return partsOfDay[r.text(i)] != [2]int{} && (r.endsDay(i-1) || isBefore)
}

// isBehindDay reports whether a day ends before token i: "today", "17 March", "March 17", "Friday", "11/03".
func (r *reading) isBehindDay(i int) bool {
	isDate := r.text(i-2) == "/" && r.tok(i-1).isNumber() && r.tok(i-3).isNumber() ||
		r.some(max(0, i-5), i, func(k int) bool { d, ok := r.dottedDate(k); return ok && d.to == i })
	isNth := r.tok(i-1).ordinal && (r.tok(i-1).kind == number || r.text(i) != "night") // not "the first night"
	return r.anyOf(i-1, "today", "tomorrow") || r.endsDay(i-1) || isNth || isDate
}

// redEyeAt returns where a flight by night that is called red-eye ends, i where none does.
func (r *reading) redEyeAt(i int) int {
	if r.anyOf(i, "redeye", "redeyes") {
		return i + 1
	}
	if at := r.behind(i+1, "-"); r.text(i) == "red" && r.anyOf(at, "eye", "eyes") {
		return at + 1
	}
	return i
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

// clockAt reads a time of day at token i: its minutes, -1 where it has none, and where it ends. A bare hour, which may
// be any number, ends at i.
func (r *reading) clockAt(i int) (minutes, to int) {
	switch {
	case r.anyOf(i, "noon", "midday", "lunchtime"), r.text(i) == "lunch" && r.anyOf(i-1, "before", "by", "after"):
		return 12 * 60, i + 1
	case r.anyOf(i, "midnight"):
		return lastMinute, i + 1
	case r.anyOf(i, "half", "quarter") && r.anyOf(i+1, "past", "to", "after", "before") && r.hour(i+2):
		part := map[string]int{"half": 30, "quarter": 15}[r.text(i)]
		if r.anyOf(i+1, "to", "before") {
			part = -part
		}
		minutes, to = r.clockAt(i + 2)
		return max(minutes+part, 0), max(to, i+3)
	case r.anyOf(i, "half") && r.hour(i+1) && r.tok(i+1).value >= 1 && r.tok(i+1).value <= 12 &&
		r.sameSentence(i, i+1):
		minutes, to = r.clockAt(i + 1)
		return minutes + 30, max(to, i+2) // "half six"
	case !r.hour(i):
		return -1, i
	}
	hour, at := int(r.toks[i].value), i+1
	if _, part, isDecimal := strings.Cut(r.toks[i].text, "."); isDecimal { // "9.30 Uhr"
		n, err := strconv.Atoi(part)
		if minutes = n; err != nil || len(part) != 2 {
			return -1, i
		}
	}
	isExact := r.text(at) == ":" && r.tok(at+1).isNumber() && !r.tok(at+1).spaced
	if isExact {
		minutes, at = int(r.tok(at+1).value), at+2
	}
	half, end := r.halfOfDay(at)
	if part, isPart := partsOfDay[r.text(end)]; isPart && half == "" && (isExact || end > at) && !r.flightNext(end+1) {
		half, end = map[bool]string{true: "am", false: "pm"}[part[0] < 12*60], end+1 // "7:30 evening"
	} else if half == "" && r.toks[i].half != "" {
		half, isExact = r.toks[i].half, true
	}
	if to = i; isExact || end > at {
		to = end
	}
	switch {
	case half == "pm" && hour < 12, half == "night" && hour > 5:
		hour = min(hour+12, 24)
	case half == "am" && hour == 12:
		hour = 0
	}
	if minutes > 59 {
		return -1, to
	}
	return min(hour*60+minutes, lastMinute), to
}

// halfOfDay reads "am", "p.m.", "in the morning" at token i, and returns where it ends.
func (r *reading) halfOfDay(i int) (half string, to int) {
	to = r.behind(i, "oclock")
	for _, e := range classOf("half-of-day").entries {
		if words := strings.Fields(e.phrase); r.at(to, words...) && !r.at(to, "am", "i") {
			return e.value, to + len(words)
		}
	}
	return "", to
}

func (r *reading) hour(i int) bool {
	t := r.tok(i)
	isTimed := r.dayNumber(i-2) != 0 && r.anyOf(i+1, "am", "pm", "oclock", ":") // "5 June 9 am"
	if _, dated := months[r.text(i-1)]; dated && r.dayNumber(i) != 0 && !isTimed {
		return false // "June 3 in the morning"
	}
	if r.text(i) == "one" && (r.tok(i-1).ordinal || r.anyOf(i-1, "last", "final")) || r.anyOf(i-1, "leg", "segment") {
		return false // "the first one in the morning"
	}
	return !t.ordinal && (t.kind == number && t.value <= 24 || t.kind == word && t.value >= 1 && t.value <= 12)
}

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
	for cueWords[r.text(last)] != noCue || r.anyOf(last, "in", "get", "gets", "that", "to") {
		last-- // "or get in after 10 pm"
	}
	if r.text(last) != "or" && !is("not", r.text(last)) {
		last = bound
	}
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

// longestTime is the largest number of words that make a time of day: "8 in the evening" has four.
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
	if from, _ := r.partAround(i); form < 0 || !r.some(from, i, isTravel) {
		return
	}
	if t.half = "pm"; isEarly && t.value > 5 { // nothing leaves before 5 in the morning
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
