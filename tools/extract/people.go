package extract

import (
	"slices"
)

// Who travels. What a message says of people is read as GROUPS, each with how many it has and what they are by age:
//
//   - a number with a noun, "two adults", "3 kids": count.go finds them;
//   - those who are told by who they are to the person, "my wife and our two sons": peoplesaid.go (companions);
//   - ages, "aged 4 and 7", "the baby is 8 months": ages.go;
//   - a size without a noun, "a group of four", "just me": partysize.go.
//
// people adds them up to a party, in this order. A number with a noun counts first, and companions where no number of
// adults was said; who is told by an age goes by it, and not by the noun. A number of people of any age, a TOTAL, has
// the children in it who are told beside it ("4 of us, the kids are 9 and 12"); a number of adults has not. Then, of a
// trip whose travellers are known, change decides whether the message says anew who travels, or adds to them or takes
// away from them. How many rooms they need is read after that (rooms.go).
//
// What always holds: -1 means "not said" and changes nothing. Nobody is counted twice: who is met at the goal
// (isVisited), stays at home (leftOut), or has a number of his own in the message (isCounted) is no group. Friends
// without a number, kids whom nobody counted and a child who travels alone are asked about.

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
	only                      bool    // of the children that are known those alone who are told
	left                      bool    // somebody stays at home who may be an adult or a child
}

// unsaid is a party of which nothing is said.
func unsaid() party { return party{adults: -1, children: -1, infants: -1} }

// isSaid reports whether it is said how many travel, of one kind at least.
func (p *party) isSaid() bool { return p.adults >= 0 || p.children >= 0 || p.infants >= 0 }

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
	anew := r.countedAnew()
	total := r.counted(&p)
	with := r.companions()
	switch anew { // they are among those who are counted
	case childCount:
		with = companions{}
	case adultCount:
		with.adults, with.self, with.uncounted = 0, false, ""
	}
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
		!r.forOthers() && !r.hasAny("instead") && !r.some(0, len(r.toks), r.isJust) && !r.leftOut() && !r.joins() &&
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
	if total {
		r.adultsOfAll(&p, minors > 0, anew != noCount)
	}
	r.noteTotal(max(p.adults, 0), max(p.children, 0)+max(p.infants, 0))
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

// counted reads the numbers with a noun; total says that the noun counts adults and children alike.
func (r *reading) counted(p *party) (total bool) {
	for k, c := range r.counts {
		if r.isVisited(c.from) || r.isOfCounted(k) || r.isSumOfOthers(k) {
			continue
		}
		if r.isForSome(&c) {
			r.tell(c.from, c.to)
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
				if total || r.anyOf(c.to-1, "adults") {
					p.adults += r.oneMore(c.to)
				}
			}
			if r.anyOf(c.from+1, "other", "more", "additional") && (r.text(c.from-1) == "with" ||
				r.text(c.from-1) == "and") && r.known.Party.Travelers.Adults == 0 {
				p.adults++
			}
		case childCount:
			if r.isOurselves(&c) {
				p.adults = c.n
				continue
			}
			p.children = max(p.children, 0) + c.n*r.groupsOf(&c)
		case infantCount:
			p.infants = max(p.infants, 0) + c.n*r.groupsOf(&c)
		case noCount, roomCount, nightCount, starCount, stopCount:
		}
		isMinor := c.kind == childCount || c.kind == infantCount
		if at := r.behindAges(c.to); isMinor && p.adults > 0 && r.isOneBehind(at, p.adults > 1) {
			p.adults += r.oneMore(at) // "2 adults, 2 children aged 4 and 9 and a nanny"
		}
	}
	return total
}

// behindAges returns the "and" behind the ages of children that stand from token i on: "aged 4 and 9 and a nanny".
func (r *reading) behindAges(i int) int {
	for r.anyOf(i, "aged", "of", ",", "(", ")") || r.tok(i).isNumber() ||
		r.text(i) == "and" && r.tok(i+1).isNumber() {
		i++
	}
	return i
}

// isOurselves reads "we're 6 girls" and "a hen do, 8 girls", which grown-ups say of themselves where no age is told and
// nobody else is named.
func (r *reading) isOurselves(c *countMention) bool {
	isOther := func(i int) bool { return i != c.to-1 && (companionNouns[r.text(i)] > 0 || isPerson(r.text(i))) }
	isWe := r.anyOf(c.from-1, "weare", "are", "were") && r.anyOf(r.before(c.from-1, "are", "were"), "weare", "we")
	isParty := r.hasAny(class("grown-up-parties")...) && len(r.counts) == 1 && !r.anyOf(c.from-1, whose...)
	return r.anyOf(c.to-1, "girls", "boys") && (isWe || isParty) && len(r.ages()) == 0 &&
		!r.some(0, len(r.toks), isOther)
}

