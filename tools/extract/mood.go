package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What a message says of days, places and wishes without wanting them now: under a condition, as a thought, as what
// others say, as a question, or of something that is no journey. It is taken out of the message before anything is
// read, and told in the person's words: no slot has to know it.
//
// A question about what a change would cost is another matter (supposed): it is answered by making the change and
// searching, and "undo" takes it back. Only while something is held or bought is the change reported instead of made,
// because a hold that was given up is gone.

// setMoodsApart takes out what is not wanted now, beside what is.
// Rule: 6.7.mood
func (r *reading) setMoodsApart() {
	for at := len(r.toks); at > 0; {
		from, to := r.span(r.toks[at-1].sentence)
		at = from
		start, end, isPart := r.partApart(from, to)
		if isPart {
			at = start
		} else if s, e, ok := r.notNow(from, to); ok && (!r.known.fresh() || r.saysBeside(s, e)) {
			start, end = s, e
		} else {
			continue
		}
		r.tell(start, end)
		r.keepThingDays(start, end)
		r.put(start, end)
	}
}

// partApart returns a part of a sentence, behind a comma, that tells of something else: of what was, or of who does not
// travel.
func (r *reading) partApart(from, to int) (start, end int, ok bool) {
	end = to
	for i := to - 1; i > from; i-- {
		if !r.anyOf(i, ",", ";") {
			continue
		}
		k := r.behind(i+1, "and", "but", "because", "since", "as")
		if r.tellsPast(k, end) || r.goesApart(k, end) {
			return i + 1, end, true
		}
		end = i
	}
	return 0, 0, false
}

// keepThingDays keeps the days of the tokens [start, end), which are of something else, for those that are counted from
// them: "the day before".
func (r *reading) keepThingDays(start, end int) {
	thing := reading{toks: slices.Clone(r.toks[start:end]), today: r.today, known: r.known}
	thing.findDates()
	r.thingDays = append(thing.dates, r.thingDays...)
}

// saysBeside reports whether the message says more than the sentence [from, to): who says nothing else wants that.
func (r *reading) saysBeside(from, to int) bool {
	words := 0
	for i := range r.toks {
		if (i < from || i >= to) && r.toks[i].kind != mark {
			words++
		}
	}
	return words >= leastBeside
}

// tripBeside reports whether another sentence than that of the tokens [from, to) says where a journey goes and when.
func (r *reading) tripBeside(from, to int) bool {
	if !r.known.fresh() {
		return true
	}
	goes, dated := false, false
	for i := range r.toks {
		if i < from || i >= to {
			goes = goes || r.text(i) == "to"
			dated = dated || months[r.text(i)] != 0
		}
	}
	return goes && dated
}

// leastBeside is how many words make a wish of their own.
const leastBeside = 3

// notNow returns the tokens of a sentence that say nothing that is wanted now.
func (r *reading) notNow(from, to int) (start, end int, ok bool) {
	first := min(to, r.behind(from, "and", "but", "also", "so", "then", "ok", "okay", "well", "by", "way", "btw", ","))
	if r.isOfThingAt(first, to) || r.asksOfDay(first, to) || !r.known.fresh() && r.goesApart(first, to) {
		return from, min(r.endOfPart(from, to, "but", "so"), r.tripIn(from, to)), true
	}
	if start, end, ok = r.eitherWay(from, to); ok {
		return start, end, ok
	}
	if len(r.known.targets()) > 0 {
		return r.conditionBehind(from, to) // an answer is one under conditions too
	}
	whose := []string{"my", "our", "a", "the", "his", "her", "their"}
	for i := from; i < to; i++ {
		if r.reports(i) && !r.namesOffer(i, to) {
			return max(from, r.before(i-1, whose...)+1), r.endOfPart(i, to, "but", "so"), true
		}
	}
	for i := from + 1; i < to && !r.known.isCommitted(); i++ {
		isEvent := is("event", r.text(i-1)) && r.tok(i+1).kind == word // "the meeting may move to the 11th"
		if r.anyOf(i, "might", "may") && (isPerson(r.text(i-1)) || r.anyOf(i-1, "he", "she") || isEvent) {
			end := r.endOfPart(i, to, "but", "so")
			for k := i; isEvent && k < end; k++ {
				if r.anyOf(k, "and", "then", ",") {
					end = k
				}
			}
			return max(from, r.before(i-2, whose...)+1), end, true // who may come does not yet
		}
	}
	at := from // where the last wish before the condition begins
	for i := from; i < to && r.conditionAt(i) == i; i++ {
		if r.anyOf(i, ",", ";") && r.namesWish(i, to) {
			at = i + 1
		}
	}
	switch {
	case r.known.offered() && r.conditionIn(from, to) && r.namesWish(from, to) && !r.namesOffer(at, to) &&
		!r.known.isCommitted() && r.known.askKind() != trip.AskConfirm && !r.asks(r.toks[from].sentence):
		return at, to, true // "nonstop, but only if it is under 800", "1, and in business if it is 200 more at most"
	case r.known.isCommitted(), r.known.offered() && !(r.conditionIn(from, to) && r.hasDay(from, to)):
		// what is on offer is chosen, and asked about, under conditions too
	case r.known.fresh() && (r.phraseAt(first, phrases("supposition")) > first || r.asksWorth(first)):
		return from, to, true
	default:
		return r.dependent(from, to)
	}
	return 0, 0, false
}

