package extract

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// What is said of options before there are any (behaviour 6.8): "hold the best one for us", "OK second hotel", "how
// many hours in transit?" Nothing of it can be done, and nothing of it is a requirement: the person is told that
// nothing is on offer yet. What else the message says is read as ever.

// unoffered reports whether something of a trip is still asked for, so that nothing of it can be on offer.
func (k *known) unoffered() bool {
	kind := k.askKind()
	return (kind == trip.AskMissing || kind == trip.AskClarify) && !k.fresh() && !k.assumes(messages.KeyAssumeAsked) &&
		len(k.Scope.DocumentIDs)+len(k.Scope.PropertyID)+len(k.WorkingMemory.Bookings) == 0
}

// onlyAsked reports whether a clause is of a question that orders nothing and seeks nothing.
func (r *reading) onlyAsked(c *clause) bool {
	s := r.toks[c.from].sentence
	return r.asks(s) && !r.requests(s) && !r.offers(s) && !r.tellsOfPast(s)
}

// asksFact reports whether a clause has words that ask what an option is like, or that point at several.
func (r *reading) asksFact(c *clause) bool {
	return r.some(c.from, c.to, func(i int) bool {
		p, _ := r.factPhraseAt(i, c.from, c.to)
		return p.fact != nil || p.kind == "@all"
	})
}

// early reads what a clause takes or has held before there are options, and claims the words that say so. While there
// are, a choice that no rule read may stand beside a change: "the cheapest one and make it 2 nights more".
// Rule: 6.8.early
func (r *reading) early(c *clause) {
	k := r.known
	isOffered := k.offered() && !r.conditional()
	if !k.unoffered() && !isOffered || r.asks(r.toks[c.from].sentence) || !isOffered && len(k.Status.Ask.Choices) > 0 {
		return // of choices "the second one" is an answer
	}
	for i := c.from; i < c.to; i++ {
		a, end := r.earlyOption(c, i)
		if !isOffered && is("holding-part", r.text(i)) && !r.toks[i].denies && !r.toks[i].requested {
			a, end = Act{Act: trip.ActHold}, r.earlyObject(c, i)
		}
		if end == i {
			continue
		}
		if isOffered {
			head := r.clause(c.from, i)
			if head.only(class("choose")) && r.anyOf(end, "and", "for", "with", "on", "until") {
				r.beside = &besideChoice{a, i, end}
			}
			return
		}
		r.take(i, end, byEarly)
		r.addActs(a)
		for at := end; at < c.to; at++ { // "the second one is good for Milan - New York"
			if r.ofTripPlace(at) {
				r.take(at, at+1, byEarly)
			}
		}
	}
}

// earlyOption reads the option that is named at token i, and returns where it ends, i where none is: "the second one",
// "the cheapest one", and "second hotel" where that is all.
func (r *reading) earlyOption(c *clause, i int) (Act, int) {
	a := Act{Act: trip.ActSelect}
	if r.toks[i].ordinal && is("hotel-part", r.text(i+1)) && r.clauseOnly(c, i, i+2, class("choose")) {
		return a, i + 2
	}
	if r.unwanted(i) || r.toks[i].requested {
		return a, i
	}
	position, end, named := r.optionAt(i)
	if a.By = valueOf("superlative", r.text(i)); a.By != "" && is("offer-nouns", r.text(i+1)) && r.phraseEnds(i+2) {
		return a, i + 2
	}
	isPraised := r.anyOf(end, "is", "looks", "sounds", "seems") && r.anyOf(end+1, "good", "fine", "ok") // not "is my son"
	isAll := r.known.offered() || isPraised || r.phraseEnds(end)
	if a.By, a.Position = "", position; named && isAll {
		return a, end
	}
	return a, i
}

// earlyObject returns the end of what the verb at token i has held, i where that is nothing on offer: "hold the best
// one for us", but not "hold luggage", "reserve a table" or "reserve it for 3 June".
func (r *reading) earlyObject(c *clause, i int) int {
	words := slices.Concat(class("it"), []string{"the", "both", "best"})
	at := r.behind(i+1, words...)
	isBare := at == i+1 && i > 0 && r.text(i-1) != "on"
	if at > i+1 {
		at = r.behind(at, slices.Concat(words, class("superlative"), class("offer-nouns"), class("flight-part"),
			class("hotel-part"))...)
	}
	isForDay := r.some(c.from, c.to, func(k int) bool { return r.isForDay(c, k) })
	if isForDay || isBare || at < len(r.toks) && !r.phraseEnds(at) {
		return i
	}
	return at
}

// besideChoice is a choice that no rule read, at the tokens [from, to).
type besideChoice struct {
	act      Act
	from, to int
}

// takeBeside adds the choice that stands beside a change: the person is told that a search comes first.
func (r *reading) takeBeside(acts []Act, changes bool) []Act {
	if b := r.beside; b != nil && changes && len(acts) == 0 {
		r.take(b.from, b.to, byEarly)
		return []Act{b.act}
	}
	return acts
}
