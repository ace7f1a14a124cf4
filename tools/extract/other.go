package extract

import (
	"slices"
	"strings"
)

// isLandmark reports whether token i is where something is: "near the opera house", "opposite the theatre".
func (r *reading) isLandmark(i int) bool {
	return r.saysNear(r.before(i-1, "the", "a", "our", "my", "old", "national", "to", "state"))
}

// isOccasion reads "get there before the match" and "flying in for the concert" at token i: what a journey is for.
func (r *reading) isOccasion(i int) bool {
	k := i - 1
	for k > i-4 && r.sameSentence(k, i) && !r.anyOf(k, "before", "after", "for") {
		k--
	}
	isBefore := func(c cue) bool { return r.sameSentence(c.from, i) && c.to <= k }
	isRoute := func(at int) bool { return r.sameSentence(at, i) && r.beginsRoute(at) } // "Paris to Rome for a show"
	if _, end := r.clockAt(i); end > i {
		return true // "get there before lunch": an hour
	}
	isSo := valueOf("errand", r.text(i)) == "show" && r.anyOf(k, "before", "after", "for") &&
		(slices.ContainsFunc(r.cues, isBefore) || r.some(0, k, isRoute)) && !r.sentence(i).has("ticket", "tickets", "seats")
	if isSo {
		r.note(k, i+1, byReason)
	}
	return isSo
}

// otherAt reports whether token i names something that is not part of a trip.
func (r *reading) otherAt(i int) bool {
	text := r.text(i)
	isMoney := valueOf("currency", r.text(i+1)) != "" || valueOf("currency", r.text(i+2)) != ""
	if r.anyOf(i, "transfer", "wire", "send") && isMoney || r.rents(i) || r.asksForMeans(i) ||
		text == "remind" && r.text(i+1) == "me" && r.anyOf(i+2, "on", "at", "in", "next", "tomorrow", "to") {
		return true
	}
	isOther := func() bool {
		return is("errand", text)
	}
	if !isOther() {
		text = strings.TrimSuffix(text, "s") // "pizzas"
	}
	if !isOther() {
		return false
	}
	if r.ownCar(i) || r.isLandmark(i) || r.isOccasion(i) ||
		slices.ContainsFunc(r.modes, func(m modeMention) bool { return m.at == i && r.modeOfWay(i) }) {
		return false
	}
	if r.anyOf(i+1, "ticket", "tickets") {
		return true // "2 theatre tickets"
	}
	words := strings.Fields(valueOf("doubtful", text))
	return !is("doubtful", text) || slices.Contains(words, r.text(i-1)) || slices.Contains(words, r.text(i+1)) ||
		slices.Contains(words, r.text(i-2))
}

// asksForMeans reads questions for trains, buses and ferries beside a trip that flies: "do you sell train tickets?",
// "is there a ferry?".
func (r *reading) asksForMeans(i int) bool {
	from, _ := r.span(r.toks[i].sentence)
	mode, at := valueOf("mode", r.text(i)), r.behind(from+2, "also")
	asks := r.anyOf(from, "do", "can", "could") && r.text(from+1) == "you" &&
		r.anyOf(at, "do", "sell", "have", "offer", "book", "search") ||
		r.anyOf(from, "is", "are") && r.text(from+1) == "there"
	return asks && mode != "" && mode != byFlight && mode != byCar && !r.known.fresh() && !r.changesMode(i) &&
		r.text(i+1) != "station"
}

// rents reports whether the person wants to rent something other than a place to sleep: "rent me a bike".
func (r *reading) rents(i int) bool {
	from, to := r.span(r.toks[i].sentence)
	return r.anyOf(i, "rent", "renting", "hire", "hiring") && !r.toks[i].used && !slices.ContainsFunc(r.topics,
		func(m topicMark) bool { return m.topic == hotelTopic && m.at >= from && m.at < to })
}

// findOther marks what is no part of the trip: whole sentences, or where the sentence speaks of flight, stay or
// journey as well, the clause. What is marked is told to the person.
func (r *reading) findOther() {
	if len(r.toks) == 0 {
		return
	}
	clauses := r.clauses()
	for i := range r.toks {
		from, to := r.span(r.toks[i].sentence)
		isDenied := slices.ContainsFunc(r.modes, func(m modeMention) bool { return m.at == i && m.rejected })
		if isDenied || !r.otherAt(i) || r.toks[i].used || r.changesMode(i) || r.searchesWeb(from, to) {
			continue
		}
		isTrip := func(from, to int) bool { return r.planned(from, to, i) || r.tripIn(from, to) == from }
		if isTrip(from, to) {
			c := clauses[slices.IndexFunc(clauses, func(c clause) bool { return c.from <= i && i < c.to || c.from > i })]
			if c.from > i || isTrip(c.from, c.to) {
				r.take(i, i+1, byOther)
				r.toks[i].other = true
				r.other = append(r.other, r.leftAt(i, i+1))
				continue
			}
			from, to = c.from, c.to
		}
		to = r.goesOnAboutIt(to)
		r.keepThingDays(from, to)
		r.setOther(from, to)
	}
}

// setOther takes the tokens [from, to), of something that is not done here.
func (r *reading) setOther(from, to int) {
	r.take(from, to, byOther)
	for k := from; k < to; k++ {
		r.toks[k].other = true
	}
	r.other = append(r.other, r.leftAt(from, to))
}

// goesOnAboutIt returns where the sentences end, from token at on, that go on about what the one before speaks of: "I
// will need it from Friday to Sunday".
func (r *reading) goesOnAboutIt(at int) int {
	for at < len(r.toks) {
		from, to := r.span(r.toks[at].sentence)
		if from != at || !r.hasIn(from, to, "it", "them") || r.planned(from, to, -1) {
			break
		}
		at = to
	}
	return at
}

// planned reports whether a flight, a place to sleep or a journey is spoken of between two tokens, away from token but.
func (r *reading) planned(from, to, but int) bool {
	for _, m := range r.topics {
		isEnd := r.anyOf(m.at-1, "the", "my", "our") && r.anyOf(m.at-2, "to", "from") // "a cab to the hotel"
		if m.at >= from && m.at < to && m.at != but && !r.anyOf(m.at, "ticket", "tickets", "apartment", "house") &&
			!r.isWhere(m.at) && !isEnd {
			return true
		}
	}
	return r.some(from, to, func(i int) bool {
		return r.anyOf(i, "adults", "adult", "trip", "vacation", "holiday") && i != but
	})
}
