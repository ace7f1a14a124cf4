package extract

import (
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

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
func (a *assembly) insertStop(p *placeMention) {
	r, t, legs := a.r, a.r.known.route(), a.r.known.Itinerary.Segments
	n, at := len(legs), a.stopBefore(legs)
	a.countParts()
	s := stop{place: a.putAt(p, legs[0].Destination, at, "destination").known(), leg: newLeg}
	later := a.daysOfStop(t, &s, at)
	if s.day == 0 && a.nights > 0 && p.city.Code != "" {
		a.scope.add(messages.AssumeRouteNights{Nights: p.city.Code + " " + strconv.FormatInt(a.nights, 10)}.Message())
	}
	if s.wasDay, s.wasUntil = s.day, s.until; s.day != 0 && s.until > s.day {
		s.beds = []bed{{Stay: stayOf(p.slept(), s.day, s.until), at: -1, wanted: true}}
	}
	for k := at; k < n; k++ {
		t.stops[k].move(later)
	}
	if before := &t.stops[max(at-1, 0)]; at > 0 && s.day > before.until && before.until != 0 {
		before.wasUntil = 0 // nobody wants to sleep there until then
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
