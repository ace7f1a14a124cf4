package geo_test

import (
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	_ "time/tzdata"

	"github.com/legwork-go/legwork/tools/geo"
)

func TestCityByName(t *testing.T) {
	t.Parallel()
	cases := []struct{ in, name, country, admin, airport string }{
		{"New York", "New York", "US", "NY", "JFK"},
		{"NYC", "New York", "US", "NY", "JFK"},
		{"LA", "Los Angeles", "US", "CA", "LAX"},
		{"SF", "San Francisco", "US", "CA", "SFO"},
		{"vegas", "Las Vegas", "US", "NV", "LAS"},
		{"Philly", "Philadelphia", "US", "PA", "PHL"},
		{"DC", "Washington", "US", "DC", "IAD"},
		{"Washington D.C.", "Washington", "US", "DC", "IAD"},
		{"washington, dc", "Washington", "US", "DC", "IAD"},
		{"Portland", "Portland", "US", "OR", "PDX"},
		{"Portland, Maine", "Portland", "US", "ME", "PWM"},
		{"Paris, France", "Paris", "FR", "11", "CDG"},
		{"nairobi, kenya", "Nairobi", "KE", "05", "NBO"},
		{"São Paulo", "São Paulo", "BR", "27", "GRU"},
		{"sao paulo", "São Paulo", "BR", "27", "GRU"},
		{"St. Louis", "St. Louis", "US", "MO", "STL"},
		{"Saint Louis, Missouri", "St. Louis", "US", "MO", "STL"},
		{"LON", "London", "GB", "ENG", "LHR"},
		{"TYO", "Tokyo", "JP", "40", "HND"},
		{"ZÜRICH", "Zürich", "CH", "ZH", "ZRH"},
		{"Munich", "Munich", "DE", "02", "MUC"},
		{"Kuala Lumpur", "Kuala Lumpur", "MY", "14", "KUL"},
	}
	for _, c := range cases {
		city, ok := geo.CityByName(c.in)
		if !ok || city.Name != c.name || city.Country != c.country || city.Admin != c.admin || city.MainAirport != c.airport {
			t.Errorf("CityByName(%q) = %+v, %v; want %+v", c.in, city, ok, c)
		}
	}
	for _, in := range []string{"", "nowhere at all", "Paris, Mongolia", "\x00", strings.Repeat("x", 1000)} {
		if city, ok := geo.CityByName(in); ok {
			t.Errorf("CityByName(%q) found %+v", in, city)
		}
	}
}

func TestResolveCityMeetsCodesAndNames(t *testing.T) {
	t.Parallel()
	same := [][]string{
		{"SFO", "San Francisco", "sf"},
		{"JFK", "LGA", "EWR", "NYC", "New York City"},
		{"LHR", "Heathrow", "London"},
		{"ORD", "MDW", "O'Hare", "chicago"},
		{"MEX", "Mexico City", "CDMX"},
		{"IAD", "DCA", "Washington DC"},
		{"KUL", "KL"},
		{"DEL", "New Delhi"},
		{"CDG", "ORY", "PAR"},
		{"YVR", "Vancouver"},
	}
	for _, group := range same {
		want, ok := geo.ResolveCity(group[0])
		if !ok {
			t.Fatalf("ResolveCity(%q) found nothing", group[0])
		}
		for _, text := range group[1:] {
			if got, ok := geo.ResolveCity(text); !ok || !geo.SameCity(got, want) {
				t.Errorf("ResolveCity(%q) = %+v, want %s as for %q", text, got, want.Name, group[0])
			}
		}
	}
}

func TestAirport(t *testing.T) {
	t.Parallel()
	sfo, ok := geo.AirportByCode("sfo")
	if !ok || sfo.Zone != "America/Los_Angeles" || sfo.City != "San Francisco" || sfo.Size != geo.Large {
		t.Fatalf("AirportByCode(sfo) = %+v, %v", sfo, ok)
	}
	jfk, _ := geo.AirportByCode("JFK")
	lhr, _ := geo.AirportByCode("LHR")
	if km := geo.DistanceKM(jfk.Point(), lhr.Point()); km < 5530 || km > 5550 {
		t.Errorf("JFK to LHR = %d km, want about 5540", km)
	}
	if km := geo.DistanceKM(jfk.Point(), jfk.Point()); km != 0 {
		t.Errorf("JFK to JFK = %d km", km)
	}
	for _, code := range []string{"", "ZZ", "QQQ", "LONG", "\n\n\n"} {
		if a, ok := geo.AirportByCode(code); ok {
			t.Errorf("AirportByCode(%q) found %+v", code, a)
		}
	}
}

// TestTables reads every line once: sorted, whole, every airport's city and zone known, every
// city's airport known, and the whole small enough to embed.
func TestTables(t *testing.T) {
	t.Parallel()
	total := 0
	for _, name := range []string{"airports", "cities", "nicknames", "regions"} {
		text, err := os.ReadFile("data/" + name + ".tsv")
		if err != nil {
			t.Fatal(err)
		}
		total += len(text)
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		keys := make([]string, len(lines))
		for i, line := range lines {
			keys[i], _, _ = strings.Cut(line, "\t")
		}
		if !sort.StringsAreSorted(keys) {
			t.Errorf("%s.tsv is not sorted by its first column", name)
		}
		for i, line := range lines {
			checkLine(t, name, keys[i], line)
		}
	}
	if total > 2<<20 {
		t.Errorf("the tables take %d bytes, more than 2 MB", total)
	}
}

func checkLine(t *testing.T, table, key, line string) {
	t.Helper()
	switch table {
	case "airports":
		a, ok := geo.AirportByCode(key)
		if !ok {
			t.Fatalf("airport %q is not found by its code", key)
		}
		if _, ok := geo.CityOf(a); !ok {
			t.Errorf("airport %s has no city: %s", key, line)
		}
		if _, err := time.LoadLocation(a.Zone); err != nil || a.Zone == "" {
			t.Errorf("airport %s: zone %q: %v", key, a.Zone, err)
		}
	case "cities":
		list := geo.CitiesByKey(key)
		if len(list) == 0 {
			t.Fatalf("city %q is not found by its key", key)
		}
		for _, c := range list {
			if _, ok := geo.MainAirport(c); !ok && c.MainAirport != "" {
				t.Errorf("city %s has the unknown airport %s", c.Name, c.MainAirport)
			}
		}
	case "nicknames":
		if _, ok := geo.AirportByKey(key); !ok {
			t.Errorf("nickname %q names no airport", key)
		}
	case "regions":
		if !geo.IsRegion(key) {
			t.Errorf("region %q is not found", key)
		}
	}
}

func TestCountryName(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"US": "United States", "GB": "United Kingdom", "CR": "Costa Rica", "XX": "XX", "": ""} {
		if got := geo.CountryName(code); got != want {
			t.Errorf("CountryName(%q) = %q, want %q", code, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "Los Angeles": "los angeles", "  Côte d'Azur ": "cote dazur", "ŁÓDŹ": "lodz", "St. John's": "saint johns",
		"Winston-Salem": "winston salem", "Ft Lauderdale": "fort lauderdale", "O’Hare": "ohare", "東京": "東京",
	} {
		if got := geo.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func BenchmarkResolveCity(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		geo.ResolveCity("san francisco")
	}
}
