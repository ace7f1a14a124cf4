package followup

import (
	"slices"
	"strconv"
	"strings"
)

type thing uint8

const (
	journey thing = iota // where from, where to and when
	origin
	destination
	departure
	adults
	stayPlace
	checkIn
	checkOut
)

// String names a thing as the phrases about it are named.
func (t thing) String() string {
	return [...]string{"journey", "origin", "destination", "departure", "adults", "stay", "check_in", "check_out"}[t]
}

// need is one missing thing of leg or stay n, which counts from 0.
type need struct {
	thing thing
	n     int
}

// things is how many things a person has to answer.
func (n need) things() int {
	if n.thing == journey {
		return maxAsked
	}
	return 1
}

// followsFrom reports whether another answer most likely settles this one: the way home goes to
// where the trip begins, a leg starts where the one before it ends, and who goes on checks out and in on that day.
func (n need) followsFrom(needs []need) bool {
	switch {
	case n.thing == destination && n.n > 0:
		return slices.Contains(needs, need{origin, 0})
	case n.thing == origin && n.n > 0:
		return slices.Contains(needs, need{destination, n.n - 1})
	case n.thing == checkIn && n.n > 0:
		return slices.Contains(needs, need{departure, n.n})
	case n.thing == checkOut:
		return slices.Contains(needs, need{departure, n.n + 1})
	}
	return false
}

// parse reads the path of a required field.
func parse(path string) (need, bool) {
	switch path {
	case "itinerary.segments":
		return need{thing: journey}, true
	case "party.travelers.adults":
		return need{thing: adults}, true
	case "itinerary.lodging.check_in":
		return need{thing: checkIn}, true
	case "itinerary.lodging.check_out":
		return need{thing: checkOut}, true
	}
	if rest, ok := strings.CutPrefix(path, "itinerary.segments["); ok {
		return indexed(rest, map[string]thing{
			"origin.code": origin, "destination.code": destination, "depart_date": departure,
		})
	}
	if rest, ok := strings.CutPrefix(path, "itinerary.lodging.stays["); ok {
		return indexed(rest, map[string]thing{"location_code": stayPlace, "check_in": checkIn, "check_out": checkOut})
	}
	return need{}, false
}

func indexed(rest string, fields map[string]thing) (need, bool) {
	index, field, ok := strings.Cut(rest, "].")
	if !ok {
		return need{}, false
	}
	n, err := strconv.Atoi(index)
	if err != nil || n < 0 {
		return need{}, false
	}
	t, ok := fields[field]
	return need{t, n}, ok
}

// clauses puts what is asked into words; two things that belong together share a clause.
func (a asker) clauses(asked []need) []string {
	var list []string
	for i := 0; i < len(asked); i++ {
		what := asked[i].thing.String()
		if i+1 < len(asked) && asked[i].n == asked[i+1].n {
			switch pair := [2]thing{asked[i].thing, asked[i+1].thing}; pair {
			case [2]thing{origin, destination}:
				what = "way"
			case [2]thing{checkIn, checkOut}:
				what = "nights"
			}
		}
		list = append(list, a.say("ask."+what, "nth", a.later(asked[i].n)))
		if what == "way" || what == "nights" {
			i++
		}
	}
	return list
}

// later counts a leg or a stay, but the first.
func (a asker) later(n int) string {
	names := strings.Fields(a.say("ordinals"))
	switch {
	case n == 0:
		return ""
	case n < len(names):
		return names[n]
	}
	return a.say("number", "n", strconv.Itoa(n+1))
}
