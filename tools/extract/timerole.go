package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// What a time of day is said of (timeKindOf), and of which leg of the trip (legOfTime): writeTimes gives each to its
// leg, and tells those that are of none.

// timeKind is what a time of day is said of.
type timeKind uint8

const (
	ofLeaving timeKind = iota
	ofLanding          // "be there by 14:00"
	ofMeeting          // "my meeting starts at 15:30": who is on time has landed before
	ofElse             // of the hotel
)

// arrivalMargin is how long before a meeting one lands, in minutes. The person is told.
const arrivalMargin = 120

// timeKindOf returns what the time at the tokens [from, to) is said of: the nearest word before it that says so, else
// one right behind it.
func (r *reading) timeKindOf(from, to int) timeKind {
	least := max(0, from-maxTimeReach)
	if begins, ends := r.partAround(from); r.hasWay(begins, ends) {
		least = max(least, begins)
	}
	if kind, ok := r.kindBefore(from, least); ok {
		return kind
	}
	for k := to; k < min(len(r.toks), to+3) && r.sameSentence(k, from); k++ {
		if kind, ok := r.timeKindAt(k, from); ok && kind != ofLeaving {
			return kind
		}
	}
	if begins, ends := r.partAround(from); r.alien && r.text(ends-1) == "be" && r.hasIn(begins, ends, "in",
		"at", "there") {
		return ofLanding // "um 14 Uhr in Rom sein"
	}
	return ofLeaving
}

func (r *reading) kindBefore(from, least int) (kind timeKind, ok bool) {
	for k := from; k >= least && r.sameSentence(k, from) && !ok; k-- {
		kind, ok = r.timeKindAt(k, from)
	}
	return kind, ok
}

// maxTimeReach is how far before a time a word may stand that says what it is of.
const maxTimeReach = 10

func (r *reading) timeKindAt(k, at int) (timeKind, bool) {
	switch {
	case r.anyOf(k, "check", "checking", "checkin", "checkout"),
		r.unwanted(k) && is("mode", r.text(k)) && valueOf("mode", r.text(k)) != byFlight: // "no trains before 9 am"
		return ofElse, true
	case is("meetings", r.text(k)):
		return ofMeeting, true
	case r.arrivesAt(k) && cueWords[r.text(k)] != arriveCue && r.text(r.behind(k+1, "the", "to")) == "airport":
		return ofElse, true // "I can't get to the airport before 10" says nothing of when the flight lands
	case r.arrivesAt(k):
		if r.isVenue(k + 1) {
			r.note(k+1, k+3, byTime)
			return ofMeeting, true
		}
		return ofLanding, true
	case cueWords[r.text(k)] == leaveCue,
		r.wayAt(k) == returnRole && r.text(at) == "after" && cueWords[r.text(k-1)] != arriveCue: // "go home after 5 pm"
		return ofLeaving, true
	case r.anyOf(k, "back", "home") && cueWords[r.text(k-1)] != leaveCue &&
		r.hasIn(k+1, at+2, "by", "before", "than") && !r.hasIn(k+1, at, ",") &&
		(r.deniedBefore(at+1, at-k) < 0 || r.at(at, "later", "than")):
		return ofLanding, true // "back on Sunday by 8 pm" is at home
	}
	return ofLeaving, false
}

// arrivesAt reads "arrive", "be there", "get in", "be in Rome", "get to Rome", "be at the venue" up to token k.
func (r *reading) arrivesAt(k int) bool {
	at := k - 1
	if r.text(k) != "at" {
		at = r.before(at, "me", "us") // "whichever gets me there", but "get me at 3:30"
	}
	isBeing := r.anyOf(at, "be", "being", "get", "gets", "getting", "am", "im")
	switch {
	case cueWords[r.text(k)] == arriveCue, r.anyOf(k, "reach", "reaching"), r.text(k) == "in" &&
		r.tok(k-1).kind == mark && isPlaceName(r.text(k+1)) && r.hasIn(k+2, k+4, "by", "before"): // ", in Rome by 6 pm"
		return true
	case r.anyOf(k, "in", "at", "there", "back", "home", "into"):
		return isBeing && !r.anyOf(k-1, "am", "im") || r.text(k) == "there" && r.text(k-1) == "make"
	case r.text(k) == "to":
		return r.anyOf(k-1, "get", "getting") || r.at(k-2, "make", "it")
	}
	return false
}

