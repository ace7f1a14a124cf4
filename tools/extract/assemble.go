package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// assembly collects what one message changes. The fields hold what was said, by its part.
type assembly struct {
	r     *reading
	patch TripPatch
	scope scope

	origin, destination, hotel *placeMention
	legs                       []legMention
	stayAt                     int           // the stay whose place was asked for
	extra                      []placeAsked  // places of later legs
	goalOfStay                 *placeMention // where the flight goes, where only the stay tells it
	questions                  []Question
	apart                      []placesApart // of which one is to be chosen
	clears                     []string
	uncounted                  string // companions without a number
	kids                       bool   // children come, nobody said how many
	minor                      bool   // a child travels without an adult
	left                       bool   // it was not said who stays at home
	depart, back, in, out      *dateMention
	nights                     int64
	slept                      bool // the nights were said of the place to sleep
	some                       bool // the nights are some of those of the trip
	last                       bool // they are the last ones of the trip
	rooms                      int64
}

// assemble turns mentions with their parts into the patch.
func (r *reading) assemble(w flightWishes) *assembly {
	a := &assembly{r: r}
	a.scope = r.settleScope(&a.patch)
	a.waysElsewhere()
	a.namesLegs()
	a.findLeg()
	a.answer()
	if a.readsStops() {
		return a
	}
	if legs, home := r.chain(w); legs != nil && a.scope.flight {
		a.countParts()
		a.nights = 0
		if a.repeatsLegs(legs) {
			return a
		}
		a.legs = legs
		a.settlePlaces()
		a.writeLegs(home, w.oneWay)
		a.keepNights()
		return a
	}
	if !a.returnsElsewhere() {
		a.endsElsewhere()
	}
	a.replace()
	a.placeParts()
	a.settlePlaces()
	a.dateParts()
	a.fliesBack()
	a.leavesGoal()
	a.countParts()
	a.writeTripType(w)
	a.writePlaces(w)
	a.writeDates()
	a.backTheSameDay()
	a.writeNamedLeg()
	a.writeStay()
	a.writeShift()
	a.followStops()
	return a
}

// readsStops reads a message that changes the stops of a known trip, or where it sleeps, and nothing else.
func (a *assembly) readsStops() bool {
	return !a.scope.flight && (a.addsStay() || a.splitsStay() || a.staysListed()) || a.nightsOfStops() || a.keepsOnly() ||
		a.goesAlone() ||
		a.splitsStay() || a.sleepsAtStops() || a.dropsStop() || a.dropsNight() || a.dropsLeg() || a.swapsPlaces() ||
		a.changesStop() || a.addStop() || a.sleepsElsewhere() || a.asksUntil()
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
			if hotel && !a.r.goesElsewhere(p) || !a.scope.flight {
				a.hotel = p
			} else {
				a.goal(p, false)
			}
		case noRole:
			a.openPlace(p, hotel)
		case asideRole, departRole, returnRole, checkInRole, checkOutRole:
		}
	}
}

// knowsWhere reports whether it is known where the person sleeps, so that the place in a hotel's
// name adds nothing.
func (a *assembly) knowsWhere() bool {
	k := a.r.known
	_, there := k.there()
	return there && a.r.pointsThere() || a.hotel != nil || a.destination != nil || k.stay().LocationCode != "" ||
		k.leg().Destination.Code != ""
}

// pointsThere reports whether the message refers to a place by a word: "a hotel there".
func (r *reading) pointsThere() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		return r.text(i) == "there" && !r.anyOf(i+1, "are", "is", "will", "were", "was", "should", "would", "and")
	}) || r.has("that", "area") || r.has("that", "city") || r.has("that", "place") || r.has("same", "city") ||
		r.has("that", "location")
}

