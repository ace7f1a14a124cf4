package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// askKind is what the engine waits for; empty when it waits for nothing. Days that are listed are chosen from, and
// asked about, like options.
func (k *known) askKind() trip.AskKind {
	switch {
	case k.Status.Ask == nil:
		return ""
	case k.listsDays():
		return trip.AskChoose
	}
	return k.Status.Ask.Kind
}

// listsDays reports whether days stand before the person, with what the flights cost on them.
func (k *known) listsDays() bool { return k.Status.Ask != nil && k.Status.Ask.Key == trip.KeyDays }

// offered reports whether options stand before the person.
func (k *known) offered() bool {
	return slices.Contains([]trip.AskKind{trip.AskChoose, trip.AskApprove}, k.askKind()) ||
		k.askKind() == trip.AskConfirm && k.Status.Node != trip.AwaitingConfirmation
}

// isBeyondOffers reads "the 10th" of four options as a day, and so the number of a day on which one of the days that
// were listed begins.
func (r *reading) isBeyondOffers(t *token) bool {
	ask := r.known.Status.Ask
	return ask != nil && r.known.askKind() == trip.AskChoose && t.kind == number && t.value <= 31 &&
		(t.value > int64(len(ask.Choices)) || r.known.listedDay(int(t.value)) != 0)
}

// optionAt reads which option is meant by a number at token i: "option 3", "#2", "the second one",
// "the 2nd". named says that the words can mean nothing else.
func (r *reading) optionAt(i int) (position int64, to int, named bool) {
	t := &r.toks[i]
	if r.anyOf(i, class("option-number")...) || t.text == "#" {
		at := r.behind(i+1, "_", "-", ".", "#", "number")
		if n := r.count(at); n > 0 && (!is("no", t.text) || r.text(i+1) == ".") && !r.ofAnother(at+1) {
			return n, at + 1, true
		}
	}
	if r.anyOf(i, "former", "latter") && r.text(i-1) == "the" {
		if pair := r.pairBefore(); pair != nil {
			return map[string]int64{"former": pair[0], "latter": pair[1]}[t.text], i + 1, true
		}
	}
	isLastButOne := r.at(i, "last", "but", "one") || t.text == "second" && r.text(r.behind(i+1, "to")) == "last"
	if isLastButOne && r.known.askKind() == trip.AskChoose {
		return r.known.listed() - 1, r.behind(i+1, "but", "to", "last", "one"), true
	}
	isLast := t.text == "last" && (r.anyOf(i+1, class("offer-nouns")...) || r.text(i-1) == "the" && r.phraseEnds(i+1))
	if isLast && r.known.Status.Ask != nil {
		return int64(len(r.known.Status.Ask.Choices)), i + 2, true
	}
	if t.text == "middle" && r.anyOf(i+1, class("offer-nouns")...) && r.known.askKind() == trip.AskChoose &&
		len(r.known.Status.Ask.Choices)%2 == 1 {
		return int64(len(r.known.Status.Ask.Choices)+1) / 2, i + 2, true
	}
	if t.text == "top" && r.anyOf(i+1, class("offer-nouns")...) {
		return 1, i + 2, true
	}
	isOffer := r.anyOf(i+1, class("offer-nouns")...)
	if t.text == "second" && r.anyOf(i-1, "a", "one", "every", "per", "this") && !isOffer {
		return 0, i, false // "wait a second"
	}
	isOfWay := r.anyOf(i+1, "flight", "plane") && r.anyOf(i+2, "back", "home", "out", "there") // "the first flight back"
	if t.ordinal && (!isOffer && r.isBeyondOffers(t) || isOfWay) {
		return 0, i, false
	}
	if t.ordinal && t.value > 0 && !r.ofAnother(i+1) && (isOffer && r.known.offered() || !r.isDated(i)) {
		if isOffer {
			return t.value, i + 2, true
		}
		if r.anyOf(i+1, "flight", "hotel") && r.text(i-1) == "the" {
			return t.value, i + 2, false
		}
		return t.value, i + 1, false
	}
	return 0, i, false
}

