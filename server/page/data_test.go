package page_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/server/page"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

var update = flag.Bool("update", false, "write the data of the page anew")

// TestPlaces holds that the positions of the page are those of the tables.
func TestPlaces(t *testing.T) {
	file, want := filepath.Join("files", "data", "places.json"), places(t)
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
		t.Errorf("%s is not what tools/geo says: go test ./server/page -update", file)
	}
}

// TestData holds that the page has a text for every rule that a decision can name, and every status.
func TestData(t *testing.T) {
	var rules map[string]string
	read(t, "data/rules.json", &rules)
	code, err := filepath.Glob(filepath.Join("..", "..", "reducer", "*.go"))
	if err != nil || len(code) == 0 {
		t.Fatalf("no code of the reducer: %v", err)
	}
	named := regexp.MustCompile(`s\.rule\("([^"]+)"\)`)
	for _, file := range code {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if rules[m[1]] == "" {
				t.Errorf("%s: the page has no text for the rule %s", file, m[1])
			}
		}
	}
	var lifecycle struct {
		Nodes []struct{ Phase, State string }
		Edges []reducer.Edge
	}
	read(t, "data/lifecycle.json", &lifecycle)
	if len(lifecycle.Nodes) != int(trip.StatusCount) || len(lifecycle.Edges) != len(reducer.Lifecycle()) {
		t.Errorf("%d statuses and %d edges, want %d and %d", len(lifecycle.Nodes), len(lifecycle.Edges), trip.StatusCount, len(reducer.Lifecycle()))
	}
	drawn, err := fs.ReadFile(page.FS(), "js/lifecycle.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range lifecycle.Nodes {
		if !strings.Contains(string(drawn), n.State+": [") {
			t.Errorf("js/lifecycle.js has no place for %s/%s", n.Phase, n.State)
		}
	}
}

func read(t *testing.T, name string, doc any) {
	t.Helper()
	text, err := fs.ReadFile(page.FS(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, doc); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestNothingFromElsewhere holds that the page asks no other site for anything, and has no script or style in its
// markup, which the content policy would refuse.
func TestNothingFromElsewhere(t *testing.T) {
	elsewhere := regexp.MustCompile(`(?i)(https?:)?//[a-z0-9.-]+\.[a-z]{2,}`)
	inline := regexp.MustCompile(`(?i)<style|<script[^>]*>[^<]|\s(on[a-z]+|style)=`)
	err := fs.WalkDir(page.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page.FS(), name)
		if err != nil {
			return err
		}
		for _, found := range elsewhere.FindAllString(string(text), -1) {
			if !strings.HasSuffix(found, "//www.w3.org") { // the name of SVG, which nobody asks for
				t.Errorf("%s names %s", name, found)
			}
		}
		if strings.HasSuffix(name, ".html") && inline.Match(text) {
			t.Errorf("%s has a script or a style in its markup: %s", name, inline.Find(text))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
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

func position(latMicro, lonMicro int64) [2]int64 {
	return [2]int64{latMicro / 10_000, lonMicro / 10_000}
}

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

func encode(t *testing.T, doc any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
