package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// People who are told by who they are to the person: "my wife and I", "with our two sons", "mum and dad". A noun for a
// person is one who travels where it stands in a list of people, behind a word that takes along ("with", "bring"), or
// before a verb of travelling or needing; companionStands decides that, and withSelf whether the person travels too.

// companions are those who travel with the person.
type companions struct {
	adults, children, babies int64
	self                     bool   // the person travels as well
	uncounted                string // "friends", without a number
	kids                     bool   // "our kids", without a number
}

func (c *companions) any() bool { return c.adults+c.children+c.babies > 0 || c.uncounted != "" }

// companions counts "my wife and I", "with my two friends", "me, mum and dad", "my husband and our son".
func (r *reading) companions() companions {
	var c companions
	for i := range r.toks {
		if !r.toks[i].used && r.uncountedKids(i) {
			r.note(i, i+1, byTraveller)
			c.kids = true
		}
		isHe := r.anyOf(i, "he", "she", "him", "her") && !c.any() && r.known.Party.Travelers.Adults == 0 &&
			(r.text(i+1) == "and" && r.personAt(r.behind(i+2, whose...)) || r.text(i-1) == "and" && r.personAt(i-2))
		if isHe || !r.toks[i].used && r.isNamedWith(i) { // "he and I", "send her and dad", "me and Anna"
			r.note(i, i+1, byTraveller)
			c.adults, c.self = c.adults+1, c.self || r.withSelf(i-1)
			continue
		}
		if at := r.before(i-1, whose...); isCompanion(r.text(i)) && r.anyOf(at, "maybe", "perhaps", "possibly") {
			r.tell(at, i+1)
			continue
		}
		if r.toks[i].used || !r.companionStands(i) || r.isCounted(i) {
			continue
		}
		if to := r.listedBehind(i); to > i {
			r.take(i+1, to, byTraveller) // "my parents (mom 66, dad 70)"
		}
		n, at := r.numberBefore(i)
		r.note(at+1, i+1, byTraveller)
		size, adult := companionNouns[r.text(i)]
		switch {
		case adult, is("child-nouns", r.text(i)) && r.hasOwn(i):
			if n == 0 {
				n = max(size, 1) // "2 parents" are two
			}
			c.adults += n
		case is("companion-plurals", r.text(i)):
			if n == 0 && strings.ContainsAny(r.toks[i].raw, "'’") {
				n = 1 // "my mate's coming"
			}
			if n == 0 {
				c.uncounted = r.text(i)
				continue
			}
			c.adults += n
		case is("child-nouns", r.text(i)):
			c.children += max(n, 1)
		case r.text(i) == "twins":
			c.children += 2
		case is("baby-nouns", r.text(i)):
			c.babies += max(n, 1)
		}
		c.self = c.self || r.withSelf(at)
	}
	return c
}

// namesPerson reports whether token i may be the name of a person: a word that no rule knows, and no town.
func (r *reading) namesPerson(i int) bool {
	t := r.tok(i)
	e, _ := geo.Lookup(t.text)
	return t.kind == word && !t.used && len(t.text) > 2 && t.own == "" && !isOfClass(t.text) && !e.Flights &&
		!strings.ContainsAny(t.raw, "'’") && // "they'd never make it"
		(t.title || r.lacksCapitals())
}

// isNamedWith reports whether token i is the name of one of a list of people, of whom another is told by who he is:
// "me and Anna", "Anna and Ben and the twins".
func (r *reading) isNamedWith(i int) bool {
	const maxNames = 8
	links := []string{"and", "&", "+", "plus"}
	isName := func(i int) bool { return r.namesPerson(i) && !r.tok(i-1).title && !r.tok(i+1).title }
	isChild := func(i int) bool { return isKid(r.text(i)) || is("child-plurals", r.text(i)) }
	if !isName(i) || r.alien || r.shouting() || r.text(i-1) == "," || isChild(i-1) || isChild(i-3) {
		return false // not of "Anna, Tom and I", of whom one is told, nor of "my kids Anna and Tom"
	}
	ends := r.phraseEnds(i+1) || r.anyOf(i+1, links...) || r.anyOf(i+1, "are", "want", "need", "will", "to", "from")
	if r.anyOf(i-1, links...) && r.personAt(i-2) && ends {
		return true
	}
	for n := 0; n < maxNames && isName(i) && r.anyOf(i+1, links...); n++ {
		if i = r.behind(i+2, whose...); r.personAt(i) || r.text(i) == "twins" {
			return true
		}
	}
	return false
}

