package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// Where one sleeps: the place, days and rooms of stays, and at which of several places there shall be one.
//
// A trip to one place sleeps at its lodging, which follows the goal and the days of the flights. It has stays when a
// place to sleep is not the goal, when there are several, or when there are no flights. A bed (route.go) is a stay or a
// stop that has none; beds lists them in the order of the trip.
//
//	one stay:     writeStay   which it is (stayIndex, newBed), its days (writeNights)  -->  placeStay, completeStay
//	which stops:  bedsSaid    where the message wants one and where not  -->  sleepsAtStops  -->  writeBeds of route.go
//	one night:    dropsNight  the first or the last night of the only stay
//
// Read besides: the place or stay that is meant by a number ("the second hotel", stopByNumber), rooms of the places
// that are named (roomsOf), and stars of one of several, which are told (tellsStars).
//
// What always holds: days and places of flights are not changed here. A stay has no gap: a night in the middle that is
// not wanted is told. Where it is not clear which of several stays is meant, nothing is written and the words are told.
// Nights without a first day are an assumption until it is known.

// writeStay writes what was said of the place to sleep: into the stay where there is one or a
// place of its own was named, else into the lodging, which follows the first leg's destination.
func (a *assembly) writeStay() {
	if !a.scope.stay {
		if a.nights > 0 && a.scope.flight && a.departure() == 0 {
			a.scope.add(messages.AssumeNights{Count: a.nights, Trip: true}.Message()) // "three weeks with my daughter"
		}
		return
	}
	k, s, at := a.r.known, Stay{}, a.stayIndex()
	old, beds := k.stay(), k.beds()
	if at > 0 {
		old = k.Itinerary.Lodging.Stays[at]
	}
	stop, beds := a.newBed(beds)
	if at < 0 && stop == nil {
		a.r.tell(a.hotel.from-boolInt(a.r.anyOf(a.hotel.from-1, "in", "at")), a.hotel.to) // in the place of which stay?
		return
	}
	if stop != nil {
		old = stop.Stay
	}
	if a.hotel != nil {
		s.LocationCode, s.LocationHint = a.hotel.city.Location(), a.hotel.city.Name
		if a.hotel.airport != "" {
			s.LocationCode = a.hotel.airport
		}
	}
	if city, ok := k.there(); ok && a.hotel == nil && !a.scope.flight && old.LocationCode == "" && a.r.pointsThere() {
		s.LocationCode, s.LocationHint = city.Location(), city.Name
		a.patch.infer(fieldHotelCity)
	}
	start := old.CheckIn
	if (start == 0 || a.depart != nil && k.seeded(start)) && a.scope.flight {
		start = a.departure()
	}
	if a.in != nil {
		start = a.in.day
		s.CheckIn = start.String()
	}
	switch {
	case a.in != nil && a.out == nil && a.r.at(a.r.before(a.in.from-1, "the")-1, "night", "of"):
		s.CheckOut = start.AddDays(1).String()
	case a.out != nil:
		s.CheckOut = relativeTo(a.out, start).String()
	case a.in != nil && old.CheckOut == 0 && start < old.CheckIn && !k.seeded(old.CheckIn) && !a.r.corrects() &&
		len(k.stays()) < 2:
		s.CheckOut = old.CheckIn.String() // the day that was taken for the first is the second
		a.patch.infer(fieldCheckOut)
	}
	a.writeNights(&s, start)
	if stop != nil {
		stop.CheckIn, _ = trip.ParseDate(cmp.Or(s.CheckIn, stop.CheckIn.String()))
		stop.CheckOut, _ = trip.ParseDate(cmp.Or(s.CheckOut, stop.CheckOut.String()))
		a.roomsOf(beds)
		a.writeBeds(beds)
		return
	}
	a.keepLast(&s, &old, at)
	a.placeStay(s, at)
}

