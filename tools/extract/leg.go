package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// What a message says of ONE leg of a trip: which leg it means, and what is written there.
//
// A leg is meant by its number ("the second leg", legAt), by its two places ("Vienna to Paris", legBetween, legOf), by
// the one where it begins or ends ("leave Paris on the 7th", legAtPlace; "the flight to Istanbul", namesLegs and
// legNamed), or by the means of travel that only it has ("the train on the 6th", namedLeg). legOf and spans ask the
// legs of the message while it tells of a journey (legs.go), else those of the known trip.
//
// Written are the day of the leg and the airport at its ends (findLeg, writeNamedLeg) and its means of travel
// (writeModesOfLegs); timerole.go and via.go ask here of which leg a time or a place to change is.
//
// What always holds: a place that only says which leg is meant is set aside, so that it is no goal as well. Another
// goal of a leg in the middle is another place of its stop (replaceAt). What cannot be wanted of one leg alone, such as
// a class, and a means of travel to a place where no leg goes are told, and change nothing.

// A leg is known by its number, from 0. What stands in the place of a number is negative.
const (
	allLegs     = -1 // each leg
	noLeg       = -2 // none
	waysBetween = -3 // all but those that begin or end at home: "trains between the cities"
)

// namedLeg returns the index of the leg that the message names: "the second leg", "my last flight". It returns false
// when the message names none, or one that the trip does not have.
func (a *assembly) namedLeg() (int, bool) {
	r, n := a.r, len(a.r.known.Itinerary.Segments)
	if at := a.legBetween(); at >= 0 {
		return at, true
	}
	for i := range r.toks {
		if at := r.legAt(i, n); at >= 0 && at < n && n > 1 {
			return at, true
		}
	}
	for at, s := range r.known.Itinerary.Segments {
		isMode := func(t token) bool { return !s.IsFlight() && valueOf("mode", t.text) == s.TransportMode }
		i := slices.IndexFunc(r.toks, isMode)
		if i >= 0 && len(r.dates) == 1 && len(r.places) == 0 {
			r.note(i, i+1, byTopic)
			return at, true // "the train on the 6th"
		}
	}
	return 0, false
}

// legAt returns the leg of n that is named by its number at token i, "leg 2", "second leg", "last flight", noLeg where
// none is.
func (r *reading) legAt(i, n int) int {
	isNoun := r.anyOf(i+1, "leg", "segment", "flight") || r.text(i+1) == "one" && !r.known.offered()
	switch {
	case r.anyOf(i-1, "leg", "segment") && r.count(i) > 0:
		r.note(i-1, i+1, byTopic)
	case (isNoun || r.boundsTime(i+1)) && r.anyOf(i, "last", "final"):
		return n - 1
	case !isNoun || !r.toks[i].ordinal:
		return noLeg
	}
	return int(r.toks[i].value) - 1
}

// namesLegs sets aside the places that only say which of several flights is meant: "the flight to Istanbul before noon"
// of a trip that goes there.
func (a *assembly) namesLegs() {
	r := a.r
	for k := range r.places {
		p := &r.places[k]
		prep := p.from - 1 - boolInt(r.at(p.from-2, "out", "of"))
		at := r.before(prep-1, "flight", "leg", "one", "flights")
		if k > 0 && a.isNamedByEnds(&r.places[k-1], p) {
			r.places[k-1].role, p.names, p.role = asideRole, true, asideRole
			r.note(p.to, p.to+1, byTopic)
			continue
		}
		isSame := func(o placeMention) bool { return sameCity(&o, p) }
		isNamed := at < prep-1 && r.anyOf(at, "the", "my", "our") && !r.anyOf(at-1, "then", "and", "but", "or") &&
			r.anyOf(prep, "to", "into", "from", "out")
		isOfKnown := len(r.dates)+len(r.times) == 0 && r.shift == nil && a.legCount() > 2 && a.isOfTrip(p)
		if start, end := r.partOfWay(p.from, p.to); isNamed && r.daysIn(start, end) == 0 &&
			(slices.ContainsFunc(r.places[:k], isSame) || isOfKnown) {
			p.leaves, p.names, p.role = r.anyOf(prep, "from", "out"), true, asideRole
			r.note(at, p.from, byTopic)
		}
	}
}

