package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// What a message does to the stops that a known trip has (see route.go): it leaves some out, keeps one alone, changes
// their order, their nights or their place. Stops that it adds are in routeadd.go. Each reader here finds out what is
// said, does one operation on the list and has it written; only swapsEnds, of a trip that is no list of stops, writes
// the ends itself.

// remove takes stop i out: who went there goes on to the next one on that day.
func (t *route) remove(i int) {
	if i+1 < len(t.stops) {
		s := &t.stops[i]
		next := &t.stops[i+1]
		next.leg, next.from, next.day = s.leg, s.from, s.day
	}
	t.stops = slices.Delete(t.stops, i, i+1)
}

// replace lets stop i be at another place, where one sleeps then too, and from where one goes on.
func (t *route) replace(i int, place, slept trip.Place) {
	s := &t.stops[i]
	if s.place = place; i+1 < len(t.stops) {
		t.stops[i+1].from = nil
	}
	for j := range s.beds {
		s.beds[j].LocationCode, s.beds[j].LocationHint = slept.Code, slept.City
	}
}

// stay lets one be at stop i until a day: all that comes behind it moves along.
func (t *route) stay(i int, until trip.Date) {
	was := t.stops[i].until
	t.stops[i].until = until
	for k := i + 1; k < len(t.stops); k++ {
		switch s := &t.stops[k]; {
		case was != 0:
			s.move(was.DaysUntil(until))
		case k == i+1:
			s.day = until
		}
	}
}

// move lets one be at a stop so many days later, as far as its days are known.
func (s *stop) move(days int) {
	if s.day != 0 {
		s.day = s.day.AddDays(days)
	}
	if s.until != 0 {
		s.until = s.until.AddDays(days)
	}
}

// reorder puts the goals in another order, each with its nights. Where these are not known of all, the days stay.
func (t *route) reorder(order []int) {
	was, day, n := slices.Clone(t.stops), t.stops[0].day, t.goals()
	isOpen := slices.ContainsFunc(was[:n], func(s stop) bool { return s.isOpen() })
	before := -1 // the stop before, by its number in the old order
	for i, k := range order {
		s := was[k]
		if s.leg = i; before != k-1 {
			s.from = nil
		}
		before = k
		if isOpen {
			s.day, s.until = was[i].day, was[i].until
			s.forgetDays()
		} else {
			s.day, s.until = day, day.AddDays(s.nights())
			day = s.until
		}
		t.stops[i] = s
	}
	if !t.home {
		return
	}
	home := &t.stops[n]
	if before != n-1 {
		home.from = nil
	}
	if !isOpen {
		home.day = day
	}
}

// forgetDays lets nights be open that were those of a stop of which the days are not known any more.
func (s *stop) forgetDays() {
	for j := range s.beds {
		b := &s.beds[j]
		if s.day == 0 && b.CheckIn == s.wasDay {
			b.CheckIn = 0
		}
		if s.until == 0 && b.CheckOut == s.wasUntil {
			b.CheckOut = 0
		}
	}
}

// dropsStop takes a place out of a journey of several legs. Who is then at the next one earlier sleeps there as much
// longer, or longer at the stop before, where the message says that.
func (a *assembly) dropsStop() bool {
	r, t, at := a.r, a.r.known.route(), a.stopLeft()
	if at < 0 {
		return false
	}
	onward := t.stops[at+1].day
	longer, gains := a.gainsBefore(at)
	if t.remove(at); gains {
		t.stops[at].day = cmp.Or(longer, onward)
		r.setPlacesAside()
	} else if len(r.dates) == 1 && r.dates[0].role != asideRole {
		t.stops[at].day = a.dayOfLeg(&r.dates[0], at)
	}
	if len(t.stops) == 2 && t.home {
		a.patch.TripType = trip.RoundTrip
	}
	a.writeRoute(t)
	return true
}

// setPlacesAside takes all places of the message for read.
func (r *reading) setPlacesAside() {
	for k := range r.places {
		r.places[k].role = asideRole
	}
}