// newBed returns a bed for the place where the message wants a stay more, among the others: at a stop that has none, or
// elsewhere, "a hotel in Bursa as well". It is nil where the message wants none.
func (a *assembly) newBed(beds []bed) (*bed, []bed) {
	if a.hotel == nil || len(beds) == 0 {
		return nil, beds
	}
	at := bedAt(beds, a.hotel)
	isPlaced := !slices.ContainsFunc(beds, func(b bed) bool { return b.LocationCode == "" })
	if at < 0 && isPlaced && a.r.addsHotel() {
		for at = len(beds); at > 0 && a.in != nil && beds[at-1].CheckIn > a.in.day; {
			at--
		}
		p := a.hotel.slept()
		beds = slices.Insert(beds, at, bed{Stay: trip.Stay{LocationCode: p.Code, LocationHint: p.City}, at: -1})
	}
	if at < 0 || beds[at].at >= 0 {
		return nil, beds
	}
	beds[at].wanted = true
	return &beds[at], beds
}

// addsHotel reads "a hotel in Bursa as well", "and one in Bursa", "another hotel in Bursa", "we also need a hotel".
func (r *reading) addsHotel() bool {
	return slices.ContainsFunc(r.topics, func(m topicMark) bool {
		at := r.before(m.at-1, "a", "an", "need", "want")
		_, to := r.span(r.toks[m.at].sentence)
		isMore := r.anyOf(at, "also", "another", "additional", "extra") || at == 0 && r.anyOf(0, "and", "plus") ||
			r.hasIn(m.at, to, "too") || r.hasIn(m.at, to, "as") && r.has("as", "well")
		return r.isLodging(m) && isMore
	})
}

// stayIndex is the stay that the message is about: the one at the place that it names, else the first. It is -1 where
// the message names a place at which none of several is.
func (a *assembly) stayIndex() int {
	if a.hotel != nil {
		if at := a.r.staysNamed(a.hotel); at >= 0 {
			return at
		}
	}
	for i := range a.r.places {
		p := &a.r.places[i]
		isReplaced := a.r.unwanted(p.from) || topicWords[a.r.text(p.to)] == hotelTopic
		if at := a.r.staysNamed(p); at >= 0 && isReplaced { // "a hotel in Bursa instead of Izmir"
			return at
		}
	}
	if a.hotel != nil && len(a.r.known.Itinerary.Lodging.Stays) > 1 && find(a.r.known.targets(), locationField) == nil {
		return -1
	}
	return a.stayAt
}

// areLast reads "the last 2 nights" and "2 nights in Rome at the end".
func (r *reading) areLast(c *countMention) bool {
	return r.anyOf(c.from-1, "last", "final") ||
		r.has("at", "the", "end") && !r.has("the", "end", "of") && !r.addsPlace()
}

// writeNights computes the day of check-out of a stay that was given by its nights. Nights
// without a first day are kept as an assumption until it is known.
func (a *assembly) writeNights(s *Stay, start trip.Date) {
	n, ofTrip := a.nights, !a.ofPlaceToSleep()
	s.Nights = n
	if a.out != nil {
		a.scope.drop(messages.KeyAssumeNights)
		return
	}
	if n == 0 && a.depart != nil && a.back != nil && a.r.known.tripNights() > 0 {
		a.scope.drop(messages.KeyAssumeNights) // both days say how long the trip is
		return
	}
	first := a.depart != nil && a.scope.flight && a.r.known.leg().DepartDate == 0 && a.r.known.stay().CheckIn == 0
	if n == 0 && (a.in != nil || first) {
		n, ofTrip = a.r.known.nights(), a.r.known.tripNights() > 0
	}
	if n == 0 {
		return
	}
	end := a.r.known.returnDate()
	if a.back != nil {
		end = relativeTo(a.back, start)
	}
	if a.last && end != 0 {
		s.CheckIn, s.CheckOut = end.AddDays(-int(n)).String(), end.String()
		a.patch.infer(fieldCheckIn)
		a.patch.infer(fieldCheckOut)
		a.scope.drop(messages.KeyAssumeNights)
		return
	}
	if ofTrip {
		a.scope.add(messages.AssumeNights{Count: n, Trip: true}.Message())
	} else {
		a.scope.add(messages.AssumeNights{Count: n}.Message())
	}
	if start == 0 && a.scope.flight {
		start = a.departure()
	}
	if start != 0 {
		s.CheckOut = start.AddDays(int(n)).String()
		a.patch.infer(fieldCheckOut)
	}
}