// isCompanion reports whether a noun is of those who come along, one or several.
func isCompanion(noun string) bool {
	return companionNouns[noun] > 0 || is("companion-plurals", noun) || is("child-nouns", noun) ||
		is("baby-nouns", noun)
}

// isPerson reports whether a word says who somebody is to the person.
func isPerson(text string) bool {
	return isCompanion(text) || is("child-plurals", text)
}

// isKid reports whether a noun is of a child or a baby, or of several.
func isKid(noun string) bool {
	return is("child-nouns", noun) || is("child-plurals", noun) || is("baby-nouns", noun)
}

// asksForKids reports whether the engine asks how many children come along.
func (k *known) asksForKids() bool { return find(k.targets(), childrenPath) != nil }

// lacksKids reads "no" and "no kids" as an answer, and not "no hotel" or "no problem".
func (r *reading) lacksKids() bool {
	return r.some(0, len(r.toks), func(i int) bool {
		at := r.behind(i+1, "other", "any", "small")
		return is("lack", r.text(i)) && (r.phraseEnds(at) || isKid(r.text(at)) || countNouns[r.text(at)].ofPeople())
	})
}

// listedBehind returns where a list of those ends whom the noun at token i counts together: "my grandparents, grandma
// and grandpa"; i where there is none.
func (r *reading) listedBehind(i int) int {
	at, listed := i+2, int64(0)
	for ; r.sameSentence(at, i); at++ {
		if n := companionNouns[r.text(at)]; n == 1 {
			listed++
		} else if r.count(at) == 0 && !r.anyOf(at, ",", "and", "&") {
			break
		}
	}
	if !r.anyOf(i+1, ",", ":", "(", "-", "–") || listed < 2 || listed != companionNouns[r.text(i)] {
		return i
	}
	return at
}

// hasOwn reads "my daughter and her husband": who has somebody of her own is no child.
func (r *reading) hasOwn(i int) bool {
	at := i + 1 + boolInt(r.count(i+1) > 0) // "my son 22 and his girlfriend"
	return r.anyOf(at, "and", "with", "&", "+") && r.anyOf(at+1, "her", "his", "their")
}

// uncountedKids reads "me, my husband and our kids" of children who are neither counted nor told by their ages.
func (r *reading) uncountedKids(i int) bool {
	n, at := r.numberBefore(i)
	among := r.at(i-3, "of", "us", "are") && r.count(i-4) == 0 // "half of us are kids"
	if among {
		r.note(i-4, i-3, byTraveller)
	}
	return n == 0 && is("child-plurals", r.text(i)) && !r.unwanted(i) && (r.linked(at) || among) && r.phraseEnds(i+1) &&
		r.known.Party.Travelers.Children == 0 && len(r.ages()) == 0 &&
		!slices.ContainsFunc(r.counts, func(c countMention) bool { return c.kind == childCount })
}

// numberBefore reads how many a noun counts and returns the token where its phrase begins: "my two best friends".
func (r *reading) numberBefore(i int) (n int64, from int) {
	at := i - 1
	if r.anyOf(at, "old") && r.hasIn(at-3, at, "year", "month", "years", "months") {
		grown := r.before(at, "old", "-", "year", "years")
		if r.count(grown) < 18 {
			return 0, at // the age tells the child
		}
		at = grown - 1 // "my 80 year old mother"
	}
	for k := 0; k < 2 && r.anyOf(at, "best", "old", "dear", "little", "older", "younger", "good", "close", "elderly",
		"other", "teenage", "young", "small", "lovely", "year", "month", "week", "-", "work", "twin"); k++ {
		at--
	}
	if n = r.count(at); r.anyOf(r.behind(at+1, "-"), "year", "month", "week") {
		n, at = 0, at-1 // "a 5 month baby"
	} else if n > 0 && n < 30 && !r.toks[at].used {
		at--
	} else {
		n = 0
	}
	if n == 0 && r.anyOf(at, "my", "our") && r.count(at-1) > 1 && r.count(at-1) < 30 && !r.tok(at-1).used {
		n, at = r.count(at-1), at-2 // "3 my friend"
	}
	at = r.before(at, "my", "our", "his", "her", "a", "an", "the", "another", "of")
	return n, at
}

