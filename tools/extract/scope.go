package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// scope is which of flight and stay the trip consists of after the message.
type scope struct {
	flight, stay bool
	focus        topic

	// assumptions are kept in the intent, so that the person can read and turn them round, and so that a later message
	// is understood in their light.
	assumptions []trip.Message
}

// settleScope decides what the trip consists of: who asks only for a flight gets no lodging, who
// asks only for a place to sleep gets no flight, and a later "and a hotel" turns it round.
// Rule: 5.2.flight-only, 5.2.stay-only, 5.2.turned-round
func (r *reading) settleScope(t *TripPatch) scope {
	k := r.known
	s := scope{
		flight: !k.stayOnly(), stay: k.needsLodging() || k.stayOnly(), focus: k.topic(),
		assumptions: slices.Clone(k.Status.AssumptionKeys),
	}
	wantsFlight, wantsStay := r.wants(flightTopic), r.wants(hotelTopic) &&
		(r.shift == nil && !(r.wantsLonger() && !k.fresh()) && !r.saysHowLong() || r.speaksOfStayOnly())
	dropsFlights := func(i int) bool {
		return !k.fresh() && r.text(i) == "flights" && r.dropEnds(i+1) && !r.hasAny("book", "buy")
	} // "no flights"
	switch {
	case r.namesPart(): // of what is held or booked
	case !k.fresh() && r.sleepless() >= 0, r.refusesStay() && (r.refusesSomeBeds() || r.sleepless() >= 0):
	case r.refusesStay(), (!wantsStay || !r.namesLodging() && !r.hasAny("somewhere", "anywhere", "place")) &&
		r.wantsOnly("flight", "flights"):
		s.set(t, k, true, false)
	case (wantsStay || k.stayOnly() || s.stay && r.some(0, len(r.toks), dropsFlights)) && r.refusesFlight(),
		!wantsFlight && r.wantsOnly("hotel", "hotels"):
		s.set(t, k, false, true)
	case k.fresh() && wantsFlight && !wantsStay:
		s.set(t, k, true, false)
		s.leaveLodging(k)
	case k.fresh() && wantsStay && !wantsFlight && !r.journey():
		s.set(t, k, false, true)
	case wantsStay && !s.stay, (wantsFlight || k.assumes(messages.KeyAssumeStayOnly) && r.setsOutOnly()) && !s.flight:
		s.set(t, k, true, true)
	case k.fresh() && !wantsStay && k.unsaid != trip.LodgingSearch && len(r.places)+len(r.dates) > 0:
		s.set(t, k, true, false)
		s.leaveLodging(k)
	}
	s.refocus(r)
	return s
}

// saysHowLong reads "make it three nights", "Leeds to Rome, 4 nights" and "staying until the 9th" where flights are
// wanted and nobody spoke of a place to sleep: the journey, or its stop, is so long.
func (r *reading) saysHowLong() bool {
	k := r.known
	isFlown := r.wants(flightTopic) && !r.refusesFlight() || r.journey()
	isGoal := func(p placeMention) bool { return p.role == destinationRole }
	isIn := func(s share) bool { return s.place.role == insideRole }
	isOfRoom := func(m requestMention) bool { return m.heads[0].of.kind == string(trip.SpecialRoom) }
	if k.fresh() && !isFlown || !k.fresh() && (k.needsLodging() || !r.tellsNights()) || k.stayOnly() || r.namesLodging() ||
		slices.ContainsFunc(r.requested, isOfRoom) || k.roundTrip() && slices.ContainsFunc(r.shares(), isIn) &&
		(k.leg().Destination.Code != "" || slices.ContainsFunc(r.places, isGoal)) || // "3 nights in Rome, 2 in Florence"
		r.hasAny("place", "somewhere", "anywhere", "where", "sleep", "sleeping", "breakfast", "inclusive", "board", "pool",
			"package", "star", "stars") || r.has("a", "night") || r.has("per", "night") {
		return false
	}
	return !r.some(0, len(r.toks), func(i int) bool { // "flight and stay", "staying at the Ritz"
		at := r.behind(i+1, "there")
		return r.text(i) == "stay" && !r.tellsNights() && at == i+1 && !r.anyOf(at, "from", "for", "until", "till", "in") ||
			r.anyOf(i, "stay", "stays", "staying") && r.anyOf(at, "in", "at", "near") &&
				(r.anyOf(at+1, class("determiner")...) || is("hotel-chains", r.text(at+1)))
	})
}