// ofAnother reports whether the number before token i counts something else: "first class", "the 2nd of May".
func (r *reading) ofAnother(i int) bool {
	return months[r.text(i)] != 0 || r.text(i) == "of" && !r.anyOf(i+1, "these", "those", "them", "the") ||
		countNouns[r.text(i)] != noCount ||
		r.anyOf(i, "class", "week", "weekend", "half", "time", "leg", "segment", "stop", "thing", "day", "%", "percent",
			"floor", "street", "am", "pm", ":", "/", "st")
}

// isDated reports whether what stands before an ordinal makes it a day: "on the 5th", "leaving the 6th", "May 3rd".
func (r *reading) isDated(i int) bool {
	at := i - 1
	if r.text(at) == "the" {
		at--
	}
	isBack := r.text(at) == "to" && r.text(at-1) == "back" // "go back to the second"
	if (isBack || r.isExchange(at+1)) && r.known.offered() && r.toks[i].kind == word {
		return false
	}
	if r.text(at) == "on" && r.anyOf(at-1, "details", "detail", "info", "information", "more") {
		return false
	}
	if r.text(at) == "between" && r.anyOf(at-1, "difference", "differences", "choose", "choice", "decide",
		"compare", "differ") {
		return false
	}
	if r.isPartOfOffer(at-1) && r.anyOf(at, "of", "from") && r.phraseEnds(i+1) && r.isListed(r.toks[i].value) {
		return false // "with the flights of the third"
	}
	return months[r.text(at)] != 0 || weekdays[r.text(at)] != 0 ||
		r.anyOf(at, "on", "by", "until", "till", "til", "from", "to", "through", "of", "before", "after", "since",
			"between", "-") ||
		at >= 0 && cueWords[r.text(at)] != noCue && !r.anyOf(at, "flight", "ticket", "tickets", "go") ||
		r.anyOf(at, "it", "them", "flights", "date") && r.changes(at) ||
		r.text(at) == "for" && r.anyOf(at-1, "it", "that", "them") // "reserve it for the 3rd"
}

// isPartOfOffer reports whether token i is a part of an option, which may be told behind it: "the flights".
func (r *reading) isPartOfOffer(i int) bool {
	switch valueOf("other-part", r.text(i)) {
	case trip.PartFlight, trip.PartHotel, trip.PartOut, trip.PartBack:
		return r.anyOf(r.before(i-1, "same"), "the", "that", "this", "these", "those")
	}
	return false
}

// changes reports whether a verb of change stands right before token i: "make it", "move them".
func (r *reading) changes(i int) bool {
	return r.anyOf(i-1, "make", "move", "change", "shift", "postpone", "push", "switch", "bring", "put", "reschedule") ||
		r.anyOf(i-2, "make", "move", "change", "shift", "postpone", "push", "reschedule")
}

func superlative(c *clause) (by string, words []string) {
	switch s := c.first("superlative"); {
	case s.phrase == "":
	case s.value != trip.ByEarliest && s.value != trip.ByLatest, !ofReturn(c) && !byArrival(c):
		return s.value, strings.Fields(s.phrase)
	case ofReturn(c), s.value == trip.ByLatest: // orders that nobody knows here
		return "", nil
	default:
		return trip.ByEarliestArrival, append(slices.Clip(class("arrival")), s.phrase)
	}
	fields := strings.Fields(c.text)
	for i, w := range fields {
		by := valueOf("plain-form", w)
		isMost := i > 0 && (fields[i-1] == "most" || fields[i-1] == "more" && slices.Contains(fields[:i], "the"))
		isOnly := i > 0 && fields[i-1] == "the" && i+1 < len(fields) && (fields[i+1] == "one" || fields[i+1] == "flight")
		if by != "" && (isMost || isOnly) { // "the cheap one"
			return by, []string{"more", "most", w}
		}
	}
	return "", nil
}

// selects reads which option the person takes, which is none that is not wanted: "not 1", "without Northglow".
func (r *reading) selects(c *clause) (Act, bool) {
	a, ok := r.takes(c)
	var name []string
	if a.Like != nil {
		name = foldedWords(a.Like.Airline + " " + a.Like.HotelName)
	}
	isDenied := r.some(c.from, c.to, func(i int) bool {
		isPosition := a.Position > 0 && (r.count(i) == a.Position || r.toks[i].value == a.Position)
		return r.unwanted(i) && (isPosition || slices.Contains(name, r.text(i)))
	})
	if ok && isDenied && a.Act == trip.ActSelect {
		return Act{}, false
	}
	return a, ok
}