// gainsBefore reads "skip Florence and stay longer in Rome" and "all seven nights in Rome", where the trip goes from
// Rome to Florence: its nights go to the stop before, or as many as are said, until the day that is returned.
func (a *assembly) gainsBefore(at int) (until trip.Date, ok bool) {
	r, legs := a.r, a.r.known.Itinerary.Segments
	p := slices.IndexFunc(r.places, func(p placeMention) bool { return at > 0 && a.is(&p, legs[at].Origin) })
	if p < 0 || len(r.dates) > 0 || legs[at].DepartDate == 0 || legs[at+1].DepartDate == 0 {
		return 0, false
	}
	if len(r.counts) == 1 && r.counts[0].kind == nightCount && !r.counts[0].more && !r.counts[0].fewer {
		c := &r.counts[0]
		return legs[at-1].DepartDate.AddDays(int(c.n)), r.places[p].from == c.to+1
	}
	return 0, len(r.counts) == 0 && r.hasAny("longer", "more", "extra", "instead")
}

// stopLeft returns the leg that ends at the stop which the message leaves out, noLeg when it leaves none out.
func (a *assembly) stopLeft() int {
	r, legs := a.r, a.r.known.Itinerary.Segments
	if len(legs) < 3 || r.hasAny("hotel", "hotels", "room", "rooms") {
		return noLeg
	}
	for k := range r.places {
		p := &r.places[k]
		before := r.before(p.from-1, "the", "to", "going", "stop", "in", "out")
		if r.leftOutAt(p.from-1, p.to) {
			before = p.from - 1
		}
		if !r.anyOf(before, "leave", "take") && !r.anyOf(before, class("drop-verbs")...) ||
			r.anyOf(before, "leave", "take") && !r.leftOutAt(p.from-1, p.to) && !r.anyOf(before+1, "out") {
			continue
		}
		isLeg := k+1 < len(r.places) && r.anyOf(p.to, "-", "–", "to") && a.legOf(p, &r.places[k+1]) >= 0
		if at := a.legOf(nil, p); at >= 0 && at < len(legs)-1 && a.spans(at+1, p, nil) && !isLeg {
			return at // but not "drop the Rome–Venice flight"
		}
	}
	return noLeg
}

// dayOfLeg reads a day that may have been said without its month: the one of the leg as it is, else behind the leg
// before.
func (a *assembly) dayOfLeg(d *dateMention, at int) trip.Date {
	legs := a.r.known.Itinerary.Segments
	if d.dayOnly && d.noYear && legs[at].DepartDate != 0 && legs[at].DepartDate.Day() == d.day.Day() {
		return legs[at].DepartDate
	}
	if at == 0 {
		return d.day
	}
	return relativeTo(d, legs[at-1].DepartDate)
}

// dropsLeg takes the last leg out of a trip of several: "drop the last leg", "we don't need the flight home". What is
// slept where it went goes with it.
func (a *assembly) dropsLeg() bool {
	r, t := a.r, a.r.known.route()
	n := len(t.stops)
	if n < 2 || !a.scope.flight || r.known.Itinerary.TripType != trip.MultiCity ||
		!(t.home && (r.refusesReturn(0, len(r.toks)) || r.wantsOneWay())) && !r.dropsNamedLeg(n) {
		return false
	}
	t.remove(n - 1)
	if n == 2 {
		a.patch.TripType = trip.OneWay
	}
	a.writeRoute(t)
	return true
}

// dropsAt reports whether what begins at token i is taken away: "cancel the return", "we don't need the last leg".
func (r *reading) dropsAt(i int) bool {
	at := r.before(i-1, "the", "a", "my", "our", "that", "this", "any", "about")
	return r.anyOf(at, class("drop-verbs")...) && !r.notOrdered(at) ||
		(r.unwanted(i) || r.unwanted(i+1)) && !r.onlyLimits(at)
}

// onlyLimits reports whether what is named behind token i says of which part alone something is denied: "no stops on
// the way back", "no morning flight home", but not "no flight on the way back".
func (r *reading) onlyLimits(i int) bool {
	if r.text(i) == "on" && r.anyOf(i-1, "flight", "flights") {
		i = r.before(i-2, class("determiner")...)
	}
	return r.narrowed(i + 1)
}

// dropEnds reports whether nothing follows at token i that would say something else of what is taken away: "cancel the
// return on the 9th, take the 10th".
func (r *reading) dropEnds(i int) bool {
	return r.partEnds(i) ||
		r.anyOf(i, "any", "anymore", "please", "then", "after", "now", "thanks", "and", "actually", "again", "so")
}

