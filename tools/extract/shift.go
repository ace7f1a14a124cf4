package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// Changes of a known trip by days or months: "a week later", "two days longer", "leave a day later and return a day
// earlier", "the same, but next month", "make the trip 6 nights".
//
// The model: findShift reads from the words around a length (lengthAt) what moves: all of the trip, one end of it, or
// the end while the beginning stays (length), and puts it in r.shift; a second one is of the other end. writeShift
// moves the days of the legs and of the stays by it. The last part is about who wants to stay longer and does not say
// how long: asksUntil asks until when, and the "2 days" that answers is a shift by saidLonger.
//
// What always holds: nothing moves where no day of the trip is known. A length that belongs to something else, to a
// place that the trip does not go to ("add 2 nights on Mykonos") or to other people, is no change. Nights that follow
// the flights by themselves are not written, and a day that the message itself names goes before the shift.

// shift is a change by so many days: "a week later", "two days longer".
type shift struct {
	days   int
	months int     // beside the days: "one month later"
	length bool    // the end moves and the beginning stays
	end    cueKind // leaveCue, backCue, checkInCue, checkOutCue: only this end moves; noCue: all
	hotel  bool    // of the stay only
	other  *shift  // of the other end
}

// findShift reads a change by days of what is known. "Come back a week later" is one only where the way back is known.
// Of two changes, "leave a day later and return a day earlier", each moves its own end.
func (r *reading) findShift() {
	if len(r.known.days()) == 0 {
		return
	}
	defer r.shiftAnew()
	if r.shift = r.sameAgain(); r.shift != nil {
		return
	}
	first := 0
	for i := range r.toks {
		s, ok := r.shiftAt(i)
		switch {
		case !ok:
		case r.shift == nil:
			r.shift, first = s, i
		case !s.length && !r.shift.length:
			r.shift.end, s.end = r.endBetween(0, first), r.endBetween(first, i)
			if s.end == noCue {
				s.end = otherEnd[r.shift.end]
			}
			if r.shift.end == noCue {
				r.shift.end = otherEnd[s.end]
			}
			r.shift.other = s
			return
		}
	}
}

// shiftAnew counts a change that says that it is in the place of the last one, "add 2 days", "no, take a day off
// instead", from the days before that. An "actually" may as well add to what was said last.
func (r *reading) shiftAnew() {
	was, s := r.known.before(), r.shift
	isAnew := r.anyOf(0, class("no")...) || r.has("instead")
	if was == nil || s == nil || s.other != nil || s.months != 0 || !isAnew {
		return
	}
	from, to := was.leg().DepartDate, r.known.leg().DepartDate
	if s.length || s.end == backCue || s.end == checkOutCue {
		from, to = cmp.Or(was.returnDate(), was.stay().CheckOut), cmp.Or(r.known.returnDate(), r.known.stay().CheckOut)
	}
	if from != 0 && to != 0 {
		s.days -= from.DaysUntil(to)
	}
}

// shiftAt reads a change by the days that are counted at token i, and takes its words.
func (r *reading) shiftAt(i int) (*shift, bool) {
	n, months, at := r.lengthAt(i)
	of, from := r.governorOf(i)
	if n+months == 0 || months > maxMonths || !r.free(i) || of < ofThing && r.isApart(of, from) ||
		r.elsewhereAt(at) || r.addsBefore(i) {
		return nil, false
	}
	if s := r.lengthTo(i, n); s != nil {
		r.take(i, at, byDay)
		return s, true
	}
	s := shift{days: n, months: months}
	if !s.turn(r, i, at) {
		return nil, false
	}
	s.end, s.hotel = r.endOfShift(i, &s), r.speaksOfStayOnly()
	if s.end == backCue && r.known.returnDate() == 0 && !r.known.stayOnly() {
		return nil, false
	}
	if s.length && (s.hotel || r.known.stayOnly()) && s.days > 0 && r.text(i) != "by" &&
		!r.hasAny("longer", "extend", "prolong") {
		return nil, false // "one more night" is a number of nights
	}
	r.take(i, at, byDay)
	if r.anyOf(at, "later", "earlier", "sooner", "longer", "shorter", "more", "less", "off", "away") {
		r.take(at, at+1, byDay)
	}
	return &s, true
}

