package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/messages"
)

// How many travel where no noun counts them: the size of a group, a number alone, names, one person alone.

// groupSize reads "a group of four", "party of 3", "economy for one", "we are 3". Of a family without ages, two are
// taken for adults.
func (r *reading) groupSize(p *party) int64 {
	for i := range r.toks {
		if n := r.count(i); n < 1 || n > 99 || !r.free(i) {
			continue
		} else if size := r.sizeAt(i, n, p); size > 0 {
			r.take(i, i+1, byTraveller)
			return size
		}
	}
	if r.has("both", "of", "us") || r.has("couple") && !r.has("couple", "of") || r.has("honeymoon") {
		return 2
	}
	return -1
}

// sizeAt is how many adults the number n at token i means; 0 where it counts no group.
func (r *reading) sizeAt(i int, n int64, p *party) int64 {
	ends := r.phraseEnds(i + 1)
	switch {
	case r.anyOf(i+1, "couples", "families"):
		if r.text(i+1) == "families" {
			p.families = n
		}
		return 2*n + r.oneMore(i+2)
	case r.anyOf(i-1, "plus", "+") && r.anyOf(i-2, "me", "myself", "i") && ends,
		r.text(i+1) == "others" && (r.text(i-1) == "with" && !r.hasAny("compare") || r.anyOf(i-2, "me", "myself", "i")):
		r.note(i+1, i+1+boolInt(!ends), byTraveller)
		return n + 1 // "me and 2 others"
	case r.text(i-1) == "of" && r.text(i-2) == "family" && n > 2 && p.children < 0:
		p.children, p.family = n-2, true
		return 2
	case r.text(i-1) == "of" && r.anyOf(i-2, "group", "party", "family", "team", "total"),
		r.anyOf(i-1, "for", "weare", "us") && ends && !r.goesOnInNights(i),
		r.text(i-1) == "we" && (ends || r.anyOf(i+1, "want", "would", "need", "fly", "go", "travel", "plan")),
		r.anyOf(i-1, "just", "only") && ends && find(r.known.targets(), adultsPath) != nil,
		r.text(i-1) == "are" && r.anyOf(i-2, "we", "there") && ends,
		r.text(i-1) == "in" && r.anyOf(i-2, "traveling", "travelling", "are", "weare") && ends,
		r.text(i-1) == "with" && ends && r.text(i+1) != "",
		r.at(i+1, "of", "them") && r.asksForPeople(),
		r.inGroup(r.behind(i+1, "total")) > 0,
		r.anyOf(i-1, "it", "that") && r.text(i-2) == "make" && ends && r.topicOf(i) != hotelTopic:
		return n
	}
	return 0
}

// goesOnInNights reads the last number of "in Vienna for two nights and in Munich for two": it is of nights too.
func (r *reading) goesOnInNights(i int) bool {
	k := slices.IndexFunc(r.places, func(p placeMention) bool { return p.to == i-1 })
	return k > 0 && r.nightsBehind(&r.places[k-1]) > 0 && r.nightsBehind(&r.places[k]) > 0
}

// isOneBehind reports whether "and a nanny" stands at token i and nothing behind it. The wife of one of several is
// among them.
func (r *reading) isOneBehind(i int, isSeveral bool) bool {
	noun := r.behind(r.behind(i+1, whose...), "a")
	return companionNouns[r.text(noun)] == 1 && r.phraseEnds(noun+1) && !(isSeveral && is("spouse", r.text(noun)))
}

// isPartOfCount reports whether the count k of grown-ups and the one beside it make up one before them: "4 of us: 2
// students and 2 teachers".
func (r *reading) isPartOfCount(k int) bool {
	return slices.ContainsFunc([]int{k - 1, k}, func(first int) bool {
		isAll := func(o countMention) bool {
			return o.kind == adultCount && o.n == r.counts[first].n+r.counts[first+1].n &&
				r.anyOf(o.to-1, "people", "persons", "adults", "us", "travellers", "travelers", "passengers")
		}
		return first > 0 && first+1 < len(r.counts) && r.counts[first].kind == r.counts[first+1].kind &&
			slices.ContainsFunc(r.counts[:first], isAll)
	})
}

