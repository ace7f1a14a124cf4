package extract

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// setAside marks the sentences that ask about the world or an offer: their places, days and
// numbers are no requirements. Their tokens are taken, so that no mention is read from them.
func (r *reading) setAside() {
	if len(r.toks) == 0 {
		return
	}
	r.asides = make([]bool, r.toks[len(r.toks)-1].sentence+1)
	for s := range r.asides {
		from, _ := r.span(s) // of "tell me when prices drop for …" the trip is read
		isWatch := slices.Contains(r.acts, Act{Act: trip.ActExtra, What: trip.ExtraWatch}) && r.tok(from).requested
		r.asides[s] = r.offSubject(s) || r.tellsOfPast(s) || r.asks(s) && !r.requests(s) && !r.offers(s) ||
			r.wantsToKnow(s) && !isWatch
	}
	for s, isAside := range r.asides {
		from, to := r.span(s)
		if at := r.tripIn(from, to); isAside && at < to { // the trip is kept, and the rest of the sentence told
			r.asides[s] = false
			r.tell(from, at)
			r.take(from, at, byQuestion)
		} else if isAside {
			r.take(from, to, byQuestion)
		}
	}
}

// tripIn returns where, in a sentence about something else, a part begins that tells a new trip, a route and a month:
// "my mum turns 70 and I'd like to send her from …", "London to Rome 5 May, dinner at 8". It returns the end of the
// sentence where no part does.
func (r *reading) tripIn(from, to int) int {
	for at := from; at < to && r.known.leg().DepartDate == 0; at++ {
		isMonth := func(i int) bool { return months[r.text(i)] != 0 }
		part, _ := r.phraseAround(at)
		isDated := func(i int) bool { return isMonth(i) && (r.tok(i-1).isNumber() || r.tok(i+1).isNumber()) }
		isFirst := at == r.behind(from, "from") && r.some(at, to, isDated)
		for part > from+1 && r.text(part) != "i" && r.personAt(r.behind(part, whose...)) { // "send her and dad from …"
			part, _ = r.phraseAround(part - 2)
		}
		if r.beginsRoute(at) && (part > from || isFirst) && r.some(at, to, isMonth) {
			return part
		}
	}
	return to
}

// aside reports whether token i stands in a sentence that was set aside; before setAside none is.
func (r *reading) aside(i int) bool { return r.asides != nil && r.asides[r.toks[i].sentence] }

// span returns the tokens [from, to) of a sentence.
func (r *reading) span(sentence int) (from, to int) {
	from, _ = slices.BinarySearchFunc(r.toks, sentence, func(t token, s int) int { return t.sentence - s })
	to = from
	for r.tok(to).sentence == sentence {
		to++
	}
	return from, to
}

// asks reports whether a sentence is a question: it has a question word and a question mark, begins with such a word,
// or has it behind what the question is about ("with Jetstar is it the same day").
func (r *reading) asks(sentence int) bool {
	from, to := r.span(sentence)
	words, marked, asked := 0, false, false
	for i := from; i < to; i++ {
		marked = marked || r.text(i) == "?"
		if r.toks[i].kind != word {
			continue
		}
		words++
		opens := is("openers", r.text(i)) && r.opens(i) && (r.text(i) != "have" || !r.anyOf(i+1, class("settled")...)) &&
			(r.tok(i-1).kind != number || r.hasIn(i, to, "?")) // not "2000 is for the flights"
		isSecond := words == 2 && r.anyOf(i-1, "and", "but") && r.anyOf(i, "what", "how") // "and what if we cancel"
		isBehind := words > 2 && r.anyOf(from, "with", "on", "at", "for", "from", "by") && r.anyOf(i, "is", "are") &&
			r.anyOf(i+1, "it", "they", "there", "this", "that") && !r.anyOf(i-1, "it", "that", "which", "who", "what", "there")
		if opens && words == 1 || isSecond || isBehind ||
			r.anyOf(i, "what", "which") && r.anyOf(i+1, "airport", "airports", "time") {
			return true
		}
		asked = asked || opens && r.anyOf(i-1, "and", "also", ",", ":", "but", "so", "then", "ok", "okay", "great", "yes",
			"-")
	}
	return marked && asked
}

