package extract

import "slices"

// role is the part that a day or a place plays in the trip.
type role uint8

const (
	noRole role = iota
	originRole
	destinationRole
	insideRole // in, at, near: a place to be
	homeRole   // back to
	asideRole  // no end of a leg: on the way, refused, or read already
	departRole
	returnRole
	checkInRole
	checkOutRole
)

// isAside reports whether a place is no end of the journey by the words before it: one that is not wanted, one that
// stays what it is, one of a part of the travellers ("my husband is flying from London"), who are told.
func (r *reading) isAside(p *placeMention) bool {
	switch {
	case r.unwanted(p.from):
		if r.hasIn(max(0, p.from-6), p.from, "if") {
			r.tell(r.phraseAround(p.from)) // "if there is nothing to Gatwick"
		}
	case r.sticksTo(p):
		r.note(p.from-2, p.to, byPlace)
	case r.isOfOne(p.from):
		from, to := r.phraseAround(p.from)
		r.tell(from, max(to, p.to))
	default:
		return false
	}
	return true
}

// assignPlaces gives every place its part by the words around it.
func (r *reading) assignPlaces() {
	for k := range r.places {
		p := &r.places[k]
		if r.isAside(p) {
			p.role = asideRole
			continue
		}
		if p.of == noRole && (r.at(p.from-2, "back", "to") || r.at(p.to, "it", "is") || r.at(p.to, "after", "all")) {
			p.of = r.known.was(p)
		}
		if p.role = p.of; p.of != noRole {
			continue
		}
		if p.role = r.placeRole(p); p.role == noRole && r.text(p.to) == "to" &&
			(r.anyOf(p.to+1, "anywhere", "somewhere", "wherever", "any") || isPlaceName(r.text(p.to+1)) &&
				(p.from == 0 || r.tok(p.from-1).kind == mark)) {
			p.role = originRole
		}
	}
	r.namesEvents()
	r.repeatsChoice()
	r.startsThere()
	r.startsFromThere()
	r.startsNearby()
	r.goesHome()
	r.goesFirst()
	r.landsBefore()
	r.fliesBetween()
	r.beginsList()
	for k := 1; k < len(r.places); k++ {
		a, b := &r.places[k-1], &r.places[k]
		isOther := func(p placeMention) bool { // than one that is denied, changed at, slept at, named apart or right behind
			isApart := p.role == noRole && p.from != b.to+1
			return p.from != a.from && p.from != b.from && p.role != asideRole && p.role != insideRole && !isApart
		}
		beside := (len(r.places) == 2 || k == 1 && b.from == a.to && !slices.ContainsFunc(r.places, isOther)) &&
			a.role == noRole && b.role == noRole && b.from <= a.to+1 &&
			(b.from == a.to || r.anyOf(a.to, ",") && !r.speaksOf(hotelTopic) && r.text(b.to) != "airport" ||
				r.toks[a.to].kind == word && !r.anyOf(a.to, "and", "then", "or", "but", "maybe"))
		if beside && r.known.fresh() && !r.hotelBefore(b.from) {
			a.role, b.role = originRole, destinationRole // "ticket Mumbai Dubai", "Milano a Parigi"
		}
		if a.role == noRole && r.anyOf(a.from-1, "de", "da", "do") && b.role == destinationRole && b.from <= a.to+2 {
			a.role = originRole // "de Lisboa para Roma"
		}
		isOpen := a.role == noRole || r.text(a.from-1) == "for" || a.role == insideRole && !r.hotelBefore(a.from)
		if isOpen && r.text(a.to) == "to" && b.from <= a.to+2 && b.role == destinationRole {
			a.role = originRole // "looking at Munich to Cape Town"
		}
		if a.role == noRole && r.anyOf(a.to, "-", "–", ">", "→") &&
			!(k > 1 && r.anyOf(r.places[k-2].to, "-", "–", ">", "→") && a.from <= r.places[k-2].to+2) &&
			b.from <= a.to+2 && b.role == noRole && !r.hotelBefore(a.from) {
			a.role, b.role = originRole, destinationRole
			if r.saysFrom(k) {
				a.role, b.role = destinationRole, noRole
			}
		}
	}
	r.narrowsEnds()
	r.narrowsToCountry()
}

