package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Numbers with a noun: "two adults", "3 kids", "2 rooms", "a week", "4 stars", "one stop". findCounts takes each as a
// countMention, before days and places are read; countAt finds the number and its noun, and settleCount judges whether
// it counts the trip at all. What is denied, or limits stars in a way that no search knows, is told. people.go adds up
// the people among them, rooms.go reads the rooms, and the assembly the rest.

// countKind is what is counted.
type countKind uint8

const (
	noCount countKind = iota
	adultCount
	childCount
	infantCount
	roomCount
	nightCount
	starCount
	stopCount
)

// ofPeople reports whether travellers are counted.
func (k countKind) ofPeople() bool { return k == adultCount || k == childCount || k == infantCount }

// countMention is a number of something, at the tokens [from, to).
type countMention struct {
	from, to int
	kind     countKind
	n        int64
	more     bool // so many beside those that there are: "one more night"
	fewer    bool // so many of those that there are go: "one person less", "take one adult off"
	atMost   bool // fewer are as good: "at most two rooms"
	half     bool // and half of one more: "a week and a half"
	months   bool // of months, which are counted from the first day once that is known
}

const maxBetween = 6

// findCounts takes every number of travellers, rooms, nights, stars and stops.
func (r *reading) findCounts() {
	if adults, children, ok := r.plusParty(); ok {
		r.take(adults.from, children.to, byCount)
		r.counts = append(r.counts, adults, children)
	}
	for i := range r.toks {
		if c, ok := r.countAt(i); ok {
			isNot := c.n > 0 && c.kind != stopCount && r.deniedBy(c.from, class("not")...) // "without" takes them away
			if r.unwanted(c.from) && r.deniedBy(c.from, "instead", "than") {
				r.note(c.from, c.to, byCount) // "10 nights instead of two weeks"
				continue
			}
			b := r.countBound(c.from, c.to)
			if r.unwanted(c.from) && !b.isSet() && (c.kind == starCount || isNot) {
				r.tell(r.deniedPart(c.from, c.to)) // "not two adults"
				continue
			}
			if c.kind == starCount && !b.min && r.limitsStars(&c) {
				continue
			}
			if c.kind == stopCount && c.n > 0 && r.isTooMany(b.to) { // "two stops are", "more than one stop is"
				b.min, b.max, b.beyond = false, true, !b.beyond || !b.min
			}
			if !r.holdBound(&c, b) {
				r.tell(b.from, b.to)
				continue
			}
			if from, to := r.eitherRooms(&c); to > from {
				r.take(from, to, byCount)
				r.tell(from, to)
				continue
			}
			if to := r.hadBy(&c); to > 0 {
				r.take(c.from, to, byOther)
				r.tell(c.from, to)
				continue
			}
			r.take(c.from, c.from+1, byCount)
			r.take(c.to-1, c.to, byCount)
			r.see(c.from, c.to) // "two adult travellers": what stands between
			if c.kind == nightCount && r.text(c.to) == "long" {
				r.note(c.to, c.to+1, byCount)
			}
			r.counts = append(r.counts, c)
		} else if r.boundsAlone(i) {
			r.boundStops(i)
		}
	}
}

// isTooMany reads "are too many" at token i, and claims it.
func (r *reading) isTooMany(i int) bool {
	at := r.behind(i, "is", "are", "be", "would", "way", "just")
	if r.text(at) != "too" || !r.anyOf(at+1, "many", "much") || r.text(at+2) == "to" {
		return false
	}
	r.note(i, at+2, byCount)
	return true
}

// eitherRooms returns the tokens of "one suite or two rooms", "two rooms or three": nobody decided how many.
func (r *reading) eitherRooms(c *countMention) (from, to int) {
	if c.kind != roomCount {
		return 0, 0
	}
	if r.text(c.to) == "or" && r.count(c.to+1) > 0 {
		return c.from, c.to + 2 + boolInt(countNouns[r.text(c.to+2)] == roomCount)
	}
	for from := c.from - 2; r.text(c.from-1) == "or" && from >= c.from-4 && r.sameSentence(from, c.from); from-- {
		if r.count(from) > 0 {
			return from, c.to
		}
	}
	return 0, 0
}