// lengthTo reads how long the known trip or stay should become, where token i says n days: "shorten it to three days",
// "make the trip 6 nights".
func (r *reading) lengthTo(i, n int) *shift {
	in, out := r.known.leg().DepartDate, r.known.returnDate()
	if stay := r.known.stay(); r.known.stayOnly() || r.speaksOfStayOnly() {
		in, out = stay.CheckIn, stay.CheckOut
	}
	at := i - 1
	for r.sameSentence(at, i) && !is("longer", r.text(at)) && !is("shorter", r.text(at)) && !r.anyOf(at, "make", "keep") {
		at--
	}
	_, _, to := r.lengthAt(i) // "make the trip one day shorter" says by how much
	if !r.sameSentence(at, i) || in == 0 || out == 0 || n == 0 || len(r.dates) > 0 || is("shorter", r.text(to)) ||
		is("longer", r.text(to)) || r.anyOf(to, "later", "earlier", "sooner") {
		return nil
	}
	isMade := r.anyOf(at, "make", "keep")
	if isMade && !r.anyOf(i-1, "trip", "stay", "holiday", "vacation") || !isMade && !r.anyOf(i-1, "to", ",") {
		return nil
	}
	r.note(at, at+1, byDay)
	return &shift{days: n - in.DaysUntil(out), length: true, hotel: r.speaksOfStayOnly()}
}

// turn gives a change its direction by the words around its length, the tokens [i, at). It reports whether they
// say one.
func (s *shift) turn(r *reading, i, at int) bool {
	around := func(words []string) bool {
		return r.anyOf(at, words...) || r.anyOf(i-1, words...) || r.anyOf(i-2, words...) ||
			slices.Contains(words, r.text(i)) || r.anyOf(i+1, words...)
	}
	takenOff := r.anyOf(i-1, "take", "knock", "shave") && r.anyOf(at, "off", "away") && !r.anyOf(at+1, "work", "from")
	moved := r.hasAny("move", "shift", "postpone", "push", "delay", "bring", "everything", "reschedule")
	switch {
	case r.anyOf(at, "later"),
		r.anyOf(i-1, "by") && (r.hasAny("postpone", "delay", "push") ||
			moved && !r.hasAny("forward", "earlier", "sooner", "bring")),
		r.hasAny("postpone", "delay") && r.anyOf(i-1, "by", "it", "trip", "flight", "flights"),
		moved && r.anyOf(at, class("later")...):
	case r.anyOf(at, "earlier", "sooner"), moved && r.anyOf(at, class("earlier")...),
		r.anyOf(i-1, "by", "forward") && r.has("forward"):
		s.days, s.months = -s.days, -s.months
	case s.months > 0:
		return false
	case around(class("shorter")), r.has("shorten"), r.has("cut"), takenOff:
		s.days, s.length = -s.days, true
	case around(class("longer")), r.has("extend"), r.has("prolong"), r.saidLonger():
		s.length = true
	case r.hasAny("too", "also") || r.has("as", "well"):
		s.days *= r.movedBefore()
		return s.days != 0
	default:
		return false
	}
	return true
}

// movedBefore is the direction in which the last message moved days, "and the return too, one day": 1 for later, -1 for
// earlier, 0 where it moved none.
func (r *reading) movedBefore() int {
	before := r.messageBefore()
	before.findShift()
	if s := before.shift; s != nil && !s.length {
		return cmp.Compare(s.days, 0)
	}
	return 0
}

// endBetween is the end of the journey that the words between two lengths name.
func (r *reading) endBetween(from, to int) cueKind {
	end := noCue
	for k := range r.cues {
		if c := &r.cues[k]; c.strong() && c.from >= from && c.from < to && end == noCue {
			if end = c.kind; end == arriveCue {
				end = leaveCue
			}
		}
	}
	return end
}

// otherEnd is the end of the journey that is meant where another one is named beside it.
var otherEnd = map[cueKind]cueKind{
	leaveCue: backCue, backCue: leaveCue, checkInCue: checkOutCue, checkOutCue: checkInCue,
}

// elsewhereAt reports whether a place that the trip does not go to is named behind a length that ends at token i: "add
// 2 nights on Mykonos" adds a stop.
func (r *reading) elsewhereAt(i int) bool {
	p, isPlace := r.placeAt(i + 1)
	isThere := func(s trip.Segment) bool { return isPlace && (*assembly)(nil).is(&p, s.Destination) }
	return r.anyOf(i, "in", "on", "at") && r.tok(i+1).title && isPlaceName(r.text(i+1)) &&
		!slices.ContainsFunc(r.keysFrom(i+1), r.known.goesTo) &&
		!slices.ContainsFunc(r.known.Itinerary.Segments, isThere)
}

// addsBefore reads "add BOS 2 nights after JFK" up to the length at token i: a stop is added, not its nights to the
// trip.
func (r *reading) addsBefore(i int) bool {
	at := r.before(i-1, "for", ",", ":", "(")
	_, isCode := geo.AirportByCode(r.text(at))
	return r.anyOf(at-1, "add", "adding", "insert") && r.tok(at).title && (isPlaceName(r.text(at)) || isCode) &&
		!r.known.goesTo(r.text(at))
}

