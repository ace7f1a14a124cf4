package extract

import (
	"slices"
	"strings"
)

// cueKind is what a word near a day or a place says of it.
type cueKind uint8

const (
	noCue cueKind = iota
	goCue         // going, flying, starting
	leaveCue
	backCue // returning, back
	arriveCue
	checkInCue
	checkOutCue
)

type cue struct {
	kind     cueKind
	from, to int
	spent    bool // a day has answered it
}

// findCues marks the words that give days and places their part.
func (r *reading) findCues() {
	for i := 0; i < len(r.toks); i++ {
		c := cue{from: i, to: i + 1}
		switch text := r.toks[i].text; {
		case r.anyOf(i, "check", "checking", "checks", "checked"):
			if c.kind = r.checkWord(i); c.kind != noCue {
				c.to = r.checkedWho(i) + 1
			}
		case text == "out" && r.anyOf(i-1, "be", "get", "getting", "move", "moving", "and", "then", "going"):
			if r.topicOf(i) == hotelTopic && !r.anyOf(i+1, "of", "there", "from", "to") {
				c.kind = checkOutCue
			}
		case text == "in" && r.anyOf(i-1, "get", "getting", "move", "moving", "be", "im"):
			if r.anyOf(i+1, "on", "by", "the", "this", "next", "tomorrow", "today") {
				c.kind = arriveCue
			}
		case text == "there" && r.anyOf(i-1, "be", "get", "getting") && r.text(i-2) != "will" &&
			r.text(i-2) != "weather",
			text == "here" && r.anyOf(i-1, "be", "get") && r.anyOf(i-2, "must", "to", "should") &&
				!r.hasIn(max(0, i-6), i, "i", "we"): // of a guest
			c.kind = arriveCue
		case text == "home" && r.text(i+1) == "to" && r.known.fresh() && !r.hasAny("return", "returning", "back"):
			c.kind = goCue // "get home to Atlanta tonight" is the way out
		case text == "home" && (r.known.returnDate() != 0 && (r.wayBackAt(i-1) > i ||
			r.dayFollows(i+1) && !r.anyOf(i-1, "leave", "leaving", "from", "is")) ||
			r.anyOf(i-1, "be", "get", "getting", "come", "coming", "fly", "flying", "go", "going", "head", "heading") ||
			(r.tok(i-1).kind == mark || r.anyOf(i-1, "and", "then", "so")) &&
				r.anyOf(i+1, "on", "the", "by", "before", "to", "from")):
			c.kind = backCue
		case r.anyOf(i, "start", "starting", "set", "setting", "head", "heading") && r.anyOf(i+1, "again", "off", "out"):
			c.kind, c.to = leaveCue, i+2
		case r.endsStay(i):
			if c.kind = backCue; r.topicOf(i) == hotelTopic {
				c.kind = checkOutCue
			}
		case text == "out" && (r.anyOf(i+1, "on") || r.tok(i-1).kind == mark && r.dayFollows(i+1) ||
			topicWords[r.text(i-1)] == flightTopic && r.text(i+1) != "of") &&
			!r.anyOf(i-1, "check", "checking", "-", "and", "then", "be"):
			c.kind = leaveCue
		default:
			c.kind = cueWords[text]
		}
		if c.kind != noCue {
			r.note(c.from, c.to, byCue)
		}
		if at := r.behind(r.behind(c.to, "at", "in", "to"), whose...); c.kind == backCue && is("workplace", r.text(at)) {
			r.note(c.to, at+1, byReason) // "back at work"
		}
		if c.kind == noCue || !r.cueStands(c) {
			continue
		}
		r.cues = append(r.cues, c)
		i = c.to - 1
	}
}

// dayFollows reports whether a day begins at token i: "Thursday 4 April", "tomorrow", "4 April".
func (r *reading) dayFollows(i int) bool {
	return is("weekday", r.text(i)) || r.anyOf(i, "today", "tomorrow", "tonight") || r.dayAheadIsDated(i)
}

