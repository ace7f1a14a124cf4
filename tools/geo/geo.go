package geo

import (
	"math"
	"strings"
)

// Size says how big an airport is.
type Size string

// The sizes of airports.
const (
	Large  Size = "L"
	Medium Size = "M"
	Small  Size = "S"
)

// Airport is an airport with scheduled service.
type Airport struct {
	Code     string // IATA
	Name     string
	City     string // name of the city it serves
	Country  string // ISO 3166-1 alpha-2 of the airport
	Zone     string // IANA time zone
	LatMicro int64  // microdegrees, north is positive
	LonMicro int64  // microdegrees, east is positive
	Size     Size

	cityKey     string
	cityCountry string
	cityAdmin   string
}

// City is a populated place.
type City struct {
	Name        string
	Country     string // ISO 3166-1 alpha-2
	Admin       string // state or province code in the US, Canada and Australia, else the table's own
	Population  int64
	LatMicro    int64  // microdegrees, north is positive
	LonMicro    int64  // microdegrees, east is positive
	MainAirport string // IATA code of the airport that serves it best; empty when none is near
}

// Point is a position in microdegrees.
type Point struct{ LatMicro, LonMicro int64 }

// Point returns where the airport is.
func (a Airport) Point() Point { return Point{a.LatMicro, a.LonMicro} }

// Point returns where the city's centre is.
func (c City) Point() Point { return Point{c.LatMicro, c.LonMicro} }

// AirportByCode finds an airport by its IATA code in any case.
func AirportByCode(code string) (Airport, bool) {
	if len(code) != 3 {
		return Airport{}, false
	}
	line, ok := find(airportTable(), strings.ToUpper(code))
	if !ok {
		return Airport{}, false
	}
	return parseAirport(line), true
}

// CityByName finds the city that a person most likely means: the biggest of that name, or the
// biggest that fits when a state or country follows a comma ("Portland, Maine"). Case,
// diacritics and punctuation do not matter; nicknames ("Vegas", "NYC") and metropolitan codes
// ("LON") are names too.
func CityByName(name string) (City, bool) {
	if list := CitiesByKey(Fold(name)); len(list) > 0 {
		return list[0], true
	}
	head, tail, found := strings.Cut(name, ",")
	if !found {
		return City{}, false
	}
	list := CitiesByKey(Fold(head))
	for _, c := range list {
		if c.In(Fold(tail)) {
			return c, true
		}
	}
	return City{}, false
}

// CitiesByKey lists the cities of a folded name, the biggest first. The list is nil when there is none.
func CitiesByKey(key string) []City {
	if key == "" {
		return nil
	}
	var list []City
	for _, line := range findAll(cityTable(), key) {
		list = append(list, parseCity(line))
	}
	return list
}

// AirportByKey finds the airport that people call by a name of its own, folded: "heathrow", "o hare".
func AirportByKey(key string) (Airport, bool) {
	line, ok := find(nicknameTable, key)
	if !ok {
		return Airport{}, false
	}
	_, code, _ := strings.Cut(line, "\t")
	return AirportByCode(code)
}

// In reports whether the city lies in the state, province or country of this folded name or code.
func (c City) In(region string) bool {
	if region == "" {
		return false
	}
	if region == strings.ToLower(c.Country) {
		return true
	}
	switch c.Country {
	case "US", "CA", "AU":
		if region == strings.ToLower(c.Admin) {
			return true
		}
	}
	for _, line := range findAll(regionTable, region) {
		if code := strings.Split(line, "\t")[1]; code == c.Country || code == c.Country+"-"+c.Admin {
			return true
		}
	}
	return false
}

// IsRegion reports whether the folded text is the name of a country, a state or a province, or
// the usual short form of one ("usa", "uk").
func IsRegion(key string) bool {
	_, ok := find(regionTable, key)
	return ok
}

// CountryName returns the English name of a country by its ISO 3166-1 alpha-2 code, or the code
// itself when the table has no name for it.
func CountryName(code string) string {
	for line := range strings.Lines(regionTable) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); f[1] == code && f[2] != "" {
			return f[2]
		}
	}
	return code
}

// MainAirport returns the airport that serves a city best.
func MainAirport(c City) (Airport, bool) { return AirportByCode(c.MainAirport) }

// CityOf returns the city that an airport serves.
func CityOf(a Airport) (City, bool) {
	for _, c := range CitiesByKey(a.cityKey) {
		if c.Country == a.cityCountry && c.Admin == a.cityAdmin {
			return c, true
		}
	}
	return City{}, false
}

// ResolveCity returns the city of an airport code, a metropolitan code or a name, so that "SFO"
// and "San Francisco" compare equal. A code in capitals is an airport first.
func ResolveCity(codeOrName string) (City, bool) {
	text := strings.TrimSpace(codeOrName)
	if a, ok := AirportByCode(text); ok && text == strings.ToUpper(text) {
		return CityOf(a)
	}
	if c, ok := CityByName(text); ok {
		return c, true
	}
	if a, ok := AirportByKey(Fold(text)); ok {
		return CityOf(a)
	}
	if a, ok := AirportByCode(text); ok {
		return CityOf(a)
	}
	return City{}, false
}

// SameCity reports whether two records are one place.
func SameCity(a, b City) bool {
	return a.Name == b.Name && a.Country == b.Country && a.Admin == b.Admin
}

const earthRadiusKM = 6371.0088

// DistanceKM is the great-circle distance in whole kilometres.
func DistanceKM(a, b Point) int64 {
	lat1, lat2 := radians(a.LatMicro), radians(b.LatMicro)
	dLat, dLon := lat2-lat1, radians(b.LonMicro)-radians(a.LonMicro)
	h := math.Pow(math.Sin(dLat/2), 2) + math.Cos(lat1)*math.Cos(lat2)*math.Pow(math.Sin(dLon/2), 2)
	return int64(math.Round(2 * earthRadiusKM * math.Asin(math.Sqrt(math.Min(1, h)))))
}

func radians(micro int64) float64 { return float64(micro) / 1e6 * math.Pi / 180 }
