package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// Special requests: what is asked for beside the plan, a meal, a seat, a wheelchair, a dog. findRequests finds the
// words of data/en/requests.tsv (requestHeads), takes the clause around them up to what is of the trip (requestFrom,
// requestTo), and keeps it from the readers behind. requestsays.go tells for whom it is, whether it is asked, taken
// back or told anew, and writes it. The text of a request is the person's own.

// SpecialRequest is what the message says of a special request: a new one, one that is noted already, or one that is
// withdrawn.
type SpecialRequest struct {
	ID        string `json:"id,omitempty"`
	Kind      string `json:"kind"`
	Text      string `json:"text"`
	For       string `json:"for,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"`
	Asked     bool   `json:"asked,omitempty"`
}

// requestMention is a special request in a message: the tokens [from, to) are its text.
type requestMention struct {
	from, to int
	heads    []requestHead
	text     string
	whom     string
	noted    *trip.SpecialRequest // the one of the trip that it is about, nil when there is none
	more     bool                 // it says what the noted one does not
	another  bool                 // it is one beside the noted one
	asked    bool                 // it is asked whether it can be had
	denied   bool                 // it is not wanted
	undone   bool                 // a verb takes it back
	moot     bool                 // so does what is said of it: it does not matter, it stays at home
}

// takesBack reports whether the request is one that is not wanted.
func (m *requestMention) takesBack() bool { return m.denied || m.undone }

// anotherOne is what makes a request one beside those that are noted: "another bag", "he also needs".
var anotherOne = strings.Fields("another additional second more also too plus additionally")

// The reach of a request around its words, in tokens.
const (
	maxBeforeRequest = 10
	maxBehindRequest = 14
)

// findRequests marks what is asked for beside the plan: the clause around each of its words, up to what is of the trip.
// No reader behind it reads a place, a day or a number there.
func (r *reading) findRequests() {
	heads := r.requestHeads()
	if r.asksOfDocuments(heads) {
		return
	}
	least := 0
	for k := 0; k < len(heads); {
		h := heads[k]
		if h.from >= least && (r.ofRide(&h) || r.asksOrNot(&h)) {
			r.take(h.from, h.to, byOther)
			r.tell(h.from, h.to)
			k++
			continue
		}
		if h.from < least || r.isNoRequest(&h) {
			k++
			continue
		}
		m := requestMention{from: r.requestFrom(&h, least), to: r.requestTo(&h), heads: heads[k : k+1]}
		for k++; k < len(heads) && heads[k].from < m.to; k++ {
			m.heads = append(slices.Clip(m.heads), heads[k])
			m.to = max(m.to, r.requestTo(&heads[k]))
		}
		undo := requestWordsOf().lists["@undo"] // a verb before its words
		isUndone := func(i int) bool { return r.phraseAt(i, undo) > i }
		m.denied = r.unwanted(h.from)
		m.undone = !(m.denied && h.of.avoids) && r.some(m.from, h.from, isUndone)
		if to := r.forAnother(m.to); to > m.to && m.denied {
			m.to, m.denied = to, false
		}
		start := m.from
		m.from = r.requestOpening(m.from, h.from)
		isCounted := r.anyOf(m.from, "room", "rooms") && r.count(m.from-1) > 0 // which is of the trip
		if isCounted && m.from < h.from && h.of.kind != string(trip.SpecialRoom) {
			m.from = min(r.behind(m.from+1, "at", "in", "with", "that", "thats", "is", "a", "the", "to"), h.from)
		}
		if r.count(h.from-1) > 0 && countNouns[r.text(r.behind(h.to, "hotel"))] == roomCount {
			start, m.from, m.to = h.from, h.from, h.to // "one pet friendly hotel room"
		}
		for i := m.from; i <= m.to && r.sameSentence(i, h.from); i++ { // "the seat doesn't matter", "the dog stays home"
			if to := max(r.phraseAt(i, requestWordsOf().lists["@moot"]), r.staysAway(i)); to > i {
				m.to, m.undone, m.moot = max(m.to, to), true, true
			}
		}
		m.whom = r.whomFor(start, m.to)
		for k := m.from + 1; k < h.from; k++ { // "a child who needs a cot" travels, "who'll need one" too
			isWho := strings.HasPrefix(strings.ToLower(r.tok(k).raw)+"'", "who'")
			if isWho && r.some(m.from, k, func(i int) bool { return isPerson(r.text(i)) || r.anyOf(i, "old") }) {
				start, m.from = k, k
				r.note(k, k+1, byRequest)
				m.from = r.behind(k, "who")
			}
		}
		m.text = r.requestText(&m)
		m.asked = r.asksWhether(&m)
		m.noted, m.another = r.notedOf(&m, r.known.Requests, false), r.hasIn(start, m.to, anotherOne...)
		isAfter := r.asksAfter(&m)
		if m.noted == nil && isAfter {
			continue
		}
		m.more = m.noted != nil && !isAfter && !r.isTheNoted(&m) && r.tellsMore(&m, m.noted)
		isOfIt := func(i int) bool { return r.toks[i].denies } // "the cello doesn't need a meal"
		least, m.another = m.to, m.another || m.more && (m.asked || !m.takesBack() && r.some(h.to, m.to, isOfIt))
		if n := len(r.requested); n > 0 && r.text(start) == "or" && r.requested[n-1].to >= start-1 {
			r.orElse(&r.requested[n-1], &m)
			continue
		}
		r.takeRequest(start, &m)
	}
}