// companionStands judges whether a noun is somebody who travels: it has "my", "a" or a number before it, or stands in
// a list of people. Nouns that belong to a count, as in "3 friends", are left to it.
func (r *reading) companionStands(i int) bool {
	text := r.text(i)
	if !isCompanion(text) && text != "twins" {
		return false
	}
	if r.anyOf(i-1, "late", "ex") {
		r.note(i-1, i, byTraveller)
		return false
	}
	if r.anyOf(i+1, "lives", "live", "says", "said", "told", "keeps", "s", "is", "has", "place", "house", "birthday",
		"wedding", "account", "seat", "friendly", "recommended", "thinks", "wants") && !r.comes(i) && !r.needs(i, i) ||
		r.toks[i].own == "" && len(r.toks[i].raw) > len(text) && !strings.HasSuffix(r.toks[i].raw, "-law") &&
			r.text(i+1) != "and" && !r.comes(i) {
		return false // "my sister's wedding"
	}
	if r.isVisited(i, "and", "&") {
		return false
	}
	n, at := r.numberBefore(i)
	if r.staysWith(at) || r.at(at-1, "be", "with") && r.text(i+1) == "there" && !is("spouse", text) {
		return false
	}
	if n > 0 && is("companion-plurals", text) || r.at(i+1, "needs", "to", "be") || r.at(i+1, "has", "to", "be") {
		return true
	}
	for k := at + 1; k < i; k++ {
		if r.anyOf(k, "my", "our", "his", "her", "a", "another", "an", "the") || r.count(k) > 0 {
			return r.linked(at) || r.anyOf(at, "just", "only") || r.comes(i) || r.needs(at, i) || r.linkedAfter(i) || r.leftOut()
		}
	}
	isBeside := companionNouns[r.text(i-1)] > 0 || companionNouns[r.text(i+1)] > 0 // "mum dad and two kids"
	return isBeside || r.linkedPeople(at) || r.linkedPeople(i+1) ||
		!r.sameSentence(i-1, i) && r.comes(i) // "grandma joins us"
}

// joinPeople makes one word of "mother-in-law", which is told as a mother is, and of "grown-ups". The names of people
// and the ages of grown-ups, "my wife Anna", "me (34)", say nothing of how many there are.
func (r *reading) joinPeople() {
	for i := range len(r.toks) {
		if up := r.behind(i+1, "-"); r.text(i) == "grown" && r.anyOf(up, "ups", "up") {
			r.join(i, up+1, "adults")
		}
		if r.at(i, "accompanied", "by") {
			r.join(i, i+2, "with")
		}
		if _, ok := companionNouns[r.text(i)]; ok && r.at(i+1, "-", "in", "-", "law") {
			r.join(i, i+5, r.text(i))
		}
		if to := r.nameBehind(i); to > i+1 {
			r.note(i+1, to, byName)
			r.put(i+1, to)
		}
		isGrown := companionNouns[r.text(i)] > 0 || r.anyOf(i, "me", "i", "myself")
		if isGrown && r.text(i+1) == "(" && r.count(i+2) >= 18 && r.text(i+3) == ")" {
			r.note(i+1, i+4, byTraveller)
			r.put(i+1, i+4)
		}
	}
}

// nameBehind returns where the name of the person at token i ends, i+1 where none stands there. What is also a town
// where one can fly to is read as that.
func (r *reading) nameBehind(i int) (to int) {
	to = i + 1
	if !isPerson(r.text(i)) || r.alien || r.titled() || r.shouting() {
		return to
	}
	for to <= i+2 && r.sameSentence(to, i) && r.nameWord(to) && r.toks[to].value == 0 {
		text := r.text(to)
		e, _ := geo.Lookup(text)
		isTown := e.Flights && (e.Population > 200_000 || r.anyOf(to+1, "to", "-", "–"))
		isOther := is("content", text) || cueWords[text] != noCue || r.carrierWord(to) || text == "i"
		if isTown || isOther || strings.ContainsAny(r.toks[to].raw, "'’") {
			break
		}
		to++
	}
	return to
}

