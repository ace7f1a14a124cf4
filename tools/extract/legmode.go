package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// waysBetween is what legOfMode returns of "trains between the cities": all legs but those that begin or end at home.
const waysBetween = -3

// modeOfWay reads "train to Florence", "bus from Rome" and "trains between the cities" of a trip that is known: behind
// the means stands a place.
func (r *reading) modeOfWay(i int) bool {
	at := i + 1
	if r.known.fresh() {
		at = r.behind(at, "are", "there", "go", "goes", "run", "runs") // "what buses go from Berlin to Prague?"
	}
	switch {
	case r.text(i+1) == "between":
		return true
	case !r.anyOf(at, "to", "from") || !r.known.fresh() && r.hasIn(0, i, "is", "are", "there"):
		return false
	}
	e, isName := geo.Lookup(r.text(at + 1))
	return at+1 < len(r.toks) && (r.tok(at+1).title && r.tok(at+1).kind == word || isName && !e.Word)
}

// legOfMode returns the leg for which a means of travel is said: allLegs where no place stands beside it, noLeg where
// the trip has no such leg.
func (a *assembly) legOfMode(m modeMention) int {
	r := a.r
	from, to := r.phraseAround(m.at)
	if r.text(m.at+1) == "between" && (r.anyOf(m.at+2, "them") || r.anyOf(m.at+2, class("place-nouns")...) ||
		r.anyOf(m.at+2, "the", "all", "these", "those") && r.anyOf(m.at+3, class("place-nouns")...)) ||
		r.text(r.behind(m.at+1, "in")) == "between" && r.phraseEnds(r.behind(m.at+1, "in", "between")) {
		return waysBetween
	}
	var start, goal *placeMention
	for k := range r.places {
		p := &r.places[k]
		if p.from < from || p.from >= to {
			continue
		}
		if r.text(p.from-1) == "from" || goal == nil && r.text(p.to) == "to" && k+1 < len(r.places) {
			start = p
		} else {
			goal = p
		}
	}
	switch {
	case len(a.legs) > 1 && start != nil && goal != nil && a.spans(0, start, nil) && a.spans(len(a.legs)-1, nil, goal):
		return allLegs // "driving from A to B with stops in C"
	case start == nil && goal == nil && r.modeOfWay(m.at):
		return noLeg
	case start == nil && goal == nil && (r.backBeside(m.at) || r.hasIn(from, to, "home")) && a.legCount() > 2:
		return a.legCount() - 1
	case start == nil && goal == nil:
		return allLegs
	}
	return a.legOf(start, goal)
}

// legOf returns the first leg that begins at one place and ends at another, noLeg where there is none. A place that is
// nil may be any.
func (a *assembly) legOf(start, goal *placeMention) int {
	for i := range a.legCount() {
		if a.spans(i, start, goal) {
			return i
		}
	}
	return noLeg
}

// phraseAround returns the tokens around token at that are about it: up to a mark, to "and", "then" or "but", and to
// the next means of travel.
func (r *reading) phraseAround(at int) (from, to int) {
	ends := func(i int) bool {
		return !r.sameSentence(i, at) || r.anyOf(i, ",", "then", "but", ":", "(", ")") ||
			r.text(i) == "and" || i != at && slices.ContainsFunc(r.modes, func(m modeMention) bool { return m.at == i })
	}
	for from = at; from > 0 && !ends(from-1); {
		from--
	}
	for to = at + 1; to < len(r.toks) && !ends(to); {
		to++
	}
	return from, to
}

// spans reports whether leg i begins at one place and ends at another, as the message says it, else as the trip is
// known. A place that is nil may be any.
func (a *assembly) spans(i int, start, goal *placeMention) bool {
	if i < len(a.legs) {
		l := &a.legs[i]
		return (start == nil || l.origin != nil && sameCity(start, l.origin)) &&
			(goal == nil || sameCity(goal, l.destination))
	}
	legs := a.r.known.Itinerary.Segments
	if from, to := a.origin, a.destination; len(legs) == 0 && i < a.legCount() && from != nil && to != nil {
		if i == 1 {
			from, to = to, from
		}
		return (start == nil || sameCity(start, from)) && (goal == nil || sameCity(goal, to))
	}
	return i < len(legs) && (start == nil || a.is(start, legs[i].Origin)) &&
		(goal == nil || a.is(goal, legs[i].Destination))
}

