package geo

import (
	"strings"
)

// Kind says what sort of place a name means.
type Kind string

// The kinds of places. A region is an island, a coast, a continent and the like.
const (
	KindCity    Kind = "city"
	KindAirport Kind = "airport"
	KindCountry Kind = "country"
	KindState   Kind = "state"
	KindRegion  Kind = "region"
)

// Place is a place on the map.
type Place struct {
	Kind       Kind
	Name       string   // the English name where it has one: Munich, but São Paulo
	City       string   // the city of an airport; else Name
	Country    string   // ISO 3166-1 alpha-2; empty for a region that lies in several countries
	Region     string   // ISO 3166-2 of the state; empty where that is not known
	Code       string   // IATA code to fly to; empty where several airports serve alike, and where none is near
	Metro      string   // IATA code of all airports of the city, where there is one: LON
	Airports   []string // IATA codes, the main one first: its own or, without Flights, those that serve it
	Flights    bool     // it has scheduled flights of its own
	Capital    bool     // of its country
	Population int64
	LatMicro   int64 // microdegrees, north is positive
	LonMicro   int64 // microdegrees, east is positive

	id        string // line of the table
	admin     string // the source's own number of the state
	continent string // of a country and its states
	size      int64  // how much a name may mean it
}

// Point returns where the place's centre is.
func (p Place) Point() Point { return Point{p.LatMicro, p.LonMicro} }

// isArea reports whether the place is a country, a state or a region: nowhere to fly to.
func (p Place) isArea() bool {
	return p.Kind == KindCountry || p.Kind == KindState || p.Kind == KindRegion
}

// Same reports whether two records are one place.
func (p Place) Same(other Place) bool { return p.id == other.id && p.id != "" }

// Key names the place among all: it stays the same when the tables are rebuilt from newer sources.
func (p Place) Key() string { return p.Name + " " + p.admin + " " + p.Country }

// Label is what a person is told: "Boston (US)", with the state where the country has two that the
// name may mean: "Portland (US, Maine)".
func (p Place) Label() string {
	switch {
	case p.Country == "" || p.Kind == KindCountry:
		return p.Name
	case p.Region != "" && p.Kind == KindCity && p.hasNamesake():
		return p.Name + " (" + p.Country + ", " + RegionName(p.Region) + ")"
	}
	return p.Name + " (" + p.Country + ")"
}

// Location is the text by which a place to sleep is searched: the code of a city with flights, else a
// name that ResolveCity reads as this place.
func (p Place) Location() string {
	if p.Flights || p.id == "" {
		return p.Code
	}
	for _, text := range []string{p.Name, p.Name + ", " + RegionName(p.Region), p.Name + ", " + CountryName(p.Country)} {
		if city, ok := ResolveCity(text); ok && city.Same(p) {
			return text
		}
	}
	return p.Code
}

// hasNamesake reports whether another city of weight has the same name in the same country.
func (p Place) hasNamesake() bool {
	for _, c := range named(Fold(p.Name)) {
		o := c.place
		if !o.isArea() && !o.Same(p) && o.Country == p.Country && Fold(o.Name) == Fold(p.Name) && (o.Flights || !p.Flights) &&
			o.size*countryWeight >= p.size {
			return true
		}
	}
	return false
}

// ByCode finds the airport, or the city of several airports, that has an IATA code. A code is
// written in capitals: "can" and "suv" are words.
func ByCode(code string) (Place, bool) {
	if len(code) != 3 || code != strings.ToUpper(code) {
		return Place{}, false
	}
	if a, ok := AirportByCode(code); ok {
		return a.asPlace(), true
	}
	line, ok := findIn(metroText, code)
	if !ok {
		return Place{}, false
	}
	_, id, _ := strings.Cut(line, "\t")
	return byID(id), true
}

// OftenWord reports whether capitals that are a code are as often something else: "SUV", "USD", "CAN".
func OftenWord(code string) bool {
	line, ok := nameTable().find(Fold(code))
	return ok && strings.HasSuffix(line, "\ta")
}

// asPlace is the airport as a place to fly to.
func (a Airport) asPlace() Place {
	city, name := byID(a.place), a.City
	if name == city.Name {
		name = a.short()
	}
	return Place{
		Kind: KindAirport, Name: name, City: city.Name, Country: a.Country, Region: a.Region, Code: a.Code,
		Airports: []string{a.Code}, Flights: a.Weight > 0, Population: city.Population, LatMicro: a.LatMicro,
		LonMicro: a.LonMicro,
		id:       a.Code, admin: city.admin, continent: continentOf(a.Country), size: city.size,
	}
}

// MainAirport returns the first airport of a place: its own main one, or the one that serves it best.
func MainAirport(p Place) (Airport, bool) {
	if len(p.Airports) == 0 {
		return Airport{}, false
	}
	return AirportByCode(p.Airports[0])
}

// CityOf returns the city that an airport serves.
func CityOf(a Airport) Place { return byID(a.place) }

// CountryName returns the English name of a country by its ISO 3166-1 alpha-2 code, or the code
// itself when the table has no name for it.
func CountryName(code string) string {
	if len(code) == 2 {
		return RegionName(code)
	}
	return code
}

// RegionName returns the English name of a state by its ISO 3166-2 code, or the code itself when
// the table has no name for it.
func RegionName(code string) string {
	if line, ok := placeTable().find(code); ok {
		return parsePlace(line).Name
	}
	return code
}

func continentOf(country string) string {
	if line, ok := placeTable().find(country); ok && len(country) == 2 {
		return parsePlace(line).continent
	}
	return ""
}

// byID reads a place by its key in the tables; three capitals are an airport.
func byID(id string) Place {
	line, ok := placeTable().find(id)
	if !ok {
		panic("geo: broken table: no place " + id)
	}
	return parsePlace(line)
}

func parsePlace(line string) Place {
	f := strings.Split(line, "\t")
	p := Place{
		Kind: Kind(f[1]), Name: f[2], City: f[2], Country: f[3], Region: f[4], Population: number(f[6]),
		LatMicro: number(f[8]) * microOfPlaces, LonMicro: number(f[9]) * microOfPlaces, Metro: f[12], id: f[0],
		size: number(f[7]),
	}
	own, near := list(f[10]), list(f[11])
	switch p.Kind {
	case "capital", KindCity:
		p.Kind, p.Capital, p.admin = KindCity, f[1] == "capital", f[5]
		p.Flights = len(own) > 0
		if p.Airports = own; !p.Flights {
			p.Airports = near
		}
		if p.Flights || len(near) == 1 {
			p.Code = p.Airports[0]
		}
	default:
		p.continent, p.Airports = f[5], near
		if p.Kind == KindCountry {
			p.Region = ""
		}
		if len(near) == 1 {
			p.Code = near[0]
		}
	}
	return p
}

func list(codes string) []string {
	if codes == "" {
		return nil
	}
	return strings.Split(codes, ",")
}