// othersOf is how many of a total are no children, where these are told with some who are called by what they are: 3
// of "18 people, 15 boys and 3 coaches"; 0 where nobody is.
func (r *reading) othersOf(total int64) int64 {
	for _, c := range r.counts {
		for i := c.to; c.kind == childCount && r.sameSentence(i, c.to); i++ {
			if n := r.count(i); n > 0 && n == total-c.n && r.anyOf(i-1, "and", "plus", "&", "+") && r.isPlural(i+1) {
				r.note(i, i+2, byTraveller)
				return n
			}
		}
	}
	return 0
}

// isSumOfOthers reports whether count k repeats the sum of the others, as "4 people" does in "2 adults and 2 kids, 4
// people in total".
func (r *reading) isSumOfOthers(k int) bool {
	var others, adults int64
	for n, c := range r.counts {
		if n != k && c.kind.ofPeople() {
			others += c.n
			adults += c.n * int64(boolInt(c.kind == adultCount))
		}
	}
	c := &r.counts[k]
	isMore := c.more || r.hasIn(max(0, c.from-2), c.to, "more", "another", "other", "plus", "extra") || r.joins()
	return !isMore && c.kind == adultCount && !is("grown-ups", r.text(c.to-1)) &&
		adults > 0 && adults < others && c.n == others
}

// endsInTotal reads "we take the kids, 5 and 8. 4 people": a number by itself, behind children of whom the ages are
// told, is of all.
func (r *reading) endsInTotal() bool {
	if len(r.counts) == 0 || len(r.ages()) == 0 {
		return false
	}
	c := &r.counts[len(r.counts)-1]
	return c.from > 0 && c.kind == adultCount && r.tok(c.from-1).kind == mark && r.tok(c.to).kind == mark
}

// isAnew reports whether a number of people says how many of them there are now, and not how many come or go: "my mum
// comes too, so that's three adults", "one boy pulled out, so 13 pupils now", "make it 4 people". A number of all
// beside a child is none: "our baby comes too, so that's 3 of us".
func (r *reading) isAnew(c countMention, isLess bool) bool {
	isOfMinors := c.kind == adultCount && r.some(0, len(r.toks), func(i int) bool { return isKid(r.text(i)) })
	isMade := r.at(c.from-2, "make", "it")
	if !c.kind.ofPeople() || c.more || c.fewer || isOfMinors && !isMade && !is("grown-ups", r.text(c.to-1)) {
		return false
	}
	now := r.known.Party.Travelers
	were := map[countKind]int64{adultCount: now.Adults, childCount: now.Children, infantCount: now.Infants}[c.kind]
	at := r.before(c.from-1, "that", "thats", "is", "are", "we", "weare", "it", "its", "now", "only", "just", "there",
		"of", "us", "a", "total")
	isLed := r.anyOf(at, "so", "makes", "leaves") && (r.phraseEnds(c.to) || r.anyOf(c.to, "now", "left")) ||
		r.anyOf(c.to, "now", "left", "remaining") && r.phraseEnds(c.to+1) || r.isOfAll(c.to-1)
	if at >= 0 && isLed {
		r.note(at, c.from, byTraveller)
	}
	isLike := isLess && c.n <= were || !isLess && (c.n > were || c.n == were && !r.joins())
	return now.Adults > 0 && (isLed && isLike || isMade)
}

// saidAnew returns the number that says anew how many travel, where it is said who comes or goes; -1 where none does.
func (r *reading) saidAnew() int {
	if len(r.counts) == 0 || r.known.Party.Travelers.Adults == 0 {
		return -1
	}
	isLess := r.leftOut() || r.hasAny(class("fewer")...) ||
		slices.ContainsFunc(r.counts, func(c countMention) bool { return c.fewer })
	return slices.IndexFunc(r.counts, func(c countMention) bool { return r.isAnew(c, isLess) })
}

