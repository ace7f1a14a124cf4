package extract

import (
	"slices"
	"strings"
)

// party is who travels, as far as the message says; -1 is not said.
type party struct {
	adults, children, infants int64
	ages                      []int64 // of children and infants
	ageMonths                 []int64 // of the same, where months were told
	family                    bool    // its children were told by the size of the family alone
	families                  int64   // so many families came, each with two adults
	uncounted                 string  // companions without a number: "friends"
	kids                      bool    // children come, nobody said how many
	heads                     bool    // adults are people of any age
	minor                     bool    // a child travels without an adult
	left                      bool    // somebody stays at home who may be an adult or a child
}

// unsaid is a party of which nothing is said.
func unsaid() party { return party{adults: -1, children: -1, infants: -1} }

// isSaid reports whether it is said how many travel, of one kind at least.
func (p *party) isSaid() bool { return p.adults >= 0 || p.children >= 0 || p.infants >= 0 }

// amongThem reports whether the children that a message tells of are some of those who travel already: "the kids are 4
// and 7", "one of them is a child", "2 big, 1 small child".
func (r *reading) amongThem() bool {
	if r.joins() {
		return false
	}
	return r.has("of", "us") || r.has("of", "them") ||
		r.hasAny("kids", "children", "twins") && r.hasAny("are", "is", "aged", "ages") ||
		r.hasAny("big", "grown", "grownups")
}

// someAreChildren reads "three people, one is a baby".
func (r *reading) someAreChildren() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		n, at := r.count(i), i+1
		if r.text(at) == "of" && r.anyOf(at+1, "us", "them") {
			at += 2
		}
		return n > 0 && r.anyOf(at, "is", "are") && isKid(r.text(r.behind(at+1, "a")))
	})
}

// people reads the travellers of the message: numbers of people, "my wife and I", "just me", "for two", "a family of
// four", "two kids aged 4 and 7". What is added or taken away is counted from those who travel already.
func (r *reading) people() party {
	p := unsaid()
	if n := r.leftWith(); n > 0 && r.known.Party.Travelers.Adults > 0 {
		return r.resize(n)
	}
	if r.joinsThere() {
		return p
	}
	total := r.counted(&p)
	with := r.companions()
	minors := r.underAge()
	if minors > 0 {
		p.children = max(p.children, minors)
	}
	r.children(&p, &with)
	if with.any() && r.known.Party.Travelers.Adults == 0 && r.joins() && !r.forOthers() {
		with.self = true // "my husband comes too"
	}
	if p.adults < 0 && !with.any() {
		p.adults = r.groupSize(&p)
		total = p.adults > 0 && (p.children < 0 || r.tellsOfKids() || r.hasAny(class("including")...) || r.ofFamily(&p))
	}
	if p.adults < 0 && !with.any() && max(p.children, p.infants) > 0 && r.selfWithKids() {
		p.adults = 1
	}
	p.heads = total && p.adults > 1
	if p.adults < 0 && !with.any() && r.known.Party.Travelers.Adults == 0 {
		p.adults = r.namedTravellers()
	}
	r.adultsBeside(&p, with)
	if now := r.known.Party.Travelers.Adults; p.adults > 0 && p.adults < now && !total && p.adults == with.adults &&
		!r.forOthers() && !r.hasAny("only", "instead") && !r.some(0, len(r.toks), r.isJust) && !r.leftOut() && !r.joins() &&
		!r.hasAny(class("fewer")...) {
		p.adults = -1 // "my wife is tired" is about one of those who travel
	}
	kids := max(p.children, 0) + max(p.infants, 0)
	if self := boolInt(with.self); total && !r.hasAny("plus", "+") && with.any() && kids > 0 &&
		p.adults == int64(self)+with.adults+kids {
		p.adults -= kids // "three of us: me, my husband and our baby"
		total = false
	}
	p.uncounted, p.kids = with.uncounted, with.kids || r.bedForKid(&p)
	if total && (p.children > 0 || p.infants > 0) &&
		(r.hasAny(class("including")...) || minors > 0 || r.tellsOfKids() || r.someAreChildren() ||
			r.has("of", "them") || r.ofFamily(&p)) {
		p.adults = max(p.adults-max(p.children, 0)-max(p.infants, 0), 0)
	}
	if r.minorAlone(&p, with) {
		p.adults, p.heads, p.minor = -1, false, true
		return p
	}
	if r.alone() {
		return party{adults: 1, children: p.children, infants: p.infants, ages: p.ages, ageMonths: p.ageMonths}
	}
	if r.ownAge() > 0 && p.adults > 1 && with.self {
		p.adults-- // "I am 16 and travel with my mother"
	}
	r.change(&p, with)
	return p
}

