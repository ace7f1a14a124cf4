package extract

import (
	"slices"
	"strings"
)

// What people also talk of beside a trip. The engine neither plans nor books it: the trip stays as it is, and the
// person is told. Each list is one subject.
var otherSubjects = [...][]string{
	strings.Fields(`car cars suv suvs sedan convertible hatchback minivan van pickup rental rentals vehicle vehicles
		jeep limo limousine motorbike motorcycle scooter automobile`),
	strings.Fields(`taxi taxis cab cabs uber lyft ride rides rideshare shuttle`),
	strings.Fields(`bus buses coach greyhound`),
	strings.Fields(`concert concerts event events gig opera theatre theater musical festival game games match movie
		movies film films cinema show shows exhibition ballet tickets ticket`),
	strings.Fields(`bank account accounts balance savings transfer deposit withdraw loan mortgage credit payment`),
	strings.Fields(`doctor dentist therapist psychiatrist salon stylist haircut hairdresser barber dermatologist
		gynecologist appointment appointments massage table`),
	strings.Fields(`music song songs playlist album podcast`),
	strings.Fields(`alarm calendar reminder groceries pizza insurance cruise`),
}

// Words of these subjects that mean something else as often: they count only beside another word.
var doubtful = map[string][]string{
	"show": {"the", "a", "tickets", "ticket", "broadway", "this"}, "shows": {"the", "any", "tickets"}, "ride": {"a", "my"},
	"rides": {"a"},
	"game":  {"a", "the", "baseball", "football", "basketball", "soccer", "hockey", "tickets", "ticket", "games"},
	"games": {"tickets", "the", "baseball", "football", "any", "basketball"},
	"match": {"a", "the", "football", "tennis", "cricket", "tickets"},
	"account": {
		"my", "sisters", "the", "bank", "savings", "checking", "brothers", "friends", "mothers", "from", "to",
		"wifes", "husbands",
	},
	"accounts": {"my", "bank"}, "coach": {"a", "by", "the"}, "rental": {"car", "cars", "a"}, "rentals": {"car"},
	"credit": {"union"}, "balance": {"my", "account", "the"},
	"transfer": {"dollars", "money", "to", "please", "a", "airport"}, "payment": {"make", "a", "send"},
	"savings": {"my", "account"}, "van": {"a", "the", "rental"},
	"pickup": {"truck", "a"}, "deposit": {"money", "to", "a"}, "loan": {"a", "my"}, "film": {"a", "the"},
	"calendar":  {"my"},
	"insurance": {"travel", "car", "health", "an", "need", "want", "add", "some", "get", "buy", "have"},
	"car": {
		"a", "the", "rental", "rent", "hire", "cars", "my", "this", "that", "any", "type", "some", "which", "for",
	},
	"cab": {"a", "the"}, "tickets": {}, "ticket": {},
	"table": {"a"},
	"event": {"an", "the", "music", "sports", "any", "some", "that", "this", "of", "event"},
	"movie": {"a", "the", "movies"}, "album": {"an", "the"}, "massage": {"a"}, "theater": {"the", "a"},
	"theatre": {"the", "a"},
}

// isLandmark reports whether token i is where something is: "near the opera house", "opposite the theatre".
func (r *reading) isLandmark(i int) bool {
	at := i - 1
	for r.anyOf(at, "the", "a", "old", "national", "to", "state") {
		at--
	}
	return slices.Contains(nearWords, r.text(at)) || r.anyOf(at, "close", "next") && r.text(at+1) == "to"
}

// otherAt reports whether token i names something that is not part of a trip.
func (r *reading) otherAt(i int) bool {
	text := r.text(i)
	isMoney := currencyWords[r.text(i+1)] != "" || currencyWords[r.text(i+2)] != ""
	if r.anyOf(i, "transfer", "wire", "send") && isMoney || r.rents(i) || text == "remind" && r.text(i+1) == "me" &&
		r.anyOf(i+2, "on", "at", "in", "next", "tomorrow", "to") {
		return true
	}
	isOther := func() bool {
		return slices.ContainsFunc(otherSubjects[:], func(words []string) bool { return slices.Contains(words, text) })
	}
	if !isOther() {
		text = strings.TrimSuffix(text, "s") // "pizzas"
	}
	if !isOther() {
		return false
	}
	if r.ownCar(i) || r.isLandmark(i) ||
		slices.ContainsFunc(r.modes, func(m modeMention) bool { return m.at == i && !r.known.fresh() && r.modeOfWay(i) }) {
		return false
	}
	if r.anyOf(i+1, "ticket", "tickets") {
		return true // "2 theatre tickets"
	}
	beside, ok := doubtful[text]
	return !ok || slices.Contains(beside, r.text(i-1)) || slices.Contains(beside, r.text(i+1)) ||
		slices.Contains(beside, r.text(i-2))
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
		if !r.otherAt(i) || r.toks[i].used || r.changesMode(i) || r.searchesWeb(from, to) {
			continue
		}
		if r.planned(from, to, i) {
			c := clauses[slices.IndexFunc(clauses, func(c clause) bool { return c.from <= i && i < c.to || c.from > i })]
			if c.from > i || r.planned(c.from, c.to, i) {
				r.take(i, i+1, byOther)
				r.toks[i].other = true
				r.other = append(r.other, r.leftAt(i, i+1))
				continue
			}
			from, to = c.from, c.to
		}
		r.take(from, to, byOther)
		for k := from; k < to; k++ {
			r.toks[k].other = true
		}
		r.other = append(r.other, r.leftAt(from, to))
	}
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
	for i := from; i < to; i++ {
		if r.anyOf(i, "adults", "adult", "trip", "vacation", "holiday") && i != but {
			return true
		}
	}
	return false
}