// goal is a place that the person goes to: the flight's destination, or where the hotel is.
func (a *assembly) goal(p *placeMention, hotel bool) {
	_, named := a.namedLeg()
	switch {
	case a.onTheWay(p) && !named: // it is a goal of the trip already, and not the first one
	case !a.scope.flight:
		a.hotel = p
	case hotel && a.r.known.leg().Destination.Code != "" && !a.r.speaksOf(flightTopic) && !a.r.setsOutBefore(0, p.from) &&
		!a.r.goesElsewhere(p):
		a.hotel = p
	default:
		a.destination = p
	}
}

// goesElsewhere reads "could we go to Budapest instead" and "make it Corfu", which change where the trip goes and name
// no place to sleep.
func (r *reading) goesElsewhere(p *placeMention) bool {
	from, to := r.partOfWay(p.from, p.to)
	if slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return m.topic == hotelTopic && m.at >= from && m.at < to && !r.anyOf(m.at, "night", "nights")
	}) {
		return false
	}
	if stays := r.known.Itinerary.Lodging.Stays; len(stays) == 0 && r.swaps(p) {
		return true
	}
	return r.corrects() && r.text(p.from-1) == "to" &&
		r.anyOf(p.from-2, "go", "going", "travel", "fly", "it", "destination", "trip")
}

// openPlace uses a place without a clear part for a missing value: the destination before the origin, because people
// name it first.
func (a *assembly) openPlace(p *placeMention, hotel bool) {
	leg := a.r.known.leg()
	switch {
	case !p.sure && a.r.wordCount() > 4:
	case !a.scope.flight, hotel && leg.Destination.Code != "":
		a.hotel = p
	case a.destination == nil && leg.Destination.Code == "":
		a.destination = p
	case a.origin == nil && leg.Origin.Code == "" && !(a.r.known.fresh() && a.destination != nil && a.r.swaps(p)):
		a.origin = p // but not Milan of "to Rome, or rather Milan"
	}
}

// dateParts assigns the days that have no part yet: they fill the missing dates.
func (a *assembly) dateParts() {
	for k := range a.r.dates {
		if d := &a.r.dates[k]; a.movesBothWays(d) {
			a.depart, a.back = d, &dateMention{from: d.from, to: d.to, day: d.day}
		} else {
			a.saidDate(d)
		}
	}
	for k := range a.r.dates {
		if d := &a.r.dates[k]; d.role == noRole && a.depart != d {
			a.openDate(d)
		}
	}
	a.daysOfJourney()
	if a.back != nil && a.depart == nil && a.scope.flight && a.r.known.leg().DepartDate == 0 &&
		(a.r.has("there", "and", "back", "on") || a.r.has("back", "the", "same", "day")) {
		a.depart = a.back
	}
	if d := a.depart; d != nil && a.back == nil && a.scope.flight && a.r.known.leg().DepartDate == 0 && a.r.dayTrip() &&
		!a.r.tellsNights() {
		a.back = &dateMention{from: d.from, to: d.to, day: d.day}
	}
	stay := a.r.known.stay()
	a.inMonthOf(a.depart, a.r.known.leg().DepartDate)
	a.inMonthOf(a.back, a.r.known.returnDate())
	a.inMonthOf(a.in, stay.CheckIn)
	if out := a.departure(); a.in != nil && stay.CheckIn == 0 && out != 0 {
		a.in.day = relativeTo(a.in, out.AddDays(-nearRange*boolInt(a.in.noYear)-1))
	}
	a.inMonthOf(a.out, stay.CheckOut)
	a.weekdayBeside(a.depart, a.back, a.r.known.leg().DepartDate, a.r.known.returnDate(), 0)
	a.weekdayBeside(a.in, a.out, stay.CheckIn, stay.CheckOut, a.departure())
}

