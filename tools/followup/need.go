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

// need is one missing thing of leg or stay n, which counts from 0.
type need struct {
	thing thing
	n     int
}

// things is how many things a person has to answer.
func (n need) things() int {
	if n.thing == journey {
		return mostAsked
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
func clauses(asked []need) []string {
	var list []string
	for i := 0; i < len(asked); i++ {
		if i+1 < len(asked) && asked[i].n == asked[i+1].n {
			if both := together(asked[i], asked[i+1].thing); both != "" {
				list = append(list, both)
				i++
				continue
			}
		}
		list = append(list, asked[i].clause())
	}
	return list
}

func together(a need, b thing) string {
	switch {
	case a.thing == origin && b == destination && a.n == 0:
		return "where are you travelling from and to"
	case a.thing == origin && b == destination:
		return "from where to where does your " + ordinal(a.n) + " leg go"
	case a.thing == checkIn && b == checkOut && a.n == 0:
		return "which days would you like to check in and check out"
	case a.thing == checkIn && b == checkOut:
		return "which days do you check in and check out at your " + ordinal(a.n) + " stay"
	}
	return ""
}

func (n need) clause() string {
	if n.n > 0 {
		return n.laterClause()
	}
	switch n.thing {
	case journey:
		return "where are you travelling from, where would you like to go, and when"
	case origin:
		return "where are you travelling from"
	case destination:
		return "where would you like to go"
	case departure:
		return "when would you like to leave"
	case adults:
		return "how many adults are travelling"
	case stayPlace:
		return "where would you like to stay"
	case checkIn:
		return "when would you like to check in"
	case checkOut:
		return "when would you like to check out"
	}
	return ""
}

// laterClause asks about a leg or stay after the first.
func (n need) laterClause() string {
	nth := ordinal(n.n)
	switch n.thing {
	case origin:
		return "where does your " + nth + " leg start"
	case destination:
		return "where does your " + nth + " leg go"
	case departure:
		return "when do you leave on your " + nth + " leg"
	case stayPlace:
		return "where is your " + nth + " stay"
	case checkIn:
		return "when do you check in at your " + nth + " stay"
	case checkOut:
		return "when do you check out of your " + nth + " stay"
	case journey, adults:
	}
	return ""
}

func ordinal(n int) string {
	names := [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n < len(names) {
		return names[n]
	}
	return "number " + strconv.Itoa(n+1)
}
