package extract

import "slices"

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

// isOfCounted reads "one kid is in a wheelchair" behind "3 kids": more is said of some who were counted.
func (r *reading) isOfCounted(k int) bool {
	c := &r.counts[k]
	return r.anyOf(c.to, "is", "are", "has", "needs", "need", "uses", "wants", "will", ofRequest) &&
		slices.ContainsFunc(r.counts[:k], func(o countMention) bool { return o.kind == c.kind && o.n >= c.n })
}

// isCounted reads "the baby" where the message tells how many there are.
func (r *reading) isCounted(i int) bool {
	return r.text(i-1) == "the" && slices.ContainsFunc(r.counts, func(c countMention) bool {
		return c.kind == infantCount && is("baby-nouns", r.text(i)) || c.kind == childCount && is("child-nouns", r.text(i))
	})
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

// staysBehind reads "the kids stay with granny" at the verb: where it ends, 0 where somebody sleeps at the goal.
func (r *reading) staysBehind(i int) int {
	who, at := r.text(r.before(i-1, "will", "is", "are")), r.behind(i+2, whose...)
	if r.anyOf(i, "stay", "stays", "staying") && r.text(i+1) == "with" && (isKid(who) || who == "old") &&
		companionNouns[r.text(at)] > 0 && r.tok(at+1).kind == mark {
		return at + 1
	}
	return 0
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

// isPartOfCount reports whether the count k of grown-ups and the one beside it make up one before them: "4 of us: 2
// students and 2 teachers".
func (r *reading) isPartOfCount(k int) bool {
	return slices.ContainsFunc([]int{k - 1, k}, func(first int) bool {
		isAll := func(o countMention) bool {
			return o.kind == adultCount && o.n == r.counts[first].n+r.counts[first+1].n &&
				r.anyOf(o.to-1, "people", "persons", "adults", "us", "travellers", "travelers", "passengers")
		}
		return first > 0 && first+1 < len(r.counts) && slices.ContainsFunc(r.counts[:first], isAll)
	})
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
