package main

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/tools/geo"
)

const (
	minPopulation = 5_000   // smaller places are kept only when an airport serves them or a state is ruled from them
	manyNames     = 100_000 // smaller places keep their names in Latin letters only
	longestName   = 40      // bytes
)

func (w *world) readCities() {
	records := w.src.Cities
	sort.SliceStable(records, func(i, j int) bool { return records[i].Population > records[j].Population })
	for _, r := range records {
		if r.Feature == "PPLX" || r.Feature == "PPLH" || r.Feature == "PPLQ" || r.Feature == "PPLW" || r.Feature == "PPLCH" ||
			r.Name == "" {
			continue // a part of a city, or a place that is no more
		}
		c := &city{
			id: r.ID, name: r.Name, country: r.Country, admin: r.Admin, feature: r.Feature,
			population: r.Population, lat: r.Lat, lon: r.Lon,
		}
		w.nameCity(c)
		if len(c.proper) > 0 && !w.repeats(c) {
			w.add(c)
		}
	}
}

func (w *world) add(c *city) {
	w.cities = append(w.cities, c)
	at := cell(c.lat, c.lon)
	w.byGrid[at] = append(w.byGrid[at], c)
	for _, key := range c.proper {
		w.byName[key] = append(w.byName[key], c)
	}
	for _, key := range c.others {
		w.byOther[key] = append(w.byOther[key], c)
	}
}

// repeats reports whether a bigger place has the same name in the same state: they cannot be told apart.
func (w *world) repeats(c *city) bool {
	return slices.ContainsFunc(w.byName[c.proper[0]], func(other *city) bool {
		return other.country == c.country && other.admin == c.admin && other.proper[0] == c.proper[0]
	})
}

// nameCity collects a city's names. The name of the source is the local one or the English one; the dump of 2013
// has two spellings of it, and then every other name without its language.
func (w *world) nameCity(c *city) {
	seen := map[string]bool{"": true}
	take := func(list *[]string, name string) {
		if key := geo.Fold(name); !seen[key] && len(key) <= longestName {
			seen[key] = true
			*list = append(*list, key)
		}
	}
	local := c.name
	if better, ok := properNames[c.country+"/"+c.name]; ok {
		c.name = better
	}
	take(&c.proper, c.name)
	take(&c.proper, local)
	names := w.src.Names[c.id]
	for i, name := range names {
		switch {
		case i < 2:
			take(&c.proper, name)
		case !isName(name):
		default:
			c.renown++
			if c.population >= manyNames || latin(name) {
				take(&c.others, name)
				take(&c.others, strings.TrimSuffix(name, "市")) // "city": people say 大阪
			}
		}
	}
}

// isName refuses what stands among the other names and is none: a code (BCN), a transcription without a capital
// letter ("ba sai luo na"), a piece of "Austin, Texas" after its comma.
func isName(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case name == "" || first == ' ' || strings.ContainsAny(name, "0123456789()/;:"):
		return false
	case first < utf8.RuneSelf && (unicode.IsLower(first) || !unicode.IsLetter(first)):
		return false
	case len(name) <= 4 && name == strings.ToUpper(name) && latin(name):
		return false
	}
	return len(geo.Fold(name)) > 2
}

func latin(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}

// renowned are a city's people, more of them when the world has many names for it.
func (c *city) renowned() float64 {
	return float64(max(c.population, 1000)) * (1 + float64(c.renown)/20)
}

// size is how much a name may mean this city: four times as much with a large airport.
func (c *city) size() int64 {
	for _, a := range c.own {
		if a.size == geo.Large {
			return int64(c.renowned() * 4)
		}
	}
	return int64(c.renowned())
}

func (c *city) wanted() bool {
	if smallTowns[strings.ReplaceAll(c.proper[0], " ", "-")+"/"+strings.ToLower(c.country)] {
		return true
	}
	return c.hasAirport || c.population >= minPopulation || c.feature == "PPLC" || c.feature == "PPLA"
}

func (c *city) capital() bool { return c.feature == "PPLC" }