// isNamedByEnds reads "the Lima to Santiago flight" of a trip that has that leg, beside a time of day. A day beside the
// two places is read by writeNamedLeg.
func (a *assembly) isNamedByEnds(start, goal *placeMention) bool {
	r := a.r
	return len(r.places) == 2*len(r.times) && len(r.dates) == 0 && r.text(start.from-1) == "the" &&
		goal.from == start.to+1 && r.anyOf(start.to, "to", "-", "–") &&
		r.anyOf(goal.to, "flight", "leg") && a.legOf(start, goal) >= 0 && !r.unwanted(start.from)
}

// legNamed returns the leg that the words around the tokens [from, to) name, "the last flight", "leg 2", "the flight to
// Istanbul"; noLeg where they name none. On a trip there and back "the first flight" is the earliest one.
func (a *assembly) legNamed(from, to int) int {
	r, n := a.r, a.legCount()
	start, end := r.partOfWay(from, to)
	for i := start; i < end; i++ {
		if at := r.legAt(i, n); at >= 0 && at < n && (n > 2 || n == 2 && !r.anyOf(i+1, "flight", "one")) {
			r.note(i, i+1+boolInt(!r.boundsTime(i+1)), byTopic)
			return at
		}
	}
	for k := range r.places {
		switch p := &r.places[k]; {
		case p.from < start || p.from >= end:
		case p.names && !p.leaves && k > 0 && r.places[k-1].to == p.from-1:
			return a.legOf(&r.places[k-1], p)
		case p.names && !p.leaves:
			return a.legOf(nil, p)
		case p.names, r.cueAt(p.from-1) == leaveCue && a.legOf(p, nil) > 0: // "not leave Munich before 5"
			return a.legOf(p, nil)
		}
	}
	return noLeg
}

// tellsOfLeg reports whether what the flight at token i is to be like is wanted of one leg alone, and tells it: a trip
// has one such wish for all its flights.
func (a *assembly) tellsOfLeg(i int) bool {
	if a.legNamed(i, i+1) < 0 {
		return false
	}
	a.r.tell(a.r.partOfWay(i, i+1))
	return true
}

// legBetween returns the leg of a trip of several that the message names by its two places, noLeg when it names none:
// "Vienna to Paris by train".
func (a *assembly) legBetween() int {
	if places := a.r.places; len(places) == 2 && len(a.r.known.Itinerary.Segments) > 2 {
		return a.legOf(&places[0], &places[1])
	}
	return noLeg
}

// writeNamedLeg moves what the message says to the leg that it names.
func (a *assembly) writeNamedLeg() {
	at, ok := a.namedLeg()
	t := &a.patch
	if !ok || a.r.known.Itinerary.TripType != trip.MultiCity || len(t.Segments) > 0 {
		return
	}
	s := Segment{Origin: t.Origin, Destination: t.Destination}
	if a.legBetween() >= 0 {
		t.Origin, t.Destination, s = nil, nil, Segment{}
	}
	if t.Dates != nil {
		s.DepartDate = cmp.Or(t.Dates.DepartureDate, t.Dates.ReturnDate)
	}
	if s.Origin == nil && s.Destination == nil && s.DepartDate == "" {
		return
	}
	t.Origin, t.Destination, t.Dates = nil, nil, nil
	t.Segments = append(slices.Repeat([]Segment{{}}, at), s)
	if legs := a.r.known.Itinerary.Segments; s.Destination != nil && at+1 < len(legs) &&
		legs[at+1].Origin.Code == legs[at].Destination.Code { // who goes elsewhere goes on from there
		a.replaceAt(a.r.known.route(), at, a.destination)
	}
}

// findLeg gives the one day of a message, or its time of day, to the leg of a trip of several that it names by a place:
// "leave Paris on the 7th", "arrive in Brussels on Friday", "stay in Paris until the 7th". Of a trip there and back it
// is the way home: "leave Vienna after 4 pm".
func (a *assembly) findLeg() {
	r, legs := a.r, a.r.known.Itinerary.Segments
	at := a.legAtPlace()
	if at < 0 {
		return
	}
	r.legSaid = at + 1
	switch p := &r.places[0]; {
	case p.airport == "":
	case a.spans(at, p, nil) && p.airport != legs[at].Origin.Code: // "leave from Gatwick after 6 pm"
		a.segment(at).Origin = placeOf(p)
	case a.spans(at, nil, p) && p.airport != legs[at].Destination.Code:
		a.segment(at).Destination = placeOf(p)
	}
	r.places[0].role = asideRole
	if len(r.dates) == 0 {
		return
	}
	d := &r.dates[0]
	day := a.dayOfLeg(d, at)
	if old := legs[at].DepartDate; d.isBareWeekday() && old != 0 {
		day = nearest(d.day, old, r.today)
	} else if in := (dateMention{day: d.day, dayOnly: d.dayOnly, noYear: d.noYear}); old != 0 {
		a.inMonthOf(&in, old)
		day = in.day
	}
	d.role = asideRole
	a.segment(at).DepartDate = day.String()
}

