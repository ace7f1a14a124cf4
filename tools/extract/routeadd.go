package extract

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// What a message adds to a known trip: a stop (addStop, insertStop), another place where the way home begins or ends
// (returnsElsewhere, endsElsewhere), nights at another place (sleepsElsewhere), and one more stay of a trip without
// flights (addsStay).
//
// A new stop is read in three steps: whether a place is added at all and which (addStop, goesOnward), before which leg
// it comes (stopBefore), and on which days (daysOfStop). insertStop then puts it into the list of route.go, which
// writes the legs and stays. The others change no stop: they write the end of the last leg, or stays, themselves.
//
// What always holds: stops that are known stay in their order. What comes behind a new stop is as many days later as
// one is there, unless the message says the days of the stop: then one goes on from it on the last of them. Where
// something is open (what becomes of the stops behind, which nights are meant), the message is told, and nothing
// changes.

// addStop reads a place that is added to a trip that is known: "on the way back we also stop in Paris", "then on to
// Athens on May 9", "add 2 nights on Mykonos before Crete".
func (a *assembly) addStop() bool {
	r, k := a.r, a.r.known
	legs := k.Itinerary.Segments
	if p := a.goesOnward(legs); p != nil {
		a.insertStop(p)
		return true
	}
	goesBehind := func(p placeMention) bool { return r.text(p.from-1) == "after" && a.legOf(nil, &p) >= 0 }
	adds := r.addsPlace() || slices.ContainsFunc(r.places, goesBehind) || a.goesOnWithin() || a.endsBehind()
	if len(legs) == 0 || !a.scope.flight || legs[0].Destination.Code == "" || !adds ||
		r.hasAny("instead", "change") || r.hasAny("hotel") && !r.has("on", "the", "way") {
		return false
	}
	var stop *placeMention
	for i := range r.places {
		p := &r.places[i]
		switch {
		case r.atStart():
			if stop = p; len(r.places) > 1 {
				return false
			}
		case p.role == originRole && len(legs) == 1:
			return false // "Boston to Miami then" says the leg anew
		case r.swaps(p), p.of != noRole:
			return false // "ok then rather Rome" goes there instead
		case p.role == asideRole, a.is(p, legs[0].Origin), a.legOf(nil, p) >= 0:
		case stop != nil || p.role == originRole:
			return false
		default:
			stop = p
		}
	}
	if stop == nil {
		return false
	}
	a.insertStop(stop)
	return true
}

// goesOnward returns the goal of one more leg that begins where a trip ends that does not go home: "and Rome to Paris 9
// April" behind Paris – Nice – Rome; nil where none does.
func (a *assembly) goesOnward(legs []trip.Segment) *placeMention {
	r, n := a.r, len(legs)
	if n == 0 || !a.scope.flight || len(r.places) != 2 || len(r.dates) > 1 || goesHome(legs) || r.corrects() ||
		r.namesLodging() {
		return nil
	}
	from, goal := &r.places[0], &r.places[1]
	if from.role == homeRole && r.text(goal.from-1) == "from" && a.is(goal, legs[n-1].Destination) {
		from, goal = goal, from // "fly back to Athens from Santorini"
		from.role = originRole
	}
	adds := n > 1 || r.anyOf(0, "and", "also", "then", "plus", "next", "after")
	if !adds || from.role != originRole || goal.role != destinationRole && goal.role != homeRole ||
		!a.is(from, legs[n-1].Destination) ||
		n == 1 && a.is(goal, legs[0].Origin) {
		return nil
	}
	from.role = asideRole
	return goal
}

// addsPlace reports whether a word of the message adds a place to those of the trip.
func (r *reading) addsPlace() bool {
	return r.hasAny("also") && (r.tellsNights() || len(r.dates) == 2 && len(r.places) == 1) ||
		r.hasAny("then") && !r.hasAny("if") ||
		r.hasAny("stop", "stopover", "add", "adding", "afterwards", "onward", "onwards", "continue") ||
		r.beforeHome() || r.has("on", "the", "way") || r.has("go", "on", "to") || r.has("and", "on", "to") ||
		r.has("after", "that")
}

// beforeHome reads "before going home" and "before we fly back".
func (r *reading) beforeHome() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		return r.text(i) == "before" && r.hasIn(i+1, i+5, "home", "back", "returning") &&
			r.hasIn(i+1, i+4, "we", "i", "going", "go", "heading", "head", "flying", "fly", "coming", "come", "returning")
	})
}

