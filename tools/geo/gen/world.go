package main

import (
	"math"
	"sort"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// world is the sources put together: cities, the airports that serve them, and the areas they lie in.
type world struct {
	src      *sources
	cities   []*city
	airports []*airport
	areas    []*area

	byName   map[string][]*city // by every proper name, folded
	byOther  map[string][]*city // by every other name
	byGrid   map[[2]int][]*city // by whole degrees: every city, also those that are not kept
	byCode   map[string]*airport
	division map[string]*area // by country/admin

	countryKeys map[string]bool // English names of countries, folded
}

type city struct {
	id                   int64
	name, country, admin string
	feature              string
	population           int64
	lat, lon             float64
	proper               []string // names in its own country and in English, folded
	others               []string // every other name, folded
	renown               int      // how many names the world has for it
	hasAirport           bool     // if only one without flights
	own                  []*airport
	near                 []*airport
	key                  string // in places.tsv
}

type airport struct {
	code, name, zone, country string
	size                      geo.Size
	served                    bool // scheduled flights that can be believed
	runway                    float64
	lat, lon                  float64
	city                      *city
	named                     bool // its city is the one that the sources name
	people                    int64
	region                    string
}

type area struct {
	id, kind, name, country string
	continent               string
	names                   []string
	english                 int // so many of the names are English, or the area's own
	airports                []*airport
	population              int64
	lat, lon                float64
	byHand                  bool
}

func build(src *sources) *world {
	w := &world{
		src: src, byName: map[string][]*city{}, byOther: map[string][]*city{}, byGrid: map[[2]int][]*city{},
		byCode: map[string]*airport{}, division: map[string]*area{}, countryKeys: map[string]bool{},
	}
	w.readAreas()
	w.readCities()
	w.readAirports()
	w.serve()
	w.addHandRegions()
	w.fillAreas()
	w.numberPlaces()
	return w
}

func distance(lat1, lon1, lat2, lon2 float64) float64 {
	p := func(lat, lon float64) geo.Point {
		return geo.Point{LatMicro: int64(lat * 1e6), LonMicro: int64(lon * 1e6)}
	}
	return float64(geo.DistanceKM(p(lat1, lon1), p(lat2, lon2)))
}

func cell(lat, lon float64) [2]int { return [2]int{int(math.Floor(lat)), int(math.Floor(lon))} }

// around calls visit for every city within about a hundred kilometres.
func (w *world) around(lat, lon float64, visit func(*city, float64)) {
	at := cell(lat, lon)
	for y := -1; y <= 1; y++ {
		for x := -2; x <= 2; x++ {
			for _, c := range w.byGrid[[2]int{at[0] + y, at[1] + x}] {
				visit(c, distance(lat, lon, c.lat, c.lon))
			}
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func flat(column string) string { return strings.Join(strings.Fields(column), " ") }
