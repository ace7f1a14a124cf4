package extract

import (
	"cmp"
	"slices"
	"strings"
)

// airlineMention is an airline that the message names; an empty name says that any will do.
type airlineMention struct {
	from, to int
	name     string
	rejected bool // "not with Delta"
}

type airlineName struct {
	key  []string // the words that name it, without "airlines"
	name string
	sole bool // the words mean the airline even where nothing else says so
}

var airlineNames = func() (all []airlineName) {
	for class, sole := range map[string]bool{"airline": true, "airline-if-said": false} {
		for _, e := range classOf(class).entries {
			all = append(all, airlineName{strings.Fields(e.phrase), e.value, sole})
		}
	}
	slices.SortFunc(all, func(a, b airlineName) int {
		return cmp.Or(len(b.key)-len(a.key), slices.Compare(a.key, b.key))
	})
	return all
}()

// findAirlines takes every airline that the message names, and "any airline".
func (r *reading) findAirlines() {
	for i := 0; i < len(r.toks); i++ {
		m, ok := r.airlineAt(i)
		if !ok {
			m, ok = r.anyAirline(i)
		}
		if !ok && r.unwanted(i) && r.free(i) {
			m, ok = r.airlineOffered(i)
		}
		if !ok {
			continue
		}
		if at := r.before(m.from-1, "with", "of", "from"); at < m.from-1 && is("membership", r.text(at)) {
			r.tell(at, m.to) // "80,000 miles with Lufthansa": who has them may fly with others
			r.take(at, m.to, byAirline)
			continue
		}
		m.rejected = m.name != "" && r.unwanted(m.from)
		r.take(m.from, m.to, byAirline)
		r.airline = append(r.airline, m)
		i = m.to - 1
	}
}

// airlineOffered reads the name of an airline that is on offer.
func (r *reading) airlineOffered(i int) (airlineMention, bool) {
	like, to := r.likesOffered(false)(i, len(r.toks))
	if like == nil || like.Airline == "" {
		return airlineMention{}, false
	}
	return airlineMention{from: i, to: to, name: like.Airline}, true
}

func (r *reading) airlineAt(i int) (airlineMention, bool) {
	if !r.free(i) || r.toks[i].kind != word {
		return airlineMention{}, false
	}
	for k := range airlineNames {
		a := &airlineNames[k]
		if a.key[0] != r.toks[i].text || !r.at(i, a.key...) {
			continue
		}
		to := i + len(a.key)
		if !a.sole && !r.airlineStands(i, to) {
			continue
		}
		for r.anyOf(to, "airlines", "airline", "airways", "air", "lines", "flights") && to < i+4 {
			to++
		}
		return airlineMention{from: i, to: to, name: a.name}, true
	}
	return airlineMention{}, false
}

// airlineStands decides whether a word such as "united" means the airline.
func (r *reading) airlineStands(i, to int) bool {
	if r.anyOf(to, "airlines", "airline", "airways", "air", "flights", "flight") {
		return true
	}
	pair := r.anyOf(i-1, "or", "and", ",") && len(r.airline) > 0 ||
		r.anyOf(to, "or", "and", ",") && r.carrierWord(to+1)
	if pair && r.anyOf(len(r.toks)-1, "only", "please") {
		return true // "ba or virgin only"
	}
	isNamed := r.toks[i].title || r.lacksCapitals() && (r.anyOf(to, "or", "and") || r.phraseEnds(to))
	if !isNamed ||
		r.anyOf(to, "states", "kingdom", "arab", "express", "food", "citizen", "columbia", "islands") {
		return false
	}
	return pair || r.wordCount() <= 2 || r.tok(i-1).kind == mark && r.text(to) == "please" ||
		r.at(to, "if", "possible") || r.anyOf(to, "only", "preferred", "preferably") || r.deniedBefore(i, 1) >= 0 ||
		r.anyOf(i-1, "with", "on", "by", "via", "prefer", "fly", "flying", "like", "take", "try", "use", "using", "airline",
			"preferably")
}

// lacksCapitals reports whether the whole message is in small letters, so that these say nothing.
func (r *reading) lacksCapitals() bool {
	return !slices.ContainsFunc(r.toks, func(t token) bool { return t.title || t.caps })
}

// carrierWord reports whether token i begins the name of an airline.
func (r *reading) carrierWord(i int) bool {
	return slices.ContainsFunc(airlineNames, func(a airlineName) bool { return r.at(i, a.key...) })
}

// anyAirline reads "any airline", "no preference over the airlines", "don't care which airline".
func (r *reading) anyAirline(i int) (airlineMention, bool) {
	return airlineMention{from: i, to: i + 1},
		r.anyOf(i, "airline", "airlines", "carrier", "airliner", "carriers") && r.indifferentAround(i)
}

// indifferentAround reports whether the sentence around token i says that the person has no preference.
func (r *reading) indifferentAround(i int) bool {
	if r.anyOf(i-1, "any", "whichever", "whatever", "either") || r.text(i-2) == "any" {
		return true
	}
	for k := max(0, i-9); k < min(len(r.toks), i+7); k++ {
		if !r.sameSentence(i, k) {
			continue
		}
		switch {
		case r.anyOf(k, "matter", "matters", "picky", "particular", "important") && r.anyOf(k-1, class("not")...),
			r.anyOf(k, "care", "mind") && (r.anyOf(k-1, class("not")...) || r.anyOf(k-2, class("not")...)),
			r.anyOf(k, "preference", "preferences") &&
				(r.anyOf(k-1, denying...) || r.anyOf(k-1, "any", "particular", "specific", "have")),
			is("not", r.text(k)) && r.text(k+1) == "mind", r.at(k, "open", "to", "any"), r.at(k, "flexible"),
			r.anyOf(k, "irrelevant", "whichever"),
			r.text(k) == "any" && r.anyOf(k+1, "is", "one", "will", "works", "of"):
			return true
		}
	}
	return false
}