// takes reads which option a clause names, whatever it says of it.
func (r *reading) takes(c *clause) (Act, bool) {
	if a, ok := r.picksEarly(c); ok {
		return a, true
	}
	if r.known.askKind() == trip.AskClarify && len(r.known.Status.Ask.Choices) > 0 {
		return Act{}, false // it answers the question
	}
	for i := c.from; i < c.to; i++ {
		if r.toks[i].ordinal && r.isBeyondOffers(&r.toks[i]) && !r.anyOf(i+1, class("offer-nouns")...) {
			return Act{}, false // "take the 10th"
		}
	}
	if r.changesChoice(c) {
		return Act{}, false // "the first one but with a later flight back" is none of those that are shown
	}
	for _, another := range [...]func(*reading, *clause) (Act, bool){(*reading).exchangedFor, (*reading).besidePicked} {
		if a, ok := another(r, c); ok {
			return a, true
		}
	}
	verb := c.has(class("choose-verbs")...) ||
		c.has("looks good", "sounds good", "looks great", "looks nice", "is good", "is fine", "works", "is perfect",
			"looks perfect", "looks best", "sounds great")
	noun := strings.HasPrefix(c.text, " the ") && c.has("flight", "hotel") || c.starts("whichever") ||
		c.has("one", "ones") && !c.has("one stop", "one layover", "one connection", "at most one") ||
		c.has("option", "offer", "deal", "bundle", "package")
	if r.onlyPraised(c) {
		return Act{Act: trip.ActMuse, What: trip.MusePraise}, true
	}
	if a, ok := r.byNumber(c); ok {
		return a, true
	}
	if c.has("if", "provided", "as long as", "unless", "assuming", "on condition", "on the condition") {
		head := r.clause(c.from, r.indexOf("if", "provided", "unless", "assuming"))
		a, ok := r.heldOption(&head)
		if ok && r.conditional() && a.Position > 0 && r.isListed(a.Position) { // no day: "the 10th if possible"
			return Act{Act: trip.ActShow, What: trip.ShowOption, Position: a.Position}, true
		}
		return r.asksOption(c) // what is taken on a condition is shown, so that the person can see whether it holds
	}
	asked := r.known.askKind() == trip.AskMissing || r.known.askKind() == trip.AskClarify
	isNext := c.starts("and") && r.hasIn(c.from, c.to, "?") // "and the fastest?"
	isDenied := r.some(c.from, c.to, r.unwanted)            // "not the cheapest one"
	if by, words := superlative(c); by != "" && !isDenied && (r.known.offered() || asked) && !isNext &&
		(c.only(class("choose"), words) || by == trip.ByFastest && c.only(class("choose"), words, class("arrival"))) {
		return Act{Act: trip.ActSelect, By: by, Like: r.likes(c, true)}, true // before there are any it is told so
	}
	if r.told("?best", c) && !isDenied {
		return r.rankersFirst(), true
	}
	if r.known.offered() && (noun || verb || c.has("that")) {
		if like := r.likes(c, noun ||
			c.has("go with", "go for", "take", "choose", "pick", "select", "looks good", "sounds good", "looks great",
				"sounds great")); like != nil {
			return Act{Act: trip.ActSelect, Like: like}, true
		}
	}
	if like := r.offeredAs(c); like != nil {
		return Act{Act: trip.ActSelect, Like: like}, true
	}
	return r.pointedAt(c)
}

// pointedAt reads "I'll take that one" and "the other one".
func (r *reading) pointedAt(c *clause) (Act, bool) {
	pointed := c.has("it", "this", "that") &&
		c.has("take", "choose", "pick", "select", "go with", "go for", "have", "want", "like") ||
		c.does("that one", "this one")
	if (r.known.asksHold() || r.known.askKind() == trip.AskChoose) && c.does("the other one") {
		return Act{Act: trip.ActSelect, Positions: r.known.allListed()}, true // which is not the one that was told last
	}
	if r.known.askKind() == trip.AskChoose && pointed && c.only(class("choose")) &&
		!c.has("rather") && !c.has(denying...) {
		return Act{Act: trip.ActSelect}, true
	}
	return Act{}, false
}