// namesEvents sets aside places in the name of what one travels for or when, and tells it: "to Tokyo in Golden Week",
// "to Munich for the Paris Fashion Week", "to Rome, Wales match weekend". Where nothing else says where one goes, a
// large one is taken.
func (r *reading) namesEvents() {
	isGoal := func(p placeMention) bool {
		return p.role == destinationRole && r.anyOf(p.from-1, "to", "into", "visit")
	}
	for k := range r.places {
		p, to := &r.places[k], r.places[k].to
		for r.nameWord(to) && r.sameSentence(to, p.from) {
			to++
		}
		at, last := r.before(p.from-1, "the"), r.text(to-1)
		isEvent := is("event", last) || is("time-noun", last)
		isOpen := !p.sure && isEvent || slices.ContainsFunc(r.places, isGoal) && (isEvent || r.text(at) == "for")
		if p.role == noRole && to == p.to && valueOf("errand", r.text(to)) == "show" &&
			slices.ContainsFunc(r.places, isGoal) {
			p.role = asideRole
			r.tell(p.from, to+1)
		}
		if to > p.to && isOpen && r.anyOf(at, "for", "in", "at", "during", "over") {
			p.role = asideRole
			r.tell(p.from, to)
		}
	}
}

// startsThere reads "start in Edinburgh, flying from Cologne": of two places where a journey begins, the flight leaves
// from Cologne and goes to Edinburgh.
func (r *reading) startsThere() {
	for i := range r.places {
		for k := range r.places {
			a, b := &r.places[i], &r.places[k]
			if a.role == originRole && b.role == originRole && r.text(a.from-1) == "in" && r.text(b.from-1) == "from" &&
				(cueWords[r.text(b.from-2)] == goCue || r.anyOf(b.from-2, "coming", "arriving")) {
				a.role = destinationRole
			}
		}
	}
}

// startsFromThere reads "We are on holiday in Rome. From there to Oslo": the first place of a new trip is where it
// begins, where the next words go on from there, unless it was said where it begins.
func (r *reading) startsFromThere() {
	at := r.indexOf("there")
	isFrom := func(p placeMention) bool { return p.role == originRole }
	if !r.known.fresh() || !r.anyOf(at-1, "from") || slices.ContainsFunc(r.places, isFrom) {
		return
	}
	if k := slices.IndexFunc(r.places, func(p placeMention) bool { return p.role != asideRole }); k >= 0 &&
		r.places[k].to < at && !(k+1 < len(r.places) && r.places[k+1].from < at) {
		r.places[k].role = originRole
	}
}

// startsNearby reads "We're in Leeds, so Leeds or Manchester would do" and "We're in Leeds, so from Manchester": behind
// where one is stands where the journey may begin. "We're in Leeds, so Rome would be nice" says where it goes.
func (r *reading) startsNearby() {
	for k := 1; k < len(r.places); k++ {
		here, start := &r.places[k-1], &r.places[k]
		at := r.behind(here.to, ",", "and")
		_, end := r.span(r.toks[start.from].sentence)
		isGoal := func(p placeMention) bool {
			return p.from < here.from || p.role == destinationRole || p.role == insideRole
		}
		willDo := func(i int) bool { return r.text(i) == "do" && r.anyOf(i-1, "would", "will", "could", "can") }
		isFit := r.hasIn(at, start.from, "from") ||
			slices.ContainsFunc(r.places, isGoal) && r.some(start.to, end, willDo)
		if here.role == originRole && (start.role == noRole || start.role == originRole) && isFit &&
			r.text(here.from-1) == "in" && r.text(at) == "so" &&
			r.behind(at, "so", "either", "from") == start.from {
			here.role, start.role = asideRole, originRole
			r.note(max(0, here.from-2), here.from, byPlace)
			r.note(at, start.from, byPlace)
		}
	}
}

// isBase reads "we're in Leeds." of a new trip at token i: nothing more is said of that place, and another one is named
// without a "from".
func (r *reading) isBase(i int) bool {
	p := slices.IndexFunc(r.places, func(p placeMention) bool { return p.from == i+2 })
	return p >= 0 && r.phraseEnds(r.places[p].to) && len(r.places) > 1 && r.known.fresh() &&
		!r.some(r.places[p].to, len(r.toks), func(k int) bool {
			return r.text(k) == "from" && r.tok(k+1).title && r.text(k-1) != "so" && !r.unwanted(k+1)
		})
}

