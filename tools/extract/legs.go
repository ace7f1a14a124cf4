package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// legMention is one leg of a chain of places, and how long the person stays where it ends.
type legMention struct {
	origin, destination *placeMention
	depart              *dateMention
	nights              int64
}

// chain is how the message goes through its places.
type chain struct {
	legs []legMention
	// Set when more than the order of places tells of several legs: "then", or a place that ends one and begins the
	// next.
	chain bool
	early *dateMention  // a day that waits for its leg
	from  *placeMention // where the leg to come begins
	// Set when the first day is that of the first leg: its origin was named after its goal, or it has a stop on the
	// way.
	start  bool
	home   *dateMention // the day of the way home
	listed bool         // the goals stand in a row: "to Rome and Florence"
	leaves bool         // the leg to come was said to begin "from" where the last one ends
	jaw    bool         // it was said where the way home begins: "into Milan and out of Venice"
}

// chain reads "from A to B on May 3, then on to C on May 8 and back to A on May 15", "A > B, B > C", "3 nights in B,
// then 4 in C": legs in order, each starting where the last one ended. It is nil unless the message tells of several
// legs that are more than there and back. The day of the way home comes beside, where it was said.
func (r *reading) chain(w flightWishes) (legs []legMention, home *dateMention) {
	r.dropWide()
	halts := r.stopsOnTheWay()
	r.listsGoals()
	tour := r.tour()
	t := chain{start: halts, listed: r.listsPlaces(), chain: halts || len(tour) > 0 || w.severalLegs ||
		r.hasAny("then", "afterwards") || r.has("after", "that") || r.has("before", "heading") ||
		r.has("from", "there")}
	t.chain = t.chain || t.listed
	d := 0
	if len(tour) > 0 && r.tourDays(&t) {
		d = len(r.dates)
	}
	for p := 0; p < len(r.places) || d < len(r.dates); {
		if p == len(r.places) || d < len(r.dates) && r.dates[d].from < r.places[p].from {
			if r.comesBack(d) {
				t.home = &r.dates[d]
			} else {
				at := r.before(r.dates[d].from-1, "on", "the", "from") // "starting May 1", a whole route
				t.date(&r.dates[d], r.anyOf(at, "start", "starting", "starts", "begin", "beginning", "begins"))
			}
			d++
			continue
		}
		if place := &r.places[p]; place.role != asideRole && !r.sleepsAgain(p) {
			t.place(r, place)
		}
		p++
	}
	if t.home == nil && t.early != nil && t.early.role == returnRole && len(t.legs) > 1 {
		t.home = t.early // "then Rome until June 10"
	}
	anew := r.hasAny("actually", "instead", "sorry", "rather", "meant", "wait", "correction")
	t.chain = t.chain || !anew && len(t.legs) > 1 && len(r.dates) >= len(t.legs) &&
		!slices.ContainsFunc(t.legs, func(l legMention) bool { return l.depart == nil || l.depart.until })
	for i := range t.legs {
		for _, s := range tour {
			if s.place == t.legs[i].destination {
				t.legs[i].nights = s.nights
			}
		}
	}
	if len(tour) == 0 {
		r.spendNights(t.legs)
	}
	n := len(t.legs)
	r.goHome(&t, w.oneWay)
	if len(t.legs) < 2 || !t.chain {
		return nil, nil
	}
	if first := t.legs[0]; len(t.legs) == 2 && first.origin != nil && sameCity(first.origin, t.legs[1].destination) &&
		(t.legs[1].origin == nil || sameCity(first.destination, t.legs[1].origin)) {
		r.thereAndBack(&t)
		return nil, nil
	}
	if t.home == nil || len(t.legs) == n && t.legs[0].origin != nil {
		r.datesInOrder(t.legs)
	}
	for i := 1; i < len(t.legs); i++ {
		if before, d := t.legs[i-1].depart, t.legs[i].depart; before != nil && d != nil {
			d.day = relativeTo(d, before.day)
		}
	}
	daysFromNights(t.legs)
	return t.legs, t.home
}

// dropWide sets a country or region aside where places within it are named behind it: "to Australia: Sydney first, then
// Melbourne".
func (r *reading) dropWide() {
	for i := range r.places {
		p := &r.places[i]
		within := func(o placeMention) bool {
			return o.role != originRole && o.from > p.from && o.name != p.name && !r.unwanted(o.from) &&
				geo.Within(o.name, p.name)
		}
		if p.answer.Verdict == geo.Wide && p.role != originRole && slices.ContainsFunc(r.places, within) {
			p.role = asideRole
		}
	}
}

// sameCity reports whether two mentions are of one city. Of those that are not settled yet the name tells.
func sameCity(a, b *placeMention) bool {
	isOpen := a.city.Code == "" && b.city.Code == ""
	return a.city.Same(b.city) || !isOpen && a.city.Code == b.city.Code ||
		isOpen && a.name != "" && a.name == b.name && a.beside == b.beside
}

