package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

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
}

// takesBack reports whether the request is one that is not wanted.
func (m *requestMention) takesBack() bool { return m.denied || m.undone }

// The reach of a request around its words, in tokens.
const (
	mostBeforeRequest = 10
	mostBehindRequest = 14
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
		if h.from < least || r.isNoRequest(&h) {
			k++
			continue
		}
		m := requestMention{from: r.requestFrom(&h, least), to: r.requestTo(&h), heads: heads[k : k+1]}
		for k++; k < len(heads) && heads[k].from < m.to; k++ {
			m.heads = append(slices.Clip(m.heads), heads[k])
			m.to = max(m.to, r.requestTo(&heads[k]))
		}
		m.denied, m.undone = r.unwanted(h.from), r.isUndone(m.from, h.from)
		start := m.from
		m.from = r.requestOpening(m.from, h.from)
		m.text, m.whom = r.requestText(&m), r.whomFor(start, m.to)
		m.asked = r.asksWhether(&m)
		m.noted, m.another = r.notedAs(&m), r.isAnother(&m)
		isAfter := r.asksAfter(&m)
		if m.noted == nil && isAfter {
			continue
		}
		m.more = m.noted != nil && !isAfter && r.tellsMore(&m, m.noted)
		m.another = m.another || m.more && m.asked
		least = m.to
		r.takeRequest(start, &m)
	}
}

// isNoRequest reports whether the words of a request are asked about or told of, and ask for nothing.
func (r *reading) isNoRequest(h *requestHead) bool {
	s := r.toks[h.from].sentence
	from, to := r.span(s)
	scope := &r.known.Scope
	if r.tellsOfPast(s) || r.toks[h.from].mood == reported || r.hasWithin(from, to, "rent", "hire", "renting", "hiring") ||
		r.hasIn(from, to, "?") && len(scope.DocumentIDs)+len(scope.PropertyID) > 0 {
		return true
	}
	first := from
	for r.anyOf(first, "and", "also", "ok", "okay", "so", "but", ",", "hi", "hello", "please", "great") {
		first++
	}
	if r.anyOf(first, "how", "what", "whats", "which", "where", "when", "why", "who", "whose") &&
		!r.anyOf(first+1, "about") || r.anyOf(first, "does", "do") && !r.anyOf(first+1, "not", "i", "we", "you", "my", "our") {
		return true
	}
	isOffer := func(from, to int) bool {
		return r.hasWithin(from, to, "include", "includes", "included", "including", "allowance", "cost", "costs", "fee", "fees",
			"charge", "charged")
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
		isIn := func(h requestHead) bool { return h.from <= i && i < h.to }
		if r.anyOf(i, documentWords...) && !slices.ContainsFunc(heads, isIn) {
			return true
		}
	}
	return false
}

// requestFrom returns where the clause around the words of a request begins.
func (r *reading) requestFrom(h *requestHead, least int) int {
	from := h.from
	for from > least && h.from-from < mostBeforeRequest && r.sameSentence(from-1, h.from) && !r.endsRequest(from-1, h) &&
		(!r.anyOf(from-1, "with", "to", "from") || r.text(from-1) == "with" && h.of.kind == string(trip.SpecialPayment)) || from > least && r.text(from-1) == "to" && r.goesOnBehind(from) &&
		r.sameSentence(from-1, h.from) && h.from-from < mostBeforeRequest {
		from--
	}
	return from
}

// goesOnBehind reports whether "to" before token i leads to a verb, and not to a place: "I want to bring".
func (r *reading) goesOnBehind(i int) bool { return !r.ofTrip(i) && !r.toks[i].title }

// requestTo returns where the clause around the words of a request ends.
func (r *reading) requestTo(h *requestHead) int {
	to := h.to
	if h.of.numbered || h.of.whole {
		for to < len(r.toks) && to-h.to < mostBehindRequest && r.sameSentence(to, h.from) &&
			(r.text(to) != "," || r.belongsBehindComma(to+1, h)) && !r.anyOf(to, "and", "but", "please") {
			to++
		}
		return to
	}
	for to < len(r.toks) && to-h.to < mostBehindRequest && r.sameSentence(to, h.from) &&
		(!r.endsRequest(to, h) || r.goesOnBehindComma(to)) && !r.anyOf(to, "please", "thanks", "thank") {
		if r.leadsOn(to) && r.phraseAt(to+1, requestWordsOf().near) == to+1 && r.ofTripBehind(to+1) && !(h.of.timed && r.isTime(to+1)) {
			break
		}
		to++
	}
	return r.bracketed(to)
}