// placeStay writes the stay s, which is number at of the trip.
func (a *assembly) placeStay(s Stay, at int) {
	k := a.r.known
	if p := a.r.onlyPlace(); a.rooms > 0 && p != nil && len(k.Itinerary.Lodging.Stays) > 1 && a.r.staysNamed(p) >= 0 &&
		s.CheckIn == "" && s.CheckOut == "" && s.Nights == 0 { // "2 rooms in Paris", of several stays
		a.stayPatch(a.r.staysNamed(p)).Rooms = &a.rooms
		return
	}
	if a.rooms > 0 {
		a.patch.lodging().Rooms = &a.rooms
	}
	said := s != Stay{}
	ownPlace := a.hotel != nil && !a.atDestination(s.LocationCode)
	if said && (!a.scope.flight || len(k.Itinerary.Lodging.Stays) > 0 || ownPlace) {
		a.completeStay(&s)
		if to := k.leg().Destination; a.last && ownPlace && k.needsLodging() && k.stay().CheckIn != 0 &&
			a.scope.flight && len(k.Itinerary.Lodging.Stays) == 0 {
			// "Siena for the last 3 nights": the others stay where they are
			before := stayIn(to, k.stay().CheckIn, 0)
			before.CheckOut = s.CheckIn
			a.patch.Stays = []Stay{before, s}
			return
		}
		if a.rooms > 0 && k.stay().Rooms.Set {
			s.Rooms = &a.rooms
		}
		a.patch.Stays = append(slices.Repeat([]Stay{{}}, at), s)
		return
	}
	if said {
		l := a.patch.lodging()
		l.LocationHint, l.CheckIn, l.CheckOut, l.Nights = s.LocationHint, s.CheckIn, s.CheckOut, s.Nights
	}
}

// keepLast settles a stay, number at, that would end before it begins: the day that was said last stays, and the other
// one is left out, so that it is asked for.
// Rule: 5.2.ends-before
func (a *assembly) keepLast(s *Stay, old *trip.Stay, at int) {
	first, last := cmp.Or(s.CheckIn, old.CheckIn.String()), cmp.Or(s.CheckOut, old.CheckOut.String())
	if last == "" || first < last || a.scope.flight && len(a.r.known.Itinerary.Lodging.Stays) == 0 {
		return
	}
	field, day, said := inField, &s.CheckIn, a.in
	if a.out == nil || a.in != nil && a.in.from > a.out.from {
		field, day, said = outField, &s.CheckOut, a.out
	}
	if *day = ""; said != nil {
		a.r.tell(said.from, said.to)
	}
	a.clears = append(a.clears, stayPath(at)+"."+field)
}

// completeStay fills a stay that is new beside a flight from what the lodging already said.
func (a *assembly) completeStay(s *Stay) {
	k := a.r.known
	if len(k.Itinerary.Lodging.Stays) > 0 || !a.scope.flight && !k.stayOnly() && k.fresh() {
		return
	}
	old := k.stay()
	moved := cmp.Or(a.patch.Dates, &Dates{})
	if s.CheckIn == "" && old.CheckIn != 0 {
		if s.CheckIn = old.CheckIn.String(); old.CheckIn == k.leg().DepartDate {
			s.CheckIn = cmp.Or(moved.DepartureDate, s.CheckIn)
		}
		a.patch.infer(fieldCheckIn)
	}
	if s.CheckOut == "" && old.CheckOut != 0 {
		if s.CheckOut = old.CheckOut.String(); old.CheckOut == k.returnDate() {
			s.CheckOut = cmp.Or(moved.ReturnDate, s.CheckOut)
		}
		a.patch.infer(fieldCheckOut)
	}
	if code := k.leg().Destination.Code; s.LocationCode == "" && code != "" {
		s.LocationCode = code
		a.patch.infer(fieldHotelCity)
	}
}