// daysOfJourney takes the first and last day of a stay for the days of travel, if no hotel was mentioned and the days
// of travel are not known yet: "10 nights in Lisbon, starting June 5".
func (a *assembly) daysOfJourney() {
	r, k := a.r, a.r.known
	if a.in == nil || a.depart != nil || !a.scope.flight || k.leg().DepartDate != 0 || k.stay().CheckIn != 0 ||
		r.roomBefore(a.in.from) || k.assumes(messages.KeyAssumeStayFocus) ||
		slices.ContainsFunc(r.cues, func(c cue) bool { return c.kind == checkInCue || c.kind == checkOutCue }) {
		return
	}
	a.depart, a.in = a.in, nil
	if a.back == nil && a.out != nil {
		a.back, a.out = a.out, nil
	}
}

// saidDate assigns a day whose part is known. If no flight is wanted, the days of departure and return are those of
// check-in and check-out.
func (a *assembly) saidDate(d *dateMention) {
	switch d.role {
	case departRole, checkInRole:
		if d.role == checkInRole || !a.scope.flight {
			a.in = d
		} else {
			a.depart = d
		}
	case returnRole, checkOutRole:
		if d.role == checkOutRole || !a.scope.flight {
			a.out = d
		} else {
			a.back = d
		}
	case noRole, originRole, destinationRole, insideRole, homeRole, asideRole:
	}
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

// openDate uses a day without a part for a missing date.
func (a *assembly) openDate(d *dateMention) {
	k := a.r.known
	_, ofLeg := a.namedLeg()
	if a.scope.flight && a.asksOfReturn(d) {
		d.day, a.back = k.returnDate(), d
		return
	}
	if a.scope.flight && (a.isLaterReturn(d) || a.goesOnWithReturn(d)) {
		a.back = d
		return
	}
	isBooked := a.r.bookedFor(a.r.before(d.from-1, "the")) && a.r.topicOf(d.from) != hotelTopic
	if a.scope.flight && a.depart == nil && (ofLeg || a.saysAnew() || isBooked) {
		a.depart = d
		return
	}
	if a.beginsBoth(d) {
		a.depart = d
		if !k.seeded(k.stay().CheckIn) {
			a.in = d // a check-in that was only copied follows by itself
		}
		return
	}
	if a.r.topicOf(d.from) == hotelTopic && (!a.r.wholeTrip() || a.r.ofHotel(d)) && !a.comesBackFrom(d) ||
		!a.scope.flight {
		stay := k.stay()
		byNights := a.r.tellsNights() || k.nights() > 0
		isAnew := a.r.corrects() || slices.ContainsFunc(a.r.claims, func(c Claim) bool { return c.Slot == byAnew.slot })
		isFirst := isAnew && a.daysFrom(stay.CheckIn, d) < a.daysFrom(stay.CheckOut, d)
		switch {
		case a.in == nil && (a.r.beginsOn(d) || stay.CheckIn == 0 || stay.CheckOut == 0 && d.day <= stay.CheckIn ||
			k.seeded(stay.CheckIn) || isFirst ||
			byNights || stay.CheckOut == 0 && a.r.anyOf(0, class("no")...)):
			a.in = d
		case a.out == nil && (stay.CheckOut == 0 || a.in == nil):
			a.out = d
		}
		return
	}
	switch {
	case a.depart == nil && (k.leg().DepartDate == 0 || k.leg().DepartDate == d.day):
		a.depart = d
	case a.depart == nil && k.returnDate() == 0 && (d.day < k.leg().DepartDate || a.r.saysOtherDay(d)):
		a.depart = d
	case a.back == nil && k.returnDate() == 0 && !a.r.oneWay():
		a.back = d
	case a.depart == nil:
		a.depart = d
	case a.back == nil && d.day > a.depart.day && !a.r.oneWay():
		a.back = d
	}
}

// daysFrom is by how many days a day of the message differs from one that is known, in whose month it is where
// none was said.
func (a *assembly) daysFrom(known trip.Date, d *dateMention) int {
	if known == 0 {
		return maxNights
	}
	day := *d
	a.inMonthOf(&day, known)
	days := known.DaysUntil(day.day)
	return max(days, -days)
}

// saysOtherDay reports whether a day stands in the place of the one that is known: "make it the 6th", "the 6th
// instead", and, while flights of that day are on offer, "what about the 6th?". "On the 6th" alone is a day more.
func (r *reading) saysOtherDay(d *dateMention) bool {
	at := r.before(d.from-1, "the", "on", "to", "for")
	beside := 0
	for i, t := range r.toks {
		if t.kind == word && (i < d.from || i >= d.to) && !r.anyOf(i, "the", "on", "for", "please", "and") {
			beside++
		}
	}
	isChanged := r.anyOf(at, "it", "that", "them", "flight", "date", "departure") && r.changes(at)
	isMore := beside <= 1 && !r.asks(r.toks[d.from].sentence)
	return r.corrects() || r.hasAny("oops") || isChanged || r.known.offered() && !isMore
}

// comesBackFrom reports whether a day is followed by the one of the way back, while none is known on which the journey
// begins: "to Zurich next Tuesday, back Thursday, with a hotel".
func (a *assembly) comesBackFrom(d *dateMention) bool {
	return a.r.known.leg().DepartDate == 0 && a.depart == nil && !a.r.ofHotel(d) &&
		slices.ContainsFunc(a.r.dates, func(o dateMention) bool { return o.role == returnRole && o.from > d.from })
}

// asksOfReturn reports whether a day only names the known day of return in a question: "the earliest on Sunday?" of a
// trip that comes back on a Sunday.
func (a *assembly) asksOfReturn(d *dateMention) bool {
	back, out := a.r.known.returnDate(), a.r.known.leg().DepartDate
	isWeekday := d.dayOnly && !d.noYear && back != 0 && mondayBased(d.day) == mondayBased(back) &&
		mondayBased(d.day) != mondayBased(out)
	return back != 0 && out != 0 && len(a.r.dates) == 1 && (d.day == back || isWeekday) &&
		a.r.hasAny("earliest", "latest", "first", "last")
}

// isLaterReturn reads "make it the 18th" of a trip that ends on the 17th: it is no day on which one leaves.
func (a *assembly) isLaterReturn(d *dateMention) bool {
	const near = 3
	out, back := a.r.known.leg().DepartDate, a.r.known.returnDate()
	if out == 0 || back == 0 || len(a.r.dates) != 1 {
		return false
	}
	day := d.day
	if d.dayOnly && d.noYear {
		day = cmp.Or(trip.NewDate(back.Year(), back.Month(), day.Day()), day)
	}
	return day > back && back.DaysUntil(day) <= near && out.DaysUntil(day) > near
}

// tellsNights reports whether the message says how many nights.
func (r *reading) tellsNights() bool {
	return slices.ContainsFunc(r.counts, func(c countMention) bool { return c.kind == nightCount })
}

// beginsOn reads "from the 4th", "as of the 4th" and "book it for the 4th", which is no end.
func (r *reading) beginsOn(d *dateMention) bool {
	at := r.before(d.from-1, "the", "on")
	return r.anyOf(at, "from", "starting", "beginning") || r.at(at-1, "as", "of") || r.bookedFor(at)
}

// bookedFor reads "reserve it for", "the booking is for" up to token i.
func (r *reading) bookedFor(i int) bool {
	return r.text(i) == "for" && r.hasIn(max(0, i-4), i, "book", "reserve", "hold", "booking", "reservation")
}

// saysAnew reports whether a day of the message can only be the day of departure said anew: "I mean April 3", while no
// other day of the journey is known.
func (a *assembly) saysAnew() bool {
	k := a.r.known
	means := a.r.has("i", "mean") || a.r.has("i", "meant") || a.r.has("i", "said") || a.r.hasAny("sorry", "correction")
	return means && k.leg().DepartDate != 0 && k.returnDate() == 0 && !a.r.speaksOf(hotelTopic)
}

// beginsBoth reports whether a day is the first one of a trip whose flight and hotel begin on the same day, also while
// the talk is of the hotel: "better the 21st", of a trip that is complete. A message that names a place to sleep is
// about that alone.
func (a *assembly) beginsBoth(d *dateMention) bool {
	k := a.r.known
	first, stay := k.leg().DepartDate, k.stay()
	return a.scope.flight && a.scope.stay && a.depart == nil && a.in == nil && len(a.r.dates) == 1 && k.roundTrip() &&
		first != 0 && stay.CheckIn == first && stay.CheckOut > first && k.returnDate() == stay.CheckOut &&
		d.day < stay.CheckOut && !a.r.namesLodging() && (!a.r.speaksOf(hotelTopic) || a.r.tellsNights())
}

// roomBefore reports whether a place to sleep is named before token i in its sentence: "a hotel for 3 nights".
func (r *reading) roomBefore(i int) bool {
	return slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return r.isLodging(m) && !m.refused && m.at < i && r.sameSentence(m.at, i)
	})
}