// namesWish reports whether the tokens [from, to) name a class, a flight without stops, another means of travel or how
// many rooms one would have.
func (r *reading) namesWish(from, to int) bool {
	return r.some(from, to, func(i int) bool {
		mode := valueOf("mode", r.text(i))
		cabin, _ := r.cabinAt(i)
		return r.allows(i) || cabin != "" || r.anyOf(i, "direct", "nonstop", "non") || mode != "" && mode != byFlight ||
			countNouns[r.text(i)] == roomCount && r.count(i-1) > 0 && r.thinksOf(from, i)
	})
}

// allows reads "don't mind Dublin instead of Belfast" at the denial, which does not want it yet.
func (r *reading) allows(i int) bool {
	return is("not", r.text(i)) && r.text(i+1) == "mind" && r.hasIn(i+2, i+8, "instead") && r.conditionAt(i+2) == i+2
}

// conditionBehind returns the part behind an answer that is only meant under a condition: "the 8th, but if that's too
// expensive the 15th".
func (r *reading) conditionBehind(from, to int) (start, end int, ok bool) {
	for i := from + 1; i < to; i++ {
		if r.conditionAt(i) > i && r.anyOf(i-1, ",", "but", ";") && r.namesDayOrPlace(i, to) {
			return i, to, true
		}
	}
	return 0, 0, false
}

// eitherWay returns the part of a sentence, or of it and the one behind, that says what is wanted under a condition and
// what otherwise: neither is taken, and both are told as one.
func (r *reading) eitherWay(from, to int) (start, end int, ok bool) {
	start = to
	for i := to - 1; i >= from; i-- {
		if r.conditionAt(i) > i {
			start = i
		}
	}
	for end = to; r.sameSentence(end, to); {
		end++ // "If it is cheaper, Porto; otherwise Lisbon."
	}
	isElse := func(i int) bool {
		return r.anyOf(i, "otherwise") || r.text(i) == "else" && r.anyOf(i-1, ",", "or", "and", ";") ||
			r.text(i) == "if" && is("not", r.text(i+1)) && r.anyOf(i-1, ",", ";", "and") ||
			r.text(i) == "then" && r.text(start) == "unless"
	}
	if !r.some(to, min(to+2, end), isElse) {
		end = to
	}
	isOfOffer := r.hasIn(from, end, "first", "second", "third", "option", "options", "one")
	if start == to || !r.some(start, end, isElse) || isOfOffer {
		return 0, 0, false
	}
	for at := start; ; at-- {
		if at == from && r.tripBeside(from, end) || at > from && r.anyOf(at-1, ",", ";", ":", "(", "but") {
			return at, end, true
		} else if at == from {
			return start, end, true
		}
	}
}

// namesOffer reports whether the tokens [from, to) speak of an option that is shown.
func (r *reading) namesOffer(from, to int) bool {
	return r.known.offered() && r.some(from, to, func(i int) bool {
		return r.anyOf(i, "one", "ones", "option", "options", "first", "second", "third", "cheapest", "fastest", "book",
			"hold", "buy", "1", "2", "3", "4") && countNouns[r.text(i+1)] != roomCount
	})
}

