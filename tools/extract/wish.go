package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// The cabins of the wire.
const (
	economy        = "economy"
	premiumEconomy = "premium_economy"
	business       = "business"
	first          = "first"
)

// cabinWish is the class that the message asks for; any says that it does not matter.
type cabinWish struct {
	name  string
	any   bool
	other string // another class for another leg: one search has one class, so it is asked which
	at    int    // its token, -1 where none is said
}

// findCabin reads the class of travel. Two classes at once, or "any class", are no preference.
func (r *reading) findCabin() (w cabinWish) {
	var denied []Left // no search leaves a class out
	w.at = -1
	defer func() {
		if w.at >= 0 && w.other == "" && !w.any && (r.ofSomeFlights(w.at) || r.ofOneWay(w.at, w.at+1)) {
			w.name = ""
		}
		if w.name == "" && !w.any {
			r.left = append(r.left, denied...)
		}
	}()
	for i := 0; i < len(r.toks); i++ {
		name, to := r.cabinAt(i)
		if name == "" {
			if r.anyOf(i, "class", "classes", "cabin", "seating") && !r.aside(i) &&
				(r.indifferentAround(i) || r.anyOf(i-1, "whatever")) {
				w.any = true
				r.note(i, i+1, byCabin)
			}
			continue
		}
		if r.unwanted(i) {
			to = r.behind(to, "class", "cabin", "seating", "seats", "seat")
			if name == r.known.Preferences.Flight.Cabin {
				r.note(i, to, byCabin)
				r.noCabin = true
			} else {
				denied = append(denied, r.leftAt(r.deniedPart(i, to)))
			}
			i = to - 1
			continue
		}
		willDo := func(k int) bool { return r.text(k) == "can" && !r.anyOf(k+1, "you", "i", "we") } // "I can do both"
		isOffered := func(k int) bool {
			return r.sameSentence(k, i) && (r.anyOf(k, "or", "/") || r.text(k) == "and" && r.anyOf(k-2, "both"))
		}
		if w.name != "" && w.name != name && r.some(max(0, i-4), i, isOffered) {
			w.any = true // "business or economy"
			if from, end := r.span(r.toks[i].sentence); !r.hasIn(from, end, "fine", "ok", "okay", "either", "good", "both",
				"work", "works", "indifferent") && !r.some(from, end, willDo) && !r.indifferentAround(i) {
				r.tell(w.at, to) // nobody said that both will do, and neither is searched for
			}
		} else if w.name != "" && w.name != name && !r.hasAny("instead", "change") {
			w.other = w.name
		}
		w.name, w.at = name, i
		to = r.behind(to, "class", "cabin", "seating")
		r.take(i, to, byCabin)
		to = r.behind(to, "class", "cabin", "seating", "seats", "seat")
		r.note(i, to, byCabin)
	}
	return w
}

// ofSomeFlights tells the class at token i where it is said on which flights: "business class on the long ones". A trip
// has one for all of them.
func (r *reading) ofSomeFlights(i int) bool {
	at := r.behind(i+1, "class", "economy", "cabin", "seats")
	isOfSome := r.anyOf(at, "on", "for") && r.anyOf(at+1, "the", "any") && r.count(at+2) == 0 &&
		r.tok(at+2).kind == word && r.anyOf(at+3, "one", "ones", "flight", "flights", "leg", "legs") &&
		!r.anyOf(at+2, "whole", "same", "other")
	if isOfSome {
		r.tell(i, at+4)
		r.note(i, at+4, byCabin)
	}
	return isOfSome
}

func (r *reading) cabinAt(i int) (string, int) {
	if !r.free(i) {
		return "", i
	}
	switch r.text(i) {
	case "premium":
		if at := i + 1; r.text(at) == "economy" {
			return premiumEconomy, at + 1
		} else if r.text(at) == "-" && r.text(at+1) == "economy" {
			return premiumEconomy, at + 2
		}
	case "economy", "coach", "economical":
		if r.text(i) == "coach" && r.anyOf(i-1, "bus", "a", "the") || r.text(i) == "economical" && r.text(i+1) != "class" {
			return "", i
		}
		return economy, i + 1
	case "biz":
		if r.text(i+1) == "class" || r.wordCount() <= 2 {
			return business, i + 1
		}
	case "business":
		if r.anyOf(i+1, "trip", "meeting", "travel", "center", "in", "is", "conference", "partner", "hotel",
			"traveler", "reasons", "purposes", "hours") ||
			r.text(i+1) == "there" && !r.hasAny("economy", "coach") ||
			r.anyOf(i-1, "on", "my", "your", "for", "of", "own", "family", "small") ||
			r.anyOf(i-2, "on", "for") && r.text(i+1) != "class" && r.tok(i-1).kind == word && r.count(i-1) == 0 {
			return "", i
		}
		return business, i + 1
	case "first":
		if r.anyOf(i+1, "class") && r.text(i-1) != "the" || r.anyOf(i+1, "class") && r.text(i-2) == "in" {
			return first, i + 2
		}
	}
	return "", i
}

