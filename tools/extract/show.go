package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// In which order options are shown and which of them, by an amount, a time or a condition, and what else of the trip is
// shown. What no line of data/en/acts.tsv can say of that stands here.

// ordered is an act of sorting as its line says, with what else its clause says of the options: "the cheapest nonstop",
// "a later flight back".
func (r *reading) ordered(a Act, c *clause) Act {
	switch {
	case a.Act != trip.ActSort:
	case a.By == trip.SortPrice && !c.has("if", "unless"):
		a.Like = r.likes(c, true)
	case (a.By == trip.SortDeparture || a.By == trip.SortLatest) && ofReturn(c) && r.known.roundTrip():
		a.What = trip.SortBack
	}
	return a
}

// ordersBest is the order in which the option stands first that a superlative of a clause means.
func (r *reading) ordersBest(c *clause) (Act, bool) {
	by, _ := superlative(c)
	return Act{Act: trip.ActSort, By: sortOf[by]}, by != ""
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

// ordersDay reads a wish to leave earlier or later on the day that was said: "could we leave a little later?", "what
// about leaving a bit later on the 14th?"
func (r *reading) ordersDay(c *clause) (Act, bool) {
	leg, isOfLeg := r.dayOfLeg(c)
	if !isOfLeg && r.hasNumber(c) {
		return Act{}, false
	}
	a, _, ok := r.readBy(askForms["?time-of-day"], c)
	if leg > 0 {
		a.What = trip.SortBack
	}
	return a, ok
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

// optionShown is the act of showing one option of the list.
func optionShown(position int64) Act {
	return Act{Act: trip.ActShow, What: trip.ShowOption, Position: position}
}

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
		return optionShown(asked[0]), true
	}
	return Act{}, false
}

// aboutOffer reports whether a question is about what is on offer and not about the world or something new: it points
// at it, or speaks of nothing but it.
func (r *reading) aboutOffer(c *clause) bool {
	return !r.namesNew(c) && (!c.has("airport", "you", "another") ||
		c.has("do you recommend", "would you recommend", "did you", "do you suggest", "you recommend", "can you tell"))
}

// withinAmount reads "within 800 euros" in the tokens [from, to), where they have one amount. It is the limit of a
// night where the words say so.
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
	if r.supposed(r.toks[c.from].sentence) ||
		!all.has(class("choose-verbs")...) && !all.has("hold", "reserve", "buy") {
		return Act{}, false
	}
	by, _ := superlative(all)
	if by == "" {
		return Act{}, false
	}
	r.taken(all)
	a, ok := r.withinAmount(all.from, all.to)
	if !ok || by != trip.ByCheapest {
		a = Act{Act: trip.ActSort, By: sortOf[by]}
	}
	return r.onlyShown(a, true)
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
			class("ordinal"), class("not"), class("show-verbs"), []string{"but", "and", "anything", "like"})
		isHidden := all.hasWord(class("not")) && all.hasWord(class("show-verbs")) // "don't show me another hotel"
		if a, ok := r.otherPart(&all); isSo && !isHidden && ok {
			r.taken(&all)
			r.addActs(a)
		}
	}
}

