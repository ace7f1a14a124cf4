package extract

import (
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// joinTowns makes one word of the name of a place that is written with capitals, "Chiang Mai", "Christmas Island",
// "Santo Domingo": what its words mean elsewhere they do not mean there. The "2" between two towns, "Leeds 2 Rome", is
// "to".
func (r *reading) joinTowns() {
	for i := 0; i < len(r.toks); {
		if to, name := r.townAt(i); to > 0 {
			r.join(i, to, name)
			r.toks[i].value, r.toks[i].ordinal = 0, false
		}
		i++
	}
	isTown := func(i int) bool {
		e, ok := geo.Lookup(r.text(i))
		return ok && e.Flights && !e.Word && r.tok(i).kind == word
	}
	for i := range r.toks { // "Leeds 2 Rome 3" are nights
		if r.toks[i].raw == "2" && isTown(i-1) && isTown(i+1) && !(r.count(i+2) > 0 && r.phraseEnds(i+3)) {
			r.toks[i].kind, r.toks[i].text, r.toks[i].value = word, "to", 0
		}
	}
}

// townAt returns where the longest name of a place ends that begins at token i, and what it is looked up by; 0 where
// there is none of several words.
func (r *reading) townAt(i int) (to int, name string) {
	if !r.toks[i].title || r.shouting() {
		return 0, ""
	}
	var key []string
	for at := i; at < len(r.toks) && at < i+maxPlaceWords && r.toks[at].kind == word && r.sameSentence(at, i); at++ {
		key = append(key, r.toks[at].fold())
		if at == i || !r.toks[at].title {
			continue
		}
		if e, ok := geo.Lookup(strings.Join(key, " ")); ok && (e.Population > 0 || e.Flights || e.Area) {
			to, name = at+1, strings.Join(key, " ")
		}
	}
	return to, name
}
