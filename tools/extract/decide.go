package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// How people weigh options: by an amount, by a condition, or by leaving the choice to the engine.

// weighs reads which options are within an amount or leave at some time, and an option that is taken on a condition.
// All are only shown, so that the person sees whether it holds.
func (r *reading) weighs(c *clause) (Act, bool) {
	if !r.known.offered() {
		return Act{}, false
	}
	if a, ok := r.onCondition(c); ok {
		return a, true
	}
	if all := r.sentence(c.from); r.told("?agrees-if", all) {
		r.taken(all)
		return r.standing() // what there is is told again: it is no wish for another search
	}
	if a, ok := r.asksTimes(c); ok {
		return a, true
	}
	if r.told("?stops-of-them", c) {
		r.taken(c)
		return Act{Act: trip.ActSort, By: trip.SortStops}, true
	}
	if !c.has("which", "which one", "any of", "one of", "some of") || !r.asks(r.toks[c.from].sentence) {
		return Act{}, false
	}
	return r.withinAmount(c.from, c.to)
}

// withinAmount reads the one limit of money between two tokens, of a night where it says so.
func (r *reading) withinAmount(from, to int) (Act, bool) {
	a := Act{Act: trip.ActSort, By: trip.SortPrice}
	for i := from; i < to; i++ {
		if r.toks[i].kind != number || r.toks[i].ordinal {
			continue
		}
		begin, end, currency := r.amountAt(i)
		if a.Amount != "" || r.limitBefore(begin) < 0 && !r.limitAfter(end) || currency == "" && r.toks[i].value < leastEach {
			return Act{}, false
		}
		a.Amount = strings.ReplaceAll(r.toks[i].text, ",", "")
		if r.perNight(end) {
			a.What = trip.SortNight
		}
	}
	return a, a.Amount != ""
}

// onCondition reads "book the cheapest one if it is under 500": nothing is picked, and the amount is no limit of the
// search.
func (r *reading) onCondition(c *clause) (Act, bool) {
	all := r.sentence(c.from)
	if !r.conditional() || r.supposed(r.toks[c.from].sentence) ||
		!all.has(class("choose-verbs")...) && !all.has("hold", "reserve", "buy") {
		return Act{}, false
	}
	by, _ := superlative(all)
	if by == "" {
		return Act{}, false
	}
	r.taken(all)
	if a, ok := r.withinAmount(all.from, all.to); ok && by == trip.ByCheapest {
		return a, true
	}
	return Act{Act: trip.ActSort, By: sortOf[by]}, true
}

// findOtherParts reads that a part of an option shall be another and the rest stay: "another hotel with these flights",
// "keep the hotel but other flights", "the second one with a later flight back".
func (r *reading) findOtherParts() {
	if len(r.toks) == 0 || !r.known.offered() {
		return
	}
	for s := range r.toks[len(r.toks)-1].sentence + 1 {
		from, to := r.span(s)
		all := r.clause(from, to)
		isSo := all.only(class("other-part"), class("choose"), class("it"), class("rest"), numberWords(&all),
			class("ordinal"), class("not"), []string{"but", "and", "anything", "like"})
		if a, ok := r.otherPart(&all); isSo && ok {
			r.taken(&all)
			r.addActs(a)
		}
	}
}

