package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

func (a *assembly) writeTripType(w flightWishes) {
	if !a.scope.flight {
		return
	}
	now := a.r.known.Itinerary.TripType
	switch {
	case a.back != nil && now != trip.MultiCity, w.roundTrip && !w.oneWay, a.r.vague != nil && a.r.vague.back:
		a.patch.TripType = trip.RoundTrip
	case w.oneWay:
		a.patch.TripType = trip.OneWay
	}
	if a.patch.TripType == now {
		a.patch.TripType = ""
	}
}

func placeOf(p *placeMention) *Place {
	out := &Place{Type: "city", Code: p.city.Code, City: cmp.Or(p.city.City, p.city.Name), Country: p.city.Country}
	if p.city.Kind == geo.KindAirport {
		out.City = p.city.Name // "Tenerife South", which says more than the city of both airports
	}
	if p.airport != "" {
		out.Type, out.Code = "airport", p.airport
	}
	if p.city.Region != "" {
		out.Region = geo.RegionName(p.city.Region)
	}
	if p.said != "" && geo.Fold(p.said) != geo.Fold(out.City) {
		out.Name = p.said
	}
	return out
}

func (a *assembly) writePlaces(w flightWishes) {
	k := a.r.known
	if a.origin != nil {
		a.patch.Origin = placeOf(a.origin)
		legs := k.Itinerary.Segments
		if n := len(legs); n > 1 && k.Itinerary.TripType == trip.MultiCity && legs[n-1].Destination == (trip.Place{}) &&
			legs[0].Origin == (trip.Place{}) { // the last leg, whose end is not known, goes home
			a.segment(n - 1).Destination = placeOf(a.origin)
		}
	}
	if a.destination != nil {
		if a.patch.Destination = placeOf(a.destination); a.goesOnFromThere() {
			a.patch.Origin = placeKnown(k.leg().Destination)
		}
	}
	if a.destination != nil || a.hotel != nil {
		a.scope.drop(messages.KeyAssumeThere)
	}
	if a.origin != nil {
		a.scope.drop(messages.KeyAssumeHome)
	}
	home, ok := geo.AirportByCode(k.home)
	if a.patch.Origin == nil && k.leg().Origin.Code == "" && a.scope.flight && ok && (w.fromHome || a.destination != nil) {
		a.patch.Origin = &Place{Type: "airport", Code: home.Code, City: home.City}
		a.patch.infer(fieldOrigin)
		a.scope.add(messages.AssumeHome{Place: home.Code}.Message())
	}
	a.goalFromStay()
}

// goesOnFromThere reads "flights from there to LA" of a trip of which no more than its goal is known: it begins there.
func (a *assembly) goesOnFromThere() bool {
	leg := a.r.known.leg()
	return a.origin == nil && leg.Origin == (trip.Place{}) && leg.Destination.Code != "" && leg.DepartDate == 0 &&
		!a.is(a.destination, leg.Destination) && a.r.has("from", "there")
}

// goalFromStay lets a flight go where the stay is when nothing else is said.
func (a *assembly) goalFromStay() {
	k := a.r.known
	if !a.scope.flight || a.destination != nil || k.leg().Destination.Code != "" {
		return
	}
	if a.goalOfStay = a.hotel; a.hotel != nil {
		if goal := *a.hotel; goal.answer.Verdict == geo.One { // a town, which may be without an airport
			a.r.settle(&goal, geo.Hints{OtherEnd: countryOf(a.origin, k.leg().Origin.Code)})
			a.goalOfStay = &goal
		}
		a.patch.Destination = placeOf(a.goalOfStay)
	} else if city, ok := k.there(); ok && a.r.pointsThere() {
		a.patch.Destination = placeOf(&placeMention{city: city})
	} else if airport, ok := geo.AirportByCode(k.stay().LocationCode); ok && k.stayOnly() {
		a.patch.Destination = &Place{Type: "city", Code: airport.Code, City: airport.City}
	} else {
		return
	}
	a.patch.infer(fieldDestination)
}