// refusesReturn reads that the way back is not wanted: "we don't need the return", "cancel the return flight".
func (r *reading) refusesReturn(from, to int) bool {
	isAlone := (len(r.dates) == 0 || r.known.fresh()) && !r.namesPart()
	return isAlone && r.some(from, to, func(i int) bool {
		end := r.wayBackAt(i)
		isOff := r.anyOf(end, "off", "out") && r.text(r.before(i-1, "the", "my", "our")) == "take" // "take the return off"
		return end > i && (r.dropsAt(i) && r.dropEnds(end) || isOff && r.dropEnds(end+1))
	})
}

// wayBackAt returns the token behind the words for the way back that begin at token i; i when none do.
func (r *reading) wayBackAt(i int) int {
	switch at := i + 1; {
	case r.anyOf(i, "return"):
		return r.behind(at, "flight", "flights", "leg", "trip", "ticket", "tickets", "journey", "part", "way")
	case r.anyOf(i, "flight", "trip", "way", "journey", "leg") && r.anyOf(at, "back", "home"),
		r.anyOf(i, "inbound") && r.anyOf(at, "flight", "leg", "journey"):
		return i + 2
	}
	return i
}

// wantsOneWay reads "one way please" of a trip that goes home.
func (r *reading) wantsOneWay() bool {
	return len(r.places)+len(r.dates) == 0 && r.some(0, len(r.toks), r.oneWayAt) &&
		!r.hasAny(denying...)
}

// dropsNamedLeg reports whether the last of n legs is taken away by its number or as the last one. What would become of
// a trip without a leg in the middle is not clear: that is told as not used.
func (r *reading) dropsNamedLeg(n int) bool {
	return len(r.dates) == 0 && r.some(0, len(r.toks), func(i int) bool {
		isLast := r.anyOf(i, "last", "final") || r.toks[i].ordinal
		return isLast && r.legAt(i, n) == n-1 && r.dropsAt(i) && r.dropEnds(i+2)
	})
}

// cancelsLeg reports whether a clause takes the way back, the last leg or one of several places to sleep out of a plan
// of which nothing is bought.
func (r *reading) cancelsLeg(c *clause) bool {
	n := len(r.known.Itinerary.Segments)
	return len(r.known.WorkingMemory.Bookings) == 0 && (!r.known.holds() && r.some(c.from, c.to, r.isOneOfStays) ||
		n > 1 && (r.refusesReturn(c.from, c.to) || r.dropsNamedLeg(n)))
}

// isOneOfStays reports whether one of several places to sleep is named at token i: "the second hotel", "the hotel in
// Rome", "the Rome hotel".
func (r *reading) isOneOfStays(i int) bool {
	if _, isNumbered := r.stopByNumber(i); isNumbered {
		return true
	}
	beds := slices.DeleteFunc(slices.Clone(r.known.beds()), func(b bed) bool { return b.at < 0 })
	if len(beds) < 2 {
		return false
	}
	p, isPlace := r.placeAt(i)
	isOfStay := isPlace && (topicWords[r.text(p.to)] == hotelTopic ||
		r.text(i-1) == "in" && topicWords[r.text(i-2)] == hotelTopic)
	return isOfStay && bedAt(beds, &p) >= 0
}

// keepsOnly reads "only Paris" of a trip through several places that goes home: the trip goes there and back in the
// days that it has.
func (a *assembly) keepsOnly() bool {
	r, t := a.r, a.r.known.route()
	p, n := r.onlyPlace(), len(t.stops)
	if p == nil || n < 3 || !a.scope.flight || r.wordCount() > 5 || len(r.dates)+len(r.counts)+len(r.topics) > 0 ||
		!r.anyOf(p.from-1, "only", "just") && !r.anyOf(p.to, "only") || r.unwanted(p.from) ||
		!r.dropEnds(p.to) && r.text(p.to) != "only" || !t.home {
		return false
	}
	at := a.legOf(nil, p)
	if at < 0 || at == n-1 || t.stops[0].day == 0 || t.stops[n-1].day == 0 {
		return false
	}
	p.role = asideRole
	there, home := t.stops[at], t.stops[n-1]
	there.leg, there.day = 0, t.stops[0].day
	there.from, home.from = nil, nil // one goes there and back
	t.stops = []stop{there, home}
	a.patch.TripType = trip.RoundTrip
	a.writeRoute(t)
	return true
}

