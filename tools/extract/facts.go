package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// Questions whose answer stands in the plan or with the offers: prices in other money, limits that nobody set, what was
// booked.

// asksCurrency reads a wish for the prices in other money: "in euros?", "how much is that in pounds".
func (r *reading) asksCurrency(c *clause) (Act, bool) {
	isNamed := false
	for i := c.from; i < c.to; i++ {
		isMoney := currencyWords[r.text(i)] != ""
		switch {
		case isMoney && (r.anyOf(i-1, "in", "to", "into") || r.hasIn(i, c.to, "?")), r.anyOf(i, "currency", "currencies"):
			isNamed = true
		case r.toks[i].kind == number,
			r.toks[i].kind == word && !isMoney && !slices.Contains(moneyWords, r.text(i)) &&
				!slices.Contains(restWords, r.text(i)) && !slices.Contains(it, r.text(i)):
			return Act{}, false
		}
	}
	isOffer := r.known.offered() || r.known.askKind() == "" && !r.known.fresh()
	return Act{Act: trip.ActShow, What: trip.ShowCurrency}, isNamed && isOffer
}

var moneyWords = strings.Fields(`in to into how much what whats is are was does cost costs price prices total currency
	currencies other another different show convert converted tell give american british canadian swiss australian about
	local my own which`)

// allowsAny reads that any airline will do, or any price, where nobody has said otherwise.
func (r *reading) allowsAny(t *TripPatch) (Act, bool) {
	all := r.clause(0, len(r.toks))
	switch {
	case slices.Contains(t.NoPreference, fieldAirline):
		return Act{Act: trip.ActShow, What: trip.ShowAirlines}, true
	case r.freesBudget(&all):
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
	if r.known.askKind() == "" && !r.known.fresh() && r.asks(r.toks[c.from].sentence) && c.starts("is", "are") &&
		c.has("confirmed", "booked", "paid", "reserved", "valid", "all set") {
		return true
	}
	if r.known.askKind() != "" || r.known.fresh() || !r.asks(r.toks[c.from].sentence) ||
		r.hasNumber(c) || c.has("another", "new", "else", "more", "would", "could", "if", "other", "need", "can", "want",
		"change", "far", "near", "close", "there") {
		return false
	}
	if c.starts("what", "which", "whats") && c.has("again") && c.hasWord(offerWords) {
		return true // "what hotel again?"
	}
	return c.starts("when", "what", "whats", "which", "where", "who", "how long", "how many", "how much", "at what",
		"am i",
		"are we", "is my", "is our", "do i", "do we", "did i", "did we") &&
		c.hasWord(strings.Fields("i we my our us me")) && c.hasWord(offerWords)
}

// offeredAs tells which airline or hotel on offer a clause names with nothing but words of choosing around it, in
// whatever letters: "dawnline please". What all names have in common names none.
func (r *reading) offeredAs(c *clause) *Likes {
	if r.known.askKind() != trip.AskChoose || c.hasWord(noWords) || r.asks(r.toks[c.from].sentence) {
		return nil
	}
	var places []string
	for i := range r.known.Itinerary.Segments {
		places = append(places, strings.Fields(geo.Fold(r.known.Itinerary.Segments[i].Destination.City))...)
	}
	named := func(name string) bool {
		words := strings.Fields(geo.Fold(strings.NewReplacer("-", " ", "'", "", "’", "").Replace(name)))
		own := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
			return slices.Contains(carrierWords, w) || slices.Contains(places, w) || topicWords[w] != noTopic ||
				slices.Contains(chooseWords, w)
		})
		return len(own) > 0 && c.has(strings.Join(own, " ")) && c.only(words, chooseWords, carrierWords, []string{"at", "in"})
	}
	for i := range r.known.Status.Ask.Choices {
		option, _ := r.known.Status.Ask.Choices[i].Params.Get("option").(trip.Params)
		flights, _ := option.Get("flights").([]trip.Params)
		for _, flight := range flights {
			names, _ := flight.Get("airlines").([]string)
			for _, name := range names {
				if named(name) {
					return &Likes{Airline: name}
				}
			}
		}
		stays, _ := option.Get("stays").([]trip.Params)
		for _, stay := range stays {
			if name, _ := stay.Get("hotel").(string); named(name) {
				return &Likes{HotelName: name}
			}
		}
	}
	return nil
}

// asksHeads reports whether it is asked how many adults travel, because there are too many people.
func (r *reading) asksHeads() bool {
	t := r.known.targets()
	return r.known.askKind() == trip.AskClarify && len(t) > 0 && t[0].field == adultsPath &&
		r.known.Party.Travelers.Children == 0
}

// plusParty reads "2+1" as adults and children where it is asked who travels, and no sum.
func (r *reading) plusParty() (adults, children countMention, ok bool) {
	if find(r.known.targets(), adultsPath) == nil || r.hasAny("=", "*", "/", "%") {
		return adults, children, false
	}
	at := slices.IndexFunc(r.toks, func(t token) bool { return t.text == "+" })
	if at < 1 || r.count(at-1) < 1 || r.count(at+1) < 1 || slices.ContainsFunc(r.toks[at+2:],
		func(t token) bool { return t.kind == number || t.text == "+" }) {
		return adults, children, false
	}
	return countMention{from: at - 1, to: at, kind: adultCount, n: r.count(at - 1)},
		countMention{from: at + 1, to: at + 2, kind: childCount, n: r.count(at + 1)}, true
}