// atDestination reports whether the place of a stay is where the first leg goes anyway.
func (a *assembly) atDestination(code string) bool {
	if !a.scope.flight {
		return false
	}
	if a.patch.Destination != nil {
		return a.patch.Destination.Code == code
	}
	return code != "" && a.r.known.leg().Destination.Code == code
}

// beds lists where one may sleep on a trip, in its order. Of a trip to one place they are its stays.
func (k *known) beds() (all []bed) {
	if k.Itinerary.TripType == trip.MultiCity {
		all = k.route().beds()
	} else {
		for j, s := range k.stays() {
			all = append(all, bed{Stay: s, at: j})
		}
	}
	for i := range all {
		if !k.needsLodging() && !k.stayOnly() {
			all[i].at = -1
		}
	}
	return all
}

// bedAt returns the number of the bed at a place, -1 where there is none.
func bedAt(beds []bed, p *placeMention) int {
	return slices.IndexFunc(beds, func(b bed) bool { return isStayAt(b.Stay, p.slept()) })
}

// stopByNumber reads "the second hotel", "the first city" of a trip through several places as the place that is meant.
func (r *reading) stopByNumber(i int) (placeMention, bool) {
	noun, isNumber := r.text(i+1), r.tok(i).ordinal
	ofStay := noun == "hotel" || noun == "stay" || noun == "accommodation"
	if !r.free(i) || !isNumber && r.text(i) != "last" && r.text(i) != "final" || !ofStay && !is("place-nouns", noun) {
		return placeMention{}, false
	}
	beds := r.known.beds()
	if slept := slices.DeleteFunc(slices.Clone(beds), func(b bed) bool { return b.at < 0 }); ofStay && len(slept) > 1 {
		beds = slept
	}
	n := len(beds)
	if isNumber {
		n = int(r.toks[i].value)
	}
	if len(beds) < 2 || n < 1 || n > len(beds) {
		return placeMention{}, false
	}
	b := beds[n-1]
	city := geo.Place{Code: b.LocationCode, Name: b.LocationHint, City: b.LocationHint}
	return placeMention{from: i, to: i + 1, city: city, sure: true}, true
}

// bedsSaid returns the beds of a trip, with where the message wants a place to sleep and where it wants none: "hotels
// in both", "a hotel in Rome as well", "no hotel in Rome, but one in Naples", "only in Rome". It is nil where the trip
// has not several, or where the message is about something else.
func (r *reading) bedsSaid() []bed {
	beds := r.known.beds()
	wants, refuses := r.wants(hotelTopic) && r.namesLodging(), r.refusesStay()
	if len(beds) < 2 || !wants && !refuses || len(r.dates) > 0 || r.tellsNights() || r.shift != nil {
		return nil
	}
	only := r.hasAny("only", "just") && !refuses
	all := r.hasAny("everywhere") || r.eachPlace() || !r.known.needsLodging()
	if all && wants && len(r.places) == 0 && r.pointsThere() {
		return nil
	}
	for i := range r.places {
		p := &r.places[i]
		at := bedAt(beds, p)
		if at < 0 {
			return nil
		}
		beds[at].gone = r.refusedFor(p)
		beds[at].wanted = !beds[at].gone
		all = all && (beds[at].gone && !refuses)
	}
	for j := range beds {
		b := &beds[j]
		b.wanted = b.wanted || wants && !refuses && all && !b.gone
		b.gone = b.gone || only && len(r.places) > 0 && !b.wanted
	}
	return beds
}

// refusedFor reports whether what is said of a place to sleep beside the name of a place is that there shall be none:
// the nearest word before it tells, else those behind.
func (r *reading) refusedFor(p *placeMention) bool {
	if r.unwanted(p.from) {
		return true
	}
	for _, m := range slices.Backward(r.topics) {
		if r.isLodging(m) && m.at <= p.to && r.sameSentence(m.at, p.from) && (m.at < p.from || m.refused) {
			return m.refused && !r.hasIn(m.at, p.from, "one", "but") || r.hasIn(m.at, p.from, "none")
		}
	}
	return r.refusesStay()
}