// writeModesOfLegs gives each means of travel to the leg beside which it stands: "fly to Rome, then train to Florence".
// One without a place is for the legs that no other names. It returns false where no means stands beside a place of a
// trip of several legs.
func (a *assembly) writeModesOfLegs() bool {
	r, n := a.r, a.legCount()
	if n < 3 && len(a.legs) == 0 && r.known.Itinerary.TripType != trip.MultiCity {
		if len(r.known.stays()) < 2 || len(r.modes) != 1 || a.legOfMode(r.modes[0]) != waysBetween {
			return false
		}
		r.tell(r.phraseAround(r.modes[0].at)) // no leg goes from one place to sleep to the other
		return true
	}
	modes, all, told := make([]string, n), "", false
	for _, m := range r.modes {
		if m.rejected || r.aside(m.at) {
			continue
		}
		switch at := a.legOfMode(m); at {
		case allLegs:
			all = m.mode
		case noLeg:
			if m.mode == byFlight {
				continue // where one flies is the trip's
			}
			told = true
			r.tell(r.phraseAround(m.at))
		case waysBetween:
			told = true
			if !a.modesBetween(modes, m.mode) {
				r.tell(r.phraseAround(m.at))
			}
		default:
			told = true
			modes[at] = m.mode
		}
	}
	if !told {
		return false
	}
	for i, mode := range modes {
		if mode = cmp.Or(mode, all); mode == "" || mode == byFlight && a.flies(i) {
			continue
		}
		a.segment(i).TransportMode = mode
	}
	return true
}

// modesBetween gives a means to the legs that neither begin nor end where the trip does, and reports whether there are
// any.
func (a *assembly) modesBetween(modes []string, mode string) (given bool) {
	n := len(modes)
	for i := 1; i < n; i++ {
		home := goesHome(a.r.known.Itinerary.Segments)
		if len(a.legs) > 0 {
			home = a.legs[0].origin != nil && sameCity(a.legs[n-1].destination, a.legs[0].origin)
		}
		if i < n-1 || !home {
			modes[i], given = mode, true
		}
	}
	return given
}

// dayTrip reports whether the message speaks of going somewhere and back on one day of the trip, which nobody searches.
func (r *reading) dayTrip() bool {
	return r.has("day", "trip") || r.has("day", "trips") || r.hasAny("excursion", "excursions", "daytrip")
}

// waysElsewhere tells of "a train to Pisa" on a trip that does not go to Pisa: it changes neither where the trip goes
// nor how.
func (a *assembly) waysElsewhere() {
	r := a.r
	if r.known.leg().Destination.Code == "" || r.corrects() || a.goesOnWithin() && !r.dayTrip() {
		return
	}
	for i := range r.places {
		if p := &r.places[i]; r.dayTrip() && p.role != originRole && !a.isOfTrip(p) {
			p.role = asideRole
			r.modes = nil
			r.tell(0, len(r.toks))
			r.take(0, len(r.toks), byOther)
			return
		}
	}
	r.modes = slices.DeleteFunc(r.modes, func(m modeMention) bool {
		at := slices.IndexFunc(r.places, func(p placeMention) bool {
			return p.from == m.at+2 && r.text(m.at+1) == "to" ||
				p.to == m.at-1 && r.text(p.to) == "by" && (p.role == noRole || r.dayTrip())
		})
		if m.mode == byFlight || m.rejected || at < 0 || a.isOfTrip(&r.places[at]) || r.addsPlace() {
			return false
		}
		r.places[at].role = asideRole
		r.tell(r.phraseAround(m.at))
		return true
	})
}
