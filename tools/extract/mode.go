package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// The means of travel of the wire.
const (
	byFlight = "flight"
	byTrain  = "train"
	byBus    = "bus"
	byCar    = "car"
	byFerry  = "ferry"
)

// modeMention is a means of travel that the message names.
type modeMention struct {
	at       int
	mode     string
	rejected bool // "we don't want to fly"
}

// findModes reads how the person wants to travel: "by train", "we'd rather drive", "no flying".
func (r *reading) findModes() {
	for i := range r.toks {
		mode := valueOf("mode", r.text(i))
		if r.at(i, "road", "trip") || r.at(i, "roadtrip") {
			mode = byCar
		} else if mode == "" || r.toks[i].used || !r.modeStands(i, mode) {
			continue
		}
		behind := i
		if r.doingAt(i, i+1) == ofPerson {
			behind++ // "two of us drive": the means is the verb
		}
		if mode != byFlight && r.isOfOne(behind) {
			from, to := r.phraseAround(i) // "one comes by train", of several who travel
			r.tell(from, to)
			r.take(from, to, byOther)
			continue
		}
		if or := r.before(i-1, "we", "i", "ill", "wewill", "will", "by", "take", "the", "a"); mode != byFlight &&
			or < i-1 && r.text(or) == "or" {
			r.tell(or, i+1) // "under 500 or we'll drive"
			continue
		}
		if from, to := r.fineAsWell(i); mode != byFlight && to > i &&
			!slices.Contains(r.known.Preferences.ExcludedModes, mode) {
			r.setOther(from, to)
			continue
		}
		m := modeMention{at: i, mode: mode, rejected: r.rejectedMode(i)}
		when := mode == byFlight && (r.boundsTime(i+1) && r.text(i+1) != "from" ||
			r.anyOf(i+1, "earlier", "later", "sooner"))
		isHow := mode == byFlight && (r.unwanted(i+1) && r.text(i-1) != "by" || r.anyOf(i+1, "in", "on", "with", "during")) &&
			r.tok(i+1).kind == word &&
			!r.anyOf(i+1, "again", "there", "anywhere") ||
			mode == byFlight && (partsOfDay[r.text(i-1)] != [2]int{} || r.anyOf(i-1, "overnight", "early", "late")) ||
			r.alien && r.narrowed(i) && !r.tok(i-1).isFiller() // "nicht mit Ryanair fliegen": the verb stands last
		isNarrow := r.narrowed(i) || r.boundsTime(i+1)
		if m.rejected && mode != byFlight && isNarrow && !r.anyOf(i-1, "by", "on", "via", "with") {
			r.tell(r.deniedPart(i, i+1)) // "not the last train", "no trains before 9" say nothing of others
			continue
		}
		if m.rejected && (when || isHow || r.anyOf(i, "flight", "flights", "air")) {
			continue // "no flights" says what is wanted, "can't fly before 10" when, "don't fly Ryanair" how
		}
		if mode == byFlight && !m.rejected && len(r.modes) > 0 && r.modes[len(r.modes)-1].mode == byFlight {
			continue
		}
		r.note(m.at, m.at+1, byMode)
		r.take(m.at+1, r.faultWith(i), byMode)
		r.modes = append(r.modes, m)
	}
}

// fineAsWell returns the words around the means at token i that say that it will do as well, "trains are fine too",
// "I'm also ok with a bus": what is planned stays. There are none where to is i.
func (r *reading) fineAsWell(i int) (from, to int) {
	isFit := func(k int) bool {
		return is("suiting", r.text(k)) || is("denial-fit", r.text(k)) || r.anyOf(k, "alright", "could", "do", "option")
	}
	first, to := r.phraseAround(i)
	isAround := func(k int) bool { return r.tok(k).isFiller() || isFit(k) || r.anyOf(k, "take", "too", "also") }
	for from = i; from > first && isAround(from-1); {
		from--
	}
	said := r.clause(from, to)
	if !said.has("too", "also", "as well") || said.has("too long", "too slow") || said.has(denying...) ||
		!r.some(from, to, isFit) {
		return i, i
	}
	return from, to
}