// countedAnew tells of whom the message says anew how many travel, noCount where of nobody. Numbers of the same kind
// before that say who comes or goes, and do not count.
func (r *reading) countedAnew() countKind {
	at := r.saidAnew()
	if at < 0 {
		return noCount
	}
	for k := at - 1; k >= 0; k-- {
		if r.counts[k].kind == r.counts[at].kind {
			at--
			r.counts = slices.Delete(r.counts, k, k+1)
		}
	}
	return r.counts[at].kind
}

// isForSome reads "we need a hotel too, for two people only" where more fly: a party of fewer is none of the trip's.
func (r *reading) isForSome(c *countMention) bool {
	t := r.known.Party.Travelers
	at := r.before(r.before(c.from-1, "just", "only", "for"), ",", "too")
	isOnly := r.hasIn(at+1, c.from, "just", "only") || r.anyOf(c.to, "only")
	isOfHotel := topicWords[r.text(at)] == hotelTopic && !r.known.stayOnly() && !r.speaksOf(flightTopic)
	isMore := topicWords[r.text(at)] != noTopic && r.hasIn(at+1, c.from, "too") // "a return flight too, just for 1 adult"
	return isOnly && r.hasIn(at+1, c.from, "for") && (isOfHotel || isMore) && c.kind == adultCount &&
		c.n < t.Adults+t.Children
}

// adultsOfAll leaves the adults of a number that is of all who travel.
func (r *reading) adultsOfAll(p *party, hasMinors, isAnew bool) {
	if (p.children > 0 || p.infants > 0) &&
		(r.hasAny(class("including")...) || hasMinors || r.tellsOfKids() || r.someAreChildren() ||
			r.has("of", "them") || r.ofFamily(p) || r.endsInTotal()) {
		p.adults = max(p.adults-max(p.children, 0)-max(p.infants, 0), 0)
	}
	now := r.known.Party.Travelers
	if young := now.Children + now.Infants; p.adults >= now.Adults+young && p.children < 0 && p.infants < 0 &&
		(isAnew || !r.joins() && !r.leftOut()) && !r.hasAny("adults", "each") &&
		!r.some(0, len(r.toks), func(i int) bool { return isKid(r.text(i)) }) {
		p.adults -= young // "6 persons in total", of a trip with children
	}
	if n := r.othersOf(p.adults); n > 0 {
		p.adults = n
	}
}

// noteTotal claims a number that only repeats how many travel in all: "my wife and I, so two", "five: two adults, three
// kids", "2 adults and 2 kids, 4 in total".
func (r *reading) noteTotal(adults, children int64) {
	all := adults + children
	for i := range r.toks {
		isAlone := r.tok(i+1).kind == mark && (i == 0 || r.tok(i-1).kind == mark || r.text(i-1) == "so")
		isAll := r.count(i) == all && (isAlone && r.toks[i].isHowMany() || r.isOfAll(i) || r.sizeAt(i, all, &party{}) > 0)
		isPairs := r.anyOf(i+1, "families", "couples") && r.sizeAt(i, r.count(i), &party{}) == adults
		if r.count(i) > 0 && r.free(i) && (isAll || isPairs) { // "a family of four", "two families (4 adults, 5 kids)"
			r.note(i, i+1+boolInt(isPairs), byTraveller)
		}
	}
}

// inGroup is the token behind "in my group" at token i, 0 where something else stands there.
func (r *reading) inGroup(i int) int {
	if r.text(i) == "in" && r.anyOf(i+1, "my", "our", "the", "this") && r.anyOf(i+2, "group", "party") {
		return i + 3
	}
	return 0
}

// namedTravellers counts those who travel by name: "Mr. Okafor flies to Rome"; -1 when nobody does.
func (r *reading) namedTravellers() int64 {
	names := map[string]bool{} // of whom each is counted once
	for i := range r.toks {
		at := r.behind(i+1, ".")
		isPair := r.anyOf(at, "and", "&") && is("title", r.text(at+1))
		if is("title", r.text(i)) && r.toks[i].title && (r.tok(at).title || isPair) &&
			!r.anyOf(i-1, "with", "meet", "see", "dear", "hi", "hello") {
			names[r.text(i)+r.text(at)] = true
			r.note(i, at+1, byTraveller)
		}
	}
	n := int64(len(names))
	if n == 0 || r.hasAny("i", "me", "we", "us") {
		return -1
	}
	return n
}