// leaveLodging says of a trip without a place to sleep that it has none because nobody spoke of one.
// Rule: 5.2.lodging-unsaid
func (s *scope) leaveLodging(k *known) {
	if k.unsaid != trip.LodgingSearch {
		s.drop(messages.KeyAssumeFlightOnly)
		s.add(messages.AssumeLodgingUnsaid())
	}
}

// set writes the new scope and the assumption that goes with it.
func (s *scope) set(t *TripPatch, k *known, flight, stay bool) {
	s.drop(messages.KeyAssumeFlightOnly)
	s.drop(messages.KeyAssumeStayOnly)
	s.drop(trip.AssumeLodgingUnsaid)
	if stay != k.needsLodging() {
		t.lodging().Needed = &stay
	}
	switch {
	case !flight:
		if !k.stayOnly() {
			t.TripType = trip.StayOnly
		}
		s.add(messages.AssumeStayOnly())
	case !stay:
		s.add(messages.AssumeFlightOnly())
	}
	if flight && k.stayOnly() {
		t.TripType = trip.OneWay
	}
	s.flight, s.stay = flight, stay
}

// refocus remembers whether a bare date is about the flight or the stay, for a trip that has both.
func (s *scope) refocus(r *reading) {
	switch n := len(r.topics); {
	case n == 0:
	case len(r.dates) == 0 && len(r.counts) == 0 && r.speaksOf(flightTopic) && r.speaksOf(hotelTopic):
		s.focus = noTopic // "a flight and a hotel, please": what comes next is about the trip
	case r.setsOutBefore(0, len(r.toks)-1) && r.speaksOf(hotelTopic):
		s.focus = noTopic // "from Madrid to Lisbon on 3 June, with a hotel"
	default:
		s.focus = r.topics[n-1].topic
	}
	if s.flight && s.stay && s.focus == hotelTopic {
		s.add(messages.AssumeStayFocus())
		return
	}
	s.drop(messages.KeyAssumeStayFocus)
}

// drop forgets what was assumed under a key.
func (s *scope) drop(key string) {
	s.assumptions = slices.DeleteFunc(s.assumptions, func(a trip.Message) bool { return a.Key == key })
}

// add assumes something, in the place of what was assumed under its key.
func (s *scope) add(said trip.Message) {
	if !s.holds(said) {
		s.drop(said.Key)
		s.assumptions = append(s.assumptions, said)
	}
}

// holds reports whether this very thing is assumed.
func (s *scope) holds(said trip.Message) bool {
	return slices.ContainsFunc(s.assumptions, func(a trip.Message) bool { return isSame(a, said) })
}

// assumes reports whether something is assumed under a key.
func (s *scope) assumes(key string) bool {
	return slices.ContainsFunc(s.assumptions, func(a trip.Message) bool { return a.Key == key })
}

func isSame(a, b trip.Message) bool { return string(a.AppendJSON(nil)) == string(b.AppendJSON(nil)) }

// changed returns the list of assumptions that holds now, nil when it is what it was.
func (s *scope) changed(k *known) *[]trip.Message {
	if slices.EqualFunc(s.assumptions, k.Status.AssumptionKeys, isSame) {
		return nil
	}
	list := append([]trip.Message{}, s.assumptions...)
	return &list
}

// pointAt remembers the place that a question was about, so that "a hotel there" is understood.
func (s *scope) pointAt(place string) {
	if place != "" {
		s.add(messages.AssumeThere{Place: place}.Message())
	}
}

