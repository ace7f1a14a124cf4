package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
)

// narrowsEnds lets an airport that has no part of its own stand for the city whose it is, at an end of the journey:
// "London to Oslo, I'd prefer Gatwick".
func (r *reading) narrowsEnds() {
	for i := range r.places {
		p := &r.places[i]
		if p.airport == "" || r.anyOf(p.from-1, "or") || r.anyOf(p.to, "or") || r.hotelBefore(p.from) {
			continue
		}
		city := slices.IndexFunc(r.places, func(o placeMention) bool {
			return o.airport == "" && (o.role == originRole || o.role == destinationRole) &&
				(p.role == noRole || p.role == o.role) && len(o.city.Airports) > 1 && slices.Contains(o.city.Airports, p.airport)
		})
		if city >= 0 {
			r.places[city].city, _ = geo.ByCode(p.airport)
			r.places[city].airport, r.places[city].chosen = p.airport, true
			p.role = asideRole
		} else if ends := r.known.endsIn(p.airport); p.role == noRole && len(r.places) == 1 && len(ends) == 1 {
			p.role = ends[0]
		}
	}
}

// endsIn returns the ends of the first leg that lie in a city of which an airport is one of several.
func (k *known) endsIn(airport string) (ends []role) {
	leg := k.leg()
	for _, end := range []struct {
		role role
		code string
	}{{originRole, leg.Origin.Code}, {destinationRole, leg.Destination.Code}} {
		a, ok := geo.AirportByCode(end.code)
		if ok && end.code != airport && slices.Contains(geo.CityOf(a).Airports, airport) {
			ends = append(ends, end.role)
		}
	}
	return ends
}

// narrowsDown reads "Portugal, Faro probably" and "Crete (Chania)": a place within the area that was named before it.
func (r *reading) narrowsDown(wide, p *placeMention) bool {
	for i := wide.to; i < p.from; i++ {
		if !r.anyOf(i, ",", "(", "-", "maybe", "probably", "perhaps", "ideally", "preferably") {
			return false
		}
	}
	isInside := wide.answer.Verdict == geo.Wide && geo.Within(cmp.Or(p.name, p.city.Name), wide.name) ||
		wide.answer.Verdict == geo.Unknown && wide.name != "" && r.text(p.from-1) == "("
	return isInside && p.answer.Verdict == geo.One
}

// maxStayKM is how far a place to sleep may lie from the nearest place of its journey.
const maxStayKM = 2000

// Farther from the middle of a town than townKM lies none of its parts, and nearer than nearbyKM another town in which
// one may sleep.
const townKM, nearbyKM = 25, 150

// isDistrict reads "to London, with a hotel in Kensington" as a part of London: the gazetteer knows places of that name
// only far from where the journey goes.
func (r *reading) isDistrict(p *placeMention) bool {
	at := r.before(p.from-1, "in", "near", "around", "at", "close", "to", "somewhere")
	if at == p.from-1 || topicWords[r.text(at)] != hotelTopic || cueWords[r.text(at)] != noCue ||
		countNouns[r.text(at)] == nightCount || p.beside != "" {
		return false
	}
	var ends []geo.Place
	for i := range r.places {
		if r.text(r.places[i].from-1) != "from" {
			ends = append(ends, r.places[i].city)
		}
	}
	found := append([]geo.Place{p.answer.Place, p.answer.Named}, p.answer.Choices...)
	isNear := func(c geo.Place) bool {
		return slices.ContainsFunc(ends, func(e geo.Place) bool { return geo.DistanceKM(e.Point(), c.Point()) < maxStayKM })
	}
	isKnown := func(c geo.Place) bool { return c.Country != "" }
	for _, e := range ends { // another town that is near: "hotel in Toledo" of a trip to Madrid
		town := geo.Find(p.name, geo.Hints{Beside: e.Country, Stay: true}).Place
		if km := geo.DistanceKM(e.Point(), town.Point()); km > townKM && km < nearbyKM {
			found = append(found, town)
		}
	}
	return slices.ContainsFunc(ends, isKnown) && slices.ContainsFunc(found, isKnown) &&
		!slices.ContainsFunc(found, func(c geo.Place) bool { return isKnown(c) && isNear(c) })
}