// asksForPeople reports whether the engine asks who travels.
func (r *reading) asksForPeople() bool {
	return slices.ContainsFunc(r.known.targets(),
		func(t target) bool { return strings.HasPrefix(t.path, "party.travelers.") })
}

// phraseEnds reports whether nothing that a number could count stands at token i.
func (r *reading) phraseEnds(i int) bool {
	if r.tok(i).kind == mark {
		return true
	}
	return r.anyOf(i, class("ends-phrase")...) || r.isSound(i) || r.at(i, "by", "the", "way")
}

// partEnds reports whether a mark stands at token i, or a sentence begins there.
func (r *reading) partEnds(i int) bool { return r.tok(i).kind == mark || !r.sameSentence(i-1, i) }

// bareNumber finds the number of a sentence, or of the part of it that tells what is needed, which says nothing else:
// "Two, please", "I'll need 2".
func (r *reading) bareNumber() (int64, int) {
	for i := range r.toks {
		n := r.count(i)
		if n < 1 || n > 20 || !r.free(i) || r.tok(i+1).requested || r.toks[i].text == "one" && !r.oneCounts(i) {
			continue
		}
		from, to := r.span(r.toks[i].sentence)
		if at, end := r.phraseAround(i); r.anyOf(at, "i", "we", "ill", "id") && r.hasIn(at, i, "need") {
			from, to = at, end // "is it a round trip, and I need three"
		}
		if !r.some(from, to, func(k int) bool {
			t := &r.toks[k]
			return k != i && t.kind != mark && !t.used && !is("beside-number", t.text) && !r.isSound(k)
		}) {
			return n, i
		}
	}
	return 0, -1
}

// oneCounts tells "just one" from "that one".
func (r *reading) oneCounts(i int) bool {
	return r.wordCount() == 1 || r.anyOf(i-1, "just", "only", "need", "for", "of") ||
		r.anyOf(i+1, "please") && !r.anyOf(i-1, "that", "this", "the", "another", "other", "first", "cheapest")
}

// alone reads "just me", "by myself", "travelling alone".
func (r *reading) alone() bool {
	for i := range r.toks {
		if from, to := r.aloneBack(i); from < to {
			r.tell(from, to)
			continue
		}
		if r.anyOf(i, "me", "myself") && r.anyOf(i+1, "and", "plus", "&", "+", "with") &&
			(r.companionIn(i+2, i+6, i) || r.count(i+2) > 0) {
			continue // "just me and my girlfriend", "for myself plus 3"
		}
		if r.anyOf(i, "me", "myself", "only") && r.anyOf(r.before(i-1, "just", "only"), class("not")...) {
			continue // "not just me"
		}
		switch {
		case r.text(i) == "me" && r.anyOf(i+1, "and", "plus", "&", "+", "with") && r.tok(i+2).requested &&
			!r.speaksOfSeveral() && !isPerson(strings.ToLower(r.tok(i+3).raw)) && r.known.Party.Travelers.Adults == 0:
			return true // "me and my dog"
		case r.text(i) == "only" && r.isOne(i):
			return true
		case r.text(i) == "me" && r.count(r.before(i-1, "thats", "that", "is", ",")) == 1:
			r.note(r.before(i-1, "thats", "that", "is", ","), i+1, byTraveller) // "only one, that's me"
			return true
		case r.text(i) == "myself" && (r.anyOf(i-1, "just", "only", "by", "for") || r.wordCount() == 1),
			r.text(i) == "me" && r.text(i-1) == "but" && r.anyOf(i-2, "nobody", "one"),
			r.text(i) == "me" && (r.anyOf(i-1, "just", "only") || r.text(i-1) == "for" && r.anyOf(i-2, "just", "only")):
			return true
		case r.anyOf(i, "alone", "solo") && !r.toks[i].acted && !r.anyOf(i-1, "let") &&
			!r.anyOf(i-1, class("not")...), r.at(i, "on", "my", "own"),
			r.at(i, "by", "himself"), r.at(i, "by", "herself"):
			r.note(i, i+1, byTraveller)
			return true
		}
	}
	return false
}

