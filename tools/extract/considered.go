package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
)

// considered lists the words that name a place or an airline too and were read as something else.
func (r *reading) considered() []Considered {
	out := []Considered{}
	add := func(i, to int, by reader, value, lost string) {
		out = append(out, Considered{r.toks[i].start, r.toks[to-1].end, by.slot, by.rule, value, lost})
	}
	for i := range r.toks {
		t := &r.toks[i]
		if t.kind != word {
			continue
		}
		by := r.claimOf(i)
		if e, ok := geo.Lookup(t.text); ok && by != byPlace.slot && !fillerWords[t.text] {
			add(i, i+1, byPlace, geo.Find(t.text, geo.Hints{}).Place.Name, "read as "+cmp.Or(by, "a word")+
				map[bool]string{true: ": it is a common word", false: ": nothing says that a place is meant"}[e.Word])
		}
		at := slices.IndexFunc(airlineNames, func(a airlineName) bool { return r.isAt(i, a.key) })
		if at >= 0 && by != byAirline.slot {
			add(i, i+len(airlineNames[at].key), byAirline, airlineNames[at].name,
				"read as "+cmp.Or(by, "a word")+": nothing says that an airline is meant")
		}
	}
	for k := range r.places {
		p := &r.places[k]
		for n := range p.answer.Choices {
			if c := &p.answer.Choices[n]; n > 0 {
				add(p.from, p.to, byPlace, c.Name+" ("+c.Country+")", "smaller or farther than "+p.answer.Choices[0].Name)
			}
		}
	}
	return out
}

// claimOf returns the slot for which token i is claimed, empty when it is for none.
func (r *reading) claimOf(i int) string {
	at := slices.IndexFunc(r.claims, func(c Claim) bool { return c.Start <= r.toks[i].start && r.toks[i].end <= c.End })
	if at < 0 {
		return ""
	}
	return r.claims[at].Slot
}

// isAt is at, of a look at the message that decides nothing.
func (r *reading) isAt(i int, words []string) bool {
	return !r.some(0, len(words), func(k int) bool { return r.text(i+k) != words[k] })
}
