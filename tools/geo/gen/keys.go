package main

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/tools/geo"
)

// numberPlaces gives every kept city a key: the order of keys is that of countries, states and
// sizes, so that neighbours are alike and the table packs well.
func (w *world) numberPlaces() {
	var kept []*city
	for _, c := range w.cities {
		if c.wanted() {
			kept = append(kept, c)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool {
		a, b := kept[i], kept[j]
		switch {
		case a.country != b.country:
			return a.country < b.country
		case a.admin != b.admin:
			return a.admin < b.admin
		case a.population != b.population:
			return a.population > b.population
		}
		return a.id < b.id
	})
	for i, c := range kept {
		c.key = fmt.Sprintf("%04s", strconv.FormatInt(int64(i), 36))
	}
	w.cities = kept
}

func (w *world) airportLines() []string {
	var lines []string
	for _, a := range w.airports {
		weight := int64(0)
		if a.served {
			weight = a.weight()
		}
		lines = append(lines, row(a.code, a.name, a.label(), a.city.key, a.country, a.region, a.zone,
			tenThousandths(a.lat), tenThousandths(a.lon), string(a.size), number(weight)))
	}
	return lines
}

// label is what people call the place that an airport takes one to.
func (a *airport) label() string {
	if label := airportLabels[a.code]; label != "" {
		return label
	}
	c := a.city
	if a.named || len(c.own) > 0 && c.own[0] == a && (c.population >= knownCity || c.capital()) {
		return c.name
	}
	return shortName(a.name)
}

// knownCity is the size from which people call an airport by the city near it, not by its own name.
const knownCity = 50_000

func (w *world) placeLines() []string {
	metros := w.metros()
	var lines []string
	for _, c := range w.cities {
		kind := "city"
		if c.capital() {
			kind = "capital"
		}
		lines = append(lines, row(c.key, kind, c.name, c.country, w.regionOf(c), w.letters(c), threeFigures(c.population),
			threeFigures(c.size()), hundredths(c.lat), hundredths(c.lon), codes(c.own), codes(c.near), metros[c]))
	}
	for _, a := range w.areas {
		lines = append(lines, row(a.id, a.kind, a.name, a.country, a.id, a.continent, threeFigures(a.population),
			threeFigures(a.size()), hundredths(a.lat), hundredths(a.lon), "", codes(a.airports), ""))
	}
	sort.Strings(lines)
	return lines
}

// letters is the number that the source has for a city's state; for Canada and Australia the
// letters that people use.
func (w *world) letters(c *city) string {
	if c.country == "CA" || c.country == "AU" {
		return strings.TrimPrefix(w.regionOf(c), c.country+"-")
	}
	return c.admin
}

func codes(list []*airport) string {
	var all []string
	for _, a := range list[:min(len(list), maxAirports)] {
		all = append(all, a.code)
	}
	return strings.Join(all, ",")
}

// metros gives the metropolitan code of each city that has one of its own, as LON of London.
func (w *world) metros() map[*city]string {
	of := map[*city]string{}
	for _, m := range w.src.Metros {
		if w.byCode[m.Code] != nil {
			continue
		}
		var main *airport
		for _, code := range m.Airports {
			if a := w.byCode[code]; a != nil && a.served && (main == nil || a.weight() > main.weight()) {
				main = a
			}
		}
		if main != nil && main.size == geo.Large && main.named {
			of[main.city] = m.Code
		}
	}
	return of
}

// metroLines lists the metropolitan codes.
func (w *world) metroLines() []string {
	var lines []string
	for c, code := range w.metros() {
		lines = append(lines, row(code, c.key))
	}
	sort.Strings(lines)
	return lines
}

// A name belongs to a place in one of these ways, and the table marks it.
const (
	proper  = ""  // what it is called where it lies, or in English
	short   = "-" // the beginning of its proper name: Frankfurt
	foreign = "~" // what it is called elsewhere, or once was
	beside  = "!" // of an area whose city has the same name: it counts only after the name of a city
)

// nameTable collects the names of all places.
type nameTable struct {
	w    *world
	keys map[string]map[string]string // key → place → mark
}

func (t *nameTable) add(key, place, mark string) {
	if key == "" || stopWords[strings.TrimPrefix(key, "the ")] || len(key) <= 3 && isASCII(key) && mark == foreign {
		return
	}
	if t.keys[key] == nil {
		t.keys[key] = map[string]string{}
	}
	rank := func(mark string) int { return slices.Index([]string{proper, short, foreign, beside}, mark) }
	if old, ok := t.keys[key][place]; !ok || rank(mark) < rank(old) {
		t.keys[key][place] = mark
	}
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// nameLines writes every name with the places that it may mean, and marks what is an English word
// or a person's name as well.
func (w *world) nameLines() []string {
	t := &nameTable{w: w, keys: map[string]map[string]string{}}
	t.addCities()
	t.addAreas()
	t.addAirports()
	for _, word := range w.refused(t) {
		t.keys[word] = nil
	}
	var lines []string
	for _, key := range sortedKeys(t.keys) {
		places := sortedKeys(t.keys[key])
		for i, place := range places {
			places[i] = t.keys[key][place] + place
		}
		flag := ""
		switch {
		case stopWords[key] || abbreviations[key]:
			flag = "a" // a word in capitals too
		case w.isWord(key):
			flag = "w"
		}
		lines = append(lines, key+"\t"+strings.Join(places, ",")+"\t"+flag)
	}
	return lines
}

func (t *nameTable) addCities() {
	for nickname, place := range cityNicknames {
		t.add(geo.Fold(nickname), t.w.mustCity(place).key, proper)
	}
	for _, c := range t.w.cities {
		for _, key := range c.proper {
			t.add(key, c.key, proper)
		}
		for _, key := range c.others {
			switch {
			case c.begins(key):
				t.add(key, c.key, short)
			case t.w.countryKeys[key] || t.w.isWord(key) && c.size() < 1_000_000:
			default:
				t.add(key, c.key, foreign)
			}
		}
	}
}

// begins reports whether a name is the beginning of a proper one.
func (c *city) begins(key string) bool {
	for _, name := range c.proper {
		if rest, ok := strings.CutPrefix(name, key+" "); ok && rest != "city" { // Panama is no Panama City
			return true
		}
	}
	return false
}

func (t *nameTable) addAreas() {
	for _, a := range t.w.areas {
		for i, name := range a.names {
			mark := foreign
			if i < a.english || a.byHand {
				mark = proper
			}
			key := geo.Fold(name)
			if t.isCityOf(a, key) {
				mark = beside
			}
			if (len(key) > 2 || i == 0) && !t.w.isCountryOf(a, key) && !(a.kind == "state" && t.w.src.Words[key]) {
				t.add(key, a.id, mark)
			}
		}
	}
	for name, ids := range regionNames {
		key := geo.Fold(name)
		if t.keys[key] == nil {
			t.keys[key] = map[string]string{} // a stop word too: "US"
		}
		for id := range strings.SplitSeq(ids, ",") {
			t.keys[key][id] = proper
		}
	}
}

// isCityOf reports whether an area has the name of a city in it that people fly to when they say
// it: "New York" and "Salzburg" mean the city, "Quebec" may mean the province.
func (t *nameTable) isCityOf(a *area, key string) bool {
	if len(a.airports) == 0 {
		return true
	}
	for _, c := range append(slices.Clone(t.w.byName[key]), t.w.byOther[key]...) {
		mark, named := t.keys[key][c.key]
		if a.kind == "region" && (mark != proper || !slices.Contains(c.own, a.airports[0])) {
			continue
		}
		if !named || c.country != a.country || a.kind == "state" && t.w.regionOf(c) != a.id ||
			a.kind == "country" && mark != proper {
			continue
		}
		large := len(c.own) > 0 && c.own[0].size == geo.Large && c.population*4 >= a.population
		if large || slices.Contains(append(slices.Clone(c.own), c.near...), a.airports[0]) {
			return true
		}
	}
	return false
}

// isCountryOf reports whether a state is called as its country is: that is what people mean.
func (w *world) isCountryOf(a *area, key string) bool {
	return a.kind == "state" &&
		slices.ContainsFunc(w.src.Countries[a.country], func(name string) bool { return geo.Fold(name) == key })
}

// isEnglish reports whether a name is nothing but English words.
func (w *world) isEnglish(key string) bool {
	for word := range strings.SplitSeq(key, " ") {
		if !w.src.Words[word] {
			return false
		}
	}
	return true
}

// addAirports adds the names of airports that are no city's: "Heathrow", "London Heathrow".
func (t *nameTable) addAirports() {
	for _, a := range t.w.airports {
		if !a.served || a.size == geo.Small {
			continue
		}
		for _, name := range []string{shortName(a.name), strings.TrimSuffix(a.name, " Airport")} {
			if key := geo.Fold(name); t.keys[key] == nil && !strings.ContainsAny(name, "()/") {
				t.add(key, a.code, proper)
			}
		}
	}
	for name, code := range airportNicknames {
		t.add(geo.Fold(name), t.w.must(code).code, proper)
	}
}

// refused are English words that are no names of places: they are in the table without a place, so
// that they are never taken for a slip, a code or a place that nobody knows. Of the rarer ones those
// are enough that are one letter off a name, or a code.
func (w *world) refused(t *nameTable) []string {
	codes := map[string]bool{}
	for code := range w.byCode {
		codes[strings.ToLower(code)] = true
	}
	for _, a := range w.areas {
		_, state, _ := strings.Cut(a.id, "-")
		codes[strings.ToLower(a.id)], codes[strings.ToLower(state)] = true, true
	}
	var list []string
	for _, word := range slices.Concat(sortedKeys(w.src.Words), sortedKeys(stopWords), sortedKeys(abbreviations)) {
		key := geo.Fold(word)
		if t.keys[key] == nil &&
			(w.src.Usual[key] || stopWords[key] || codes[key] ||
				slices.ContainsFunc(geo.Slips(key), func(k string) bool { return t.keys[k] != nil })) {
			list = append(list, key)
		}
	}
	return list
}

// isWord reports whether every word of a name is an English word, or the name is also a person's.
func (w *world) isWord(key string) bool {
	return givenNames[key] || w.isEnglish(key)
}

func tenThousandths(degrees float64) string { return fmt.Sprint(int64(math.Round(degrees * 1e4))) }

// hundredths of a degree are a kilometre: enough for the middle of a city, and what they leave out would be a sixth of
// the packed tables, as would be the other figures of a population.
func hundredths(degrees float64) string { return fmt.Sprint(int64(math.Round(degrees * 1e2))) }

func threeFigures(n int64) string {
	unit := int64(1)
	for n/unit >= 1000 {
		unit *= 10
	}
	return number((n + unit/2) / unit * unit)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// row joins the columns of a line; a tab inside a column would move the others.
func row(columns ...string) string {
	for i, column := range columns {
		columns[i] = flat(column)
	}
	return strings.Join(columns, "\t")
}