// limitsStars tells a number of stars that is the most, or just so many: a search holds the least ones alone. Of two
// beside one another the lower one counts: "3 or 4 stars". It reports whether it told them.
func (r *reading) limitsStars(c *countMention) bool {
	if n := r.count(c.from - 2); n > 0 && n <= 5 && r.free(c.from-2) && r.anyOf(c.from-1, "or", "to", "-", "–", "/") {
		r.note(c.from, c.to, byCount)
		c.n, c.from = min(c.n, n), c.from-2
	}
	limits := func(from, to int) bool {
		isNot := r.hasIn(from, to, denying...) || r.unwanted(c.from)
		return r.hasIn(from, to, "max", "maximum", "exactly", "precisely", "tops", "most", "up") ||
			isNot && r.hasIn(from, to, "more", "higher", "better", "above", "over") ||
			!isNot && r.hasIn(from, to, "less", "fewer", "lower", "under", "below") ||
			r.text(to-1) == "too" && r.anyOf(to-2, "is", "are", "be", "feels")
	}
	bounds := append(slices.Clip(denying), "max", "maximum", "exactly", "precisely", "at", "most", "than", "more",
		"higher", "better", "above", "over", "less", "fewer", "lower", "under", "below")
	first, _ := r.span(r.toks[c.from].sentence)
	from := max(first, r.before(c.from-1, append(slices.Clip(bounds), "a", "of", "up", "to", ".", ":")...)+1)
	bounds = append(bounds, "hotel", "hotels", "is", "are", "would", "be", "feels", "or", "and", "tops", "too")
	to := r.behind(c.to, bounds...)
	if r.text(to) == "," && !limits(c.to, to) {
		to = r.behind(to+1, bounds...) // "3 stars, not more"
	}
	isBefore, isBehind := limits(from, c.from), limits(c.to, to) && r.count(to) == 0 && !r.tok(to).used
	switch {
	case isBefore:
		r.tell(from, c.to)
	case isBehind:
		r.tell(c.from, to+boolInt(r.text(to-1) == "too"))
	}
	return isBefore || isBehind
}

// boundsAlone reads a bound whose noun stands before it: "stops are fine, but not more than one".
func (r *reading) boundsAlone(i int) bool {
	if r.count(i) == 0 || !r.free(i) || r.anyOf(i-1, "under", "below") { // "two are under 12"
		return false
	}
	b := r.countBound(i, i+1)
	return b.max && r.phraseEnds(b.to)
}

// boundStops counts stops by a number without a noun where it was stops that were spoken of last, and tells it where
// it was something else.
func (r *reading) boundStops(i int) {
	k := i - 1
	for k >= 0 && countNouns[r.text(k)] == noCount {
		k--
	}
	if k < 0 || countNouns[r.text(k)] != stopCount {
		r.tell(i, i+1)
		return
	}
	r.take(i, i+1, byCount)
	r.counts = append(r.counts, countMention{from: i, to: i + 1, kind: stopCount, n: r.count(i)})
}