// ofFamily reads "a family of four" whose children are told beside: they are some of the four.
func (r *reading) ofFamily(p *party) bool { return r.has("family", "of") && !p.family }

// counted reads the numbers with a noun; total says that the noun counts adults and children alike.
func (r *reading) counted(p *party) (total bool) {
	for k, c := range r.counts {
		if r.isVisited(c.from) || r.isOfCounted(k) {
			continue
		}
		switch c.kind {
		case adultCount:
			if r.isPartOfCount(k) {
				continue
			}
			if k > 0 && r.addsGrownUps(&r.counts[k-1], &c) {
				p.adults += c.n
				continue
			}
			if p.adults < 0 || r.anyOf(c.to-1, "adult", "adults") || !total &&
				!r.hasIn(c.from, c.to, "adult", "adults") {
				p.adults = c.n
				total = !r.anyOf(c.to-1, "adult", "adults", "seniors", "men", "women")
				if r.anyOf(c.to-1, "adults", "people", "persons") {
					p.adults += r.oneMore(c.to)
				}
			}
			if r.anyOf(c.from+1, "other", "more", "additional") && (r.text(c.from-1) == "with" ||
				r.text(c.from-1) == "and") && r.known.Party.Travelers.Adults == 0 {
				p.adults++
			}
		case childCount:
			p.children = max(p.children, 0) + c.n*r.groupsOf(&c)
		case infantCount:
			p.infants = max(p.infants, 0) + c.n*r.groupsOf(&c)
		case noCount, roomCount, nightCount, starCount, stopCount:
		}
	}
	return total
}

// addsGrownUps reads the second number of "2 adults + 1 senior" and "two men and three women".
func (r *reading) addsGrownUps(before, c *countMention) bool {
	first, second := r.text(before.to-1), r.text(c.to-1)
	return before.kind == adultCount && r.behind(before.to, "+", "&", "and", "plus", ",") == c.from &&
		first != second && is("grown-ups", first) && is("grown-ups", second)
}

// selfWithKids reads "me + 2 kids", "my 2 kids and me", "me and my 9 year old" and "I'm travelling with my two
// daughters".
func (r *reading) selfWithKids() bool {
	joins := func(i int) bool { return r.anyOf(i, "+", "and", "&", "plus") }
	self := func(i int) bool { return r.anyOf(i, "me", "i", "myself") }
	withSelf := func(from, to int) bool {
		at := r.before(from-1, "my", "the", "a")
		with := r.text(at) == "with" && r.anyOf(at-1, "travelling", "traveling", "travel", "going", "go", "flying",
			"fly") && r.hasIn(max(0, at-5), at-1, "i", "im", "ill", "id") && !r.hasAny("we", "our", "us")
		return with || joins(at) && self(at-1) || joins(to) && self(to+1)
	}
	return slices.ContainsFunc(r.counts, func(c countMention) bool {
		return (c.kind == childCount || c.kind == infantCount) && withSelf(c.from, c.to)
	}) || r.some(0, len(r.toks), func(i int) bool {
		return is("child-plurals", r.text(i)) && withSelf(i, i+1)
	}) || slices.ContainsFunc(r.ages(), func(a age) bool {
		to := r.behind(a.at+1, "-", "year", "years", "yr", "month", "months", "old")
		return (a.years < 18 || a.months) && withSelf(a.at, to)
	})
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
			return r.count(i)
		}
	}
	return 0
}

// tellsOfKids reads the rest of "4 of us, kids are 9 and 12": these are some of the four.
func (r *reading) tellsOfKids() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		return r.anyOf(i, "kids", "children", "boys", "girls", "sons", "daughters", "child", "kid") &&
			r.anyOf(i+1, "are", "is", "aged") &&
			!r.anyOf(i-1, "plus") && r.count(i-1) == 0
	})
}

// children counts children and infants: who is told by an age goes by it, the others by their noun.
func (r *reading) children(p *party, with *companions) {
	told := r.ages()
	counted := with.children + max(p.children, 0)
	if len(told) == 1 && (counted == 2 && (r.hasAny("twins") || r.has("both")) || counted == 0 && r.hasAny("twins")) {
		told = append(told, told[0])
	}
	var minors, grown, babies, toddlers int64
	for _, a := range told {
		r.take(a.at, a.at+1, byTraveller)
		r.note(a.at+1, max(a.to, r.behind(a.at+1, "-", "year", "years", "yr", "yrs", "month", "months", "old", "olds")),
			byTraveller)
		years := a.years
		if a.months {
			years = a.years / 12
		}
		switch {
		case years >= 18:
			if r.isGrownChild(a.at) && counted > 0 {
				r.growUp(p, with)
			} else if !r.companionIn(a.at-3, a.at+6, a.at) { // not "my mother, 70"
				grown++
			}
			continue
		case years < 2:
			babies++
		default:
			if minors++; r.isToddler(a.at) {
				toddlers++
			}
		}
		p.ages = append(p.ages, years)
		months := int64(0)
		if a.months {
			months = a.years
		}
		p.ageMonths = append(p.ageMonths, months)
	}
	named := max(p.children, 0) + with.children
	if minors+babies > 0 || named > 0 {
		children := max(named-babies-with.babies, minors)
		if named > 0 && minors+babies >= named {
			children = minors
		}
		if named > minors+babies {
			children = named - babies
		}
		p.children = children
	}
	if infants := max(p.infants, 0) + with.babies - toddlers; infants > 0 || babies > 0 {
		p.infants = max(infants, babies)
	} else if toddlers > 0 {
		p.infants = -1
	}
	if grown > 0 && p.adults < 0 {
		p.adults = grown
		if with.self {
			p.adults += 1 + with.adults
		}
	}
}