// legAtPlace returns that leg, noLeg when the message names none.
func (a *assembly) legAtPlace() int {
	r, legs := a.r, a.r.known.Itinerary.Segments
	p := r.onlyPlace()
	isWayHome := r.known.roundTrip() && p != nil && p.role == originRole && a.legOf(p, nil) == 1
	isNamed := isWayHome || r.known.Itinerary.TripType == trip.MultiCity
	if p == nil || !isNamed || len(legs) < 2 || !a.scope.flight || r.shift != nil ||
		len(r.dates) > 1 || len(r.dates)+len(r.times) == 0 || r.namesLodging() || p.role == asideRole ||
		len(r.counts) > 0 || len(r.dates) == 1 && (r.dates[0].role == asideRole || r.dates[0].role == checkInRole) {
		return noLeg
	}
	if len(r.dates) == 1 && len(r.times) == 0 && r.isOfOtherPart(&r.dates[0], p) {
		return noLeg // "we leave on 5 May and fly home from Athens"
	}
	if p.role == originRole || r.hasAny("until", "till", "til") {
		return a.legOf(p, nil)
	}
	return a.legOf(nil, p)
}

// isOfOtherPart reports whether the day stands in another part of the sentence than the place, beside a word of its own
// for leaving or landing: not "on 7 May, fly to Florence".
func (r *reading) isOfOtherPart(d *dateMention, p *placeMention) bool {
	start, end := r.partOfWay(p.from, p.to)
	from, to := r.partOfWay(d.from, d.to)
	isIn := func(c cue) bool { return c.from >= from && c.to <= to }
	return r.daysIn(start, end) == 0 && slices.ContainsFunc(r.cues, isIn)
}

// goesAlone reads "we get ourselves from Rome to Florence" and "I'll see to getting between Oslo and Bergen myself" of
// a trip of several legs: the travellers get there without the leg that is planned. What is only thought of, and what
// some of them do, takes none out.
func (a *assembly) goesAlone() bool {
	r, n, places := a.r, len(a.r.known.Itinerary.Segments), a.r.places
	if len(places) != 2 || !a.scope.flight || r.known.Itinerary.TripType != trip.MultiCity ||
		len(r.dates)+len(r.times)+len(r.counts) > 0 || r.refusesStay() || !r.seesToWay(&places[0], &places[1]) ||
		!a.isOfTrip(&places[0]) || !a.isOfTrip(&places[1]) {
		return false
	}
	t, at := r.known.route(), a.legOf(&places[0], &places[1])
	if at <= 0 || at >= n-1 {
		return false
	}
	wants := r.wants(hotelTopic) && r.namesLodging()
	t.skipLeg(at)
	for j := range t.stops[at-1].beds {
		b := &t.stops[at-1].beds[j]
		b.wanted = b.wanted || wants
	}
	a.writeRoute(t)
	r.setPlacesAside()
	r.modes = nil
	return true
}

// seesToWay reads the words around two places, "we get ourselves from … to …": a phrase that says nothing else, and
// beside it nobody who flies and no flight.
func (r *reading) seesToWay(start, goal *placeMention) bool {
	isSelf := func(i int) bool { return r.anyOf(i, "ourselves", "myself") }
	from, _ := r.partOfWay(start.from, goal.to)
	who := r.behind(from, "and", "but", "so", "also")
	verb := r.behind(who+1, "will", "can", "are", "am", "going", "to", "want", "see", "would", "like", "prefer", "rather")
	at := verb + 1 + boolInt(isSelf(verb+1))
	end := goal.to + boolInt(isSelf(goal.to))
	isElse := func(i int) bool {
		return (i < from || i >= end) && (isPerson(r.text(i)) || topicWords[r.text(i)] == flightTopic)
	}
	return r.anyOf(who, "i", "we", "ill", "im", "id", "weare", "wewill", "wewould") &&
		r.anyOf(at, "from", "between") && at+1 == start.from &&
		r.anyOf(verb, "get", "getting", "drive", "driving", "travel", "travelling") && r.phraseEnds(end) &&
		(isSelf(at-1) || end > goal.to) && !r.unwanted(verb) && !r.hasAny("?") && !r.some(0, len(r.toks), isElse)
}