// joinWhether reads the beginning of a question whether something is on offer, "do you have one", "are there any
// options", as "anything": what stands behind it is wished for, however it begins. What the options that are shown tell
// is left to be asked of them.
// Rule: 6.9.whether
func (r *reading) joinWhether() {
	if len(r.toks) == 0 || !r.known.offered() {
		return
	}
	for s := r.toks[len(r.toks)-1].sentence; s >= 0; s-- {
		from, to := r.span(s)
		from = r.behind(from, "and", "so", "ok", "okay", "but", "well", "hmm", "hi", "also", "then", ",", "-")
		open := r.phraseAt(from, phrases("whether"))
		at := r.behind(open, "any", "some", "a", "an")
		if isSome := r.anyOf(at, "anything", "something", "one", "ones") || r.anyOf(at, class("offer-nouns")...); !isSome {
			at--
		} else if r.anyOf(at+1, "i", "we", "you", "of") || r.at(at+1, "more", "flexible") || r.spendsTime(at+1) ||
			countNouns[r.text(at+1)] != noCount || r.count(at+1) > 0 {
			continue
		}
		if open == from || !r.some(at, to, r.isOnOffer) {
			continue
		}
		if _, ok := r.factsAsked(from, to); ok && !r.noneShown(from, to) {
			continue
		}
		some := token{
			text: "anything", raw: r.words(from, at+1), kind: word, sentence: s, spaced: r.toks[from].spaced,
			start: r.toks[from].start, end: r.toks[at].end,
		}
		r.put(from, at+1, some)
	}
}

// spendsTime reports whether what stands from token i on is of how one spends the time there: "to do in the evening",
// "open on Sunday".
func (r *reading) spendsTime(i int) bool {
	return r.anyOf(i, "fun", "interesting", "open", "worth") ||
		r.at(i, "to") && !r.tok(i+1).title && r.tok(i+1).kind == word
}

// isOnOffer reports whether token i names what may be on offer: an option, a flight, a hotel, or a property of one.
func (r *reading) isOnOffer(i int) bool {
	return r.anyOf(i, "anything", "something", "one", "ones") || is("offer-nouns", r.text(i)) ||
		(topicWords[r.text(i)] != noTopic || is("shortly-asked", r.text(i)) || r.anyOf(i, "airlines", "carriers", "class")) &&
			!r.anyOf(i-1, "the", "my", "our", "this", "that")
}

// noneShown reports whether the tokens [from, to) ask for a class, or for options without stops or with a refund, of
// which none is shown: then one is searched for.
func (r *reading) noneShown(from, to int) bool {
	c, cabin := r.clause(from, to), ""
	like := r.likes(&c, true)
	for i := from; i < to; i++ {
		if name, end := r.cabinAt(i); end > i {
			cabin, i = name, end-1
		}
	}
	w := &r.known.WorkingMemory
	isLike := func(id string) bool {
		o := w.Flight(id)
		return o == nil || (cabin == "" || o.Cabin == cabin) && (like == nil ||
			(like.MaxStops == nil || offers.Stops(o) <= *like.MaxStops) &&
				(like.Refundable == nil || o.Refundable != trip.False))
	}
	isOther := func(id string) bool { return !isLike(id) }
	isShown := func(b trip.Bundle) bool { return !slices.ContainsFunc(b.FlightOptionIDs, isOther) }
	return (like != nil || cabin != "") && len(w.RankedBundles) > 0 &&
		!slices.ContainsFunc(r.known.listedBundles(), isShown)
}

// opens tells "have you", "when does it" from "have to leave", "when I return".
func (r *reading) opens(i int) bool {
	switch r.text(i) {
	case "am":
		return r.text(i+1) == "i"
	case "have", "has", "had", "do", "did":
		return !r.anyOf(i+1, "to", "a", "it", "my", "that", "this", "so") && !r.anyOf(i+1, class("not")...)
	case "will": // "will be leaving on Sunday" has its subject left out
		from, to := r.span(r.toks[i].sentence)
		return !is("going", r.text(r.behind(i+1, "probably", "likely", "also", "only"))) || r.hasIn(from, to, "?")
	case "when", "where", "while":
		return !r.anyOf(i+1, "i", "we", "im", "weare")
	}
	return true
}