// isToddler reports whether an age is that of somebody who was called a baby or a toddler: "a toddler (3)".
func (r *reading) isToddler(at int) bool {
	at--
	for r.count(at) > 0 || r.anyOf(at, "(", ",", "and", "aged", "age", "ages", "is", "who", "of") {
		at--
	}
	return countNouns[r.text(at)] == infantCount || r.text(at) != "" && is("baby-nouns", r.text(at))
}

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
	case r.anyOf(i-1, "plus", "+") && r.anyOf(i-2, "me", "myself", "i") && ends:
		return n + 1
	case r.text(i-1) == "of" && r.text(i-2) == "family" && n > 2 && p.children < 0:
		p.children, p.family = n-2, true
		return 2
	case r.text(i-1) == "of" && r.anyOf(i-2, "group", "party", "family", "team", "total"),
		r.anyOf(i-1, "for", "weare", "us") && ends,
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
		isPair := r.anyOf(at, "and", "&") && r.anyOf(at+1, "mr", "mrs", "ms", "miss", "dr")
		if r.anyOf(i, "mr", "mrs", "ms", "miss", "dr") && r.toks[i].title && (r.tok(at).title || isPair) &&
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
	return r.anyOf(i, "please", "and", "with", "in", "on", "at", "from", "to", "for", "then", "but", "thanks",
		"leaving", "returning", "going", "this", "economy", "departing", "flying", "traveling", "total", "so", "there",
		"next", "if", "though", "now", "while", "who", "that", "near", "because", "since", "as")
}

// visitsUs reports whether the travellers come to visit the writer: "my parents want to visit us in Toronto".
func (r *reading) visitsUs() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		return r.anyOf(i, "us", "me") && r.anyOf(i-1, "visit", "visiting", "see", "seeing") &&
			r.anyOf(i-2, "to", "come", "comes", "coming", "is", "are", "and", "will", "be")
	})
}

// forOthers reports whether the trip is for people other than the one who writes.
func (r *reading) forOthers() bool {
	return r.visitsUs() || r.some(0, len(r.toks), func(i int) bool {
		return r.text(i) == "for" && companionNouns[r.text(r.behind(i+1, "my", "our", "both", "the"))] > 0
	})
}

// isJust reports whether the "just" at token i limits who travels: "just my wife", but not "I just found out".
func (r *reading) isJust(i int) bool {
	return r.text(i) == "just" && (r.anyOf(i+1, "me", "us", "my", "our", "the", "with", "for") || r.count(i+1) > 0)
}

// leftOut reports whether the message says that somebody does not come: "mum can't make it", "the kids stay at home".
func (r *reading) leftOut() bool {
	for i := range r.toks {
		at := r.behind(i+1, "be", "able", "to")
		comes := r.anyOf(at, "come", "coming", "join", "joining") || r.at(at, "make", "it") ||
			r.anyOf(at, "go", "going", "travel", "travelling", "traveling") && !r.anyOf(at+1, "to", "from")
		if r.toks[i].denies && comes && r.sameSentence(i, at) {
			if r.known.Party.Travelers.Adults > 0 {
				r.note(i, at+1, byTraveller)
			}
			return true
		}
		to := r.staysBehind(i)
		if r.anyOf(i, "stay", "stays", "staying") && (r.text(i+1) == "home" || r.at(i+1, "at", "home")) {
			to = i + 3
		}
		if to > 0 {
			r.see(i, to)
			return true
		}
	}
	return r.has("drops", "out") || r.has("dropped", "out") || r.has("dropping", "out") || r.has("is", "out") ||
		r.has("bailed") || r.has("cancelled", "on", "us")
}

// dropsPeople reads "drop two people".
func (r *reading) dropsPeople() bool {
	return slices.ContainsFunc(r.counts, func(c countMention) bool {
		return c.kind.ofPeople() && r.anyOf(c.from-1, "drop", "cancel", "lose", "remove", "off", "subtract")
	})
}