// sleepsAgain reports whether place p only says where to sleep: "hotels in Paris and Rome" behind the legs.
func (r *reading) sleepsAgain(p int) bool {
	m := &r.places[p]
	if r.topicOf(m.from) != hotelTopic || m.role == originRole || m.role == destinationRole || m.role == homeRole {
		return false
	}
	return slices.ContainsFunc(r.places[:p], func(o placeMention) bool { return sameCity(&o, m) })
}

// listsGoals reads "Rome and Venice from New York": places in a row are where the journey goes, when another one is
// where it begins.
func (r *reading) listsGoals() {
	leg := r.known.leg()
	fromSomewhere := slices.ContainsFunc(r.places, func(p placeMention) bool { return p.role == originRole }) ||
		leg.Origin.Code != "" && leg.Destination.Code == ""
	for k := 1; k < len(r.places) && fromSomewhere; k++ {
		a, b := &r.places[k-1], &r.places[k]
		if a.role == noRole && r.joinedPlaces(a, b) && r.text(a.from-1) != "between" && !sameCity(a, b) {
			a.role = destinationRole
			return
		}
	}
}

// listsPlaces reads "to Rome, Florence and Venice": places in a row after one that the journey goes to.
func (r *reading) listsPlaces() bool {
	row, listed := 0, false
	for k := 1; k < len(r.places); k++ {
		a, b := &r.places[k-1], &r.places[k]
		linked := r.joinedPlaces(a, b) ||
			b.role == noRole && b.from == a.to+1 && r.anyOf(a.to, "-", "–", ">", "→")
		if linked && (a.role == destinationRole || a.role == insideRole || row > 0) && !r.hotelBefore(b.from) {
			row, listed = row+1, true
			continue
		}
		row = 0
	}
	return listed && !r.hasAny("or") || r.goesOn()
}

// goesOn reads "A to B to C": three places or more, each joined to the next by "to".
func (r *reading) goesOn() bool {
	isJoined := func(k int) bool {
		a, b := &r.places[k-1], &r.places[k]
		return b.from == a.to+1 && r.text(a.to) == "to" && !sameCity(a, b)
	}
	return r.some(2, len(r.places), func(k int) bool { return isJoined(k-1) && isJoined(k) })
}

// place adds a place to the route.
func (t *chain) place(r *reading, p *placeMention) {
	n := len(t.legs)
	t.leaves = r.text(p.from-1) == "from"
	home := t.home
	if home == nil && t.early != nil && t.early.until {
		home = t.early // "London to Rome 10 to 12 April and London to Paris"
	}
	switch {
	case n > 0 && p.role == originRole && home != nil && t.legs[0].origin != nil && sameCity(t.legs[0].origin, p) &&
		!sameCity(t.legs[n-1].destination, p): // one journey behind another
		t.legs = append(t.legs, legMention{origin: t.from, destination: p, depart: home})
		t.from, t.home, t.early, t.chain = p, nil, nil, true
		return
	case n > 0 && r.at(p.from-2, "out", "of") &&
		(slices.ContainsFunc(r.places, func(o placeMention) bool { return o.role == originRole && o.from != p.from }) ||
			t.legs[0].origin == nil && r.text(p.from-3) == "and"):
		t.from, t.jaw = p, true
		return
	case p.role == originRole && n > 0 && t.legs[0].origin == nil && !sameCity(t.legs[n-1].destination, p):
		t.legs[0].origin, t.start = p, true
		return
	case p.role == originRole, t.from == nil && p.role == noRole:
		t.chain = t.chain || n > 0 && sameCity(t.legs[n-1].destination, p)
		t.from = p
		return
	case p.role == insideRole && t.from == nil && n == 0 && !r.nightsBeside(p):
		return
	case n > 0 && p.role == destinationRole && r.text(p.from-1) == "from" && !sameCity(t.legs[n-1].destination, p):
		t.from = p // "and return from Naples"
		return
	case t.from != nil && sameCity(t.from, p):
		t.chain = t.chain || n > 0
		t.from = p
		return
	}
	n = len(t.legs)
	// "return from Naples to Paris"
	t.chain = t.chain || n > 0 && t.from != nil && !sameCity(t.from, t.legs[n-1].destination)
	t.legs = append(t.legs, legMention{origin: t.from, destination: p, depart: t.early})
	t.from, t.early = p, nil
}

// date gives a day to the last leg if that has none; else it belongs to the leg to come.
func (t *chain) date(d *dateMention, first bool) {
	if len(t.legs) > 0 && (t.start || first || t.listed && t.undated()) && t.legs[0].depart == nil {
		t.legs[0].depart, t.start = d, false
		return
	}
	if n := len(t.legs); n > 0 && t.legs[n-1].depart == nil && !t.startsAnew() {
		t.legs[n-1].depart = d
		return
	}
	t.early = d
}