// modeStands judges whether a word says how one travels: "take the train", "by car", not "the train station".
func (r *reading) modeStands(i int, mode string) bool {
	if r.anyOf(i+1, "station", "stop", "rental", "rentals", "seat", "museum", "terminal", "insurance") {
		return false
	}
	if at := r.before(i-1, "a", "an", "our", "own"); r.anyOf(at, "weve", "ive", "own") ||
		r.anyOf(at, "have", "got") && r.anyOf(at-1, "we", "i", "weve", "ive", "have") {
		return false // "we have a boat"
	}
	switch mode {
	case byFlight:
		at := r.before(i-1, "of")
		if r.anyOf(i, "plane", "planes") && r.anyOf(at, "change", "changes", "changing", "switch", "switching") {
			return false // "I'd rather not change planes", "no change of planes"
		}
		if r.anyOf(i, "flight", "flights") && r.anyOf(i-1, "the", "my", "our", "that", "this") && !r.changesMode(i) {
			return false // "can the flight be on the 7th" is about the one that is planned
		}
		return !r.anyOf(i, "air") || r.text(i-1) == "by"
	case byCar:
		return r.anyOf(i, "drive", "driving") && !r.anyOf(i+1, "from", "to", "time") || r.drivesOn(i) ||
			r.anyOf(i, "drive", "driving") && !r.speaksOf(flightTopic) || r.ownCar(i)
	}
	return r.changesMode(i) || r.rejectedMode(i) || r.text(i+1) == "than" || r.modeOfWay(i) ||
		r.known.fresh() && (r.anyOf(i+1, "from", "to", "back", "home", "tickets", "ticket", "trip", "journey",
			"ride") || r.anyOf(i-1, "a", "the"))
}

// drivesOn reads "then drive to Calgary": one way among several.
func (r *reading) drivesOn(i int) bool {
	return r.anyOf(i, "drive", "driving") && r.text(i+1) == "to" && r.tok(i+2).title &&
		r.anyOf(i-1, "then", "and", ",", "we", "i", "to", "will", "ill", "well")
}

// ownCar tells "by car" and "in our own car" from a car that is rented.
func (r *reading) ownCar(i int) bool {
	return r.anyOf(i, "car", "van") &&
		(r.anyOf(i-1, "by", "own") || r.text(i-1) == "the" && r.anyOf(i-2, "take", "taking") ||
			r.anyOf(i-1, "our", "my") && r.anyOf(i-2, "in", "take", "taking", "use", "with"))
}

// changesMode reads "by train", "take the train", "go by bus", "on the ferry", "what about trains".
func (r *reading) changesMode(i int) bool {
	if valueOf("mode", r.text(i)) == "" || r.anyOf(i+1, "ticket", "tickets", "station") {
		return false
	}
	at := r.before(i-1, "the", "a")
	if r.at(at-1, "what", "about") || r.at(at-1, "how", "about") || r.text(i+1) == "instead" {
		return true
	}
	if r.anyOf(i+1, "is", "are", "would", "be", "sounds") &&
		r.hasIn(i+1, i+5, "better", "nicer", "best", "preferred", "preferable", "fine", "ok", "great") {
		return true // "the train would be nicer than flying"
	}
	if at < 0 && r.wordCount() <= 5 && (r.text(i+1) == "" || r.anyOf(i+1, "if", "please", "preferably", "would",
		"only")) {
		return true // "train if possible"
	}
	if at >= 0 && at == i-1 && (r.toks[at].kind == mark || !r.sameSentence(at, i)) && r.text(i+1) == "please" &&
		!r.anyOf(i, "car", "flight", "flights") {
		return true // "flying makes no sense, train please"
	}
	return r.text(i-1) == "by" ||
		r.text(at) == "to" && r.hasIn(max(0, at-4), at, "change", "switch", "swap", "move") ||
		r.anyOf(i-1, "all", "only") && r.anyOf(i, "trains", "train", "buses", "bus") && r.wordCount() <= 5 ||
		r.anyOf(i-1, "the", "a") &&
			r.anyOf(i-2, "take", "takes", "taking", "catch", "catching", "on", "with", "prefer", "using", "via",
				"ride") || r.anyOf(i-1, "via", "prefer", "taking", "take")
}

// rejectedMode reads of a means of travel that it is not wanted.
func (r *reading) rejectedMode(i int) bool {
	return r.unwanted(i) && !r.anyOf(i+1, "from", "to", "on") || r.text(i-1) == "than" || r.faultWith(i) > i ||
		r.at(i+1, "is", "too") ||
		r.at(i+1, "takes", "too") || r.at(i+1, "would", "be", "too") ||
		r.anyOf(i+1, "is") && r.hasIn(i+1, i+4, "silly", "pointless")
}

// faultWith returns where the words end, from token i on, that find a fault with the means there, and one flies: "we'd
// like the train but it takes too long, so a flight". It is i where there are none.
func (r *reading) faultWith(i int) int {
	_, end := r.span(r.toks[i].sentence)
	isFault := func(k int) bool {
		return r.text(k) == "but" && r.anyOf(k+1, "it", "its", "they", "theyre", "that", "there", "theres") &&
			!r.hasIn(k+2, k+5, "fine", "ok", "okay", "cheaper", "nicer", "better")
	}
	at := i + 1
	for at < end && !isFault(at) {
		at++
	}
	isFlight := func(k int) bool { return valueOf("mode", r.text(k)) == byFlight }
	if at == end || isFlight(i) || !r.some(at, len(r.toks), isFlight) {
		return i
	}
	for at < end && r.tok(at).kind != mark && r.text(at) != "so" {
		at++
	}
	return at
}