// joins reports whether the message says that somebody comes in addition.
func (r *reading) joins() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		return r.text(i) == "too" && r.phraseEnds(i+1) || r.joinsPerson(i) ||
			r.at(i, "with", "us") && r.doingAt(i-1, i) == ofPerson // "is flying with us"
	}) || r.hasAny("join", "joins", "joining", "along") || r.has("as", "well") || r.has("also", "coming") ||
		r.has("one", "more") ||
		slices.ContainsFunc(r.counts, func(c countMention) bool { return c.more && c.kind.ofPeople() })
}

// joinsPerson tells "add two adults" and "another kid" from "add a hotel for two adults" and "another trip".
func (r *reading) joinsPerson(i int) bool {
	isNext := r.toks[i].ordinal && r.text(i-1) == "a" // "a third child"
	if !isNext && !r.anyOf(i, "another", "extra", "additional", "add", "adding", "bring", "bringing", "plus") {
		return false
	}
	for k := i + 1; k < i+6 && r.sameSentence(k, i); k++ {
		switch {
		case countNouns[r.text(k)].ofPeople(), r.personAt(k):
			return true
		case r.anyOf(k, "for", "with", "to"), topicWords[r.text(k)] != noTopic:
			return false
		}
	}
	return false
}

// change counts from those who travel already what is added or taken away.
func (r *reading) change(p *party, with companions) {
	now := r.known.Party.Travelers
	if now.Adults == 0 {
		return
	}
	var sign int64
	switch {
	case r.leftOut(), r.dropsPeople(),
		r.hasAny(class("fewer")...) &&
			(with.any() || p.adults >= 0 || p.children >= 0 || r.hasAny("kids", "children", "baby")):
		sign = -1
	case r.joins() && !r.hasAny("total", "altogether") && !slices.ContainsFunc(r.counts, func(c countMention) bool {
		return c.kind == adultCount && !c.more && r.at(c.from-2, "make", "it") // which is how many travel in all
	}):
		sign = 1
	default:
		return
	}
	isOne := func(i int) bool { return countNouns[r.text(i)] == adultCount || r.personAt(i) }
	for _, d := range r.denials { // "remove one person"
		if from, to := r.tokensOf(d.thing.start, d.thing.end); sign < 0 && r.some(from, to, isOne) {
			from, to = r.tokensOf(d.form.start, d.form.end)
			r.note(from, to, byCount)
		}
	}
	if with.self && sign > 0 && p.adults > 0 && with.adults+with.children+with.babies > 0 {
		p.adults--
	}
	if r.has("plus", "one") && p.adults < 0 && p.children < 0 {
		p.adults = 1
	}
	if sign < 0 && (r.has("the", "kids") || r.has("our", "kids") || r.has("the", "children") || r.has("my", "kids")) &&
		p.children <= 0 {
		p.children = now.Children
	}
	gone := r.droppedOut()
	if gone == 0 && r.leftOut() && r.hasAny("he", "she") && now.Adults > 1 {
		gone = 1
	}
	if gone > 0 && !p.isSaid() {
		if p.left = now.Children > 0; !p.left {
			p.adults = gone
		}
	}
	if !p.isSaid() {
		return
	}
	if sign > 0 && p.children > 0 && p.infants > 0 && r.some(0, len(r.toks), r.isBaby) {
		p.children--
	}
	for _, f := range [...]struct {
		n   *int64
		now int64
	}{{&p.adults, now.Adults}, {&p.children, now.Children}, {&p.infants, now.Infants}} {
		if *f.n >= 0 {
			*f.n = max(f.now+sign**f.n, 0)
		}
	}
	r.changeAges(p, sign)
	if p.adults == 0 { // nobody flies alone with the children, or not at all
		*p, r.nobody = unsaid(), true
	}
	if sign > 0 && with.any() && with.adults == 0 {
		p.adults = -1
	}
}

// alone reads "just me", "by myself", "travelling alone".
func (r *reading) alone() bool {
	for i := range r.toks {
		if at := r.aloneBack(i); at < i {
			r.tell(at, i+1)
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

// companionIn reports whether one of the tokens [from, to) in the sentence of token i names a grown-up who comes along.
func (r *reading) companionIn(from, to, i int) bool {
	return r.some(from, to, func(k int) bool {
		return (companionNouns[r.text(k)] > 0 || is("companion-plurals", r.text(k))) && r.sameSentence(k, i)
	})
}

// bareNumber finds the number of a sentence, or of the part of it that tells what is needed, which says nothing else:
// "Two, please", "I'll need 2".
func (r *reading) bareNumber() (int64, int) {
	for i := range r.toks {
		n := r.count(i)
		if n < 1 || n > 20 || !r.free(i) || r.toks[i].text == "one" && !r.oneCounts(i) {
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