// isOne reads "I am the one and only person in my group" around the "only" at token i.
func (r *reading) isOne(i int) bool {
	at, to := r.before(i-1, "the", "one", "and"), i+2
	if at == i-1 || !r.anyOf(at, "am", "im", "be", "ill") || !r.hasIn(max(0, at-2), at+1, "i", "im", "ill") ||
		r.text(i+1) != "one" && countNouns[r.text(i+1)] != adultCount {
		return false
	}
	r.note(at, max(to, r.inGroup(to)), byTraveller)
	return true
}

// aloneBack returns the words around the "alone" at token i by which one of several comes back alone: "two adults …,
// and I return alone on the 14th", "alone on the way back". It returns i, i where nobody does.
func (r *reading) aloneBack(i int) (from, to int) {
	if !r.anyOf(i, "alone", "solo") {
		return i, i
	}
	isCounted := func(c countMention) bool { return c.kind == adultCount && c.n > 1 && c.to <= i }
	isSeveral := r.known.Party.Travelers.Adults > 1 || slices.ContainsFunc(r.counts, isCounted) ||
		r.some(0, i, func(k int) bool {
			isBeside := companionNouns[r.text(k)] > 0 && r.anyOf(r.before(k-1, whose...), "with", "and", "&")
			return isBeside || r.text(k) == "for" && r.count(k+1) > 1 && r.phraseEnds(k+2)
		})
	first, last := r.partAround(i)
	for k := len(r.cues) - 1; k >= 0 && isSeveral; k-- {
		if c := &r.cues[k]; c.kind == backCue && c.from >= first && c.from < last {
			return min(c.from, i), max(i+1, c.from+1)
		}
	}
	return i, i
}

// minorAlone reports whether a child travels alone: the one who writes, or one who was told of before without an adult.
func (r *reading) minorAlone(p *party, with companions) bool {
	known := r.known.Party.Travelers
	self := r.hasAny("i", "im", "me", "myself", "we", "us")
	switch {
	case r.ownAge() > 0:
		return r.alone() || !with.any() && p.adults < 1 && known.Adults == 0
	case !r.alone() && !r.hasAny("unaccompanied"):
		return false
	case max(p.children, 0)+max(p.infants, 0) > 0:
		return p.adults < 1 && !self && !r.hasAny("with")
	}
	return known.Adults == 0 && known.Children+known.Infants > 0 && !self
}

// ownAge reads "I am 16", the age of a child who writes; 0 when the message does not tell it.
func (r *reading) ownAge() int64 {
	for i := range r.toks {
		if n := r.count(i); r.tellsOwnAge(i) {
			return n
		}
	}
	return 0
}

// leastOwnAge is the age from which a child may write for itself.
const leastOwnAge = 10

func (r *reading) tellsOwnAge(i int) bool {
	if n := r.count(i); n < leastOwnAge || n >= 18 {
		return false // "I am only 1" counts travellers
	}
	years := r.anyOf(i+1, "years", "year", "yrs", "yo") || r.text(i+1) == "-" && r.anyOf(i+2, "year")
	if r.text(i-1) == "(" && r.text(i+1) == ")" && r.anyOf(i-2, "me", "i", "myself") {
		return true // "my mum and me (17)"
	}
	at := r.before(i-1, "only", "just")
	return (r.text(at) == "im" || r.text(at) == "am" && r.text(at-1) == "i") && (years || r.phraseEnds(i+1))
}

// assumeOne takes it that one adult travels where somebody plans a trip and speaks of one person alone: "I want to fly
// to Rome", "get her to Rome". What is said of travellers later counts instead.
// Rule: 6.1.one-adult
func (a *assembly) assumeOne(p *party) {
	r := a.r
	said := p.isSaid() || p.uncounted != "" || p.kids || p.minor || p.left
	switch {
	case said:
		a.scope.drop(messages.KeyAssumeOneAdult)
	case r.known.Party.Travelers.Adults == 0 && a.isOne() && !r.saidBefore((*reading).speaksOfSeveral):
		p.adults = 1
		a.patch.infer(fieldAdults)
		a.scope.add(messages.AssumeOneAdult())
	}
}

