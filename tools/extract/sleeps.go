package extract

import (
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

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

// refusesSomeBeds reports whether the message wants no place to sleep at some of several places.
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
