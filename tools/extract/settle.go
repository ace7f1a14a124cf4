package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// What an assumption about a place is about.
const (
	startPlace = "start"
	goalPlace  = "goal"
	stayPlace  = "stay"
)

// named lists the places that are a part of the trip, each with the path that it is written to.
func (a *assembly) named() []placeAsked {
	var list []placeAsked
	add := func(p *placeMention, path string) {
		if p != nil && !slices.ContainsFunc(list, func(o placeAsked) bool { return o.place == p }) {
			list = append(list, placeAsked{p, path})
		}
	}
	for i, l := range a.legs {
		add(l.destination, legPath(i)+".destination.code")
		add(l.origin, legPath(i)+".origin.code")
	}
	add(a.origin, originPath)
	add(a.destination, goalPath)
	add(a.goalOfStay, goalPath)
	add(a.hotel, stayPath(a.stayIndex())+".location_code")
	return append(list, a.extra...)
}

// settlePlaces reads each place in the light of the others: "Birmingham" after "from Chicago" is the one in Alabama.
func (a *assembly) settlePlaces() {
	leg := a.r.known.leg()
	if p := a.destination; p != nil {
		a.r.settle(p, geo.Hints{OtherEnd: countryOf(a.origin, leg.Origin.Code)})
		a.assume(goalPlace, p)
	}
	if p := a.origin; p != nil {
		near := countryOf(a.destination, leg.Destination.Code)
		if leg.Origin.Code != "" && a.destination == nil {
			near = countryOf(nil, leg.Origin.Code) // who starts elsewhere than was said starts nearby
		}
		a.r.settle(p, geo.Hints{OtherEnd: near})
		a.assume(startPlace, p)
	}
	if p := a.hotel; p != nil && p != a.destination {
		a.r.settle(p, geo.Hints{Stay: true, OtherEnd: countryOf(a.destination, leg.Destination.Code)})
		a.assume(stayPlace, p)
	}
	before := ""
	for i, l := range a.legs {
		if l.origin != nil {
			a.r.settle(l.origin, geo.Hints{OtherEnd: before}) // "then by train to Valencia, home from Valencia"
			before = countryOf(l.origin, "")
		}
		if i > 0 && i == len(a.legs)-1 && endsApart(l.destination, before, countryOf(a.legs[0].origin, "")) {
			before = "" // it is asked
		}
		a.r.settle(l.destination, geo.Hints{OtherEnd: before})
		a.assume("", l.destination)
		before = countryOf(l.destination, "")
	}
}

// endsApart reports whether the last place of a route may be one near home or another near the stop before it: after
// London and Boston, "Manchester" may be in England or in New Hampshire.
func endsApart(p *placeMention, before, home string) bool {
	if home == "" || home == before || p.name == "" || p.beside != "" || p.chosen {
		return false
	}
	there, here := geo.Find(p.name, geo.Hints{OtherEnd: before}), geo.Find(p.name, geo.Hints{OtherEnd: home})
	return there.Verdict == geo.One && here.Verdict == geo.One && there.Reason == geo.AtOther &&
		here.Reason == geo.AtOther && !there.Place.Same(here.Place)
}

// countryOf is the country of a place that was named, also where its airport is still open: of an island, or of all
// that may be meant. Else it is that of the airport that is known.
func countryOf(p *placeMention, code string) string {
	if p != nil {
		return cmp.Or(p.city.Country, p.answer.Named.Country, sharedCountry(p.answer.Choices))
	}
	if a, ok := geo.AirportByCode(code); ok {
		return a.Country
	}
	return ""
}

// sharedCountry is the country in which all of several places lie; empty when they lie in more than one.
func sharedCountry(places []geo.Place) string {
	country := ""
	for i := range places {
		if i > 0 && places[i].Country != country {
			return ""
		}
		country = places[i].Country
	}
	return country
}

// assume records what was assumed about a place. It replaces the assumptions about the old place, except for one of
// several goals (an empty about), where nothing is dropped.
func (a *assembly) assume(about string, p *placeMention) {
	if about == "" {
		about = goalPlace
	} else {
		a.scope.dropPlace(about)
	}
	switch p.answer.Assumption {
	case geo.Misspelt:
		a.scope.addPlace(messages.AssumeMisspelt{
			About: about, Place: p.city.Label(), Word: a.r.words(p.from, p.to),
		}.Message())
	case geo.OnlyAirport:
		a.scope.addPlace(messages.AssumeOnlyAirport{
			About: about, Place: p.city.Label(), Named: p.answer.Named.Name,
		}.Message())
	case geo.NearestAirport:
		if about != stayPlace {
			a.scope.addPlace(messages.AssumeNearestAirport{
				About: about, Place: p.city.Label(), Airport: p.city.Code,
			}.Message())
		}
	}
}

// dropPlace forgets what was assumed about a place of the trip.
func (s *scope) dropPlace(about string) {
	s.assumptions = slices.DeleteFunc(s.assumptions, func(a trip.Message) bool {
		var misspelt messages.AssumeMisspelt
		var only messages.AssumeOnlyAirport
		var nearest messages.AssumeNearestAirport
		return misspelt.Read(&a) && misspelt.About == about || only.Read(&a) && only.About == about ||
			nearest.Read(&a) && nearest.About == about
	})
}

// addPlace assumes something of a place. There may be more of the kind.
func (s *scope) addPlace(said trip.Message) {
	if !s.holds(said) {
		s.assumptions = append(s.assumptions, said)
	}
}

// question asks about a place that is not settled, with its choices.
func (p *placeMention) question(r *reading, path string) (Question, bool) {
	q := Question{About: path}
	if p.name == "" || p.chosen {
		return q, false
	}
	switch a := p.answer; a.Verdict {
	case geo.Several:
		q.Text = r.say("which_place", "places", r.placeLabels(a.Choices))
	case geo.Wide:
		q.Text = r.say("airport", "place", a.Named.Label(), "places", r.placeLabels(a.Choices))
	case geo.Unknown:
		q.Text = r.say("no_place", "text", p.city.Name)
	case geo.One:
		return q, false
	}
	for _, c := range p.answer.Choices {
		value := any(placeOf(&placeMention{name: p.name, city: c}))
		if strings.HasSuffix(path, locationField) {
			value = c.Location()
		}
		q.Choices = append(q.Choices, Choice{c.Label(), value})
	}
	return q, true
}

// placeLabels lists places as a choice: "A, B or C".
func (r *reading) placeLabels(places []geo.Place) string {
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = p.Label()
	}
	if n := len(names); n > 1 {
		return r.say("or", "first", strings.Join(names[:n-1], ", "), "last", names[n-1])
	}
	return strings.Join(names, "")
}