// isOne reports whether the person speaks of one who travels, here or in the messages before: who says that somebody
// goes somewhere, and who speaks of himself where it is known from where to where a flight shall be, or of a stay
// alone.
func (a *assembly) isOne() bool {
	r, leg := a.r, a.r.known.leg()
	hasWay := a.scope.flight && (a.origin != nil || leg.Origin.Code != "") &&
		(a.destination != nil || leg.Destination.Code != "")
	switch {
	case r.speaksOfSeveral():
		return false
	case r.speaksOfOne():
		return len(r.places) > 0 || hasWay && len(r.dates)+len(r.times) > 0
	case len(r.places) == 0 || !hasWay && a.scope.flight:
		return false
	}
	return r.speaksOfSelf() || r.saidBefore((*reading).tellsOfOne)
}

func (r *reading) tellsOfOne() bool {
	return !r.speaksOfSeveral() && (r.speaksOfOne() || r.speaksOfSelf())
}

// speaksOfSelf reports whether a message says what the person wants, and neither for or with whom, as far as is read,
// nor several of what each needs one of.
func (r *reading) speaksOfSelf() bool {
	isOther := func(i int) bool {
		k := r.behind(i+1, "the", "a", "an", "my", "all", "some")
		t := r.tok(k)
		return r.anyOf(i, "for", "with") && k > i && t.kind == word && !t.claimed && !r.anyOf(k, "me", "myself") ||
			is("people-nouns", r.text(i)) || countNouns[r.text(i)] == roomCount && r.text(i) != "room"
	}
	isSelf := func(i int) bool {
		return r.anyOf(i, "i", "im", "ill", "id", "ive") ||
			r.text(i) == "me" && r.anyOf(i-1, "for", "book", "find", "get", "show", "give", "send", "fly")
	}
	return r.some(0, len(r.toks), isSelf) && !r.some(0, len(r.toks), isOther) &&
		!r.hasAny("others", "double", "twin", "romantic", "flights", "many")
}

// saidBefore reports whether one of the person's last messages says something.
func (r *reading) saidBefore(says func(*reading) bool) bool {
	return slices.ContainsFunc(r.known.recent, func(message string) bool { return says(r.earlier(message)) })
}

// speaksOfSeveral reports whether a message speaks of more than one person.
func (r *reading) speaksOfSeveral() bool {
	return r.hasAny("we", "us", "our", "ours", "weare", "wewill", "weve", "wed", "they", "them", "their", "everyone",
		"everybody", "people", "group", "team", "family", "guests") ||
		r.hasAny(class("spouse")...) || r.hasAny(class("companion-plurals")...) || r.hasAny(class("child-plurals")...) ||
		r.some(0, len(r.toks), func(i int) bool { return companionNouns[r.text(i)] > 1 })
}

// speaksOfOne reports whether a message says that the person or one other goes somewhere.
func (r *reading) speaksOfOne() bool {
	const near = 6
	for i := range r.toks {
		to := i + near
		if r.alien { // the verb may stand last: "Ich möchte am 3. Juni von Wien nach Rom fliegen"
			_, to = r.span(r.toks[i].sentence)
		}
		from, _ := r.span(r.toks[i].sentence)
		isFor := r.text(i) == "me" && r.text(i-1) == "for" && topicWords[r.text(i-2)] == flightTopic &&
			r.phraseEnds(i+1) && !r.hasIn(from, i, class("request")...)
		if isFor || r.sameSentence(i, i+1) && r.anyOf(i, "i", "im", "ill", "id", "ive") &&
			r.hasIn(i+1, to, class("going")...) ||
			r.anyOf(i-1, "get", "take", "bring", "fly") && (r.text(i) == "me" ||
				r.anyOf(i, "her", "him") && r.phraseEnds(i+1)) { // not "take him off the list"
			return true
		}
	}
	return false
}

