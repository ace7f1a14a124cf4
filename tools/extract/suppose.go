package extract

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// A question about what a change would cost is answered by making the change and searching: "undo" takes it back. Only
// while something is held or bought is the change reported instead of made, because a hold that was given up is gone.

// presents maps the past tense of verbs of travel to the present: people suppose in the past tense, "what if we left a
// day earlier?"
var presents = map[string]string{
	"left": "leave", "flew": "fly", "went": "go", "came": "come", "returned": "return", "arrived": "arrive",
	"landed": "land", "departed": "depart", "stayed": "stay", "took": "take", "moved": "move", "started": "start",
	"travelled": "travel", "traveled": "travel", "added": "add", "dropped": "drop", "skipped": "skip", "made": "make",
	"shifted": "shift",
}

// supposesNow puts the verb behind "if we" into the present tense, in which the other rules read it, and asks of "what
// does London add to the price?" what it costs.
func (r *reading) supposesNow() {
	for i := range r.toks {
		from, _ := r.span(r.toks[i].sentence)
		if r.anyOf(i, "add", "adds") && r.hasIn(from, i, "what", "how") &&
			r.hasIn(from, i, "does", "would", "will") && !r.anyOf(i-1, "i", "we", "you", "to", "please") {
			r.toks[i].text = "cost"
		}
		at := r.behind(i+1, "i", "we", "you", "all")
		if now := presents[r.text(at)]; now != "" && at > i+1 && r.text(i) == "if" {
			r.toks[at].text = now
		}
	}
}

// supposed reports whether a sentence asks what a trip would be like after a change: "what if we stay until the 14th",
// "what would it cost if we stay one night longer", "how much is one more night?"
func (r *reading) supposed(sentence int) bool {
	from, to := r.span(sentence)
	c := r.clause(from, to)
	priced := r.told("?priced", &c)
	leavesOut := priced && r.asks(sentence) && // "how much without the hotel?"
		r.some(from, to, func(i int) bool { return r.toks[i].denies })
	if r.known.fresh() || !r.namesChange(&c) && !leavesOut {
		return false
	}
	return r.some(from, to, func(i int) bool {
		return r.supposes(i) || priced && (r.text(i) == "if" && r.anyOf(i+1, "i", "we", "she", "he", "they",
			"it", "my", "our") ||
			r.toComeBack(i) || r.moreOrLess(i) || r.otherNumber(i) || r.otherCabin(i) || r.otherDay(&c, i)) || leavesOut
	})
}

// toComeBack reads "to return on the 14th" at the "to".
func (r *reading) toComeBack(i int) bool {
	return r.text(i) == "to" && (r.anyOf(i+1, "go", "come", "fly") && r.anyOf(i+2, "back", "home") ||
		cueWords[r.text(i+1)] == backCue)
}

// namesChange reports whether a clause brings something that the trip could be changed to.
func (r *reading) namesChange(c *clause) bool {
	return r.namesValue(c) || r.some(c.from, c.to, r.otherCabin) ||
		c.has("longer", "shorter", "another", "instead") || c.hasWord(class("drop-verbs"))
}

// moreOrLess reads "one more night", "another day", "a week less" at token i.
func (r *reading) moreOrLess(i int) bool {
	n, _, at := r.lengthAt(i)
	return n > 0 && (r.text(i) == "another" || r.anyOf(i+1, "more", "extra", "additional", "less", "fewer") ||
		r.anyOf(at, "more", "less", "longer", "shorter", "extra", "later", "earlier"))
}

// otherCabin reads a class that the trip has not at token i: "how much would business be?"
func (r *reading) otherCabin(i int) bool {
	cabin, end := r.cabinAt(i)
	return end > i && cabin != cmp.Or(r.known.Preferences.Flight.Cabin, economy)
}