// there returns the place that an earlier question was about.
func (k *known) there() (geo.Place, bool) {
	if a := (messages.AssumeThere{}); k.assumed(&a) {
		return geo.ResolveCity(a.Place)
	}
	return geo.Place{}, false
}

// nights returns the length of the stay that was said before its first day was known; 0 if none.
func (k *known) nights() int64 {
	var a messages.AssumeNights
	k.assumed(&a)
	return max(0, min(a.Count, maxNights))
}

// tripNights is nights where the whole trip is as long.
func (k *known) tripNights() int64 {
	if a := (messages.AssumeNights{}); k.assumed(&a) && a.Trip {
		return k.nights()
	}
	return 0
}

// wants reports whether the message speaks of a flight or a stay in a sentence that is no mere
// question.
func (r *reading) wants(t topic) bool {
	return slices.ContainsFunc(r.topics, func(m topicMark) bool {
		notFlown := slices.ContainsFunc(r.modes, func(o modeMention) bool { return o.at == m.at && o.rejected })
		isDenied := func(d denied) bool { // "I don't want a hotel with a pool" wants none where there is none
			at := r.toks[m.at].start
			return t == hotelTopic && d.thing.start <= at && at < d.thing.end && !r.known.fresh() && !r.known.needsLodging()
		}
		brings := t != hotelTopic || r.known.fresh() || r.known.needsLodging() || r.bringsBed(m)
		return m.topic == t && brings && !notFlown && !r.judges(m.at) && !r.aside(m.at) && !r.toks[m.at].acted &&
			!slices.ContainsFunc(r.denials, isDenied)
	})
}

// bringsBed reports whether a word of a place to sleep brings one to a trip that has none: no hotel that is said to be
// unneeded or that something is near to, and no stay that keeps what there is, or is the trip: "stay with 3", "stay as
// it is", "the stay is too short".
func (r *reading) bringsBed(m topicMark) bool {
	if !r.anyOf(m.at, "stay", "stays", "staying") {
		isUnneeded := func(i int) bool { // "and the hotel? we don't need one"
			return r.anyOf(i, "one", "any", "it") && r.unwanted(i) && r.phraseEnds(i+1)
		}
		return !r.isLandmark(m.at) && !r.some(m.at, len(r.toks), isUnneeded)
	}
	isTrip := r.anyOf(m.at-1, "the", "our", "my", "this") && len(r.dates)+len(r.counts) == 0
	same := r.behind(m.at+1, "the", "exactly")
	keeps := r.anyOf(m.at+1, "with", "as", "like", "unchanged") || r.text(same) == "same" && r.phraseEnds(same+1) ||
		r.text(m.at+1) == "the" && r.anyOf(m.at+2, "same", "way")
	return r.text(m.at-1) == "to" && r.anyOf(m.at-2, "place", "somewhere", "anywhere") || !isTrip && !keeps
}

// journey reports whether the message speaks of a whole trip: a trip, a vacation, a place to set out from, or one to go
// to for some nights or "with a hotel".
func (r *reading) journey() bool {
	isAdded := func(m topicMark) bool {
		at := r.before(m.at-1, "a", "an", "nice", "good")
		return !r.isLodging(m) || m.refused || r.anyOf(at, "with", "plus", "including") && r.cueAt(m.at) == noCue &&
			r.phraseEnds(m.at+1) && len(r.places) == 1 && len(r.modes) == 0
	}
	isNamed := slices.ContainsFunc(r.topics, func(m topicMark) bool { return !isAdded(m) })
	for _, p := range r.places {
		if p.role == originRole || p.role == destinationRole && r.text(p.from-1) == "to" && !isNamed {
			return true
		}
	}
	return (r.has("then", "home") || r.has("and", "home") || r.has("back", "home") ||
		r.hasAny("trip", "vacation", "holiday", "getaway", "honeymoon", "itinerary")) &&
		!r.hasAny("hotel", "hotels", "house", "houses", "room", "rooms", "apartment", "accommodation")
}