// tellsHowMany reports whether the tokens [from, to) tell for how many something is, of whom one was only assumed, or
// others than travel by what is shown, or how many stops will do: then it is no word about the options that were found
// for these.
func (r *reading) tellsHowMany(from, to int) bool {
	if r.some(from, to, func(i int) bool { return countNouns[r.text(i)] == stopCount && r.isFineToo(i+1) }) {
		return true // "one stop is ok"
	}
	now, assumed := r.known.Party.Travelers, r.known.assumes(messages.KeyAssumeOneAdult)
	isOption := func(i int) bool {
		_, _, named := r.optionAt(i)
		return named
	}
	if !assumed && (now.Adults == 0 || !r.known.offered() || r.some(from, to, isOption)) || r.asksHowItIs(from, to) {
		return false
	}
	for i := from; i < to; i++ {
		n := r.count(i)
		if n == 0 || n > 99 || !assumed && n == now.Adults+now.Children {
			continue
		}
		ends := i+1 == to || r.tok(i+1).kind == mark || r.anyOf(i+1, "please", "then", "instead")
		ofPeople := countNouns[r.text(i+1)] == adultCount || r.at(i+1, "of", "us")
		isFor := r.text(i-1) == "for" && !r.isExchange(i) || r.text(i-1) == "of" && r.anyOf(i-2, "group", "party")
		c, isCount := r.countAt(i)
		buys := isCount && c.kind == adultCount && r.anyOf(i-1, "buy", "book", "purchase", "get", "order", "need")
		if isFor && (ends || ofPeople) && (n > 1 || assumed) || assumed && ofPeople || buys { // "for one?" is each
			return true
		}
	}
	return false
}

// underAge reads how many "two are under 12", "two are kids" and "one of us is below 10" make children.
func (r *reading) underAge() int64 {
	for i := range r.toks {
		at := i + 1
		if r.text(at) == "of" && r.anyOf(at+1, "us", "them") {
			at += 2
		}
		isUnder := r.anyOf(at+1, "under", "below") && r.count(at+2) > 2 && r.count(at+2) <= 18
		if isUnder {
			r.note(at+1, at+3, byTraveller)
		}
		if r.count(i) > 0 && r.anyOf(at, "are", "is") && (isUnder || is("child-plurals", r.text(at+1))) {
			r.note(i, i+1, byTraveller)
			return r.count(i)
		}
	}
	return 0
}

// leftWith reads how many travel once somebody dropped out or came along: "one dropped out so 6", "that makes 5 of us",
// "now we are 4"; -1 when the message does not say it.
func (r *reading) leftWith() int64 {
	leaves := r.leftOut()
	if !leaves && !r.joins() {
		return -1
	}
	for i := range r.toks {
		n := r.count(i)
		ofAll := countNouns[r.text(i+1)] == adultCount && !r.anyOf(i+1, "adult", "adults") || r.at(i+1, "of", "us")
		end := i + 1 + boolInt(ofAll) + boolInt(r.text(i+1) == "of")
		isNow := r.anyOf(end, "now", "left", "remaining") && r.phraseEnds(end+1)
		if n < 1 || n > 99 || r.toks[i].ordinal || !r.phraseEnds(i+1) && !ofAll && !isNow {
			continue
		}
		at := r.before(i-1, "we", "are", "weare", "only", "just", "us", "it", "is", "its", "there", "now", "to", "those",
			"these", "the", "another", "still")
		isRest := leaves && (isNow || r.phraseEnds(end) && r.hasIn(at+1, i, "only", "just", "its", "weare"))
		if r.anyOf(at, "so", "makes", "leaves", "down") || at < i-1 && r.anyOf(at+1, "now") || isRest || r.isOfAll(i) {
			r.note(i, end+boolInt(isNow), byTraveller)
			r.droppedOut() // who is said to be gone is one of the rest
			return n
		}
	}
	return -1
}

// resize makes so many travel in all as the message says after a change. Who of adults and children stays at home is
// asked.
func (r *reading) resize(n int64) party {
	p, now := unsaid(), r.known.Party.Travelers
	switch young := now.Children + now.Infants; {
	case young > 0 && r.leftOut():
		p.left = true
	case n > young:
		p.adults = n - young
	}
	return p
}
