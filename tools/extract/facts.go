package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Questions whose answer stands in the plan or with the offers: prices in other money, limits that nobody set, what was
// booked.

// asksCurrency reads a wish for the prices in other money: "in euros?", "how much is that in pounds".
func (r *reading) asksCurrency(c *clause) (Act, bool) {
	isNamed, named := false, ""
	for i := c.from; i < c.to; i++ {
		isMoney := valueOf("currency", r.text(i)) != ""
		switch {
		case isMoney && (r.anyOf(i-1, "in", "to", "into") || r.hasIn(i, c.to, "?")), r.anyOf(i, "currency", "currencies"):
			isNamed, named = true, valueOf("currency", r.text(i))
		case r.toks[i].kind == number,
			r.toks[i].kind == word && !isMoney && !is("price", r.text(i)) &&
				!is("small", r.text(i)) && !is("rest", r.text(i)) && !is("it", r.text(i)):
			return Act{}, false
		}
	}
	isOffer := r.known.offered() || r.known.atRest()
	return Act{Act: trip.ActShow, What: trip.ShowCurrency, By: named}, isNamed && isOffer
}

// allowsAny reads that any airline will do, or any price, where nobody has said otherwise.
func (r *reading) allowsAny(t *TripPatch) (Act, bool) {
	all := r.whole()
	switch {
	case slices.Contains(t.NoPreference, fieldAirline):
		return Act{Act: trip.ActShow, What: trip.ShowAirlines}, true
	case r.freesBudget(all):
		return Act{Act: trip.ActShow, What: trip.ShowBudget}, true
	}
	return Act{}, false
}

// onlyAllows reports whether a patch says no more than that any airline will do.
func (t *TripPatch) onlyAllows() bool {
	rest := *t
	rest.NoPreference = nil
	return rest.isZero() && slices.Contains(t.NoPreference, fieldAirline)
}

// asksBooked reads a question about what was booked in words of the trip: "when do I fly?", "which hotel did I get?"
func (r *reading) asksBooked(c *clause) bool {
	if !r.known.atRest() || !r.asks(r.toks[c.from].sentence) {
		return false
	}
	if c.starts("is", "are") && c.has("confirmed", "booked", "paid", "reserved", "valid", "all set") {
		return true
	}
	if r.hasNumber(c) || c.has("another", "new", "else", "more", "would", "could", "if", "other", "need", "can", "want",
		"change", "far", "near", "close", "there") {
		return false
	}
	if c.starts("what", "which", "whats") && c.has("again") && c.hasWord(class("offer")) {
		return true // "what hotel again?"
	}
	return c.starts("when", "what", "whats", "which", "where", "who", "how long", "how many", "how much", "at what",
		"am i", "are we", "is my", "is our", "do i", "do we", "did i", "did we") &&
		c.hasWord(strings.Fields("i we my our us me")) && c.hasWord(class("offer"))
}