// lengthAt reads "two days", "a week", "a couple of days", "another night", "a month" at token i, in days or in months.
func (r *reading) lengthAt(i int) (days, months, to int) {
	n, at := int(r.count(i)), i+1
	switch {
	case r.at(i, "couple", "of") && r.text(i-1) != "a":
		n, at = 2, i+2
	case n > 0 && n < 1000:
	case r.at(i, "a", "couple", "of"):
		n, at = 2, i+3
	case r.anyOf(i, "a", "an", "another", "one") && r.text(i-1) != "on": // "on another day" is no length
		n = 1
	default:
		return 0, 0, i
	}
	if r.anyOf(at, "more", "extra", "additional", "whole", "full") {
		at++
	}
	switch {
	case r.anyOf(at, "day", "days", "night", "nights"):
		return n, 0, at + 1
	case r.anyOf(at, "week", "weeks"):
		return 7 * n, 0, at + 1
	case r.anyOf(at, "fortnight"):
		return 14 * n, 0, at + 1
	case r.anyOf(at, "month", "months"):
		return 0, n, at + 1
	}
	return 0, 0, i
}

// maxMonths is how far a trip can be moved in months.
const maxMonths = 12

// sameAgain reads "the same, but next week", "move it all to the week after": the whole trip, as much later.
func (r *reading) sameAgain() *shift {
	for i := range r.toks {
		if r.at(i, "the", "week", "after") && r.phraseEnds(i+3) && r.free(i+1) &&
			r.hasAny("move", "moving", "shift", "make", "postpone", "everything", "all", "push", "instead", "same") {
			r.take(i, i+3, byDay)
			return &shift{days: 7}
		}
		if !r.anyOf(i, "next", "following") || !r.free(i) || !r.sameBefore(i) || !r.phraseEnds(i+2) {
			continue
		}
		s := map[string]shift{"week": {days: 7}, "month": {months: 1}, "year": {months: 12}}[r.text(i+1)]
		if s != (shift{}) {
			r.take(i, i+2, byDay)
			return &s
		}
	}
	return nil
}

// sameBefore reports whether "same" stands before token i in a message that names no other day.
func (r *reading) sameBefore(i int) bool {
	for k := range i {
		if r.text(k) == "same" && !r.anyOf(k+1, "day", "hotel", "airline", "price") {
			return r.wordCount() <= 8
		}
	}
	return false
}

// moved is a day that the shift moves.
func (s *shift) moved(d trip.Date) trip.Date {
	return cmp.Or(monthsLater(d, s.months).AddDays(s.days), d)
}

// speaksOfStayOnly reports whether the message is about the place to sleep and not the journey.
func (r *reading) speaksOfStayOnly() bool {
	return r.hasAny("hotel", "hotels", "room", "rooms", "lodging", "accommodation", "apartment", "checkout",
		"checkin") &&
		!r.hasAny("flight", "flights", "trip", "fly")
}

// endOfShift is the end of the journey that the words before the length name.
func (r *reading) endOfShift(i int, s *shift) cueKind {
	if s.length {
		return noCue
	}
	for k := len(r.cues) - 1; k >= 0; k-- {
		c := &r.cues[k]
		if !c.strong() || !r.sameSentence(c.from, i) ||
			r.text(c.from) == "back" && r.anyOf(c.from-1, "push", "pushed", "it", "everything") {
			continue
		}
		if c.kind == arriveCue {
			return leaveCue
		}
		return c.kind
	}
	return noCue
}

// writeShift moves what is known. What the message itself says of a day goes before.
func (a *assembly) writeShift() {
	legs := a.r.known.Itinerary.Segments
	for s := a.r.shift; s != nil; s = s.other {
		flown := len(legs) > 0 && (a.scope.flight && !s.hotel || !a.r.known.needsLodging())
		if flown {
			a.shiftLegs(s, legs)
		}
		a.shiftStays(s, flown)
	}
}

func (a *assembly) shiftLegs(s *shift, legs []trip.Segment) {
	multi := a.r.known.Itinerary.TripType == trip.MultiCity || len(legs) > 2
	for i, leg := range legs {
		last := i == len(legs)-1 && i > 0
		moves := s.end == noCue && !s.length || s.end == leaveCue && i == 0 ||
			(s.end == backCue || s.end == checkOutCue || s.length) && last
		if !moves || leg.DepartDate == 0 {
			continue
		}
		date := s.moved(leg.DepartDate)
		switch {
		case multi:
			a.segment(i).DepartDate = date.String()
		case i == 0 && a.depart == nil:
			a.patch.dates().DepartureDate = date.String()
		case i == 1 && a.back == nil:
			a.patch.dates().ReturnDate = date.String()
		}
	}
}