// isVenue reads "the venue", "my office" at token k: a place within a town, which is behind the airport.
func (r *reading) isVenue(k int) bool {
	return r.anyOf(k-1, "in", "at", "to") && r.anyOf(k, "the", "my", "our", "a", "work", "court") &&
		!r.anyOf(k+1, "airport", "city", "country", "area", "gate", "terminal", "hotel")
}

// arrive turns a time of departure into one of landing. It reports whether it is one.
func (m *clockMention) arrive(kind timeKind) bool {
	m.kind = kind
	if kind == ofLanding {
		return true
	}
	if m.at == open || m.at <= arrivalMargin {
		return false
	}
	m.start, m.end = open, m.at-arrivalMargin
	return true
}

// writeArrival gives a time of landing to its leg.
func (a *assembly) writeArrival(m *clockMention, leg int) {
	if m.kind == ofMeeting && !a.isDayOf(m, leg) {
		a.r.tell(m.from, m.to)
		return
	}
	if place := a.placeOfLanding(m); place >= 0 && place < a.legCount() && a.r.legSaid == 0 {
		leg = place
	}
	a.segment(leg).ArriveTimeWindow = m.window()
	a.scope.drop(messages.KeyAssumeArrivalMargin)
	if m.kind == ofMeeting {
		a.scope.add(messages.AssumeArrivalMargin{At: clockText(m.at), By: clockText(m.end)}.Message())
	}
}

// placeOfLanding returns the leg to the place that is named before a time of landing: "be in Rome by 2 pm". It is -1
// where none is.
func (a *assembly) placeOfLanding(m *clockMention) int {
	for i := range a.r.places {
		p := &a.r.places[i]
		if p.names || p.role == originRole || p.to > m.from || m.from-p.to > 2 || !a.r.sameSentence(p.from, m.from) {
			continue
		}
		if leg := a.legOf(nil, p); leg >= 0 {
			return leg
		}
		if a.destination != nil && sameCity(a.destination, p) {
			return 0
		}
	}
	return -1
}

// isDayOf reports whether a meeting is on the day of a leg, as far as is said.
func (a *assembly) isDayOf(m *clockMention, leg int) bool {
	day := a.dayAfter(leg)
	for i := range a.r.othersDays {
		if d := &a.r.othersDays[i]; a.r.sameSentence(d.from, m.from) {
			isSame := day != 0 && (d.day == day || d.dayOnly && d.day.Day() == day.Day())
			if start := a.r.toks[d.from].start; isSame {
				a.r.left = slices.DeleteFunc(a.r.left, func(l Left) bool { return l.Start <= start && start < l.End })
			}
			return isSame
		}
	}
	return true
}