// setsOutOnly reads "from Dublin", which says no more than where a journey begins.
func (r *reading) setsOutOnly() bool {
	p := r.onlyPlace()
	return p != nil && p.role == originRole && r.text(p.from-1) == "from" &&
		len(r.dates)+len(r.counts)+len(r.topics) == 0 && r.wordCount() <= 6
}

func (r *reading) refusesStay() bool {
	if r.namesPart() {
		return false
	}
	isHotel := func(i int) bool { return topicWords[r.text(i)] == hotelTopic && !r.unwanted(i) }
	isOther := slices.ContainsFunc(r.requested, func(m requestMention) bool { // "an apartment rather than a hotel"
		return !m.takesBack() && (r.some(m.from, m.to, isHotel) ||
			m.heads[0].of.kind == string(trip.SpecialRoom) && r.tok(m.to).denies)
	})
	for i := 0; i < len(r.topics) && !isOther; i++ {
		at := r.topics[i].at
		if r.toks[at].acted && r.told("?terms", r.sentence(at)) {
			continue // "what do I get back if I cancel the hotel?"
		}
		if r.topics[i].topic == hotelTopic && r.anyOf(at, "hotel", "hotels", "lodging", "accommodation",
			"accommodations") && r.refused(at) || r.topics[i].topic == hotelTopic && r.bookedElsewhere(at) {
			return true
		}
	}
	for i := range r.toks {
		isNowhere := r.anyOf(i, "nowhere") && r.text(i+1) == "to" && r.anyOf(i+2, "stay", "sleep")
		if isNowhere {
			r.note(i, i+3, byTopic)
		}
		if isNowhere && r.anyOf(i+3, "needed", "required", "necessary") {
			return true
		}
		if r.anyOf(i, "place", "anywhere", "somewhere", "nowhere", "where") && r.text(i+1) == "to" &&
			r.anyOf(i+2, "stay", "sleep") &&
			(r.refused(i) && r.text(i) != "where" || r.text(i) != "nowhere" && r.hasAlready(i)) {
			r.note(i-1, i+3, byTopic)
			return true
		}
	}
	isWanted := func(m topicMark) bool { // "until the 7th with friends, and a hotel after that"
		return r.anyOf(m.at, "hotel", "hotels") && !m.refused
	}
	return !r.sleepsOnlyThen() && !slices.ContainsFunc(r.topics, isWanted) && r.hasHost()
}

// sleepsOnlyThen reads "hotel only from 1 to 3 May because we stay with friends": a place to sleep is wanted for some
// of the nights.
func (r *reading) sleepsOnlyThen() bool {
	return r.sleepless() >= 0 || slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return m.topic == hotelTopic && r.anyOf(m.at+1, "only", "just") &&
			r.anyOf(m.at+2, "from", "on", "for", "between")
	})
}

// hasHost reports whether the person stays with somebody.
func (r *reading) hasHost() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		r.note(i, r.hostAt(i), byTopic)
		return r.isHosted(i) || r.lendsRoom(i) || r.ownLodging(i)
	})
}

// behindPlace returns the token behind the place that begins at token i, whether it was read before or not; i of none.
func (r *reading) behindPlace(i int) int {
	for _, p := range r.places {
		if p.from == i {
			return p.to
		}
	}
	if p, ok := r.placeAt(i); ok {
		return p.to
	}
	return i
}

