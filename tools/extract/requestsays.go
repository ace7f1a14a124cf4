package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What a request says: for whom it is, whether it is asked, taken back or told anew, and how it is written.

// whomFor returns for whom or for which leg or stay a request is, in the person's words, "" when that is not said.
func (r *reading) whomFor(from, to int) string {
	end := min(to+maxGap, len(r.toks))
	for i := from; i < end && r.sameSentence(i, from); i++ {
		if i == to && !r.anyOf(i, "for", "on") {
			break
		}
		switch leg := r.phraseAt(i+1, requestWordsOf().lists["@leg"]); {
		case r.anyOf(i, "on", "for", "at", "in") && leg > i+1: // "on the way back"
			return r.words(i+1, leg)
		case r.text(i) == "for" && r.anyOf(i+1, "me", "us", "him", "her", "them", "everyone", "everybody", "all",
			"both"):
			return r.words(i+1, i+2)
		case r.anyOf(i, possessive...):
			for k := i + 1; k <= i+maxGap && r.sameSentence(k, i) && r.toks[k].kind == word; k++ {
				if isPerson(r.text(k)) {
					return r.words(i, k+1)
				}
			}
		}
	}
	switch {
	case r.at(from-2, "each", "with"):
		return r.words(from-2, from-1)
	case r.text(to) == "in" && to+1 < len(r.toks) && r.namesTown(to+1):
		return r.words(to+1, to+2)
	case r.text(from-1) == "and" && len(r.requested) > 0 && r.requested[len(r.requested)-1].to == from-1 &&
		(r.anyOf(from, "is", "has", "uses", "needs", "can", "requires", "must") || r.anyOf(from, class("not")...)):
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
	if !r.anyOf(at, "is", "will", "would", "are") ||
		!r.anyOf(at+1, "that", "this", "it", "they", "those", "these", "there") {
		return false
	}
	_, to := r.span(r.toks[at].sentence)
	if !r.hasIn(at, min(at+maxBeforeRequest, to), "allowed", "possible", "ok", "okay", "problem", "fine", "issue",
		"alright", "permitted") {
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
	r.all = nil
	for i := from; i < to; i++ {
		t := &r.toks[i]
		*t = token{
			text: ofRequest, raw: t.raw, kind: word, spaced: t.spaced, used: true, claimed: true, requested: true,
			mood: t.mood, denies: t.denies, sentence: t.sentence, start: t.start, end: t.end,
		}
	}
}

// takeRequest notes a request, and keeps its words from the readers behind it.
func (r *reading) takeRequest(start int, m *requestMention) {
	if m.undone && m.noted == nil { // of something else
		if m.moot {
			r.tell(start, m.to)
			r.takeAsRequest(start, m.to)
		}
		return
	}
	m.asked = r.asksBehind(m) || m.asked
	r.requested = append(r.requested, *m)
	if r.text(start-1) == "with" &&
		r.anyOf(start-2, "travel", "travels", "travelling", "traveling", "comes", "come", "coming") {
		r.note(start-2, start, byRequest)
	}
	r.cues = slices.DeleteFunc(r.cues, func(c cue) bool { return c.from >= start && c.from < m.to })
	r.note(start, m.to, byRequest)
	r.all = nil
	if r.anyOf(start, "room", "rooms") && r.count(start-1) > 0 {
		r.toks[start-1].requested = true // it is no number of an option
	}
	for i := start; i < m.to; {
		if topicWords[r.text(i)] == hotelTopic && !r.anyOf(i, "room", "rooms") { // it is where one sleeps too
			r.toks[i].requested = true
			i++
			continue
		}
		to := i + 1
		for r.count(i) > 0 && to < m.to && to-i <= maxGap && !r.anyOf(to-1, "room", "rooms") {
			to++
		}
		if r.anyOf(to-1, "room", "rooms") { // how many rooms is of the trip too
			for ; i < to; i++ {
				r.toks[i].requested = true
			}
			continue
		}
		r.takeAsRequest(i, i+1)
		i++
	}
	r.topics = slices.DeleteFunc(r.topics, func(t topicMark) bool {
		return t.at >= start && t.at < m.to && t.topic == flightTopic
	})
}

// notedOf returns the one of several requests that a mention is about, nil when there is none: of the same subject, and
// of the same words too where that is wanted ("an epipen takes no allergy back"), or what is not wanted can be a wish.
func (r *reading) notedOf(m *requestMention, all []trip.SpecialRequest, sameWords bool) *trip.SpecialRequest {
	for i := range all {
		noted := &all[i]
		other := &reading{toks: tokenize(noted.Text), known: r.known}
		for _, h := range other.requestHeads() {
			for _, mine := range m.heads {
				if !r.isSameSubject(m, &mine, other, &h) ||
					m.whom != "" && noted.For != "" && !strings.EqualFold(m.whom, noted.For) {
					continue
				}
				if !sameWords && (!m.takesBack() || !h.of.avoids) || r.shareWord(&mine, other, &h) {
					return noted
				}
			}
		}
	}
	return nil
}

// isSameSubject reports whether two requests are about one thing. What is taken back of animals is the one that is
// named, "no dog", and of meals any that is special.
func (r *reading) isSameSubject(m *requestMention, mine *requestHead, other *reading, h *requestHead) bool {
	kind := trip.SpecialKind(mine.of.kind)
	switch {
	case m.takesBack() && kind == trip.SpecialPet && !r.anyOf(mine.to-1, "pet", "pets"):
		return r.shareWord(mine, other, h)
	case m.takesBack() && kind == trip.SpecialMeal && r.hasIn(mine.from, mine.to, "special"):
		return h.of.kind == mine.of.kind
	}
	return h.of == mine.of
}

// shareWord reports whether two requests of one subject have a telling word in common.
func (r *reading) shareWord(h *requestHead, other *reading, o *requestHead) bool {
	return r.some(h.from, h.to, func(i int) bool {
		t := &r.toks[i]
		return !t.isFiller() && !t.denies && other.hasIn(o.from, o.to, t.text)
	})
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
			Kind: kindOf(m), Text: m.text, For: m.whom, Asked: m.asked,
			Withdrawn: m.noted == nil && m.denied && !avoids,
		}
		if noted := m.noted; noted != nil {
			switch {
			case slices.Contains(used, noted.ID), m.another && !m.takesBack(),
				m.more && !m.takesBack() && (addsUp(noted.Kind) || a.addsToNoted(m)) &&
					a.r.notedOf(m, []trip.SpecialRequest{*noted}, true) == nil:
			case m.takesBack():
				out = SpecialRequest{ID: noted.ID, Kind: string(noted.Kind), Text: noted.Text, Withdrawn: true}
			case m.more:
				out.ID = noted.ID
			default:
				out.ID, out.Kind, out.Text, out.For = noted.ID, string(noted.Kind), noted.Text, noted.For
			}
			used = append(used, noted.ID)
		}
		isIt := func(o SpecialRequest) bool { return strings.EqualFold(o.Text, out.Text) }
		if !slices.ContainsFunc(a.patch.Requests, isIt) {
			a.patch.Requests = append(a.patch.Requests, out)
		}
	}
}

