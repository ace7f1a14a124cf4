package sandbox

import (
	"strings"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
)

// place is where flights go or people sleep.
type place struct {
	code string // IATA code of the airport, empty for a city without one
	city string
	key  string // names the city: all codes of one city share its hotels
	at   geo.Point
	zone *time.Location
	size geo.Size
}

// The magic places lie on an island in the Atlantic that is on no map.
const (
	islandName = "Sandbox Island"
	islandLat  = 39_000_000
	islandLon  = -40_000_000
	islandZone = "Atlantic/Azores"
)

// findPlace resolves an airport code, a metropolitan code or the name of a city. A place that
// nobody knows is simply one where nothing is sold.
func findPlace(code string) (place, bool) {
	if _, ok := magic.Place(code); ok {
		code = strings.ToUpper(code)
		return place{
			code: code, city: islandName, key: islandName + " " + code, size: geo.Large,
			at: geo.Point{LatMicro: islandLat, LonMicro: islandLon}, zone: zoneOf(islandZone),
		}, true
	}
	if airport, ok := geo.AirportByCode(code); ok && code == strings.ToUpper(code) {
		return airportPlace(airport), true
	}
	city, ok := geo.ResolveCity(code)
	if !ok {
		return place{}, false
	}
	if airport, ok := geo.MainAirport(city); ok {
		p := airportPlace(airport)
		p.city, p.key = city.Name, city.Key()
		return p, true
	}
	return place{city: city.Name, key: city.Key(), at: city.Point(), zone: time.UTC}, true
}

// Timezone returns the IANA time zone of a place that a search takes, "" where it is not known.
func Timezone(code string) string {
	p, _ := findPlace(code)
	if p.zone == nil || p.zone == time.UTC {
		return ""
	}
	return p.zone.String()
}

func airportPlace(a geo.Airport) place {
	city := geo.CityOf(a)
	return place{code: a.Code, city: city.Name, key: city.Key(), at: a.Point(), zone: zoneOf(a.Zone), size: a.Size}
}

// zoneOf reads the embedded zone rules, so that no machine's own rules count.
func zoneOf(name string) *time.Location {
	zone, err := catalog.Default().Zone(name)
	if err != nil {
		return time.UTC
	}
	return zone
}