// allListed are the positions of the options to choose from, of which it is asked which one is meant.
func (k *known) allListed() positions {
	var all []string
	for n := int64(1); k.askKind() == trip.AskChoose && n <= k.listed(); n++ {
		all = append(all, strconv.FormatInt(n, 10))
	}
	return positions(strings.Join(all, ","))
}

// changesChoice reports whether what stands behind a clause wants the option that it names otherwise.
func (r *reading) changesChoice(c *clause) bool {
	at := r.behind(c.to, ",")
	if !r.anyOf(at, "but", "only") && !r.anyOf(at, class("words-beside")...) || !r.sameSentence(at, c.from) {
		return false
	}
	_, to := r.span(r.toks[c.from].sentence)
	rest := r.clause(at+1, to)
	return r.told("?otherwise", &rest)
}

// onlyPraised reports whether a clause praises an option, and what stands behind it weighs that against something else:
// "the second is nice, but the first is cheaper", "2 looks good but it is too late". That decides nothing.
func (r *reading) onlyPraised(c *clause) bool {
	at := r.behind(c.to, ",", "but")
	_, to := r.span(r.toks[c.from].sentence)
	rest := r.clause(at, to)
	takes := c.has(class("choose-verbs")...) || rest.has(class("choose-verbs")...)
	return r.known.offered() && r.hasIn(c.to, at, "but") && !takes &&
		(rest.has(class("better")...) || rest.has("better", "nicer"))
}

// byNumber reads an option by its number. A bare ordinal is one while options stand before the person, a bare number
// only when the message says nothing else.
func (r *reading) byNumber(c *clause) (Act, bool) {
	for i := c.from; i < c.to; i++ {
		position, to, named := r.optionAt(i)
		switch {
		case position == 0 || r.unwanted(i) || r.text(i-1) == "the" && r.unwanted(i-1):
		case !named && (!r.known.offered() || r.dayOfTrip(c, position) ||
			position > maxListed && r.known.askKind() == trip.AskChoose && !r.isListed(position)): // "the 13th"
		case !r.clauseOnly(c, i, to, class("choose")):
		default:
			return Act{Act: trip.ActSelect, Position: position}, true
		}
	}
	for i := c.from; i < c.to; i++ {
		isMeant := r.anyOf(i-1, "meant", "wanted") && r.count(i) <= r.known.listed() && !r.anyOf(i+1, "of", "for")
		if r.known.offered() && (r.anyOf(i-1, "take", "pick", "choose", "select", "with") || isMeant) && i > c.from &&
			r.count(i) > 0 &&
			r.toks[i].kind == number && r.clauseOnly(c, i, i+1, class("choose")) {
			return Act{Act: trip.ActSelect, Position: r.count(i)}, true // beside whatever else the message says
		}
	}
	all, end := r.whole(), c.to
	if r.hasAny("hold", "reserve") { // "2 please, and hold it until tomorrow"
		end = r.untilIn(c)
		part := r.clause(c.from, end)
		all = &part
	}
	if r.known.askKind() == trip.AskChoose && r.takesAll(c) {
		return Act{Act: trip.ActSelect}, true
	}
	isHeld := r.known.askKind() == trip.AskApprove && !all.hasWord(class("correcting"))
	if !r.known.offered() || isHeld ||
		!all.only(class("choose"), class("correcting"), numberWords(all)) ||
		len(numberWords(all)) > 1 && !c.has("one") {
		return Act{}, false
	}
	for i := c.from; i < end; i++ {
		isOfRooms := r.toks[i].requested // "two rooms next to each other"
		if r.at(i+1, "of", "us") || r.count(i) > 0 && (r.anyOf(i-1, "for", "are", "re", "be") || isOfRooms) {
			return Act{}, false // "just 2 of us", "and for two?", "we are 3" are travellers
		}
		isAlone := c.words() <= 5 && (r.text(i) != "one" || c.words() == 1)
		if n := r.count(i); n > 0 && !r.unwanted(i) && isAlone && n <= maxListed {
			return Act{Act: trip.ActSelect, Position: n}, true
		}
	}
	return Act{}, false
}