// dayAfter is the day of a leg after this message, 0 where it is not known.
func (a *assembly) dayAfter(leg int) trip.Date {
	said := ""
	switch d := a.patch.Dates; {
	case leg < len(a.patch.Segments) && a.patch.Segments[leg].DepartDate != "":
		said = a.patch.Segments[leg].DepartDate
	case d != nil && leg == 0:
		said = d.DepartureDate
	case d != nil && leg == 1:
		said = d.ReturnDate
	}
	if day, err := trip.ParseDate(said); err == nil {
		return day
	}
	if legs := a.r.known.Itinerary.Segments; leg < len(legs) {
		return legs[leg].DepartDate
	}
	return 0
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
		if a.r.anyOf(m.from-1, "next", "following") && !a.r.isDayIn(m.from-1, m.to) {
			a.r.tell(m.from-1, m.to) // "next morning" of no day
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
		case m.kind == ofLanding && at == allLegs && a.r.bothWays(a.r.partOfWay(m.from, m.to)) >= 0:
			for k := range legs {
				a.writeArrival(m, k)
			}
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

// writeLandingDays keeps that one lands on the day of a leg ("arriving 21 May"), where no time of landing does.
func (a *assembly) writeLandingDays() {
	known := a.r.known.Itinerary.Segments
	for i := range a.r.dates {
		d := &a.r.dates[i]
		leg := slices.IndexFunc(a.legs, func(l legMention) bool { return l.depart == d })
		if d == a.depart {
			leg = 0
		}
		if leg < 0 {
			continue
		}
		var before trip.TimeWindow
		if leg < len(known) {
			before = known[leg].ArriveTimeWindow
		}
		lands := a.r.landsOn(i)
		isOver := !lands && before == trip.TimeWindow{End: clockText(lastMinute)} // it was of the day that was
		switch {
		case !(lands && !before.IsSet() && a.flies(leg)) && !isOver, a.segment(leg).ArriveTimeWindow != nil:
		case lands:
			a.segment(leg).ArriveTimeWindow = &timeWindow{End: new(clockText(lastMinute))}
		default:
			a.clears = append(a.clears, legPath(leg)+".arrive_time_window")
		}
	}
}

// landsOn reports whether the person lands on day i: of the words before it in its part of the sentence that say what
// happens on a day, the nearest is one of landing, and it is not somebody else who lands.
func (r *reading) landsOn(i int) bool {
	d, least := &r.dates[i], 0
	if i > 0 {
		least = r.dates[i-1].to
	}
	isStart := func(p placeMention) bool { // "I land at Heathrow on May 4 and go on to Glasgow"
		return p.role == originRole && p.from > least && p.to <= d.from && r.anyOf(p.from-1, "at", "in")
	}
	kind, ok := ofLeaving, false
	for k := d.from; k >= max(least, r.phraseStart(d.from), d.from-maxTimeReach) && !ok; k-- {
		if kind, ok = r.timeKindAt(k, d.from); ok && isPerson(r.text(k-1)) {
			return false // "our friends arrive on 2 May"
		}
	}
	return !slices.ContainsFunc(r.places, isStart) &&
		(kind == ofLanding || !ok && r.alien && r.timeKindOf(d.from, d.to) == ofLanding)
}

// tellExtremes tells "the first flight out", "the last one back on Sunday" while nothing is on offer: no search asks
// for the first or the last flight of a day.
// Rule: 6.7.time
func (a *assembly) tellExtremes() {
	r := a.r
	isOfWay := func(k int) bool { return r.wayAt(k) != noRole }
	for i := range r.toks {
		isFlight := r.flightNext(i+1) && !r.anyOf(i+1, "fly") || valueOf("mode", r.text(i+1)) == byFlight
		if r.text(i) != "first" && r.text(i) != "last" || !isFlight || r.toks[i].acted || r.toks[i].claimed ||
			len(a.legs) > 0 || r.known.leg().DepartDate != 0 {
			continue
		}
		if from, to := r.partOfWay(i, i+2); r.daysIn(from, to) == 1 || r.some(from, to, isOfWay) {
			r.tell(i, i+2)
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
		case r.anyOf(k, "i", "we", "ive", "weve", "he", "she", "they", "my", "our", "his", "her", "their", "the"):
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
	if both := r.bothWays(r.partOfWay(m.from, m.to)); both >= 0 {
		r.note(both, both+2, byTime)
		return allLegs
	}
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
		if m.kind != ofLeaving && beside+1 < len(r.dates) && r.dates[beside+1].beside && r.dates[beside+1].day < d.day {
			return noLeg // "be there at 8:30 on the 14th, flying the night before"
		}
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
	if part == noRole && !m.never && len(r.dates)+len(r.places) == 0 && r.known.lastReturn() && !r.hasAny("flights") {
		part = returnRole // "in the evening", behind "and a return on the 20th"
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
		isFirst := k == 0 && len(r.dates) == 2 && d.to <= to && r.dates[1].from >= to && // "night flight on the 10th, back …"
			!strings.HasSuffix(r.text(m.to), "s") && !strings.HasSuffix(r.text(m.to-1), "s")
		ahead := d.from >= m.to && (inPart || isFirst || d.from-m.to <= 2) && r.sameSentence(d.from, m.from)
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
	return r.some(max(0, i-2), i+1, func(k int) bool { return r.phraseAt(k, phrases("one-way")) > i })
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
		isOtherLeg := r.anyOf(k, "flight", "leg") && r.tok(k-1).title // "…, the Florence to Oslo flight before 6 pm"
		return t.used || t.kind == number || cueWords[t.text] == backCue || isOtherLeg
	}
	isSame := (last.start == open) == (m.start == open) || (last.end == open) == (m.end == open)
	if last.kind != m.kind || isSame && !m.never && !m.denied ||
		!r.sameSentence(last.from, m.from) || r.some(last.to, m.from, isApart) ||
		r.legOfWay(last.from, last.to) != r.legOfWay(m.from, m.to) {
		return false
	}
	start, end := max(last.start, m.start), max(last.end, m.end)
	if last.end != open && m.end != open { // "no late flights, nothing after 7 pm"
		end = min(last.end, m.end)
	}
	if end != open && start >= end {
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