// requests reports whether a sentence asks to do something for the trip.
func (r *reading) requests(sentence int) bool {
	from, to := r.span(sentence)
	for i := from; i < to; i++ {
		if is("request", r.text(i)) && !r.asksTheWay(i) && !r.asksHowItIs(from, to) || r.supposes(i) ||
			r.at(i, "possible", "to") && !is("refund", r.text(i+2)) ||
			r.text(i) == "about" && r.anyOf(i-1, "how", "what") || r.comparesGoals(i, from, to) ||
			r.anyOf(i, "have", "there", "got") && r.anyOf(i+1, "for", "to") && r.fliesTo(i+2) &&
				r.before(i-1, "what", "whats", "is", "else", "do", "have", "you", "anything") < from { // "what do you have for X"
			return true
		}
	}
	if r.supposed(sentence) || r.asksWhereTo(from, to) || r.tellsHowMany(from, to) {
		return true
	}
	// "what is the cheapest without a hotel?"
	return slices.ContainsFunc(r.topics, func(m topicMark) bool { return m.refused && m.at >= from && m.at < to })
}

// comparesGoals reads the "or" of "Malaga or maybe Crete, what is cheaper?" at token i, between two tokens.
func (r *reading) comparesGoals(i, from, to int) bool {
	isCompared := func(k int) bool {
		at := r.before(k-1, "is", "are", "would", "be", "the", "it", "comes", "out")
		isAsked := r.anyOf(at, "what", "whats", "which", "whichever", "one") || // "is Rome or Milan cheaper?"
			r.text(from) == "is" && isPlaceName(r.text(from+1)) && isPlaceName(r.text(k-1))
		return r.anyOf(k, "cheaper", "cheapest") && isAsked && (r.partEnds(k+1) || isPlaceName(r.text(k+1)))
	}
	return r.text(i) == "or" && isPlaceName(r.text(i-1)) && isPlaceName(r.text(r.behind(i+1, "maybe"))) &&
		r.some(from, to, isCompared)
}

// asksHowItIs reads "do I change in Zurich?", "is it flying on Monday?": what such a question says is asked, and no
// order.
func (r *reading) asksHowItIs(from, to int) bool {
	from = r.behind(from, "and", "so", "ok", "okay", "but", "then", ",", "hmm", "well")
	return r.known.offered() && r.hasIn(from, to, "?") && !r.hasIn(from, to, "able") &&
		(r.anyOf(from, "do", "does", "did") && r.anyOf(from+1, "i", "we", "it", "they", "this", "that", "the", "she", "he") ||
			r.anyOf(from, "is", "are") && r.anyOf(from+1, "it", "we", "they", "this", "that", "the") || r.at(from, "am", "i"))
}

// asksWhereTo reads "where can I go from Vienna for a weekend?": a journey whose end is open.
func (r *reading) asksWhereTo(from, to int) bool {
	return r.some(from, to, func(i int) bool {
		return r.text(i) == "where" && r.anyOf(i+1, "can", "could", "should", "shall", "might") && r.anyOf(i+2, "i", "we") &&
			r.anyOf(i+3, "go", "get", "travel") && (r.hasIn(from, to, "from") || r.anyOf(i+4, "for", "with", "on", "under"))
	})
}

// asksTheWay tells "how do I get from Athens to Santorini?", which changes no trip that is known, from "can I get a
// flight".
func (r *reading) asksTheWay(i int) bool {
	if !r.anyOf(i, "get", "travel", "fly") || r.known.fresh() && !r.tripBefore(i) {
		return false
	}
	return r.text(i-1) == "to" && r.text(i-2) == "how" ||
		r.anyOf(i-1, "i", "we", "you", "one") && r.anyOf(i-2, "do", "can", "could", "would", "should") && r.text(i-3) == "how"
}