// forAnother returns where a part ends that says that somebody else needs what the person does not: "I don't need a
// wheelchair, but my husband does". It returns from where there is none.
func (r *reading) forAnother(from int) int {
	at := r.behind(from, ",", "but", "while", "and")
	if at > from && r.anyOf(at, "my", "our", "the") && isPerson(r.text(at+1)) &&
		r.anyOf(at+2, "does", "do", "will", "needs", "need", "is", "would") {
		return at + 3
	}
	return from
}

// orElse takes a second choice as part of a request: "a window seat, or the aisle".
func (r *reading) orElse(first, second *requestMention) {
	first.text = strings.TrimSpace(r.words(first.from, second.to))
	r.note(first.to, second.to, byRequest)
	r.takeAsRequest(first.to, second.to)
	first.more = first.noted != nil
	first.to, first.heads = second.to, append(slices.Clip(first.heads), second.heads...)
}

// ofRide reports whether the words of a request are about a car or a ride, which is none of the trip's.
func (r *reading) ofRide(h *requestHead) bool {
	rides := []string{"taxi", "taxis", "cab", "van", "bus", "shuttle", "car", "transfer", "uber", "minivan", "limo"}
	at := r.before(h.from-1, "a", "an", "one", "two")
	return r.anyOf(h.to, rides...) || r.text(at) == "with" && r.anyOf(at-1, rides...)
}

// asksOrNot reports whether it is only asked whether the words of a request hold: "the baby needs its own seat or not?"
func (r *reading) asksOrNot(h *requestHead) bool {
	from, to := r.span(r.toks[h.from].sentence)
	last := r.before(to-1, "?", ".")
	part, end := r.phraseAround(h.from)
	return is("not", r.text(last)) && r.text(last-1) == "or" && !r.toks[h.from].acted && end > last &&
		!r.hasIn(from, to, "whether", "believe") &&
		!r.anyOf(part, "is", "are", "can", "could", "does") // which are questions without it
}