// otherDay reads a day or place at token i with which the price is compared: "is it cheaper on the 11th?"
func (r *reading) otherDay(c *clause, i int) bool {
	_, isDay := r.dateAt(i)
	isDay = isDay || months[r.text(i)] != 0 && r.text(i-1) == "in"
	return (isDay || r.otherPlace(i)) && (r.asks(r.toks[i].sentence) || r.hasIn(c.from, c.to, "?")) &&
		c.has("cheaper", "expensive", "dearer") && len(r.optionsAsked(c)) == 0
}

// otherPlace reads a place at token i that the trip does not go to: "would Florence be cheaper?"
func (r *reading) otherPlace(i int) bool {
	p, isPlace := r.placeAt(i)
	listed := r.known.leg().Alternatives
	isListed := len(listed.Origin)+len(listed.Destination) > 0 // "is Milan cheaper?" of two to choose from
	return isPlace && !r.known.goesTo(p.name) && !isListed
}

// otherNumber reads "for 3 people", "for one more person", "three of us", "two rooms" at the number, where as many do
// not travel, or sleep in as many. "For one person" and "one room" ask for a share.
func (r *reading) otherNumber(i int) bool {
	known, n := r.known.Party.Travelers, r.count(i)
	all, isFor := known.Adults+known.Children+known.Infants, r.anyOf(i-1, "for", "with")
	if n == 0 {
		return false
	}
	switch countNouns[r.text(i+1)] {
	case roomCount:
		return r.known.needsLodging() && n != max(r.known.stay().Rooms.Value, 1) && r.text(i-1) != "of" &&
			(n > 1 || r.anyOf(i-1, "just", "only"))
	case adultCount:
		return n > 1 && n != known.Adults && n != all
	case childCount:
		return n > 1 && n != known.Children
	}
	if r.anyOf(i+1, "more", "extra", "additional") && countNouns[r.text(i+2)] == adultCount {
		return isFor
	}
	return n > 1 && n != all && (r.at(i+1, "of", "us") || isFor && r.phraseEnds(i+1))
}

// keepHeld leaves the trip as it is while something is held, where a message only asks whether it could be otherwise,
// or says what would be under a condition: a change would give back what is held. How it is changed is told. "Can we
// …?" is a polite order.
// Rule: 6.1.asked-while-held
func (r *reading) keepHeld(res *Result) {
	givesBack := func(a Act) bool { return a.Act == trip.ActRelease && a.Items != "" }
	changes := !res.TripIntent.isZero() || len(res.Clears)+len(res.Questions) > 0
	if !r.onlyAsks() || !changes && !slices.ContainsFunc(r.acts, givesBack) {
		return
	}
	r.acts = slices.DeleteFunc(r.acts, givesBack)
	res.TripIntent, res.Clears, res.Questions, res.Assumptions = TripPatch{}, nil, nil, nil
	if !slices.ContainsFunc(r.acts, isOf(trip.ActCancelBooking)) {
		r.addActs(Act{Act: trip.ActChangeBooking})
	}
}

// onlyAsks reports whether something is held, and a message asks or thinks of something and orders nothing: "is it
// possible to leave a day earlier?", "if she says no, without the hotel", but not "could you change it to business?"
func (r *reading) onlyAsks() bool {
	asks, says := false, false
	for s := range r.asides {
		from, to := r.span(s)
		c := r.clause(from, to)
		isAsked := r.asks(s) || r.hasIn(from, to, "?", "maybe", "perhaps", "might") || r.conditionIn(from, to)
		asks = asks || isAsked
		says = says || !c.only(class("yes"), class("no"), class("answer"), class("courtesy-only")) &&
			(!isAsked || c.has("please", "can", "could you", "could we", "could i", "may we", "may i", "will you",
				"would you") && !c.has("tell", "know", "check", "see"))
	}
	return r.known.askKind() == trip.AskApprove && asks && !says
}

// isCommitted reports whether something is held, or bought and still as it was.
func (k *known) isCommitted() bool {
	return k.askKind() == trip.AskApprove || k.askKind() == "" && slices.ContainsFunc(k.WorkingMemory.Bookings,
		func(b trip.Booking) bool { return b.Status == trip.PurchaseConfirmed && !b.Stale })
}