// endOfPart returns where one of some words ends what began at token i, else the end of the sentence.
func (r *reading) endOfPart(i, to int, words ...string) int {
	for k := i + 1; k < to; k++ {
		if r.anyOf(k, words...) && (r.text(k) == "but" || r.anyOf(k-1, ",", ";", "-")) {
			return k
		}
	}
	return to
}

// conditionAt returns the token behind the words of a condition at token i, or i.
func (r *reading) conditionAt(i int) int {
	for _, words := range phrases("condition") {
		if !r.isAt(i, words) {
			continue
		}
		end := i + len(words)
		isAsked := r.at(i-2, "tell", "me") || r.anyOf(i-1, "what", "see", "check", "know", "wonder", "wondering", "as",
			"even", "ask", "asks", "asked", "wonders", "sure", "and", "tell", "how", "it")
		if words[0] == "if" && (isAsked || r.isPoliteIf(end)) {
			return i
		}
		return end
	}
	return i
}

// conditionIn reports whether a condition stands among the tokens [from, to).
func (r *reading) conditionIn(from, to int) bool {
	return r.some(from, to, func(i int) bool { return r.conditionAt(i) > i })
}

// isPoliteIf reads "if possible", "if you can", "if it's ok" behind the "if".
func (r *reading) isPoliteIf(i int) bool {
	if r.anyOf(i, "its", "it", "that", "thats") {
		for i++; r.anyOf(i, "is", "all", "at"); {
			i++
		}
		return r.anyOf(i, "possible", "ok", "okay", "alright", "works", "helps", "available", "matters") ||
			r.anyOf(i, class("not")...) && r.hasIn(i+1, i+6, "trouble", "bother", "problem", "issue", "hassle", "ask", "asking",
				"inconvenient")
	}
	isBound := is("not", r.text(i)) && r.anyOf(i+1, "over", "more", "above", "too") // "if not over 1500"
	return r.anyOf(i, class("polite-ifs")...) && !isBound
}

// dependent returns the part of a sentence that depends on something: the condition, with what stands before it in its
// part where that is only thought of, and the part behind a condition that begins the sentence.
func (r *reading) dependent(from, to int) (start, end int, ok bool) {
	for i := from; i < to; i++ {
		if r.conditionAt(i) == i {
			continue
		}
		start, end = i, to
		for start > from && !r.anyOf(start-1, ",", ";", ":", "(", "but") {
			start--
		}
		if start == from && !r.thinksOf(start, i) {
			start = i
			if start > from && r.anyOf(start-1, "only") {
				start--
			}
		}
		if start > from && r.thinksOf(from, start) && r.anyOf(start-1, ",", "but") {
			start = from // "we could fly with Iberia, but only if it is cheaper"
		}
		rest := r.endOfPart(i, to, "but")
		if start == from && !r.anyOf(rest+1, "otherwise", "then", "maybe", "only") && !is("not", r.text(rest+1)) &&
			!r.conditionIn(rest, to) {
			return start, rest, true // "if it is nice we might stay longer, but book until Sunday"
		}
		if start > from {
			for k := i; k < to; k++ {
				if r.anyOf(k, ",", ";") {
					end = k
					break
				}
			}
		}
		return start, end, true
	}
	return 0, 0, false
}

// thinksOf reports whether the tokens [from, to) say what one would do: "we could", "I'd".
func (r *reading) thinksOf(from, to int) bool {
	for i := from; i < to; i++ {
		isWould := strings.HasSuffix(r.toks[i].raw, "'d") || strings.HasSuffix(r.toks[i].raw, "’d")
		isMonth := r.text(i) == "may" && (r.toks[i].title || r.dayNumber(i-1) != 0 || r.dayNumber(i+1) != 0)
		isMay := isWould || r.anyOf(i, "could", "would", "might", "may")
		if r.allows(i) || isMay && !isMonth && !r.anyOf(i+1, "like", "need") {
			return true
		}
	}
	return false
}

