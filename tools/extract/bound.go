package extract

import "slices"

// A number that is bounded: "at least 3 nights", "no fewer than 2 rooms", "more than one stop", "4 stars or better",
// "under 5". countBound reads that once for all that is counted, and holdBound says what a trip can hold of it.

// bound is what the words around a number make of it: the least or the greatest. They stand at the tokens [from, to),
// with the number.
type bound struct {
	from, to int
	min, max bool
	beyond   bool // the number itself is out: "more than 3"
}

// maxBeforeBound is how many words may stand between a form of not wanting and the bound that it turns round: "we don't
// want to pay more than".
const maxBeforeBound = 4

func (b bound) isSet() bool { return b.min || b.max }

// countBound returns the bound that stands around the number at the tokens [from, to).
func (r *reading) countBound(from, to int) bound {
	b := bound{from: from, to: to}
	at := r.before(from-1, "a", "an", "of", "the", "budget", ":", ".")
	isThan := r.text(at) == "than"
	if isThan {
		at--
	}
	isUp, isDown := is("upward", r.text(at)), is("downward", r.text(at))
	switch {
	case (isUp || isDown) && (isThan || r.anyOf(at, "over", "above", "beyond", "exceeding", "under", "below")):
		isNo := r.tok(at-1).denies || r.anyOf(at-1, denying...)
		b.beyond = !isNo && !r.unwanted(from) && r.deniedBefore(at, maxBeforeBound) < 0
		b.from, b.min, b.max = at-boolInt(isNo), isUp == b.beyond, isDown == b.beyond
	case r.at(at-1, "at", "least"), r.at(at-1, "at", "most"), r.at(at-1, "up", "to"):
		b.from, b.min, b.max = at-1, r.text(at) == "least", r.text(at) != "least"
	case r.anyOf(at, "min", "minimum", "max", "maximum", "upto"):
		b.min = r.anyOf(at, "min", "minimum")
		b.from, b.max = at, !b.min
	case r.orMore(from+1) && from+2 < to:
		b.min = is("upward", r.text(from+2))
		b.max = !b.min
	case r.orMore(to), r.at(to, "and", "up"), r.at(to, "at", "least"), r.at(to, "at", "most"):
		b.max = is("downward", r.text(to+1)) || r.text(to+1) == "most"
		b.to, b.min = to+2, !b.max
	case r.anyOf(to, "min", "minimum", "max", "maximum", "tops"):
		b.min = r.anyOf(to, "min", "minimum")
		b.to, b.max = to+1, !b.min
	}
	return b
}

// orMore reads "or more", "or fewer" and "or better" at token i.
func (r *reading) orMore(i int) bool {
	return r.text(i) == "or" && (is("upward", r.text(i+1)) || is("downward", r.text(i+1))) && r.text(i+2) != "than"
}

// holdBound makes the number that keeps a bound of one that is bounded. It reports whether the trip can hold it: nobody
// searches for many stops or few stars; how many people travel, or how many days are less than a week, the person knows
// alone.
func (r *reading) holdBound(c *countMention, b bound) bool {
	beyond := int64(boolInt(b.beyond))
	isSpread := r.text(b.from) == "over" && slices.Contains([]countKind{nightCount, roomCount}, c.kind)
	switch {
	case !b.isSet() || isSpread: // "over 3 nights"
		return true
	case c.kind.ofPeople() && b.beyond:
		return false
	case c.kind.ofPeople():
	case c.kind == stopCount && b.min, c.kind == starCount && b.max,
		b.beyond && c.kind == nightCount && !r.anyOf(c.to-1, "night", "nights", "day", "days"): // "less than a week"
		return false
	case b.min:
		c.n += beyond
	default:
		c.n -= beyond
	}
	c.atMost, c.months = b.max, c.months && !b.beyond
	r.note(b.from, b.to, byCount)
	return c.n > 0 && (c.kind != starCount || c.n <= 5) || c.kind == stopCount
}
