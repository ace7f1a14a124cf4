package geo

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	_ "time/tzdata"
)

// all is the whole text of a table.
func (t *table) all() string {
	var b strings.Builder
	for i := range t.pages {
		b.WriteString(t.page(i))
	}
	return b.String()
}

// TestTablesArePacked fails when a table was changed and not packed: `go run ./gen -pack`.
func TestTablesArePacked(t *testing.T) {
	t.Parallel()
	for name, packed := range map[string]*table{"airports": airportTable(), "places": placeTable(), "names": nameTable()} {
		parts, err := filepath.Glob(filepath.Join("data", name+"*.tsv"))
		if err != nil || len(parts) == 0 {
			t.Fatalf("no table %s: %v", name, err)
		}
		text := ""
		for _, part := range parts {
			b, err := os.ReadFile(part)
			if err != nil {
				t.Fatal(err)
			}
			if len(b) > 1_500_000 {
				t.Errorf("%s has %d bytes", part, len(b))
			}
			text += string(b)
		}
		if text != packed.all() {
			t.Errorf("data/%s.pack is not what the texts beside it say: run go run ./gen -pack", name)
		}
	}
}

// TestTables reads every line once: sorted, whole, every place and airport that a line names known.
func TestTables(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"airports": airportTable().all(), "places": placeTable().all(), "names": nameTable().all(), "metros": metroText,
	} {
		var keys []string
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			key := keyOf(line)
			if len(keys) > 0 && keys[len(keys)-1] == key {
				t.Errorf("%s has two lines of %q", name, key)
			}
			keys = append(keys, key)
			checkLine(t, name, line)
		}
		if !sort.StringsAreSorted(keys) || len(keys) < 30 {
			t.Errorf("%s has %d lines, and they are sorted: %v", name, len(keys), sort.StringsAreSorted(keys))
		}
	}
}

func checkLine(t *testing.T, table, line string) {
	t.Helper()
	switch table {
	case "airports":
		a := parseAirport(line)
		if byID(a.place).Name == "" || a.City == "" {
			t.Errorf("airport %s has no city: %s", a.Code, line)
		}
		if _, err := time.LoadLocation(a.Zone); err != nil || a.Zone == "" {
			t.Errorf("airport %s: zone %q: %v", a.Code, a.Zone, err)
		}
	case "places":
		checkPlace(t, parsePlace(line))
	case "names":
		key, rest, _ := strings.Cut(line, "\t")
		ids, flag, _ := strings.Cut(rest, "\t")
		if Fold(key) != key {
			t.Errorf("the name %q folds to %q", key, Fold(key))
		}
		for _, id := range list(ids) {
			id = strings.TrimLeft(id, string([]byte{short, foreign, beside}))
			_, isPlace := placeTable().find(id)
			if _, isAirport := airportID(id); !isPlace && !isAirport {
				t.Errorf("the name %q is of %q, which is no place", key, id)
			}
		}
		if flag != "" && flag != "w" && flag != "a" || ids == "" && flag == "" {
			t.Errorf("the name %q has the flag %q", key, flag)
		}
	case "metros":
		if p, ok := ByCode(keyOf(line)); !ok || p.Metro != keyOf(line) {
			t.Errorf("metropolitan code %s is %s", keyOf(line), p.Label())
		}
	}
}

func checkPlace(t *testing.T, p Place) {
	t.Helper()
	for _, code := range p.Airports {
		if a, ok := AirportByCode(code); !ok || a.Weight == 0 {
			t.Errorf("%s has the airport %s, which has no flights", p.id, code)
		}
	}
	if p.Name == "" || p.Kind == "" || len(p.Country) != 2 && p.Kind != KindRegion {
		t.Errorf("a place is not whole: %+v", p)
	}
}

// BenchmarkFirstLookup is what the first lookup of a process costs: the heads of the tables and the pages
// that it needs.
func BenchmarkFirstLookup(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		names, places := open(namePack), open(placePack)
		line, _ := names.find("lisbon")
		places.find(strings.Split(line, "\t")[1])
	}
}