// modeOfWay reads "train to Florence", "bus from Rome" and "trains between the cities" of a trip that is known: behind
// the means stands a place.
func (r *reading) modeOfWay(i int) bool {
	at := i + 1
	if r.known.fresh() {
		at = r.behind(at, "are", "there", "go", "goes", "run", "runs") // "what buses go from Berlin to Prague?"
	}
	switch {
	case r.text(i+1) == "between":
		return true
	case !r.anyOf(at, "to", "from") || !r.known.fresh() && r.hasIn(0, i, "is", "are", "there"):
		return false
	}
	e, isName := geo.Lookup(r.text(at + 1))
	return at+1 < len(r.toks) && (r.tok(at+1).title && r.tok(at+1).kind == word || isName && !e.Word)
}

// legOfMode returns the leg for which a means of travel is said: allLegs where no place stands beside it, noLeg where
// the trip has no such leg.
func (a *assembly) legOfMode(m modeMention) int {
	r := a.r
	from, to := r.phraseAround(m.at)
	isAmong := func(p placeMention) bool { return p.from >= from && p.from < to }
	if r.hasIn(from, m.at, "between") && !slices.ContainsFunc(r.places, isAmong) || // "the bit in between by bus"
		r.text(m.at+1) == "between" && (r.anyOf(m.at+2, "them") || r.anyOf(m.at+2, class("place-nouns")...) ||
			r.anyOf(m.at+2, "the", "all", "these", "those") && r.anyOf(m.at+3, class("place-nouns")...)) ||
		r.text(r.behind(m.at+1, "in")) == "between" && r.phraseEnds(r.behind(m.at+1, "in", "between")) {
		return waysBetween
	}
	var start, goal *placeMention
	for k := range r.places {
		p := &r.places[k]
		if p.from < from || p.from >= to {
			continue
		}
		if r.anyOf(p.from-1, "from", "between") || goal == nil && r.text(p.to) == "to" && k+1 < len(r.places) {
			start = p
		} else {
			goal = p
		}
	}
	switch {
	case len(a.legs) > 1 && start != nil && goal != nil && a.spans(0, start, nil) && a.spans(len(a.legs)-1, nil, goal):
		return allLegs // "driving from A to B with stops in C"
	case start == nil && goal == nil && r.modeOfWay(m.at):
		return noLeg
	case start == nil && goal == nil && (r.backBeside(m.at) || r.hasIn(from, to, "home")) && a.legCount() > 2:
		return a.legCount() - 1
	case start == nil && goal == nil:
		return allLegs
	}
	return a.legOf(start, goal)
}

// legOf returns the first leg that begins at one place and ends at another, or that lies between the two, noLeg where
// there is none. A place that is nil may be any.
func (a *assembly) legOf(start, goal *placeMention) int {
	isEither := start != nil && goal != nil && a.r.text(start.from-1) == "between"
	for i := range a.legCount() {
		if a.spans(i, start, goal) || isEither && a.spans(i, goal, start) {
			return i
		}
	}
	return noLeg
}

// phraseAround returns the tokens around token at that are about it: up to a mark, to "and", "then" or "but", and to
// the next means of travel.
func (r *reading) phraseAround(at int) (from, to int) {
	ends := func(i int) bool {
		return !r.sameSentence(i, at) || r.anyOf(i, ",", "then", "but", ":", "(", ")") ||
			r.text(i) == "and" && !r.hasIn(max(0, i-maxPlaceWords-1), i-1, "between") ||
			i != at && slices.ContainsFunc(r.modes, func(m modeMention) bool { return m.at == i })
	}
	for from = at; from > 0 && !ends(from-1); {
		from--
	}
	for to = at + 1; to < len(r.toks) && !ends(to); {
		to++
	}
	return from, to
}