// asksWorth reads "is it cheaper to", "would it be better to", "do people": a question of what is good, and no wish.
func (r *reading) asksWorth(i int) bool {
	if r.at(i, "do", "people") || r.at(i, "does", "it", "make", "sense") {
		return true
	}
	if !r.at(i, "is", "it") && !r.at(i, "would", "it", "be") {
		return false
	}
	return r.hasIn(i+2, i+5, "cheaper", "better", "worth", "good", "quicker", "faster", "nicer",
		"wise", "smart", "easier", "best")
}

// reports reads "my friend says", "the agent suggested", "I heard", "according to" at token i: what somebody else
// thinks is no wish yet.
func (r *reading) reports(i int) bool {
	isSayer := companionNouns[r.text(i)] > 0 && r.anyOf(i-1, "my", "our", "a", "his", "her", "their") ||
		is("sayers", r.text(i))
	if isSayer && r.anyOf(i+1, class("sayings")...) {
		return !r.anyOf(i+2, class("yes")...) && !r.anyOf(i+2, class("no")...) && !r.anyOf(i+2, "hi", "hello")
	}
	return r.anyOf(i, "i", "we") && r.anyOf(i+1, "heard", "read") || r.at(i, "according", "to") ||
		r.at(i, "i", "was", "told")
}

// isOfThingAt reports whether a sentence is of something that is no journey and has days or places of its own: "my
// passport expires on 1 July", "I was born in Lisbon".
func (r *reading) isOfThingAt(i, to int) bool {
	if !r.namesDayOrPlace(i, to) || slices.ContainsFunc(r.toks[i:to], func(t token) bool {
		return topicWords[t.text] != noTopic && t.text != "night" && t.text != "nights"
	}) {
		return false
	}
	if r.isOfPerson(i) {
		return true
	}
	k := i
	if r.anyOf(k, whose...) {
		k++
	} else if !r.anyOf(k, "school", "work", "term", "university") {
		return false
	}
	for n := k; n < min(k+4, to); n++ {
		switch {
		case is("doings", r.text(n)) && n > k || n == i+1 && k == i && is("doings", r.text(n)):
			return true
		case is("of-journeys", r.text(n)), r.toks[n].kind != word, companionNouns[r.text(n)] > 0,
			is("event", r.text(n)) && !(r.anyOf(n+1, "in", "at") && r.tripBeside(i, to)),
			months[r.text(n)] != 0:
			return false
		}
	}
	return false
}

// asksOfDay reads "King's Day is the 27th, right?" and "Easter is on the 21st, isn't it?": the day of what is none of
// the trip's.
func (r *reading) asksOfDay(i, to int) bool {
	k := i
	for k < to && r.toks[k].kind == word && !r.anyOf(k, "is", "falls") {
		if topicWords[r.text(k)] != noTopic || cueWords[r.text(k)] != noCue || is("trip-nouns", r.text(k)) ||
			is("small", r.text(k)) || r.personAt(k) || is("weekday", r.text(k)) || months[r.text(k)] != 0 {
			return false
		}
		k++
	}
	at := r.behind(k+1, "on", "the")
	isDay := r.tok(at).ordinal || months[r.text(at)] != 0
	isTag := func(k int) bool {
		return is("not", r.text(k-1)) && r.text(k) == "it" || r.anyOf(k, "right", "correct", "?")
	}
	return k > i && r.anyOf(k, "is", "falls") && at > k+1 && isDay && r.behindPlace(i) == i && r.some(at, to, isTag)
}

// isOfPerson reads what somebody did or has to do apart from the journey: "I was born on", "I get paid on", "we were
// in", "my mother lives in", "my wife flies in on".
func (r *reading) isOfPerson(i int) bool {
	switch {
	case r.at(i, "i", "was", "born"), r.at(i, "i", "get", "paid"), r.at(i, "i", "start", "my"),
		r.at(i, "i", "need", "the") && !is("held-nouns", r.text(i+3)):
		return true
	case r.anyOf(i, "i", "we") && r.anyOf(i+1, "lived", "worked", "studied"),
		r.anyOf(i, "i", "we") && r.anyOf(i+1, "was", "were") && r.anyOf(i+2, "in", "at"):
		return true
	case r.anyOf(i, "my", "our") && companionNouns[r.text(i+1)] > 0:
		return r.anyOf(i+2, "flies", "arrives", "comes", "lands", "turns", "arrive", "come", "from") ||
			!r.known.fresh() && r.anyOf(i+2, going...)
	}
	return false
}

