package extract

import "github.com/legwork-go/legwork/trip"

// returnsElsewhere reads that the way home of a trip that is known begins at another place than the way out ended:
// "fly home from Budapest", "the train back leaves from Salzburg".
func (a *assembly) returnsElsewhere() bool {
	r, legs := a.r, a.r.known.Itinerary.Segments
	n := len(legs)
	if !a.scope.flight || !goesHome(legs) || legs[0].Origin.Code == "" {
		return false
	}
	var start *placeMention
	for k := range r.places {
		switch p := &r.places[k]; {
		case p.role == asideRole, a.is(p, legs[0].Origin):
		case start != nil || !r.homeFrom(p):
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

// endsElsewhere reads that the way home of a trip that is known ends at another place than the trip began: "return to
// Brussels", "fly back to Bristol". Who goes back to a place that was planned before changes the goal.
func (a *assembly) endsElsewhere() {
	r, legs := a.r, a.r.known.Itinerary.Segments
	p, n := r.onlyPlace(), len(legs)
	if p == nil || p.role != homeRole && !r.endsAt(p) || n < 2 || !a.scope.flight ||
		r.anyOf(p.from-3, "go", "going", "switch", "change") && r.text(p.from-2) != "home" ||
		a.is(p, legs[n-1].Destination) ||
		a.is(p, legs[0].Destination) || legs[0].Origin.Code == "" ||
		r.speaksOf(hotelTopic) {
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
