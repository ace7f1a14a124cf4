package main

import (
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

const (
	servedWithin = 250.0 // km from a city to the airport that serves it, at most
	namedWithin  = 120.0 // km from an airport to the city it is named after, at most
)

func (w *world) readAirports() {
	open := map[string]openAirport{}
	for _, o := range w.src.Open {
		if len(o.IATA) == 3 {
			open[o.IATA] = o
		}
	}
	for _, l := range w.src.Listed {
		w.readAirport(l, open)
	}
	sort.Slice(w.airports, func(i, j int) bool { return w.airports[i].code < w.airports[j].code })
	for _, c := range w.cities {
		sort.SliceStable(c.own, func(i, j int) bool { return before(c.own[i], c.own[j]) })
	}
	for place, code := range mainAirports {
		w.mustCity(place).first(w.must(code))
	}
}

// before orders the airports of one city.
func before(a, b *airport) bool {
	if a.size != b.size {
		return a.size < b.size // L, M, S
	}
	if a.runway != b.runway {
		return a.runway > b.runway
	}
	return a.code < b.code
}

func (c *city) first(a *airport) {
	list := []*airport{a}
	for _, o := range c.own {
		if o != a {
			list = append(list, o)
		}
	}
	c.own = list
}

// noAirport finds what the list calls an airport and is none.
var noAirport = regexp.MustCompile(`(?i)\b(heliport|helipad|sea ?plane|rail|railway|station|bus|ferry|pier|` +
	`metropolitan area|army|afb|air base|aerogare)\b|metropolitan$`)

func (w *world) readAirport(l listedRecord, open map[string]openAirport) {
	if len(l.IATA) != 3 || l.Zone == "" || !l.Scheduled || w.byCode[l.IATA] != nil {
		return
	}
	a := &airport{
		code: l.IATA, name: l.Name, zone: strings.ReplaceAll(l.Zone, " ", ""), country: l.Country, size: sizeOf(l),
		runway: l.Runway, lat: l.Lat, lon: l.Lon,
	}
	o, known := open[l.IATA]
	if !known {
		o, known = w.openAt(l.Lat, l.Lon)
	}
	cityName := ""
	if known && distance(a.lat, a.lon, o.Lat, o.Lon) < 50 {
		cityName = o.City
		if len(o.Zone) > 3 {
			a.zone = o.Zone
		}
	}
	known = known && o.Type == "airport"
	a.served = !noAirport.MatchString(l.Name) && (l.Runway > 0 || known)
	if !a.served {
		a.size = geo.Small
	}
	metro, suburban := metroOf[a.code]
	if suburban {
		cityName = metro
	}
	w.byCode[a.code] = a
	w.airports = append(w.airports, a)
	a.city, a.named = w.cityFor(a, cityName)
	if c := w.nameGiver(a); c != nil && !suburban && a.city.population < knownCity && c.population > 5*a.city.population {
		a.city, a.named = c, true
	}
	a.named = a.named || strings.HasPrefix(geo.Fold(cityName), a.city.proper[0]+" ")
	a.city.hasAirport = true
	if a.served {
		a.city.own = append(a.city.own, a)
	}
	a.region = w.regionAt(a)
	if a.named && !suburban && a.city.country == a.country {
		a.region = w.regionOf(a.city)
	}
}

// openAt finds an airport of the other source by its place: its code may have changed.
func (w *world) openAt(lat, lon float64) (openAirport, bool) {
	for _, o := range w.src.Open {
		if math.Abs(o.Lat-lat) < 0.05 && math.Abs(o.Lon-lon) < 0.05 && len(o.IATA) == 3 {
			return o, true
		}
	}
	return openAirport{}, false
}

func sizeOf(l listedRecord) geo.Size {
	switch l.Type {
	case "large_airport":
		return geo.Large
	case "medium_airport":
		return geo.Medium
	}
	return geo.Small
}

// cityFor finds the city of an airport: the one it is named after, else the most weighty near it,
// else a place of the airport's own name.
func (w *world) cityFor(a *airport, name string) (best *city, named bool) {
	for _, index := range []map[string][]*city{w.byName, w.byOther} {
		bestDistance := namedWithin
		for _, c := range index[geo.Fold(name)] {
			if d := distance(a.lat, a.lon, c.lat, c.lon); d < bestDistance {
				best, bestDistance = c, d
			}
		}
		if best != nil {
			return best, true
		}
	}
	bestWeight := 0.0
	w.around(a.lat, a.lon, func(c *city, d float64) {
		if weight := float64(c.population+500) / math.Pow(d+5, 2); d < 40 && weight > bestWeight {
			best, bestWeight = c, weight
		}
	})
	if best != nil {
		return best, false
	}
	if name == "" {
		name = shortName(a.name)
	}
	own := &city{name: name, country: a.country, lat: a.lat, lon: a.lon, proper: []string{geo.Fold(name)}}
	if w.repeats(own) {
		return w.byName[geo.Fold(name)][0], true
	}
	w.add(own)
	return own, true
}

// nameGiver is the city near an airport whose name the airport's begins with: "Trieste - Friuli
// Venezia Giulia Airport" stands in a village.
func (w *world) nameGiver(a *airport) *city {
	words := strings.Fields(geo.Fold(a.name))
	for n := min(len(words), 4); n > 0; n-- {
		for _, c := range w.byName[strings.Join(words[:n], " ")] {
			if c.country == a.country && distance(a.lat, a.lon, c.lat, c.lon) < 60 {
				return c
			}
		}
	}
	return nil
}

var airportWords = regexp.MustCompile(`(?i)[ -]*\b(airport|international|intl|regional|municipal|national|` +
	`metropolitan|county|domestic)\b\.?`)

// shortName is what people call an airport: "Tenerife South" of "Tenerife South Airport".
func shortName(name string) string {
	if short := flat(airportWords.ReplaceAllString(name, "")); short != "" {
		return short
	}
	return flat(name)
}

// regionAt is the state in which an airport lies: that of the nearest place in its country.
func (w *world) regionAt(a *airport) string {
	region, nearest := "", math.Inf(1)
	w.around(a.lat, a.lon, func(c *city, d float64) {
		if c.country == a.country && d < nearest {
			nearest, region = d, w.regionOf(c)
		}
	})
	return region
}

func (w *world) regionOf(c *city) string {
	if d := w.division[c.country+"/"+c.admin]; d != nil {
		return d.id
	}
	return ""
}

// serve finds for every city the airports that one flies to, and counts the people of each airport.
func (w *world) serve() {
	for _, c := range w.cities {
		if !c.wanted() {
			continue
		}
		best := w.servers(c)
		if len(best) > 0 {
			best[0].people += c.population
		}
		if len(c.own) == 0 {
			c.near = best
		}
	}
}

// servers lists the airports that serve a city about equally well, the best first, one for each
// city that they are the airport of.
func (w *world) servers(c *city) []*airport {
	if len(c.own) > 0 && c.own[0].size != geo.Small {
		return c.own[:1]
	}
	type offer struct {
		a    *airport
		cost float64
	}
	var offers []offer
	for _, a := range w.airports {
		if !a.served || math.Abs(a.lat-c.lat) > 2.5 {
			continue
		}
		if cost, ok := servingCost(a, c); ok {
			offers = append(offers, offer{a, cost})
		}
	}
	sort.SliceStable(offers, func(i, j int) bool { return offers[i].cost < offers[j].cost })
	var list []*airport
	for _, o := range offers {
		if len(list) == geo.MaxChoices || o.cost > offers[0].cost*1.5+20 {
			break
		}
		if !servesSameCity(list, o.a) {
			list = append(list, o.a.mainWithin(o.cost, c))
		}
	}
	return list
}

// mainWithin is the main airport of the same city where it is hardly farther.
func (a *airport) mainWithin(cost float64, c *city) *airport {
	main := a.city.own[0]
	if of, ok := servingCost(main, c); ok && of < cost+25 {
		return main
	}
	return a
}

func servesSameCity(list []*airport, a *airport) bool {
	return slices.ContainsFunc(list, func(other *airport) bool { return other.city == a.city })
}

// servingCost weighs how well an airport serves a city: near, big and in the same country is good.
func servingCost(a *airport, c *city) (float64, bool) {
	d := distance(a.lat, a.lon, c.lat, c.lon)
	if d > servedWithin {
		return 0, false
	}
	cost := d
	switch a.size {
	case geo.Medium:
		cost += 40
	case geo.Small:
		cost += 80
	}
	if a.city == c {
		cost = max(0, cost-60)
	}
	if a.country != c.country {
		cost += 60
	}
	return cost, true
}

// weight orders the airports of an area, as no source counts their passengers: how much place its
// city is, the people for whom it is the next one, its size, and the square of its runway.
func (a *airport) weight() int64 {
	n := float64(a.people+20_000) + a.city.renowned()
	switch a.size {
	case geo.Large:
		n *= 4
	case geo.Small:
		n /= 20
	}
	feet := 8000.0
	if a.runway > 1000 { // the list has "10" for ten thousand, and metres
		feet = min(max(a.runway, 4000), 13_000)
	}
	return int64(n * feet * feet / 1e8)
}

func (w *world) must(code string) *airport {
	if a := w.byCode[code]; a != nil && a.served {
		return a
	}
	panic("no such airport: " + code)
}

func (w *world) mustCity(place string) *city {
	name, country, _ := strings.Cut(place, "/")
	for _, c := range w.byName[geo.Fold(name)] {
		if c.country == country {
			return c
		}
	}
	panic("no such city: " + place)
}