// goesOnWithin reads "go to Florence by train on the 6th", where the trip is at another place on that day.
func (a *assembly) goesOnWithin() bool {
	r, k := a.r, a.r.known
	p := r.onlyPlace()
	if p == nil || len(r.dates) != 1 || !k.roundTrip() || r.text(p.from-1) != "to" || !p.sure || a.isOfTrip(p) ||
		r.corrects() || r.namesLodging() || !r.anyOf(p.from-2, "go", "going", "travel", "head", "heading", "train",
		"bus", "drive", "ferry", "trip") {
		return false
	}
	d := relativeTo(&r.dates[0], k.leg().DepartDate)
	return k.leg().DepartDate < d && d < k.returnDate()
}

// endsBehind reads "end in Manchester on June 12" of a trip whose last leg is before that day and does not go home.
func (a *assembly) endsBehind() bool {
	legs := a.r.known.Itinerary.Segments
	p, n := a.r.onlyPlace(), len(legs)
	if p == nil || n == 0 || !a.r.endsAt(p) || len(a.r.dates) != 1 || a.isOfTrip(p) {
		return false
	}
	last := &legs[n-1]
	return last.Destination.Code != legs[0].Origin.Code && relativeTo(&a.r.dates[0], last.DepartDate) > last.DepartDate
}

// atStart reads "at the start" and "at the beginning", where a stop is added.
func (r *reading) atStart() bool {
	return r.hasAny("add", "adding") && (r.has("the", "start") || r.has("the", "beginning"))
}

// stopBefore returns the leg in front of which a new stop comes: where the message says it ("before Crete", "after
// Rome"), else in front of the leg that goes home, or behind the last one; "on the way there", in front of the first.
func (a *assembly) stopBefore(legs []trip.Segment) int {
	r, n := a.r, len(legs)
	for i := range r.places {
		p := &r.places[i]
		if i+1 < len(r.places) && r.text(p.from-1) == "between" {
			if at := a.legOf(p, &r.places[i+1]); at >= 0 {
				return at // "add Brussels between London and Paris"
			}
		}
		switch at := a.legOf(nil, p); {
		case at < 0:
		case r.text(p.from-1) == "before", r.at(p.from-2, "way", "to") && at < n:
			return at
		case r.anyOf(p.from-1, "after", "between"):
			return at + 1
		}
	}
	switch {
	case r.has("way", "there") || r.has("way", "out"), r.atStart(),
		n == 2 && r.has("on", "the", "way") && !r.hasAny("back", "home", "return"):
		return 0
	case goesHome(legs):
		return n - 1
	}
	return n
}

// insertStop puts a place in front of a leg or behind the last one, with its nights: what comes behind it is as much
// later.
func (a *assembly) insertStop(p *placeMention) {
	r, t, legs := a.r, a.r.known.route(), a.r.known.Itinerary.Segments
	n, at := len(legs), a.stopBefore(legs)
	a.countParts()
	s := stop{place: a.putAt(p, legs[0].Destination, at, "destination").known(), leg: noLeg}
	later := a.daysOfStop(t, &s, at)
	if s.day == 0 && a.nights > 0 && p.city.Code != "" {
		a.scope.add(messages.AssumeRouteNights{Nights: p.city.Code + " " + strconv.FormatInt(a.nights, 10)}.Message())
	}
	if s.day != 0 && s.until > s.day {
		s.beds = []bed{{Stay: stayOf(p.slept(), s.day, s.until), at: -1, wanted: a.scope.stay}}
	}
	for k := at; k < n; k++ {
		t.stops[k].move(later)
	}
	if at > 0 && s.day > t.stops[at-1].until {
		t.stops[at-1].endsHere()
	}
	if at < n {
		t.stops[at].day = s.until
		s.from, t.stops[at].from = t.stops[at].from, nil
	}
	t.stops = slices.Insert(t.stops, at, s)
	a.patch.TripType = trip.MultiCity
	a.writeRoute(t)
	if m := r.modes; len(m) == 1 && !m[0].rejected { // the only means of travel is that to the stop
		a.segment(at).TransportMode, r.modes = m[0].mode, nil
	}
}

// daysOfStop gives a new stop its days, and returns by how many days all that comes behind it is later.
func (a *assembly) daysOfStop(t *route, s *stop, at int) (later int) {
	n := len(t.stops)
	var next trip.Date // when one goes to the place before which it comes
	if at < n {
		next = t.stops[at].day
	} else {
		next = t.stops[n-1].until
		if j := stayAt(a.r.known.stays(), t.stops[n-1].place); next == 0 && j >= 0 {
			next = a.r.known.stays()[j].CheckOut
		}
	}
	s.day = next
	nights, isHome := int(a.nights), at == n-1 && at > 0
	switch days := a.stopDays(t.stops[0].day); {
	case len(days) > 1:
		s.day, s.until = days[0], days[1]
	case len(days) == 1:
		if s.day = days[0]; nights > 0 {
			s.until = s.day.AddDays(nights)
		} else if isHome && next > s.day {
			s.until = next // the day of the way home stays
		}
	case next != 0 && nights > 0 && a.last && isHome: // "the last 4 nights"
		s.day, s.until = next.AddDays(-nights), next
	case next != 0 && nights > 0:
		s.until = next.AddDays(nights)
		return nights
	case at == 0 && (a.r.has("way", "there") || a.r.has("way", "out")):
		s.until = next
	}
	return 0
}