// tripBefore reports whether a sentence before that of token i tells of a day of a journey.
func (r *reading) tripBefore(i int) bool {
	return slices.ContainsFunc(r.toks[:i], func(t token) bool {
		return t.sentence < r.toks[i].sentence && (months[t.text] != 0 || cueWords[t.text] == backCue)
	})
}

// offers reports whether a question asks what there is to book: "Are there any flights to X?"
func (r *reading) offers(sentence int) bool {
	from, to := r.span(sentence)
	booking := false
	for i := from; i < to; i++ {
		booking = booking || topicWords[r.text(i)] != noTopic || r.cueAt(i) >= checkInCue ||
			r.anyOf(i, "place", "places") && r.text(i+1) == "for" && countNouns[r.text(i+3)].ofPeople() ||
			valueOf("mode", r.text(i)) != "" && valueOf("mode", r.text(i)) != byCar && r.known.fresh() &&
				r.hasIn(from, to, "from", "to", "for")
	}
	if r.pricesTrip(from, to) && (booking || r.hasIn(from, to, "go", "trip", "travel")) {
		return true
	}
	for i := from; i < to; i++ {
		switch {
		case r.anyOf(i, "else", "other", "another", "others", "anything"):
			return true
		case r.at(i, "are", "there"), r.at(i, "is", "there"), r.at(i, "do", "you", "have"),
			r.anyOf(i, "what", "which") && r.anyOf(i+1, "flights", "hotels", "trains", "buses", "ferries"),
			r.at(i, "any"), r.at(i, "know", "any"),
			r.at(i, "know", "of"):
			if booking {
				return true
			}
		}
	}
	return false
}

// pricesTrip reads "how much is a flight from Perth to Bali?" and "tell me what a trip to Rome costs", which begin a
// trip, between two tokens.
func (r *reading) pricesTrip(from, to int) bool {
	priced := r.hasIn(from, to, "much", "price", "prices", "cost", "costs", "fare", "fares", "cheapest",
		"cheap", "best", "fastest", "quickest", "earliest")
	return priced && r.known.fresh() && r.hasIn(from, to, "from", "to") &&
		!r.hasIn(from, to, "taxi", "cab", "bus", "train", "metro", "uber")
}

// offSubject reports whether a sentence is about something that is not booked with a trip.
func (r *reading) offSubject(sentence int) bool {
	from, to := r.span(sentence)
	found := r.searchesWeb(from, to)
	for i := from; i < to; i++ {
		found = found || r.anyOf(i, "hot", "cold", "warm", "chilly") && r.anyOf(i-1, "how", "it", "usually", "too",
			"still", "really")
		found = found || is("diet", r.text(i)) && r.anyOf(i+1, class("eating-places")...)
		found = found || r.anyOf(i, "anything", "something") && r.spendsTime(i+1)
		found = found || i < from+3 && r.anyOf(i, "things", "what") && r.text(i+1) == "to" &&
			r.anyOf(i+2, "see", "do", "visit") && !r.hasIn(from, i, "go", "fly", "travel", ",")
		found = found || is("world", r.text(i)) && !r.isOccasion(i) &&
			!(r.text(i) == "visa" && r.hasIn(from, to, "pay", "card"))
	}
	if !found || r.books(from, to) || r.onlyReason(from, to) {
		return false
	}
	for i := range r.cues {
		if c := &r.cues[i]; c.from >= from && c.from < to &&
			(c.kind == leaveCue || c.kind == checkInCue || c.kind == checkOutCue) {
			return false
		}
	}
	return true
}

// onlyReason reads "I lost my passport, so the trip has to be later" between two tokens: what stands before the "so" is
// why a trip is as it is.
func (r *reading) onlyReason(from, to int) bool {
	at := from
	for at < to && r.text(at) != "so" {
		at++
	}
	return r.hasIn(at, to, class("trip-nouns")...) && !r.asks(r.toks[from].sentence) &&
		!r.some(at, to, func(i int) bool { return is("world", r.text(i)) })
}

