package extract

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// addStop reads a place that is added to a trip that is known: "on the way back we also stop in Paris", "then on to
// Athens on May 9", "add 2 nights on Mykonos before Crete".
func (a *assembly) addStop() bool {
	r, k := a.r, a.r.known
	legs := k.Itinerary.Segments
	if p := a.goesOnward(legs); p != nil {
		a.insertStop(p, legs)
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
		case r.swaps(p):
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
	a.insertStop(stop, legs)
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
	adds := n > 1 || r.anyOf(0, "and", "also", "then", "plus", "next", "after")
	if !adds || from.role != originRole || goal.role != destinationRole || !a.is(from, legs[n-1].Destination) ||
		n == 1 && a.is(goal, legs[0].Origin) {
		return nil
	}
	from.role = asideRole
	return goal
}

// addsPlace reports whether a word of the message adds a place to those of the trip.
func (r *reading) addsPlace() bool {
	return r.hasAny("also") && (r.tellsNights() || len(r.dates) == 2 && len(r.places) == 1) ||
		r.hasAny("stop", "stopover", "add", "adding", "then", "afterwards", "onward", "onwards", "continue") ||
		r.beforeHome() || r.has("on", "the", "way") || r.has("go", "on", "to") || r.has("and", "on", "to") ||
		r.has("after", "that")
}

// beforeHome reads "before going home" and "before we fly back".
func (r *reading) beforeHome() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		return r.text(i) == "before" && r.hasIn(i+1, i+5, "home", "back", "returning") &&
			r.hasIn(i+1, i+4, "going", "go", "heading", "head", "flying", "fly", "we", "i", "returning", "coming",
				"come")
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
func (a *assembly) insertStop(stop *placeMention, legs []trip.Segment) {
	r, n, at := a.r, len(legs), a.stopBefore(legs)
	a.countParts()
	to := a.putAt(stop, legs[0].Destination, at, "destination")
	var there, onward trip.Date
	if at < n {
		there = legs[at].DepartDate
	} else if j := stayAt(r.known.Itinerary.Lodging.Stays, legs[n-1].Destination); j >= 0 {
		there = r.known.Itinerary.Lodging.Stays[j].CheckOut
	}
	later := 0
	switch days := a.stopDays(legs); {
	case len(days) > 1:
		there, onward = days[0], days[1]
	case len(days) == 1:
		if there = days[0]; a.nights > 0 {
			onward = there.AddDays(int(a.nights))
		} else if at == n-1 && at > 0 && legs[at].DepartDate > there {
			onward = legs[at].DepartDate // the day of the way home stays
		}
	case there != 0 && a.nights > 0 && a.last && at == n-1 && at > 0: // "the last 4 nights"
		onward = there
		there = onward.AddDays(-int(a.nights))
	case there != 0 && a.nights > 0:
		later = int(a.nights)
		onward = there.AddDays(later)
	case at == 0 && (r.has("way", "there") || r.has("way", "out")):
		onward = there
	case at < n-1:
		a.clears = append(a.clears, legPath(at+1)+".depart_date") // it is asked for
	}
	if there == 0 && a.nights > 0 && stop.city.Code != "" {
		a.scope.add(messages.AssumeRouteNights{Nights: stop.city.Code + " " + strconv.FormatInt(a.nights,
			10)}.Message())
	}
	a.patch.TripType = trip.MultiCity
	a.patch.Segments = make([]Segment, at)
	if at == n {
		a.patch.Segments = append(a.patch.Segments,
			Segment{Origin: placeKnown(legs[n-1].Destination), Destination: to, DepartDate: there.String()})
	} else {
		a.patch.Segments = append(a.patch.Segments,
			Segment{Destination: to, DepartDate: there.String()},
			Segment{Origin: to, Destination: placeKnown(legs[at].Destination), DepartDate: onward.String()})
		for _, s := range legs[at+1:] {
			a.patch.Segments = append(a.patch.Segments, legKnown(s, later))
		}
		a.moveModes(legs, at)
	}
	if m := r.modes; len(m) == 1 && !m[0].rejected { // the only means of travel is that to the stop
		a.patch.Segments[at].TransportMode, r.modes = m[0].mode, nil
	}
	if a.scope.stay && there != 0 && onward > there {
		a.insertStay(stayIn(stop.slept(), there, onward), legs[:at], later)
	} else if l := &r.known.Itinerary.Lodging; a.scope.stay && at == 0 && len(l.Stays) == 0 && l.CheckIn != 0 {
		a.patch.Stays = []Stay{stayIn(legs[0].Destination, l.CheckIn, l.CheckOut)}
	}
	if at == n {
		a.leavesLast(there, legs)
	}
}

// leavesLast ends the stay where a trip ended so far, if it was open, on the day on which it goes on.
func (a *assembly) leavesLast(day trip.Date, legs []trip.Segment) {
	stays := a.r.known.Itinerary.Lodging.Stays
	if j := stayAt(stays, legs[len(legs)-1].Destination); day != 0 && len(a.patch.Stays) == 0 && j >= 0 &&
		stays[j].CheckOut == 0 {
		a.stayPatch(j).CheckOut = day.String()
	}
}

// moveModes keeps the means of travel of the legs after a stop that was inserted before leg at.
func (a *assembly) moveModes(legs []trip.Segment, at int) {
	if !slices.ContainsFunc(legs[at:], func(s trip.Segment) bool { return !s.IsFlight() }) {
		return
	}
	for i, s := range legs[at:] {
		a.patch.Segments[at+1+i].TransportMode = cmp.Or(s.TransportMode, byFlight)
	}
}

// stopDays are the days of the message that it does not take back. Those that were said without their month come behind
// the day on which the trip begins.
func (a *assembly) stopDays(legs []trip.Segment) []trip.Date {
	var days []trip.Date
	for i := range a.r.dates {
		if d := &a.r.dates[i]; d.role != asideRole {
			days = append(days, relativeTo(d, legs[0].DepartDate))
		}
		if n := len(days); n > 0 && a.r.dates[i].dayOnly && a.r.dates[i].noYear && legs[0].DepartDate != 0 {
			days[n-1] = nextDay(legs[0].DepartDate.AddDays(1), days[n-1].Day())
		}
	}
	return days
}

// insertStay inserts a stay after those at the places where the legs before it end, and moves the stays after it by
// later days.
func (a *assembly) insertStay(s Stay, before []trip.Segment, later int) {
	stays, at := a.r.known.stays(), 0
	for i := range before {
		at = max(at, stayAt(stays, before[i].Destination)+1)
	}
	in, _ := trip.ParseDate(s.CheckIn)
	var list []Stay
	for j, stay := range stays {
		if j+1 == at && (stay.CheckOut == 0 || stay.CheckOut > in && stay.CheckIn < in) {
			stay.CheckOut = in // moving on ends the stay before
		}
		list = append(list, stayKnown(stay, later*boolInt(j >= at)))
	}
	a.patch.Stays = slices.Insert(list, at, s)
}

// changesStop reads what changes at one stop of a trip of several: its place ("instead of Berlin go to Prague"), or how
// long the person is there ("one more night in Paris", "we leave London a day later").
func (a *assembly) changesStop() bool {
	legs := a.r.known.Itinerary.Segments
	if !a.scope.flight || len(legs) < 3 || !a.replacesStop(legs) && (len(a.r.dates) > 0 || !a.lengthensStop(legs) &&
		!a.correctsStop(legs)) {
		return false
	}
	if len(a.r.dates) > 0 {
		return false // what else changes is read as ever
	}
	a.countParts()
	a.nights = 0
	return true
}

func (a *assembly) replacesStop(legs []trip.Segment) bool {
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
	if at < 0 || at == len(legs)-1 || a.isOfTrip(other) || !r.unwanted(old.from) && !r.exchanged(old, other) {
		return false
	}
	old.role = asideRole
	a.replaceAt(at, other, legs)
	for k := range r.dates {
		if d := &r.dates[k]; d.role == noRole || d.role == departRole {
			a.segment(at).DepartDate, d.role = a.dayOfLeg(d, at).String(), asideRole
		}
	}
	return true
}

// replaceAt lets the leg at end, and the one behind it begin, at another place, where the person sleeps then too.
func (a *assembly) replaceAt(at int, other *placeMention, legs []trip.Segment) {
	a.segment(at).Destination = a.putAt(other, legs[at].Destination, at, "destination")
	a.segment(at + 1).Origin = placeOf(other)
	if j := stayAt(a.r.known.Itinerary.Lodging.Stays, legs[at].Destination); j >= 0 {
		*a.stayPatch(j) = stayIn(other.slept(), 0, 0)
	}
}

// correctsStop reads "no, Cordoba better" of a trip through several places: the stop that the message before spoke of
// has another place. Where that spoke of none or of several, the message is told as not used.
func (a *assembly) correctsStop(legs []trip.Segment) bool {
	r := a.r
	p := r.onlyPlace()
	if p == nil || p.role != noRole || a.isOfTrip(p) || !r.swaps(p) || !goesHome(legs) || r.namesLodging() {
		return false
	}
	if at := a.stopSaidLast(); at >= 0 && at < len(legs)-1 {
		a.replaceAt(at, p, legs)
		return true
	}
	p.role = asideRole
	r.tell(0, len(r.toks))
	return true
}

// stopSaidLast returns the leg that ends at the only stop that the message before this one spoke of, -1 when there is
// none. "After Porto" only says where.
func (a *assembly) stopSaidLast() int {
	recent := a.r.known.recent
	if len(recent) == 0 {
		return -1
	}
	q := reading{toks: tokenize(recent[len(recent)-1]), today: a.r.today, known: a.r.known}
	q.findPlaces()
	last := -1
	for k := range q.places {
		p := &q.places[k]
		at := a.legOf(nil, p)
		if at < 0 || q.anyOf(p.from-1, "after", "before", "from", "behind") {
			continue
		}
		if last >= 0 && last != at {
			return -1
		}
		last = at
	}
	return last
}

// lengthensStop moves all that comes behind a stop by as many days as the person is there longer, or shorter.
func (a *assembly) lengthensStop(legs []trip.Segment) bool {
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
	if at < 0 || at == len(legs)-1 || legs[at+1].DepartDate == 0 {
		return false
	}
	if s == nil {
		s = a.nightsAnew(at)
	}
	if s == nil {
		return false
	}
	p.role = asideRole
	leaves := legs[at+1].DepartDate
	for k := at + 1; k < len(legs); k++ {
		if day := legs[k].DepartDate; day != 0 {
			a.segment(k).DepartDate = s.moved(day).String()
		}
	}
	stays := r.known.Itinerary.Lodging.Stays
	changed := make([]Stay, len(stays))
	for j, stay := range stays {
		if stay.CheckIn >= leaves {
			changed[j].CheckIn = s.moved(stay.CheckIn).String()
		}
		if stay.CheckOut >= leaves {
			changed[j].CheckOut = s.moved(stay.CheckOut).String()
		}
	}
	a.patch.Stays = changed
	return true
}

// legKnown is a leg of the trip as it is written, so many days later.
func legKnown(s trip.Segment, later int) Segment {
	return Segment{
		Origin: placeKnown(s.Origin), Destination: placeKnown(s.Destination),
		DepartDate: s.DepartDate.AddDays(later).String(),
	}
}

// stayKnown is a stay of the trip as it is written, so many days later.
func stayKnown(s trip.Stay, later int) Stay {
	known := stayIn(trip.Place{Code: s.LocationCode, City: s.LocationHint}, s.CheckIn.AddDays(later),
		s.CheckOut.AddDays(later))
	if s.Rooms.Set {
		known.Rooms = &s.Rooms.Value
	}
	return known
}

// stayIn is a stay at a place of the trip; days that are not known are 0.
func stayIn(p trip.Place, in, out trip.Date) Stay {
	return Stay{LocationCode: p.Code, LocationHint: p.City, CheckIn: in.String(), CheckOut: out.String()}
}

// sleepsIn settles a place of the message where stay number at is, and returns that stay.
func (a *assembly) sleepsIn(p *placeMention, at int, in, out trip.Date) Stay {
	a.r.settle(p, geo.Hints{Stay: true, OtherEnd: countryOf(a.destination, a.r.known.leg().Destination.Code)})
	a.assume(stayPlace, p)
	a.extra = append(a.extra, placeAsked{p, stayPath(at) + ".location_code"})
	return stayIn(p.slept(), in, out)
}

// slept is a place of the message as a stay has it.
func (p *placeMention) slept() trip.Place {
	return trip.Place{Code: p.city.Location(), City: p.city.Name}
}

// placeKnown is a place of the trip as it is written, nil while it is not known.
func placeKnown(p trip.Place) *Place {
	if p == (trip.Place{}) {
		return nil
	}
	return &Place{Type: p.Type, Code: p.Code, City: p.City, Country: p.Country, Region: p.Region, Name: p.Name}
}