// goesHome reads "in Rome, live in Oslo, fly home": of the two places of a new trip the one where somebody lives is
// where it goes.
func (r *reading) goesHome() {
	if len(r.places) != 2 || !r.known.fresh() || !r.hasAny("home") {
		return
	}
	lives := func(p placeMention) bool {
		return r.anyOf(p.from-1, "in") && r.anyOf(p.from-2, "live", "lives", "living")
	}
	home := slices.IndexFunc(r.places, lives)
	if home < 0 {
		return
	}
	if here := &r.places[1-home]; r.anyOf(here.from-1, "in") && (here.role == insideRole || here.role == originRole) {
		here.role, r.places[home].role = originRole, destinationRole
		r.note(r.places[home].from-2, r.places[home].from, byPlace)
		for i := range r.cues {
			if r.text(r.cues[i].to-1) == "home" {
				r.cues[i].kind = goCue // there is no way out
			}
		}
	}
}

// goesFirst reads "Bali a week, then Singapore, from Oslo": the first place of several is where the journey goes first,
// where another one is named from which it comes.
func (r *reading) goesFirst() {
	isOrigin := func(p placeMention) bool {
		isAgain := func(o placeMention) bool { return o.from != p.from && sameCity(&o, &p) }
		return p.role == originRole && r.text(p.from-1) == "from" && !slices.ContainsFunc(r.places, isAgain)
	}
	if len(r.places) > 2 && r.known.fresh() && r.places[0].role == noRole && r.hasAny("then") &&
		slices.ContainsFunc(r.places[1:], isOrigin) {
		r.places[0].role = destinationRole
	}
}

// landsBefore reads "I land at Heathrow from New York and go on to Glasgow": the journey begins where another one ends,
// which the person has. Where and when that one flies is told.
func (r *reading) landsBefore() {
	if len(r.places) != 3 || len(r.dates) > 1 {
		return
	}
	lands, from, goal := &r.places[0], &r.places[1], &r.places[2]
	verb := r.before(lands.from-1, "the", "at", "in")
	if lands.role != destinationRole || from.role != originRole || goal.role != destinationRole ||
		cueWords[r.text(verb)] != arriveCue || !r.anyOf(verb-1, "i", "we") || !r.anyOf(from.from-1, "from") {
		return
	}
	lands.role, from.role = originRole, asideRole
	r.tell(from.from-1, from.to)
	r.times = slices.DeleteFunc(r.times, func(m clockMention) bool {
		isOfLanding := m.kind == ofLanding && m.to <= goal.from
		if isOfLanding {
			r.tell(m.from, m.to)
		}
		return isOfLanding
	})
}

// saysFrom reports whether a place behind place k is the one from which the journey starts: "Amsterdam - Paris, from
// Oslo".
func (r *reading) saysFrom(k int) bool {
	return slices.ContainsFunc(r.places[k+1:], func(p placeMention) bool {
		return p.role == originRole && r.text(p.from-1) == "from" && cueWords[r.text(p.from-2)] != backCue &&
			r.text(p.from-2) != "home" && !sameCity(&p, &r.places[k-1]) && !sameCity(&p, &r.places[k])
	})
}

// fliesBetween reads "flights between Dallas and Baltimore": of two places between which somebody travels the journey
// begins in the first, and goes to the other.
func (r *reading) fliesBetween() {
	for k := 1; k < len(r.places); k++ {
		a, b := &r.places[k-1], &r.places[k]
		at := r.before(a.from-1, "the")
		if r.known.fresh() && !r.isTorn(a, b) && r.text(at) == "between" && a.role == noRole && r.text(a.to) == "and" &&
			r.joinedPlaces(a, b) &&
			!r.anyOf(b.to, "and", ",") && !r.hotelBefore(a.from) && !r.hasAny("split", "divide", "divided", "share") {
			a.role, b.role = originRole, destinationRole
		}
	}
}

// beginsList makes the first of three places and more that are listed with commas, "Amsterdam, Brussels, Paris", or of
// two that "and" joins, the one that the journey goes to first.
func (r *reading) beginsList() {
	if len(r.places) < 2 || !r.known.fresh() || r.hotelBefore(r.places[0].from) || sameCity(&r.places[0],
		&r.places[len(r.places)-1]) {
		return
	}
	listed := 1
	for k := 1; k < len(r.places); k++ {
		a, b := &r.places[k-1], &r.places[k]
		if a.role != noRole || !r.joinedPlaces(a, b) || r.isTorn(a, b) {
			break
		}
		listed++
	}
	if listed >= 3 || listed == len(r.places) && r.anyOf(r.places[0].to, "and", "then", "plus", "&", "+") {
		r.places[0].role = destinationRole
	}
}

