package main

import (
	"fmt"
	"math"
	"os"
	"sort"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

const (
	minPopulation = 20_000 // smaller places are in the table only when an airport serves them
	servedWithin  = 250.0  // km from a city to the airport that serves it, at most
	namedWithin   = 120.0  // km from an airport to the city it is named after, at most
)

type airport struct {
	code, name, zone, country string
	size                      geo.Size
	lat, lon                  float64
	city                      *city
}

type city struct {
	name, country, admin string
	population           int64
	lat, lon             float64
	main                 string
	served               bool
}

type world struct {
	airports  []*airport
	cities    []*city
	byKey     map[string][]*city
	countries map[string]string // name → code
}

func build(src sources) *world {
	w := &world{byKey: map[string][]*city{}, countries: map[string]string{}}
	w.readCities(src.Cities)
	open := map[string]openAirport{}
	for _, o := range src.Open {
		if len(o.IATA) == 3 {
			open[o.IATA] = o
		}
	}
	for _, l := range src.Listed {
		w.readAirport(l, open)
	}
	sort.Slice(w.airports, func(i, j int) bool { return w.airports[i].code < w.airports[j].code })
	w.chooseMainAirports()
	return w
}

func (w *world) readCities(records []cityRecord) {
	for _, r := range records {
		if r.Feature == "PPLX" || r.Feature == "PPLH" || r.Feature == "PPLQ" || r.Name == "" {
			continue // a part of a city, or a place that is no more
		}
		c := &city{
			name: r.Name, country: r.Country, admin: provinceCode(r.Country, r.Admin),
			population: r.Population, lat: r.Loc.Coordinates[1], lon: r.Loc.Coordinates[0],
		}
		if better, ok := properNames[c.country+"/"+c.name]; ok {
			c.name = better
		}
		if w.repeats(c) {
			continue
		}
		key := geo.Fold(c.name)
		w.cities = append(w.cities, c)
		w.byKey[key] = append(w.byKey[key], c)
	}
	for _, list := range w.byKey {
		sort.SliceStable(list, func(i, j int) bool { return list[i].population > list[j].population })
	}
}

// repeats keeps the biggest of several places with one name in one state: they cannot be told apart.
func (w *world) repeats(c *city) bool {
	for _, other := range w.byKey[geo.Fold(c.name)] {
		if other.country == c.country && other.admin == c.admin {
			if c.population > other.population {
				*other = *c
			}
			return true
		}
	}
	return false
}

func (w *world) readAirport(l listedRecord, open map[string]openAirport) {
	size, ok := sizeOf(l)
	if !ok {
		return
	}
	a := &airport{code: l.IATA, name: l.Name, zone: strings.ReplaceAll(l.Zone, " ", ""), country: l.Country, size: size, lat: l.Lat, lon: l.Lon}
	cityName := ""
	if o, ok := open[l.IATA]; ok && distance(a.lat, a.lon, o.Lat, o.Lon) < 50 {
		cityName = o.City
		if len(o.Zone) > 3 {
			a.zone = o.Zone
		}
		w.countries[o.Country] = l.Country
	}
	if metro, ok := metroOf[a.code]; ok {
		cityName = metro
	}
	a.city = w.cityFor(a, cityName)
	a.city.served = true
	w.airports = append(w.airports, a)
}

func sizeOf(l listedRecord) (geo.Size, bool) {
	scheduled := strings.EqualFold(l.Scheduled, "true")
	switch {
	case len(l.IATA) != 3 || l.Zone == "":
		return "", false
	case l.Type == "large_airport":
		return geo.Large, scheduled
	case l.Type == "medium_airport":
		return geo.Medium, scheduled
	}
	return geo.Small, scheduled
}

// cityFor finds the city of an airport: the one it is named after, else the most weighty near it,
// else a place of the airport's own name.
func (w *world) cityFor(a *airport, name string) *city {
	best, bestDistance := (*city)(nil), namedWithin
	for _, c := range w.byKey[geo.Fold(name)] {
		if d := distance(a.lat, a.lon, c.lat, c.lon); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best != nil {
		return best
	}
	bestWeight := 0.0
	for _, c := range w.cities {
		if math.Abs(c.lat-a.lat) > 0.5 {
			continue
		}
		d := distance(a.lat, a.lon, c.lat, c.lon)
		if weight := float64(c.population+500) / math.Pow(d+5, 2); d < 40 && weight > bestWeight {
			best, bestWeight = c, weight
		}
	}
	if best != nil {
		return best
	}
	if name == "" {
		name = strings.TrimSuffix(strings.TrimSuffix(a.name, " Airport"), " International")
	}
	own := &city{name: name, country: a.country, lat: a.lat, lon: a.lon}
	if w.repeats(own) {
		return w.byKey[geo.Fold(name)][0]
	}
	w.cities = append(w.cities, own)
	w.byKey[geo.Fold(name)] = append(w.byKey[geo.Fold(name)], own)
	return own
}

func (w *world) chooseMainAirports() {
	known := map[string]bool{}
	for _, a := range w.airports {
		known[a.code] = true
	}
	for _, c := range w.cities {
		if !c.wanted() {
			continue
		}
		best := math.Inf(1)
		for _, a := range w.airports {
			if math.Abs(a.lat-c.lat) > 2.5 {
				continue
			}
			if cost, ok := servingCost(a, c); ok && cost < best {
				best, c.main = cost, a.code
			}
		}
	}
	for place, code := range mainAirports {
		if !known[code] {
			panic("no such airport: " + code)
		}
		w.mustCity(place).main = code
	}
}

// servingCost weighs how well an airport serves a city: near, big and named after it is good.
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
		cost -= 60
	}
	if a.country != c.country {
		cost += 60
	}
	return cost, true
}

func (c *city) wanted() bool { return c.served || c.population >= minPopulation }

func (w *world) mustCity(place string) *city {
	name, country, _ := strings.Cut(place, "/")
	for _, c := range w.byKey[geo.Fold(name)] {
		if c.country == country {
			return c
		}
	}
	panic("no such city: " + place)
}

func distance(lat1, lon1, lat2, lon2 float64) float64 {
	p := func(lat, lon float64) geo.Point {
		return geo.Point{LatMicro: int64(lat * 1e6), LonMicro: int64(lon * 1e6)}
	}
	return float64(geo.DistanceKM(p(lat1, lon1), p(lat2, lon2)))
}

func writeTable(path string, lines []string) error {
	return os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

func tenThousandths(degrees float64) string { return fmt.Sprint(int64(math.Round(degrees * 1e4))) }
