package extract

import (
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// isVia reads "via Istanbul", "with a connection in Dubai": where the person wants to change planes. Where they
// sleep is a stop.
func (r *reading) isVia(p *placeMention) bool {
	at := p.from - 1
	switch {
	case r.anyOf(at, "via", "through"):
	case r.anyOf(at, "in", "at") && r.anyOf(at-1, class("plane-changes")...), r.anyOf(at, class("plane-changes")...):
	default:
		return false
	}
	if r.anyOf(at-1, class("plane-changes")...) {
		r.note(at-1, at, byPlace)
	}
	r.note(at, at+1, byPlace)
	return !r.sleepsAt(p)
}

// sleepsAt reads "for two nights", "overnight" behind a place.
func (r *reading) sleepsAt(p *placeMention) bool {
	for i := p.to; i < p.to+5 && r.sameSentence(i, p.from); i++ {
		if r.anyOf(i, "night", "nights", "days", "day", "overnight", "week") {
			return true
		}
	}
	return false
}

// writeVia writes where the person wants to change, on the legs that it is said of, and takes it out of where they do
// not want to.
func (a *assembly) writeVia() {
	via := map[int][]Place{}
	var codes []string
	for i := range a.r.places {
		p := &a.r.places[i]
		if !p.via || a.r.unwanted(p.from) {
			continue
		}
		a.r.settle(p, geo.Hints{})
		place := Place{Type: "city", Code: p.city.Location(), City: p.city.Name, Country: p.city.Country}
		legs, at := a.legCount(), a.legOfTime(&clockMention{from: p.from, to: p.to})
		if !a.scope.flight || place.Code == "" || legs == 0 || at >= legs || at == noLeg {
			a.r.tell(p.from-1, p.to)
			continue
		}
		codes = append(codes, place.Code)
		for k := range legs {
			if at == k || at == allLegs && a.flies(k) {
				via[k] = append(via[k], place)
			}
		}
	}
	if len(codes) == 0 {
		return
	}
	for k := range a.legCount() {
		if via[k] != nil {
			a.segment(k).Via = via[k]
		}
	}
	a.r.repeats = true
	isVia := func(p trip.Place) bool { return slices.Contains(codes, p.Code) }
	if was := a.r.known.Preferences.Flight.ExcludedConnections; slices.ContainsFunc(was, isVia) {
		a.patch.constraints().ExcludedConnections = placesOf(slices.DeleteFunc(slices.Clone(was), isVia))
	}
}

// dropVia takes a place where the person does not want to change out of where they want to.
func (a *assembly) dropVia(out []Place) {
	for k, leg := range a.r.known.Itinerary.Segments {
		isOut := func(p trip.Place) bool {
			return slices.ContainsFunc(out, func(o Place) bool { return o.Code == p.Code })
		}
		if slices.ContainsFunc(leg.Via, isOut) {
			a.segment(k).Via = placesOf(slices.DeleteFunc(slices.Clone(leg.Via), isOut))
		}
	}
}

func placesOf(list []trip.Place) []Place {
	out := make([]Place, len(list))
	for i, p := range list {
		out[i] = Place{Type: p.Type, Code: p.Code, City: p.City, Country: p.Country}
	}
	return out
}