// ofHotel reports whether the place to sleep is named right before a day, behind the days of the journey: "…on May 4,
// hotel from May 4".
func (r *reading) ofHotel(d *dateMention) bool {
	before := -1
	for k := range r.dates {
		if r.dates[k].from < d.from {
			before = max(before, r.dates[k].from)
		}
	}
	return before >= 0 && slices.ContainsFunc(r.topics,
		func(m topicMark) bool { return m.topic == hotelTopic && m.at > before && m.at < d.from && !m.refused })
}

// seeded reports whether a check-in is only the travel date that the engine copied: the person
// has not said it.
func (k *known) seeded(checkIn trip.Date) bool {
	return len(k.Itinerary.Lodging.Stays) == 0 && !k.stayOnly() && checkIn == k.leg().DepartDate
}

// isOfBed reads "hotel for 4 nights" and "hotel in Ubud for 4 nights" beside the days of a journey: the nights are
// those of the place to sleep, and the days of the flights stand.
func (r *reading) isOfBed(c *countMention) bool {
	k := r.before(c.from-1, "for")
	for i := range r.places {
		if p := &r.places[i]; k < c.from-1 && p.to == k+1 && r.anyOf(p.from-1, "in", "at", "near") {
			k = p.from - 2
		}
	}
	return k < c.from-1 && topicWords[r.text(k)] == hotelTopic && !r.hasAny("between")
}

