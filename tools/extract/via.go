package extract

import (
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// isVia reads "via Istanbul", "with a connection in Dubai": where the person wants to change planes. Where they
// sleep is a stop.
func (r *reading) isVia(p *placeMention) bool {
	at, of := p.from-1, r.beforeVia(p)
	switch {
	case r.anyOf(at, "via", "through"):
	case r.anyOf(at, "in", "at") && is("plane-changes", r.text(of)),
		r.anyOf(at, class("plane-changes")...) && r.text(at) != "change": // "change Rome to Milan"
	default:
		return false
	}
	if is("plane-changes", r.text(of)) {
		r.note(of, at, byPlace)
	}
	r.note(at, at+1, byPlace)
	return !r.sleepsAt(p)
}

// beforeVia returns the token before "in Munich" that may be of a change of planes: "change of planes in Munich", "the
// connection should be in Munich", "should the layover be in Munich".
func (r *reading) beforeVia(p *placeMention) int {
	of := r.before(p.from-2, "of", "plane", "planes", "flights")
	switch k := r.before(of, "be"); {
	case k == of || r.unwanted(k-1):
		return of
	case is("plane-changes", r.text(k)):
		return k
	case r.anyOf(k, "should", "must", "will", "can", "could", "may", "might"):
		return k - 1
	}
	return of
}

// mayChange reads "we can change planes in Munich", "the layover can be in Munich" and "should the layover be in
// Munich": one may, and does not have to.
func (r *reading) mayChange(p *placeMention) bool {
	at := r.beforeVia(p)
	may := func(k int) bool { return r.anyOf(k, "can", "could", "may", "might") }
	asks := is("plane-changes", r.text(at)) && r.text(at+1) == "be"
	return r.isVia(p) && r.text(p.from-1) == "in" && (asks || may(at+1) ||
		r.anyOf(at, "change", "connect") && may(r.before(at-1, "also")))
}

// isOtherVia reads the Vienna of "via Munich or Vienna" and of "via Munich or via Vienna" behind the "or", before token
// i or at it, and tells it: planes are changed at one place that is searched for.
func (r *reading) isOtherVia(p *placeMention, i int) bool {
	or := r.before(i, "via", "through", "in", "at")
	isOther := r.text(or) == "or" && slices.ContainsFunc(r.places, func(o placeMention) bool {
		return (o.via || r.mayChange(&o)) && o.to == or
	})
	if isOther {
		r.tell(or+1, p.to)
	}
	return isOther
}

// liftsConnection reads "Istanbul is fine after all" of a place where the person did not want to change, but not
// "Istanbul is fine on the way back".
func (r *reading) liftsConnection(p *placeMention) bool {
	return r.isFineToo(p.to) && !r.isAllowed(p) && slices.ContainsFunc(r.known.Preferences.Flight.ExcludedConnections,
		func(o trip.Place) bool { return geo.Fold(o.City) == p.name })
}

// isAllowed reads a place that will do and does not have to be, which no search can know, so that it is told: where one
// may change ("we can change in Munich", "a connection in Munich is fine"), also behind where one does not want to
// ("not via Sydney. Brisbane is ok"), or on one way of a trip that is known ("LAX is ok for coming home").
func (r *reading) isAllowed(p *placeMention) bool {
	if r.anyOf(p.from-1, "to", "from", "into", "for") || r.text(p.to) == "as" {
		return false // "no layover in Doha, London to Rome is fine", "Rome is fine as destination"
	}
	isDenied := func(o placeMention) bool { return o.from < p.from && r.toks[o.from].halts }
	if r.mayChange(p) {
		return true
	}
	isOfStops := slices.ContainsFunc(r.places, isDenied) || r.isVia(p)
	if !isOfStops && r.known.fresh() {
		return false
	}
	at := p.to
	for r.anyOf(at, "or", "and") && r.sameSentence(at, p.from) {
		next := r.behindPlace(at + 1)
		if next == at+1 {
			break
		}
		at = next
	}
	return (r.isFineToo(at) || r.anyOf(at, "ok", "okay", "fine")) && (isOfStops || r.ofOneWay(p.from, p.to))
}

// sleepsAt reads "for two nights", "overnight" behind a place.
func (r *reading) sleepsAt(p *placeMention) bool {
	return r.some(p.to, p.to+5, func(i int) bool {
		return r.sameSentence(i, p.from) && r.anyOf(i, "night", "nights", "days", "day", "overnight", "week")
	})
}

// writeVia writes where the person wants to change, on the legs that it is said of, and takes it out of where they do
// not want to. Where they may change is told.
func (a *assembly) writeVia() {
	via := map[int][]Place{}
	var all []Place
	for i := range a.r.places {
		p := &a.r.places[i]
		if a.r.isAllowed(p) {
			a.r.tell(p.from, p.to)
		}
		if a.r.liftsConnection(p) {
			all = append(all, a.changingAt(p))
			a.r.note(p.from, p.to, byPlace)
		}
		if !p.via || a.r.unwanted(p.from) {
			continue
		}
		place := a.changingAt(p)
		legs, at := a.legCount(), a.legOfTime(&clockMention{from: p.from, to: p.to})
		if !a.scope.flight || place.Code == "" || legs == 0 || at >= legs || at == noLeg {
			a.r.tell(p.from-1, p.to)
			continue
		}
		all = append(all, place)
		for k := range legs {
			if at == k || at == allLegs && a.flies(k) {
				via[k] = append(via[k], place)
			}
		}
	}
	for k := range a.legCount() {
		if via[k] != nil {
			a.segment(k).Via = via[k]
		}
	}
	a.r.repeats = a.r.repeats || len(all) > 0
	was := a.r.known.Preferences.Flight.ExcludedConnections
	if kept := placesBut(was, all); len(kept) < len(was) {
		a.patch.constraints().ExcludedConnections = kept
	}
}

// excludeConnections writes the places where the person does not want to change, and takes them out of where they want
// to.
func (a *assembly) excludeConnections() {
	var out []Place
	for i := range a.r.places {
		p := &a.r.places[i]
		if !a.r.unwanted(p.from) || !a.r.toks[p.from].halts {
			continue
		}
		from, to := a.r.deniedPart(p.from, p.to)
		place := a.changingAt(p)
		if place.Code == "" || a.isEnd(p) {
			a.r.tell(from, to)
			continue
		}
		out = append(out, place)
		a.r.note(from, to, byPlace)
	}
	if len(out) == 0 {
		return
	}
	a.r.repeats = true // said before, it changes nothing
	for k, leg := range a.r.known.Itinerary.Segments {
		if kept := placesBut(leg.Via, out); len(kept) < len(leg.Via) {
			a.segment(k).Via = kept
		}
	}
	out = append(out, placesBut(a.r.known.Preferences.Flight.ExcludedConnections, out)...)
	a.patch.constraints().ExcludedConnections = out
}

// isEnd reports whether a way of the trip begins or ends in the city of a place.
func (a *assembly) isEnd(p *placeMention) bool {
	return slices.ContainsFunc(a.r.known.Itinerary.Segments, func(s trip.Segment) bool {
		return a.is(p, s.Origin) || a.is(p, s.Destination)
	}) || slices.ContainsFunc(a.r.places, func(o placeMention) bool {
		return (o.role == originRole || o.role == destinationRole) && sameCity(&o, p)
	})
}

// changingAt is a place of the message where one changes planes, or does not.
func (a *assembly) changingAt(p *placeMention) Place {
	a.r.settle(p, geo.Hints{})
	return Place{Type: "city", Code: p.city.Location(), City: p.city.Name, Country: p.city.Country}
}

// placesBut returns places of the trip without some, as they are written.
func placesBut(list []trip.Place, out []Place) []Place {
	kept := []Place{}
	for _, p := range list {
		if !slices.ContainsFunc(out, func(o Place) bool { return o.Code == p.Code }) {
			kept = append(kept, Place{Type: p.Type, Code: p.Code, City: p.City, Country: p.Country})
		}
	}
	return kept
}
