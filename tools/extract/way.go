package extract

import (
	"cmp"
	"slices"
	"strings"
)

// wayAt returns the way that a word at token i is of: departRole for "out", "there", "outbound", returnRole for "back",
// "home", "the return"; noRole where it is of none.
func (r *reading) wayAt(i int) role {
	isBack := slices.ContainsFunc(r.cues, func(c cue) bool { return c.from == i && c.kind == backCue })
	switch {
	case r.text(i) == "return" && r.anyOf(i+1, "flight", "flights", "ticket", "tickets", "trip") &&
		!r.anyOf(i-1, "the", "my", "our"): // there and back
	case isBack, r.text(i) == "home" && !r.anyOf(i-1, "leave", "leaving", "from", "at", "my", "our", "of"):
		return returnRole
	case is("out-part", r.text(i)), r.anyOf(i, "going") && (r.phraseEnds(i+1) || r.boundsTime(i+1)),
		r.text(i) == "out" && !r.anyOf(i+1, "of", "-") && r.cueAt(i) != checkOutCue &&
			!r.anyOf(i-1, "check", "checking", "-", "leave", "left", "get", "find", "move", "moving"),
		r.text(i) == "there" && !r.anyOf(i-1, "be", "being", "get", "getting", "is", "are", "from", "in", "stay") &&
			!r.anyOf(i+1, "is", "are", "s", "be", "any"):
		return departRole
	}
	return noRole
}

// partOfWay returns the tokens around [from, to) that are of one way: up to a mark and to "and" or "but", where not
// both ways stand beside it ("there and back").
func (r *reading) partOfWay(from, to int) (start, end int) {
	ends := func(k int) bool {
		joins := r.text(k) == "and" && len(r.times) < 2 && r.wayAt(k-1) != noRole && r.wayAt(k+1) != noRole
		return !r.sameSentence(k, from) || r.anyOf(k, ",", ";", ":", "and", "but", "then", "while") && !joins
	}
	for start = from; !ends(start - 1); {
		start--
	}
	for end = to; !ends(end); {
		end++
	}
	return start, end
}

// bothWays returns where among the tokens [from, to) both flights of a trip there and back are named: "both ways",
// "in each direction". It is -1 where they are not.
func (r *reading) bothWays(from, to int) int {
	for i := from; i < to; i++ {
		if r.anyOf(i, "both", "each") && r.anyOf(i+1, "flights", "legs", "ways", "way", "directions", "journeys") ||
			r.anyOf(i, "each", "either") && r.text(i+1) == "direction" { // "either way" says nothing of the ways
			return i
		}
	}
	return -1
}

// legOfWay returns the leg of a trip there and back that what stands at the tokens [from, to) is said of by a word in
// its own part of the sentence: "there in the morning and back in the evening". It is noLeg where no word says so,
// allLegs where they name both.
func (r *reading) legOfWay(from, to int) int {
	start, end := r.partOfWay(from, to)
	dates, leg, isBefore := r.daysIn(start, end), noLeg, false
	for k := start; k < end; k++ {
		way := r.wayAt(k)
		switch is := boolInt(way == returnRole); {
		case way == noRole || is == leg:
		case leg != noLeg:
			leg = allLegs
		default:
			leg, isBefore = is, k < from
		}
	}
	if dates > 1 || dates == 1 && (!isBefore || leg == allLegs) {
		return noLeg
	}
	return leg
}

// legOfOwnPart returns the leg of a time that is named by a place, or on a trip there and back by the words of its own
// part of the sentence. Who says in a part of its own when they must be there, and neither a day nor the way home,
// means the way out: "back 8 May, must arrive before noon".
func (a *assembly) legOfOwnPart(m *clockMention) int {
	r := a.r
	leg, n := r.legOfWay(m.from, m.to), a.legCount()
	switch named := a.legNamed(m.from, m.to); {
	case named >= 0 || r.legSaid > 0:
		return cmp.Or(r.legSaid, named+1) - 1
	case n > 2 && leg == 1:
		return n - 1
	case n != 2:
		return noLeg
	}
	start, end := r.partOfWay(m.from, m.to)
	isBound := func(k int) bool { return r.cueAt(k) == leaveCue || strings.HasSuffix(r.text(k), "ing") }
	if leg == noLeg && m.kind != ofLeaving && r.daysIn(start, end) == 0 && !r.some(start, end, isBound) {
		return 0
	}
	return leg
}

// daysIn counts the days among the tokens [from, to).
func (r *reading) daysIn(from, to int) (n int) {
	for k := range r.dates {
		n += boolInt(r.dates[k].from >= from && r.dates[k].from < to)
	}
	return n
}

// ofOneWay reports whether what the tokens [from, to) want of the flights is said of one way alone: "nonstop out". A
// trip has one such wish for all its flights, so the words are told.
func (r *reading) ofOneWay(from, to int) bool {
	start, end := r.partOfWay(from, to)
	leg := r.legOfWay(from, to)
	isBack := func(i int) bool { return r.wayAt(i) == returnRole }
	// "a flight there" says where, not which way
	isPlace := r.hasIn(start, end, "there") && (r.has("and", "back") || !r.some(0, len(r.toks), isBack))
	if leg != 0 && leg != 1 || r.daysIn(start, end) > 0 || isPlace {
		return false
	}
	r.tell(start, end)
	return true
}