func (r *reading) countAt(i int) (countMention, bool) {
	if !r.free(i) {
		return countMention{}, false
	}
	c := countMention{from: i, n: r.count(i), half: r.toks[i].andHalf}
	switch kind := countNouns[r.text(i)]; {
	case kind != noCount && kind != starCount && r.anyOf(i+1, ":", "=") && r.count(i+2) > 0 && r.count(i+2) <= 99 &&
		!(kind == childCount && r.listsAges(i+2)) && // "Persons: 3"
		(!r.sameSentence(i+2, i+3) || r.tok(i+3).kind == mark || r.text(i+4) == ":"):
		c.kind, c.n, c.to = kind, r.count(i+2), i+3
		return r.settleCount(c, i)
	case r.isShorthand(i):
		c.kind, c.to = shorthand[r.text(i+1)], i+2
		return r.settleCount(c, i+1)
	case r.labels(i):
		c.kind, c.n, c.to = kind, r.count(i+1), i+2
		return r.settleCount(c, i)
	case c.n > 0 && c.n <= 99 && r.text(i+1) == "of" && r.anyOf(i+2, "our", "my", "the") && r.isPlural(i+3):
		c.kind, c.to = adultCount, i+4 // "two of our managers"
		return c, true
	}
	switch {
	case r.starred(i):
		c.kind, c.to = starCount, i+2
		return c, true
	case r.anyOf(i, "star", "stars", "rating", "rated") && r.rated(i, &c):
		return c, true
	case r.text(i-1) == "-" && !r.toks[i].spaced && (i == 1 || r.tok(i-1).spaced):
		return c, false // "-1" counts nothing
	case c.n > 1 && c.n <= 99 && r.tripFlights(i+1):
		c.kind, c.to = adultCount, i+2
		return c, true
	case !r.countsFrom(i, &c):
		return c, false
	}
	return r.countedBy(c)
}

// countedBy looks for the noun of a number, which a few words may part from it.
func (r *reading) countedBy(c countMention) (countMention, bool) {
	i := c.from
	for at := r.narrowedTo(i + 1); at <= i+1+maxBetween && r.sameSentence(i, at); at = r.narrowedTo(at + 1) {
		if !r.free(at) {
			break
		}
		if r.text(at) == "dozen" || r.at(at, "a", "dozen") {
			continue
		}
		if at == i+1 && r.orMore(at) {
			at++ // "3 or more nights"
			continue
		}
		if kind := countNouns[r.text(at)]; kind != noCount {
			c.to = at + 1
			c.kind = kind
			c.more = c.more || r.anyOf(at+1, "more", "longer", "extra")
			if c.fewer && !kind.ofPeople() {
				return c, false // "one less stop"
			}
			if kind.ofPeople() && r.fewerAt(c.from-1) && (is("not", r.text(c.from-2)) || r.tok(c.from-2).denies) {
				r.tell(c.from-1, c.to) // "don't drop one adult"
				r.take(c.from-1, c.to, byCount)
				return c, false
			}
			c.fewer = c.fewer || kind.ofPeople() && r.isFewer(&c)
			if r.at(at+1, "and", "a", "half") {
				c.half, c.to = true, at+4
			}
			return r.settleCount(c, at)
		}
		if !is("between", r.text(at)) && !(c.n > 1 && r.describes(at)) {
			break
		}
		c.more = c.more || r.anyOf(at, "more", "extra", "additional")
		c.fewer = c.fewer || r.anyOf(at, "less", "fewer")
	}
	return c, false
}

// isFewer reads "less" behind a count, "drop" before it and "take … off" around it, and claims them.
func (r *reading) isFewer(c *countMention) bool {
	isBehind := r.anyOf(c.to, "less", "fewer") && r.text(c.to+1) != "than" ||
		r.anyOf(c.from-1, "take", "taking") && r.anyOf(c.to, "off", "out") && r.phraseEnds(c.to+1)
	isBefore := r.fewerAt(c.from - 1)
	r.note(c.from-boolInt(isBefore), c.from, byCount)
	r.note(c.to, c.to+boolInt(isBehind), byCount)
	return isBehind || isBefore
}

// fewerAt reports whether token i takes away the people that are counted behind it.
func (r *reading) fewerAt(i int) bool {
	return r.anyOf(i, "drop", "cancel", "lose", "remove", "off", "subtract", "minus")
}

