package main

import (
	"sort"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

func (w *world) airportLines() []string {
	var lines []string
	for i, a := range w.airports {
		if i > 0 && w.airports[i-1].code == a.code {
			continue
		}
		lines = append(lines, row(a.code, a.name, a.city.name, a.country, a.zone,
			tenThousandths(a.lat), tenThousandths(a.lon), string(a.size), a.city.country, a.city.admin))
	}
	return lines
}

type keyed struct {
	key  string
	rank int64
	line string
}

// cityLines writes every wanted city under its name and under each nickname. Bigger places stand
// first, nicknames before everything of the same key.
func (w *world) cityLines() []string {
	var all []keyed
	add := func(key string, c *city, rank int64) {
		all = append(all, keyed{key, rank, row(key, c.name, c.country, c.admin, number(c.population),
			tenThousandths(c.lat), tenThousandths(c.lon), c.main)})
	}
	for _, c := range w.cities {
		if c.wanted() {
			add(geo.Fold(c.name), c, c.population)
		}
	}
	for nickname, place := range cityNicknames {
		add(geo.Fold(nickname), w.mustCity(place), 1<<40)
	}
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].key != all[j].key {
			return all[i].key < all[j].key
		}
		if all[i].rank != all[j].rank {
			return all[i].rank > all[j].rank
		}
		return all[i].line < all[j].line
	})
	return linesOf(all)
}

func nicknameLines() []string {
	var all []string
	for name, code := range airportNicknames {
		all = append(all, row(geo.Fold(name), code))
	}
	sort.Strings(all)
	return all
}

func (w *world) regionLines() []string {
	seen := map[string]bool{}
	for name, code := range w.countries {
		seen[row(geo.Fold(name), code, name)] = true
	}
	for name, code := range regionNames {
		for part := range strings.SplitSeq(code, ",") {
			seen[row(geo.Fold(name), part, "")] = true
		}
	}
	var all []string
	for line := range seen {
		all = append(all, line)
	}
	sort.Slice(all, func(i, j int) bool {
		return strings.ReplaceAll(all[i], "\t", "\x00") < strings.ReplaceAll(all[j], "\t", "\x00")
	})
	return all
}

func linesOf(all []keyed) []string {
	lines := make([]string, len(all))
	for i, k := range all {
		lines[i] = k.line
	}
	return lines
}

func flat(column string) string { return strings.Join(strings.Fields(column), " ") }