// ownLodging reads "we have an apartment there", "in my friend's villa", "we rent an airbnb ourselves" up to the place
// at token i: where one sleeps is seen to.
func (r *reading) ownLodging(i int) bool {
	if topicWords[r.text(i)] != hotelTopic || r.anyOf(i, "hotel", "hotels", "room", "rooms", "stay", "stays", "staying",
		"house", "night", "nights", "checkin", "checkout") || r.asks(r.toks[i].sentence) {
		return false
	}
	k := r.before(i-1, "a", "an", "the", "own", "small", "holiday")
	from, _ := r.partAround(i)
	has := r.anyOf(k, "have", "got", "own", "rented", "bought", "ive", "weve") &&
		!r.hasIn(from, k, "to", "you", "would", "could", "can", "may", "shall", "if") &&
		!r.hasIn(from, k, class("not")...)
	isRented := r.anyOf(k, "rent", "renting") || (r.text(i) == "airbnb" || r.wantsOnly("flight", "flights")) &&
		r.anyOf(k, "book", "booking", "do", "find", "get", "getting", "take", "taking", "use", "using", "wewill", "ill")
	isAsked := r.hasIn(from, k, "to", "you", "can", "could", "shall", "should", "may")
	has = has || isRented && r.hasIn(max(from, k-1), k+1, "we", "i", "weare", "im", "wewill", "ill") && !isAsked &&
		(r.speaksOf(flightTopic) || len(r.known.Itinerary.Segments) > 0 || len(r.places) > 1)
	isOwn := r.anyOf(k, possessive...) || k >= 0 && r.toks[k].kind == word &&
		strings.ContainsAny(r.toks[k].raw, "'’") && strings.HasSuffix(r.toks[k].raw, "s")
	return has || isOwn || r.anyOf(i+1, "ourselves", "myself")
}

// lendsRoom reads "he has a spare room" and "they have a guest room for us" of somebody where the person sleeps.
func (r *reading) lendsRoom(i int) bool {
	return r.anyOf(i, "spare", "guest") && r.anyOf(i+1, "room", "rooms", "bedroom", "bed", "sofa", "couch") &&
		r.hasIn(max(0, i-3), i, "has", "have", "got", "offers", "offered", "her", "his", "their")
}

// isHosted reports whether the person stays with somebody, as token i says.
func (r *reading) isHosted(i int) bool { return r.hostAt(i) > i }

// hostAt returns the token after "stay with grandma" or "sleeping over at my sister's" from token i on, or i.
func (r *reading) hostAt(i int) int {
	ofOthers := countNouns[r.text(i-1)] == childCount || companionNouns[r.text(i-1)] > 0 // "our kids stay with grandma"
	if !r.anyOf(i, "stay", "staying", "sleep", "sleeping") || ofOthers {
		return i
	}
	at := r.behind(i+1, "over", "there", "then")
	if !r.anyOf(at, "with", "at") {
		return i
	}
	at++
	switch {
	case r.anyOf(at, "my", "our") && topicWords[r.text(at+1)] == noTopic:
		return at + 2
	case r.anyOf(at, "a", "an", "some", "another") && r.personAt(at+1):
		return at + 2
	case r.anyOf(at, "family", "friends", "relatives") || r.personAt(at) && !r.anyOf(at, "me", "us"),
		r.anyOf(at-1, "with") && r.anyOf(at, "her", "him", "them"):
		return at + 1
	}
	return i
}

func (r *reading) refusesFlight() bool {
	return r.ownsFlights() || slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return m.topic == flightTopic && r.anyOf(m.at, "flight", "flights") && r.refused(m.at) &&
			!r.anyOf(m.at+1, "back", "home")
	})
}

// wantsOnly reads that nothing but one of these is wanted: "flight only", "I only need the flight". What
// "direct flights only", "just the flight number" and "not just a flight" say is something else: a
// part of the message that says more than that counts for nothing.
func (r *reading) wantsOnly(names ...string) bool {
	return r.some(0, len(r.toks), func(i int) bool {
		return r.anyOf(i, names...) && !r.aside(i) && r.isOnly(i, names)
	})
}

// isOnly looks at the part of the message, between marks, in which the name at i stands.
func (r *reading) isOnly(i int, names []string) bool {
	ends := func(k int) bool { return r.tok(k).kind == mark || !r.sameSentence(k, i) }
	from, to, only := i, i+1, false
	for !ends(from - 1) {
		from--
	}
	for !ends(to) {
		to++
	}
	for k := from; k < to; k++ {
		switch {
		case r.anyOf(k, "only", "just"):
			only = only || k != i-1 || !r.anyOf(k-1, "the", "my")
		case !r.anyOf(k, names...) && !r.anyOf(k, class("beside-only")...):
			return false
		}
	}
	return only
}