// stopDays are the days of the message that it does not take back. Those that were said without their month come behind
// the day on which the trip begins.
func (a *assembly) stopDays(first trip.Date) []trip.Date {
	var days []trip.Date
	for i := range a.r.dates {
		if d := &a.r.dates[i]; d.role != asideRole {
			days = append(days, relativeTo(d, first))
		}
		if n := len(days); n > 0 && a.r.dates[i].dayOnly && a.r.dates[i].noYear && first != 0 {
			days[n-1] = nextDay(first.AddDays(1), days[n-1].Day())
		}
	}
	return days
}

// returnsElsewhere reads that the way home of a trip that is known begins at another place than the way out ended:
// "fly home from Budapest", "the train back leaves from Salzburg".
func (a *assembly) returnsElsewhere() bool {
	r, legs := a.r, a.r.known.Itinerary.Segments
	n := len(legs)
	if !a.scope.flight || !goesHome(legs) || legs[0].Origin.Code == "" {
		return false
	}
	isJaw := legs[n-1].Origin.Code != legs[n-2].Destination.Code
	isFor := slices.ContainsFunc(r.places, func(o placeMention) bool { // "out of Rome instead of Pisa"
		return r.at(o.from-2, "instead", "of") && a.is(&o, legs[n-1].Origin)
	})
	var start *placeMention
	for k := range r.places {
		switch p := &r.places[k]; {
		case p.role == asideRole, a.is(p, legs[0].Origin):
		case start != nil || !r.homeFrom(p) && !(isFor && (isJaw || r.anyOf(p.from-1, "from", "of"))):
			return false
		default:
			start = p
		}
	}
	if start == nil || a.is(start, legs[n-1].Origin) {
		return false
	}
	if at := a.legOf(nil, start); at >= 0 && at < n-2 { // what would become of the stops behind it is not said
		r.tell(0, len(r.toks))
		start.role = asideRole
		return true
	}
	a.segment(n - 1).Origin = a.putAt(start, legs[n-1].Origin, n-1, "origin")
	a.becomesMultiCity()
	return true
}

// leavesGoal reads "we leave Rome on 9 May" of a trip to Rome that begins before: it is the way back.
func (a *assembly) leavesGoal() {
	k, d := a.r.known, cmp.Or(a.depart, a.back)
	leg := k.leg()
	if a.origin == nil || a.destination != nil || d == nil || a.depart != nil && a.back != nil || leg.Origin.Code == "" ||
		leg.DepartDate == 0 || len(k.Itinerary.Segments) > 2 || !a.is(a.origin, leg.Destination) ||
		relativeTo(d, leg.DepartDate) <= leg.DepartDate {
		return
	}
	a.origin, a.depart, a.back = nil, nil, d
}

// endsElsewhere reads that the way home of a trip that is known ends at another place than the trip began: "return to
// Brussels", "fly back to Bristol". Who goes back to a place that was planned before changes the goal.
func (a *assembly) endsElsewhere() {
	r, legs := a.r, a.r.known.Itinerary.Segments
	p, n := r.onlyPlace(), len(legs)
	if p == nil || p.role != homeRole && !r.endsAt(p) || n < 2 || !a.scope.flight || legs[0].Origin.Code == "" ||
		a.is(p, legs[n-1].Destination) || a.is(p, legs[0].Destination) || r.speaksOf(hotelTopic) ||
		r.anyOf(p.from-3, "go", "going", "switch", "change") && r.text(p.from-2) != "home" {
		return
	}
	a.segment(n - 1).Destination = a.putAt(p, legs[n-1].Origin, n-1, "destination")
	if len(r.dates) == 1 && r.dates[0].role == noRole {
		r.dates[0].role = returnRole
	}
	if r.has("start", "and", "end") || r.has("begin", "and", "end") || r.has("start", "and", "finish") {
		a.patch.Origin = a.segment(n - 1).Destination
		return
	}
	a.becomesMultiCity()
}

// endsAt reads "end in Manchester" and "finish the trip in Porto".
func (r *reading) endsAt(p *placeMention) bool {
	at := p.from - 1
	if !r.anyOf(at, "in", "at") {
		return false
	}
	at = r.before(at-1, "the", "trip", "journey", "up", "it", "tour", "our", "my")
	return r.anyOf(at, "end", "ends", "ending", "finish", "finishes", "finishing")
}