// undated reports whether no leg has its day yet.
func (t *chain) undated() bool {
	return !slices.ContainsFunc(t.legs, func(l legMention) bool { return l.depart != nil })
}

// startsAnew reports whether the place that was named last begins a leg to come: "back from Venice on May 14".
func (t *chain) startsAnew() bool {
	n := len(t.legs)
	return n > 0 && t.from != nil && t.from != t.legs[n-1].destination && (t.legs[n-1].depart != nil || t.leaves)
}

// goHome ends a route that says so where it began: "then home", "home out of Venice".
func (r *reading) goHome(t *chain, oneWay bool) {
	n := len(t.legs)
	if n == 0 || t.legs[0].origin == nil {
		if t.jaw || n > 0 && t.from != nil && t.legs[n-1].destination.role != homeRole &&
			!sameCity(t.from, t.legs[n-1].destination) {
			// the way home ends where it is not known yet that the trip begins
			r.tell(t.from.from-2, t.from.to)
			t.from.role = asideRole
		}
		return
	}
	if last := &t.legs[n-1]; sameCity(last.destination, t.legs[0].origin) {
		last.depart = cmp.Or(last.depart, t.home)
		return
	}
	cameBack := func(l legMention) bool { return sameCity(l.destination, t.legs[0].origin) }
	if cmp.Or(t.home, t.early) == nil && slices.ContainsFunc(t.legs, cameBack) {
		return // it was of the journey before
	}
	jaw := t.from != t.legs[n-1].destination && !sameCity(t.from, t.legs[n-1].destination)
	if !t.jaw && !r.toursHome(t.legs, t.home, oneWay) || n < 2 && !jaw {
		return
	}
	t.chain = t.chain || jaw
	t.legs = append(t.legs, legMention{origin: t.from, destination: t.legs[0].origin, depart: cmp.Or(t.home, t.early)})
}

// thereAndBack gives the two legs of "A to B on May 3, B to A on May 8" their parts of a round trip.
func (r *reading) thereAndBack(t *chain) {
	for k := range r.places {
		r.places[k].role = asideRole
	}
	t.legs[0].origin.role, t.legs[0].destination.role = originRole, destinationRole
	for i, part := range [...]role{departRole, returnRole} {
		if d := t.legs[i].depart; d != nil {
			d.role = part
		}
	}
}

// nightsBeside reports whether a number of nights stands right before a place: "4 nights in Lisbon".
func (r *reading) nightsBeside(p *placeMention) bool {
	return slices.ContainsFunc(r.counts,
		func(c countMention) bool { return c.kind == nightCount && p.from-c.to >= 0 && p.from-c.to < 3 })
}

// datesInOrder gives each leg its day where there are as many days as legs, and all the days stand behind all the
// places ("A - B - C - A, May 2, May 6, May 10"), or else one would be left over.
func (r *reading) datesInOrder(legs []legMention) {
	isUndated := func(l legMention) bool { return l.depart == nil }
	isBefore := func(a, b dateMention) int { return cmp.Compare(a.day, b.day) }
	behind := len(r.places) > 0 && len(r.dates) > 0 && r.dates[0].from >= r.places[len(r.places)-1].to
	if len(r.dates) != len(legs) ||
		!behind && !(slices.ContainsFunc(legs, isUndated) && slices.IsSortedFunc(r.dates, isBefore)) {
		return
	}
	for i := range legs {
		legs[i].depart = &r.dates[i]
	}
}

// spendNights gives each leg the nights that stand beside its place.
func (r *reading) spendNights(legs []legMention) {
	for _, c := range r.counts {
		if c.kind != nightCount {
			continue
		}
		best, reach := -1, 7
		for i := range legs {
			p := legs[i].destination
			gap := p.from - c.to
			if p.to <= c.from {
				gap = c.from - p.to + 1
			}
			isAhead := r.text(c.to) == "there" || i > 0 && r.anyOf(c.from-1, "for", "(") &&
				!r.anyOf(c.to, "in", "at", "on")
			if isAhead && p.to > c.from {
				continue // "Athens, 3 nights there, then Naxos", "Athens on June 3 for 3 nights, then Naxos"
			}
			if gap >= 0 && gap < reach && r.sameSentence(p.from, c.from) {
				best, reach = i, gap
			}
		}
		if r.anyOf(c.to, "each", "everywhere") || r.anyOf(c.to, "in") && r.hasAny("each") {
			for i := range legs {
				legs[i].nights = c.n
			}
		} else if best >= 0 {
			legs[best].nights = c.n
		}
	}
}