// addsUp reports whether two requests of a kind stand beside one another where they name different things: of a seat,
// a meal or a room the later one is meant then, and a wheelchair is called by many names.
func addsUp(kind trip.SpecialKind) bool {
	return kind == trip.SpecialMedical || kind == trip.SpecialPayment || kind == trip.SpecialPet
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
	for to > m.heads[0].to && (r.anyOf(to-1, "too", "also", "though", "please", "instead", "or", "?", "!", ".", ",",
		"for", "to", "in", "on", "at", "the", "a", "i", "we", "of", "from", "as", "book") || r.at(to-2, "as", "well") ||
		r.tok(to-1).denies) {
		to--
	}
	return r.words(m.from, max(to, r.deniedBehind(m)))
}

// deniedBehind returns where the form ends that says behind a request that it is not wanted: "a window seat? no
// thanks".
func (r *reading) deniedBehind(m *requestMention) (to int) {
	head := r.bytesOf(m.heads[0].from, m.heads[0].to)
	for _, d := range r.denials {
		if d.thing.start <= head.start && head.end <= d.thing.end && head.end <= d.form.start {
			for to = m.heads[0].to; to < len(r.toks) && r.toks[to].end <= d.form.end; {
				to++
			}
		}
	}
	return to
}

// asksWhether tells a question about a request ("can I bring my dog?") from a polite wish ("could I have a vegan
// meal?").
func (r *reading) asksWhether(m *requestMention) bool {
	from, to := r.span(r.toks[m.from].sentence)
	for i := from; i < m.heads[0].from; i++ {
		if r.anyOf(i, "can", "could", "may", "is", "are", "do", "does", "will", "would", "might") && (i == from ||
			r.anyOf(i-1, "and", ",", "also", "so", "but", "ok", "okay", "then")) {
			isOfSelf := r.anyOf(i+1, "i", "we", "it", "my", "our", "he", "she", "they", "there", "that", "this", "the",
				"a")
			return r.at(i, "do", "you") || isOfSelf && r.text(i) != "would" ||
				r.hasIn(from, to, "allowed", "possible", "available", "allow")
		}
	}
	return false
}