// isNoRequest reports whether the words of a request are asked about or told of, and ask for nothing.
func (r *reading) isNoRequest(h *requestHead) bool {
	s := r.toks[h.from].sentence
	from, to := r.span(s)
	scope, all := &r.known.Scope, r.clause(from, to)
	isEatery := r.anyOf(h.to, class("eating-places")...) && !(h.of.kind == "pet" && r.text(h.to) == "place")
	if r.known.offered() && len(r.optionsAsked(&all)) > 1 || // "the second has the same hotel as the first, right?"
		h.of.kind == string(trip.SpecialPayment) && r.anyOf(h.to, "up", "max", "at") && r.hasIn(h.to, to, "night") || // a cap
		r.isTownHere(h.from) || isEatery || r.ownLodging(h.to-1) || r.bookedElsewhere(h.to-1) ||
		r.toks[h.from].acted || r.tellsOfPast(s) ||
		r.hasIn(from, to, "rent", "hire", "renting", "hiring") ||
		r.hasIn(from, to, "?") && len(scope.DocumentIDs)+len(scope.PropertyID) > 0 {
		return true
	}
	first := r.behind(from, "and", "also", "ok", "okay", "so", "but", ",", "hi", "hello", "please", "great")
	if part, _ := r.phraseAround(h.from); r.anyOf(part, "does") || r.anyOf(first, "do") && r.text(first+2) == "need" {
		return true // "the cheaper one, does it have late check in?", "do I need a visa letter?"
	}
	if r.anyOf(first, "how", "what", "whats", "which", "where", "when", "why", "who", "whose") &&
		!r.anyOf(first+1, "about") ||
		r.anyOf(first, "does", "do") && !r.anyOf(first+1, "i", "we", "you", "my", "our") &&
			!r.anyOf(first+1, class("not")...) {
		return true
	}
	if r.at(first, "what", "about") && h.from == first+2 && r.text(h.to) == "?" && h.to+1 == to {
		return true // "what about bags?", not "what about a vegan meal?"
	}
	isOffer := func(from, to int) bool {
		return r.hasIn(from, to, "include", "includes", "included", "including", "allowance", "cost", "costs", "fee",
			"fees", "charge", "charged")
	}
	for end := h.to; end < to; end++ {
		if r.anyOf(end, "and", ",") {
			to = end
		}
	}
	return (isOffer(from, h.from) || isOffer(h.to, to)) &&
		(r.hasIn(from, to, "?") || r.anyOf(first, "is", "are", "does", "do", "tell"))
}

// asksOfDocuments reports whether the message speaks of a document beside the words of requests.
func (r *reading) asksOfDocuments(heads []requestHead) bool {
	for i := range r.toks {
		isIn := func(h requestHead) bool { return h.from-1 <= i && i <= h.to+1 } // "a wheelchair, manual"
		if r.anyOf(i, class("document")...) && !slices.ContainsFunc(heads, isIn) {
			return true
		}
	}
	return false
}

// requestFrom returns where the clause around the words of a request begins.
func (r *reading) requestFrom(h *requestHead, least int) int {
	from := h.from
	for from > least && h.from-from < maxBeforeRequest && r.sameSentence(from-1, h.from) && r.goesBefore(from-1, h) {
		from--
	}
	for from > least && r.tok(from-1).denies && r.sameSentence(from-1, h.from) { // "anything but middle seats"
		from--
	}
	if all := r.exceptsAt(from); all >= least {
		return all // "any hotel but a hostel"
	}
	return from
}

// goesBefore reports whether token i can stand in the clause before the words of a request.
func (r *reading) goesBefore(i int, h *requestHead) bool {
	switch r.text(i) {
	case "with":
		return h.of.kind == string(trip.SpecialPayment) // "pay with two cards"
	case "to":
		return !r.ofTrip(i+1) && !r.toks[i+1].title // "I want to bring", before a verb and no place
	}
	return !r.endsRequest(i, h)
}

// requestTo returns where the clause around the words of a request ends.
func (r *reading) requestTo(h *requestHead) int {
	to := h.to
	if h.of.numbered || h.of.flag == "whole" {
		for to-h.to < maxBehindRequest && r.sameSentence(to, h.from) &&
			(r.text(to) != "," || r.belongsBehindComma(to+1, h)) && !r.anyOf(to, "and", "but", "please") {
			to++
		}
		return to
	}
	for to-h.to < maxBehindRequest && r.sameSentence(to, h.from) &&
		(!r.endsRequest(to, h) || r.goesOnBehindComma(to)) && !r.anyOf(to, "please", "thanks", "thank") {
		isNear := r.phraseAt(to+1, requestWordsOf().lists["@near"]) > to+1 || h.of.flag == "timed" && r.isTime(to+1)
		at := r.behind(to+1, "the", "a", "an", "my", "our", "his", "her", "their", "about", "around")
		if r.leadsOn(to) && !isNear && at < len(r.toks) && r.ofTrip(at) {
			break
		}
		to++
	}
	return r.bracketed(to)
}

