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
