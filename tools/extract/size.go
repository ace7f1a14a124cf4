package extract

// leftWith reads how many travel once somebody dropped out or came along: "one dropped out so 6", "that makes 5 of us",
// "now we are 4"; -1 when the message does not say it.
func (r *reading) leftWith() int64 {
	if !r.leftOut() && !r.joins() {
		return -1
	}
	for i := range r.toks {
		n := r.count(i)
		ofAll := countNouns[r.text(i+1)] == adultCount && !r.anyOf(i+1, "adult", "adults") || r.at(i+1, "of", "us")
		if n < 1 || n > 99 || r.toks[i].ordinal || !r.phraseEnds(i+1) && !ofAll {
			continue
		}
		at := r.before(i-1, "we", "are", "weare", "only", "just", "us", "it", "is", "its", "there", "now", "to")
		if r.anyOf(at, "so", "makes", "leaves", "down") || at < i-1 && r.anyOf(at+1, "now") {
			r.note(i, i+1, byTraveller)
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

// droppedOut reads the number of "two dropped out" and "one of them cancelled"; 0 when there is none.
func (r *reading) droppedOut() int64 {
	for i := range r.toks {
		at := r.behind(i+1, "of", "them", "us", "the", "others", "has", "have", "just", "friend", "friends",
			"people", "person")
		if n := r.count(i); n > 0 && n < 30 && r.anyOf(at, "dropped", "drops", "dropping", "cancelled", "bailed") {
			r.note(i, i+1, byTraveller)
			return n
		}
	}
	return 0
}
