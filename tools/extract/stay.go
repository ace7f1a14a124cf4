package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

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
	case a.in != nil && old.CheckOut == 0 && start < old.CheckIn && !k.seeded(old.CheckIn) && !a.r.corrects():
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
			a.scope.flight &&
			len(k.Itinerary.Lodging.Stays) == 0 { // "Siena for the last 3 nights": the others stay where they are
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
