package geo

import (
	"os"
	"testing"
)

// TestTablesArePacked fails when a table was changed and not packed: `go run ./gen -pack`.
func TestTablesArePacked(t *testing.T) {
	t.Parallel()
	for name, packed := range map[string]string{"airports.tsv": airportTable(), "cities.tsv": cityTable()} {
		text, err := os.ReadFile("data/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != packed {
			t.Errorf("data/%s.zst is not what data/%s says: run go run ./gen -pack", name, name)
		}
	}
}

func BenchmarkUnpackCities(b *testing.B) {
	for b.Loop() {
		unpack(cityPack)
	}
}
