package geo_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/geo"
)

func TestResolveCityMeetsCodesAndNames(t *testing.T) {
	t.Parallel()
	same := [][]string{
		{"SFO", "San Francisco", "sf"},
		{"JFK", "LGA", "EWR", "NYC", "New York City"},
		{"LHR", "Heathrow", "London", "LON"},
		{"ORD", "MDW", "O'Hare", "chicago"},
		{"MEX", "Mexico City", "CDMX"},
		{"IAD", "DCA", "Washington DC"},
		{"KUL", "KL"},
		{"DEL", "New Delhi"},
		{"CDG", "ORY", "PAR", "Parigi"},
		{"YVR", "Vancouver"},
		{"San Jose", "SJC"},
		{"DPS", "Denpasar", "Bali"},
	}
	for _, group := range same {
		want, ok := geo.ResolveCity(group[0])
		if !ok {
			t.Fatalf("ResolveCity(%q) found nothing", group[0])
		}
		for _, text := range group[1:] {
			if got, ok := geo.ResolveCity(text); !ok || !got.Same(want) {
				t.Errorf("ResolveCity(%q) = %s, want %s as for %q", text, got.Label(), want.Label(), group[0])
			}
		}
	}
	for _, text := range []string{"", "lhr", "Colorado", "Barcelna", "Xyvandor", "Paris, Mongolia", "\x00", strings.Repeat("x", 1000)} {
		if p, ok := geo.ResolveCity(text); ok {
			t.Errorf("ResolveCity(%q) = %s, want nothing", text, p.Label())
		}
	}
}

func TestByCode(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"LHR": "London Heathrow (GB)", "LON": "London (GB)", "DEN": "Denver (US)", "TFS": "Tenerife South (ES)"} {
		if p, ok := geo.ByCode(code); !ok || p.Label() != want {
			t.Errorf("ByCode(%q) = %q, want %q", code, p.Label(), want)
		}
	}
	for _, code := range []string{"", "lhr", "can", "suv", "Lhr", "QQQ", "LONG", "\n\n\n"} {
		if p, ok := geo.ByCode(code); ok {
			t.Errorf("ByCode(%q) = %q, want nothing", code, p.Label())
		}
	}
}

func TestAirport(t *testing.T) {
	t.Parallel()
	sfo, ok := geo.AirportByCode("sfo")
	if !ok || sfo.Zone != "America/Los_Angeles" || sfo.City != "San Francisco" || sfo.Size != geo.Large || sfo.Region != "US-CA" {
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
	if heliport, _ := geo.AirportByCode("JRB"); heliport.Weight != 0 {
		t.Errorf("a heliport weighs %d", heliport.Weight)
	}
}

func TestNamesOfAreas(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"US": "United States", "GB": "United Kingdom", "CR": "Costa Rica", "XX": "XX", "": "", "US-ME": "US-ME"} {
		if got := geo.CountryName(code); got != want {
			t.Errorf("CountryName(%q) = %q, want %q", code, got, want)
		}
	}
	for code, want := range map[string]string{"US-ME": "Maine", "DE-BY": "Bavaria", "ES-AN": "Andalusia", "XX-1": "XX-1"} {
		if got := geo.RegionName(code); got != want {
			t.Errorf("RegionName(%q) = %q, want %q", code, got, want)
		}
	}
}

func TestLabel(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Boston": "Boston (US)", "San Juan, Puerto Rico": "San Juan (PR)", "Portland, Maine": "Portland (US, Maine)", "Japan": "Japan",
		"Portland": "Portland (US, Oregon)", "Genf": "Geneva (CH)", "Gatwick": "London Gatwick (GB)", "Colorado": "Colorado (US)", "Europe": "Europe",
	} {
		if got := geo.Find(name, geo.Hints{}).Named.Label(); got != want {
			t.Errorf("%s is called %q, want %q", name, got, want)
		}
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, area string
		want       bool
	}{
		{"Portland", "Maine", true},
		{"Portland", "ME", true},
		{"London", "UK", true},
		{"Paris", "France", true},
		{"Paris", "TX", true},
		{"Palma", "Mallorca", true},
		{"Siena", "Tuscany", true},
		{"Albany", "New York", true},
		{"Rome", "New York", false},
		{"Portland", "please", false},
		{"Paris", "Mongolia", false},
		{"Paris", "", false},
		{"", "France", false},
		{"Colorado", "US", true},
	} {
		if got := geo.Within(c.name, c.area); got != c.want {
			t.Errorf("Within(%q, %q) = %v", c.name, c.area, got)
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "Los Angeles": "los angeles", "  Côte d'Azur ": "cote dazur", "ŁÓDŹ": "lodz", "St. John's": "saint johns",
		"Winston-Salem": "winston salem", "Ft Lauderdale": "fort lauderdale", "O’Hare": "ohare", "東京": "東京", "Αθήνα": "αθηνα",
	} {
		if got := geo.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}