// daysFromNights gives each leg without a day the one that follows from the nights before it.
func daysFromNights(legs []legMention) {
	for i := 1; i < len(legs); i++ {
		if before := &legs[i-1]; legs[i].depart == nil && before.depart != nil && before.nights > 0 {
			legs[i].depart = &dateMention{day: before.depart.day.AddDays(int(before.nights))}
		}
	}
}

// writeLegs writes a trip of several legs, with a stay at each place on the way when lodging is wanted.
func (a *assembly) writeLegs(legs []legMention) {
	t := &a.patch
	t.TripType = trip.MultiCity
	for _, l := range legs {
		s := Segment{Destination: placeOf(l.destination)}
		if l.origin != nil {
			s.Origin = placeOf(l.origin)
		}
		if l.depart != nil {
			s.DepartDate = l.depart.day.String()
		}
		t.Segments = append(t.Segments, s)
	}
	if a.scope.stay {
		a.stayOnTheWay(legs)
	}
}

// stayOnTheWay writes a stay where each leg ends but the last one home; where the message names places to sleep, only
// there.
func (a *assembly) stayOnTheWay(legs []legMention) {
	t := &a.patch
	var named []*placeMention
	for k := range a.r.places {
		if a.r.sleepsAgain(k) {
			named = append(named, &a.r.places[k])
		}
	}
	for i, s := range t.Segments {
		last := i == len(t.Segments)-1
		if last && t.Segments[0].Origin != nil && s.Destination.Code == t.Segments[0].Origin.Code {
			break
		}
		if last && a.r.endsAt(legs[i].destination) && legs[i].nights == 0 {
			break // "end in Manchester"
		}
		there := func(p *placeMention) bool { return p.city.Code == s.Destination.Code }
		if len(named) > 0 && !slices.ContainsFunc(named, there) {
			continue
		}
		stay := Stay{LocationCode: s.Destination.Code, LocationHint: s.Destination.City, CheckIn: s.DepartDate}
		switch l := &legs[i]; {
		case !last:
			stay.CheckOut = t.Segments[i+1].DepartDate
		case l.depart != nil && l.nights > 0:
			stay.CheckOut = l.depart.day.AddDays(int(l.nights)).String()
		}
		t.Stays = append(t.Stays, stay)
	}
	t.infer(fieldHotelCity)
	t.infer(fieldCheckIn)
	t.infer(fieldCheckOut)
}

// staysListed reads several places to sleep, each with its days: "Lyon from May 3 to May 6 and Marseille from May 6 to
// May 9".
func (a *assembly) staysListed() bool {
	r := a.r
	if a.staysInARow() {
		return true
	}
	var stays []Stay
	var places []*placeMention
	for k := range r.places {
		p := &r.places[k]
		if p.role == asideRole || p.role == originRole {
			continue
		}
		end := len(r.toks)
		if k+1 < len(r.places) {
			end = r.places[k+1].from
		}
		s := Stay{LocationCode: p.city.Location(), LocationHint: p.city.Name}
		var days []trip.Date
		for i := range r.dates {
			if d := &r.dates[i]; d.from >= p.to && d.from < end || k == 0 && d.from < p.from {
				days = append(days, d.day)
			}
		}
		if len(days) == 0 && len(stays) > 0 {
			if out, err := trip.ParseDate(stays[len(stays)-1].CheckOut); err == nil {
				days = append(days, out)
			}
		}
		for _, c := range r.counts {
			isBehind := c.from >= p.to && c.from < end
			isBefore := c.to <= p.from && p.from-c.to < 3 && !(len(places) > 0 && r.anyOf(c.from-1, "for", "("))
			if c.kind == nightCount && len(days) == 1 && (isBehind || isBefore) {
				days = append(days, days[0].AddDays(int(c.n)))
			}
		}
		if len(days) > 0 {
			s.CheckIn = days[0].String()
		}
		if len(days) > 1 {
			s.CheckOut = days[1].String()
		}
		stays, places = append(stays, s), append(places, p)
	}
	if len(stays) < 2 || sameCity(places[0], places[1]) || stays[0].CheckIn == "" && stays[1].CheckIn == "" ||
		r.hasAny("or") {
		return false
	}
	a.patch.Stays = stays
	for i, p := range places {
		a.extra = append(a.extra, placeAsked{p, stayPath(i) + ".location_code"})
	}
	a.countParts()
	if a.rooms > 0 {
		a.patch.lodging().Rooms = &a.rooms
	}
	return true
}

// namedLeg returns the index of the leg that the message names ("the second leg", "my last
// flight"); false when it names none or the trip has not so many.
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
		case !p.names || p.from < start || p.from >= end:
		case p.leaves:
			return a.legOf(p, nil)
		default:
			return a.legOf(nil, p)
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
