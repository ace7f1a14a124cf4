package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// A journey of several legs that ONE message tells: "from A to B on May 3, then on to C on May 8 and back to A".
//
//	places and days, in their order  --chain()-->  a.legs  --writeLegs()-->  the list of route.go  -->  the patch
//
// chain goes through the places of the message from left to right. Each place ends a leg, or is where the next one
// begins; each day belongs to the leg before it that has none, else to the leg to come. Before that, places in a row
// and those "on the way" are put where they come in the journey (listsGoals, stopsOnTheWay), and shares.go gives the
// nights at several places; behind it, the way home is added (goHome), and legs without a day get the one that follows
// from the nights before.
//
// What always holds: fewer than two legs, or a mere there and back, are no chain, and read as one trip to one place. A
// leg begins where the one before ended unless the message says otherwise. The legs come in the place of those of the
// known trip, by their number. Nights without a day are kept as an assumption until the first day is known (keepNights,
// followStops).

// legMention is one leg of a chain of places, and how long the person stays where it ends.
type legMention struct {
	origin, destination *placeMention
	depart              *dateMention
	nights              int64
	homeFrom            *trip.Place // of the last one: where a way home begins that ends where nobody said yet
}

// legChain is how the message goes through its places.
type legChain struct {
	legs []legMention
	// Set when more than the order of places tells of several legs: "then", or a place that ends one and begins the
	// next.
	chain bool
	early *dateMention  // a day that waits for its leg
	from  *placeMention // where the leg to come begins
	// Set when the first day is that of the first leg: its origin was named after its goal, or it has a stop on the
	// way.
	start   bool
	home    *dateMention // the day of the way home
	listed  bool         // the goals stand in a row: "to Rome and Florence"
	leaves  bool         // the leg to come was said to begin "from" where the last one ends
	openJaw bool         // it was said where the way home begins: "into Milan and out of Venice"
}

