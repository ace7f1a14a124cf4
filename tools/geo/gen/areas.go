package main

import (
	"slices"
	"sort"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// weighty is the part of an area's first airport that another one which is not large must reach to
// count: where none does, the area has one airport of weight.
const weighty = 60

// mostAirports is how many airports of an area are kept.
const maxAirports = 8

func (w *world) readAreas() {
	for code, names := range w.src.Countries {
		names = slices.Concat(moreNames[code], names)
		if better, ok := countryNames[code]; ok {
			names = append([]string{better}, names...)
		} else if len(moreNames[code]) > 0 {
			names = append([]string{w.src.Countries[code][0]}, names...)
		}
		a := &area{id: code, kind: "country", name: names[0], country: code, names: names}
		a.english = len(names) - len(w.src.Countries[code]) + w.src.English[code]
		for _, name := range names[:a.english] {
			w.countryKeys[geo.Fold(name)] = true
		}
		w.areas = append(w.areas, a)
	}
	states := map[string]*area{}
	for _, d := range w.src.Divisions {
		if a := states[d.code]; a != nil {
			w.division[d.country+"/"+d.admin] = a // one state with two numbers
			continue
		}
		name := plainDivision(d.names[0])
		if better, ok := countryNames[d.code]; ok {
			name = better
		}
		a := &area{
			id: d.code, kind: "state", name: name, country: d.country,
			names: append([]string{name}, moreNames[d.code]...),
		}
		a.english = len(a.names)
		for _, other := range d.names {
			a.names = append(a.names, other, plainDivision(other))
		}
		w.areas = append(w.areas, a)
		states[d.code] = a
		w.division[d.country+"/"+d.admin] = a
	}
	sort.Slice(w.areas, func(i, j int) bool { return w.areas[i].id < w.areas[j].id })
	w.readContinents()
}

// plainDivision is a state's name without the word for what it is: "Kyoto" of "Kyoto Prefecture".
func plainDivision(name string) string {
	name, _, _ = strings.Cut(name, ",")
	for _, start := range []string{
		"Canton of ", "Community of ", "Region of ", "State of ", "Province of ",
		"Special Region of ", "Republic of ",
	} {
		name = strings.TrimPrefix(name, start)
	}
	for _, end := range []string{
		" Prefecture", " Province", " County", " Region", " District", " Oblast", " Governorate",
		" Department", " Canton", " State",
	} {
		if short := strings.TrimSuffix(name, end); short != "" {
			name = short
		}
	}
	return name
}

// readContinents gives each country the continent that most of its airports lie in.
func (w *world) readContinents() {
	votes := map[string]map[string]int{}
	for _, l := range w.src.Listed {
		if len(l.Continent) != 2 || l.Continent == "US" {
			continue
		}
		if votes[l.Country] == nil {
			votes[l.Country] = map[string]int{}
		}
		votes[l.Country][l.Continent]++
	}
	for _, a := range w.areas {
		largest := 0
		for _, continent := range sortedKeys(votes[a.country]) {
			if n := votes[a.country][continent]; n > largest {
				largest, a.continent = n, continent
			}
		}
	}
}

// addHandRegions adds the islands and regions that no source has, and sets the airports of a
// state of that name where the source has it.
func (w *world) addHandRegions() {
	states := map[string]*area{}
	for _, a := range w.areas {
		states[a.country+"/"+geo.Fold(a.name)] = a
	}
	for _, r := range handRegions {
		var airports []*airport
		for code := range strings.FieldsSeq(r.airports) {
			airports = append(airports, w.must(code))
		}
		for place := range strings.SplitSeq(r.names, ";") {
			names := strings.Split(place, "|")
			key := geo.Fold(names[0])
			a := states[r.country+"/"+key]
			if a == nil {
				a = &area{id: "+" + strings.ReplaceAll(key, " ", "-"), kind: "region", name: names[0], country: r.country}
				w.areas = append(w.areas, a)
			}
			a.names, a.airports, a.byHand = append(a.names, names...), airports, true
		}
	}
}

// fillAreas finds the main airports of states and countries: those in them, of weight, one for
// each city; where none is, those that serve their cities.
func (w *world) fillAreas() {
	inside := map[string][]*airport{}
	for _, a := range w.airports {
		if a.served {
			inside[a.country] = append(inside[a.country], a)
			inside[a.region] = append(inside[a.region], a)
		}
	}
	outside := map[string][]*airport{}
	for _, c := range w.cities {
		for _, id := range []string{c.country, w.regionOf(c)} {
			outside[id] = append(outside[id], c.near...)
		}
	}
	people, lat, lon := map[string]int64{}, map[string]float64{}, map[string]float64{}
	for _, c := range w.cities {
		for _, id := range []string{c.country, w.regionOf(c)} {
			n := c.population + 1
			people[id] += n
			lat[id] += c.lat * float64(n)
			lon[id] += c.lon * float64(n)
		}
	}
	for _, a := range w.areas {
		if a.byHand {
			a.lat, a.lon = a.airports[0].lat, a.airports[0].lon
			for _, p := range a.airports {
				a.population += p.people
			}
			continue
		}
		list := inside[a.id]
		if len(list) == 0 {
			list = outside[a.id]
		}
		a.airports = mainOnes(list)
		if a.population = people[a.id]; a.population > 0 {
			a.lat, a.lon = lat[a.id]/float64(a.population), lon[a.id]/float64(a.population)
		}
	}
}

// knownStates are the countries whose states people speak of by themselves.
var knownStates = set("US CA AU NZ IN PK ID MY TH JP CN GB IE FR ES PT IT GR DE AT CH")

// size is how much a name may mean the area: as a rule a state is not what people mean by a city's name.
func (a *area) size() int64 {
	if a.kind == "state" && !knownStates[a.country] {
		return a.population / 10
	}
	return a.population * 4
}

// mainOnes orders airports by weight and keeps those of weight, one for each city.
func mainOnes(list []*airport) []*airport {
	list = append([]*airport(nil), list...)
	sort.SliceStable(list, func(i, j int) bool {
		if x, y := list[i].weight(), list[j].weight(); x != y {
			return x > y
		}
		return list[i].code < list[j].code
	})
	var kept []*airport
	for _, a := range list {
		if main := a.city.own[0]; slices.Contains(list, main) {
			a = main
		}
		light := len(kept) > 0 && a.size != geo.Large && a.weight()*weighty < kept[0].weight()
		if len(kept) < maxAirports && !light && !servesSameCity(kept, a) {
			kept = append(kept, a)
		}
	}
	return kept
}
