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

// Airport is an airport that some list calls one with scheduled flights.
type Airport struct {
	Code     string // IATA
	Name     string // its full name
	City     string // what people call where it is: its city, or "Tenerife South" where that says more
	Country  string // ISO 3166-1 alpha-2
	Region   string // ISO 3166-2; empty where that is not known
	Zone     string // IANA time zone
	LatMicro int64  // microdegrees, north is positive
	LonMicro int64  // microdegrees, east is positive
	Size     Size
	Weight   int64 // orders airports; 0 when its scheduled flights cannot be believed, as of a heliport

	place string // key of its city
}

// Point is a position in microdegrees.
type Point struct{ LatMicro, LonMicro int64 }

// Point returns where the airport is.
func (a Airport) Point() Point { return Point{a.LatMicro, a.LonMicro} }

// short is what people call the airport: "London Heathrow" of "London Heathrow Airport".
func (a Airport) short() string {
	name := a.Name
	for _, word := range []string{" Airport", " International", " Regional", " Municipal"} {
		if short := strings.TrimSuffix(name, word); short != "" {
			name = short
		}
	}
	return name
}

// AirportByCode finds an airport by its IATA code in any case.
func AirportByCode(code string) (Airport, bool) {
	if len(code) != 3 {
		return Airport{}, false
	}
	line, ok := airportTable().find(strings.ToUpper(code))
	if !ok {
		return Airport{}, false
	}
	return parseAirport(line), true
}

func parseAirport(line string) Airport {
	f := strings.Split(line, "\t")
	return Airport{
		Code: f[0], Name: f[1], City: f[2], place: f[3], Country: f[4], Region: f[5], Zone: f[6],
		LatMicro: number(f[7]) * microOfAirports, LonMicro: number(f[8]) * microOfAirports,
		Size: Size(f[9]), Weight: number(f[10]),
	}
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