// isVisited reports whether the person whose noun or number stands at token i is met at the goal and does not travel:
// "visit my granddaughter", "to see our two sons and their wives". The links join several who are.
func (r *reading) isVisited(i int, links ...string) bool {
	for k := i - 1; k >= 0 && r.sameSentence(k, i); k-- {
		switch {
		case r.anyOf(k, "visit", "visiting", "visits", "see", "seeing", "meet", "meeting"):
			return true
		case r.anyOf(k, "my", "our", "his", "her", "their", "the", "best", "old", "dear", "little", "older", "younger",
			"good", "new"), r.anyOf(k, links...), r.count(k) > 0,
			len(links) > 0 && r.personAt(k) && !r.anyOf(k, "me", "i", "myself", "us"):
		default:
			return false
		}
	}
	return false
}

// hadBy returns where it ends that somebody has people who are none of the trip's: "my boss has two kids", "I have two
// kids at home"; 0 where they may be.
func (r *reading) hadBy(c *countMention) int {
	at := r.before(c.from-1, "got", "has", "have")
	has, isHome := r.text(at+1), r.at(c.to, "at", "home")
	isOthers := has == "has" && (isPerson(r.text(at)) || r.anyOf(at, "he", "she"))
	if !c.kind.ofPeople() || has != "have" && has != "has" || !isHome && !isOthers || r.comes(c.to-1) {
		return 0
	}
	return c.to + 2*boolInt(isHome)
}

// isCounted reads "the baby" where the message tells how many there are.
func (r *reading) isCounted(i int) bool {
	return r.text(i-1) == "the" && slices.ContainsFunc(r.counts, func(c countMention) bool {
		return c.kind == infantCount && is("baby-nouns", r.text(i)) || c.kind == childCount && is("child-nouns", r.text(i))
	})
}

// needs reads "needs a flight", "would like a room" after a person, and "book … a flight" around one.
func (r *reading) needs(before, i int) bool {
	const near = 8
	goods := []string{"flight", "flights", "ticket", "tickets", "hotel", "room", "fare"}
	if r.anyOf(before, "book", "get", "find", "buy") && r.anyOf(i+1, "a", "an", "the", "some") {
		return r.hasIn(i+2, i+near, goods...)
	}
	for k := i + 1; k < i+near && r.sameSentence(k, i) && !r.anyOf(k, "i", "we", "im"); k++ {
		if r.anyOf(k, "need", "needs", "want", "wants", "require", "requires", "has", "have") && r.at(k+1, "to") {
			return r.anyOf(k+2, "get", "be", "fly", "go", "travel")
		}
		if r.anyOf(k, "need", "needs", "want", "wants", "require", "requires") || r.at(k, "would", "like") ||
			r.at(k, "looking", "for") {
			return r.hasIn(k+1, k+near, goods...)
		}
	}
	return false
}

// comes reads "is coming", "joins us", "can't come" after a person.
func (r *reading) comes(i int) bool {
	for k := i + 1; k < i+10 && r.sameSentence(k, i); k++ {
		if (r.anyOf(k, "i", "we", "im", "weare", "of", "afraid", "scared", "loves", "likes", "prefers") ||
			r.anyOf(k, class("averse")...)) &&
			!r.has("of", "us") && !r.leftOut() {
			return false
		}
		if r.anyOf(k, "coming", "come", "comes", "join", "joins", "joining", "travel", "travels", "traveling",
			"travelling", "flying", "fly", "make", "going", "go", "tag", "along") ||
			r.anyOf(k, "visit", "visiting", "see") && r.anyOf(k+1, "us", "me") {
			return true
		}
	}
	return false
}

func (r *reading) linked(i int) bool {
	return !r.staysWith(i) && (r.opensList(i) || r.anyOf(i, "and", "with", "plus", "for", "both", "&", "+", "bring",
		"bringing", "add", "adding", "take", "taking", "including") || r.anyOf(i, class("drop-verbs")...) ||
		r.text(i) == "," && (i > 0 && r.personAt(i-1) || r.linkedAfter(i+1)))
}

// opensList reads the "me" of "me hubby and kids", with which a list of people begins.
func (r *reading) opensList(i int) bool {
	return r.text(i) == "me" && (r.tok(i-1).kind == mark || r.anyOf(i-1, "for", "just", "its"))
}