// refusesSomeBeds reads "no hotel in Rome" of a trip through several places.
func (r *reading) refusesSomeBeds() bool {
	return r.refusesElsewhere() || slices.ContainsFunc(r.bedsSaid(), func(b bed) bool { return b.gone })
}

// eachPlace reads "in both", "in each city", "in all places", "at every stop".
func (r *reading) eachPlace() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		at := r.behind(i+1, "the", "of", "three", "four", "our")
		isAll := r.anyOf(i, "each", "every", "all", "both") && is("place-nouns", r.text(at))
		if isAll {
			r.note(i, at+1, byPlace)
		}
		return isAll || r.text(i) == "both"
	})
}

// sleepsAtStops adds a place to sleep at stops of a trip, and takes it away at others.
func (a *assembly) sleepsAtStops() bool {
	r, k := a.r, a.r.known
	if r.refusesElsewhere() {
		r.tell(0, len(r.toks))
		return true
	}
	beds, added, left := r.bedsSaid(), false, 0
	for j := range beds {
		b := &beds[j]
		added = added || b.wanted && b.at < 0
		left += boolInt(b.wanted || b.at >= 0 && !b.gone)
	}
	isSaid := slices.ContainsFunc(beds, func(b bed) bool { return b.gone && b.at >= 0 })
	switch {
	case !added && !isSaid && r.refusesStay() && slices.ContainsFunc(beds, func(b bed) bool { return b.gone }):
		r.repeats = true // there is none
		return true
	case !added && !isSaid:
		return false
	case left == 0:
		a.scope.set(&a.patch, k, true, false)
		return true
	}
	a.scope.set(&a.patch, k, a.scope.flight, true)
	a.countParts()
	a.nights = 0
	a.roomsOf(beds)
	a.writeBeds(beds)
	r.setPlacesAside()
	return true
}

// refusesElsewhere reads "no hotel in Paris" of a trip that does not sleep there, and "no hotel there" of one through
// several places: which is meant is not known, so that nothing is taken away.
func (r *reading) refusesElsewhere() bool {
	p, beds := r.onlyPlace(), r.known.beds()
	return !r.known.fresh() && slices.ContainsFunc(r.topics, func(m topicMark) bool {
		at := r.behind(m.at+1, "in", "at")
		isThere := len(r.places) == 0 && r.text(at) == "there" && len(beds) > 1
		goal := r.known.leg().Destination
		isNone := p != nil && p.from == at && at > m.at+1 && bedAt(beds, p) < 0 &&
			!isStayAt(trip.Stay{LocationCode: goal.Code, LocationHint: goal.City}, p.slept())
		return m.refused && (isThere || isNone)
	})
}

// roomsOf gives a number of rooms to the beds that are named, and to all where no others are.
func (a *assembly) roomsOf(beds []bed) {
	isOther := func(b bed) bool { return b.isKept() && !b.wanted }
	if a.rooms == 0 {
		return
	}
	if !slices.ContainsFunc(beds, isOther) {
		a.patch.lodging().Rooms = &a.rooms
		return
	}
	for j := range beds {
		if beds[j].wanted {
			beds[j].Rooms = trip.Some(a.rooms)
		}
	}
}

