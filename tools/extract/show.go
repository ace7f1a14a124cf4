package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// sorts reads in which order options shall be shown.
func (r *reading) sorts(c *clause) (Act, bool) {
	if r.known.fresh() {
		return Act{}, false
	}
	if c.has("sort", "order", "sorted", "rank", "arrange", "ordered", "list them", "show them by", "list by", "show by") ||
		c.has("first") && c.has("cheapest first", "fastest first", "shortest first", "earliest first", "best rated first") {
		if way := c.first("sort").value; way != "" {
			return Act{Act: trip.ActSort, By: way}, true
		}
	}
	if c.has("whichever") && c.has("or") || c.has("later today", "later tonight", "later this week") {
		return Act{}, false // "Bologna or Pisa, whichever is cheaper" leaves the place open, and "later today" is a day
	}
	by, best := superlative(c)
	if by == trip.ByCheapest && !r.known.offered() && c.words() <= 4 && r.asks(r.toks[c.from].sentence) {
		return Act{Act: trip.ActSort, By: trip.SortPrice}, true // of which there is none yet: that is told
	}
	if a, ok := r.weighs(c); ok {
		return a, true
	}
	if !r.known.offered() {
		return Act{}, false
	}
	if a, ok := r.sortsBack(c); ok {
		return a, true
	}
	if leg, ok := r.dayOfLeg(c); ok {
		if when := r.timeOfDay(c); when != "" { // "what about leaving a bit later on the 14th?"
			return Act{Act: trip.ActSort, By: when, What: map[bool]string{true: trip.SortBack}[leg > 0]}, true
		}
	}
	if r.hasNumber(c) {
		return Act{}, false
	}
	if way := byLayover(c); way != "" {
		return Act{Act: trip.ActSort, By: way}, true
	}
	if r.complainsOfPrice(c) {
		return Act{Act: trip.ActSort, By: trip.SortPrice}, true
	}
	if when := r.timeOfDay(c); when != "" {
		return Act{Act: trip.ActSort, By: when}, true
	}
	if c.has("difference", "differ", "compare", "versus") {
		return Act{}, false
	}
	asks := r.asks(r.toks[c.from].sentence) || c.has("show", "see", "list", "which") ||
		c.starts("whats the", "what is the")
	if by != "" && !asks && c.only(class("choose"), best) {
		return Act{}, false // "go with the cheaper one" takes it
	}
	if way := c.first("better").value; way != "" {
		return Act{Act: trip.ActSort, By: way}, true
	}
	if when := map[bool]string{true: "departure", false: "latest"}[c.has("earlier")]; c.has("earlier", "later") &&
		!r.known.listsDays() && !c.hasWord(class("no")) && !c.has(class("goodbyes")...) &&
		c.only([]string{"earlier", "later", "bit"}, class("it"), class("rest"), class("yes"), class("offer-nouns")) {
		// "is there an earlier one?"
		return Act{Act: trip.ActSort, By: when}, true
	}
	if by != "" && asks {
		return Act{Act: trip.ActSort, By: sortOf[by]}, true
	}
	return Act{}, false
}

// sortsBack reads "the first flight back" and "the latest flight home": an order of the ways back.
func (r *reading) sortsBack(c *clause) (Act, bool) {
	a := Act{Act: trip.ActSort, What: trip.SortBack}
	switch {
	case c.has("earliest", "first flight"):
		a.By = trip.SortDeparture
	case c.has("latest", "last flight"):
		a.By = trip.SortLatest
	}
	return a, a.By != "" && ofReturn(c) && c.has("flight") && r.known.roundTrip()
}

// sortOf is the order in which the option stands first that a superlative means.
var sortOf = map[string]string{
	trip.ByCheapest: trip.SortPrice, trip.ByFastest: trip.SortDuration, trip.ByFewestStops: trip.SortStops,
	trip.ByEarliest: trip.SortDeparture, trip.ByLatest: trip.SortLatest, trip.ByBestRated: trip.SortRating,
	trip.ByEarliestArrival: trip.SortArrival,
}

// ofTime are the orders by a time of the day, which the way back has too.
var ofTime = map[string]bool{trip.SortDeparture: true, trip.SortLatest: true, trip.SortArrival: true}

// complainsOfPrice reads "too $$$".
func (r *reading) complainsOfPrice(c *clause) bool {
	return r.some(c.from, c.to, func(i int) bool {
		return r.anyOf(i, "$", "€", "£") && (r.text(i+1) == r.text(i) || r.text(i-1) == "too")
	})
}

// timeOfDay reads a wish to leave earlier or later on the day that was said: "could we leave a little later?"
func (r *reading) timeOfDay(c *clause) string {
	a, _, _ := r.readBy(askForms["?time-of-day"], c)
	return a.What
}

// dayOfLeg returns which leg of a trip there and back leaves on the one number of a clause.
func (r *reading) dayOfLeg(c *clause) (leg int, ok bool) {
	numbers := numberWords(c)
	if len(numbers) != 1 || !r.known.roundTrip() {
		return 0, false
	}
	leg = slices.IndexFunc(r.known.Itinerary.Segments, func(s trip.Segment) bool {
		return s.DepartDate != 0 && strings.Trim(numbers[0], "stndrh") == strconv.Itoa(s.DepartDate.Day())
	})
	return leg, leg >= 0
}

