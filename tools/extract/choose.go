package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What is done with the option that is meant: it is taken, put in the place of another, held in part, or put side by
// side with others. Some in one sentence tell which of them is taken ("2 rather than 1", "the cheaper one of 1 and 2"),
// or which part of each ("the flights of 1 with the hotel of 2").

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
	switch {
	case a.Act != trip.ActSelect || !ok:
	case isDenied:
		return Act{}, false
	case r.conditional() && a.Position > 0 && r.isListed(a.Position): // so that the person sees whether it holds
		return r.onlyShown(optionShown(a.Position), true)
	}
	return a, ok
}

// onlyShown adds, before what is shown in place of a choice, that nothing is taken on a condition.
func (r *reading) onlyShown(a Act, ok bool) (Act, bool) {
	if ok {
		r.addActs(Act{Act: trip.ActHelp, What: trip.HelpCondition})
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
		if a, ok := r.heldOption(&head); ok && r.conditional() && r.isListed(a.Position) && a.Position > 0 {
			return a, true // no day: "the 10th if possible"
		}
		return r.onlyShown(r.asksOption(c))
	}
	asked := r.known.askKind() == trip.AskMissing || r.known.askKind() == trip.AskClarify
	isNext := c.starts("and") && r.hasIn(c.from, c.to, "?") // "and the fastest?"
	isDenied := r.some(c.from, c.to, r.unwanted)            // "not the cheapest one"
	if by, words := superlative(c); by != "" && !isDenied && (r.known.offered() || asked) && !isNext &&
		(c.only(class("choose"), words) || by == trip.ByFastest && c.only(class("choose"), words, class("arrival"))) {
		if a := (Act{Act: trip.ActSort, By: sortOf[by], What: trip.SortBack}); ofTime[a.By] && r.askedOfReturn() {
			return a, true // "sort the flights back by departure", "the latest one"
		}
		if len(r.known.listedDays()) == 1 && r.known.listed() > 1 && ofTime[sortOf[by]] {
			return Act{Act: trip.ActSelect}, true // of several routes on one day the time of none is known
		}
		a := Act{Act: trip.ActSelect, By: by, Like: r.likes(c, true)} // before there are any it is told so
		if strings.HasSuffix(words[len(words)-1], "er") {
			a.Positions = r.pairSaid()
		}
		return a, true
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
	if (r.known.asksHold() || r.known.askKind() == trip.AskChoose) && c.does("the other one", "the other") {
		return Act{Act: trip.ActSelect, Positions: r.known.allListed()}, true // which is not the one that was told last
	}
	if r.known.askKind() == trip.AskChoose && pointed && c.only(class("choose")) &&
		!c.has("rather") && !c.has(denying...) {
		return Act{Act: trip.ActSelect, Positions: r.pairSaid()}, true
	}
	return Act{}, false
}

// pairSaid are the two options that the message before put side by side: of these "the cheaper one" is one.
func (r *reading) pairSaid() positions {
	if pair := r.pairBefore(); r.known.listed() > 2 && pair != nil {
		return positions(strconv.FormatInt(pair[0], 10) + "," + strconv.FormatInt(pair[1], 10))
	}
	return ""
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
		case !named && (!r.known.offered() || r.dayOfTrip(c) ||
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
	isHeld := r.known.askKind() == trip.AskApprove && !all.hasWord(class("correcting")) && !r.known.listsBesideHold()
	if !r.known.offered() ||
		!all.only(class("choose"), class("correcting"), numberWords(all)) ||
		len(numberWords(all)) > 1 && !c.has("one") {
		return Act{}, false
	}
	for i := c.from; i < end; i++ {
		isOfOther := r.toks[i].requested || r.isOneAged(i) // "two rooms next to each other", "she is 3"
		if r.at(i+1, "of", "us") || r.count(i) > 0 && (r.anyOf(i-1, "for", "are", "re", "be") || isOfOther ||
			r.text(i-1) == "us" && r.anyOf(i-2, "only", "just", "its", "is", "for")) {
			return Act{}, false // "just 2 of us", "and for two?", "we are 3" are travellers
		}
		isAlone := c.words() <= 5 && (r.text(i) != "one" || c.words() == 1)
		if n := r.count(i); n > 0 && !r.unwanted(i) && isAlone && n <= maxListed {
			if isHeld { // to take it would give back what is held
				return optionShown(n), r.isListed(n)
			}
			return Act{Act: trip.ActSelect, Position: n}, true
		}
	}
	return Act{}, false
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

// besidePicked reads "the one before that" as the option of the list beside the one that is picked or was named before:
// "not the first, the one after that". "The one after the second" names it itself.
func (r *reading) besidePicked(c *clause) (Act, bool) {
	at := int64(slices.Index(r.known.Turn.Shown, r.known.WorkingMemory.Selected.BundleID)) + 1
	for i := c.from + 1; i < c.to; i++ {
		step, names := stepsBeside[r.text(i)], r.text(i+1) == "the"
		if step == 0 || r.text(i-1) != "one" || r.unwanted(i-1) || !names && !r.anyOf(i+1, "that", "it", "this") {
			continue // "the one after 2" may be an hour
		}
		named := r.optionsIn(0, i, r.isBare)
		if names {
			named = r.optionsIn(i+1, c.to, r.isBare)
		}
		if len(named) > 0 {
			at = named[len(named)-1].position
		}
		isSo := at > 0 && at+step > 0 && r.isListed(at+step) && (!names || len(named) == 1) &&
			c.only(class("choose"), class("correcting"), numberWords(c), ordinalWords(c), []string{r.text(i)})
		return Act{Act: trip.ActSelect, Position: at + step}, isSo
	}
	return Act{}, false
}

// stepsBeside says of words how many places further down the list an option stands than another.
var stepsBeside = map[string]int64{"before": -1, "above": -1, "after": 1, "below": 1}

// holdsPart reads which option shall be held and which part of it: "hold the flights of 2", "hold 2, just the flights".
func (r *reading) holdsPart(c *clause) bool {
	from, to := r.span(r.toks[c.from].sentence)
	all := r.clause(c.from, to)
	n := r.partsOf(&all)
	named := n.parts
	switch {
	case len(n.beside) == 0:
	case all.has("but only", "but just"):
		named = n.beside
	case len(n.beside) == 1 && partsWithout[n.beside[0]] != "":
		named = strings.Split(string(partsWithout[n.beside[0]]), ",") // "hold 2 without the hotel"
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

// pair is what a sentence says of some options that it names.
type pair struct {
	positions []int64
	ends      []int // of each option, the token behind it
	starts    []int
	parts     []string
	by        string
}

// findPairs reads the sentences that name two options that are listed, and say nothing but which of them is meant.
// Rule: 6.8.pair
func (r *reading) findPairs() {
	if len(r.toks) == 0 || !r.known.offered() {
		return
	}
	for s := range r.toks[len(r.toks)-1].sentence + 1 {
		from, to := r.span(s)
		c := r.clause(from, to)
		isAsked := r.asks(s) || r.hasIn(from, to, "?")
		if isAsked && !c.starts("can i", "can we", "could i", "could we", "may i", "may we", "ill", "well") {
			continue
		}
		if p, ok := r.pairIn(from, to); ok {
			if a, ok := r.ofPair(p, &c); ok {
				r.taken(&c)
				r.addActs(a)
			}
		}
	}
}

// pairIn reads the options of a sentence, and what is said beside them.
func (r *reading) pairIn(from, to int) (*pair, bool) {
	p := &pair{}
	for i := from; i < to; {
		if position, end := r.pairOptionAt(i); position > 0 {
			p.positions, p.starts, p.ends = append(p.positions, position), append(p.starts, i), append(p.ends, end)
			i = end
			continue
		}
		part, before, w := valueOf("other-part", r.text(i)), valueOf("other-part", r.text(i-1)), r.text(i)
		isPart := part == trip.PartFlight || part == trip.PartHotel || part == trip.PartOut || part == trip.PartBack
		switch {
		case r.toks[i].kind == mark || w == "s",
			part == trip.PartFlight && (before == trip.PartOut || before == trip.PartBack): // "the return flight"
		case isPart && len(p.parts) > 0 && p.parts[len(p.parts)-1] == trip.PartFlight && r.anyOf(i-1, "flight", "flights"):
			p.parts[len(p.parts)-1] = part // "the flight back"
		case isPart:
			p.parts = append(p.parts, part)
		case cmp.Or(valueOf("superlative", w), valueOf("plain-form", w)) != "":
			p.by = cmp.Or(valueOf("superlative", w), valueOf("plain-form", w))
		case !is("pair", w) && !isChoosing(w):
			return nil, false
		}
		i++
	}
	return p, len(p.positions) > 1 && p.positions[0] != p.positions[1]
}

// otherHalf is the part that one of two options has where the other one has a part: of flights and hotel, or of the
// ways.
var otherHalf = map[string]string{
	trip.PartHotel: trip.PartFlight, trip.PartFlight: trip.PartHotel, trip.PartBack: trip.PartOut,
	trip.PartOut: trip.PartBack,
}

// ofPair is what is wanted of some options.
func (r *reading) ofPair(p *pair, all *clause) (Act, bool) {
	var named []string
	for _, position := range p.positions {
		named = append(named, strconv.FormatInt(position, 10))
	}
	first, second := Act{Act: trip.ActSelect, Position: p.positions[0]}, Act{Act: trip.ActSelect, Position: p.positions[1]}
	a := Act{Act: trip.ActSelect, Positions: positions(strings.Join(named, ",")), By: p.by}
	before, between := r.clause(all.from, p.starts[0]), r.clause(p.ends[0], p.starts[1])
	isDenied := func(c *clause) bool { return c.hasWord(class("not")) || c.has("rather than", "instead of", "over") }
	isMissing := slices.Contains(p.parts, trip.PartHotel) && !r.known.needsLodging() ||
		len(p.parts) > 0 && !slices.Contains(p.parts, trip.PartHotel) && r.known.stayOnly()
	switch {
	case isMissing: // "1 but with the hotel of 3", and there are only flights
		return Act{}, false
	case r.known.listsDays() && (p.by != "" || len(p.parts) > 0): // of which one is taken by its number
		return Act{}, false
	case len(p.positions) == 2 && len(p.parts) == 2 && p.by == "":
		a.Items = parts(strings.Join(p.parts, ","))
		return a, p.parts[0] != p.parts[1]
	case len(p.positions) == 2 && len(p.parts) == 1 && between.has("with", "but") && between.has(partWords...):
		a.Items = parts(otherHalf[p.parts[0]] + "," + p.parts[0]) // "1 but with the hotel of 3"
		return a, p.by == "" && !isDenied(all)
	case len(p.parts) > 0:
		return Act{}, false
	case p.by != "":
		return a, all.has("of", "between", "whichever", "among") && !isDenied(all)
	case len(p.positions) > 2:
		return Act{}, false // "not 1, not 2, 3"
	case between.has("than") && !isDenied(&before): // "1 is better than 2"
		return first, true
	case isDenied(&between), before.has("prefer", "rather") && between.has("to", "than"):
		return first, true
	case isDenied(&before), between.hasWord(class("correcting")),
		between.has(class("choose-verbs")...) && r.hasIn(p.ends[0], p.starts[1], "but"):
		return second, true
	}
	return a, between.has("or") // it is asked which of them
}

// compares reads that options shall be put side by side: "the difference between 1 and 3", "the first or the second?"
func (r *reading) compares(c *clause) []Act {
	if !r.told("?compares", c) {
		return nil
	}
	var acts []Act
	for _, o := range r.optionsIn(c.from, c.to, r.isBare) {
		if o.position <= r.known.listed() && !r.ofAnother(o.to) {
			acts = append(acts, optionShown(o.position))
		}
	}
	if len(acts) < 2 {
		return nil
	}
	return acts[:min(len(acts), maxActs)]
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