// tellsStars reports whether a number of stars is of one of several places to sleep, which is told: all are searched
// with one number.
func (a *assembly) tellsStars(c *countMention) bool {
	r := a.r
	isOther := func(b bed) bool {
		return b.at >= 0 &&
			!slices.ContainsFunc(r.places, func(p placeMention) bool { return isStayAt(b.Stay, p.slept()) })
	}
	beds := r.known.beds()
	isOfOne := slices.ContainsFunc(r.places, func(p placeMention) bool { return bedAt(beds, &p) >= 0 })
	isAnother := func(o countMention) bool { return o.kind == starCount && o.n != c.n }
	isBare := func(i int) bool { // "4 stars in Phuket, 3 is enough in Bangkok"
		return len(beds) > 1 && r.free(i) && r.count(i) > 0 && r.count(i) <= 5 && r.count(i) != c.n &&
			r.anyOf(i+1, "is", "are", "will", "would", "in", "at")
	}
	if !isOfOne || !slices.ContainsFunc(beds, isOther) && !slices.ContainsFunc(r.counts, isAnother) &&
		!r.some(0, len(r.toks), isBare) {
		return false
	}
	r.tell(r.phraseAround(c.from))
	return true
}

// sleeplessAt reports whether the night at token i is one for which no place to sleep is needed: "no hotel Wednesday
// night", "the last night we sleep at a friend's", "the first night no hotel".
func (r *reading) sleeplessAt(i int) bool {
	if r.hasIn(max(0, i-2), i, "first", "last", "final") {
		from, to := r.partAround(i)
		return r.some(from, to, func(k int) bool {
			return r.hostAt(k) > k || r.anyOf(k, "hotel", "hotels") && r.refused(k)
		})
	}
	return r.text(i) == "night" && slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return m.refused && m.at < i && i-m.at <= 5 && r.sameSentence(m.at, i)
	})
}

// sleepless returns the token of such a night, -1 when there is none.
func (r *reading) sleepless() int {
	for i := range r.toks {
		if r.anyOf(i, "night", "nights") && r.sleeplessAt(i) {
			return i
		}
	}
	return -1
}

// dropsNight removes the first or the last night of the stay. A night in the middle is reported as not used, because a
// stay has no gaps.
func (a *assembly) dropsNight() bool {
	r, i := a.r, a.r.sleepless()
	switch {
	case i < 0:
		return false
	case len(r.dates) != 1:
		r.tell(r.partAround(i))
		return !r.known.fresh()
	case !r.refusesStay():
		return false
	}
	stay, l := r.known.stay(), &r.known.Itinerary.Lodging
	if len(l.Stays) > 1 || stay.CheckIn == 0 || stay.CheckOut <= stay.CheckIn.AddDays(1) {
		r.tell(0, len(r.toks))
		return true
	}
	d := r.dates[0]
	if d.isBareWeekday() {
		d.day = nearest(d.day, stay.CheckOut.AddDays(-1), r.today)
	}
	var s Stay
	switch d.day {
	case stay.CheckOut.AddDays(-1):
		s.CheckOut = d.day.String()
	case stay.CheckIn:
		s.CheckIn = d.day.AddDays(1).String()
	default:
		r.tell(0, len(r.toks))
		return true
	}
	a.placeStay(s, 0)
	return true
}

// staysNamed returns the stay at a place, -1 when there is none.
func (r *reading) staysNamed(p *placeMention) int {
	return stayAt(r.known.Itinerary.Lodging.Stays, p.slept())
}

// sleepBefore adds the nights at the place from which one goes on, where that is another one than the stop: "to Tokyo
// on 26 March, home from Osaka on 4 April, 5 nights in Tokyo".
func (s *stop) sleepBefore(from *trip.Place, day trip.Date) {
	if from != nil && day > s.until {
		s.beds = append(s.beds, bed{Stay: stayOf(*from, s.until, day), at: -1, wanted: true})
	}
}

// hotelOfNights reads "a hotel for 5 nights", "a Tokyo hotel" and "only": the one place to sleep is of these nights,
// and none is wanted for others.
func (r *reading) hotelOfNights() bool {
	return r.hasAny("only", "just") || slices.ContainsFunc(r.topics, func(m topicMark) bool {
		isAt := func(p placeMention) bool { return p.to == m.at }
		return r.isLodging(m) && r.text(m.at) != "hotels" &&
			(r.anyOf(m.at+1, "for", "in", "at") || slices.ContainsFunc(r.places, isAt))
	})
}