// otherPart is the order of the options that have all but one part in common with the one that is meant.
func (r *reading) otherPart(all *clause) (Act, bool) {
	other, way, kept := "", "", all.has("only", "just")
	a := Act{Act: trip.ActSort, By: trip.SortPrice}
	isRefused := func(i int) bool { // "not that hotel", "that hotel is not for us", "change the hotel"
		k := r.before(i-1, "the", "that", "this", "like")
		isDenied := k >= all.from && r.toks[k].denies && r.anyOf(i-1, "that", "this") ||
			r.unwanted(i) && r.judges(i)
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
			isOther := valueOf("other-part", r.text(i-1)) != "" && // "a cheaper hotel", not "cheaper without the hotel"
				!r.known.stayOnly() && r.known.needsLodging()
			isAnother := isOther || r.anyOf(i-1, "another", "different") && r.text(i) == "hotel"
			kept = kept || way == "kept" || is == trip.PartHotel && way == "other" && isAnother
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
	a.Items = partsWithout[other]
	if other == trip.PartBack {
		a.What = trip.SortBack
	}
	return a, kept && a.Items != ""
}

// putsOff reads that what is asked shall be decided at another time: "tomorrow", "yes, on Friday", "book it tomorrow",
// and of options "I'll decide this evening". The days of the trip stay as they are, unless they are to change: "can you
// change it to Saturday". "The second one" is an option.
func (r *reading) putsOff(_ *clause) (Act, bool) {
	all, k := r.whole(), r.known
	namesOne := func(i int) bool {
		position, _, named := r.optionAt(i)
		return named && position > 0
	}
	others := []string{"you", "today", "boss"}
	if all.has("take it", "take that", "take this") { // "I'll take the later" takes one now
		others = append(others, "take")
	}
	isAsked := k.askKind() == trip.AskApprove || k.asksHold() || k.offered() && settlesLater(all)
	changes := r.some(0, len(r.toks), r.changes) || r.some(0, len(r.toks), namesOne) || len(r.requested) > 0
	if !isAsked || changes || !all.hasWord(class("put-off")) ||
		all.has("until", "till", "til", "for", "are") || all.has(class("not")...) ||
		!all.only(class("put-off"), class("yes"), class("answer"), class("it"), class("doing"), class("settling"),
			class("people-nouns"), others) {
		return Act{}, false
	}
	r.taken(all)
	return Act{Act: trip.ActShow, What: trip.ShowDeadline}, true
}

// settlesLater reads "I'll decide this evening" and "can I confirm on Friday?", but not "the evening one".
func settlesLater(all *clause) bool {
	isDay := all.hasWord(class("weekday")) || all.has("tomorrow", "tonight", "today", "morning", "afternoon", "evening")
	isDoing := all.hasWord(class("settling")) || all.has("confirm")
	return all.has("decide later", "confirm later") || isDay && isDoing && !all.has("one", "the") &&
		all.has("will", "ill", "well", "can i", "can we", "let you", "call me", "ask me")
}

// byArrival reads an order by when the first flight lands. When one is back home is another matter.
func byArrival(c *clause) bool {
	return c.has("arrive", "arrives", "arriving", "arrival", "arrivals", "land", "lands", "landing", "get in", "gets in",
		"get there", "gets there", "gets us there", "gets me there", "get us there", "get me there", "arrival time")
}

// ofReturn reports whether a clause speaks of the way back, which has orders of its own (SortBack).
func ofReturn(c *clause) bool { return c.has("home", "back", "return", "returns", "returning") }

// asksDetails reads a wish to know the rest of an option: "more about 2", "tell me about the second one", "details of
// it please".
func (r *reading) asksDetails(c *clause) (Act, bool) {
	isBare := func(i int) bool { return r.count(i) <= maxOptions && r.text(i) != "one" }
	named := r.optionsIn(c.from, c.to, isBare)
	last := min(len(named), maxActs) - 1
	if last < 0 {
		return Act{}, false
	}
	for _, o := range named[:last] {
		r.addActs(optionShown(o.position)) // "more about 1 and 2"
	}
	return optionShown(named[last].position), true
}

// maxOptions is the greatest number that an option can have.
const maxOptions = 30

// asksCurrency reads a wish for the prices in other money: "in euros?", "how much is that in pounds".
func (r *reading) asksCurrency(c *clause) (Act, bool) {
	isNamed, named := false, ""
	for i := c.from; i < c.to; i++ {
		isMoney := valueOf("currency", r.text(i)) != ""
		if isMoney && (r.anyOf(i-1, "in", "to", "into") || r.hasIn(i, c.to, "?")) || r.anyOf(i, "currency", "currencies") {
			isNamed, named = true, valueOf("currency", r.text(i))
		}
	}
	return Act{Act: trip.ActShow, What: trip.ShowCurrency, By: named}, isNamed
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

// onlyRequests reports whether a patch says no more than what is asked for beside the plan.
func (t *TripPatch) onlyRequests() bool {
	rest := *t
	rest.Requests = nil
	return rest.isZero()
}

// onlyAllows reports whether a patch says no more than that any airline will do.
func (t *TripPatch) onlyAllows() bool {
	rest := *t
	rest.NoPreference = nil
	return rest.isZero() && slices.Contains(t.NoPreference, fieldAirline)
}

// asksTimes reads which of the options leave or land at some time: "which one leaves after 6pm?", "anything before 9?",
// "is there a morning flight?" These are listed; no flight is searched anew for a question.
func (r *reading) asksTimes(c *clause) (Act, bool) {
	if !r.told("?asks-times", c) {
		return Act{}, false
	}
	m, ok := r.timeAsked(c)
	a := Act{Act: trip.ActSort, By: trip.SortDeparture, Times: m.window()}
	if byArrival(c) {
		a.By = trip.SortArrival
	}
	if ofReturn(c) {
		a.What = trip.SortBack
	}
	return a, ok && (a.Times.Start != nil || a.Times.End != nil)
}

// timeAsked is the one time of day in a clause that names no day and no number beside it.
func (r *reading) timeAsked(c *clause) (clockMention, bool) {
	var found []clockMention
	for i := c.from; i < c.to; i++ {
		_, end := r.clockAt(i)
		part, isPart := r.partOfDay(i)
		switch {
		case is("weekday", r.text(i)), months[r.text(i)] != 0 && r.text(i) != "may", r.anyOf(i, "tomorrow", "today"),
			r.toks[i].ordinal:
			return clockMention{}, false
		case end > i && r.boundsTime(i-1):
			found = append(found, r.boundOf(i, end))
			i = max(end, found[len(found)-1].to) - 1
		case r.toks[i].kind == number && r.boundsTime(i-1) && r.hour(i) && r.phraseEnds(i+1):
			m := r.boundOf(i, i+1)
			found = append(found, m.byDay())
		case r.toks[i].kind == number:
			return clockMention{}, false
		case isPart:
			found = append(found, part)
			i = part.to - 1
		}
	}
	if len(found) != 1 {
		return clockMention{}, false
	}
	if m := &found[0]; m.never && !r.hasIn(c.from, m.to, class("denial-verb")...) &&
		r.hasIn(c.from, m.to, class("nothing-there")...) {
		m.start, m.end = m.end, m.start // "is there nothing after 6 pm?" asks for what leaves then
	}
	return found[0], true
}

// byDay takes an hour without its half of the day as one at which people travel: "before 9" is in the morning, "after
// 6" in the evening.
func (m clockMention) byDay() clockMention {
	const half, dawn = 12 * 60, 7 * 60
	for _, at := range [...]*int{&m.start, &m.end} {
		if *at != open && *at < dawn {
			*at += half
		}
	}
	return m
}
