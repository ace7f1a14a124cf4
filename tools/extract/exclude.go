package extract

import (
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
)

// exclude writes the airlines that are not wanted, takes them out of those that the person likes, and takes those that
// are wanted now out of those that were not.
func (a *assembly) exclude(wanted []string, refused []airlineMention) {
	f := &a.r.known.Preferences.Flight
	liked, out := slices.Clone(f.PreferredAirlines), slices.Clone(f.ExcludedAirlines)
	for _, m := range refused {
		if !slices.Contains(out, m.name) {
			out = append(out, m.name)
		}
		liked = slices.DeleteFunc(liked, func(name string) bool { return name == m.name })
	}
	out = slices.DeleteFunc(out, func(name string) bool { return slices.Contains(wanted, name) })
	a.r.repeats = a.r.repeats || len(refused) > 0
	if len(wanted) == 0 && len(liked) < len(f.PreferredAirlines) {
		a.patch.constraints().PreferredAirlines = liked
	}
	if !slices.Equal(out, f.ExcludedAirlines) {
		a.patch.constraints().ExcludedAirlines = slices.Concat([]string{}, out)
	}
}

// excludeConnections writes the places where the person does not want to change.
func (a *assembly) excludeConnections() {
	f := &a.r.known.Preferences.Flight
	var out []Place
	for i := range a.r.places {
		p := &a.r.places[i]
		if !a.r.unwanted(p.from) || !a.r.toks[p.from].halts {
			continue
		}
		a.r.settle(p, geo.Hints{})
		place := Place{Type: "city", Code: p.city.Location(), City: p.city.Name, Country: p.city.Country}
		if place.Code == "" {
			a.r.tell(a.r.deniedPart(p.from, p.to))
			continue
		}
		out = append(out, place)
		from, to := a.r.deniedPart(p.from, p.to)
		a.r.note(from, to, byPlace)
	}
	if len(out) == 0 {
		return
	}
	a.r.repeats = true // said before, it changes nothing
	a.dropVia(out)
	for _, at := range f.ExcludedConnections {
		if !slices.ContainsFunc(out, func(p Place) bool { return p.Code == at.Code }) {
			out = append(out, Place{Type: at.Type, Code: at.Code, City: at.City, Country: at.Country})
		}
	}
	a.patch.constraints().ExcludedConnections = out
}

// excludeModes writes the means of travel that are not wanted, beside flying, which is the trip's own.
func (a *assembly) excludeModes() {
	was := a.r.known.Preferences.ExcludedModes
	out := slices.Clone(was)
	for _, m := range a.r.modes {
		switch at := slices.Index(out, m.mode); {
		case m.rejected && m.mode != byFlight && at < 0:
			out = append(out, m.mode)
		case !m.rejected && at >= 0:
			out = slices.Delete(out, at, at+1)
		}
	}
	if !slices.Equal(out, was) {
		a.patch.constraints().ExcludedModes = slices.Concat([]string{}, out)
	}
}