// narrowedTo returns the token behind the words at token i that say which kind of thing is counted: "one-way", "two
// star", "pet friendly", "quiet".
func (r *reading) narrowedTo(i int) int {
	for r.oneWayAt(i) {
		i++
	}
	if star := r.behind(i+1, "-"); r.count(i) > 0 && r.text(star) == "star" {
		i = star + 1
	}
	if at := slices.IndexFunc(r.requested, func(m requestMention) bool { return m.heads[0].from == i }); at >= 0 {
		to := r.requested[at].heads[0].to
		return to - boolInt(r.countsRooms(i, to-1)) // "2 quiet rooms"
	}
	return i
}

// describes reports whether token i is a word of no class before rooms or people that are counted, "2 adjoining rooms",
// "three lively kids": it is told, and they count.
func (r *reading) describes(i int) bool {
	return r.tok(i).kind == word && !isKnownWord(r.text(i)) && !r.tok(i).title &&
		(r.countsRooms(i, i+1) || countNouns[r.text(i+1)].ofPeople())
}

// countsRooms reports whether the number before token i counts the rooms at token at, and is neither an age nor a floor
// nor how large a house is.
func (r *reading) countsRooms(i, at int) bool {
	return countNouns[r.text(at)] == roomCount && (r.text(at) == "rooms" || r.alien) &&
		!r.anyOf(i-2, "aged", "age", "floor", "with") && !(r.text(i-2) == "and" && r.count(i-3) > 0)
}

// rated reads "a star rating of 4" and "rated 4 stars"; what guests say of a hotel is no star.
func (r *reading) rated(i int, c *countMention) bool {
	at := r.behind(i+1, "rating", "of", "is", ":", "at", "least", "a", "an")
	if at == i+1 && r.text(i) != "rated" || r.anyOf(i-1, "guest", "review", "user", "customer") || !r.free(at) ||
		r.count(at) < 1 || r.count(at) > 5 {
		return false
	}
	c.kind, c.n, c.to = starCount, r.count(at), at+1
	switch countNouns[r.text(at+1)] {
	case starCount:
		c.to++
	case noCount:
	default:
		return false // "rated well, 2 nights"
	}
	r.note(i, at+1, byCount)
	return true
}

// shorthand are the letters by which agents count who travels: "2A 1C".
var shorthand = map[string]countKind{"a": adultCount, "c": childCount, "i": infantCount}

// countsFrom reads the number or the word for one at token i; it reports whether there is any.
func (r *reading) countsFrom(i int, c *countMention) bool {
	switch {
	case c.n > 0 && c.n <= 8 && r.text(i+1) == "dozen":
		c.n *= 12
	case c.n > 0 && c.n <= 99 || r.toks[i].kind == number && r.toks[i].raw == "0":
	case r.at(i, "couple"), r.at(i, "pair"):
		c.n = 2
	case r.at(i, "long", "weekend") && !r.anyOf(i-1, "a", "the", "this", "next"):
		c.n = 1
	case r.at(i, "half", "a", "dozen"):
		c.n = 6
	case r.at(i, "a", "dozen"):
		c.n = 12
	case r.anyOf(i, "a", "an", "single"):
		c.n = 1
	case r.text(i) == "another" && r.text(i-1) != "on" && r.anyOf(i+1, "night", "day", "week", "room") &&
		r.text(i+2) != "type":
		c.n, c.more = 1, true
	case r.anyOf(i, class("nought")...):
		c.n = 0
	default:
		return false
	}
	return true
}

// isShorthand reads "2A" where another number with its letter stands beside it.
func (r *reading) isShorthand(i int) bool {
	isOne := func(i int) bool {
		return r.tok(i).kind == number && r.count(i) > 0 && r.tok(i+1).caps &&
			!r.tok(i+1).spaced && shorthand[r.text(i+1)] != noCount
	}
	links := []string{"+", ",", "&", "/"}
	return isOne(i) && (isOne(r.behind(i+2, links...)) || isOne(r.before(i-1, links...)-1))
}