// going is what somebody does who goes somewhere.
var going = []string{"goes", "leaves", "comes", "returns", "travels", "stays"}

// goesApart reads "the nanny goes home", "our cat sitter comes at 8": that somebody goes who does not travel.
func (r *reading) goesApart(i, to int) bool {
	const longest = 3
	if !r.anyOf(i, whose...) {
		return false
	}
	for k := i + 1; k < min(i+1+longest, to); k++ {
		if k > i+1 && r.anyOf(k, going...) && !(r.requestHeadAt(k-1).to == k && r.staysAway(k) > 0) {
			return true
		}
		if r.toks[k].kind != word || is("of-journeys", r.text(k)) || topicWords[r.text(k)] != noTopic ||
			r.personAt(k) && (r.known.fresh() || !r.namesDayOrPlace(i, to)) { // "my brother comes too"
			return false
		}
	}
	return false
}

// hasDay reports whether a month or a day of the week stands among the tokens [from, to).
func (r *reading) hasDay(from, to int) bool {
	return r.some(from, to, func(i int) bool { return months[r.text(i)] != 0 || is("weekday", r.text(i)) })
}

// namesDayOrPlace reports whether a sentence has a number, a month, a day of the week, or a name of where something is.
// A name alone is no place: "my preferred airline is Delta Airlines".
func (r *reading) namesDayOrPlace(from, to int) bool {
	for i := from; i < to; i++ {
		t := &r.toks[i]
		if t.kind == number || months[t.text] != 0 || is("weekday", t.text) ||
			t.title && i > from && r.anyOf(i-1, "in", "at", "near", "around", "from", "to") {
			return true
		}
	}
	return false
}

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
			r.toComeBack(i) || r.moreOrLess(i) || r.isNew(i) || r.otherDay(&c, i)) || leavesOut
	})
}

// toComeBack reads "to return on the 14th" at the "to".
func (r *reading) toComeBack(i int) bool {
	return r.text(i) == "to" && (r.anyOf(i+1, "go", "come", "fly") && r.anyOf(i+2, "back", "home") ||
		cueWords[r.text(i+1)] == backCue)
}

// namesChange reports whether a clause brings something that the trip could be changed to.
func (r *reading) namesChange(c *clause) bool {
	return r.namesValue(c) || r.some(c.from, c.to, r.otherCabin) || r.some(c.from, c.to, r.newLodging) ||
		c.has("longer", "shorter", "another", "instead") || c.hasWord(class("drop-verbs"))
}

// moreOrLess reads "one more night", "another day", "a week less" at token i.
func (r *reading) moreOrLess(i int) bool {
	n, _, at := r.lengthAt(i)
	return n > 0 && (r.text(i) == "another" || r.anyOf(i+1, "more", "extra", "additional", "less", "fewer") ||
		r.anyOf(at, "more", "less", "longer", "shorter", "extra", "later", "earlier"))
}

// isNew reads at token i what the trip has not: of that the price is searched, and of nothing that is shown.
func (r *reading) isNew(i int) bool { return r.otherNumber(i) || r.otherCabin(i) || r.newLodging(i) }

// newLodging reads a place to sleep at token i of a trip that has none: "what would it cost with a hotel?"
func (r *reading) newLodging(i int) bool {
	return topicWords[r.text(i)] == hotelTopic && r.text(r.before(i-1, "a", "an", "the", "one")) == "with" &&
		!r.known.needsLodging()
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
	beside := TripPatch{Requests: res.TripIntent.Requests} // "can I add a bag?" gives nothing back
	changes := !res.TripIntent.onlyRequests() || len(res.Clears)+len(res.Questions) > 0
	if !r.onlyAsks() || !changes && !slices.ContainsFunc(r.acts, givesBack) {
		return
	}
	r.acts = slices.DeleteFunc(r.acts, givesBack)
	res.TripIntent, res.Clears, res.Questions, res.Assumptions = beside, nil, nil, nil
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