// offeredAs tells which airline or hotel on offer a clause names with nothing but words of choosing around it, in
// whatever letters: "dawnline please". What all names have in common names none.
func (r *reading) offeredAs(c *clause) *Likes {
	if r.known.askKind() != trip.AskChoose || c.hasWord(class("no")) || r.asks(r.toks[c.from].sentence) {
		return nil
	}
	isLike, beside := r.likesOffered(true), slices.Concat(class("choose"), class("carrier"), []string{"at", "in"})
	for i := c.from; i < c.to; i++ {
		if like, end := isLike(i, c.to); like != nil && r.clauseOnly(c, i, end, beside) {
			return like
		}
	}
	return nil
}

// listedBundles are the options that stand before the person: those of the list, or the one that was picked.
func (k *known) listedBundles() []trip.Bundle {
	picked := k.WorkingMemory.Selected.BundleID
	return slices.DeleteFunc(slices.Clone(k.WorkingMemory.RankedBundles), func(b trip.Bundle) bool {
		return (b.BundleID != picked || k.askKind() == trip.AskChoose) &&
			!slices.ContainsFunc(k.Status.Ask.Choices, func(c trip.Choice) bool { return c.ID == b.BundleID })
	})
}

// airlinesOf names who flies an option, of which no search may know.
func airlinesOf(o *trip.FlightOption) (names []string) {
	if o != nil {
		for i := range o.Segments {
			names = append(names, o.Segments[i].Airline)
		}
	}
	return names
}

// ownWords are the words of a name on offer that it has not in common with others: no place of the trip, nothing that
// airlines or hotels are called in general.
func (r *reading) ownWords(name string) []string {
	var places []string
	for i := range r.known.Itinerary.Segments {
		places = append(places, strings.Fields(geo.Fold(r.known.Itinerary.Segments[i].Destination.City))...)
	}
	return slices.DeleteFunc(foldedWords(name), func(w string) bool {
		return is("carrier", w) || slices.Contains(places, w) || topicWords[w] != noTopic ||
			isChoosing(w)
	})
}

func foldedWords(name string) []string {
	return strings.Fields(geo.Fold(strings.NewReplacer("-", " ", "'", "", "’", "").Replace(name)))
}

// takesAll reads that more than one option is taken: "both", "1 and 2", which nobody can.
func (r *reading) takesAll(c *clause) bool {
	numbers := numberWords(c)
	var best []string
	for _, s := range classOf("superlative").entries {
		if c.has(s.phrase) {
			best = append(best, s.phrase)
		}
	}
	if len(best) > 1 && c.only(class("choose"), best, []string{"and"}) && c.has("and") {
		return true
	}
	if r.hasAny("kid", "kids", "child", "children", "aged", "old", "years", "weare") || r.has("we", "are") ||
		slices.ContainsFunc(numbers, func(n string) bool { return !r.isListed(numberOf(n)) }) {
		return false // ages, or days
	}
	return c.only(class("choose"), numbers, []string{"both", "all", "and", "three", "two"}) && !c.hasWord(class("no")) &&
		(c.has("both", "all of them", "all three") || len(numbers) > 1 && !c.has("one", "of us"))
}