// staysWith reads the "with" of "we stay with grandma": she is met there and does not travel.
func (r *reading) staysWith(i int) bool {
	return r.text(i) == "with" &&
		r.anyOf(i-1, "check", "talk", "speak", "discuss", "meet", "stay", "stays", "staying", "sleep", "sleeps", "sleeping",
			"spoke", "talked", "checking")
}

// linkedAfter reports whether a list of people goes on behind the noun at token i.
func (r *reading) linkedAfter(i int) bool {
	for k := i; k < i+16 && r.sameSentence(k, i); k++ {
		if r.anyOf(k, "and", "plus", "&", "+") {
			if r.count(k-1) > 0 && r.count(k+1) > 0 {
				continue // "(7 and 11)"
			}
			return r.personAt(k+1) || r.personAt(k+2) || r.personAt(k+3)
		}
	}
	return false
}

// linkedPeople reports whether token i joins people: "me, mum and dad".
func (r *reading) linkedPeople(i int) bool {
	return r.opensList(i) ||
		r.anyOf(i, "and", ",", "plus", "&", "+", "with") && !r.staysWith(i) && (r.personAt(i-1) || r.personAt(i+1))
}

func (r *reading) personAt(i int) bool {
	return isCompanion(r.text(i)) ||
		r.anyOf(i, "me", "i", "myself", "us", "couple", "adult", "adults", "kids", "children")
}

// companionIn reports whether the tokens [from, to) name a grown-up who comes along, in the sentence of token i.
func (r *reading) companionIn(from, to, i int) bool {
	return r.some(from, to, func(k int) bool {
		return (companionNouns[r.text(k)] > 0 || is("companion-plurals", r.text(k))) && r.sameSentence(k, i)
	})
}

// amongOthers reads the "and" of "my mum and dad need a flight" and of "mum and dad and two kids", which joins two who
// travel without the person.
func (r *reading) amongOthers(i int) bool {
	k := i + 2
	for r.sameSentence(k, i) && (r.personAt(k) || r.anyOf(k, "and", ",", "my", "our")) {
		k++
	}
	isSelf := r.hasAny("i", "im", "id", "ill", "ive", "me", "myself", "my", "we", "weare", "us", "our", "both")
	return r.anyOf(i, "and", "plus") && (r.personAt(i-1) || r.isNamedWith(i-1)) && (r.needs(i, k-1) || !isSelf)
}

// withSelf reports whether the person travels with the people whose phrase begins behind token i: "me and …",
// "… and I", "with …". "For my parents" is for them alone.
func (r *reading) withSelf(i int) bool {
	group := i
	if r.anyOf(i, "group", "party", "team", "family") {
		group = r.before(i-1, "a", "the", "small", "big")
	}
	if r.text(group) == "weare" || r.text(group) == "are" && r.text(group-1) == "we" {
		return false // "we're 4 friends" counts them all
	}
	for k := range r.toks {
		if !r.anyOf(k, "me", "i", "myself", "us") || !r.sameSentence(k, i+1) {
			continue
		}
		next := r.behind(k+2, "and", "&")
		if r.anyOf(k+1, "and", "plus", "&", "+", "with") || r.text(k+1) == "," &&
			(r.personAt(next) || r.personAt(next+1)) || r.anyOf(k-1, "and", "plus", "&", "+") || r.opensList(k) &&
			(r.personAt(k+1) || r.personAt(k+2)) {
			return true
		}
	}
	return r.anyOf(i, "with", "bring", "bringing", "and", "plus", "take", "taking") && !r.hasAny("couple") &&
		!r.anyOf(i-1, "her", "him") && !r.forOthers() && !r.amongOthers(i) && !r.hasOwn(i-1) || r.has("we", "are") ||
		r.has("weare") && !r.forOthers()
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
		return r.text(i) == "for" && !r.anyOf(i-1, "them", "these", "those") &&
			companionNouns[r.text(r.behind(i+1, "my", "our", "both", "the"))] > 0
	})
}

// isJust reports whether the "just" or "only" at token i limits who travels: "just my wife", but not "I just found out"
// or "my sister can only go 3 days".
func (r *reading) isJust(i int) bool {
	return r.anyOf(i, "just", "only") && (r.text(i) == "only" && r.personAt(i-1) ||
		r.anyOf(i+1, "me", "us", "my", "our", "the", "with", "for") || r.count(i+1) > 0)
}