// hotelBefore reports whether the sentence has spoken of a place to sleep before token i.
func (r *reading) hotelBefore(i int) bool {
	return slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return m.topic == hotelTopic && !m.refused && m.at < i && r.sameSentence(m.at, i)
	})
}

// fliesOut reads "flights out Boston" and "flying out Boston", where nothing else says where the journey begins.
func (r *reading) fliesOut(at int) bool {
	flies := topicWords[r.text(at-1)] == flightTopic || r.cueAt(at-1) == leaveCue
	if !flies || r.hasAny("from", "back", "return") {
		return false
	}
	r.note(at, at+1, byPlace)
	return true
}

// roleOfHome is the role of a place of which somebody says that they live there.
func (r *reading) roleOfHome(p *placeMention) role {
	switch {
	case r.visitsUs():
		return originRole
	case r.has("on", "the", "way"):
		return noRole
	}
	r.tell(p.from, p.to)
	return asideRole
}

func (r *reading) placeRole(p *placeMention) role {
	at := p.from - 1
	for r.anyOf(at, "the", "downtown", "beautiful", "sunny", "lovely", "central", "greater", "either", "any", "all",
		"-", ":", ",", "city", "ideally", "preferably", "probably", "perhaps", "maybe") ||
		r.text(at) == "of" && r.text(at-1) == "city" || is("of-area", r.text(at)) {
		at--
	}
	switch {
	case p.name+p.airport == "" && topicWords[r.text(p.to)] == hotelTopic:
		return insideRole // "check out of the second hotel"
	case r.liftsConnection(p), r.isAllowed(p), r.isOtherVia(p, at), r.isAlso(p):
		return asideRole
	case !r.sameSentence(at, p.from):
		return r.roleAfter(p)
	}
	at = r.beforeAirport(at)
	if p.via = p.via || r.isVia(p); p.via || r.leftOutAt(at, p.to) {
		return asideRole
	}
	if r.livesThere(at) {
		return r.roleOfHome(p)
	}
	if cueWords[r.text(at)] == leaveCue && !r.anyOf(at, "outbound", "onward") && r.text(p.from-1) != "," {
		return originRole // "a flight that leaves Paris"
	}
	r.note(at-boolInt(r.text(at-1) == "bound"), at, byPlace) // "bound for Rome"
	switch r.text(at) {
	case "from":
		return r.fromRole(at)
	case "of":
		if r.text(at-1) == "out" {
			return originRole
		}
	case "to", "into", "towards", "toward", "too", "onto":
		return r.toRole(at)
	case "for":
		return destinationRole
	case "go", "going":
		if r.anyOf(p.to, "to", "-", "–", ">", "→") {
			return noRole // "we are going Dublin to Lisbon"
		}
		r.see(at, at+1)
		return destinationRole
	case "visit", "visiting", "see", "explore", "reach", "reaching", "reaches", "destination", "tour",
		"touring":
		r.see(at, at+1)
		return destinationRole
	case "exiting", "origin":
		r.note(at, at+1, byPlace)
		return originRole
	case "start": // "start city Boston"
		if r.anyOf(at+1, "city", "airport", "point", "place") {
			r.note(at, at+1, byPlace)
			return originRole
		}
	case "out":
		if at == p.from-1 && r.fliesOut(at) {
			return originRole
		}
	case "in", "on", "at", "near", "around", "within", "inside", "by", "across", "about":
		r.note(at, at+1, byPlace)
		return r.insideOf(at)
	case "is", "be", "as", "was", "with", "airport":
		if role := r.namedRole(at); role != noRole {
			r.note(at, at+boolInt(r.text(at) == "airport"), byPlace)
			return role
		}
	}
	return r.roleAfter(p)
}

