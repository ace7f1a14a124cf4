package page_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

var update = flag.Bool("update", false, "write the data of the page anew")

// TestData holds that what the page knows of places, rules and the lifecycle is what the program knows.
func TestData(t *testing.T) {
	for name, make := range map[string]func(*testing.T) []byte{
		"places.json": places, "rules.json": rules, "lifecycle.json": lifecycle,
	} {
		file := filepath.Join("files", "data", name)
		want := make(t)
		if *update {
			if err := os.WriteFile(file, want, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program says: go test ./server/page -update", file)
		}
	}
}

// The land of the map is a grid of dots, one where people live: cells of half a degree, from north to south and from
// the date line to the east, a bit each.
const (
	cellsPerDegree = 2
	north, south   = 78, -56
	rows, columns  = (north - south) * cellsPerDegree, 360 * cellsPerDegree
)

// places gives the positions of all codes that a trip can have, in hundredths of a degree, and the land.
func places(t *testing.T) []byte {
	land := make([]byte, rows*columns/8)
	positions := map[string][2]int64{}
	dot := func(latMicro, lonMicro int64) {
		row := (north*1_000_000 - latMicro) * cellsPerDegree / 1_000_000
		column := (lonMicro + 180_000_000) * cellsPerDegree / 1_000_000 % columns
		if row >= 0 && row < rows {
			bit := row*columns + column
			land[bit/8] |= 1 << (bit % 8)
		}
	}
	for _, f := range lines(t, "airports.tsv") {
		a, ok := geo.AirportByCode(f[0])
		if !ok {
			t.Fatalf("the airport %s is not found", f[0])
		}
		positions[a.Code] = position(a.LatMicro, a.LonMicro)
		dot(a.LatMicro, a.LonMicro)
	}
	for _, f := range lines(t, "metros.tsv") {
		p, ok := geo.ByCode(f[0])
		if !ok {
			t.Fatalf("the city %s is not found", f[0])
		}
		positions[f[0]] = position(p.LatMicro, p.LonMicro)
	}
	for i := range 3 {
		for _, f := range lines(t, fmt.Sprintf("places.%d.tsv", i+1)) {
			if f[1] == "city" || f[1] == "capital" {
				dot(tenThousandths(t, f[8]), tenThousandths(t, f[9]))
			}
		}
	}
	return encode(t, map[string]any{
		"positions": positions,
		"land": map[string]any{
			"north": north, "cells_per_degree": cellsPerDegree, "columns": columns, "bits": base64.StdEncoding.EncodeToString(land),
		},
	})
}

func position(latMicro, lonMicro int64) [2]int64 { return [2]int64{latMicro / 10_000, lonMicro / 10_000} }

// tenThousandths reads a position of the tables, in microdegrees.
func tenThousandths(t *testing.T, text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n * 100
}

func lines(t *testing.T, name string) (out [][]string) {
	text, err := os.ReadFile(filepath.Join("..", "..", "tools", "geo", "data", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		out = append(out, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return out
}

var rule = regexp.MustCompile("(?m)^- `([0-9]+\\.[0-9]+\\.[a-z0-9-]+)` (.*(?:\n  .*)*)")

// rules gives the text of each rule of the book.
func rules(t *testing.T) []byte {
	book, err := os.ReadFile(filepath.Join("..", "..", "docs", "behaviour.md"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, m := range rule.FindAllStringSubmatch(string(book), -1) {
		texts[m[1]] = strings.Join(strings.Fields(m[2]), " ")
	}
	return encode(t, texts)
}

// lifecycle gives all statuses and the edges between them.
func lifecycle(t *testing.T) []byte {
	type node struct {
		Phase string `json:"phase"`
		State string `json:"state"`
	}
	var nodes []node
	for s := range trip.StatusCount {
		nodes = append(nodes, node{s.Phase(), s.State()})
	}
	return encode(t, map[string]any{"nodes": nodes, "edges": reducer.Lifecycle()})
}

func encode(t *testing.T, doc any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