// refused reads "drop the hotel", "leave out the hotel", "hotel: no", and what is not wanted however that is said.
func (r *reading) refused(at int) bool {
	k := r.before(at-1, "a", "any", "the")
	if topicWords[r.text(at)] == hotelTopic && (r.tok(k).ordinal || r.anyOf(k, "last")) {
		k = r.before(k-1, "the") // "skip the second hotel"
	}
	return r.anyOf(k, class("give-up")...) && !r.notOrdered(k) ||
		r.anyOf(k, "about", "out", "off") && r.anyOf(k-1, "forget", "leave", "take", "drop") ||
		r.unwanted(at) && !r.toks[at].halts && !r.judges(at) || r.bookedElsewhere(at)
}

// beforeOrder are words between a verb and what says whether it is an order.
var beforeOrder = strings.Fields("to still just ever even yet want wanted wish need have going be asked us me i we you")

// notOrdered reports whether a verb that gives something up, at token i, is denied, or says what could be done: "don't
// cancel the hotel", "I want to be able to cancel it", "how do I drop the hotel?". "Can you cancel it" orders it.
func (r *reading) notOrdered(i int) bool {
	at, isCancel := r.before(i-1, beforeOrder...), r.text(i) == "cancel"
	denies := func() bool { _, ok := r.denialAt(at); return ok }
	thing := r.tok(at - 2).text
	switch {
	case !is("give-up", r.text(i)) && r.text(i) != "release", !r.sameSentence(at, i), r.text(at-1) == "why":
		return false
	case r.anyOf(at, "can", "could", "may") && at+1 < i && r.anyOf(at+1, "i", "we"):
		_, to := r.span(r.toks[i].sentence)
		isReasoned := r.some(i, to, func(k int) bool { return r.text(k) == "," }) // "can we cancel it, we stay with friends"
		return isCancel && !isReasoned && !r.sentence(i).has("please", "then", "instead", "after all")
	case r.at(i-2, "have", "to") && r.anyOf(at, "may", "could", "would"): // "we may have to cancel it"
		return true
	case r.anyOf(at, "can", "could") && r.anyOf(at-1, "i", "we"): // "a hotel that we can cancel"
		isOfThing := topicWords[thing] != noTopic || r.anyOf(at-2, "that", "which", "sure", "know", "one", "anything")
		return isCancel && r.sameSentence(at-2, i) && isOfThing
	case r.anyOf(at, "let", "lets", "allow", "allows"):
		return r.anyOf(at+1, "us", "me") && r.phraseStart(at) < at && r.text(at-1) != "please"
	case r.text(at) == "free" && r.text(at-1) == "feel":
		return false
	}
	return is("not", r.text(at)) || r.text(at+1) == "need" && denies() || r.anyOf(at, "able", "how", "had", "might") ||
		isCancel && r.anyOf(at, "free", "possible", "option", "right") ||
		at+1 < i && r.anyOf(at, "do", "does", "did", "should", "must") && r.anyOf(at+1, "i", "we", "you", "they") &&
			!r.anyOf(at-1, "i", "we", "you", "they")
}

// couldGiveUp reports whether a clause has a verb that gives something up, such as "cancel", and the first of these is
// no order.
func (r *reading) couldGiveUp(c *clause) bool {
	for i := c.from; i < c.to; i++ {
		if is("give-up", r.text(i)) || r.text(i) == "release" {
			return r.notOrdered(i)
		}
	}
	return false
}