func (a *assembly) countParts() {
	p := a.r.people()
	for k, c := range a.r.counts {
		switch c.kind {
		case roomCount:
			a.rooms = a.r.roomsMeant(&c)
		case nightCount:
			if k > 0 && a.r.counts[k-1].kind == nightCount && c.n == a.nights+1 && a.r.anyOf(c.to-1, "day", "days") &&
				a.r.anyOf(a.r.counts[k-1].to-1, "night", "nights") && a.r.behind(a.r.counts[k-1].to, "/", ",", "and") == c.from {
				continue // "4 nights 5 days"
			}
			a.nights, a.slept = c.n, a.r.roomBefore(c.from)
			a.last = a.r.areLast(&c)
			isOfThem := a.r.at(c.from+1, "of", "the")
			a.some = a.last || isOfThem || a.r.text(c.from-1) == "first"
			isRange := slices.ContainsFunc(a.r.dates, func(d dateMention) bool { return d.until })
			a.some = a.some || isRange && a.r.isOfBed(&c)
			if isOfThem || a.some && isRange && (!a.slept || a.r.sleepless() >= 0) {
				a.r.tell(c.from-boolInt(!isOfThem), c.to)
				a.nights = 0
			}
			if start := a.startOfStay(); c.months && start != 0 {
				a.nights = int64(start.DaysUntil(monthsLater(start, int(c.n/30))))
			}
			if c.more {
				a.nights += a.r.known.staysNights()
			}
		case starCount:
			if !a.tellsStars(&c) {
				a.patch.lodging().HotelStarMin = &c.n
			}
		case noCount, adultCount, childCount, infantCount, stopCount:
		}
	}
	if p.adults < 0 && len(a.r.counts) == 0 {
		if n, at := a.r.bareNumber(); at >= 0 {
			a.bareCount(&p, n, at)
		}
	}
	a.writePeople(p)
	a.countRooms()
}

