package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// Which of the options that stand before the person is meant: by its place in the list, by what it is the best in, or
// by the name of who flies or where one sleeps. What is done with it is read in choose.go, show.go and facts.go.
//
// optionAt reads a number that says itself that it is an option's: "option 3", "the second one". A number ALONE may
// as well be a number of people, nights, days or years. Where it is an option's depends on what else is said:
//   - isBare: options are all that is spoken of ("2 rather than 1", "compare 1 and 3"). Each that is listed is one;
//   - isOptionAsked: a question about what is on offer has other words too ("is breakfast included in 3?"). It is one
//     only behind and before certain words;
//   - optionAsked: a question for a fact (facts.go), of which each word must be known. It is one behind more words;
//   - the end of byNumber (choose.go): the message has no other word. One that is not listed is taken all the same,
//     so that the person is told that there is no such option;
//   - asksDetails (show.go): the words around it ask for the rest of an option ("more about 2"). So is one that is
//     not listed.

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

// isListed reports whether so many options stand before the person.
func (r *reading) isListed(position int64) bool {
	return r.known.offered() && position <= r.known.listed()
}

// allListed are the positions of all options that the person can choose from.
func (k *known) allListed() positions {
	var all []string
	for n := int64(1); k.askKind() == trip.AskChoose && n <= k.listed(); n++ {
		all = append(all, strconv.FormatInt(n, 10))
	}
	return positions(strings.Join(all, ","))
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

// mention is an option that a message names by its place in the list, at the tokens [from, to). named says that the
// words can mean nothing else.
type mention struct {
	position int64
	from, to int
	named    bool
}

// optionsIn returns the options that the tokens [from, to) name, also by a number alone where isBare says that it is
// one.
func (r *reading) optionsIn(from, to int, isBare func(i int) bool) (all []mention) {
	for i := from; i < to; i++ {
		if n := r.known.listed(); r.anyOf(i, "first", "last") && r.count(i+1) == 2 && n >= 2 && !r.ofAnother(i+2) {
			start := map[string]int64{"first": 1, "last": n - 1}[r.text(i)] // "the first two"
			all = append(all, mention{start, i, i + 1, true}, mention{start + 1, i + 1, i + 2, true})
			i++
			continue
		}
		position, end, named := r.optionAt(i)
		if position == 0 && isBare != nil && r.count(i) > 0 && isBare(i) {
			position, end, named = r.count(i), i+1, true
		}
		if position > 0 {
			all = append(all, mention{position, i, end, named})
			i = end - 1
		}
	}
	return all
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
	if t.ordinal && !isOffer && r.isBeyondOffers(t) {
		return 0, i, false
	}
	if t.ordinal && t.value > 0 && !r.ofAnother(i+1) && (isOffer && r.known.offered() || !r.isDated(i)) {
		if isOffer {
			return t.value, i + 2, true
		}
		return t.value, i + 1, false
	}
	return 0, i, false
}

// isBeyondOffers reads "the 10th" of four options as a day, and so the number of a day on which one of the days that
// were listed begins.
func (r *reading) isBeyondOffers(t *token) bool {
	ask := r.known.Status.Ask
	return ask != nil && r.known.askKind() == trip.AskChoose && t.kind == number && t.value <= 31 &&
		(t.value > int64(len(ask.Choices)) || r.known.listedDay(int(t.value)) != 0)
}

// isBare reports whether the number at token i is that of an option where options are all that is spoken of.
func (r *reading) isBare(i int) bool {
	return r.count(i) > 0 && r.isListed(r.count(i)) && r.text(i) != "one" && !r.ofAnother(i+1) && !r.toks[i].requested
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
	isBack := r.text(at) == "to" && r.text(at-1) == "back" || // "go back to the second", "the one after the second"
		r.text(at-1) == "one" && r.anyOf(at, "before", "after")
	if (isBack || r.isExchange(at+1)) && r.known.offered() && r.toks[i].kind == word {
		return false
	}
	if r.text(at) == "on" && r.anyOf(at-1, "details", "detail", "info", "information", "more") {
		return false
	}
	if r.isPartOfOffer(at-1) && r.anyOf(at, "of", "from") && r.phraseEnds(i+1) && r.isListed(r.toks[i].value) {
		return false // "with the flights of the third"
	}
	return months[r.text(at)] != 0 || weekdays[r.text(at)] != 0 ||
		r.anyOf(at, "on", "by", "until", "till", "til", "from", "to", "through", "of", "before", "after", "since",
			"between", "-") ||
		at >= 0 && cueWords[r.text(at)] != noCue && !r.anyOf(at, "flight", "ticket", "tickets", "go") ||
		r.anyOf(at, "it", "them", "flights", "date") && r.changes(at)
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

// dayOfTrip reports whether an ordinal corrects a day of the trip: after "not the 5th", the 4th is a day where the
// trip begins or ends on a 5th.
func (r *reading) dayOfTrip(c *clause) bool {
	return r.some(0, c.to, func(i int) bool {
		isDay := func(d trip.Date) bool { return int64(d.Day()) == r.toks[i].value }
		return r.toks[i].ordinal && (r.unwanted(i) || r.unwanted(i-1)) && slices.ContainsFunc(r.known.days(), isDay)
	})
}

// isPosition reports whether an ordinal without a month counts in the list that stands before the person, and is no
// day.
func (r *reading) isPosition(i int) bool {
	t := &r.toks[i]
	all := r.whole()
	if !t.ordinal || r.isDated(i) || r.dayOfTrip(all) {
		return false
	}
	return r.isListed(t.value) && !r.isBeyondOffers(t) ||
		r.lacksNoDay() && all.only(class("choose"), ordinalWords(all)) // "the second please", before there is a list
}

// lacksNoDay reports whether something is missing that is no day.
func (r *reading) lacksNoDay() bool {
	return r.known.askKind() == trip.AskMissing &&
		find(r.known.targets(), departField, inField, outField) == nil
}

// pairOptionAt reads an option that is listed at token i, also by its bare number.
func (r *reading) pairOptionAt(i int) (position int64, end int) {
	if r.toks[i].ordinal && slices.ContainsFunc(r.known.days(), func(d trip.Date) bool {
		return int64(d.Day()) == r.toks[i].value
	}) {
		return 0, i // "the 12th rather than the 11th"
	}
	position, end, _ = r.optionAt(i)
	if r.toks[i].ordinal && r.text(i-1) == "the" && !r.ofAnother(i+1) { // "the hotel of the third" is no day
		position, end = r.toks[i].value, i+1
	}
	if position == 0 && r.isBare(i) {
		position, end = r.count(i), i+1
	}
	if position > r.known.listed() {
		return 0, i
	}
	return position, end
}

// pairBefore are the two options of which "the former" and "the latter" tell one: all that are listed, or those of the
// message before.
func (r *reading) pairBefore() (pair []int64) {
	if r.known.askKind() == trip.AskChoose && r.known.listed() == 2 {
		return []int64{1, 2}
	}
	if !r.known.offered() {
		return nil
	}
	before := r.messageBefore()
	for _, o := range before.optionsIn(0, len(before.toks), before.isBare) {
		pair = append(pair, o.position)
	}
	if len(pair) != 2 || pair[0] == pair[1] || max(pair[0], pair[1]) > r.known.listed() {
		return nil
	}
	return pair
}

// optionsAsked returns the positions of the options that a question is about, in its order: "compare 1 and 3".
func (r *reading) optionsAsked(c *clause) []int64 {
	to := c.to
	for r.sameSentence(c.from, to) && (r.anyOf(to, ",", "or", "and", "vs") || r.count(to) > 0) {
		to++ // "which is better, 1 or 2?"
	}
	var all []int64
	for _, o := range r.optionsIn(c.from, to, func(i int) bool { return r.isOptionAsked(c, i) }) {
		if (o.named || r.known.offered()) && !slices.Contains(all, o.position) {
			all = append(all, o.position)
		}
	}
	return all[:min(len(all), maxActs)]
}

// beforeBare are the words behind which a number alone is that of an option in a question about options.
var beforeBare = []string{
	"in", "of", "between", "and", "or", "than", "is", "does", "with", "vs", "versus", "about", "options", ",", "to",
	"compare",
}

// isOptionAsked reports whether a number in a question about what is on offer is the number of an option: "is breakfast
// included in 3?", but not "breakfast for 2?" or "2 nights".
func (r *reading) isOptionAsked(c *clause, i int) bool {
	ask := r.known.Status.Ask
	if !r.known.offered() || ask == nil || r.count(i) < 1 || r.at(i-2, "there", "is", "one") ||
		r.count(i) > int64(len(ask.Choices)) ||
		!c.hasWord(class("offer")) && !c.has("versus", "vs", "differ") {
		return false
	}
	follows := r.anyOf(i-1, beforeBare...) || r.text(i-1) == "on" && !c.has("flight", "flights", "fly", "leave", "go")
	return follows && (i+1 >= c.to || r.tok(i+1).kind == mark || r.anyOf(i+1, "and", "or", "than", "vs", "versus",
		"with", "to", "more", "less", "cheaper", "better", "have", "has", "include", "refundable", "nonstop", "direct"))
}

// optionAsked reads an option by its number at token i of a question for a fact. "Are 1 and 2 nonstop?" and "what is
// the price for 1?" name options, as each other word of such a question is known: elsewhere these are counts.
func (r *reading) optionAsked(i, from, to int) (position int64, end int) {
	if position, end, named := r.optionAt(i); position > 0 && end <= to && (named || r.known.offered()) {
		return position, end
	}
	isOfList := r.toks[i].ordinal && r.toks[i].kind == word && r.isListed(r.toks[i].value) && r.anyOf(i-1, "the")
	if isOfList && r.phraseEnds(i+1) && i+1 <= to { // "what is the layover on the first?"
		return r.toks[i].value, i + 1
	}
	ask := r.known.Status.Ask
	isNumber := r.toks[i].kind == number && !r.toks[i].decimal && !r.toks[i].ordinal
	if !isNumber || !r.known.offered() || r.count(i) < 1 || ask.Kind == trip.AskChoose &&
		r.count(i) > int64(len(ask.Choices)) ||
		i > from && !r.anyOf(i-1, beforeBare...) &&
			!r.anyOf(i-1, "whats", "are", "do", "option", "number", "numbers", "/", "for", "on") ||
		i+1 < to && r.tok(i+1).kind != mark && countNouns[r.text(i+1)] != noCount {
		return 0, i
	}
	return r.count(i), i + 1
}

// superlative returns what the option that a clause means is the best in, and the words that say so; nothing where it
// is the first or the last on the way back, or the last to land, by which no option is picked.
func superlative(c *clause) (by string, words []string) {
	switch s := c.first("superlative"); {
	case s.phrase == "":
	case s.value != trip.ByEarliest && s.value != trip.ByLatest, !ofReturn(c) && !byArrival(c):
		return s.value, strings.Fields(s.phrase)
	case ofReturn(c), s.value == trip.ByLatest:
		return "", nil
	default:
		return trip.ByEarliestArrival, append(slices.Clip(class("arrival")), s.phrase, "she", "he", "they", "with")
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
	return slices.ContainsFunc(r.namesOffered(false), func(o offeredBy) bool {
		return o.like.Airline != "" && strings.Contains(geo.Fold(o.like.Airline), geo.Fold(name))
	})
}

// carrierIn is the airline that a clause names.
func (r *reading) carrierIn(c *clause) (string, bool) {
	for i := c.from; i < c.to; i++ {
		for k := range airlineNames {
			if a := &airlineNames[k]; r.isAirline(a, i) && (r.toks[i].title || a.sole) {
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
		case r.isCabin(i), i == c.from && is("superlative", t.text) && !r.tok(i+1).title: // "Cheapest please"
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

// listedBundles are the options that the person sees: those of the list, or the one that was picked.
func (k *known) listedBundles() []trip.Bundle {
	picked := k.WorkingMemory.Selected.BundleID
	return slices.DeleteFunc(slices.Clone(k.WorkingMemory.RankedBundles), func(b trip.Bundle) bool {
		return (b.BundleID != picked || k.askKind() == trip.AskChoose) &&
			!slices.ContainsFunc(k.Status.Ask.Choices, func(c trip.Choice) bool { return c.ID == b.BundleID })
	})
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

// offeredBy is an airline or a hotel on offer, and the words of its name that it has not in common with others.
type offeredBy struct {
	own  []string
	like Likes
}

// namesOffered are the airlines and hotels on offer, or those of the options that are listed.
func (r *reading) namesOffered(listed bool) (all []offeredBy) {
	isOf := func(id string) bool {
		return !listed || slices.ContainsFunc(r.known.listedBundles(), func(b trip.Bundle) bool {
			return slices.Contains(b.FlightOptionIDs, id) || slices.Contains(b.HotelOptionIDs, id)
		})
	}
	add := func(id, text string, like Likes) {
		if own := r.ownWords(text); len(own) > 0 && isOf(id) {
			all = append(all, offeredBy{own, like})
		}
	}
	w := &r.known.WorkingMemory
	for _, options := range w.FlightQuotes {
		for i := range options {
			for k := range options[i].Segments {
				airline := options[i].Segments[k].Airline
				add(options[i].OptionID, airline, Likes{Airline: airline})
			}
		}
	}
	for _, rooms := range w.HotelQuotes {
		for _, options := range rooms {
			for i := range options {
				add(options[i].OptionID, options[i].HotelName, Likes{HotelName: options[i].HotelName})
			}
		}
	}
	return all
}

// likesOffered returns a reader of them: which one the words at a token name, and where they end. What all names have
// in common names none.
func (r *reading) likesOffered(listed bool) func(i, to int) (*Likes, int) {
	names := r.namesOffered(listed)
	return func(i, to int) (*Likes, int) {
		for k := range names {
			end := i + len(names[k].own)
			if end > to || !r.isAt(i, names[k].own) {
				continue
			}
			for end < to && (is("carrier", r.text(end)) || r.ofTripPlace(end)) {
				end++
			}
			return &names[k].like, end
		}
		return nil, i
	}
}

// ofTripPlace reports whether token i is a word of a place that the trip goes to or comes from.
func (r *reading) ofTripPlace(i int) bool {
	return slices.ContainsFunc(r.known.Itinerary.Segments, func(leg trip.Segment) bool {
		return r.isNameOf(i, &leg.Origin) || r.isNameOf(i, &leg.Destination)
	})
}

// isNameOf reports whether token i is a word or the code of a place.
func (r *reading) isNameOf(i int, p *trip.Place) bool {
	return slices.Contains(strings.Fields(geo.Fold(p.City)), r.text(i)) || strings.EqualFold(p.Code, r.text(i))
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

// numberOf is the value of a number in digits or in a word.
func numberOf(text string) int64 {
	if n, ok := cardinals[text]; ok {
		return n
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}