// addsGrownUps reads the second number of "2 adults + 1 senior" and "two men and three women".
func (r *reading) addsGrownUps(before, c *countMention) bool {
	first, second := r.text(before.to-1), r.text(c.to-1)
	return before.kind == adultCount && r.behind(before.to, "+", "&", "and", "plus", ",") == c.from &&
		first != second && is("grown-ups", first) && is("grown-ups", second)
}

// isOfCounted reads "one kid is in a wheelchair" behind "3 kids": more is said of some who were counted.
func (r *reading) isOfCounted(k int) bool {
	c := &r.counts[k]
	return r.anyOf(c.to, "is", "are", "has", "needs", "need", "uses", "wants", "will", ofRequest) &&
		slices.ContainsFunc(r.counts[:k], func(o countMention) bool { return o.kind == c.kind && o.n >= c.n })
}

// groupsOf reads "two families with 3 kids each": how many groups have so many; 1 where the number is of all.
func (r *reading) groupsOf(c *countMention) int64 {
	if !r.anyOf(c.to, "each", "apiece", "per") {
		return 1
	}
	for i := range c.from {
		if n := r.count(i); n > 1 && n < 10 && r.anyOf(i+1, "couples", "families", "households") &&
			r.sameSentence(i, c.from) {
			return n
		}
	}
	return 1
}

// oneMore reads "and me", "and a single", "plus 2 singles" and "& 2 grandparents" behind a number of people or couples:
// how many more.
func (r *reading) oneMore(at int) int64 {
	noun := r.behind(r.behind(at+1, whose...), "a", "one")
	noun += boolInt(r.count(noun) > 0)
	if size, ok := companionNouns[r.text(noun)]; ok && r.anyOf(at, "and", "plus", "&", "+") &&
		(r.phraseEnds(noun+1) || r.tok(noun+1).title) {
		return max(r.count(noun-1), size)
	}
	to := r.behind(at+2, "single", "singles")
	isEnd := !r.sameSentence(to, at) || r.phraseEnds(to) && !r.anyOf(to, "and", "with")
	if !r.anyOf(at, "and", "plus", "&", "+") || !isEnd || to == at+2 && !r.anyOf(at+1, "me", "i", "myself") {
		return 0
	}
	r.note(at, to, byTraveller)
	return max(r.count(at+1), 1)
}

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

// ofFamily reads "a family of four" whose children are told beside: they are some of the four.
func (r *reading) ofFamily(p *party) bool { return r.has("family", "of") && !p.family }

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
	told := r.agesNow(p)
	counted := with.children + max(p.children, 0)
	if len(told) == 1 && (counted == 2 && (r.hasAny("twins") || r.has("both")) || counted == 0 && r.hasAny("twins")) {
		told = append(told, told[0])
	}
	var minors, grown, babies, toddlers int64
	areThey := false // "my husband and I are 74 and 71"
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
				areThey = areThey || r.at(a.at-2, "i", "are") || r.ourAges(a.at)
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
		if isOfThem := areThey && grown == 1+with.adults; with.self && !isOfThem {
			p.adults += 1 + with.adults
		}
	}
}

// agesNow returns the ages of the children who travel. Of those who are known it is one alone behind "just" ("just the
// 9 year old"), and none of whom something else is said ("the 9 year old is ill").
func (r *reading) agesNow(p *party) []age {
	told, known := r.ages(), r.known.Party.Ages
	kept := slices.DeleteFunc(slices.Clone(told), func(a age) bool {
		at, isKnown := r.before(a.at-1, whose...), slices.Contains(known, a.years)
		isAlone := r.phraseEnds(r.behind(r.behindAge(a.at), "-", "old", "yr")) // not "only the 9 year old eats meat"
		p.only = p.only || isKnown && isAlone && r.anyOf(at, "just", "only")
		return !p.only && isKnown && at < a.at-1 && !r.anyOf(at, ",", "and", "with", "&", "+", "plus", "for")
	})
	if !p.only && (len(told) >= len(known) || r.leftOut() || r.joins() || r.hasAny(class("fewer")...)) {
		return told
	}
	return kept
}

