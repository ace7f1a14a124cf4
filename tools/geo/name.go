package geo

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// nameKey is the key of a name as people write it: without "the" and "airport" around it, unless
// they are a part of it.
func nameKey(name string) string {
	key := Fold(name)
	for _, try := range []string{
		key, strings.TrimPrefix(key, "the "), strings.TrimSuffix(key, " airport"),
		strings.TrimSuffix(key, " international airport"),
	} {
		if _, ok := nameTable().find(try); ok && try != "" {
			return try
		}
	}
	return key
}

// split parts a name from the states and countries behind it: "Portland, Maine", "London UK".
func split(name string) (head string, said []string) {
	if known(name) {
		return name, nil
	}
	if head, rest, ok := strings.Cut(name, ","); ok {
		for part := range strings.SplitSeq(rest, ",") {
			if strings.TrimSpace(part) != "" {
				said = append(said, part)
			}
		}
		return head, said
	}
	words := strings.Fields(name)
	for n := 1; n < len(words); n++ {
		head, tail := strings.Join(words[:n], " "), strings.Join(words[n:], " ")
		if len(within(called(nameKey(head)), tail)) > 0 {
			return head, []string{tail}
		}
	}
	return name, nil
}

func known(name string) bool { return len(called(nameKey(name))) > 0 }

// Entry says what the gazetteer has for a name, without deciding which place is meant.
type Entry struct {
	Word       bool  // it is an English word or a person's name as well: "nice", "reading", "Charlotte"
	Area       bool  // it is a country, a state or a region, maybe among other places
	Flights    bool  // one can fly to some place of that name, or it is an area
	Population int64 // of the largest place
}

// Lookup says whether anything is called by exactly a name, in any language and any case. Of an
// English word that is no place it still says Word.
func Lookup(name string) (Entry, bool) {
	if len(name) > maxNameBytes {
		return Entry{}, false
	}
	return lookup(Fold(name))
}

func lookup(key string) (Entry, bool) {
	line, ok := nameTable().find(key)
	if !ok || key == "" {
		return Entry{}, false
	}
	e := Entry{Word: !strings.HasSuffix(line, "\t")}
	places := weighed(namedIn(line))
	for _, c := range places {
		e.Area = e.Area || c.place.isArea()
		e.Flights = e.Flights || c.place.Flights || c.place.isArea()
		e.Population = max(e.Population, c.place.Population)
	}
	return e, len(places) > 0
}

// Within reports whether what stands after a name says where it lies: whether a place of the name
// lies in the country, state or region, which may be written as a code ("ME", "UK"). It tells
// "Portland, Maine" from "Portland, please", and "Albany, New York" from "Rome, New York" in a list of cities.
func Within(name, area string) bool {
	all := called(nameKey(name))
	inside := within(all, area)
	flown := func(c candidate) bool { return c.place.Flights && !c.place.isArea() }
	if slices.ContainsFunc(called(nameKey(area)), flown) && slices.ContainsFunc(all, flown) {
		return slices.ContainsFunc(inside, flown)
	}
	return len(inside) > 0
}

const (
	minSlipLetters = 6 // names of fewer letters are too near to one another
	maxSlipBytes   = 40
	slipPeople     = 1_000_000 // a name from elsewhere is taken for a misspelt one of a city this large only
)

// slips finds the places whose name is one letter off.
func slips(key string) []candidate {
	var all []candidate
	for _, variant := range Slips(key) {
		for _, c := range called(variant) {
			if c.place.Flights && c.mark != foreign || c.place.isArea() && c.mark == proper || c.place.Population >= slipPeople {
				all = append(all, c)
			}
		}
	}
	return distinct(all)
}

// Slips lists the folded names of six or more letters that are one slip away from a folded one: a
// letter too many, one missing, another one, or two that changed places. The list is nil for what
// is not written in the letters a to z.
func Slips(key string) []string {
	if !plain(key) || len(key) < minSlipLetters-1 || len(key) > maxSlipBytes {
		return nil
	}
	const letters = "abcdefghijklmnopqrstuvwxyz"
	var all []string
	add := func(variant string) {
		if len(variant)-strings.Count(variant, " ") >= minSlipLetters && variant != key {
			all = append(all, variant)
		}
	}
	for i := range len(key) {
		add(key[:i] + key[i+1:])
		if i+1 < len(key) {
			add(key[:i] + key[i+1:i+2] + key[i:i+1] + key[i+2:])
		}
		for j := range letters {
			add(key[:i] + letters[j:j+1] + key[i+1:])
			add(key[:i] + letters[j:j+1] + key[i:])
		}
	}
	for j := range letters {
		add(key + letters[j:j+1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// plain reports whether a key is of a to z and spaces.
func plain(key string) bool {
	for i := range len(key) {
		if c := key[i]; c >= utf8.RuneSelf || c != ' ' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// distinct keeps one of the candidates that are the same place.
func distinct(all []candidate) []candidate {
	var kept []candidate
	for _, c := range all {
		at := -1
		for i, k := range kept {
			if k.place.Same(c.place) {
				at = i
			}
		}
		if at < 0 {
			kept = append(kept, c)
		} else if c.size > kept[at].size {
			kept[at] = c
		}
	}
	return kept
}