// numberOf is the value of a number in digits or in a word.
func numberOf(text string) int64 {
	if n, ok := cardinals[text]; ok {
		return n
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// dayOfTrip reports whether an ordinal corrects a day of the trip: after "not the 5th", the 4th is a day where the
// trip begins or ends on a 5th.
func (r *reading) dayOfTrip(c *clause, _ int64) bool {
	return r.some(0, c.to, func(i int) bool {
		isDay := func(d trip.Date) bool { return int64(d.Day()) == r.toks[i].value }
		return r.toks[i].ordinal && (r.unwanted(i) || r.unwanted(i-1)) && slices.ContainsFunc(r.known.days(), isDay)
	})
}

// days lists the days of the trip.
func (k *known) days() []trip.Date {
	var all []trip.Date
	for _, s := range k.Itinerary.Segments {
		all = append(all, s.DepartDate)
	}
	l := &k.Itinerary.Lodging
	all = append(all, l.CheckIn, l.CheckOut)
	for _, s := range l.Stays {
		all = append(all, s.CheckIn, s.CheckOut)
	}
	return slices.DeleteFunc(all, func(d trip.Date) bool { return d == 0 })
}

// isChoosing reports whether a word may stand around the option that is meant.
func isChoosing(w string) bool { return is("small", w) || is("choose", w) }

// clauseOnly reports whether nothing but these words stands in a clause beside the tokens [from, to).
func (r *reading) clauseOnly(c *clause, from, to int, words []string) bool {
	before, after := r.clause(c.from, from), r.clause(to, c.to)
	return before.only(words) && after.only(words)
}

func numberWords(c *clause) []string { return c.those(isNumeral) }

// those are the words of a clause that are so.
func (c *clause) those(is func(word string) bool) []string {
	return slices.DeleteFunc(strings.Fields(c.text), func(w string) bool { return !is(w) })
}

func isNumeral(w string) bool { return cardinals[w] > 0 || w[0] >= '0' && w[0] <= '9' }

// likes reads what the option that is meant has: its airline, its hotel, no stops. definite says that a verb or a
// noun of choosing stands there; without one "direct flights only" is a wish for another search.
func (r *reading) likes(c *clause, definite bool) *Likes {
	if !definite {
		return nil
	}
	var l Likes
	if c.has(class("nonstop")...) {
		zero := int64(0)
		l.MaxStops = &zero
	}
	if c.has("one stop", "1 stop") {
		one := int64(1)
		l.MaxStops = &one
	}
	if c.has("refundable", "refund") {
		yes := !c.has(class("not-refundable")...)
		l.Refundable = &yes
	}
	isCarrier := func(w string) bool { return is("carrier", w) }
	name := r.offeredName(c)
	switch airline, ok := r.carrierIn(c); {
	case ok:
		l.Airline = airline
	case name == "", r.alien, r.known.listsDays(), !c.only(class("choose"), foldedWords(name)):
	case c.has("flight", "flights", "airline"), slices.ContainsFunc(strings.Fields(geo.Fold(name)), isCarrier),
		r.fliesAs(name):
		l.Airline = name
	default:
		l.HotelName = name
	}
	if l == (Likes{}) {
		return nil
	}
	return &l
}

// fliesAs reports whether an airline on offer is called so.
func (r *reading) fliesAs(name string) bool {
	w := &r.known.WorkingMemory
	isCalled := func(airline string) bool { return strings.Contains(geo.Fold(airline), geo.Fold(name)) }
	flies := func(id string) bool { return slices.ContainsFunc(airlinesOf(w.Flight(id)), isCalled) }
	return slices.ContainsFunc(w.RankedBundles, func(b trip.Bundle) bool {
		return slices.ContainsFunc(b.FlightOptionIDs, flies)
	})
}

// carrierIn is the airline that a clause names.
func (r *reading) carrierIn(c *clause) (string, bool) {
	for i := c.from; i < c.to; i++ {
		for k := range airlineNames {
			if a := &airlineNames[k]; a.key[0] == r.text(i) && r.at(i, a.key...) && (r.toks[i].title || a.sole) {
				return a.name, true
			}
		}
	}
	return "", false
}

// isCabin reports whether token i begins a class, or is the word behind one: "First Class".
func (r *reading) isCabin(i int) bool {
	name, _ := r.cabinAt(i)
	return name != "" || r.anyOf(i, "class")
}

// offeredName is the longest run of capitalised words of a clause that is no word of choosing: the name of an airline
// or a hotel on offer, which only the offer itself can know.
func (r *reading) offeredName(c *clause) string {
	best, from := "", -1
	end := func(i int) {
		if from >= 0 && i > from {
			if name := r.words(from, i); len(name) > len(best) {
				best = name
			}
		}
		from = -1
	}
	for i := c.from; i < c.to; i++ {
		t := &r.toks[i]
		switch {
		case r.isCabin(i):
			end(i)
		case t.kind == word && t.title && !(isChoosing(t.text) && (i == c.from || t.text == "i")) &&
			t.text != "ill" && t.text != "id" && t.text != "im":
			if from < 0 {
				from = i
			}
		case from >= 0 && (t.text == "-" || t.text == "&" || t.text == "'" ||
			r.anyOf(i, "of", "de", "la", "the", "am", "and") && i+1 < c.to && r.tok(i+1).title):
		default:
			end(i)
		}
	}
	end(c.to)
	return best
}