// mode is how the journey goes; empty when the message does not say. Where flying is refused and nothing else is said,
// it is "other".
func (r *reading) mode() string {
	refused := ""
	for _, m := range r.modes {
		switch {
		case m.rejected && m.mode == byFlight:
			refused = "other"
		case !m.rejected && m.mode != byFlight:
			return m.mode
		}
	}
	return refused
}

// writeModes says how each leg is travelled. A mode that stands beside the way back is the way back's alone.
func (a *assembly) writeModes() {
	r := a.r
	if !r.known.fresh() {
		r.modes = slices.DeleteFunc(r.modes, func(m modeMention) bool { return r.aside(m.at) })
	}
	if !a.scope.flight || len(r.modes) == 0 || a.writeModesOfLegs() {
		return
	}
	said, onlyBack := r.onlyBack()
	if onlyBack && a.legCount() == 1 {
		r.tell(r.tokensOf(said.start, said.end)) // "one way, we come back by car"
		return
	}
	mode := r.mode()
	isOther := func(s trip.Segment) bool { return !s.IsFlight() }
	if mode == "" && (!r.flies() || r.known.fresh() || !slices.ContainsFunc(r.known.Itinerary.Segments, isOther)) {
		return // "let's fly" changes nothing
	}
	mode = cmp.Or(mode, byFlight)
	legs := a.legCount()
	named, one := a.namedLeg()
	for i := range legs {
		s := a.segment(i)
		switch {
		case one && (i != named) != r.hasAny(class("words-beside")...):
		case legs == 2:
			s.TransportMode = r.modeOfLeg(i, mode)
		default:
			s.TransportMode = mode
		}
	}
}

// flies reports whether the message says that one flies.
func (r *reading) flies() bool {
	return slices.ContainsFunc(r.modes, func(m modeMention) bool { return m.mode == byFlight && !m.rejected })
}

// modeOfLeg is the means for the way out, leg 0, or for the way back, of a journey whose other means are all: the words
// around one say of which way it is, "on May 4 by bus, back May 6 by train", else the order does where one is flown.
func (r *reading) modeOfLeg(leg int, all string) string {
	said := slices.DeleteFunc(slices.Clone(r.modes), func(m modeMention) bool { return m.rejected })
	at := slices.IndexFunc(said, func(m modeMention) bool { return r.backBeside(m.at) == (leg == 1) })
	_, onlyBack := r.onlyBack()
	switch {
	case leg == 0 && onlyBack && !r.flies():
		return ""
	case at >= 0:
		return said[at].mode
	case r.flies():
		return said[min(leg, len(said)-1)].mode
	}
	return all
}

// onlyBack reads "come back by train", which says nothing of the way out. It returns the words that
// say so, none where another means than a plane is not of the way back alone.
func (r *reading) onlyBack() (said span, only bool) {
	for _, m := range r.modes {
		if m.rejected || m.mode == byFlight {
			continue
		}
		c := slices.IndexFunc(r.cues, func(c cue) bool {
			isBefore := c.to <= m.at && m.at-c.to <= 3 && (r.text(c.from) != "back" || r.tok(c.from-1).kind == mark ||
				r.anyOf(c.from-1, "come", "coming", "go", "going", "travel", "travelling", "get", "getting", "way"))
			isBefore = isBefore || c.from == m.at+1 && r.anyOf(m.at, "drive", "driving", "sail", "sailing")
			return c.kind == backCue && isBefore && r.sameSentence(c.from, m.at)
		})
		if c < 0 {
			return span{}, false
		}
		said, only = r.bytesOf(min(r.cues[c].from, m.at), max(r.cues[c].to, m.at+1)), true
	}
	return said, only
}

// backBeside reports whether the part of the message around a means of travel speaks of the way back. What stands right
// before another means is of that one: "out by train back by plane".
func (r *reading) backBeside(at int) bool {
	from, to := r.phraseAround(at)
	return slices.ContainsFunc(r.cues, func(c cue) bool {
		isOfOther := func(m modeMention) bool { return m.at != at && c.from > at && m.at >= c.to && m.at-c.to <= 2 }
		return c.kind == backCue && c.from >= from && c.to <= to && !slices.ContainsFunc(r.modes, isOfOther)
	})
}