// asksAfter reports whether it is asked what became of a request.
func (r *reading) asksAfter(m *requestMention) bool {
	from, to := r.span(r.toks[m.from].sentence)
	h, words := &m.heads[0], []string{
		"confirmed", "guaranteed", "noted", "note", "booked", "arranged", "requested", "sorted", "forget", "forgotten",
		"status",
	}
	return (r.hasIn(from, h.from, words...) || r.hasIn(h.to, to, words...)) &&
		(r.hasIn(from, to, "?") || r.anyOf(from, "is", "are", "did", "have", "has"))
}

// addsToNoted reports whether a request stands beside one of its kind that is noted, and does not take its place.
func (a *assembly) addsToNoted(m *requestMention) bool {
	return m.heads[0].of.flag == "adds" && !a.r.hasAny("instead", "make", "change", "only")
}

// isTheNoted reads "note the wheelchair" and "put the wheelchair request on both": the one that is noted is meant, and
// nothing more is said of it.
func (r *reading) isTheNoted(m *requestMention) bool {
	h := &m.heads[0]
	noted := &reading{toks: tokenize(m.noted.Text)}
	isIt := func(i int) bool { return !r.toks[i].isFiller() && noted.hasIn(0, len(noted.toks), r.text(i)) }
	return r.anyOf(h.from-1, "the", "that", "this") && r.some(h.from, h.to, isIt) && len(m.heads) == 1 &&
		!r.hasAny("wrong") &&
		(h.to == m.to || r.anyOf(h.to, "request", "requests", "note", "on", "for", "to"))
}

// tellsMore reports whether a request says what the noted one does not: a number, or a word of its own.
func (r *reading) tellsMore(m *requestMention, noted *trip.SpecialRequest) bool {
	old := &reading{toks: tokenize(noted.Text)}
	return r.some(m.from, m.to, func(i int) bool {
		t := &r.toks[i]
		isOld := func(k int) bool {
			return slices.Contains(wordForms(old.text(k)), t.text) || slices.Contains(wordForms(t.text), old.text(k))
		}
		says := t.kind == number || t.value > 1 || t.kind == word && (!t.isFiller() || t.text == "only") && !isPerson(t.text)
		return says && !old.some(0, len(old.toks), isOld)
	})
}