// hasAlready reads "we already have a place to stay" and "I've got somewhere to sleep" up to the place at token i.
func (r *reading) hasAlready(i int) bool {
	from := max(0, i-5)
	if r.text(i) == "where" { // not "our friends know where to stay", "find out where to stay"
		asks := func(m topicMark) bool { return r.isLodging(m) && r.text(m.at) != "sleep" }
		return r.anyOf(i-1, "found", "booked", "sorted", "know", "arranged") && !slices.ContainsFunc(r.topics, asks) &&
			r.anyOf(r.before(i-2, "already", "have"), "we", "i", "weve", "ive") && !r.asks(r.toks[i].sentence)
	}
	return !r.asks(r.toks[i].sentence) &&
		r.hasIn(from, i, "have", "got", "ive", "weve", "found", "booked", "sorted") &&
		r.hasIn(from, i, "i", "we", "ive", "weve", "already") &&
		!r.hasIn(from, i, "to", "sure", "until", "till", "once") && !r.hasIn(from, i, denying...) &&
		!(r.hasIn(from, i, "so", "that") && r.namesLodging()) // "find a hotel so I have a place to sleep"
}

// bookedElsewhere reads "I've booked a hotel already", "villa already booked", "we've got a room" of a person for whom
// nothing was booked here.
func (r *reading) bookedElsewhere(at int) bool {
	if len(r.known.WorkingMemory.Bookings) > 0 || topicWords[r.text(at)] != hotelTopic || r.asks(r.toks[at].sentence) {
		return false
	}
	k := r.before(at-1, "a", "the", "our", "my", "already", "both", "all", "one")
	at = r.behind(at+1, "room", "rooms") - 1 // "a hotel room"
	if r.anyOf(at+1, "in", "at") && r.behindPlace(at+2) > at+2 {
		at = r.behindPlace(at+2) - 1 // "the hotel in Athens is booked"
	}
	to := r.behind(at+1, "is", "are", "has", "have", "been", "all", "already", "i", "we")
	end := r.behind(to, append([]string{"taken", "care", "of", "for"}, class("settled")...)...)
	isSettled := end > to && (r.anyOf(to, class("settled")...) || r.at(to, "taken", "care")) || r.anyOf(to-1, "already")
	has := r.anyOf(k, "have", "got", "ive", "weve")
	switch {
	case isSettled && r.anyOf(at+1, "is", "are", "has", "have"),
		isSettled && (r.tok(k).kind == mark || r.anyOf(k, "and", "but", "as")) &&
			(r.tok(end).kind == mark || r.text(end) == "by"):
		r.note(at+1, end, byTopic)
		return true
	case r.anyOf(at, "hotel", "hotels", "accommodation", "lodging") && r.partEnds(at+1) && r.providedBy(k) &&
		!r.anyOf(at+2, "in", "at", "near"): // "my wife will book a hotel, in Milan"
		return true
	case r.anyOf(k, "booked", "reserved", "sorted", "arranged"):
		return r.anyOf(k-1, "have", "has", "ive", "weve", "already", "i", "we", "got")
	case r.text(k-1) == "to" || r.anyOf(k-2, "can", "could", "may", "if"): // "I want to have a room reserved"
		return false
	}
	return has && (isSettled || r.hasIn(max(0, k-2), at, "already") || r.tok(r.behind(at+1, "there")).kind == mark &&
		r.anyOf(r.before(k, "got"), "have", "ive", "weve") && r.anyOf(r.before(k, "got", "have"), "i", "we", "ive", "weve"))
}

// providedBy reads "my sister is arranging" and "our office will book" up to the verb at token i: somebody else sees to
// what stands behind it.
func (r *reading) providedBy(i int) bool {
	who := r.before(i-1, "is", "are", "will", "be", "already")
	return who < i-1 && r.anyOf(i, "arrange", "arranging", "book", "booking", "organise", "organising", "organize",
		"organizing", "provide", "providing") && r.sameSentence(who, i) && !r.hasAny("?", "you", "hope") &&
		!r.conditional() &&
		(isPerson(r.text(who)) || isCompanion(r.text(who)) || is("workplace", r.text(who)) || is("sayers", r.text(who)))
}