func (a *assembly) writeDates() {
	start := a.departure()
	if a.isBackBy() {
		a.back, a.r.repeats = nil, true
	}
	if a.depart != nil {
		a.patch.dates().DepartureDate = start.String()
	}
	if a.back != nil && !a.writeLastLeg() {
		a.patch.dates().ReturnDate = relativeTo(a.back, a.firstDay()).String()
	}
	first := a.r.known.leg().DepartDate
	if a.depart != nil && a.back == nil && a.r.known.returnDate() == 0 && start < first &&
		a.r.known.Itinerary.TripType == trip.RoundTrip && !a.r.corrects() && !a.r.hasAny("departure") {
		a.patch.dates().ReturnDate = first.String() // the day that was taken for the way out is the way back
		a.patch.infer(fieldReturnDate)
	}
	a.backAfterNights(start)
	a.datesOfStay()
}

// datesOfStay lets the journey to a stay that is known, of which only now is said where it begins, have the days of the
// stay.
func (a *assembly) datesOfStay() {
	k := a.r.known
	stay := k.stay()
	if !k.stayOnly() || !a.scope.flight || a.origin == nil ||
		!a.r.setsOutOnly() && !a.r.hasAny("same", "back", "return") || len(a.r.dates) > 0 || a.r.vague != nil ||
		len(k.Itinerary.Lodging.Stays) > 1 || stay.CheckIn == 0 || stay.CheckOut <= stay.CheckIn {
		return
	}
	d := a.patch.dates()
	d.DepartureDate, d.ReturnDate = stay.CheckIn.String(), stay.CheckOut.String()
	a.patch.TripType = trip.RoundTrip
	a.patch.infer(fieldReturnDate)
}

// isBackBy reads "she needs to be back by Thursday" of a trip that ends before: so it does already.
func (a *assembly) isBackBy() bool {
	d, known := a.back, a.r.known.returnDate()
	return d != nil && a.depart == nil && known != 0 && known <= d.day &&
		a.r.hasIn(max(0, d.from-2), d.from, "by", "before")
}

// backTheSameDay takes a journey that ends on the day on which it begins for one without a place to sleep, unless one
// is asked for.
func (a *assembly) backTheSameDay() {
	if d := a.patch.Dates; d == nil || d.ReturnDate == "" || d.ReturnDate != a.departure().String() || !a.scope.stay ||
		a.r.wants(hotelTopic) {
		return
	}
	a.scope.set(&a.patch, a.r.known, true, false)
}

// writeLastLeg gives the way back of a trip of several legs its day: it is the last leg, where that goes home.
func (a *assembly) writeLastLeg() bool {
	legs := a.r.known.Itinerary.Segments
	n := len(legs)
	if _, named := a.namedLeg(); named || a.r.known.Itinerary.TripType != trip.MultiCity || n < 2 || !goesHome(legs) {
		return false
	}
	a.segment(n - 1).DepartDate = a.dayOfLeg(a.back, n-1).String()
	return true
}

// corrects reports whether the message takes something back.
func (r *reading) corrects() bool {
	return r.hasAny(class("no")...) || r.hasAny("instead", "actually", "change", "wrong", "sorry", "rather", "correct",
		"correction", "mistake", "meant")
}

// ofPlaceToSleep reports whether the nights of the message are those of a place to sleep alone.
func (a *assembly) ofPlaceToSleep() bool {
	return a.slept && a.r.hasAny("hotel", "hotels", "house", "houses", "room", "rooms", "reservation")
}

// backAfterNights lets a trip of so many nights ("a trip to Rome for a week") end with a flight back, also when its
// first day is said later.
func (a *assembly) backAfterNights(start trip.Date) {
	k := a.r.known
	oneWay := a.patch.TripType == trip.OneWay || a.patch.TripType == "" && k.Itinerary.TripType == trip.OneWay
	n := a.nights
	switch {
	case a.last, a.ofPlaceToSleep(), k.leg().DepartDate != 0 && find(k.targets(), outField) != nil:
		n = 0 // "the last 2 nights"; or only the end of the stay is asked for
	case n == 0 && a.depart != nil && k.leg().DepartDate == 0:
		n = k.tripNights()
	}
	if n == 0 || a.back != nil || start == 0 || k.returnDate() != 0 && !a.lastsAnew() || !a.scope.flight || oneWay ||
		a.r.known.Itinerary.TripType == trip.MultiCity {
		return
	}
	if k.Itinerary.TripType != trip.RoundTrip {
		a.patch.TripType = trip.RoundTrip
	}
	a.patch.dates().ReturnDate = start.AddDays(int(n)).String()
	a.patch.infer(fieldReturnDate)
}