// chain reads "from A to B on May 3, then on to C on May 8 and back to A on May 15", "A > B, B > C", "3 nights in B,
// then 4 in C": legs in order, each starting where the last one ended. It is nil unless the message tells of several
// legs that are more than there and back. The day of the way home comes beside, where it was said.
func (r *reading) chain(w flightWishes) (legs []legMention, home *dateMention) {
	r.dropWide()
	halts := r.stopsOnTheWay()
	r.listsGoals()
	tour := r.tour()
	t := legChain{start: halts, listed: r.listsPlaces(), chain: halts || len(tour) > 0 || w.severalLegs ||
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
				t.date(&r.dates[d], r.anyOf(at, "start", "starting", "starts", "begin", "beginning", "begins") ||
					r.anyOf(r.dates[d].to, "start"))
			}
			d++
			continue
		}
		if place := &r.places[p]; d < len(r.dates) && r.isDatedBy(place, &r.dates[d]) && t.dates(place, &r.dates[d]) {
			d++
		} else if place.role != asideRole && !r.sleepsAgain(p) {
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
	r.goHome(&t, w.oneWay)
	if n := len(t.legs); n == 0 || n == 1 && t.legs[0].homeFrom == nil || !t.chain {
		return nil, nil
	}
	if t.home == nil {
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

// sleepsAgain reports whether place p only says where to sleep: "hotels in Paris and Rome" behind the legs, "a hotel in
// Siena" behind a flight and the day of the way back.
func (r *reading) sleepsAgain(p int) bool {
	m := &r.places[p]
	if r.topicOf(m.from) != hotelTopic || m.role == originRole || m.role == destinationRole || m.role == homeRole {
		return false
	}
	isBack := func(d dateMention) bool { return d.role == returnRole && d.to <= m.from }
	return slices.ContainsFunc(r.places[:p], func(o placeMention) bool { return sameCity(&o, m) }) ||
		slices.ContainsFunc(r.dates, isBack)
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

// goesOn reads "A to B to C", three places or more, each joined to the next by "to" or by nothing, and "on to C".
func (r *reading) goesOn() bool {
	isJoined := func(k int) bool {
		a, b := &r.places[k-1], &r.places[k]
		return (b.from == a.to+1 && r.text(a.to) == "to" || b.from == a.to && (k == 1 || b.role == noRole)) && !sameCity(a, b)
	}
	return r.some(2, len(r.places), func(k int) bool { return isJoined(k-1) && isJoined(k) }) ||
		len(r.places) > 2 && slices.ContainsFunc(r.places, func(p placeMention) bool { return r.at(p.from-2, "on", "to") })
}

// place adds a place to the route.
func (t *legChain) place(r *reading, p *placeMention) {
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
		t.from, t.openJaw = p, true
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
func (t *legChain) date(d *dateMention, first bool) {
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

// isDatedBy reports whether a day stands right behind a place: "Rome on the 3rd", "Rome, 3 May".
func (r *reading) isDatedBy(p *placeMention, d *dateMention) bool {
	return d.from >= p.to && r.before(d.from-1, "on", "the", ",", ":") < p.to
}

// dates reads "Rome on 3 May, leave Athens on 7 May" behind the whole way, which gives each leg in turn its day.
func (t *legChain) dates(p *placeMention, d *dateMention) bool {
	at := slices.IndexFunc(t.legs, func(l legMention) bool { return l.depart == nil })
	if at < 0 || len(t.legs) < 2 || d.until {
		return false
	}
	end := t.legs[at].destination
	if p.role == originRole {
		end = t.legs[at].origin
	}
	if end == nil || !sameCity(end, p) {
		return false
	}
	t.legs[at].depart = d
	return true
}

// undated reports whether no leg has its day yet.
func (t *legChain) undated() bool {
	return !slices.ContainsFunc(t.legs, func(l legMention) bool { return l.depart != nil })
}

// startsAnew reports whether the place that was named last begins a leg to come: "back from Venice on May 14".
func (t *legChain) startsAnew() bool {
	n := len(t.legs)
	return n > 0 && t.from != nil && t.from != t.legs[n-1].destination && (t.legs[n-1].depart != nil || t.leaves)
}

// goHome ends a route that says so where it began: "then home", "home out of Venice".
func (r *reading) goHome(t *legChain, oneWay bool) {
	n := len(t.legs)
	if n == 0 || t.legs[0].origin == nil {
		if t.openJaw || n > 0 && t.from != nil && t.legs[n-1].destination.role != homeRole &&
			!sameCity(t.from, t.legs[n-1].destination) {
			// the way home ends where it is not known yet that the trip begins
			if from := placeOf(t.from).known(); r.known.leg().Origin.Code == "" && from.Code != "" {
				t.legs[n-1].homeFrom, t.chain, t.home = &from, true, cmp.Or(t.home, t.early)
				return
			}
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
	isOpenJaw := t.from != t.legs[n-1].destination && !sameCity(t.from, t.legs[n-1].destination)
	if !t.openJaw && !r.toursHome(t.legs, t.home, oneWay) || n < 2 && !isOpenJaw {
		return
	}
	t.chain = t.chain || isOpenJaw
	t.legs = append(t.legs, legMention{origin: t.from, destination: t.legs[0].origin, depart: cmp.Or(t.home, t.early)})
}

// nightsBeside reports whether a number of nights stands right before a place: "4 nights in Lisbon".
func (r *reading) nightsBeside(p *placeMention) bool {
	return slices.ContainsFunc(r.counts,
		func(c countMention) bool { return c.kind == nightCount && p.from-c.to >= 0 && p.from-c.to < 3 })
}

// datesInOrder gives each leg its day where there are as many days as legs, and all the days stand behind all the
// places ("A - B - C - A, May 2, May 6, May 10"), or else one would be left over.
func (r *reading) datesInOrder(legs []legMention) {
	if len(r.dates) == len(legs) && r.dates[0].from >= r.places[len(r.places)-1].to {
		for i := range legs {
			legs[i].depart = &r.dates[i]
		}
	}
}

// spendNights gives each leg the nights that stand beside its place.
func (r *reading) spendNights(legs []legMention) {
	for _, c := range r.counts {
		if c.kind != nightCount {
			continue
		}
		best, reach := -1, 7
		beside := r.behind(c.to, "in", "at")
		if at := slices.IndexFunc(r.places, func(p placeMention) bool { return p.from == beside }); at >= 0 {
			// "4 nights in Rome" names its stop, wherever it stands
			best = slices.IndexFunc(legs, func(l legMention) bool { return sameCity(l.destination, &r.places[at]) })
			reach *= boolInt(best < 0)
		}
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

// repeatsLegs reads "Rome to Athens on the 17th, Athens to London on the 21st" of a trip that has these legs behind its
// first one: they get their days.
func (a *assembly) repeatsLegs(legs []legMention) bool {
	t, known := a.r.known.route(), a.r.known.Itinerary.Segments
	for at := 1; at+len(legs) <= len(known); at++ {
		isOther := func(i int) bool {
			l, s := &legs[i], &known[at+i]
			isOpen := i == 0 && l.origin == nil && l.depart == nil // "then fly back from Madrid to London"
			return !isOpen && (l.origin == nil || !a.is(l.origin, s.Origin)) || l.nights > 0 ||
				!a.is(l.destination, s.Destination)
		}
		if a.r.some(0, len(legs), isOther) {
			continue
		}
		for i := range legs {
			if d := legs[i].depart; d != nil {
				t.stops[at+i].day = d.day
			}
		}
		a.r.repeats = a.r.repeats || len(a.r.dates) == 0
		a.writeRoute(t)
		return true
	}
	return false
}

// writeLegs writes a trip of the legs that the message tells of. What it does not name of a known trip stays behind
// them, unless it goes home. One that goes home, while nobody has said where that is, has a last leg without a goal.
func (a *assembly) writeLegs(home *dateMention, oneWay bool) {
	k, legs, t := a.r.known, a.legs, &route{}
	if legs[0].origin != nil {
		t.start = placeOf(legs[0].origin).known()
	}
	for i := range legs {
		l, s := &legs[i], stop{leg: noLeg}
		if i < len(k.Itinerary.Segments) {
			s.leg, s.day = i, k.Itinerary.Segments[i].DepartDate
		}
		s.place = placeOf(l.destination).known()
		if i > 0 && l.origin != nil && !sameCity(l.origin, legs[i-1].destination) {
			from := placeOf(l.origin).known()
			s.from = &from
		}
		if l.depart != nil {
			s.day = l.depart.day
		} else if i > 0 && t.stops[i-1].until != 0 {
			s.day = t.stops[i-1].until
		}
		if s.day != 0 && l.nights > 0 {
			s.until = s.day.AddDays(int(l.nights))
		}
		t.stops = append(t.stops, s)
	}
	last := &t.stops[len(legs)-1]
	jaw := legs[len(legs)-1].homeFrom
	if t.home = last.place.Code == t.start.Code; legs[0].origin == nil && k.leg().Origin.Code == "" &&
		(jaw != nil || a.r.toursHome(legs, home, oneWay)) {
		s := stop{leg: noLeg, day: last.until, from: jaw}
		if home != nil {
			s.day = home.day
		}
		t.stops, t.home = append(t.stops, s), true
	}
	if known := k.route(); !t.home && !oneWay && len(t.stops) < len(known.stops) {
		t.stops, t.home = append(t.stops, known.stops[len(t.stops):]...), known.home
	}
	a.patch.TripType = trip.MultiCity
	if a.scope.stay {
		a.sleepOnTheWay(t)
	}
	a.writeRoute(t)
}

// sleepOnTheWay adds a stay where each leg ends but the last one home; where the message names places to sleep, only
// there. "End in Manchester" needs none.
func (a *assembly) sleepOnTheWay(t *route) {
	var named []*placeMention
	for k := range a.r.places {
		if a.r.sleepsAgain(k) {
			named = append(named, &a.r.places[k])
		}
	}
	at, stays := 0, a.r.known.Itinerary.Lodging.Stays
	for i := len(a.legs); i < len(t.stops); i++ { // those of the stops behind are theirs
		for _, b := range t.stops[i].beds {
			if b.at >= 0 {
				stays = stays[:min(b.at, len(stays))]
			}
		}
	}
	for i := range min(t.goals(), len(a.legs)) {
		s, l := &t.stops[i], &a.legs[i]
		there := func(p *placeMention) bool { return p.city.Code == s.place.Code }
		if i == len(t.stops)-1 && a.r.endsAt(l.destination) && l.nights == 0 ||
			len(named) > 0 && !slices.ContainsFunc(named, there) {
			continue
		}
		b := bed{Stay: stayOf(s.place, 0, 0), at: -1, wanted: true}
		if at < len(stays) {
			b.at, b.Rooms = at, stays[at].Rooms
		}
		s.beds, at = []bed{b}, at+1
		if i+1 < len(a.legs) && l.nights > 0 && s.until != 0 && !a.r.hotelOfNights() {
			s.sleepBefore(t.stops[i+1].from, t.stops[i+1].day)
		}
	}
	a.patch.infer(fieldHotelCity)
	a.patch.infer(fieldCheckIn)
	a.patch.infer(fieldCheckOut)
}

// keepNights remembers the nights at the places of a route that has no days yet ("ATH 3, JTR 4"), so that the days can
// be computed once the first one is known.
func (a *assembly) keepNights() {
	var kept []string
	undated := slices.ContainsFunc(a.legs, func(l legMention) bool { return l.depart == nil })
	for i := range a.legs {
		if l := &a.legs[i]; undated && l.nights > 0 && l.destination.city.Code != "" {
			kept = append(kept, l.destination.city.Code+" "+strconv.FormatInt(l.nights, 10))
		}
	}
	if len(kept) > 0 {
		a.scope.add(messages.AssumeRouteNights{Nights: strings.Join(kept, ", ")}.Message())
		return
	}
	a.scope.drop(messages.KeyAssumeRouteNights)
}

// keptNights returns the nights that were said for a place of the route; 0 when none were.
func (s *scope) keptNights(code string) int {
	for i := range s.assumptions {
		var said messages.AssumeRouteNights
		if !said.Read(&s.assumptions[i]) {
			continue
		}
		for kept := range strings.SplitSeq(said.Nights, ", ") {
			if at, nights, _ := strings.Cut(kept, " "); at == code {
				n, _ := strconv.Atoi(nights)
				return max(0, min(n, int(maxNights)))
			}
		}
	}
	return 0
}

// stopsOnTheWay reads "from A to B, stopping in C and D" and "from A to B with a stop in C": the stops are named behind
// B and come before it. It moves them there, and reports whether there are any.
func (r *reading) stopsOnTheWay() bool {
	if !r.known.fresh() || r.stopsOnTheWayBack() {
		return false
	}
	for k := 1; k < len(r.places); k++ {
		goal := slices.IndexFunc(r.places[:k], func(p placeMention) bool { return p.role == destinationRole })
		if goal < 0 || !r.haltsAt(&r.places[k]) || r.unwanted(r.places[k].from) ||
			sameCity(&r.places[goal], &r.places[k]) {
			continue
		}
		end := k + 1
		for end < len(r.places) && r.joinedPlaces(&r.places[end-1], &r.places[end]) {
			end++
		}
		for i := k; i < end; i++ {
			r.places[i].role = destinationRole
		}
		stops := slices.Clone(r.places[k:end])
		r.places = slices.Insert(slices.Delete(r.places, k, end), goal, stops...)
		return true
	}
	return false
}

// stopsOnTheWayBack tells "two nights in Dubai on the way back" of a journey that is not known yet.
func (r *reading) stopsOnTheWayBack() bool {
	for i := range r.places {
		p := &r.places[i]
		if from, to := r.phraseAround(p.from); !p.via && r.at(p.to, "on", "the", "way") && r.anyOf(p.to+3, "back", "home") {
			r.tell(from, to)
			p.role = asideRole
			r.counts = slices.DeleteFunc(r.counts, func(c countMention) bool { return c.from >= from && c.to <= to })
		}
	}
	return r.has("way", "back") || r.has("way", "home")
}

// haltsAt reads "stopping in", "a stop at", "stopping over in" and "two nights in" before a place on the way.
func (r *reading) haltsAt(p *placeMention) bool {
	at := p.from - 1
	if r.text(at) == "the" {
		at--
	}
	if r.anyOf(at, "via", "through") && r.sleepsAt(p) {
		return true
	}
	if !r.anyOf(at, "in", "at") || !r.sameSentence(at, p.from) {
		return false
	}
	from, to := r.partAround(p.from)
	isNights := func(c countMention) bool { return c.kind == nightCount && c.from >= from && c.to <= to }
	if r.hasIn(p.to, to, "way") && !r.hasIn(p.to, to, "back", "home") && slices.ContainsFunc(r.counts, isNights) {
		return true
	}
	if r.anyOf(at-1, "over", "off") {
		at--
	}
	if r.anyOf(at-1, "stop", "stops", "stopping", "stopover", "stopovers") {
		r.note(at-1, at, byPlace)
		return true
	}
	return false
}

// joinedPlaces reports whether two places stand in a row: "C and D", "C, D", "C, and D".
func (r *reading) joinedPlaces(a, b *placeMention) bool {
	at := r.behind(a.to, ",", "and", "&", "+", "then", "first")
	return at > a.to && at == b.from && b.role == noRole
}