// belongsBehindComma reports whether the number of a card or a document, or more of a name or an address stands at
// token i, behind a comma: "my loyalty number is, 12345678", "invoice to Harbour Ltd, Hamburg Street 5", and not "Leeds
// to Oslo".
func (r *reading) belongsBehindComma(i int, h *requestHead) bool {
	t := r.tok(i)
	if t.kind == number {
		return !r.countsTrip(i)
	}
	to := i
	for r.sameSentence(i, to) && r.text(to) != "," {
		to++
	}
	return h.of.flag == "whole" && t.title && !r.titled() && !r.hasIn(i, to, "to")
}

// goesOnBehindComma reports whether a measure or what is not meant stands behind a comma at token i: "a powerchair,
// 85 kg", "the aisle, not the window".
func (r *reading) goesOnBehindComma(i int) bool {
	if r.text(i) != "," {
		return false
	}
	isMeasure := r.tok(i+1).kind == number && is("measures", r.text(i+2))
	if !r.anyOf(i+1, class("not")...) {
		return isMeasure && !r.ofTrip(i+2)
	}
	for k := i + 2; k-i < maxBehindRequest && r.sameSentence(k, i) && r.text(k) != ","; k++ {
		if r.requestHeadAt(k).to > k || r.ofTrip(k) { // a request of its own, or a wish of the trip
			return false
		}
	}
	return true
}

// bracketed takes in a short part in brackets that says nothing of the trip: "a powerchair (the battery is lithium)".
func (r *reading) bracketed(to int) int {
	if r.text(to) != "(" {
		return to
	}
	for k := to + 1; k < len(r.toks) && k-to < maxBeforeRequest && !r.ofTrip(k); k++ {
		if r.text(k) == ")" {
			return k + 1
		}
	}
	return to
}

// leadsOn reports whether token i is a word behind which a place, a day, a number or a leg may stand.
func (r *reading) leadsOn(i int) bool {
	return r.anyOf(i, "from", "to", "on", "at", "in", "for", "by", "until", "till", "before", "after", "around", "during",
		"of", "with", "via")
}

// endsRequest reports whether token i stands between a request and what is none of it.
func (r *reading) endsRequest(i int, h *requestHead) bool {
	t := &r.toks[i]
	switch {
	case h.of.flag == "timed" && r.isTime(i):
		return false
	case t.kind == mark:
		return !slices.Contains([]string{"-", "&", "/", "'", "#", "‑", "\"", "%"}, t.text) || t.text == "-" && t.spaced
	case r.anyOf(i, "and", "but", "plus", "then", "so", "because", "while", "if", "since"),
		i >= h.to && t.denies && r.requestHeadAt(i+1).to > i+1: // "no hostel no airbnb"
		return true
	case r.isLegAround(i):
		return false
	}
	return r.ofTrip(i)
}

// isTime reports whether token i is of a time of day: "11pm", "23:00", "6 in the morning".
func (r *reading) isTime(i int) bool {
	switch {
	case r.anyOf(i, ":", ".", "h"):
		return r.isFigure(i-1) && (r.isFigure(i+1) || r.text(i) == "h")
	case r.isFigure(i):
		return r.anyOf(i+1, ":", "am", "pm", "oclock", "h", "a", "p") || r.text(i-1) == ":" ||
			r.anyOf(i-1, "around", "at", "about", "by", "after", "till", "until", "before", "like") && !r.anyOf(i+1, "-")
	}
	return r.anyOf(i, "around", "about", "midnight", "noon", "am", "pm", "oclock", "morning", "evening")
}

// isLegAround reports whether token i stands in the name of a leg, or of where a request is wanted: "return" of "on the
// return flight".
func (r *reading) isLegAround(i int) bool {
	const longest = 3
	for k := max(i-longest, 0); k <= i; k++ {
		if r.phraseAt(k, requestWordsOf().lists["@near"]) > i {
			return true
		}
	}
	return false
}