// swapsPlaces reads that places of the trip change their order: "swap Rome and Florence", "Florence first, then Rome",
// "the other way round". Each keeps its nights. Of a trip with one goal, it is start and goal that are swapped.
func (a *assembly) swapsPlaces() bool {
	legs := a.r.known.Itinerary.Segments
	if !a.scope.flight || len(legs) == 0 || legs[0].Origin.Code == "" || legs[0].Destination.Code == "" ||
		len(a.r.dates) > 0 {
		return false
	}
	if len(legs) < 3 && a.r.known.Itinerary.TripType != trip.MultiCity {
		return a.swapsEnds(legs)
	}
	t := a.r.known.route()
	order := a.reordered(t.goals())
	if len(order) < 2 {
		return false
	}
	if slices.IsSorted(order) { // "yes, Rome and then Athens" confirms the order there is, and no option
		a.r.setPlacesAside()
		a.r.repeats = true
		a.r.acts = slices.DeleteFunc(a.r.acts, isOf(trip.ActConfirm))
		return true
	}
	t.reorder(order)
	a.writeRoute(t)
	return true
}

// swapsEnds exchanges origin and destination of a trip to one place: "swap Berlin and Rome".
func (a *assembly) swapsEnds(legs []trip.Segment) bool {
	r := a.r
	both := len(r.places) == 2 && a.is(&r.places[0], legs[0].Origin) != a.is(&r.places[1], legs[0].Origin) &&
		a.is(&r.places[0], legs[0].Destination) != a.is(&r.places[1], legs[0].Destination)
	if !r.saysSwap() || len(r.places) > 0 && !both || len(r.places) == 0 && !r.hasAny("cities", "places", "way") {
		return false
	}
	a.patch.Origin, a.patch.Destination = placeKnown(legs[0].Destination), placeKnown(legs[0].Origin)
	return true
}

func (r *reading) saysSwap() bool {
	return r.hasAny("swap", "switch", "exchange", "reverse", "flip", "swapped", "reversed") || r.has("other", "way") ||
		r.has("opposite", "order")
}

// reordered returns the new order of n goals by their numbers, nil when the message does not change it.
func (a *assembly) reordered(n int) []int {
	r := a.r
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var named []int
	for k := range r.places {
		at := a.legOf(nil, &r.places[k])
		if at < 0 || at >= n || r.unwanted(r.places[k].from) {
			return nil
		}
		named = append(named, at)
	}
	swap := func(i, j int) { order[i], order[j] = order[j], order[i] }
	switch {
	case len(named) == 0 && r.saysSwap() && r.hasAny("order", "way", "cities", "route", "stops", "places"):
		slices.Reverse(order)
	case len(named) == 2 && named[0] != named[1] && r.saysSwap():
		swap(named[0], named[1])
	case len(named) == 2 && named[0] != named[1] && r.comesBefore() != 0:
		if (named[0] < named[1]) != (r.comesBefore() > 0) {
			swap(named[0], named[1])
		}
	case len(named) == n && n > 2 && len(r.counts) == 0 && len(slices.Compact(slices.Sorted(slices.Values(named)))) == n:
		order = named // "Athens, then Rome, then Istanbul"
	case len(named) == 1 && r.isFirst(&r.places[0]):
		order = slices.Insert(slices.Delete(order, named[0], named[0]+1), 0, named[0])
	default:
		return nil
	}
	return order
}

// comesBefore tells the order in which two places are named: 1 where the first is to come first, -1 where the second
// is, 0 where the message says nothing of it.
func (r *reading) comesBefore() int {
	first, second := &r.places[0], &r.places[1]
	switch between := func(words ...string) bool { return r.hasIn(first.to, second.from, words...) }; {
	case between("after", "follows"):
		return -1
	case between("before", "then"), r.isFirst(first):
		return 1
	case r.isFirst(second), r.text(first.from-1) == "after", r.text(second.to) == "before":
		return -1
	}
	return 0
}

// isFirst reads "Florence first", "first Florence", "start with Florence".
func (r *reading) isFirst(p *placeMention) bool {
	at := r.before(p.from-1, "to", "visit", "in", "go", "do", "see")
	return r.text(p.to) == "first" && !r.anyOf(p.to+1, "class") || r.text(at) == "first" ||
		r.anyOf(at, "with", "in") && r.anyOf(at-1, "start", "begin", "starting", "beginning")
}

// changesStop reads what changes at one stop of a trip of several: its place ("instead of Berlin go to Prague"), or how
// long the person is there ("one more night in Paris", "we leave London a day later").
func (a *assembly) changesStop() bool {
	t := a.r.known.route()
	if !a.scope.flight || len(t.stops) < 3 || !a.replacesStop(t) && (len(a.r.dates) > 0 || !a.lengthensStop(t) &&
		!a.correctsStop(t)) {
		return false
	}
	if len(a.r.dates) > 0 {
		return false // what else changes is read as ever
	}
	a.countParts()
	a.nights = 0
	return true
}