// belongsBehindComma reports whether what stands at token i, behind a comma, is a number of a card or a name.
func (r *reading) belongsBehindComma(i int, h *requestHead) bool {
	return i < len(r.toks) && (r.toks[i].kind == number && !r.countsTrip(i) || h.of.whole && r.toks[i].title && !r.titled())
}

// goesOnBehindComma reports whether a measure or what is not meant stands behind a comma at token i: "a powerchair, 85 kg",
// "the aisle, not the window".
func (r *reading) goesOnBehindComma(i int) bool {
	if r.text(i) != "," || i+2 >= len(r.toks) || r.ofTrip(i+2) {
		return false
	}
	isMeasure := r.toks[i+1].kind == number && slices.Contains(measures, r.text(i+2))
	return isMeasure || r.text(i+1) == "not" && !slices.ContainsFunc(r.requestHeads(),
		func(h requestHead) bool { return h.from > i && r.sameSentence(h.from, i) })
}

// measures say how heavy or large something is.
var measures = strings.Fields("kg kgs kilo kilos kilogram kilograms lb lbs pounds cm mm inch inches wh watt v volt volts ah")

// bracketed takes in a short part in brackets that says nothing of the trip: "a powerchair (the battery is lithium)".
func (r *reading) bracketed(to int) int {
	if r.text(to) != "(" {
		return to
	}
	for k := to + 1; k < len(r.toks) && k-to < mostBeforeRequest; k++ {
		if r.text(k) == ")" {
			return k + 1
		}
		if r.ofTrip(k) {
			break
		}
	}
	return to
}

// leadsOn reports whether token i is a word behind which a place, a day, a number or a leg may stand.
func (r *reading) leadsOn(i int) bool {
	return r.anyOf(i, "from", "to", "on", "at", "in", "for", "by", "until", "till", "before", "after", "around", "during",
		"of", "with", "via")
}

// ofTripBehind reports whether what stands behind a preposition is of the trip.
func (r *reading) ofTripBehind(i int) bool {
	for r.anyOf(i, "the", "a", "an", "my", "our", "his", "her", "their", "about", "around") {
		i++
	}
	return i < len(r.toks) && r.ofTrip(i)
}

// isLegOf reports whether a leg of the journey is named at token i: "the way back".
func (r *reading) isLegOf(i int) bool { return r.phraseAt(i, requestWordsOf().leg) > i }

// endsRequest reports whether token i stands between a request and what is none of it.
func (r *reading) endsRequest(i int, h *requestHead) bool {
	t := &r.toks[i]
	switch {
	case h.of.timed && r.isTime(i):
		return false
	case t.kind == mark:
		return !slices.Contains([]string{"-", "&", "/", "'", "#", "‑", "\"", "%"}, t.text) || t.text == "-" && t.spaced
	case r.anyOf(i, "and", "but", "plus", "then", "so", "because", "while", "if", "since"):
		return true
	case r.isLegAround(i):
		return false
	}
	return r.ofTrip(i)
}

// isTime reports whether token i is of a time of day: "11pm", "23:00", "6 in the morning".
func (r *reading) isTime(i int) bool {
	isNumber := func(k int) bool { return k >= 0 && k < len(r.toks) && r.toks[k].kind == number }
	switch {
	case r.anyOf(i, ":", ".", "h"):
		return isNumber(i-1) && (isNumber(i+1) || r.text(i) == "h")
	case isNumber(i):
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
		if r.phraseAt(k, requestWordsOf().near) > i {
			return true
		}
	}
	return false
}