// spans reports whether leg i begins at one place and ends at another, as the message says it, else as the trip is
// known. A place that is nil may be any.
func (a *assembly) spans(i int, start, goal *placeMention) bool {
	if i < len(a.legs) {
		l := &a.legs[i]
		return (start == nil || l.origin != nil && sameCity(start, l.origin)) &&
			(goal == nil || sameCity(goal, l.destination))
	}
	legs := a.r.known.Itinerary.Segments
	if from, to := a.origin, a.destination; len(legs) == 0 && i < a.legCount() && from != nil && to != nil {
		if i == 1 {
			from, to = to, from
		}
		return (start == nil || sameCity(start, from)) && (goal == nil || sameCity(goal, to))
	}
	return i < len(legs) && (start == nil || a.is(start, legs[i].Origin)) &&
		(goal == nil || a.is(goal, legs[i].Destination))
}

// writeModesOfLegs gives each means of travel to the leg beside which it stands: "fly to Rome, then train to Florence".
// One without a place is for the legs that no other names. It returns false where no means stands beside a place of a
// trip of several legs.
func (a *assembly) writeModesOfLegs() bool {
	r, n := a.r, a.legCount()
	if n < 3 && len(a.legs) == 0 && r.known.Itinerary.TripType != trip.MultiCity {
		if len(r.modes) != 1 || a.legOfMode(r.modes[0]) != waysBetween {
			return false
		}
		r.tell(r.phraseAround(r.modes[0].at)) // no leg goes from one place to sleep to the other
		return true
	}
	modes, all, told, dropped := make([]string, n), "", false, noLeg
	for _, m := range r.modes {
		if m.rejected || r.aside(m.at) {
			continue
		}
		switch at := a.legOfMode(m); at {
		case allLegs:
			all = m.mode
		case noLeg:
			if m.mode == byFlight {
				continue // where one flies is the trip's
			}
			told = true
			r.tell(r.phraseAround(m.at))
		case waysBetween:
			told = true
			if !a.modesBetween(modes, m.mode) {
				r.tell(r.phraseAround(m.at))
			}
		default:
			told = true
			if from, _ := r.phraseAround(m.at); m.mode == byFlight && r.anyOf(from, class("drop-verbs")...) {
				dropped = at
			}
			modes[at] = m.mode
		}
	}
	if dropped >= 0 && all != "" { // "drop the Rome–Venice flight, we take the train"
		modes[dropped], all = all, ""
	}
	if !told {
		return false
	}
	for i, mode := range modes {
		if mode = cmp.Or(mode, all); mode == "" || mode == byFlight && a.flies(i) {
			continue
		}
		a.segment(i).TransportMode = mode
	}
	return true
}

// modesBetween gives a means to the legs that neither begin nor end where the trip does, and reports whether there are
// any.
func (a *assembly) modesBetween(modes []string, mode string) (given bool) {
	n := len(modes)
	for i := 1; i < n; i++ {
		home := goesHome(a.r.known.Itinerary.Segments)
		if len(a.legs) > 0 {
			home = a.legs[0].origin != nil && sameCity(a.legs[n-1].destination, a.legs[0].origin)
		}
		if i < n-1 || !home {
			modes[i], given = mode, true
		}
	}
	return given
}

// dayTrip reports whether the message speaks of going somewhere and back on one day of the trip, which nobody searches.
func (r *reading) dayTrip() bool {
	return r.has("day", "trip") || r.has("day", "trips") || r.hasAny("excursion", "excursions", "daytrip")
}

// waysElsewhere tells of "a train to Pisa" on a trip that does not go to Pisa: it changes neither where the trip goes
// nor how.
func (a *assembly) waysElsewhere() {
	r := a.r
	if r.known.leg().Destination.Code == "" || r.corrects() || a.goesOnWithin() && !r.dayTrip() {
		return
	}
	for i := range r.places {
		if p := &r.places[i]; r.dayTrip() && p.role != originRole && !a.isOfTrip(p) {
			p.role = asideRole
			r.modes = nil
			r.tell(0, len(r.toks))
			r.take(0, len(r.toks), byOther)
			return
		}
	}
	r.modes = slices.DeleteFunc(r.modes, func(m modeMention) bool {
		at := slices.IndexFunc(r.places, func(p placeMention) bool {
			return p.from == m.at+2 && r.text(m.at+1) == "to" ||
				p.to == m.at-1 && r.text(p.to) == "by" && (p.role == noRole || r.dayTrip())
		})
		if m.mode == byFlight || m.rejected || at < 0 || a.isOfTrip(&r.places[at]) || r.addsPlace() {
			return false
		}
		r.places[at].role = asideRole
		r.tell(r.phraseAround(m.at))
		return true
	})
}