// otherPart is the order of the options that have all but one part in common with the one that is meant.
func (r *reading) otherPart(all *clause) (Act, bool) {
	other, way, kept := "", "", all.has("only", "just")
	a := Act{Act: trip.ActSort, By: trip.SortPrice}
	isRefused := func(i int) bool { // "not that hotel", "I don't like the hotel", "change the hotel"
		k := r.before(i-1, "the", "that", "this", "like")
		isDenied := k >= all.from && r.toks[k].denies && (r.anyOf(i-1, "that", "this") || r.text(k+1) == "like")
		return r.known.askKind() == trip.AskChoose && isDenied || r.anyOf(k, "change", "swap", "switch") && r.phraseEnds(i+1)
	}
	for i := all.from; i < all.to; i++ {
		switch is := valueOf("other-part", r.text(i)); {
		case is == trip.PartHotel && other == "" && isRefused(i):
			other, kept = is, true
		case is == "":
		case is == "other", is == "kept":
			way = is
		case is == trip.PartHotel, is == trip.PartFlight, is == trip.PartBack, is == trip.PartOut:
			if is == trip.PartFlight && r.anyOf(i+1, "back", "home", "out") || r.text(i-1) == "go" {
				continue
			}
			kept = kept || way == "kept" || r.at(i-1, "another", "hotel") || r.at(i-1, "different", "hotel")
			if way == "other" && other == "" {
				other = is
			}
			way = ""
		default: // the order of the others
			a.By, way = is, "other"
		}
	}
	asked, numbers := r.optionsAsked(all), numberWords(all)
	if len(asked) == 0 && len(numbers) == 1 && numbers[0] != "one" && r.isListed(numberOf(numbers[0])) {
		asked = []int64{numberOf(numbers[0])} // "let's do 2 but with another hotel"
	}
	if len(asked) == 1 {
		a.Position, kept = asked[0], true
	}
	a.Items = map[string]parts{
		trip.PartHotel: trip.PartFlight, trip.PartFlight: trip.PartHotel,
		trip.PartBack: trip.PartOut + "," + trip.PartHotel, trip.PartOut: trip.PartBack + "," + trip.PartHotel,
	}[other]
	if other == trip.PartBack {
		a.What = trip.SortBack
	}
	return a, kept && a.Items != ""
}

// putsOff reads that what is asked shall be decided at another time: "tomorrow", "yes, on Friday", "book it tomorrow".
// The days of the trip stay as they are, unless they are to change: "can you change it to Saturday".
func (r *reading) putsOff(_ *clause) (Act, bool) {
	all := r.whole()
	if k := r.known; r.some(0, len(r.toks), r.changes) || k.askKind() != trip.AskApprove && !k.asksHold() ||
		len(r.requested) > 0 ||
		all.has("until", "till", "til", "for", "are") || all.has(class("not")...) ||
		!all.hasWord(class("put-off")) ||
		!all.only(class("put-off"), class("yes"), class("answer"), class("it"), class("doing")) {
		return Act{}, false
	}
	r.taken(all)
	return Act{Act: trip.ActShow, What: trip.ShowDeadline}, true
}

// rankersFirst selects the option that the ranker put first, if it is listed; of listed days, the cheapest.
func (r *reading) rankersFirst() Act {
	if r.known.listsDays() {
		return Act{Act: trip.ActSelect, By: trip.ByCheapest}
	}
	a := Act{Act: trip.ActSelect, Position: 1} // the list stands in the ranker's order
	if bundles := r.known.WorkingMemory.RankedBundles; len(bundles) > 0 {
		a.Position = int64(slices.IndexFunc(r.known.Status.Ask.Choices,
			func(o trip.Choice) bool { return o.ID == bundles[0].BundleID }) + 1)
	}
	return a
}

// byArrival reads an order by when the first flight lands. When one is back home is another matter.
func byArrival(c *clause) bool {
	return c.has("arrive", "arrives", "arriving", "arrival", "arrivals", "land", "lands", "landing", "get in", "gets in",
		"get there", "gets there", "gets us there", "gets me there", "get us there", "get me there", "arrival time")
}

// ofReturn tells the way back, of which no order is known.
func ofReturn(c *clause) bool { return c.has("home", "back", "return", "returns", "returning") }

// byLayover reads an order by the time between flights.
func byLayover(c *clause) string {
	switch {
	case !c.has("layover", "layovers", "stopover", "stopovers", "connection", "connections", "connecting time"):
	case c.has("longest", "long", "longer"):
		return trip.SortLongestLayover
	case c.has("shortest", "short", "shorter", "quickest"):
		return trip.SortLayover
	}
	return ""
}
