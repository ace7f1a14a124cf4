package extract

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
)

// assumeOne takes it that one adult travels where somebody plans a trip and speaks of one person alone: "I want to fly
// to Rome", "get her to Rome". What is said of travellers later counts instead.
// Rule: 6.1.one-adult
func (a *assembly) assumeOne(p *party) {
	r := a.r
	said := p.isSaid() || p.uncounted != "" || p.kids || p.minor || p.left
	switch {
	case said:
		a.scope.drop(messages.KeyAssumeOneAdult)
	case r.known.Party.Travelers.Adults == 0 && len(r.places) > 0 && r.speaksOfOne():
		p.adults = 1
		a.patch.infer(fieldAdults)
		a.scope.add(messages.AssumeOneAdult())
	}
}

// speaksOfOne reports whether a message says that the person or one other goes somewhere, and speaks of nobody beside.
// Who only needs or looks for a flight may do that for others.
func (r *reading) speaksOfOne() bool {
	if r.hasAny("we", "us", "our", "ours", "weare", "wewill", "weve", "wed", "they", "them", "their", "everyone",
		"everybody", "people", "group", "team", "family", "guests", "colleagues", "friends", "wife", "husband",
		"partner", "girlfriend", "boyfriend", "spouse", "fiance", "fiancee") {
		return false
	}
	const near = 6
	for i := range r.toks {
		to := i + near
		if r.alien { // the verb may stand last: "Ich möchte am 3. Juni von Wien nach Rom fliegen"
			_, to = r.span(r.toks[i].sentence)
		}
		from, _ := r.span(r.toks[i].sentence)
		isFor := r.text(i) == "me" && r.text(i-1) == "for" && topicWords[r.text(i-2)] == flightTopic &&
			r.phraseEnds(i+1) && !r.hasIn(from, i, class("request")...)
		if isFor || r.sameSentence(i, i+1) && r.anyOf(i, "i", "im", "ill", "id", "ive") &&
			r.hasIn(i+1, to, class("going")...) ||
			r.anyOf(i-1, "get", "take", "bring", "fly") && (r.text(i) == "me" ||
				r.anyOf(i, "her", "him") && r.phraseEnds(i+1)) || r.anyOf(i, "myself") { // not "take him off the list"
			return true
		}
	}
	return false
}

// aloneBack returns where the words begin that say of one of several only how they come back, up to the "alone" at
// token i: "two adults …, and I return alone on the 14th". It is i where they do not.
func (r *reading) aloneBack(i int) int {
	isSeveral := r.known.Party.Travelers.Adults > 1 ||
		slices.ContainsFunc(r.counts, func(c countMention) bool { return c.kind == adultCount && c.n > 1 && c.to <= i })
	from, _ := r.partAround(i)
	for k := len(r.cues) - 1; k >= 0 && isSeveral && r.anyOf(i, "alone", "solo"); k-- {
		if c := &r.cues[k]; c.kind == backCue && c.from >= from && c.from < i {
			return c.from
		}
	}
	return i
}

// tellsHowMany reports whether the tokens [from, to) tell for how many something is, of whom one was only assumed, or
// others than travel by what is shown, or how many stops will do: then it is no word about the options that were found
// for these.
func (r *reading) tellsHowMany(from, to int) bool {
	if r.some(from, to, func(i int) bool { return countNouns[r.text(i)] == stopCount && r.isFineToo(i+1) }) {
		return true // "one stop is ok"
	}
	now, assumed := r.known.Party.Travelers, r.known.assumes(messages.KeyAssumeOneAdult)
	isOption := func(i int) bool {
		_, _, named := r.optionAt(i)
		return named
	}
	if !assumed && (now.Adults == 0 || !r.known.offered() || r.some(from, to, isOption)) {
		return false
	}
	for i := from; i < to; i++ {
		n := r.count(i)
		if n == 0 || n > 99 || !assumed && n == now.Adults+now.Children {
			continue
		}
		ends := i+1 == to || r.tok(i+1).kind == mark || r.anyOf(i+1, "please", "then", "instead")
		ofPeople := countNouns[r.text(i+1)] == adultCount || r.at(i+1, "of", "us")
		isFor := r.text(i-1) == "for" && !r.isExchange(i) || r.text(i-1) == "of" && r.anyOf(i-2, "group", "party")
		c, isCount := r.countAt(i)
		buys := isCount && c.kind == adultCount && r.anyOf(i-1, "buy", "book", "purchase", "get", "order", "need")
		if isFor && (ends || ofPeople) && (n > 1 || assumed) || assumed && ofPeople || buys { // "for one?" is each
			return true
		}
	}
	return false
}