// labels reports whether the number behind the noun at token i counts it: "adults 2 kids 1 infant 1", "2 adults and
// children 2". Numbers in front of their nouns, and ages, are others.
func (r *reading) labels(i int) bool {
	isPeople := func(i int) bool { return countNouns[r.text(i)].ofPeople() }
	if !isPeople(i) || r.count(i-1) > 0 && r.free(i-1) || r.listsAges(i+1) {
		return false
	}
	at, n := i, 0
	for isPeople(at) && r.count(at+1) > 0 && r.count(at+1) <= 20 {
		at, n = r.behind(at+2, ",", "and", "&", "+"), n+1
	}
	isAlone := r.anyOf(i, "adults", "passengers") && r.free(i+1) && r.count(i-1) == 0
	return n > 0 && (n > 1 || len(r.counts) > 0 || isAlone) && !isPeople(at) &&
		(r.phraseEnds(at) || isAlone && r.tok(i+2).kind == mark)
}

// readAt reports whether a mention has taken token i, or the one behind "the".
func (r *reading) readAt(i int) bool {
	return r.tok(r.behind(i, "the")).used
}

// tripFlights reads "round trip flights" and "returns" after a number: as many tickets are meant.
func (r *reading) tripFlights(i int) bool {
	return r.some(i, i+4, func(k int) bool {
		return r.anyOf(k, "flights") && r.anyOf(k-1, "trip", "way", "roundtrip", "oneway", "return") ||
			r.anyOf(k, "returns", "roundtrips", "oneways") || r.text(k) == "ways" && r.oneWayAt(k) ||
			r.text(k) == "trips" && r.text(r.before(k-1, "-")) == "round"
	})
}

// settleCount judges a number with its noun at token at.
func (r *reading) settleCount(c countMention, at int) (countMention, bool) {
	vague := r.anyOf(c.from, "a", "an", "single") && r.text(c.from+1) != "dozen" || r.anyOf(c.from, class("nought")...)
	switch c.kind {
	case adultCount:
		isSubject := c.n == 1 && !r.phraseEnds(at+1) && !r.anyOf(at+1, "traveling", "travelling", "flying", "going") &&
			!r.anyOf(c.from-1, "just", "only", "for", "is", "its", "theres") // "one of us fell ill"
		if r.text(at) == "us" && (r.text(at-1) != "of" || (isSubject || r.someOnly(&c, at+1)) && !r.leftOut()) {
			return c, false
		}
		if r.phraseAt(at+1, phrases("per-room")) > at+1 ||
			r.anyOf(at, "ticket", "tickets") && r.eventTalk() && !r.speaksOf(flightTopic) {
			return c, false
		}
		return c, c.n > 0 && (!vague || r.text(c.from) == "single")
	case childCount, infantCount:
		if r.anyOf(c.from-1, "expecting", "expects") && c.n == 1 || r.text(c.from-1) == "having" && r.text(c.from-2) == "is" {
			return c, false // "my daughter is having a baby"
		}
		return c, r.text(c.from) != "single" && !(c.n == 0 && topicWords[r.text(at+1)] == hotelTopic) // "no kids hotel"
	case roomCount:
		isOfThem := r.text(c.from+1) == "of" || c.n == 1 && !r.known.fresh() && r.has("the", "other")
		return c, (!vague || c.more) && c.n > 0 && !isOfThem // "one of the rooms", "one room with …, the other …"
	case nightCount:
		return r.settleNights(c, at)
	case starCount:
		return c, !vague && c.n >= 1 && c.n <= 5
	case stopCount:
		if r.anyOf(c.from, "a", "an", "single") && !r.isFineToo(at+1) || c.n == 0 && !r.unwanted(at) {
			return c, false
		}
		return c, !r.anyOf(at, "stop", "stops") || r.text(c.from) != "one" || !r.anyOf(at+1, "shop")
	case noCount:
	}
	return c, false
}