// cabinQuestion asks which of two classes, one for each way, holds for the whole trip.
func (r *reading) cabinQuestion(one, other string) Question {
	name := func(cabin string) string {
		return cmp.Or(texts.Say(r.locale(), "word."+cabin), strings.ReplaceAll(cabin, "_", " "))
	}
	return Question{
		About:   cabinPath,
		Text:    r.say("cabin", "one", one, "other", other),
		Choices: []Choice{{name(one), one}, {name(other), other}},
	}
}

// flightWishes are the wishes that shape the search for flights.
type flightWishes struct {
	maxStops    int64 // -1 is not said
	stopsAt     int   // where that is said
	noRedEye    bool
	refundable  int8 // 1 yes, -1 no, 0 not said
	oneWay      bool
	roundTrip   bool
	fromHome    bool
	severalLegs bool
}

func (r *reading) findFlightWishes() flightWishes {
	w := flightWishes{maxStops: -1}
	for _, c := range r.counts {
		if c.kind == stopCount && !r.ofOneWay(c.from, c.to) {
			w.maxStops, w.stopsAt = c.n, c.from
		}
	}
	for i := range r.toks {
		if !r.aside(i) && !r.toks[i].acted {
			before := w
			if r.flightWishAt(i, &w); w.maxStops != before.maxStops {
				if w.stopsAt = i; r.ofOneWay(i, i+1) {
					w.maxStops, w.stopsAt = before.maxStops, before.stopsAt
				}
			}
			if w != before {
				r.note(i, i+1, byWish)
			}
		}
	}
	w.refundable = r.refundWish()
	w.roundTrip = w.roundTrip || r.wantsBack()
	w.oneWay = w.oneWay || (r.known.roundTrip() || r.known.fresh()) && r.refusesReturn(0, len(r.toks))
	return w
}

// isOfPlanes reports whether the change at token i is one of planes: "change planes" and, of a new trip, "without
// changing", "no transfers", which elsewhere may be of anything.
func (r *reading) isOfPlanes(i int) bool {
	switch {
	case r.anyOf(i, "change", "changing"):
		return r.anyOf(i+1, "planes", "plane") || r.at(i, "changing", "flights") ||
			r.text(i) == "changing" && r.known.fresh() && (i+1 == len(r.toks) || r.tok(i+1).kind == mark)
	case r.anyOf(i, "transfer", "transfers", "transferring"):
		return r.tok(i-1).denies && !r.anyOf(i+1, "from", "to", "by", "needed", "required") && !r.wants(hotelTopic)
	}
	return true
}

func (r *reading) flightWishAt(i int, w *flightWishes) {
	switch r.text(i) {
	case "nonstop", "direct":
		if r.unwanted(i) {
			return
		}
		isPart := (i == 0 || r.tok(i-1).kind == mark) && (r.tok(i+1).kind == mark || r.text(i+1) == "and") // "direct, and …"
		if r.text(i) == "nonstop" || isPart || r.anyOf(i-1, "be", "fly", "flying", "anything") ||
			r.anyOf(i+1, "flight", "flights", "route", "only", "please", "ticket", "if", "") {
			w.maxStops = 0
		}
	case "non":
		if r.at(i, "non", "stop") || r.at(i, "non", "-", "stop") {
			w.maxStops = 0
		}
	case "layover", "layovers", "stops", "stopovers", "connection", "connections", "connecting", "changing", "change",
		"transfer", "transfers", "transferring":
		if (r.unwanted(i) || r.anyOf(i-1, class("not")...) && r.text(i) == "change") && r.isOfPlanes(i) {
			w.maxStops = 0
		}
	case "via", "through":
		if r.unwanted(i) && r.anyOf(i+1, "anywhere", "anything") {
			w.maxStops = 0
			r.note(i, i+2, byWish)
		}
	case "changes":
		if (r.unwanted(i) || r.anyOf(i-1, class("nought")...)) && !r.known.offered() && r.wordCount() > 2 {
			// of options, "no changes" keeps them
			w.maxStops = 0
		}
	case "red", "redeye", "redeyes":
		if r.text(i) != "red" || r.anyOf(i+1, "eye", "eyes") || r.text(i+1) == "-" && r.anyOf(i+2, "eye", "eyes") {
			w.noRedEye = w.noRedEye || r.unwanted(i)
			r.note(i, r.behind(i, "red", "-", "eye", "eyes"), byWish)
		}
	case "oneway":
		w.oneWay = true
	case "one", "1", "single":
		w.oneWay = w.oneWay || r.at(i+1, "way") || r.at(i+1, "-", "way")
	case "roundtrip":
		w.roundTrip = true
	case "round", "return", "returns", "two":
		if r.unwanted(i) && !r.onlyLimits(r.before(i-1, whose...)) && (r.dropEnds(i+1) ||
			r.anyOf(i+1, "flight", "flights", "ticket", "tickets", "trip", "leg")) {
			w.oneWay = true
			r.note(i, r.behind(i, "round", "return", "trip"), byWish)
			return
		}
		w.roundTrip = w.roundTrip || r.text(i) == "round" && (r.at(i+1, "trip") || r.at(i+1, "-", "trip")) ||
			r.text(i) == "return" && r.anyOf(i+1, "ticket", "tickets", "flight", "flights") && r.anyOf(i-1, "a", "for", "and") ||
			r.returnTrip(i) ||
			r.text(i) == "two" && r.at(i+1, "way", "ticket")
	case "there":
		w.roundTrip = w.roundTrip || r.at(i, "there", "and", "back")
	case "back":
		w.roundTrip = w.roundTrip || r.returnTrip(i)
	case "multi":
		w.severalLegs = w.severalLegs || r.at(i+1, "city") || r.at(i+1, "-", "city")
	case "home":
		w.fromHome = w.fromHome || r.text(i-1) == "from"
	}
}