// books reports whether a flight or a place to sleep is named between two tokens.
func (r *reading) books(from, to int) bool {
	return slices.ContainsFunc(r.topics, func(m topicMark) bool {
		return m.at >= from && m.at < to && !r.anyOf(m.at, "stay", "staying", "night", "nights") && !r.isWhere(m.at)
	})
}

// isWhere tells "near my hotel", which says where to look, from a hotel that is wanted.
func (r *reading) isWhere(i int) bool {
	return r.anyOf(i-1, "my", "our", "the") && r.anyOf(i-2, "near", "around", "by", "nearby", "to", "from", "of") &&
		(!r.anyOf(i-2, "to", "from") || r.anyOf(i-3, "close", "next", "near", "far", "walk", "minutes"))
}

// wantsToKnow reads "tell me their address", "can you give me the phone number".
func (r *reading) wantsToKnow(sentence int) bool {
	from, to := r.span(sentence)
	isTrip := r.pricesTrip(from, to) && r.hasIn(from, to, class("trip-nouns")...)
	return from < to && !r.books(from, to) && !isTrip && r.told("?wants-to-know", r.sentence(from))
}

func (r *reading) hasIn(from, to int, words ...string) bool {
	return r.some(from, to, func(i int) bool { return r.anyOf(i, words...) })
}

// asksElse reports whether the message asks for something that is not a requirement of the trip,
// and for nothing else.
func (r *reading) asksElse() bool {
	if r.sums() && len(r.dates)+len(r.places)+len(r.topics) == 0 || r.sumsBeside() || r.namesPage() ||
		r.asksDocuments() || r.answersRequest() {
		return true
	}
	if !slices.Contains(r.asides, true) || r.told("?of-offers", r.whole()) ||
		len(r.dates)+len(r.places)+len(r.counts)+len(r.airline) > 0 {
		return false
	}
	isSaid := func(i int) bool { return r.anyOf(i, "just", "only") && r.personAt(r.behind(i+1, whose...)) }
	for s, aside := range r.asides {
		if from, to := r.span(s); !aside && (r.some(from, to, isSaid) || r.requests(s) || r.books(from, to) ||
			r.anyOf(from, class("yes")...) || r.anyOf(from, class("no")...) || r.anyOf(from, "go", "confirm", "try")) {
			return false
		}
	}
	return true
}

// searchesWeb reports whether the web is to be searched between two tokens, whatever for.
func (r *reading) searchesWeb(from, to int) bool {
	return r.hasIn(from, to, "web", "internet", "online", "google") &&
		r.hasIn(from, to, "search", "look", "browse", "check", "google") &&
		!r.books(from, to)
}

// namesPage reports whether the message is about a page of the web, and names neither a day nor travellers.
func (r *reading) namesPage() bool {
	return r.hasAny("http", "https") && len(r.dates)+len(r.counts) == 0
}

// asksDocuments reports whether the message is a question about nothing that is booked, while the
// trip has documents or a property that it may be about: "When can I cancel?", before anything is planned also
// "anything I should know?"
func (r *reading) asksDocuments() bool {
	scope := &r.known.Scope
	if len(scope.DocumentIDs) == 0 && scope.PropertyID == "" || len(r.toks) == 0 ||
		len(r.dates)+len(r.places)+len(r.counts)+len(r.airline) > 0 || r.books(0, len(r.toks)) {
		return false
	}
	const fewWords = 3
	for s := range r.asides {
		from, to := r.span(s)
		if r.asks(s) || r.known.fresh() && r.wordCount() >= fewWords && r.hasIn(from, to, "?") {
			return true
		}
	}
	return false
}

// isAboutDocuments reports whether a question for the assistant can be looked up in the person's documents, so that
// they are read before anything else is asked: it names them, or they are selected and it is about nothing else that
// the assistant knows.
func (r *reading) isAboutDocuments() bool {
	if r.sums() || r.namesPage() || r.searchesWeb(0, len(r.toks)) {
		return false
	}
	return r.hasAny(class("document")...) ||
		r.asksDocuments() && !r.hasAny(class("world")...) && !r.hasAny("far", "distance")
}

