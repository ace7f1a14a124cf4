package extract

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