// shiftStays moves the nights that do not follow the flights by themselves.
func (a *assembly) shiftStays(s *shift, flown bool) {
	k := a.r.known
	if !k.needsLodging() && !k.stayOnly() {
		return
	}
	in := s.end == noCue && !s.length || s.end == checkInCue || s.end == leaveCue
	out := s.end == noCue || s.end == checkOutCue || s.end == backCue
	l := &k.Itinerary.Lodging
	if len(l.Stays) == 0 {
		if in && l.CheckIn != 0 && (!flown || l.CheckIn != k.leg().DepartDate) {
			a.patch.lodging().CheckIn = s.moved(l.CheckIn).String()
		}
		if out && l.CheckOut != 0 && (!flown || l.CheckOut != k.returnDate() || k.nights() > 0) {
			a.patch.lodging().CheckOut = s.moved(l.CheckOut).String()
		}
		return
	}
	stays := a.patch.Stays
	if len(stays) != len(l.Stays) {
		stays = make([]Stay, len(l.Stays))
	}
	for j, stay := range l.Stays {
		if in && !(s.end == leaveCue && j > 0) && stay.CheckIn != 0 {
			stays[j].CheckIn = s.moved(stay.CheckIn).String()
		}
		if out && (s.end == noCue && !s.length || j == len(l.Stays)-1) && stay.CheckOut != 0 {
			stays[j].CheckOut = s.moved(stay.CheckOut).String()
		}
	}
	a.patch.Stays = stays
}

// wantsLonger reads "stay longer", "can we stay a bit longer" and "a few more days", which do not say how long.
func (r *reading) wantsLonger() bool {
	if len(r.dates)+len(r.counts)+len(r.times) > 0 || r.shift != nil || r.vague != nil {
		return false
	}
	for i := range r.toks {
		switch {
		case r.aside(i):
		case r.anyOf(i, "longer") && r.hasAny("stay", "staying", "remain", "extend", "trip", "there") &&
			!r.hasAny("than") && !r.hasAny(denying...):
			r.note(i, i+1, byDay)
			return true
		case r.anyOf(i, "few", "some", "couple") && r.anyOf(i+1, "more", "extra") && r.anyOf(i+2, "days", "nights"):
			return true
		case r.anyOf(i, "extend", "prolong") && r.anyOf(i+1, "the", "my", "our", "it") && r.phraseEnds(i+3):
			return true
		}
	}
	return false
}

// saidLonger reports whether the message before wanted to stay longer, and this one says how long: "2 days".
func (r *reading) saidLonger() bool {
	if r.known.askKind() != trip.AskClarify || r.wordCount() > 3 {
		return false
	}
	return r.messageBefore().wantsLonger()
}

// longerAt returns the leg that ends where somebody wants to stay longer, as the engine asks until when; -1 when it
// asks for no stop on the way.
func (a *assembly) longerAt() int {
	t := find(a.r.known.targets(), departField)
	if t == nil || a.r.shift == nil || !a.r.shift.length || t.leg < 1 || t.leg >= len(a.r.known.Itinerary.Segments)-1 {
		return -1
	}
	return t.leg - 1
}

// asksUntil asks until when somebody stays who wants to stay longer: at the place that is named, else before the way
// home.
func (a *assembly) asksUntil() bool {
	r, k := a.r, a.r.known
	if k.fresh() || len(r.acts)+len(a.questions) > 0 || !a.patch.isZero() || len(a.clears) > 0 || !r.wantsLonger() {
		return false
	}
	legs := k.Itinerary.Segments
	n := len(legs)
	ask := func(path, text string, old trip.Date) bool {
		question := r.say("instead", "text", text, "day", r.labelOfDay(old))
		a.questions = append(a.questions, Question{About: path, Text: question})
		return true
	}
	if p := r.onlyPlace(); p != nil && a.scope.flight {
		at := a.legOf(nil, p)
		if at < 0 || at+1 >= n || legs[at+1].DepartDate == 0 {
			return false
		}
		p.role = asideRole
		return ask(legPath(at+1)+".depart_date",
			r.say("leave_place", "city", legs[at].Destination.City), legs[at+1].DepartDate)
	}
	switch {
	case len(r.places) > 0:
		return false
	case !a.scope.flight && k.stay().CheckOut != 0:
		return ask(a.pathOf(checkOutRole), r.say("check_out"), k.stay().CheckOut)
	case goesHome(legs) && legs[n-1].DepartDate != 0:
		return ask(legPath(n-1)+".depart_date", r.say("come_back"),
			legs[n-1].DepartDate)
	}
	return false
}
