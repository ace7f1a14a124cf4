package extract

import "slices"

// party is who travels, as far as the message says; -1 is not said.
type party struct{ adults, children, infants int64 }

// people reads the travellers of the message: numbers of people, "my wife and I", "just me",
// "for two".
func (r *reading) people() party {
	p := party{-1, -1, -1}
	for _, c := range r.counts {
		switch c.kind {
		case adultCount:
			p.adults = c.n
			if r.anyOf(c.from+1, "other", "more", "additional") && (r.text(c.from-1) == "with" || r.text(c.from-1) == "and") {
				p.adults++
			}
		case childCount:
			p.children = max(p.children, 0) + c.n
		case infantCount:
			p.infants = max(p.infants, 0) + c.n
		case noCount, roomCount, nightCount, starCount, stopCount:
		}
	}
	if p.adults < 0 {
		p.adults = r.groupSize()
	}
	if p.adults < 0 {
		p.adults = r.companions(&p)
	}
	if p.adults < 0 && r.alone() {
		p.adults = 1
	}
	return p
}

// groupSize reads "a group of four", "party of 3", "economy for one", "we are 3".
func (r *reading) groupSize() int64 {
	for i := range r.toks {
		n := r.count(i)
		if n < 1 || n > 99 || !r.free(i) {
			continue
		}
		switch {
		case r.text(i-1) == "of" && r.anyOf(i-2, "group", "party", "family", "team", "total"),
			r.text(i-1) == "for" && r.phraseEnds(i+1),
			(r.text(i-1) == "are" && r.anyOf(i-2, "we", "there") || r.text(i-1) == "weare") && r.phraseEnds(i+1),
			r.text(i-1) == "in" && r.anyOf(i-2, "traveling", "travelling", "are", "weare") && r.phraseEnds(i+1),
			r.text(i-1) == "with" && r.phraseEnds(i+1) && r.text(i+1) != "":
			r.take(i, i+1)
			return n
		case r.text(i-1) == "us" && r.phraseEnds(i+1),
			r.text(i+1) == "in" && r.anyOf(i+2, "my", "our", "the") && r.anyOf(i+3, "group", "party"),
			r.anyOf(i-1, "it", "that") && r.text(i-2) == "make" && r.phraseEnds(i+1) && r.topicOf(i) != hotelTopic:
			r.take(i, i+1)
			return n
		}
	}
	if r.has("both", "of", "us") || r.has("a", "couple") && !r.has("a", "couple", "of") {
		return 2
	}
	return -1
}

// phraseEnds reports whether nothing that a number could count stands at token i.
func (r *reading) phraseEnds(i int) bool {
	if i >= len(r.toks) || r.toks[i].kind == mark {
		return true
	}
	return r.anyOf(i, "please", "and", "with", "in", "on", "at", "from", "to", "for", "then", "but", "thanks", "leaving", "returning", "going", "this", "economy", "departing", "flying", "traveling", "total", "so", "there", "next", "if", "though", "now", "while", "who", "that", "near", "because", "since", "as")
}

var companionNouns = map[string]int64{
	"wife": 1, "husband": 1, "partner": 1, "girlfriend": 1, "boyfriend": 1, "spouse": 1, "friend": 1, "mom": 1, "mother": 1,
	"dad": 1, "father": 1, "brother": 1, "sister": 1, "colleague": 1, "boss": 1, "fiance": 1, "fiancee": 1, "roommate": 1,
	"cousin": 1, "uncle": 1, "aunt": 1, "coworker": 1, "buddy": 1, "grandmother": 1, "grandfather": 1, "grandma": 1,
	"grandpa": 1, "mum": 1, "bestie": 1, "parents": 2, "grandparents": 2,
}

var childNouns = []string{"son", "daughter", "child", "kid"}

// companions counts "my wife and I", "with my two friends", "me, my husband and our son".
func (r *reading) companions(p *party) int64 {
	if !r.hasAny("me", "myself", "i", "with", "and", "us", "we") {
		return -1
	}
	adults, self := int64(0), false
	for i := range r.toks {
		if !r.anyOf(i, "my", "our", "a") || r.text(i) == "a" && r.text(i-1) != "with" {
			continue
		}
		linked := r.anyOf(i-1, "and", "with", "plus", "for", "both") || r.text(i-1) == "," && i > 1 && r.anyOf(i+2, "and", ",") || r.text(i+2) == "and"
		n, at := int64(1), i+1
		if c := r.count(at); c > 0 {
			n, at = c, at+1
		}
		if !linked {
			continue
		}
		if size, ok := companionNouns[r.text(at)]; ok {
			adults, self = adults+n*size, true
		} else if slices.Contains(childNouns, r.text(at)) {
			p.children, self = max(p.children, 0)+n, true
		} else if r.text(at) == "baby" {
			p.infants, self = max(p.infants, 0)+n, true
		}
	}
	if !self {
		return -1
	}
	return adults + 1
}

// alone reads "just me", "by myself", "travelling alone".
func (r *reading) alone() bool {
	for i := range r.toks {
		switch {
		case r.text(i) == "myself" && r.anyOf(i-1, "just", "only", "by", "for"),
			r.text(i) == "me" && (r.anyOf(i-1, "just", "only") || r.text(i-1) == "for" && r.anyOf(i-2, "just", "only")):
			return true
		case r.anyOf(i, "alone", "solo") && !r.anyOf(i-1, "let", "not"):
			return true
		}
	}
	return false
}

// fillers are words that may stand around a number which is an answer by itself.
var fillers = []string{
	"just", "only", "please", "yes", "yeah", "yep", "need", "i", "ill", "id", "will", "be", "there", "it", "make", "want", "would", "like",
	"we", "are", "thats", "that", "is", "its", "ok", "okay", "sure", "no", "total", "in", "all", "thanks", "thank", "you", "the",
	"purchase", "buy", "book", "get", "have", "say", "lets", "us", "me", "actually", "maybe", "to", "am", "were", "them", "reserve",
	"tickets", "ticket", "of", "for", "give", "id", "go", "with", "about", "oh", "um", "hmm", "well", "so", "do", "any", "class",
	"economy", "premium", "business", "adding", "add", "sounds", "good", "great", "perfect", "now", "up", "change", "instead",
}

// bareNumber finds the number of a sentence that says nothing else: "Two, please", "I'll need 2".
func (r *reading) bareNumber() (int64, int) {
	for i := range r.toks {
		n := r.count(i)
		if n < 1 || n > 20 || !r.free(i) || r.toks[i].text == "one" && !r.oneCounts(i) {
			continue
		}
		lonely := true
		for k := range r.toks {
			t := &r.toks[k]
			if k != i && t.kind != mark && !t.used && t.sentence == r.toks[i].sentence && !slices.Contains(fillers, t.text) {
				lonely = false
				break
			}
		}
		if lonely {
			return n, i
		}
	}
	return 0, -1
}

// oneCounts tells "just one" from "that one".
func (r *reading) oneCounts(i int) bool {
	return r.wordCount() == 1 || r.anyOf(i-1, "just", "only", "need", "for", "of") || r.anyOf(i+1, "please") && !r.anyOf(i-1, "that", "this", "the", "another", "other", "first", "cheapest")
}