// isToddler reports whether an age is that of somebody who was called a baby or a toddler: "a toddler (3)".
func (r *reading) isToddler(at int) bool {
	at--
	for r.count(at) > 0 || r.anyOf(at, "(", ",", "and", "aged", "age", "ages", "is", "who", "of") {
		at--
	}
	return countNouns[r.text(at)] == infantCount || r.text(at) != "" && is("baby-nouns", r.text(at))
}

// growUp makes an adult of one who was counted as a child by his noun.
func (r *reading) growUp(p *party, with *companions) {
	if with.children > 0 {
		with.children--
	} else {
		p.children--
	}
	if p.adults >= 0 {
		p.adults++
	} else {
		with.adults++
	}
}

// adultsBeside counts the adults among companions, where no number of adults was said, and those who come with them.
func (r *reading) adultsBeside(p *party, with companions) {
	if p.adults < 0 && (with.adults > 0 || with.children > 0 || with.babies > 0) && with.self {
		// "we take our twins": one or two; "with the baby", of a known party
		isWe := r.hasAny("we", "our", "us") && !r.hasAny("i", "me", "my")
		isMore := r.known.Party.Travelers.Adults > 0 && !r.hasAny("me", "myself", "only", "just")
		if p.adults = with.adults + 1; with.adults == 0 && (isWe || isMore) {
			p.adults = -1
		}
	} else if p.adults < 0 && with.adults > 0 {
		p.adults = with.adults
	}
	if p.adults < 0 && with.adults == 0 && r.has("couple") && !r.has("couple", "of") {
		p.adults = 2 // "couple with twins"
	}
	if p.adults > 0 {
		p.adults += r.partners(p.adults)
	}
}

// partners counts those who come with each of some of the adults: "my 2 brothers with their wives", "my sister and I
// with our husbands".
func (r *reading) partners(adults int64) int64 {
	for i := range r.toks {
		n := r.count(i - 4)
		if r.text(i-1) == "our" {
			n = adults
		}
		if n > 0 && r.anyOf(i, "wives", "husbands", "girlfriends", "boyfriends", "partners", "spouses") &&
			r.anyOf(i-1, "our", "their") && r.anyOf(i-2, "with", "and", "plus", "&", "+") && !r.isVisited(i-3, "and", "&") {
			r.note(i-2, i+1, byTraveller)
			return n
		}
	}
	return 0
}

// change counts from those who travel already what is added or taken away.
func (r *reading) change(p *party, with companions) {
	now := r.known.Party.Travelers
	if now.Adults == 0 || p.only {
		return
	}
	var sign int64
	isAll := r.saidAnew() >= 0 // how many are left, also where it is said why
	switch {
	case isAll:
		for i := range r.toks {
			r.note(i, max(r.staysAway(i), i+boolInt(r.anyOf(i, "joins", "join", "joining"))), byTraveller)
		}
		return
	case r.leftOut(), slices.ContainsFunc(r.counts, func(c countMention) bool { return c.fewer }),
		r.hasAny(class("fewer")...) &&
			(with.any() || p.adults >= 0 || p.children >= 0 || r.hasAny("kids", "children", "baby")):
		sign = -1
	case r.joins() && !r.hasAny("total", "altogether"):
		sign = 1
	default:
		return
	}
	if with.self && sign > 0 && p.adults > 0 && with.adults+with.children+with.babies > 0 {
		p.adults--
	}
	if r.has("plus", "one") && p.adults < 0 && p.children < 0 {
		p.adults = 1
	}
	if at := r.indexOf("back"); sign > 0 && r.at(at, "back", "in") && r.phraseEnds(at+2) && !isPerson(r.text(at-1)) {
		p.adults = max(p.adults, 0) + 1
	}
	if sign < 0 && (r.has("the", "kids") || r.has("our", "kids") || r.has("the", "children") || r.has("my", "kids")) &&
		p.children <= 0 {
		p.children = now.Children
	}
	gone := r.droppedOut()
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

// changeAges adds the ages that are told to those of the children who travel already, or takes them away.
func (r *reading) changeAges(p *party, sign int64) {
	told, now := p.ages, slices.Clone(r.known.Party.Ages)
	if sign > 0 && len(told) > 0 {
		p.ages, p.ageMonths = append(now, told...), append(make([]int64, len(now)), p.ageMonths...)
	}
	if sign > 0 {
		return
	}
	for _, age := range told {
		if at := slices.Index(now, age); at >= 0 {
			now = slices.Delete(now, at, at+1)
		}
	}
	now = slices.DeleteFunc(now, func(age int64) bool { // all children stay at home, or all infants
		return age < 2 && p.infants == 0 || age >= 2 && p.children == 0
	})
	if p.ages, p.ageMonths = now, nil; len(now) == len(r.known.Party.Ages) {
		p.ages = nil // it is not said which of them stays
	}
}

// joins reports whether the message says that somebody comes in addition.
func (r *reading) joins() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		isOfTrip := topicWords[r.text(i-1)] != noTopic && !r.companionIn(0, i, i) // "we need a hotel too"
		return r.text(i) == "too" && r.phraseEnds(i+1) && !isOfTrip || r.joinsPerson(i) ||
			r.at(i, "back", "in") && r.phraseEnds(i+2) && r.anyOf(i-1, "is", "hes", "shes", "him", "her", "them") ||
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

// joinsThere reads "my brother joins us in Rome", of a trip that goes there: who comes from elsewhere is on none of its
// flights. That is told, and nobody is added.
func (r *reading) joinsThere() bool {
	for i := range r.toks {
		if !r.anyOf(i, "join", "joins", "joining", "meet", "meets", "meeting") || !r.anyOf(i+1, "us", "me") ||
			r.known.Party.Travelers.Adults == 0 {
			continue
		}
		if r.text(i+2) == "there" && r.phraseEnds(i+3) || r.anyOf(i+2, "in", "at", "on") &&
			slices.ContainsFunc(r.places, func(p placeMention) bool { return p.from == i+3 }) {
			from, to := r.span(r.toks[i].sentence)
			for to > from && r.tok(to-1).kind == mark {
				to--
			}
			r.tell(from, to)
			return true
		}
	}
	return false
}

// leftOut reports whether the message says that somebody does not come: "mum can't make it", "the kids stay at home".
func (r *reading) leftOut() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		to := r.staysAway(i)
		if !r.toks[i].denies {
			r.see(i, to)
		} else if r.known.Party.Travelers.Adults > 0 {
			r.note(i, to, byTraveller)
		}
		return to > 0
	})
}