// lastsAnew reports whether the message says anew how many nights the whole trip has: "ten nights rather than
// fourteen", where the fourteen gave the day of the flight back, and "two weeks instead".
func (a *assembly) lastsAnew() bool {
	k := a.r.known
	first, back := k.leg().DepartDate, k.returnDate()
	if a.nights == 0 || a.nights == k.tripNights() || first == 0 || back < first || !k.roundTrip() ||
		len(k.Itinerary.Segments) != 2 {
		return false
	}
	wasNights := k.tripNights() > 0 && int64(first.DaysUntil(back)) == k.tripNights()
	spans := k.needsLodging() && k.stay().CheckIn == first && k.stay().CheckOut == back && !a.r.namesLodging() &&
		!k.assumes(messages.KeyAssumeStayFocus) && len(a.r.places) == 0
	p := a.r.onlyPlace()
	isThere := len(a.r.places) == 0 || p != nil && a.is(p, k.leg().Destination)
	isFlown := !a.scope.stay && !a.some && len(a.r.dates) == 0 && isThere
	return !a.r.speaksOfStayOnly() && (wasNights || spans || isFlown || a.r.has("make", "it") ||
		a.r.hasAny("instead", "total", "altogether", "overall"))
}

// firstDay is the day of departure, or the first of those of which one is meant; 0 when none is known.
func (a *assembly) firstDay() trip.Date {
	if v := a.r.vague; v != nil && v.either && !v.back {
		return v.days[0]
	}
	return a.departure()
}

// departure is the day on which the trip begins; 0 when it is not known.
func (a *assembly) departure() trip.Date {
	if a.depart != nil {
		return a.depart.day
	}
	return a.r.known.leg().DepartDate
}

// before is the trip as it stood before the last message, where that changed it; nil where it did not.
func (k *known) before() *known {
	n := len(k.UndoStack)
	if n == 0 || k.UndoStack[n-1].Turn != k.Turn.Number-1 {
		return nil
	}
	was := known{Intent: k.Intent}
	k.UndoStack[n-1].PutInto(&was.Intent)
	return &was
}

// lastReturn reports whether the last message changed when one comes back, and not when one leaves.
func (k *known) lastReturn() bool {
	was := k.before()
	isSame := func(leg int) bool {
		var days [2]trip.Segment
		for i, legs := range [...][]trip.Segment{k.Itinerary.Segments, was.Itinerary.Segments} {
			if leg < len(legs) {
				days[i] = legs[leg]
			}
		}
		return days[0].DepartDate == days[1].DepartDate && days[0].Alternatives.Equal(days[1].Alternatives) &&
			days[0].DepartBetween == days[1].DepartBetween
	}
	return was != nil && k.roundTrip() && k.leg().DepartDate != 0 && isSame(0) && !isSame(1)
}

// askedOfReturn reports whether the last message spoke of the way back alone, and named no day: "how much is the flight
// back?"
func (r *reading) askedOfReturn() bool {
	before := r.messageBefore()
	says := func(is func(i int) bool) bool { return before.some(0, len(before.toks), is) }
	return r.known.roundTrip() && says(func(i int) bool { return before.wayAt(i) == returnRole }) &&
		!says(func(i int) bool {
			return before.wayAt(i) == departRole || before.endsDay(i) || before.toks[i].kind == number
		})
}

// fitsReturn reports whether a day may be one on which the known trip ends.
func (r *reading) fitsReturn(d *dateMention) bool {
	day, start := d.day, r.known.leg().DepartDate
	if d.dayOnly && d.noYear {
		day = nextDay(start.AddDays(1), day.Day())
	}
	return start < day && start.DaysUntil(day) < maxRangeNights
}