func (a *assembly) becomesMultiCity() {
	if a.r.known.Itinerary.TripType != trip.MultiCity {
		a.patch.TripType = trip.MultiCity
	}
}

// homeFrom reports whether a place is where the way home begins.
func (r *reading) homeFrom(p *placeMention) bool {
	at := r.before(p.from-1, "the")
	if !r.anyOf(at, "from") && !r.at(at-1, "out", "of") {
		return false
	}
	for k := at - 1; k >= max(0, at-5) && r.sameSentence(k, at) && r.toks[k].kind == word; k-- {
		if r.text(k) == "home" || cueWords[r.text(k)] == backCue {
			return true
		}
		if r.anyOf(k, "and", "but", "then") {
			return false
		}
	}
	return false
}

// sleepsElsewhere reads that some nights of a trip to one place are spent at another: "the first 2 nights in Naples",
// "Naples from the 6th to the 9th". The flights stay. Which of the nights "2 nights in Naples" are is not said: that is
// told as not used.
func (a *assembly) sleepsElsewhere() bool {
	r, k := a.r, a.r.known
	p, stay := r.onlyPlace(), k.stay()
	if p == nil || len(k.Itinerary.Segments) != 2 || !a.scope.flight || !a.scope.stay ||
		len(k.Itinerary.Lodging.Stays) > 0 || stay.CheckIn == 0 || stay.CheckOut <= stay.CheckIn ||
		p.role != noRole && p.role != insideRole || a.isOfTrip(p) || !p.sure ||
		r.swaps(p) || r.namesLodging() || r.aside(p.from) {
		return false
	}
	from, to := a.nightsElsewhere(stay)
	if from == 0 && to == 0 {
		return false
	}
	p.role = asideRole
	isFirst, goal := from == stay.CheckIn, k.leg().Destination
	switch {
	case to <= from || from < stay.CheckIn || to > stay.CheckOut || isFirst == (to == stay.CheckOut):
		r.tell(0, len(r.toks))
	case isFirst:
		a.patch.Stays = []Stay{a.sleepsIn(p, 0, from, to), stayIn(goal, to, stay.CheckOut)}
	default:
		a.patch.Stays = []Stay{stayIn(goal, stay.CheckIn, from), a.sleepsIn(p, 1, from, to)}
	}
	r.dates, r.counts = nil, nil
	return true
}

// nightsElsewhere returns from when to when a place is slept at; both 0 where the message does not say, and the same
// day where it does not say which nights.
func (a *assembly) nightsElsewhere(stay trip.Stay) (from, to trip.Date) {
	r := a.r
	switch {
	case len(r.dates) == 2 && len(r.counts) == 0 && r.dates[1].until:
		from, to = r.dates[0].day, r.dates[1].day
		if r.dates[0].dayOnly {
			from = nextDay(stay.CheckIn, from.Day())
		}
		if r.dates[1].dayOnly {
			to = nextDay(from.AddDays(1), to.Day())
		}
		return from, to
	case len(r.dates) > 0 || len(r.counts) != 1 || r.counts[0].kind != nightCount || r.counts[0].more:
		return 0, 0
	}
	c := &r.counts[0]
	switch n := int(c.n); {
	case r.areLast(c):
		return 0, 0 // stay.go reads it
	case r.anyOf(c.from-1, "first"):
		return stay.CheckIn, stay.CheckIn.AddDays(n)
	}
	return stay.CheckIn, stay.CheckIn
}

// addsStay reads "then Naples for 2 nights" of a trip without flights: another stay behind the last one.
func (a *assembly) addsStay() bool {
	r, stays := a.r, a.r.known.Itinerary.Lodging.Stays
	p := r.onlyPlace()
	if p == nil || !r.known.stayOnly() || len(stays) == 0 || !r.addsPlace() || a.isOfTrip(p) || p.role == asideRole ||
		!p.sure || r.swaps(p) || r.corrects() || stays[len(stays)-1].CheckOut == 0 || len(r.dates) > 1 {
		return false
	}
	a.countParts()
	in := stays[len(stays)-1].CheckOut
	if len(r.dates) == 1 && relativeTo(&r.dates[0], stays[0].CheckIn) < in {
		return false
	}
	var out trip.Date
	switch {
	case a.nights > 0:
		out = in.AddDays(int(a.nights))
	case len(r.dates) == 1:
		out = relativeTo(&r.dates[0], in)
	}
	*a.stayPatch(len(stays)) = a.sleepsIn(p, len(stays), in, out)
	p.role = asideRole
	return true
}