// staysAway returns the token behind words at token i that say that somebody does not come: "can't make it", "stays at
// home", "dropped out"; 0 where there are none.
func (r *reading) staysAway(i int) int {
	at := r.behind(i+1, "be", "able", "to")
	comes := r.anyOf(at, "come", "coming", "join", "joining") || r.at(at, "make", "it") ||
		r.anyOf(at, "go", "going", "travel", "travelling", "traveling") && !r.anyOf(at+1, "to", "from") ||
		r.anyOf(at, "flying") && is("not", r.text(i)) && r.phraseEnds(at+1)
	isAll := r.anyOf(r.before(i-1, "are", "am", "will", "do"), "we", "weare", "i", "im")
	if r.tok(i).denies && comes && !isAll && r.sameSentence(i, at) {
		return at + 1
	} else if to := r.phraseAt(i, phrases("stays-away")); to > i {
		return to
	}
	return r.staysBehind(i)
}

// staysBehind reads "the kids stay with granny" at the verb: where it ends, 0 where somebody sleeps at the goal.
func (r *reading) staysBehind(i int) int {
	who, at := r.text(r.before(i-1, "will", "is", "are")), r.behind(i+2, whose...)
	if r.anyOf(i, "stay", "stays", "staying") && r.text(i+1) == "with" && (isKid(who) || who == "old") &&
		companionNouns[r.text(at)] > 0 && r.tok(at+1).kind == mark {
		return at + 1
	}
	return 0
}

// droppedOut counts those who do not come and are told by no noun: "two dropped out", "one of them cancelled", "Tom
// isn't coming"; 0 when there are none.
func (r *reading) droppedOut() int64 {
	for i := range r.toks {
		who := r.before(i-1, "has", "have", "just", "will", "is", "are", "can", "now", "unfortunately", "sadly")
		at := r.before(who, "of", "them", "us", "the", "others", "friend", "friends", "people", "person")
		n, isAway := r.count(at), r.staysAway(i) > 0
		if isAway && (r.anyOf(who, "he", "she", "hes", "shes") || r.sameSentence(who, i) && r.namesPerson(who)) {
			n, at = 1, who
		}
		isOpen := r.hasIn(max(0, at-2), i, "maybe", "perhaps", "possibly", "if")
		if n > 0 && n < 30 && !isOpen && (isAway || r.anyOf(i, "dropped", "drops", "dropping", "cancelled")) {
			r.note(at, who+1, byTraveller)
			return n
		}
	}
	return 0
}