// maxRangeNights is how long after the way out a day may be that is taken for one to come back on.
const maxRangeNights = 25

// goesOnWithReturn reads "Tuesday, to be exact" behind "until Monday": what is said of a day goes on with the end of
// the journey that was spoken of last.
func (a *assembly) goesOnWithReturn(d *dateMention) bool {
	return len(a.r.dates) == 1 && (d.isBareWeekday() || a.r.fitsReturn(d)) && !a.r.speaksOf(hotelTopic) &&
		(a.r.known.lastReturn() || a.r.askedOfReturn())
}

// movesBothWays reads a day for both flights, "both flights on the 14th", and a later day for a trip that comes back on
// the day on which it leaves. The day is settled then.
func (a *assembly) movesBothWays(d *dateMention) bool {
	r, out, back := a.r, a.r.known.leg().DepartDate, a.r.known.returnDate()
	saysBoth := r.bothWays(0, len(r.toks)) >= 0
	day := *d
	if a.inMonthOf(&day, out); d.isBareWeekday() {
		day.day = nearest(d.day, out, r.today)
	}
	isBoth := saysBoth && d.role != asideRole ||
		out == back && (d.role == noRole || d.role == departRole && day.day > back)
	if !a.scope.flight || out == 0 || len(r.dates) != 1 || !isBoth || r.speaksOf(hotelTopic) {
		return false
	}
	d.day, d.dayOnly, d.noYear = day.day, false, false
	return true
}

// asksInstead asks for the new value of something that shall be changed: "I need to change the date".
func (a *assembly) asksInstead() {
	if len(a.questions) > 0 || !a.patch.isZero() {
		return
	}
	if about, text := a.newValue(a.r.toChange()); about != "" {
		a.r.note(0, len(a.r.toks), byAct)
		a.questions = append(a.questions, Question{About: about, Text: text})
	}
}

// toChange is what shall be changed of a trip that is known, where the message says no more than that; empty where it
// says something else.
func (r *reading) toChange() string {
	k, c := r.known, r.whole()
	if k.fresh() || k.askKind() == "" || len(r.acts)+len(r.dates)+len(r.places)+len(r.counts) > 0 || r.shift != nil ||
		r.vague != nil || !c.has("change", "changing", "modify", "update", "adjust", "switch", "edit", "alter",
		"different", "another", "other", "new", "wrong") {
		return ""
	}
	of, _, _ := r.readBy(askForms["?changeable"], c)
	return of.What
}

// newValue is where the new value stands, and the question for it.
func (a *assembly) newValue(what string) (about, text string) {
	k := a.r.known
	leg := k.leg()
	switch {
	case what == "people":
		return adultsPath, a.r.say("people")
	case !a.scope.flight && what == "depart" && k.stay().CheckIn != 0:
		return a.pathOf(checkInRole),
			a.r.say("check_in_instead", "day", a.r.labelOfDay(k.stay().CheckIn))
	case what == "depart" && leg.DepartDate != 0:
		return departPath, a.r.say("depart_instead", "day", a.r.labelOfDay(leg.DepartDate))
	case what == "return" && k.returnDate() != 0:
		return returnPath, a.r.say("return_instead", "day", a.r.labelOfDay(k.returnDate()))
	case what == "origin" && leg.Origin.City != "":
		return originPath, a.r.say("origin_instead", "city", leg.Origin.City)
	case what == "destination" && leg.Destination.City != "":
		return goalPath, a.r.say("destination_instead", "city", leg.Destination.City)
	}
	return "", ""
}

// asksMonth reports whether the month at token i is another time for a trip that is known: "what about March?", "let's
// do October".
func (r *reading) asksMonth(i int) bool {
	if len(r.known.days()) == 0 && !r.known.assumes(messages.KeyAssumeWhen) || r.count(i+1) > 0 || r.count(i-1) > 0 {
		return false
	}
	return r.anyOf(i-1, "about", "do", "try", "prefer", "rather", "it", "or", "make", "then") ||
		is("not", r.text(i-1)) || r.wordCount() <= 5 && !slices.Contains([]string{"may", "march", "mar", "jan"},
		r.text(i))
}
