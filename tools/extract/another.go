package extract

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// startsAnother reports whether the message begins another trip than the one that is known: "second trip: Leeds to
// Rome", "book me another one, from Oslo to Bergen", "also plan a trip to Porto". A conversation has one trip, so that
// this is a new start, and is told or asked about as one.
func (r *reading) startsAnother() bool {
	if r.known.fresh() || !r.goesElsewhereToo() {
		return false
	}
	for i := range r.toks {
		if !r.anyOf(i, class("trip-nouns")...) && r.text(i) != "one" || r.aside(i) || r.otherToken(i) {
			continue
		}
		at := r.before(i-1, "round", "weekend", "short", "business", "family", "little", "whole", "separate")
		isOther := r.anyOf(at, "another", "second", "third", "2nd", "3rd", "new", "next") || r.anyOf(i-1, "separate")
		switch named := r.text(i) != "one"; {
		case named && isOther:
			return true
		case isOther && (r.anyOf(i+1, ":", ",", "-", "–", "from") || r.has("book", "me") || r.has("plan", "me")):
			return true
		case named && r.anyOf(at, "a", "one") && r.hasIn(max(0, at-4), at, "also", "additionally", "too"):
			return true
		}
	}
	return false
}

// goesElsewhereToo reports whether the message names a place that the trip does not have, or a whole way.
func (r *reading) goesElsewhereToo() bool {
	a, named := assembly{r: r}, 0
	for k := range r.places {
		p := &r.places[k]
		if p.role == asideRole || !p.sure {
			continue
		}
		if named++; !a.isOfTrip(p) || named > 1 {
			return true
		}
	}
	return false
}

// startsOver reports whether the message begins anew.
func (r *Result) startsOver() bool {
	return slices.ContainsFunc(r.Acts, func(a Act) bool { return a.Act == trip.ActStartOver })
}

// readAnew reads a message on a given day. If the message begins a new trip, it is read as if nothing were known of the
// old one, so that old values neither fill its gaps nor hide values that both trips share.
func readAnew(message string, today trip.Date, k *known) (Result, error) {
	res := read(message, today, k)
	if k.fresh() || !res.startsOver() {
		return res, nil
	}
	start := []Act{{Act: trip.ActStartOver}}
	begun, err := k.with(Result{MissingRequiredFields: []string{}, ClarifyingQuestions: []string{}, Acts: start})
	if err != nil {
		return Result{}, err
	}
	if res = read(message, today, begun); !res.startsOver() {
		res.Acts = append(start, res.Acts[:min(len(res.Acts), maxActs-1)]...)
	}
	return res, nil
}
