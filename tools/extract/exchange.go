package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// An option in the place of another, a part of one that is to be held, and one that is picked before there are any.

// behindExchange returns the token behind "swap it for", "switch to", "change that one to" from token i on; i where
// nothing is exchanged there.
func (r *reading) behindExchange(i int) int {
	if !is("exchanging", r.text(i)) {
		return i
	}
	if at := r.behind(i+1, "it", "this", "that", "one", "them", "back", "over"); r.anyOf(at, "to", "for", "with", "by") {
		return at + 1
	}
	return i
}

// isExchange reports whether something is exchanged for what begins at token i.
func (r *reading) isExchange(i int) bool {
	return r.some(max(0, i-4), i, func(k int) bool { return r.behindExchange(k) == i })
}

// exchangedFor reads the option that one is exchanged for: "swap it for 3", "switch to the second". While nothing is
// picked, "change it to 3" may mean anything.
func (r *reading) exchangedFor(c *clause) (Act, bool) {
	isOrder := !r.some(c.from, c.to, func(i int) bool { return r.toks[i].denies || r.unwanted(i) }) &&
		!r.conditionIn(r.span(r.toks[c.from].sentence))
	for i := c.from; i < c.to && isOrder && r.known.offered(); i++ {
		at, head := r.behindExchange(i), r.clause(c.from, i)
		isPicked := r.known.askKind() != trip.AskChoose || r.text(i) != "change"
		if at == i || !isPicked || !head.only(class("rest"), class("yes"), class("no"), class("correcting")) {
			continue
		}
		target := r.clause(at, c.to)
		if a, ok := r.heldOption(&target); ok && (a.Position == 0 || r.isListed(a.Position)) {
			return a, true
		}
		return Act{Act: trip.ActSelect}, target.does("that one", "this one")
	}
	return Act{}, false
}

// besidePicked reads "the one before that" as the option of the list beside the one that is picked.
func (r *reading) besidePicked(c *clause) (Act, bool) {
	at := int64(slices.Index(r.known.Turn.Shown, r.known.WorkingMemory.Selected.BundleID)) + 1
	step := map[bool]int64{true: -1, false: 1}[c.has("before")]
	if !c.has("one before that", "one before it", "one before this", "one after that", "one after it", "one after this") ||
		at == 0 || !r.isListed(at+step) || !c.only(class("choose"), class("correcting"), []string{"before", "after"}) {
		return Act{}, false
	}
	return Act{Act: trip.ActSelect, Position: at + step}, at+step > 0
}

// holdsPart reads which option shall be held and which part of it: "hold the flights of 2", "hold 2, just the flights".
func (r *reading) holdsPart(c *clause) bool {
	from, to := r.span(r.toks[c.from].sentence)
	all := r.clause(c.from, to)
	n := r.partsOf(&all)
	named, others := n.parts, map[string]string{trip.PartHotel: trip.PartFlight, trip.PartFlight: trip.PartHotel}
	switch {
	case len(n.beside) == 0:
	case all.has("but only", "but just"):
		named = n.beside
	case others[n.beside[0]] != "" && len(n.beside) == 1:
		named = []string{others[n.beside[0]]} // "hold 2 without the hotel"
	}
	isAsked := (r.asks(r.toks[from].sentence) || r.hasIn(from, to, "?")) && !all.starts("can", "could", "would", "will")
	if !r.known.offered() || !all.has("hold", "reserve") || len(named) == 0 || isAll(named) || isAsked {
		return false
	}
	for i := all.from; i < all.to; i++ {
		position, end := r.pairOptionAt(i)
		if r.text(i-1) == "for" {
			continue // "hold the flights for 2" is how many travel
		}
		words := slices.Concat([]string{"hold", "reserve", "of", "from", "only", "just"}, class("words-beside"),
			class("choose"), partWords)
		if position > 0 && r.clauseOnly(&all, i, end, words) {
			r.taken(&all)
			r.dropTopics(all.from, all.to)
			r.addActs(Act{Act: trip.ActSelect, Position: position}, Act{Act: trip.ActHold, Items: partsText(named)})
			return true
		}
	}
	return false
}

// picksEarly reads "hold 1" where days or places are asked for: that is an option, of which there may be none yet.
// "Take 2" is the second choice of a question that has so many.
func (r *reading) picksEarly(c *clause) (Act, bool) {
	n := numberWords(c)
	isDay := r.some(c.from, c.to, func(i int) bool { return r.toks[i].ordinal || r.anyOf(i, "on", "for") })
	isHold := c.has("hold", "reserve", "book", "buy")
	if asked := r.known.targets(); isDay || len(n) != 1 || n[0] == "one" || find(asked, adultsPath) != nil ||
		find(asked, originField, destField, locationField, departField, inField, outField) == nil ||
		!isHold && (!c.has("take", "pick", "choose", "select") || int(numberOf(n[0])) <= len(r.known.Status.Ask.Choices)) ||
		!c.only(class("choose"), class("rest"), n, []string{"hold", "reserve", "book", "buy"}) {
		return Act{}, false
	}
	return Act{Act: trip.ActSelect, Position: numberOf(n[0])}, true
}