// wantsBack reads "I need return tickets" and "also the way back please" after a one-way trip was planned: the person
// wants to come back, and names neither a day nor a place for it.
func (r *reading) wantsBack() bool {
	if len(r.known.Itinerary.Segments) != 1 || r.known.leg().DepartDate == 0 || len(r.dates)+len(r.places) > 0 {
		return false
	}
	return slices.ContainsFunc(r.cues, func(c cue) bool {
		s := r.toks[c.from].sentence
		to := r.behind(c.to, "ticket", "tickets", "flight", "flights", "trip", "leg", "too", "again", "as", "well")
		return c.kind == backCue && c.to > c.from && !r.unwanted(c.from) && !r.aside(c.from) && !r.toks[c.from].acted &&
			r.phraseEnds(to) && (!r.asks(s) || r.requests(s)) && !r.tellsOfPast(s) &&
			!(r.text(c.from) == "back" && r.anyOf(c.from-1, "be", "get", "right", "put", "take")) &&
			!r.hasIn(max(0, c.from-3), c.from, "ill", "will", "well")
	})
}

// returnTrip reads "return flight Berlin to Rome on 5 May" and "to Rome and back, 5 May": that one comes back is said,
// and no day of it.
func (r *reading) returnTrip(i int) bool {
	if r.known.leg().DepartDate != 0 {
		return false
	}
	if r.text(i) == "back" {
		return r.text(i-1) == "and" && i > 1 && months[r.text(i+1)] == 0 && !is("weekday", r.text(i+1)) &&
			(i+1 == len(r.toks) || r.tok(i+1).kind != number) &&
			!r.anyOf(i+1, "on", "the", "at", "by", "next", "this", "that", "tomorrow", "to", "from", "home", "again", "in",
				"a", "after")
	}
	isFrom := r.text(i+1) == "from" && !r.hasIn(0, i, "from", "to") // "two returns from Dublin to Faro"
	if !isFrom && !r.anyOf(i+1, "ticket", "tickets", "flight", "flights", "trip") ||
		r.anyOf(i-1, whose...) || r.anyOf(i-1, "with", "and") {
		return false
	}
	for k := range i {
		if r.toks[k].kind == number || months[r.text(k)] != 0 {
			return false // "… on 5 May, return flight from Rome"
		}
	}
	behind := false
	for k := i + 2; r.sameSentence(i, k); k++ {
		behind = behind || r.anyOf(k, "to", "-", "→", ">")
	}
	return behind
}

// refundWish reads a wish for refundable bookings; a question whether something is refundable is none.
func (r *reading) refundWish() int8 {
	for i := range r.toks {
		if !r.anyOf(i, "refundable") || r.aside(i) || r.toks[i].acted {
			continue
		}
		r.note(i, i+1, byWish)
		if r.anyOf(i-1, "non") || r.anyOf(i-2, "non") || r.unwanted(i) ||
			r.anyOf(i-1, class("not")...) || r.anyOf(i-1, "be") && r.hasAny(class("not")...) {
			if r.known.asksHold() || r.known.askKind() == trip.AskApprove {
				return 0 // said of what is asked about
			}
			return -1
		}
		return 1
	}
	return 0
}