// maxAnswerWords is how long a bare answer is.
const maxAnswerWords = 6

// answersRequest reports whether the message is no more than the place or the days that the person
// was asked for: "Lisbon", "in Porto next week". Where a journey is spoken of, it is about that.
func (r *reading) answersRequest() bool {
	return r.known.open != "" && len(r.places)+len(r.dates) > 0 && r.wordCount() <= maxAnswerWords &&
		len(r.counts)+len(r.airline) == 0 && !r.books(0, len(r.toks)) &&
		!r.hasAny("from", "to", "via", "book", "change", "leave", "leaving", "return")
}

// sums reports whether the message is arithmetic, "12 * 7", "5!", "12 times 8", "sqrt(2)", "calculate 3*120", or
// changes some: "make it 20 years".
func (r *reading) sums() bool {
	if _, _, ok := r.plusParty(); ok {
		return false
	}
	for i := range r.toks {
		if r.anyOf(i, "sqrt", "cbrt", "abs", "ln", "log", "exp", "min", "max") && r.text(i+1) == "(" ||
			r.anyOf(i, "calculate", "compute") && r.isFigure(i+1) {
			return true
		}
		if r.starred(i) {
			continue
		}
		if r.isFigure(i) && (r.anyOf(i+1, "*", "^", "%", "=") ||
			r.text(i+1) == "+" && (r.isFigure(i+2) || r.text(i+2) == "(") ||
			r.text(i+1) == "!" && !r.toks[i].ordinal && len(r.toks) > 2 ||
			r.anyOf(i+1, "times", "plus", "minus", "divided", "percent") && (r.isFigure(i+2) || r.isFigure(i+3))) {
			return true
		}
	}
	return r.sum && (r.known.fresh() || !r.changesNumber()) ||
		r.at(0, "make", "it") && r.isFigure(2) && r.anyOf(3, "year", "years") && r.text(4) != "old"
}

// changesNumber reads "make it 3", which is about a trip where there is one, also after a sum.
func (r *reading) changesNumber() bool {
	return r.anyOf(0, "make", "change", "and", "with", "for", "what", "how", "try") &&
		!r.hasAny("%", "percent", "*", "+", "/", "^", "times", "plus", "minus", "divided", "year", "years", "root",
			"factorial", "mod", "sqrt", "much")
}

// sumsBeside reports whether the message has a sum and a question about a place, to which nobody travels by it:
// "12 * 12 and sushi in Tokyo".
func (r *reading) sumsBeside() bool {
	return r.sums() && len(r.dates)+len(r.topics)+len(r.counts)+len(r.airline) == 0 && !r.speaksOfTrip() &&
		!slices.ContainsFunc(r.places, func(p placeMention) bool {
			return r.anyOf(p.from-1, "from", "to", "via", "-", "and")
		})
}

// starred reads "4*" as four stars where nothing follows that it could be multiplied by.
func (r *reading) starred(i int) bool {
	return r.isFigure(i) && r.count(i) >= 1 && r.count(i) <= 5 && r.anyOf(i+1, "*", "★") && !r.isFigure(i+2) &&
		!r.anyOf(i+2, "(", "*")
}

func (r *reading) isFigure(i int) bool { return r.tok(i).kind == number }

// tellsOfPast reports whether a sentence tells what was, and asks for nothing: "my flight to Rome was awful last year".
func (r *reading) tellsOfPast(sentence int) bool {
	from, to := r.span(sentence)
	return r.tellsPast(from, to) && !r.requests(sentence)
}

// tellsPast reports whether the tokens [from, to) tell what was.
func (r *reading) tellsPast(from, to int) bool {
	past := r.hasIn(from, to, "ago")
	for i := from; i < to; i++ {
		past = past || r.text(i) == "stayed" && !r.hasIn(from, i, "if", "wish", "rather") ||
			r.text(i) == "last" && r.anyOf(i+1, "year", "time", "month", "summer", "winter", "week")
	}
	return past && r.hasIn(from, to, "was", "were", "had", "went", "did", "flew", "stayed", "been", "enjoyed",
		"loved", "lost")
}
