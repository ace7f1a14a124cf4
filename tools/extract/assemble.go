package extract

import (
	"fmt"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// assembly collects what one message changes. The fields hold what was said, by its part.
type assembly struct {
	r     *reading
	patch TripPatch
	scope scope

	origin, destination, hotel *placeMention
	depart, back, in, out      *dateMention
	nights                     int64
	rooms                      int64
}

// assemble turns mentions with their parts into the patch.
func (r *reading) assemble(w flightWishes) *assembly {
	a := &assembly{r: r}
	a.scope = r.settleScope(&a.patch)
	if legs := r.chain(w); legs != nil && a.scope.flight {
		a.countParts()
		a.writeLegs(legs)
		return a
	}
	a.placeParts()
	a.dateParts()
	a.countParts()
	a.writeTripType(w)
	a.writePlaces(w)
	a.writeDates()
	a.writeNamedLeg()
	a.writeStay()
	return a
}

// placeParts settles the places that the words around them left open.
func (a *assembly) placeParts() {
	for k := range a.r.places {
		p := &a.r.places[k]
		hotel := a.r.topicOf(p.from) == hotelTopic
		if p.named && hotel && a.knowsWhere() {
			continue
		}
		switch p.role {
		case originRole:
			if a.scope.flight {
				a.origin = p
			}
		case homeRole:
			if a.origin == nil && a.scope.flight && a.r.known.leg().Origin.Code == "" {
				a.origin = p
			}
		case destinationRole:
			a.goal(p, hotel)
		case insideRole:
			if hotel || !a.scope.flight {
				a.hotel = p
			} else {
				a.goal(p, false)
			}
		case noRole:
			a.openPlace(p, hotel)
		case viaRole, departRole, returnRole, checkInRole, checkOutRole:
		}
	}
}

// knowsWhere reports whether it is known where the person sleeps, so that the place in a hotel's
// name adds nothing.
func (a *assembly) knowsWhere() bool {
	k := a.r.known
	_, there := k.there()
	return there && a.r.pointsThere() || a.hotel != nil || a.destination != nil || k.stay().LocationCode != "" || k.leg().Destination.Code != ""
}

// pointsThere reports whether the message refers to a place by a word: "a hotel there".
func (r *reading) pointsThere() bool {
	for i := range r.toks {
		if r.text(i) == "there" && !r.anyOf(i+1, "are", "is", "will", "were", "was", "should", "would", "and") {
			return true
		}
	}
	return r.has("that", "area") || r.has("that", "city") || r.has("that", "place") || r.has("same", "city") || r.has("that", "location")
}

// goal is a place that the person goes to: the flight's destination, or where the hotel is.
func (a *assembly) goal(p *placeMention, hotel bool) {
	switch {
	case !a.scope.flight:
		a.hotel = p
	case hotel && a.r.known.leg().Destination.Code != "" && !a.r.speaksOf(flightTopic):
		a.hotel = p
	default:
		a.destination = p
	}
}

// openPlace fills what is missing: the destination first, as people name it first.
func (a *assembly) openPlace(p *placeMention, hotel bool) {
	leg := a.r.known.leg()
	switch {
	case !p.sure && a.r.wordCount() > 4:
	case !a.scope.flight, hotel && leg.Destination.Code != "":
		a.hotel = p
	case a.destination == nil && leg.Destination.Code == "":
		a.destination = p
	case a.origin == nil && leg.Origin.Code == "":
		a.origin = p
	}
}

// dateParts settles the days that the words around them left open: what is missing is meant.
func (a *assembly) dateParts() {
	for k := range a.r.dates {
		d := &a.r.dates[k]
		switch d.role {
		case departRole:
			a.depart = d
		case returnRole:
			a.back = d
		case checkInRole:
			a.in = d
		case checkOutRole:
			a.out = d
		case noRole:
			a.openDate(d)
		case originRole, destinationRole, insideRole, homeRole, viaRole:
		}
	}
	stay := a.r.known.stay()
	a.inMonthOf(a.depart, trip.Date(a.r.known.leg().DepartDate))
	a.inMonthOf(a.back, a.r.known.returnDate())
	a.inMonthOf(a.in, trip.Date(stay.CheckIn))
	a.inMonthOf(a.out, trip.Date(stay.CheckOut))
}

// inMonthOf moves a day that was said without its month ("the 4th instead") to the month of the
// day that it replaces, if that is not in the past.
func (a *assembly) inMonthOf(d *dateMention, old trip.Date) {
	if d == nil || old == 0 || !d.dayOnly || !d.noYear {
		return
	}
	if day := trip.NewDate(old.Year(), old.Month(), d.day.Day()); day != 0 && day >= a.r.today {
		d.day = day
	}
}

func (a *assembly) openDate(d *dateMention) {
	k := a.r.known
	if a.r.topicOf(d.from) == hotelTopic && !a.r.wholeTrip() || !a.scope.flight {
		stay := k.stay()
		byNights := a.nights > 0 || k.nights() > 0
		switch {
		case a.in == nil && (stay.CheckIn == 0 || k.seeded(stay.CheckIn) || byNights || stay.CheckOut == 0 && a.r.text(0) == "no"):
			a.in = d
		case a.out == nil && (stay.CheckOut == 0 || a.in == nil):
			a.out = d
		}
		return
	}
	switch {
	case a.depart == nil && k.leg().DepartDate == 0:
		a.depart = d
	case a.back == nil && k.returnDate() == 0:
		a.back = d
	case a.depart == nil:
		a.depart = d
	}
}

// seeded reports whether a check-in is only the travel date that the engine copied: the person
// has not said it.
func (k *known) seeded(checkIn day) bool {
	return len(k.Itinerary.Lodging.Stays) == 0 && !k.stayOnly() && checkIn == k.leg().DepartDate
}

func (a *assembly) countParts() {
	p := a.r.people()
	for _, c := range a.r.counts {
		switch c.kind {
		case roomCount:
			a.rooms = c.n
		case nightCount:
			a.nights = c.n
		case starCount:
			a.patch.lodging().HotelStarMin = &c.n
		case noCount, adultCount, childCount, infantCount, stopCount:
		}
	}
	if p.adults < 0 && len(a.r.counts) == 0 {
		if n, at := a.r.bareNumber(); at >= 0 {
			a.bareCount(&p, n, at)
		}
	}
	a.writePeople(p)
}

// bareCount gives a number that stands alone to what is missing.
func (a *assembly) bareCount(p *party, n int64, at int) {
	hotel := a.r.topicOf(at) == hotelTopic || !a.scope.flight
	if hotel && a.r.known.Party.Travelers.Adults > 0 {
		a.rooms = n
		return
	}
	p.adults = n
}

func (a *assembly) writePeople(p party) {
	if p.adults < 0 && p.children < 0 && p.infants < 0 {
		return
	}
	a.patch.Travelers = &Travelers{}
	for _, f := range [...]struct {
		n  int64
		to **int64
	}{{p.adults, &a.patch.Travelers.Adults}, {p.children, &a.patch.Travelers.Children}, {p.infants, &a.patch.Travelers.Infants}} {
		if f.n >= 0 {
			n := min(f.n, trip.MaxTravelers)
			*f.to = &n
		}
	}
}

func (a *assembly) writeTripType(w flightWishes) {
	if !a.scope.flight {
		return
	}
	now := a.r.known.Itinerary.TripType
	switch {
	case a.back != nil && now != trip.MultiCity, w.roundTrip && !w.oneWay:
		a.patch.TripType = trip.RoundTrip
	case w.oneWay:
		a.patch.TripType = trip.OneWay
	}
	if a.patch.TripType == now {
		a.patch.TripType = ""
	}
}

func placeOf(p *placeMention) *Place {
	if p.airport != "" {
		return &Place{Type: "airport", Code: p.airport, City: p.city.Name}
	}
	return &Place{Type: "city", Code: p.city.MainAirport, City: p.city.Name}
}

func (a *assembly) writePlaces(w flightWishes) {
	k := a.r.known
	if a.origin != nil {
		a.patch.Origin = placeOf(a.origin)
	}
	if a.destination != nil {
		a.patch.Destination = placeOf(a.destination)
	}
	if a.destination != nil || a.hotel != nil {
		a.scope.dropPrefix(therePrefix)
	}
	a.scope.dropHome(a.origin != nil)
	home, ok := geo.AirportByCode(k.home)
	if a.origin == nil && k.leg().Origin.Code == "" && a.scope.flight && ok && (w.fromHome || a.destination != nil) {
		a.patch.Origin = &Place{Type: "airport", Code: home.Code, City: home.City}
		a.patch.infer(fieldOrigin)
		a.scope.add(fmt.Sprintf(assumeHome, home.Code))
	}
	a.goalFromStay()
}

func (s *scope) dropHome(said bool) {
	if said {
		s.dropPrefix(homePrefix)
	}
}

// goalFromStay lets a flight go where the stay is when nothing else is said.
func (a *assembly) goalFromStay() {
	k := a.r.known
	if !a.scope.flight || a.destination != nil || k.leg().Destination.Code != "" {
		return
	}
	if a.hotel != nil {
		a.patch.Destination = placeOf(a.hotel)
		a.patch.infer(fieldDestination)
		return
	}
	if city, ok := k.there(); ok && a.r.pointsThere() {
		a.patch.Destination = placeOf(&placeMention{city: city})
		a.patch.infer(fieldDestination)
		return
	}
	if airport, ok := geo.AirportByCode(k.stay().LocationCode); ok && k.stayOnly() {
		a.patch.Destination = &Place{Type: "city", Code: airport.Code, City: airport.City}
		a.patch.infer(fieldDestination)
	}
}

func (a *assembly) writeDates() {
	start := a.departure()
	if a.depart != nil {
		a.patch.dates().DepartureDate = start.String()
	}
	if a.back != nil {
		a.patch.dates().ReturnDate = relativeTo(a.back, start).String()
	}
	a.backAfterNights(start)
}

// backAfterNights lets a trip of so many nights ("a trip to Rome for a week") end with a flight back.
func (a *assembly) backAfterNights(start trip.Date) {
	k := a.r.known
	oneWay := a.patch.TripType == trip.OneWay || a.patch.TripType == "" && k.Itinerary.TripType == trip.OneWay
	lodging := a.r.hasAny("hotel", "hotels", "house", "houses", "room", "rooms", "reservation")
	if a.nights == 0 || a.back != nil || start == 0 || k.returnDate() != 0 || !a.scope.flight || oneWay || lodging || a.r.known.Itinerary.TripType == trip.MultiCity {
		return
	}
	a.patch.TripType = trip.RoundTrip
	a.patch.dates().ReturnDate = start.AddDays(int(a.nights)).String()
	a.patch.infer(fieldReturnDate)
}

// writeStay writes what was said of the place to sleep: into the stay where there is one or a
// place of its own was named, else into the lodging, which follows the first leg's destination.
func (a *assembly) writeStay() {
	if !a.scope.stay {
		return
	}
	k, s := a.r.known, Stay{}
	old := k.stay()
	if a.hotel != nil {
		s.LocationCode, s.LocationHint = a.hotel.city.MainAirport, a.hotel.city.Name
		if a.hotel.airport != "" {
			s.LocationCode = a.hotel.airport
		}
	}
	if city, ok := k.there(); ok && a.hotel == nil && !a.scope.flight && old.LocationCode == "" && a.r.pointsThere() {
		s.LocationCode, s.LocationHint = city.MainAirport, city.Name
		a.patch.infer(fieldHotelCity)
	}
	start := trip.Date(old.CheckIn)
	if a.in != nil {
		start = a.in.day
		s.CheckIn = start.String()
	}
	if a.out != nil {
		s.CheckOut = relativeTo(a.out, start).String()
	}
	a.writeNights(&s, start)
	a.placeStay(s)
}

// writeNights computes the day of check-out of a stay that was given by its nights. Nights
// without a first day are kept as an assumption until it is known.
func (a *assembly) writeNights(s *Stay, start trip.Date) {
	n := a.nights
	s.Nights = n
	if a.out != nil {
		a.scope.dropPrefix(nightsPrefix)
		return
	}
	if n == 0 && a.in != nil {
		n = a.r.known.nights()
	}
	if n == 0 {
		return
	}
	if text := fmt.Sprintf(assumeNights, n); !a.r.known.assumes(text) {
		a.scope.dropPrefix(nightsPrefix)
		a.scope.add(text)
	}
	if start == 0 && a.scope.flight {
		start = a.departure()
	}
	if start != 0 {
		s.CheckOut = start.AddDays(int(n)).String()
		a.patch.infer(fieldCheckOut)
	}
}

// departure is the day on which the trip begins; 0 when it is not known.
func (a *assembly) departure() trip.Date {
	if a.depart != nil {
		return a.depart.day
	}
	return trip.Date(a.r.known.leg().DepartDate)
}

func (a *assembly) placeStay(s Stay) {
	k := a.r.known
	if a.rooms > 0 {
		a.patch.lodging().Rooms = &a.rooms
	}
	said := s != Stay{}
	ownPlace := a.hotel != nil && !a.atDestination(s.LocationCode)
	if said && (!a.scope.flight || len(k.Itinerary.Lodging.Stays) > 0 || ownPlace) {
		a.completeStay(&s)
		if a.rooms > 0 && k.stay().Rooms != nil {
			s.Rooms = &a.rooms
		}
		a.patch.Stays = []Stay{s}
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
	if s.CheckIn == "" && old.CheckIn != 0 {
		s.CheckIn = trip.Date(old.CheckIn).String()
		a.patch.infer(fieldCheckIn)
	}
	if s.CheckOut == "" && old.CheckOut != 0 {
		s.CheckOut = trip.Date(old.CheckOut).String()
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