// startOfStay is the day from which nights count; 0 when it is not known.
func (a *assembly) startOfStay() trip.Date {
	switch {
	case a.in != nil:
		return a.in.day
	case a.scope.flight && a.departure() != 0:
		return a.departure()
	}
	return a.r.known.stay().CheckIn
}

// bareCount gives a number that stands alone to what is missing. Where nothing is, it says nothing
// of the trip: "1" may pick an option.
func (a *assembly) bareCount(p *party, n int64, at int) {
	hotel := a.r.topicOf(at) == hotelTopic || !a.scope.flight
	switch {
	case a.r.asksHeads():
		p.adults = n
	case a.r.known.asksForKids():
		p.children = n
	case a.r.known.Party.Travelers.Adults == 0:
		p.adults = n
	case hotel && !a.r.known.stay().Rooms.Set && a.r.known.asksRooms():
		a.rooms = n
	case !hotel && a.r.anyOf(at-1, "need"):
		p.adults = n
	default:
		return
	}
	a.r.note(at, at+1, byCount)
}

func (a *assembly) writePeople(p party) {
	a.uncounted, a.kids, a.minor, a.left = p.uncounted, p.kids, p.minor, p.left
	a.assumeFamily(&p)
	a.assumeOne(&p)
	a.countHeads(&p)
	if !p.isSaid() {
		return
	}
	a.patch.Travelers = &Travelers{}
	for _, f := range [...]struct {
		n  int64
		to **int64
	}{
		{p.adults, &a.patch.Travelers.Adults},
		{p.children, &a.patch.Travelers.Children},
		{p.infants, &a.patch.Travelers.Infants},
	} {
		if f.n >= 0 {
			n := min(f.n, trip.MaxTravelers)
			*f.to = &n
		}
	}
	if len(p.ages) > 0 {
		a.patch.Travelers.Ages = p.ages
		if slices.ContainsFunc(p.ageMonths, func(n int64) bool { return n > 0 }) {
			a.patch.Travelers.AgeMonths = p.ageMonths
		}
	}
}

// countHeads remembers the size of a party that was given without telling adults from children, so that children who
// are mentioned later ("the kids are 9 and 12") are counted among them.
func (a *assembly) countHeads(p *party) {
	var said messages.AssumeHeads
	a.r.known.assumed(&said)
	heads := said.Count
	children := max(p.children, 0) + max(p.infants, 0)
	if t := a.r.known.Party.Travelers; t.Children+t.Infants == 0 && a.r.someAreChildren() {
		heads = t.Adults // "two of them are children"
	}
	switch {
	case p.adults < 0 && children > 0 && children < heads && heads == a.r.known.Party.Travelers.Adults &&
		a.r.amongThem():
		p.adults = heads - children
		a.scope.drop(messages.KeyAssumeHeads)
	case p.heads && children == 0:
		a.scope.add(messages.AssumeHeads{Count: p.adults}.Message())
	case p.adults >= 0 || children > 0:
		a.scope.drop(messages.KeyAssumeHeads)
	}
}

// assumeFamily says that of a family two are taken for adults.
func (a *assembly) assumeFamily(p *party) {
	switch {
	case p.families > 1:
		a.scope.add(messages.AssumeFamily{Families: p.families}.Message())
	case p.family:
		a.scope.add(messages.AssumeFamily{}.Message())
	case len(a.r.counts) > 0:
		a.scope.drop(messages.KeyAssumeFamily)
	}
}