// ofTrip reports whether token i is of a place, a day, a number of people, a way of travelling or an option, which
// other readers read.
func (r *reading) ofTrip(i int) bool {
	t := &r.toks[i]
	switch {
	case t.code || r.pairsCodes(i):
		return true
	case t.kind == number || t.value > 0 && !t.ordinal:
		return r.countsTrip(i)
	case t.kind != word:
		return false
	case months[t.text] != 0:
		return r.tok(i-1).kind == number || r.tok(i+1).kind == number
	case topicWords[t.text] != noTopic && !r.anyOf(i, "room", "rooms", "stay", "night", "suite", "sleep", "house", "inn"):
		return true
	case countNouns[t.text] != noCount && i > 0 && r.count(i-1) > 0 && !r.anyOf(i, "room", "rooms"):
		return true
	case r.anyOf(i, "today", "tomorrow", "tonight", "option", "options", "trip", "journey", "leaving", "departing",
		"returning", "arriving", "nonstop", "direct"):
		return true
	case r.anyOf(i, "family", "group", "party") && r.text(i+1) == "of" && r.count(i+2) > 0:
		return true
	case r.anyOf(i, "it", "them", "that") && r.anyOf(i-1, "book", "hold", "buy", "reserve", "take", "do"):
		return true
	}
	return is("weekday", t.text) || r.namesTown(i)
}

// countsTrip reports whether the number at token i counts people, nights or days, or is part of a date, a time, a price
// or an age.
func (r *reading) countsTrip(i int) bool {
	next := r.behind(i+1, "-", "of", "more", "other", "available")
	if r.anyOf(next+1, "pregnant") {
		return false
	}
	word := strings.TrimSuffix(r.text(next), "s")
	if r.text(i+1) == "/" && r.tok(i+2).kind == number || r.text(i-1) == "/" && r.tok(i-2).kind == number {
		return true // "22/3"
	}
	isAge := r.anyOf(next, "year", "years", "yr", "yrs", "yo", "months", "month") && !r.knowsKids()
	isParty := r.anyOf(i-1, "of") && r.anyOf(i-2, "family", "group", "party")
	return isParty || months[r.text(next)] != 0 || i > 0 && months[r.text(i-1)] != 0 || is("currency", r.text(next)) ||
		isAge || r.toks[i].ordinal && r.toks[i].kind == number || slices.Contains([]string{
		"adult", "people", "person", "pax", "passenger", "traveller", "traveler", "child", "children", "kid", "infant",
		"night", "day", "week", "star", "stop", "guest", "room", "am", "pm", "flight", "ticket", "hotel",
	}, word) || r.anyOf(next, "people")
}

// knowsKids reports whether it is said which children travel, so that an age only says which of them is meant.
func (r *reading) knowsKids() bool {
	t := &r.known.Party.Travelers
	return t.Children+t.Infants > 0 || len(r.known.Party.Ages) > 0
}

// namesTown reports whether token i is the name of a town: with a capital within a sentence, or behind the preposition
// of a place.
func (r *reading) namesTown(i int) bool {
	t := &r.toks[i]
	isStart := i == 0 || !r.sameSentence(i-1, i) || r.tok(i-1).kind == mark
	behind := r.anyOf(i-1, "to", "from", "in", "via", "at", "near", "around")
	if !t.title && !behind || t.text == "i" || r.phraseHolds(i) ||
		len(t.text) < 3 && !(t.caps && behind && len(t.text) == 2) {
		return false
	}
	e, isKnown := geo.Lookup(t.text)
	if t.title && !isStart && !r.shouting() && !r.titled() {
		return isKnown || !t.caps
	}
	return isKnown && e.Flights && !e.Word
}

// phraseHolds reports whether token i begins or continues words of the table.
func (r *reading) phraseHolds(i int) bool {
	return slices.ContainsFunc(wordForms(r.text(i)),
		func(key string) bool { return len(requestWordsOf().phrases[key]) > 0 })
}

// requestOpening returns where the text of a request begins, behind words that only say that it is one.
func (r *reading) requestOpening(from, head int) int {
	for from < head {
		to := r.phraseAt(from, requestWordsOf().lists["@open"])
		if to == from || to > head || r.toks[from].denies {
			break
		}
		from = to
	}
	return from
}