// someOnly reports whether what is said at token i is of some of those who travel: "2 of us only join on Saturday", but
// not "book for just two of us in Rome".
func (r *reading) someOnly(of *countMention, i int) bool {
	at := r.before(of.from-1, "just", "only")
	if cabin, _ := r.cabinAt(i + 1); r.anyOf(at, "for", "book", "is", "its") && (at < of.from-1 || cabin == "") {
		return false
	}
	i = r.behind(i, "only", "just", "will", "can", "might", "would", "be", "have", "to", "rather", "also")
	t := r.known.Party.Travelers
	all := t.Adults + t.Children
	for _, c := range r.counts {
		if c.kind == adultCount {
			all = max(all, c.n)
		}
	}
	return of.n < all && (r.anyOf(i, class("averse")...) ||
		r.anyOf(i, "join", "joins", "arrive", "arrives", "come", "comes", "leave", "leaves", "return", "returns", "fly",
			"flies", "stay", "stays", "share", "sharing", "prefer", "prefers", "want", "wants", "need", "needs", "has",
			"have", "is", "are", "uses", "use", "in", "take", "takes", "drive", "drives", "like", "likes"))
}

// besidePlace reads "2 nights after Rome", which tells where and not when.
func (r *reading) besidePlace(i int) bool {
	return r.anyOf(i, "before", "after") && r.tok(i+1).title && !is("weekday", r.text(i+1)) &&
		months[r.text(i+1)] == 0 && r.tok(i+1).kind == word
}

// settleNights turns "2 weeks" into nights and leaves out what is no length of a stay: "in 3
// days", "2 days later", "a day" (of the week).
func (r *reading) settleNights(c countMention, at int) (countMention, bool) {
	if r.followsChild(c.from) || r.inAges(c.from) || r.isOfLife(c.from, at+1) {
		return c, false // "the baby is 10 months"
	}
	unit := map[string]int64{
		"week": 7, "weeks": 7, "fortnight": 14, "fortnights": 14, "month": 30, "months": 30, "weekend": 2,
	}[r.text(at)]
	if r.text(at) == "weekend" && r.hasRange() {
		return c, false // "a long weekend, Thursday to Monday"
	} else if r.text(at) == "weekend" {
		unit, c.n = unit+int64(boolInt(r.text(at-1) == "long")), 1
	}
	if r.anyOf(r.behind(at+1, "-"), "old", "olds") {
		return c, false // an age
	}
	week := unit > 0
	const near = 8 // words
	if r.text(at-1) == "-" && is("undo", r.text(at+1)) || r.anyOf(at, "day", "days") && r.text(c.from-1) != "for" &&
		!r.known.fresh() && r.some(max(0, c.from-near), c.from, func(i int) bool { return r.wayAt(i) == departRole }) {
		return c, false // "the one-day version", "and the outbound too, one day"
	}
	if r.text(at+1) == "each" && !week {
		return c, c.n > 0
	}
	if r.anyOf(c.from, "a", "an") && !week && !r.anyOf(at, "night") {
		return c, r.text(c.from-1) == "for" && r.text(at) == "day"
	}
	if r.anyOf(c.from, "a", "an") && r.text(at) == "night" && r.text(c.from-1) != "for" {
		return c, false // "$200 a night"
	}
	if r.text(at+1) == "from" && r.text(c.from-1) != "for" && !r.readAt(at+2) ||
		r.anyOf(c.from-1, "in", "within") || r.text(c.from-1) == "after" && cueWords[r.text(c.from-2)] != backCue ||
		r.anyOf(at+1, "later", "ago", "before", "after", "earlier", "advance") && !r.besidePlace(at+1) &&
			!(r.text(c.from-1) == "for" && r.anyOf(at+1, "after")) ||
		r.anyOf(at+1, "trip") && week {
		return c, false
	}
	if r.anyOf(c.from, class("nought")...) || r.text(c.from) == "one" && r.text(c.from+1) == "of" {
		return c, false
	}
	if week {
		first := r.countBound(c.from, at+1).from // "for less than a week"
		spent := r.wordCount() <= 3 && !r.known.fresh() || r.anyOf(first-1, "for", "stay", "spend", "spending",
			"staying") || c.half || r.text(at) == "weekend" || is("near-day", r.text(c.from-1)) ||
			r.text(at+1) == "from" && r.readAt(at+2) || r.text(at+1) == "in" &&
			!r.anyOf(c.from-1, "once", "twice", "times") ||
			r.text(c.from-1) == "," && (at+1 == len(r.toks) || r.tok(at+1).kind == mark) // "on 6 April, a week"
		if (r.anyOf(c.from, "a", "an") || unit == 30) && !spent {
			return c, false // "the baby is with us (8 months)"
		}
		if c.n *= unit; c.half {
			c.n += unit / 2
		}
		c.months = unit == 30 && !c.half
	}
	return c, c.n > 0 && c.n <= maxNights
}