// cueStands drops cue words that say nothing of when: "get back to me", "go ahead".
func (r *reading) cueStands(c cue) bool {
	at := r.before(r.before(c.from-1, "way", "flight", "flights", "trip", "journey", "leg", "a", "any"), whose...)
	if c.kind == backCue && r.unwanted(c.from) && r.dropEnds(max(c.to, r.wayBackAt(c.from))) && !r.onlyLimits(at) {
		return false // "without the flight back"
	}
	switch r.text(c.from) {
	case "return", "returns":
		return !r.returnTrip(c.from) && !r.toTalk(c.to)
	case "back":
		return !(r.returnTrip(c.from) && r.hasOneDay()) &&
			!(r.text(c.to) == "to" && r.dayAheadIsDated(c.to+1)) &&
			!r.anyOf(c.to, "whenever", "anytime") && !r.at(c.to, "any", "time") &&
			!r.at(c.to, "to", "me") && !r.at(c.to, "to", "you") &&
			!r.anyOf(c.from-1, "call", "write", "bring", "money") && !r.toTalk(c.to)
	case "go", "going":
		return !r.anyOf(c.to, "ahead", "with", "for", "through")
	case "leave":
		return !r.anyOf(c.to, "it", "that", "blank") || r.isUntil(c.to+1) && r.deniedBefore(c.from, 2) >= 0
	}
	return true
}

// toTalk reads "to the booking", "to booking the tickets" and "to the options" at token i: back to what was spoken of.
func (r *reading) toTalk(i int) bool {
	at := r.behind(i+1, "the", "my", "our", "that", "those", "getting", "first")
	return r.text(i) == "to" && (is("booked-nouns", r.text(at)) || is("offer-nouns", r.text(at)) ||
		strings.HasSuffix(r.text(at), "ing") && !r.toks[at].title)
}

// endsStay reports whether token i is the end of the journey or the stay: "our stay ends on", "end date", "the end of
// the trip", "starting on 4 May and ending on". The end of a month or of a fair is none.
func (r *reading) endsStay(i int) bool {
	if !r.anyOf(i, "end", "ends", "ending", "finish", "finishes", "finishing") {
		return false
	}
	isOurs := func(k int) bool {
		return topicWords[r.text(k)] != noTopic || is("trip-nouns", r.text(k)) || r.anyOf(k, "it", "booking", "reservation")
	}
	if r.text(i+1) == "of" {
		return isOurs(r.behind(i+2, "the", "my", "our", "this"))
	}
	k := r.before(i-1, "to", "will", "should", "shall", "would", "must", "and", "then", "the", "my", "our", ",")
	return !r.anyOf(i+1, "up", "in", "at", "with") && (!r.sameSentence(k, i) || r.toks[k].kind == number ||
		months[r.text(k)] != 0 || is("weekday", r.text(k)) || isOurs(k))
}

// checkedWho is the token behind "check", a hyphen and who is meant: "check me in".
func (r *reading) checkedWho(i int) int { return r.behind(i+1, "-", "me", "us") }

// checkWord reads "check in", "checking out", also with a hyphen.
func (r *reading) checkWord(i int) cueKind {
	at := r.checkedWho(i)
	what := r.behind(at+1, "the", "some", "other", "any", "all", "your", "their", "these", "what", "more")
	switch {
	case r.text(at) == "in":
		return checkInCue
	case r.text(at) != "out", r.carrierWord(what), topicWords[r.text(what)] == flightTopic, is("renewed", r.text(what)),
		r.text(what) == "hotels": // "check out American Airlines" is to look at it
		return noCue
	}
	return checkOutCue
}

// cueAt is what token i says of a day or a place beside it.
func (r *reading) cueAt(i int) cueKind {
	if at := slices.IndexFunc(r.cues, func(c cue) bool { return c.from == i }); at >= 0 {
		return r.cues[at].kind
	}
	return cueWords[r.text(i)]
}

// strong reports whether the cue names one end of the journey.
func (c *cue) strong() bool { return c.kind != goCue }

// hasOneDay reports whether the message has the words of one day of the calendar at most, which is then the way out's.
func (r *reading) hasOneDay() bool {
	n := 0
	for i := range r.toks {
		if is("weekday", r.text(i)) || months[r.text(i)] != 0 || r.anyOf(i, "tomorrow", "today", "/", "until", "till") {
			n++
		}
	}
	return n <= 1 && !r.hasAny("-", "–") && !r.has("for")
}