// beforeAirport returns the word that says whether one leaves from or goes to an airport or anywhere in a place: the
// "of" in "out of the main airport in Paris", whose "in" is token i. It returns i where neither is spoken of.
func (r *reading) beforeAirport(i int) int {
	airport := r.before(i, "in", "of", "near", "at", "for")
	at := r.before(airport-1, "the", "an", "any", "main", "nearest", "closest", "international", "largest", "biggest")
	isOpen := r.anyOf(airport, "airport", "airports", "anywhere", "somewhere", "city", "cities", "town")
	if !isOpen || !r.anyOf(at, "from", "to", "into") && !r.at(at-1, "out", "of") {
		return i
	}
	r.note(at+1, i+1, byPlace)
	return at
}

// leftOutAt reads "leave London out" around a place that begins behind token i.
func (r *reading) leftOutAt(i, to int) bool {
	return r.anyOf(i, "leave", "take", "drop") && r.text(to) == "out"
}

// livesThere reads "our daughter lives in", which says where somebody is whom the person may visit.
func (r *reading) livesThere(i int) bool {
	isTraveller := r.anyOf(i-2, "he", "she") && r.has(r.text(i-2), "has", "to") // "she has to be in Oslo, she lives in"
	return r.anyOf(i, "in", "near", "at") && (r.anyOf(i-1, "lives", "works", "studies") && !isTraveller ||
		r.anyOf(i-1, "live", "work") && r.tok(i-2).kind == word &&
			!r.anyOf(i-2, "i", "we", "who", "currently", "now", "where", "and", "but"))
}

// fromRole tells "flying from X" from "returning from X".
func (r *reading) fromRole(at int) role {
	if r.text(at-1) == "far" {
		r.tell(max(at-3, 0), at+2)
		return asideRole // where one goes is said by what it is far from
	}
	if r.anyOf(at-1, "night", "nights") && r.hasIn(max(0, at-5), at, "cut", "take", "drop", "remove", "move") {
		r.tell(r.phraseAround(at))
		r.shift = nil
		return asideRole // "cut one night from Kyoto"
	}
	isStart := func(p placeMention) bool { return p.role == originRole }
	isDay := func(d dateMention) bool { return d.to < at }
	if r.at(at-2, "and", "back") && !slices.ContainsFunc(r.places, isStart) && !slices.ContainsFunc(r.dates, isDay) &&
		r.known.leg().Origin.Code == "" {
		return originRole // "to Rome and back from London"
	}
	for k := at - 1; k >= max(0, at-5) && r.sameSentence(k, at); k-- {
		switch c := r.cueAt(k); {
		case c == backCue && !r.anyOf(k+1, "ticket", "tickets", "trip", "flight", "flights") && !r.returnTrip(k):
			return destinationRole
		case c == leaveCue, r.anyOf(k, "flight", "flights", "and", ","):
			return originRole
		}
	}
	return originRole
}

// toRole tells "going to X" from "returning to X" and "close to X".
func (r *reading) toRole(at int) role {
	switch {
	case r.anyOf(at-1, "city", "airport", "point", "place", "departure", "origin") &&
		(r.anyOf(at-1, "departure", "origin") || r.anyOf(at-2, "depart", "departure", "departing", "origin", "starting",
			"start")):
		return originRole
	case r.anyOf(at-1, "close", "next", "near"):
		return insideRole
	case r.cueAt(at-1) == backCue && r.text(at-1) != "return",
		r.text(at-1) == "return" && !r.anyOf(at-2, "round", "a"):
		return homeRole
	}
	return destinationRole
}

// insideOf tells "starting in X" and "arriving in X" from plain "in X".
func (r *reading) insideOf(at int) role {
	for k := at - 1; k >= max(0, at-6) && r.sameSentence(k, at); k-- {
		switch c := cueWords[r.text(k)]; {
		case c == leaveCue, r.anyOf(k, "start", "starting", "begin", "beginning", "based", "live", "lives", "living",
			"starts", "originating") && !r.anyOf(k-1, "half", "full"), r.boardsAt(k, at):
			r.note(k, k+boolInt(r.text(k) == "based"), byPlace)
			return originRole
		case c == backCue:
			return homeRole
		case k == at-1 && (r.anyOf(k, "im", "am", "currently", "stuck", "stranded") ||
			r.text(k) == "weare" && r.isBase(k) ||
			r.anyOf(k, "is", "are") && r.anyOf(k-1, "we", "he", "she", "they")) && r.text(at) == "in" &&
			r.topicOf(at) != hotelTopic:
			r.note(k, at, byPlace)
			return originRole
		case c == arriveCue, r.anyOf(k, "destination"), r.goesFor(k, at):
			return destinationRole
		case r.toks[k].used:
			return insideRole
		}
	}
	return insideRole
}