// ofTrip reports whether token i is of a place, a day, a number of people, a way of travelling or an option, which other
// readers read.
func (r *reading) ofTrip(i int) bool {
	t := &r.toks[i]
	switch {
	case t.kind == number || t.value > 0 && !t.ordinal:
		return r.countsTrip(i)
	case t.kind != word:
		return false
	case months[t.text] != 0:
		return i > 0 && r.toks[i-1].kind == number || i+1 < len(r.toks) && r.toks[i+1].kind == number
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
	if _, isDay := weekdays[t.text]; isDay {
		return true
	}
	return r.namesTown(i)
}

// countsTrip reports whether the number at token i counts people, nights or days, or is part of a date, a time, a price
// or an age.
func (r *reading) countsTrip(i int) bool {
	next := i + 1
	for r.anyOf(next, "-", "of", "more", "other") {
		next++
	}
	if r.anyOf(next+1, "pregnant") {
		return false
	}
	_, isCurrency := currencyWords[r.text(next)]
	word := strings.TrimSuffix(r.text(next), "s")
	isAge := r.anyOf(next, "year", "years", "yr", "yrs", "yo", "months", "month") && !r.knowsKids()
	isParty := r.anyOf(i-1, "of") && r.anyOf(i-2, "family", "group", "party")
	return isParty || months[r.text(next)] != 0 || i > 0 && months[r.text(i-1)] != 0 || isCurrency || isAge ||
		r.toks[i].ordinal && r.toks[i].kind == number || slices.Contains([]string{
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
	isStart := i == 0 || !r.sameSentence(i-1, i) || r.toks[i-1].kind == mark
	behind := r.anyOf(i-1, "to", "from", "in", "via", "at", "near")
	if !t.title && !behind || t.text == "i" || r.phraseHolds(i) || len(t.text) < 3 {
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
	for _, key := range wordForms(r.text(i)) {
		if len(requestWordsOf().phrases[key]) > 0 {
			return true
		}
	}
	return false
}

// isUndone reports whether a verb that takes a request back stands before its words.
func (r *reading) isUndone(from, to int) bool {
	for i := from; i < to; i++ {
		if r.phraseAt(i, requestWordsOf().undo) > i {
			return true
		}
	}
	return false
}

// requestOpening returns where the text of a request begins, behind words that only say that it is one.
func (r *reading) requestOpening(from, head int) int {
	for from < head {
		to := r.phraseAt(from, requestWordsOf().open)
		if to == from || to > head {
			break
		}
		from = to
	}
	return from
}

// whomFor returns for whom or for which leg or stay a request is, in the person's words, "" when that is not said.
func (r *reading) whomFor(from, to int) string {
	end := min(to+mostGap, len(r.toks))
	for i := from; i < end && r.sameSentence(i, from); i++ {
		if i == to && !r.anyOf(i, "for", "on") {
			break
		}
		switch {
		case r.anyOf(i, "on", "for", "at", "in") && r.isLegOf(i+1):
			return r.words(i+1, r.phraseAt(i+1, requestWordsOf().leg))
		case r.text(i) == "for" && r.anyOf(i+1, "me", "us", "him", "her", "them", "everyone", "everybody", "all", "both"):
			return r.words(i+1, i+2)
		case r.anyOf(i, "my", "our", "his", "her", "their"):
			for k := i + 1; k < len(r.toks) && k <= i+mostGap && r.sameSentence(k, i) && r.toks[k].kind == word; k++ {
				if isPerson(r.text(k)) {
					return r.words(i, k+1)
				}
			}
		}
	}
	switch {
	case r.text(to) == "in" && to+1 < len(r.toks) && r.namesTown(to+1):
		return r.words(to+1, to+2)
	case r.text(from-1) == "and" && len(r.requested) > 0 && r.requested[len(r.requested)-1].to == from-1 &&
		r.anyOf(from, "is", "has", "uses", "needs", "cant", "cannot", "can", "requires", "must", "wont", "doesnt"):
		return r.requested[len(r.requested)-1].whom // "my wife uses a wheelchair and cannot manage stairs"
	}
	return ""
}

// asksBehind takes a question that follows a request and asks whether that can be had: "my dog, is that ok?".
func (r *reading) asksBehind(m *requestMention) bool {
	at := m.to
	for r.anyOf(at, ",", ".", ";", "-", "–", "!") {
		at++
	}
	if !r.anyOf(at, "is", "will", "would", "are") || !r.anyOf(at+1, "that", "this", "it", "they", "those", "these", "there") {
		return false
	}
	_, to := r.span(r.toks[at].sentence)
	if !r.hasWithin(at, min(at+7, to), "allowed", "possible", "ok", "okay", "problem", "fine", "issue", "alright", "permitted") {
		return false
	}
	r.note(at, to, byRequest)
	r.takeAsRequest(at, to)
	return true
}

// ofRequest is what a word of a request is to the readers behind: no word of theirs.
const ofRequest = "·"

// takeAsRequest keeps the tokens [from, to) from the readers behind, as words of a request.
func (r *reading) takeAsRequest(from, to int) {
	for i := from; i < to; i++ {
		t := &r.toks[i]
		*t = token{
			text: ofRequest, raw: t.raw, kind: word, spaced: t.spaced, used: true, claimed: true, requested: true, mood: t.mood,
			denies: t.denies, sentence: t.sentence, start: t.start, end: t.end,
		}
	}
}

// isPerson reports whether a word says who somebody is to the person.
func isPerson(text string) bool {
	return companionNouns[text] > 0 || slices.Contains(companionPlurals, text) || slices.Contains(childNouns, text) ||
		slices.Contains(childPlurals, text) || slices.Contains(babyNouns, text)
}

// takeRequest notes a request, and keeps its words from the readers behind it.
func (r *reading) takeRequest(start int, m *requestMention) {
	if m.undone && m.noted == nil { // of something else
		return
	}
	m.asked = r.asksBehind(m) || m.asked
	r.requested = append(r.requested, *m)
	if r.text(start-1) == "with" && r.anyOf(start-2, "travel", "travels", "travelling", "traveling", "comes", "come", "coming") {
		r.note(start-2, start, byRequest)
	}
	r.cues = slices.DeleteFunc(r.cues, func(c cue) bool { return c.from >= start && c.from < m.to })
	isRoom := m.heads[0].of.kind == string(trip.SpecialRoom)
	r.note(start, m.to, byRequest)
	for i := start; i < m.to; {
		to := i + 1
		for isRoom && r.count(i) > 0 && to < m.to && to-i <= mostGap && !r.anyOf(to-1, "room", "rooms") {
			to++
		}
		if isRoom && r.anyOf(to-1, "room", "rooms") { // how many rooms is of the trip too
			for ; i < to; i++ {
				r.toks[i].requested = true
			}
			continue
		}
		r.takeAsRequest(i, i+1)
		i++
	}
	r.topics = slices.DeleteFunc(r.topics, func(t topicMark) bool {
		return t.at >= start && t.at < m.to && (t.topic == flightTopic || !isRoom)
	})
}

// notedAs returns the request of the trip that a mention is about, nil when there is none: of the same subject, and of
// the same words where what is not wanted can be a wish too.
func (r *reading) notedAs(m *requestMention) *trip.SpecialRequest {
	for i := range r.known.Requests {
		noted := &r.known.Requests[i]
		other := &reading{toks: tokenize(noted.Text), known: r.known}
		for _, h := range other.requestHeads() {
			for _, mine := range m.heads {
				if h.of != mine.of || m.whom != "" && noted.For != "" && !strings.EqualFold(m.whom, noted.For) {
					continue
				}
				if !m.takesBack() || !h.of.avoids || r.shareWord(&mine, other, &h) {
					return noted
				}
			}
		}
	}
	return nil
}

// shareWord reports whether two requests of one subject have a telling word in common.
func (r *reading) shareWord(h *requestHead, other *reading, o *requestHead) bool {
	for i := h.from; i < h.to; i++ {
		for k := o.from; k < o.to; k++ {
			if t := &r.toks[i]; t.text == other.text(k) && !t.isFiller() && !t.denies {
				return true
			}
		}
	}
	return false
}

// writeRequests writes what is asked for beside the plan, and what is taken back of it. One that is noted is written as
// it stands, unless it is told otherwise now. What is not wanted and was never noted is withdrawn, unless to do without
// it is what is asked for.
func (a *assembly) writeRequests() {
	var used []string
	for i := range a.r.requested {
		m := &a.r.requested[i]
		avoids := slices.ContainsFunc(m.heads, func(h requestHead) bool { return h.of.avoids })
		out := SpecialRequest{
			Kind: kindOf(m), Text: m.text, For: m.whom, Asked: m.asked, Withdrawn: m.noted == nil && m.denied && !avoids,
		}
		if noted := m.noted; noted != nil {
			switch {
			case slices.Contains(used, noted.ID), m.another && !m.takesBack():
			case m.takesBack():
				out = SpecialRequest{ID: noted.ID, Kind: string(noted.Kind), Text: noted.Text, Withdrawn: true}
			case m.more:
				out.ID = noted.ID
			default:
				out.ID, out.Kind, out.Text, out.For = noted.ID, string(noted.Kind), noted.Text, noted.For
			}
			used = append(used, noted.ID)
		}
		if !slices.ContainsFunc(a.patch.Requests, func(o SpecialRequest) bool { return strings.EqualFold(o.Text, out.Text) }) {
			a.patch.Requests = append(a.patch.Requests, out)
		}
	}
}

// kindOf returns what a request is about: of several things care, then help, then the first.
func kindOf(m *requestMention) string {
	for _, kind := range [...]trip.SpecialKind{trip.SpecialMedical, trip.SpecialAssistance} {
		if slices.ContainsFunc(m.heads, func(h requestHead) bool { return h.of.kind == string(kind) }) {
			return string(kind)
		}
	}
	return m.heads[0].of.kind
}

// requestText returns a request in the person's words.
func (r *reading) requestText(m *requestMention) string {
	to := m.to
	for to > m.heads[0].to && (r.anyOf(to-1, "too", "also", "though", "please", "instead", "?", "!", ".", ",", "for", "to",
		"in", "on", "at", "the", "a", "i", "we", "of", "from") || r.at(to-2, "as", "well")) {
		to--
	}
	return r.words(m.from, to)
}

// asksWhether reports whether a request is a question after what can be had, and not a polite wish.
func (r *reading) asksWhether(m *requestMention) bool {
	from, to := r.span(r.toks[m.from].sentence)
	for i := from; i < m.heads[0].from; i++ {
		if r.anyOf(i, "can", "could", "may", "is", "are", "do", "does", "will", "would", "might") && (i == from ||
			r.anyOf(i-1, "and", ",", "also", "so", "but", "ok", "okay", "then")) {
			return r.anyOf(i+1, "i", "we", "it", "my", "our", "he", "she", "they", "there", "that", "this", "the", "a") &&
				!r.anyOf(i, "would") || r.hasIn(from, to, "allowed", "possible", "available", "allow")
		}
	}
	return false
}

// asksAfter reports whether it is asked what became of a request.
func (r *reading) asksAfter(m *requestMention) bool {
	from, to := r.span(r.toks[m.from].sentence)
	h, words := &m.heads[0], []string{
		"confirmed", "noted", "note", "booked", "arranged", "requested", "sorted", "forget", "forgotten", "status",
	}
	return (r.hasWithin(from, h.from, words...) || r.hasWithin(h.to, to, words...)) &&
		(r.hasIn(from, to, "?") || r.anyOf(from, "is", "are", "did", "have", "has"))
}

// isAnother reports whether a request adds one to those that are noted: "another bag".
func (r *reading) isAnother(m *requestMention) bool {
	for i := m.from; i < m.to; i++ {
		if r.anyOf(i, "another", "additional", "second", "more") {
			return true
		}
	}
	return false
}

// tellsMore reports whether a request says what the noted one does not: a number, or a word of its own.
func (r *reading) tellsMore(m *requestMention, noted *trip.SpecialRequest) bool {
	old := &reading{toks: tokenize(noted.Text)}
	for i := m.from; i < m.to; i++ {
		if t := &r.toks[i]; t.kind == number || t.value > 1 || t.kind == word && !t.isFiller() && !isPerson(t.text) {
			if !slices.ContainsFunc(old.toks, func(o token) bool {
				return slices.Contains(wordForms(o.text), t.text) ||
					slices.Contains(wordForms(t.text), o.text)
			}) {
				return true
			}
		}
	}
	return false
}
