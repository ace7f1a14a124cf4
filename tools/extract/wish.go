package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// What a message wishes of the flights beside places and days: the class (findCabin), stops and returns
// (findFlightWishes), airlines (findAirlines), and what it takes back of wishes that are known (clears). A wish that is
// denied is read by the layer of denials (unwanted); one that no search can keep is told.

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
		if w.at >= 0 && w.other == "" && !w.any && !r.at(w.at-2, "back", "to") &&
			(r.ofSomeFlights(w.at) || r.ofOneWay(w.at, w.at+1)) { // "back to economy" is of both ways
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
		isDear := w.name != economy && name != economy // of which one has to be searched: "first or business is fine"
		if w.name != "" && w.name != name && !isDear && r.some(max(0, i-4), i, isOffered) {
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
	case "premium", "prem":
		if at := r.behind(i+1, "-"); r.anyOf(at, "economy", "eco") {
			return premiumEconomy, at + 1
		} else if r.anyOf(at, "class", "cabin") || r.anyOf(i-1, "in", "fly", "want") && r.phraseEnds(r.behind(at, "then")) {
			return premiumEconomy, at
		}
	case "economy", "coach", "economical":
		isBus := r.anyOf(i-1, "bus", "a", "the", "by") || is("mode", r.text(r.behind(i+1, "or"))) // "coach or ferry"
		if r.text(i) == "coach" && isBus || r.text(i) == "economical" && r.text(i+1) != "class" {
			return "", i
		}
		return economy, i + 1
	case "biz":
		if r.text(i+1) == "class" || r.wordCount() <= 2 || r.phraseEnds(i+1) && (i == 0 || r.tok(i-1).kind == mark ||
			r.anyOf(i-1, "in", "fly", "go")) {
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
		isOption := r.known.offered() && r.text(i-1) == "the" && r.text(i-2) != "in" // "the first class one"
		if r.anyOf(i+1, "class") && !isOption {
			return first, i + 2
		} else if r.text(i-1) == "or" && r.anyOf(i-2, "business", "class") && r.phraseEnds(i+1) {
			return first, i + 1
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
	for _, c := range r.counts {
		to := r.behind(r.phraseAt(c.to, phrases("fine-too")), "ok", "okay", "fine", "possible", "too")
		if c.kind == stopCount && c.n > w.maxStops && w.maxStops >= 0 && to > c.to && r.anyOf(c.from-1, "but", ",") &&
			(r.partEnds(to) || r.text(to) == "if") {
			w.maxStops, w.stopsAt = c.n, c.from // "direct is preferred, but one stop is also ok"
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
		return r.anyOf(r.behind(i+1, "of"), "planes", "plane") || r.at(i, "changing", "flights") ||
			r.text(i) == "changing" && r.known.fresh() && (i+1 == len(r.toks) || r.tok(i+1).kind == mark)
	case r.text(i) == "stop":
		return (r.phraseEnds(i+1) || r.anyOf(i+1, "on", "over", "between")) && !r.anyOf(i-1, "bus", "train", "tram", "metro")
	case r.anyOf(i, "transfer", "transfers", "transferring"):
		return r.tok(i-1).denies && !r.anyOf(i+1, "from", "to", "by", "needed", "required") && !r.wants(hotelTopic)
	}
	return true
}

func (r *reading) flightWishAt(i int, w *flightWishes) {
	isUnwanted := r.unwanted(i) && !r.onlyLimits(r.before(i-1, whose...))
	if to := r.phraseAt(i, phrases("one-way")); to > i {
		w.oneWay, w.roundTrip = w.oneWay || !isUnwanted, w.roundTrip || isUnwanted
		r.note(i, to, byWish)
	}
	if to := r.phraseAt(i, phrases("round-trip")); to > i {
		w.oneWay, w.roundTrip = w.oneWay || isUnwanted, w.roundTrip || !isUnwanted
		r.note(i, to, byWish)
	}
	switch r.text(i) {
	case "nonstop", "direct":
		if r.unwanted(i) {
			return
		}
		isPart := (i == 0 || r.tok(i-1).kind == mark) && (r.tok(i+1).kind == mark || r.text(i+1) == "and") // "direct, and …"
		if r.text(i) == "nonstop" || isPart || r.anyOf(i-1, "be", "fly", "flying", "anything") ||
			r.anyOf(i+1, "flight", "flights", "route", "only", "please", "ticket", "if", "both", "each", "") {
			w.maxStops = 0
		}
	case "non":
		if r.text(r.behind(i+1, "-")) == "stop" {
			w.maxStops = 0
		}
	case "layover", "layovers", "stop", "stops", "stopover", "stopovers", "connection", "connections", "connecting",
		"change", "changing", "transfer", "transfers", "transferring":
		_, isAt := r.placeAt(r.behind(i+2, "the"))
		isAt = isAt && r.anyOf(i+1, "in", "at") // "no layover in Dubai"
		if (r.unwanted(i) || r.anyOf(i-1, class("not")...) && r.text(i) == "change") && r.isOfPlanes(i) && !isAt {
			w.maxStops = max(0, r.count(i-1)-1) // "nothing with 2 stops"
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
		if to := r.redEyeAt(i); to > i {
			w.noRedEye = w.noRedEye || r.unwanted(i) && !r.ofOneWay(i, to)
			r.note(i, to, byWish)
		}
	case "return", "returns":
		if isUnwanted && (r.dropEnds(i+1) || r.anyOf(i+1, "flight", "flights", "ticket", "tickets", "trip", "leg")) {
			w.oneWay = true
			r.note(i, r.behind(i, "return", "trip"), byWish)
			return
		}
		w.roundTrip = w.roundTrip || r.returnTrip(i) ||
			r.text(i) == "return" && r.anyOf(i+1, "ticket", "tickets", "flight", "flights") && r.anyOf(i-1, "a", "for", "and")
	case "there":
		w.roundTrip = w.roundTrip || r.at(i, "there", "and", "back")
	case "back":
		w.roundTrip = w.roundTrip || r.returnTrip(i)
	case "multi":
		w.severalLegs = w.severalLegs || r.text(r.behind(i+1, "-")) == "city"
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

// returnTrip reads "a return flight on 5 May", "return flight Berlin to Rome" and "to Rome and back, 5 May": that one
// comes back is said, and no day of it.
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
	isFrom := r.text(i+1) == "from" && !r.hasIn(0, i, "from", "to") || // "two returns from Dublin to Faro"
		r.text(i) == "returns" && r.count(i-1) > 1
	isTicket := r.text(i) == "return" && (i == 0 || r.anyOf(i-1, "a", "day", "cheap")) &&
		r.behindPlace(i+1) > i+1 // "a return Leeds to Paris"
	if !isFrom && !isTicket && !r.anyOf(i+1, "ticket", "tickets", "flight", "flights", "trip") ||
		r.anyOf(i-1, whose...) || r.anyOf(r.before(i-1, "a"), "with", "and") {
		return false
	}
	isDay := func(k int) bool { return months[r.text(k)] != 0 || r.dayFollows(k) }
	if r.some(0, i, isDay) && !is("superlative", r.text(i-1)) {
		return false // "… on 5 May, return flight from Rome"
	}
	behind := r.anyOf(i+1, "ticket", "tickets") || r.anyOf(i-1, "a", "some") && !r.boundsTime(i+2) || r.count(i-1) > 1
	for k := i + 2; r.sameSentence(i, k); k++ {
		behind = behind || r.anyOf(k, "to", "-", "→", ">")
	}
	return behind
}

// refundWish reads a wish for refundable bookings; a question whether something is refundable is none.
func (r *reading) refundWish() int8 {
	for i := range r.toks {
		to := r.behind(i, "refundable")
		if free := r.phraseAt(i, phrases("cancel-free")); free > to {
			from, end := r.span(r.toks[i].sentence)
			if c := r.clause(from, end); !r.told("?asking", &c) {
				to = free
			}
		}
		if to == i || r.aside(i) || r.toks[i].acted {
			continue
		}
		r.note(i, to, byWish)
		switch {
		case r.twiceDenied(i):
			return 1
		case !r.anyOf(r.before(i-1, "-"), "non") && !r.unwanted(i) && !r.anyOf(i-1, class("not")...) &&
			(r.text(i-1) != "be" || !r.hasAny(class("not")...)):
			return 1
		case !r.known.asksHold() && r.known.askKind() != trip.AskApprove: // else said of what is asked about
			return -1
		}
		break
	}
	return 0
}

// twiceDenied reads "nothing that isn't refundable" and "if it's not refundable, no": what token i says is wanted. "I
// don't mind if it isn't" and "no bags, non-refundable is ok" ask for nothing refundable.
func (r *reading) twiceDenied(i int) bool {
	from, to := r.span(r.toks[i].sentence)
	isDenial := func(k int) bool { return is("not", r.text(k)) || is("denial", r.text(k)) || r.text(k) == "non" }
	if at := r.before(i-1, "-", "be", "fully"); !isDenial(at) || r.indifferentAround(i) ||
		r.hasIn(from, to, "fine", "ok", "okay", "problem", "still", "too") {
		return false
	}
	if !r.hasIn(from, to, "if") {
		for from, to = i, i; r.sameSentence(from-1, i) && (r.toks[from-1].kind == word || r.text(from-1) == "-"); {
			from--
		}
	}
	var denials []int
	for k := from; k < to; k++ {
		if isDenial(k) {
			denials = append(denials, k)
		}
	}
	if len(denials) != 2 {
		return false
	}
	r.note(denials[0], denials[0]+1, byWish)
	r.note(denials[1], denials[1]+1, byWish)
	return true
}

// airlineMention is an airline that the message names; an empty name says that any will do.
type airlineMention struct {
	from, to int
	name     string
	rejected bool // "not with Delta"
}

type airlineName struct {
	key  []string // the words that name it, without "airlines"
	name string
	sole bool // the words mean the airline even where nothing else says so
	code bool // it is a code of two letters, in capitals: in small ones it is a word, "as"
}

var airlineNames = func() (all []airlineName) {
	for _, class := range [...]string{"airline", "airline-if-said", "airline-code"} {
		for _, e := range classOf(class).entries {
			all = append(all, airlineName{strings.Fields(e.phrase), e.value, class == "airline", class == "airline-code"})
		}
	}
	slices.SortFunc(all, func(a, b airlineName) int {
		return cmp.Or(len(b.key)-len(a.key), slices.Compare(a.key, b.key))
	})
	return all
}()

// findAirlines takes every airline that the message names, and "any airline".
func (r *reading) findAirlines() {
	for i := 0; i < len(r.toks); i++ {
		m, ok := r.airlineAt(i)
		if !ok {
			m, ok = r.anyAirline(i)
		}
		if !ok && r.unwanted(i) && r.free(i) {
			m, ok = r.airlineOffered(i)
		}
		if !ok {
			continue
		}
		if at := r.before(m.from-1, "with", "of", "from"); at < m.from-1 && is("membership", r.text(at)) {
			r.tell(at, m.to) // "80,000 miles with Lufthansa": who has them may fly with others
			r.take(at, m.to, byAirline)
			continue
		}
		m.rejected = m.name != "" && r.unwanted(m.from)
		if at := r.before(m.from-1, "is", "are", "airline", "carrier"); is("liked", r.text(at)) {
			r.note(at, m.from, byAirline)
		}
		r.note(m.to, r.likedBehind(m.to), byAirline)
		r.take(m.from, m.to, byAirline)
		r.airline = append(r.airline, m)
		i = m.to - 1
	}
}

// airlineOffered reads the name of an airline that is on offer.
func (r *reading) airlineOffered(i int) (airlineMention, bool) {
	like, to := r.likesOffered(false)(i, len(r.toks))
	if like == nil || like.Airline == "" {
		return airlineMention{}, false
	}
	return airlineMention{from: i, to: to, name: like.Airline}, true
}

func (r *reading) airlineAt(i int) (airlineMention, bool) {
	if !r.free(i) || r.toks[i].kind != word {
		return airlineMention{}, false
	}
	for k := range airlineNames {
		a := &airlineNames[k]
		if !r.isAirline(a, i) {
			continue
		}
		to := i + len(a.key)
		if !a.sole && (a.code && r.wordCount() == 1 || !r.airlineStands(i, to)) {
			continue
		}
		for r.anyOf(to, "airlines", "airline", "airways", "air", "lines", "flights") && to < i+4 {
			to++
		}
		return airlineMention{from: i, to: to, name: a.name}, true
	}
	return airlineMention{}, false
}

// airlineStands decides whether a word such as "united" means the airline.
func (r *reading) airlineStands(i, to int) bool {
	if r.anyOf(to, "airlines", "airline", "airways", "air", "flights", "flight") {
		return true
	}
	pair := r.anyOf(r.before(i-1, "also"), "or", "and", ",") && len(r.airline) > 0 ||
		r.anyOf(to, "or", "and", ",") && r.carrierWord(r.behind(to+1, "also"))
	if pair && r.anyOf(len(r.toks)-1, "only", "please") {
		return true // "ba or virgin only"
	}
	isNamed := r.toks[i].title || r.lacksCapitals() &&
		(r.anyOf(to, "or", "and", "only") || r.phraseEnds(to) || r.isFineToo(to) || r.likedBehind(to) > to)
	if !isNamed || r.anyOf(to, "states", "kingdom", "arab", "express", "food", "citizen", "columbia", "islands", "sea") {
		return false
	}
	return pair || r.wordCount() <= 2 || r.tok(i-1).kind == mark && r.text(to) == "please" ||
		r.at(to, "if", "possible") || r.phraseAt(to, phrases("none-else")) > to ||
		r.isFineToo(to) && !r.tok(i-1).title || r.at(to, "instead", "of") || r.deniedBefore(i, 1) >= 0 ||
		r.unwanted(i) && r.isWishVerb(i-1) || r.tok(i).caps && r.anyOf(i-1, "want", "wants") || // "I only want BA"
		r.anyOf(to, "only", "preferably") || r.likedBehind(to) > to || r.at(i-2, "rather", "have") ||
		is("liked", r.text(i-1)) && (r.phraseEnds(to) || r.anyOf(to, "or", "and")) ||
		r.anyOf(i-1, "with", "on", "by", "via", "prefer", "fly", "flying", "like", "take", "try", "use", "using", "airline",
			"preferably", "rather", "only", "just") ||
		r.text(i-1) == "about" && r.anyOf(i-2, "how", "what") && !r.tok(i).caps && r.phraseEnds(to) // "how about Delta?"
}

// lacksCapitals reports whether the whole message is in small letters, so that these say nothing.
func (r *reading) lacksCapitals() bool {
	return !slices.ContainsFunc(r.toks, func(t token) bool { return t.title || t.caps })
}

// carrierWord reports whether token i begins the name of an airline.
func (r *reading) carrierWord(i int) bool {
	return slices.ContainsFunc(airlineNames, func(a airlineName) bool { return r.isAirline(&a, i) })
}

// isAirline reports whether the words at token i are a name of an airline, written like one.
func (r *reading) isAirline(a *airlineName, i int) bool {
	return a.key[0] == r.text(i) && r.at(i, a.key...) &&
		(!a.code || r.tok(i).caps && !r.shouting() && (r.tok(i).asName || !fillerWords[a.key[0]]))
}

// anyAirline reads "any airline", "no preference over the airlines", "don't care which airline".
func (r *reading) anyAirline(i int) (airlineMention, bool) {
	return airlineMention{from: i, to: i + 1},
		r.anyOf(i, "airline", "airlines", "carrier", "airliner", "carriers") && r.indifferentAround(i)
}

// indifferentAround reports whether the sentence around token i says that the person has no preference.
func (r *reading) indifferentAround(i int) bool {
	if r.anyOf(i-1, "any", "whichever", "whatever", "either") || r.text(i-2) == "any" {
		return true
	}
	for k := max(0, i-9); k < min(len(r.toks), i+7); k++ {
		if !r.sameSentence(i, k) {
			continue
		}
		switch {
		case r.anyOf(k, "matter", "matters", "picky", "particular", "important") && r.anyOf(k-1, class("not")...),
			r.anyOf(k, "care", "mind") && (r.anyOf(k-1, class("not")...) || r.anyOf(k-2, class("not")...)),
			r.anyOf(k, "preference", "preferences") &&
				(r.anyOf(k-1, denying...) || r.anyOf(k-1, "any", "particular", "specific", "have")),
			is("not", r.text(k)) && r.text(k+1) == "mind", r.at(k, "open", "to", "any"), r.at(k, "flexible"),
			r.anyOf(k, "irrelevant", "whichever"),
			r.text(k) == "any" && r.anyOf(k+1, "is", "one", "will", "works", "of"):
			return true
		}
	}
	return false
}

// The paths that a person takes back.
const (
	budgetPath   = "constraints.budget_total"
	nightlyPath  = "preferences.hotel.max_price_per_night"
	stopsPath    = "preferences.flight.max_stops"
	starsPath    = "preferences.hotel.star_min"
	cabinPath    = "preferences.flight.cabin"
	redEyePath   = "preferences.flight.avoid_red_eye"
	airlinesPath = "preferences.flight.preferred_airlines"
)

// without returns the patch without what a later message took back.
func (t TripPatch) without(clears []string) TripPatch {
	if t.Constraints == nil {
		return t
	}
	c := *t.Constraints
	for _, path := range clears {
		switch path {
		case budgetPath:
			c.BudgetTotal = nil
		case stopsPath:
			c.MaxStops = nil
		case redEyePath:
			c.AvoidRedEye = nil
		case airlinesPath:
			c.PreferredAirlines, t.Airline = nil, ""
		}
	}
	t.Constraints = &c
	return t
}

// clears lists the fields of the trip that the message takes back: "no budget limit", "any number of stops".
func (r *reading) clears() []string {
	var paths []string
	add := func(path string, set bool) {
		if set && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	c := r.whole()
	k := r.known
	add(childrenPath, k.asksForKids() && (c.has(class("no-kids")...) || r.lacksKids() || c.does("nope", "0")))
	indifferent := c.has(class("indifference")...)
	budget := r.told("?any-budget", c)
	add(budgetPath, budget && k.Constraints.BudgetTotal.IsSet())
	add(nightlyPath, budget && k.Preferences.Hotel.MaxPricePerNight.IsSet())
	isLifted := r.deniesIn(c, "nonstop") || r.deniesIn(c, "direct") || r.deniesIn(c, "non stop")
	add(stopsPath, k.Preferences.Flight.MaxStops.Set && !r.hasNumber(c) &&
		!slices.ContainsFunc(r.acts, isOf(trip.ActAsk)) && (isLifted || // "any direct flights?"
		c.has("stops", "stopovers", "layovers", "connections", "direct", "nonstop", "stopover", "layover") &&
			(indifferent || c.has(class("not-nonstop")...)) && !c.hasWord(class("lack"))))
	add(cabinPath, k.Preferences.Flight.Cabin != "" && (c.has("any class", "any cabin") || r.noCabin))
	add(starsPath, k.Preferences.Hotel.StarMin.Set && c.has("stars", "star", "any hotel", "hotel category") &&
		indifferent && !r.hasNumber(c))
	add(redEyePath, k.Preferences.Flight.AvoidRedEye != 0 && c.has("red eye", "overnight", "night flights") && indifferent)
	add(excludedPath, len(k.Itinerary.ExcludedDays) > 0 && c.has("any day", "any date", "all days", "every day"))
	return paths
}
