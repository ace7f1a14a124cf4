package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// eitherPlace makes one place of several of which one is meant, where one of them is an area that one does not fly to:
// "to Portugal or Spain". Which airport is best is asked of all of them.
func (r *reading) eitherPlace() {
	isArea := func(p placeMention) bool { return p.answer.Verdict == geo.Wide }
	for k := len(r.places) - 1; k > 0; k-- {
		from := r.choiceTo(k)
		among := r.places[from : k+1]
		if from == k || !slices.ContainsFunc(among, isArea) {
			continue
		}
		p := among[0]
		p.to = among[len(among)-1].to
		p.name, p.said = r.words(p.from, p.to), ""
		for i := range among {
			p.either = append(p.either, among[i].name)
		}
		r.settle(&p, geo.Hints{})
		r.places = slices.Replace(r.places, from, k+1, p)
		k = from
	}
}

// choiceTo returns the first of the places of which one is meant and place k is the last, "Rome, Milan or Turin", "torn
// between Rome and Oslo"; k when it is none of several.
func (r *reading) choiceTo(k int) int {
	a, b := &r.places[k-1], &r.places[k]
	if !r.or(a.to, b.from) && !r.isTorn(a, b) || sameCity(a, b) && placeOf(a).Code == placeOf(b).Code {
		return k
	}
	from := k - 1
	for from > 0 && r.text(r.places[from].from-1) == "," && r.places[from-1].to == r.places[from].from-1 {
		from--
	}
	return from
}

// repeatsChoice sets aside places of which one is meant where they are named again: "to Faro or Lisbon and back from
// Faro or Lisbon".
func (r *reading) repeatsChoice() {
	for k := 1; k < len(r.places); k++ {
		from := r.choiceTo(k)
		isNew := func(p placeMention) bool {
			return !slices.ContainsFunc(r.places[:from], func(o placeMention) bool { return sameCity(&o, &p) })
		}
		if from == k || slices.ContainsFunc(r.places[from:k+1], isNew) {
			continue
		}
		for i := from; i <= k; i++ {
			r.places[i].role = asideRole
		}
	}
}

// isTorn reads "I can't decide between Rome and Oslo": one of the two is to be chosen.
func (r *reading) isTorn(a, b *placeMention) bool {
	return r.anyOf(a.from-2, "torn", "undecided", "decide", "deciding", "choose", "choosing", "choice") &&
		r.text(a.from-1) == "between" && r.text(a.to) == "and" && b.from == a.to+1
}

// anyPlace answers for several places of which one is meant: each has its turn among the choices.
func (r *reading) anyPlace(p *placeMention, hints geo.Hints) geo.Answer {
	all := geo.Answer{Verdict: geo.Wide, Named: geo.Place{Name: p.name}}
	var lists [][]geo.Place
	for _, name := range p.either {
		answer := geo.Find(name, hints)
		if answer.Verdict == geo.One {
			answer.Choices = []geo.Place{answer.Place}
		}
		lists = append(lists, answer.Choices)
	}
	for turn := range geo.MaxChoices {
		for _, list := range lists {
			if turn < len(list) && len(all.Choices) < geo.MaxChoices {
				all.Choices = append(all.Choices, list[turn])
			}
		}
	}
	return all
}