// boardsAt reports whether the verb at token k boards at the place behind token at: "catch the flight in Leeds".
func (r *reading) boardsAt(k, at int) bool {
	boards := (r.anyOf(k, "board", "boarding", "catch", "catching", "take", "taking") || r.text(k) == "on" &&
		r.anyOf(k-1, "get", "getting", "hop", "hopping")) && r.anyOf(at-1, "plane", "flight", "train", "bus", "ferry")
	if boards {
		r.note(k, at, byPlace)
	}
	return boards
}

// goesFor reads "going to a conference in Berlin": the place of what one goes to is where the journey goes. The verb is
// token k, the "in" token at.
func (r *reading) goesFor(k, at int) bool {
	return r.anyOf(k, "go", "going", "fly", "flying", "travel", "travelling", "traveling", "heading") &&
		r.anyOf(k+1, "to", "for") && r.anyOf(k+2, "a", "an", "the", "my", "our") && r.anyOf(at, "in", "at", "near") &&
		topicWords[r.text(at-1)] == noTopic
}

// namedRole reads "my destination is X", "the departure city will be X".
func (r *reading) namedRole(at int) role {
	for k := at; k >= max(0, at-7) && r.sameSentence(k, at); k-- {
		switch r.text(k) {
		case "destination", "arrival", "arrive", "arriving", "going":
			return destinationRole
		case "home":
			if !r.anyOf(k-1, "way", "flight", "back", "trip", "go", "come", "get", "fly", "going", "coming") {
				r.note(k, at+1, byPlace)
				return originRole
			}
		case "origin", "depart", "departure", "departing", "leaving", "start", "starting":
			if r.anyOf(k+1, "again", "over", "anew") {
				return noRole // "start again with Budapest"
			}
			return originRole
		}
	}
	return noRole
}

// roleAfter reads "X is my destination", "X is where I'm leaving from", and "X" after nothing.
func (r *reading) roleAfter(p *placeMention) role {
	if at := r.behind(p.to, "-", "is", "my", "our", "home"); r.anyOf(at, "based") || r.text(p.to) == "is" &&
		(r.anyOf(at, "airport") || r.anyOf(at-1, "home")) && at > p.to+1 {
		r.note(p.to, max(at, p.to+1), byPlace)
		r.note(at, at+boolInt(r.anyOf(at, "based", "airport")), byPlace)
		return originRole // "Bristol-based", "Bristol is our airport", "Bristol is home"
	}
	at := r.behind(p.to, ",", "-", "is", "thats")
	if r.text(at) == "bound" {
		r.note(at, at+1, byPlace)
		return destinationRole
	}
	endsFrom := func(i int) bool { // with no place behind it
		return r.sameSentence(i, at) && (r.text(i) == "from" || r.at(i-1, "out", "of")) && r.phraseEnds(i+1) &&
			!r.anyOf(i-1, "is", "are", "was", "am", "im", "come", "comes", "came")
	}
	if r.text(at) == "from" && r.anyOf(at+1, "where", "which", "there") ||
		r.anyOf(at, "where", "which", "the") && !r.asks(r.toks[at].sentence) && r.some(at, min(len(r.toks), at+8), endsFrom) {
		return originRole // "it is Bristol, from where I leave", "Bristol, where I leave from"
	}
	for k := p.to; k < min(len(r.toks), p.to+8) && r.sameSentence(k, p.from); k++ {
		switch {
		case r.toks[k].used:
			return noRole
		case r.anyOf(k, "destination", "arrival") && r.anyOf(k-1, "my", "the", "our", "destination", "be", "a"):
			return destinationRole
		case r.anyOf(k, "leaving", "departing", "departure", "starting", "coming", "start", "depart", "origin") &&
			r.anyOf(k-1, "be", "im", "are", "my", "is", "the", "our", "am", "city", "ill", "point") && k > p.to &&
			!(r.text(p.to) == "," && r.anyOf(p.to+1, "i", "im", "ill", "we", "weare") && !r.hasIn(k+1, k+3, "from", "there")):
			return originRole // but not "Paris, I'm leaving on Thursday"
		case r.anyOf(k, "go", "going", "visit", "travel") && r.has("where"):
			return destinationRole
		}
	}
	return noRole
}