// asksHeads reports whether it is asked how many adults travel, because there are too many people.
func (r *reading) asksHeads() bool {
	t := r.known.targets()
	return r.known.askKind() == trip.AskClarify && len(t) > 0 && t[0].field == adultsPath &&
		r.known.Party.Travelers.Children == 0
}

// plusParty reads "2+1" as adults and children where it is asked who travels, and no sum.
func (r *reading) plusParty() (adults, children countMention, ok bool) {
	if find(r.known.targets(), adultsPath) == nil || r.hasAny("=", "*", "/", "%") {
		return adults, children, false
	}
	at := r.indexOf("+")
	if at < 1 || r.count(at-1) < 1 || r.count(at+1) < 1 || slices.ContainsFunc(r.toks[at+2:],
		func(t token) bool { return t.kind == number || t.text == "+" }) {
		return adults, children, false
	}
	return countMention{from: at - 1, to: at, kind: adultCount, n: r.count(at - 1)},
		countMention{from: at + 1, to: at + 2, kind: childCount, n: r.count(at + 1)}, true
}

// isPlural reports whether token i is a word for several people of whom some travel: "managers", not "bags".
func (r *reading) isPlural(i int) bool {
	text := r.text(i)
	return strings.HasSuffix(text, "s") && len(text) > 4 && countNouns[text] == noCount &&
		topicWords[text] == noTopic && !is("beyond", text) && r.phraseEnds(i+1) &&
		!r.anyOf(i, "options", "offers", "cities", "places", "towns", "countries", "islands", "airports",
			"flights", "airlines", "legs", "stops", "kids", "boys", "girls", "sons", "daughters")
}

// recounts reads "no wait, 2" behind a message that counted travellers or rooms and nothing else: the number of these
// is said anew, and no option is meant.
func (r *reading) recounts() (countMention, bool) {
	all := r.whole()
	if len(r.known.recent) == 0 || !all.hasWord(class("anew")) || len(numberWords(all)) != 1 ||
		!all.only(class("recount"), numberWords(all)) {
		return countMention{}, false
	}
	before := r.messageBefore()
	before.findCounts()
	if len(before.counts) != 1 {
		return countMention{}, false
	}
	at := slices.IndexFunc(r.toks, func(t token) bool { return t.value > 0 && !t.ordinal && !t.decimal })
	kind := before.counts[0].kind
	c := countMention{from: at, to: at + 1, kind: kind, n: r.count(at)}
	return c, at >= 0 && (kind.ofPeople() || kind == roomCount)
}

// recount takes the number that is said anew, in a message of its own.
func (r *reading) recount() {
	if c, ok := r.recounts(); ok {
		r.take(c.from, c.to, byCount)
		r.counts = []countMention{c}
	}
}
