package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What a person says in few words of the talk itself: that they are lost, in doubt or displeased, that they want what
// is not sold here, or two options side by side.

// extras reads a wish for something, or a question after something, that is neither told nor sold here. The rest of
// the
// clause is read as ever: "a hotel with a pool from 3 June" is a hotel.
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
		if isPlace && r.anyOf(k, "for", "from", "to", "between") && r.tok(k+1).title {
			return k + boolInt(r.text(k) == "for")
		}
	}
	return c.to
}

// wishesOfStay reports whether a sentence can be a wish for the hotel of the plan: "the hotel must have parking". A
// question about it is none.
func (r *reading) wishesOfStay(sentence int) bool {
	from, to := r.span(sentence)
	return r.known.needsLodging() && !r.known.isCommitted() && r.text(from) != "only" &&
		(!r.asks(sentence) || r.requests(sentence)) && !r.conditionIn(from, to)
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

// compares reads that options shall be put side by side: "the difference between 1 and 3", "the first or the second?"
func (r *reading) compares(c *clause) []Act {
	if !r.known.offered() {
		return nil
	}
	sentence := r.toks[c.from].sentence
	from, to := r.span(sentence)
	marked := r.hasIn(from, to, "?")
	if !c.has("difference", "differences", "differ", "different", "compare", "compared", "comparison", "versus", "vs",
		"better", "same") &&
		(!c.has("or") || !marked && !r.asks(sentence)) {
		return nil
	}
	var acts []Act
	for i := c.from; i < c.to; i++ {
		position, end, _ := r.optionAt(i)
		if position == 0 && r.toks[i].kind == number {
			position, end = r.count(i), i+1
		} else if position == 0 && r.count(i) > 0 && !r.anyOf(i+1, "thing", "things") && r.text(i) != "one" {
			position, end = r.count(i), i+1
		}
		if position == 0 || position > r.known.listed() || r.ofAnother(end) {
			continue
		}
		acts = append(acts, Act{Act: trip.ActShow, What: trip.ShowOption, Position: position})
		i = end - 1
	}
	if len(acts) < 2 {
		return nil
	}
	return acts[:min(len(acts), maxActs)]
}

// maxListed is how many options a list may have where it is not known how many it has.
const maxListed = 9

// listed is how many options stand before the person.
func (k *known) listed() int64 {
	switch {
	case k.askKind() == trip.AskChoose:
		return int64(len(k.Status.Ask.Choices))
	case k.offered() && len(k.Turn.Shown) > 0:
		return int64(len(k.Turn.Shown)) // of those one is picked
	}
	return maxListed
}

// lacksNoDay reports whether something is missing that is no day.
func (r *reading) lacksNoDay() bool {
	return r.known.askKind() == trip.AskMissing &&
		find(r.known.targets(), departField, inField, outField) == nil
}

// isListed reports whether so many options stand before the person.
func (r *reading) isListed(position int64) bool {
	return r.known.offered() && position <= r.known.listed()
}

// isPosition reports whether an ordinal without a month counts in the list that stands before the person, and is no
// day.
func (r *reading) isPosition(i int) bool {
	t := &r.toks[i]
	all := r.whole()
	if !t.ordinal || r.isDated(i) || r.dayOfTrip(all, t.value) {
		return false
	}
	return r.isListed(t.value) && !r.isBeyondOffers(t) ||
		r.lacksNoDay() && all.only(class("choose"), ordinalWords(all)) // "the second please", before there is a list
}
