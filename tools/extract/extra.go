package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What is neither told nor sold here, and what a word means: nothing of it is read as a requirement.

// extras reads a clause that wishes for, or asks about, something that this engine neither sells nor knows. The rest of
// the clause is read as usual: "a hotel with a pool from 3 June" is a hotel.
func (r *reading) extras(c *clause) (Act, bool) {
	if a, _, ok := r.readBy(askForms["?watch"], c); ok {
		watched := r.clause(c.from, r.tripBehind(c))
		if r.taken(&watched); watched.to < c.to {
			r.takeAsRequest(watched.from, watched.to) // no word of the trip behind it
		}
		return a, true
	}
	sentence, scope, wantsPaper := r.toks[c.from].sentence, &r.known.Scope, r.told("?paper", c)
	if r.known.fresh() || r.offSubject(sentence) && !wantsPaper ||
		r.hasAny(class("document")...) && !wantsPaper ||
		r.asks(sentence) && len(scope.DocumentIDs)+len(scope.PropertyID) > 0 {
		return Act{}, false
	}
	if a, _, ok := r.readBy(askForms["?extra"], c); ok {
		r.taken(c)
		return a, true
	}
	if where := r.asksWhere(c); where != "" {
		r.taken(c)
		return Act{Act: trip.ActExtra, What: where}, true
	}
	what := c.first("extra-things").phrase
	if what == "" && wantsPaper {
		what = c.first("paper-things").phrase
	}
	isOfStay := slices.ContainsFunc(strings.Fields(what), func(w string) bool { return is("stay-wish", w) })
	if what == "" || r.deniesIn(c, what) || r.tellsOfPast(sentence) || isOfStay && r.wishesOfStay(sentence) {
		return Act{}, false
	}
	return Act{Act: trip.ActExtra, What: r.takeWords(c, what)}, true
}

// tripBehind returns the token where a clause that asks for something else goes on to name a new trip: "tell me when
// prices drop for Berlin to Rome". It is the end of the clause where it names none.
func (r *reading) tripBehind(c *clause) int {
	for k := c.from + 1; k < c.to && r.known.fresh(); k++ {
		_, isPlace := r.placeAt(k + 1)
		if isPlace && r.anyOf(k, "for", "from", "to", "between") && (r.tok(k+1).title || r.beginsRoute(k+1)) {
			return k + boolInt(r.text(k) == "for")
		}
	}
	return c.to
}

// wishesOfStay reports whether a sentence can be a wish for the hotel of the plan: "the hotel must have parking". A
// question about it is none.
func (r *reading) wishesOfStay(sentence int) bool {
	from, to := r.span(sentence)
	isWhether := func(i int) bool { // "can you check if the hotel has wifi?", but not "a pool if possible"
		return r.anyOf(i, "if", "whether") && r.hasIn(i, to, "has", "have", "there")
	}
	isNew := r.wants(hotelTopic) && !r.hasIn(from, to, "?", "anything")
	return (r.known.needsLodging() || isNew) && !r.known.isCommitted() && r.text(from) != "only" &&
		(r.speaksOf(hotelTopic) || !r.speaksOf(flightTopic)) && // "wifi on the plane"
		(!r.asks(sentence) && r.text(to-1) != "?" || r.requests(sentence)) &&
		!r.conditionIn(from, to) && !r.some(from, to, isWhether)
}

// takeWords takes the words of a phrase that is answered, so that they are not told as unread, and returns them as the
// person wrote them.
func (r *reading) takeWords(c *clause, phrase string) string {
	words := strings.Fields(phrase)
	for i := c.from; i < c.to; i++ {
		if r.at(i, words...) {
			r.take(i, i+len(words), byAct)
			if said := r.words(i, i+len(words)); r.alien {
				phrase = said
			}
		}
	}
	return phrase
}

// explains reads a question after the meaning of a word: "what is a layover?", "what mean nonstop".
func (*reading) explains(c *clause) (Act, bool) {
	for _, frame := range class("meaning") {
		_, asked, found := strings.Cut(c.text, " "+frame+" ")
		if !found {
			continue
		}
		asked, ends := strings.CutSuffix(strings.TrimSpace(asked), " mean")
		if !ends && (frame == "what does" || frame == "what do") {
			continue
		}
		for _, small := range [...]string{"a ", "an ", "the ", "word ", "here ", "it "} {
			asked = strings.TrimPrefix(asked, small)
		}
		for _, small := range [...]string{" please", " here", " exactly", " then"} {
			asked = strings.TrimSuffix(asked, small)
		}
		if word := valueOf("own", asked); word != "" {
			return Act{Act: trip.ActHelp, What: word}, true
		}
	}
	return Act{}, false
}

// asksWhere reads a question after where a hotel on offer lies, which no search knows: "is the hotel close to the
// castle?"
func (r *reading) asksWhere(c *clause) string {
	if !r.known.offered() || !r.asks(r.toks[c.from].sentence) || c.has("far") && c.has("to") {
		return ""
	}
	isNamed := false
	for i := c.from; i < c.to; i++ {
		isNamed = isNamed || topicWords[r.text(i)] == hotelTopic || r.anyOf(i, "it", "they", "these", "those")
		if isNamed && (r.anyOf(i, class("near")...) || r.anyOf(i, "close", "far", "central", "centrally", "walkable") ||
			r.at(i, "next", "to") || r.at(i, "walking", "distance") ||
			r.text(i) == "in" && (r.isMiddle(i+1) || r.isMiddle(i+2))) {
			to := c.to
			for to > i+1 && r.tok(to-1).kind == mark {
				to--
			}
			return r.words(i, to)
		}
	}
	return ""
}

// isMiddle reports whether token i is a part of a town, which no search knows.
func (r *reading) isMiddle(i int) bool {
	return r.anyOf(i, "centre", "center", "downtown", "middle") ||
		r.anyOf(i, "city", "town") && r.anyOf(i+1, "centre", "center") || r.at(i, "old", "town")
}
