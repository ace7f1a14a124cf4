package extract

import (
	"slices"

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
	switch {
	case slices.Contains(t.NoPreference, fieldAirline):
		return Act{Act: trip.ActShow, What: trip.ShowAirlines}, true
	case r.told("?any-budget", r.whole()):
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