func (a *assembly) replacesStop(t *route) bool {
	r := a.r
	isElse := func(p placeMention) bool { return !p.via }
	if len(r.places) < 2 || slices.ContainsFunc(r.places[2:], isElse) || r.namesLodging() {
		return false
	}
	old, other := &r.places[0], &r.places[1]
	if r.unwanted(other.from) {
		old, other = other, old
	}
	at := a.legOf(nil, old)
	if at < 0 || at == len(t.stops)-1 || a.isOfTrip(other) ||
		!r.unwanted(old.from) && !r.exchanged(old.from, old.to, other) {
		return false
	}
	old.role = asideRole
	for k := range r.dates {
		if d := &r.dates[k]; d.role == noRole || d.role == departRole {
			t.stops[at].day, d.role = a.dayOfLeg(d, at), asideRole
		}
	}
	a.replaceAt(t, at, other)
	return true
}

// replaceAt puts another place where stop number at is.
func (a *assembly) replaceAt(t *route, at int, other *placeMention) {
	t.replace(at, a.putAt(other, t.stops[at].place, at, "destination").known(), other.slept())
	a.writeRoute(t)
}

// correctsStop reads "no, Cordoba better" of a trip through several places: the stop that the message before spoke of
// has another place. Where that spoke of none or of several, the message is told as not used.
func (a *assembly) correctsStop(t *route) bool {
	r := a.r
	p := r.onlyPlace()
	if p == nil || p.role != noRole || a.isOfTrip(p) || !r.swaps(p) || !t.home || r.namesLodging() {
		return false
	}
	if at := a.stopSaidLast(); at >= 0 && at < len(t.stops)-1 {
		a.replaceAt(t, at, p)
		return true
	}
	p.role = asideRole
	r.tell(0, len(r.toks))
	return true
}

// stopSaidLast returns the leg to the stop that the message before this one spoke of, and noLeg where it spoke of none
// or of several. "After Porto" does not speak of Porto: it only says where.
func (a *assembly) stopSaidLast() int {
	q := a.r.messageBefore()
	q.findPlaces()
	last := noLeg
	for k := range q.places {
		p := &q.places[k]
		at := a.legOf(nil, p)
		if at < 0 || q.anyOf(p.from-1, "after", "before", "from", "behind") {
			continue
		}
		if last >= 0 && last != at {
			return noLeg
		}
		last = at
	}
	return last
}

// lengthensStop moves all that comes behind a stop by as many days as the person is there longer, or shorter.
func (a *assembly) lengthensStop(t *route) bool {
	r, s := a.r, a.r.shift
	p, at := r.onlyPlace(), a.longerAt()
	switch {
	case len(r.places) == 0 && at >= 0:
		p = &placeMention{}
	case p == nil || s != nil && !s.length && s.end != leaveCue && !(s.end == noCue && p.role == destinationRole):
		return false
	default:
		at = a.legOf(nil, p)
	}
	if s != nil && s.end == noCue && !s.length && at > 0 {
		at-- // "go to Amsterdam a day later" is to leave the stop before a day later
	}
	if at < 0 || at == len(t.stops)-1 || t.stops[at].until == 0 {
		return false
	}
	was := &t.stops[at]
	until := was.until
	if s != nil {
		until = s.moved(until)
	} else if n, isSaid := r.nightsAnew(was); isSaid {
		until = was.day.AddDays(n)
	} else {
		return false
	}
	p.role = asideRole
	t.stay(at, until)
	a.writeRoute(t)
	return true
}

// nightsAnew returns how many nights one is at a stop where they are restated: "just the one night on Mykonos". A stop
// that is slept at on other days than one is there is not meant.
func (r *reading) nightsAnew(s *stop) (int, bool) {
	if len(r.counts) != 1 || r.counts[0].kind != nightCount || r.counts[0].more || s.isOpen() ||
		r.hasAny("hotel", "hotels", "room", "rooms", "first", "last", "extra") {
		return 0, false
	}
	if b := &s.beds[0]; b.at >= 0 && (b.CheckIn != s.day || b.CheckOut != s.until) {
		return 0, false
	}
	n := int(r.counts[0].n)
	return n, n != s.nights()
}