// otherAirports goes to the other airports of a city of which one is not wanted: "any London airport but Heathrow",
// "London, not Heathrow", and "not Heathrow" of a trip to London.
func (a *assembly) otherAirports() {
	r := a.r
	var out, done []string // the airports that are not wanted, and the first of each city that was seen to
	for i := range r.places {
		if r.unwanted(r.places[i].from) {
			out = append(out, r.places[i].flies())
		}
	}
	for i := range r.places {
		p := &r.places[i]
		if !r.unwanted(p.from) || !a.scope.flight || len(r.known.Itinerary.Segments) > 2 {
			continue
		}
		place, city := a.cityBeside(p)
		if place == nil && r.fliesBeside(p) {
			from, to := r.deniedPart(p.from, p.to) // "Gatwick, not Heathrow"
			r.note(from, to, byPlace)
		}
		if place == nil || slices.Contains(done, city.Airports[0]) {
			p.role = asideRole
			continue
		}
		done = append(done, city.Airports[0])
		from, to := r.deniedPart(p.from, p.to)
		apart := placesApart{first: place, origin: place.role == originRole || place.role == noRole && a.lacksOrigin()}
		isOut := func(code string) bool { return slices.Contains(out, code) }
		for _, code := range slices.DeleteFunc(slices.Clone(city.Airports), isOut) {
			at, _ := geo.ByCode(code)
			apart.others = append(apart.others, &placeMention{
				from: place.from, to: place.to, city: at, airport: code, sure: true, chosen: true, role: place.role,
			})
		}
		if len(apart.others) > 0 {
			*place = *apart.others[0]
			if apart.others = apart.others[1:]; len(apart.others) > 0 {
				a.apart = append(a.apart, apart)
			}
			r.note(from, to, byPlace)
			r.note(place.to, r.behind(place.to, "airport", "airports"), byPlace)
		}
	}
}

// saysOtherAirport reports whether what is denied is an airport of a city of which another one is wanted.
func (r *reading) saysOtherAirport(thing span) bool {
	return slices.ContainsFunc(r.places, func(p placeMention) bool {
		start := r.toks[p.from].start
		return thing.start <= start && start < thing.end && r.unwanted(p.from) && r.fliesBeside(&p)
	})
}

// fliesBeside reports whether another airport of the city of p is wanted.
func (r *reading) fliesBeside(p *placeMention) bool {
	a, ok := geo.AirportByCode(p.flies())
	return ok && slices.ContainsFunc(r.places, func(o placeMention) bool {
		return !r.unwanted(o.from) && o.airport != "" && o.airport != a.Code &&
			slices.Contains(geo.CityOf(a).Airports, o.airport)
	})
}

// cityBeside returns the city that is wanted where its airport p is not, p itself where it is of a city of the trip,
// and nil where there is none.
func (a *assembly) cityBeside(p *placeMention) (*placeMention, geo.Place) {
	isOf := func(city geo.Place) bool {
		return len(city.Airports) > 1 && slices.Contains(city.Airports, p.flies()) && (p.airport != "" || !p.city.Same(city))
	}
	for k := range a.r.places {
		if o := &a.r.places[k]; !a.r.unwanted(o.from) && isOf(o.city) && o.airport == "" {
			return o, o.city
		}
	}
	if slices.ContainsFunc(a.r.places, func(o placeMention) bool { return !a.r.unwanted(o.from) }) {
		return nil, geo.Place{}
	}
	leg := a.r.known.leg()
	for end, at := range []trip.Place{leg.Origin, leg.Destination} {
		airport, ok := geo.AirportByCode(at.Code)
		if !ok {
			continue
		}
		city := geo.CityOf(airport)
		if at.Type != "city" { // of which others may have been denied before
			city.Airports = []string{at.Code}
			for _, o := range [][]trip.Place{leg.Alternatives.Origin, leg.Alternatives.Destination}[end] {
				city.Airports = append(city.Airports, o.Code)
			}
		}
		if isOf(city) {
			p.role = []role{originRole, destinationRole}[end]
			return p, city
		}
	}
	return nil, geo.Place{}
}

// flies is the code of the airport of a place: its own, or the main one of a city.
func (p *placeMention) flies() string { return cmp.Or(p.airport, p.city.Code) }

// dropUnwanted takes the places that are not wanted out of the choices: "Spain, but not Madrid".
func (r *reading) dropUnwanted(a *geo.Answer) {
	left := slices.DeleteFunc(slices.Clone(a.Choices), func(c geo.Place) bool {
		return slices.ContainsFunc(r.places, func(p placeMention) bool { return r.unwanted(p.from) && p.city.Same(c) })
	})
	switch {
	case len(left) == 0 || len(left) == len(a.Choices):
	case len(left) == 1:
		a.Verdict, a.Place = geo.One, left[0]
	default:
		a.Choices = left
	}
}