func (r *reading) hasNumber(c *clause) bool {
	return r.some(c.from, c.to, func(i int) bool { return r.toks[i].kind == number })
}

// show is the act of showing something.
func show(what string) (Act, bool) { return Act{Act: trip.ActShow, What: what}, true }

// othersOnDay reads "any other flights on the 8th?", which is another day for the trip.
func (r *reading) othersOnDay(c *clause) bool {
	return c.has("other", "another") && r.some(c.from, c.to, func(i int) bool {
		return r.toks[i].ordinal && r.text(i-1) == "the" && r.text(i-2) == "on" && !r.anyOf(i+1, class("offer-nouns")...)
	})
}

// namesMoney reads "we have about 900 dollars in total": it says what may be spent, and asks nothing.
func (r *reading) namesMoney(c *clause) bool {
	return r.some(c.from, c.to, func(i int) bool {
		return r.toks[i].kind == number && !r.toks[i].ordinal && r.ownMoney(i) && !r.asks(r.toks[i].sentence)
	})
}

// standing shows what stands before the person.
func (r *reading) standing() (Act, bool) {
	a, _ := r.checked()
	if r.known.askKind() == trip.AskChoose {
		a.What = trip.ShowOptions
	}
	return a, !r.known.fresh()
}

// checked shows what was understood, as far as the trip is.
func (r *reading) checked() (Act, bool) {
	switch kind := r.known.askKind(); {
	case kind == trip.AskApprove:
		return show(trip.ShowHolds)
	case kind == "":
		return show(trip.ShowBooking)
	case kind == trip.AskConfirm && r.known.offered():
		return show(trip.ShowOption)
	}
	return show(trip.ShowTrip)
}

// narrows reports whether a clause says what other options shall be like: "any other flights on the 8th", "something
// else to Seattle". That is another search.
func (r *reading) narrows(c *clause) bool {
	return r.namesNew(c, "today", "tonight", "tomorrow", "refundable") || r.namesWish(c.from, c.to) ||
		r.some(c.from, c.to, func(i int) bool {
			return r.toks[i].kind == number || r.toks[i].ordinal || partsOfDay[r.text(i)] != [2]int{} ||
				r.count(i) > 0 && countNouns[r.text(i+1)] != noCount
		})
}

// asksOption reads a question about one option: "is option 2 refundable?", "what time does the first one leave?"
func (r *reading) asksOption(c *clause) (Act, bool) {
	if c.starts("can i", "could i", "may i", "can we", "could we") && c.has(class("choose-verbs")...) &&
		!c.has("see", "know", "details") {
		return Act{}, false
	}
	if asked := r.optionsAsked(c); len(asked) > 0 {
		return Act{Act: trip.ActShow, What: trip.ShowOption, Position: asked[0]}, true
	}
	return Act{}, false
}

// optionsAsked returns the positions of the options that a question is about, in its order: "compare 1 and 3".
func (r *reading) optionsAsked(c *clause) []int64 {
	to := c.to
	for r.sameSentence(c.from, to) && (r.anyOf(to, ",", "or", "and", "vs") || r.count(to) > 0) {
		to++ // "which is better, 1 or 2?"
	}
	var all []int64
	for i := c.from; i < to; i++ {
		position, end, named := r.optionAt(i)
		if position == 0 && r.isBareOption(c, i) {
			position, end, named = r.count(i), i+1, true
		}
		if position == 0 || !named && !r.known.offered() {
			continue
		}
		if !slices.Contains(all, position) {
			all = append(all, position)
		}
		i = max(i, end-1)
	}
	return all[:min(len(all), maxActs)]
}

// isBareOption reports whether a number in a question about what is on offer is the number of an option: "is breakfast
// included in 3?", but not "breakfast for 2?" or "2 nights".
func (r *reading) isBareOption(c *clause, i int) bool {
	ask := r.known.Status.Ask
	if !r.known.offered() || ask == nil || r.count(i) < 1 || r.at(i-2, "there", "is", "one") ||
		r.count(i) > int64(len(ask.Choices)) ||
		!c.hasWord(class("offer")) && !c.has("versus", "vs", "differ") {
		return false
	}
	follows := r.anyOf(i-1, "in", "of", "between", "and", "or", "than", "compare", "is", "does", "with", "vs", "versus",
		"about", "options", ",", "to") || r.text(i-1) == "on" && !c.has("flight", "flights", "fly", "leave", "go")
	return follows && (i+1 >= c.to || r.tok(i+1).kind == mark || r.anyOf(i+1, "and", "or", "than", "vs", "versus",
		"with", "to", "more", "less", "cheaper", "better", "have", "has", "include", "refundable", "nonstop", "direct"))
}

// aboutOffer reports whether a question is about what is on offer and not about the world or something new: it points
// at it, or speaks of nothing but it.
func (r *reading) aboutOffer(c *clause) bool {
	return !r.namesNew(c) && (!c.has("airport", "you", "another") ||
		c.has("do you recommend", "would you recommend", "did you", "do you suggest", "you recommend", "can you tell"))
}
