package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// mood is how a mention stands: whether what it names is wanted. It is settled before any slot is read, so that no slot
// has words of its own for "not".
type mood uint8

const (
	wanted   mood = iota
	unwanted      // "no Ryanair", "we'd rather avoid the train"
)

// denial begins a part of a message that says what is not wanted. What stands behind it is tried in their order, so
// longer forms stand before shorter ones.
type denial struct {
	words []string
	verb  bool // a verb of wishing or doing follows, or the form is about something else: "don't want"
	keeps bool // it denies nothing: "don't mind", "not only"
}

// denials are the ways of not wanting, by their first words: this list is the only one.
var denials = func() map[string][]denial {
	all := map[string][]denial{}
	add := func(class string, d denial) {
		for _, d.words = range phrases(class) {
			all[d.words[0]] = append(all[d.words[0]], d)
		}
	}
	add("denial", denial{})
	add("denial-verb", denial{verb: true})
	add("denies-nothing", denial{keeps: true})
	return all
}()

// denied is a form of not wanting, and what it denies, in bytes of the message.
type denied struct {
	form, thing span
	contrast    bool // it is given up for something else: "Naples instead of Rome"
}

// bytesOf returns the bytes of the tokens [from, to).
func (r *reading) bytesOf(from, to int) span { return span{r.toks[from].start, r.toks[to-1].end} }

// scopeOf returns the bytes of what is denied from token at on.
func (r *reading) scopeOf(at int) span {
	to := at
	for (r.unwanted(to) || r.text(to) == "to" && r.unwanted(to+1)) && r.sameSentence(to, at) { // "don't want to leave"
		to++
	}
	if to == at {
		return span{}
	}
	return r.bytesOf(at, to)
}

// The reach of a denial ends behind so many words, and at words that begin something else.
const maxDenied = 9

// findMoods settles of every token how what it names stands.
func (r *reading) findMoods() {
	for i := range r.toks {
		d, ok := r.denialAt(i)
		switch verb := r.behind(i+len(d.words), beforeOrder...); {
		case !ok || d.keeps:
		case !r.notOrdered(verb):
			r.deny(i, i+len(d.words), d)
		case is("give-up", r.text(verb)) && !is("giving-part", r.text(verb)): // "I don't want to skip breakfast"
			r.take(i, verb+1, byPolarity)
		}
		switch at := r.behindDenialAt(i); {
		case at == i || r.anyOf(at, "but") || r.notOrdered(r.behind(at, beforeOrder...)): // "not for me but for my boss"
		case r.anyOf(at, "with", "on", "in", "to", "via", "by", "through"):
			r.deny(i, at+1, denial{}) // "never again with Ryanair"
		case r.phraseAt(i, phrases("denial-last")) == at &&
			(r.phraseStart(i) < i-maxDeniedLast || r.hasIn(r.phraseStart(i), i, "to")):
			r.denyLast(i, at)
		default:
			r.denyBefore(i, at)
			r.denyBy(i, at)
		}
	}
}

// behindDenialAt returns the token behind a form at token i that turns round what stands before it: "never again",
// "will not be needed", "doesn't work". It is i where there is none.
func (r *reading) behindDenialAt(i int) int {
	for _, words := range phrases("denial-behind") {
		if r.isAt(i, words) {
			return i + len(words)
		}
	}
	ahead, _ := r.denialAt(i)
	if to := r.phraseAt(i, phrases("denial-last")); to > i && to >= i+len(ahead.words) && r.phraseEnds(to) {
		return to // "a stop in Dubai I'd rather not"
	}
	at := r.behind(i, "is", "are", "was", "would", "will", "do", "does")
	if !is("not", r.text(at)) || r.tok(i-1).denies {
		return i
	}
	at = r.behind(at+1, "be", "really", "quite", "going", "to")
	for _, words := range phrases("denial-fit") {
		if r.isAt(at, words) && r.sameSentence(i, at+len(words)-1) {
			return at + len(words)
		}
	}
	return i
}

// What is not wanted and what comes before it are one phrase of at most so many words: "a stop in Dubai I'd
// rather not".
const maxDeniedLast = 5

// phraseStart returns the first of the words before token i that no mark, "and" or "but" parts from it.
func (r *reading) phraseStart(i int) int {
	for r.sameSentence(i-1, i) && r.tok(i-1).kind != mark && !r.anyOf(i-1, "and", "but", "so", "because") {
		i--
	}
	return i
}

// denyLast turns round the last thing of a longer phrase that ends with the denial [i, end), an airline or a part of
// the journey: "Berlin to Rome on 5 March with Ryanair rather not". What else it may be of is told.
func (r *reading) denyLast(i, end int) {
	at := r.before(i-1, "i", "id", "we", "wed", "would")
	r.denyBy(i, end)
	if !r.carrierWord(at) && r.text(at) != "class" && (topicWords[r.text(at)] == noTopic || is("trip-nouns", r.text(at))) {
		r.tell(at, end)
		return
	}
	for from := at; from >= at-1 && (from == at || r.carrierWord(from) || r.text(at) == "class"); from-- {
		r.toks[from].mood = unwanted
	}
	r.denials = append(r.denials, denied{form: r.bytesOf(i, end), thing: r.bytesOf(at, at+1)})
}

// denialAt returns the longest form of not wanting at token i.
func (r *reading) denialAt(i int) (denial, bool) {
	var best denial
	if r.tok(i).code {
		return best, false
	}
	for _, d := range denials[r.text(i)] {
		if len(d.words) > len(best.words) && r.isAt(i, d.words) && r.sameSentence(i, i+len(d.words)-1) {
			best = d
		}
	}
	if best.words != nil && is("give-up", r.text(i)) &&
		(r.notOrdered(i) || valueOf("sort", r.text(i-1)) == trip.SortPrice) { // not "prices drop"
		best = denial{}
	}
	switch {
	case best.words != nil:
	case r.exceptsAt(i) >= 0:
		best.words = []string{"but"}
	case r.prefersBefore(i):
		best.words = []string{"than"}
	}
	return best, best.words != nil
}

// prefersBefore reads the "than" at token i of "I'd rather have two rooms than one", but not of "rather more than two".
func (r *reading) prefersBefore(i int) bool {
	if r.text(i) != "than" || is("better", r.text(i-1)) ||
		r.anyOf(i-1, "more", "less", "fewer", "earlier", "later", "sooner", "longer", "shorter", "other", "rather") {
		return false
	}
	from, _ := r.span(r.toks[i].sentence)
	return r.hasIn(from, i-1, "rather", "sooner", "prefer")
}

// exceptsAt returns where "any London airport but", "all airlines but" begins up to the "but" at token i, -1 where it
// is none.
func (r *reading) exceptsAt(i int) int {
	const maxAll = 4
	if r.text(i) != "but" || is("not", r.text(i+1)) ||
		r.anyOf(i+1, "i", "id", "ill", "im", "we", "please", "if", "it", "only", "with", "on", "in") {
		return -1
	}
	for k := i - 1; k >= max(0, i-maxAll) && r.sameSentence(k, i) && r.toks[k].kind == word; k-- {
		if r.anyOf(k, "any", "all", "every", "each") {
			return k
		}
	}
	return -1
}

// deny marks what stands behind a form of not wanting, the tokens [from, at).
func (r *reading) deny(from, at int, d denial) {
	if r.anyOf(from-1, "why", "if") || r.tok(at).kind == mark || r.endsDoing(r.behind(at, "to")) {
		return // "no, the 9th": an answer; "can't stop thinking of Rome"
	}
	_, end := r.span(r.toks[from].sentence)
	isAllowed := r.anyOf(at, class("determiner")...) && r.some(at, end, r.isFineToo)
	isFirst := !r.sameSentence(from-1, from)
	if r.anyOf(from, "no") && (isFirst && (isAllowed || r.anyOf(at, class("after-no")...)) ||
		(isFirst || r.toks[from-1].kind == mark) && r.orders(at) ||
		isFirst && !r.known.fresh() && r.isDayAlone(at) && strings.EqualFold(r.tok(from).raw, "no")) { // not German "kein"
		return // "no I meant the 13th", "no the 5th is ok", "no take the bus", "no March 4th"
	}
	for k := from; k < at; k++ {
		r.toks[k].denies = true
	}
	if to := r.lengthBound(at); to > at {
		r.denyBy(from, at)
		r.tell(from, to)
		return // "no layovers over 3 hours": a short one will do
	}
	if d.verb && !r.isWishVerb(at) {
		return // "we don't arrive before 10"
	}
	isThatDay := r.text(at) == "that" && is("weekday", r.text(at+1))
	if !isThatDay && (r.isUntil(at) || r.anyOf(at, "before", "after", "earlier", "later", "sooner", "too", "that", "so",
		"very", "more", "less", "fewer", "above", "over", "under", "longer", "higher", "dearer")) {
		return // how much or when, which the readers of times and numbers bound
	}
	r.denyBy(from, at)
	halts := r.deniesStopAt(from, at)
	n := len(r.denials)
	isContrast := r.text(from) == "than" ||
		slices.ContainsFunc(phrases("contrast"), func(words []string) bool { return r.isAt(from, words) })
	r.denials = append(r.denials, denied{form: r.bytesOf(from, at), contrast: isContrast})
	defer func() {
		r.denials[n].thing = r.scopeOf(at)
		r.freeHeads(at)
	}()
	for k := at; k-at < maxDenied && r.sameSentence(k, from); k++ {
		isWant := r.anyOf(k-1, "want", "wants", "have") && !r.anyOf(k-2, "i", "we", "they") // "no kids, we want to …"
		isVerb := d.verb || r.anyOf(at-1, "not", "to") || isWant
		switch {
		case k > at && (r.dateApart(k) || !halts && !r.hasIn(at, k, "via", "change", "changes") && r.routeApart(k)):
			return
		case k > at && (r.anyOf(k, "before", "after") || r.isUntil(k) || r.text(k+1) == "than" &&
			r.anyOf(k, "earlier", "later", "sooner", "more")):
			r.freeDay(at+boolInt(!r.isUntil(k)), k)
			return
		case r.text(k) == "to" && (r.isWishVerb(k+1) && (isVerb || k == at) ||
			r.anyOf(k+2, "through", "via") && r.behindPlace(k+1) == k+1):
			continue
		case k > at && r.anyOf(k, "with", "on", "by") && !r.leadsDenied(k-1) && !halts &&
			!(r.text(k) == "with" && r.anyOf(k-1, "hotel", "hotels") && !r.anyOf(k+1, "my", "our", "us", "me", "friends")):
			return
		case k > at && r.anyOf(k, "in", "at") && !halts && !r.dayPartBehind(k) && !r.inPartOfTown(k) &&
			!r.anyOf(k-1, "stay", "land", "be", "sleep", "one") && !r.isObject(k-1):
			return
		case r.anyOf(k, "from", "to") && r.anyOf(k-1, class("moving-verbs")...) && r.isVerbOf(at, k-1):
			// "we don't want to leave from Heathrow"
		case r.toks[k].kind == mark && (r.text(k) != "-" || r.toks[k].spaced) && !r.goesOnDenied(k),
			k > at && r.anyOf(k, class("denial-ends")...) && !r.toks[k].asName && !r.goesOnDenied(k) &&
				!r.isRelative(k) && !r.at(k-1, "far", "from") && !r.at(k-1, "ask", "for"):
			return
		}
		halts = halts || r.anyOf(k, class("halt")...)
		if r.toks[k].mood, r.toks[k].halts = unwanted, halts; r.text(k) == "either" {
			r.note(k, k+1, byPolarity) // "and not Wizz either"
		}
	}
}

// endsDoing reads "stop thinking" at token i.
func (r *reading) endsDoing(i int) bool {
	return r.text(i) == "stop" && strings.HasSuffix(r.text(i+1), "ing") && r.behindPlace(i+1) == i+1 &&
		!r.anyOf(i+1, "during", "evening", "morning")
}

// orders reports whether an order begins at token i, behind which "no" is an answer: "no keep the train", "no stay with
// the plane". A word that may be a noun orders only beside what a noun does not have.
func (r *reading) orders(i int) bool {
	isObject := r.anyOf(i+1, "the", "a", "an", "it", "them", "me", "us", "this", "that") || is("possessive", r.text(i+1))
	return is("order", r.text(i)) && (isObject || r.anyOf(i+1, "with", "by")) || r.at(i, "stay", "with") ||
		r.anyOf(i, "go", "leave") && r.anyOf(i+1, "from", "to", "on")
}

// deniesStopAt reports whether the place behind token at is denied where a stop was spoken of before token from: "one
// stop is fine, but not in London", "one stop is fine but not London".
func (r *reading) deniesStopAt(from, at int) bool {
	begins, _ := r.span(r.toks[from].sentence)
	place := r.behind(at, "in", "at")
	isStop := place > at || r.at(from-1, "but", "not")
	return isStop && r.behindPlace(place) > place && r.hasIn(begins, from, class("halt")...)
}

// isRelative reports whether what is denied is told more closely from token k on: "no flights that stop in Dubai",
// "keep me off anything that goes via Denver".
func (r *reading) isRelative(k int) bool {
	return r.anyOf(k, "that", "which") &&
		(r.anyOf(k-1, "anything", "any", "one", "ones") || topicWords[r.text(k-1)] == flightTopic)
}

// isDayAlone reads one day and nothing more at token i: "no March 4th" answers, "no Fridays" does not.
func (r *reading) isDayAlone(i int) bool {
	d, ok := r.dateAt(r.behind(i, "the"))
	return ok && !d.isBareWeekday() && (d.to >= len(r.toks) || r.toks[d.to].kind == mark)
}

// isWishVerb reports whether a verb stands at token i behind which something is not wanted: "want", "come back".
func (r *reading) isWishVerb(i int) bool {
	return is("wish-verbs", r.text(i)) || r.anyOf(i, "come", "head") && r.anyOf(i+1, "back", "home")
}

// dateApart reports whether a day begins at token k that is not of what is denied before it: "not Heathrow 5 May", or a
// route: "no hotel Lyon to Nice".
func (r *reading) dateApart(k int) bool {
	if topicWords[r.text(k-1)] != noTopic {
		end := r.behindPlace(k)
		isRoute := topicWords[r.text(k-1)] == hotelTopic && r.anyOf(end, "to", "-", "–")
		if end > k && (isRoute || r.tok(end).kind == number || months[r.text(end)] != 0) {
			return true
		}
	}
	isDay := is("weekday", r.text(k)) || months[r.text(k)] != 0 || r.count(k) > 0 && months[r.text(k+1)] != 0
	before := r.tok(k - 1).text
	e, isPlace := geo.Lookup(before)
	isName := r.tok(k-1).title || r.lacksCapitals() && (isPlace && !e.Word || r.carrierWord(k-1))
	return isDay && isName && !is("weekday", before) && months[before] == 0 && !r.leadsDenied(k-1)
}

// routeApart reports whether a route begins at token k that is not of what is denied before it: "no bus london paris",
// "no ryanair leeds to faro".
func (r *reading) routeApart(k int) bool {
	isTown := func(i int) bool {
		e, ok := geo.Lookup(r.text(i))
		return ok && e.Flights && !e.Word && r.sameSentence(i, k)
	}
	return isTown(k) && isTown(r.behind(k+1, "to", "-")) && !r.leadsDenied(k-1) && !r.isWishVerb(k-1) &&
		!r.anyOf(k-1, "from", "to", "or", "and") && r.tok(k-1).kind == word
}

// freeDay makes the day wanted of which only a time is not that is bound at token end, and what stands before it from
// token i on: "can't leave on the 12th before 6 pm". What is not done until a day is done then.
func (r *reading) freeDay(i, end int) {
	at := r.behind(end+1, "than")
	_, to := r.clockAt(at)
	isTime := to > at || r.hour(at) && months[r.text(at+1)] == 0
	isDay := r.endsDay(end-1) || r.tok(end-1).kind == number || r.anyOf(end-1, "day", "tomorrow", "today")
	for ; (isTime && isDay || !isTime && r.isUntil(end)) && i < end; i++ {
		r.toks[i].mood = wanted
	}
}

// leadsDenied reports whether "on", "with" or "by" behind token i goes on with what is denied: "never fly out on a
// Sunday".
func (r *reading) leadsDenied(i int) bool {
	return r.anyOf(i, class("moving-verbs")...) || cueWords[r.text(i)] != noCue || topicWords[r.text(i)] == flightTopic ||
		r.anyOf(i, "out", "home", "book", "be", "us", "me", "anything", "seats") || r.at(i-1, "make", "it") ||
		r.isObject(i) || r.alien && r.tok(i).own == "" && !r.isName(i) // a verb that no rule knows
}

// isObject reports whether token i is the whole of what is not wanted: "I don't want it on Tuesday", "with Ryanair".
func (r *reading) isObject(i int) bool {
	from, _ := r.span(r.toks[i].sentence)
	return r.anyOf(i, "it", "them", "this") && r.isWishVerb(i-1) && !r.hasIn(from, i, "if", "why")
}

// isVerbOf reports whether the verb at token k is what a denial before token at denies: "not fly", "don't want to fly".
func (r *reading) isVerbOf(at, k int) bool {
	for at < k && (r.text(at) == "to" || r.anyOf(at, class("wish-verbs")...)) {
		at++
	}
	return at == k
}

// freeHeads makes what is denied of a kind only wanted otherwise: "no early flights" wants flights, "no hotels near the
// airport" a hotel, "no stops on the way back" does not forbid those on the way out. What narrows it stays unwanted.
func (r *reading) freeHeads(at int) {
	for k := at; r.unwanted(k) && r.sameSentence(k, at); k++ {
		isHalt, topic := is("halt", r.text(k)), topicWords[r.text(k)]
		before := r.narrowed(k) && !(isHalt && (valueOf("mode", r.text(k-1)) != "" ||
			topicWords[r.text(k-1)] == flightTopic || r.count(k-1) > 0)) // "no two stops" are one at most
		behind := r.anyOf(k+1, class("narrowing")...) || r.dayPartBehind(k+1) || r.inPartOfTown(k+1) ||
			topic == flightTopic && r.anyOf(k+1, class("narrowing-flight")...) && !r.at(k+1, "after", "all")
		switch {
		case isHalt && (before || r.anyOf(k+1, class("narrowing-halt")...) || r.limitsHalt(k+1)),
			!isHalt && topic != noTopic && !r.anyOf(k, "stay", "fly", "flying") && r.text(k-1) != "by" &&
				!r.partOfItsDay(k) && (before || behind):
			r.toks[k].mood, r.toks[k].halts = wanted, false
			if r.isLodging(topicMark{at: k, topic: topic}) && (r.known.fresh() || r.known.needsLodging()) {
				r.toks[k].head = true
			}
		}
	}
}

// limitsHalt reports whether a place or a part of the trip stands at token i, behind a stop that is denied: "in
// Germany", "on the way back". "On the way" and "in total" are all of it.
func (r *reading) limitsHalt(i int) bool {
	at := r.behind(r.behind(i, "on", "in", "at", "for", "going", "coming"), class("determiner")...)
	isPart := is("out-part", r.text(at)) || cueWords[r.text(at)] == backCue || r.wayBackAt(at) > at ||
		r.anyOf(r.behind(at, "way", "flight"), "home", "there", "out")
	isName := r.tok(at).title || r.tok(at).ordinal || r.text(at-1) == "the" || r.behindPlace(at) > at
	isAll := is("trip-nouns", r.text(at)) || r.anyOf(at, "way", "end", "whole", "entire")
	return isPart || isName && !isAll && r.anyOf(i, "on", "in", "at") && r.tok(at).kind != mark
}

// inPartOfTown reports whether "in the old town" begins at token i, behind a place to sleep.
func (r *reading) inPartOfTown(i int) bool {
	return r.at(i, "in", "the") && topicWords[r.text(i-1)] == hotelTopic &&
		r.hasIn(i+2, i+4, "city", "town", "centre", "center", "suburbs", "outskirts", "district", "quarter", "area", "old",
			"north", "south", "east", "west", "middle")
}

// narrowed reports whether the word before token k says which of its kind is not wanted: "no early flights".
func (r *reading) narrowed(k int) bool {
	return r.unwanted(k-1) && r.tok(k-1).kind == word && !r.tok(k-1).denies && !r.anyOf(k-1, "or", "and", "nor") &&
		!r.anyOf(k-1, class("determiner")...) &&
		!r.anyOf(k-1, class("wish-verbs")...)
}

// dayPartBehind reports whether "in" or "at" and a time of day begin at token i: "at night", "in the evening".
func (r *reading) dayPartBehind(i int) bool {
	if !r.anyOf(i, "in", "at") {
		return false
	}
	_, end := r.clockAt(i + 1)
	return end > i+1 || partsOfDay[r.text(r.behind(i+1, "the"))] != [2]int{}
}

// lengthBound returns where a bound by hours or minutes ends that stands within a few words of token i, or i.
func (r *reading) lengthBound(i int) int {
	const reach = 7
	for k := i + 1; k < i+reach && r.sameSentence(k, i) && r.toks[k].kind == word; k++ {
		at := r.behind(k+1, "than")
		if r.anyOf(k, class("upward")...) && r.count(at) > 0 &&
			r.anyOf(at+1, "hour", "hours", "hrs", "hr", "h", "minutes", "mins", "min") {
			return at + 2
		}
	}
	return i
}

// denyBy claims the tokens [from, to), a form that says what is not wanted.
func (r *reading) denyBy(from, to int) {
	if r.see(from, to); !is("give-up", r.text(from)) { // what these verbs do is read elsewhere
		r.note(from, to, byPolarity)
	}
	for k := from; k < to; k++ {
		r.toks[k].denies = true
	}
}

// deniedBefore returns the token of a form of not wanting that stands at most so many words before token i, in its
// part of the sentence, with nothing between but words; -1 where none does.
func (r *reading) deniedBefore(i, words int) int {
	for k := i - 1; k >= max(0, i-words) && r.sameSentence(k, i) && r.toks[k].kind == word; k-- {
		if r.toks[k].denies {
			return k
		}
	}
	return -1
}

// deniedBy reports whether the form that denies token i has one of some words.
func (r *reading) deniedBy(i int, words ...string) bool {
	k := r.deniedBefore(i, maxDenied)
	for r.tok(k).denies && !r.anyOf(k, words...) {
		k--
	}
	return r.tok(k).denies
}

// judges reports whether what is denied at token i is one of those on offer, which is not liked: "I don't like the
// hotel" and "that hotel is not for us" want another one.
func (r *reading) judges(i int) bool {
	from, to := r.span(r.toks[i].sentence)
	if r.known.offered() && r.anyOf(i-1, "that", "this") && !r.hasIn(i, to, "need", "needed", "necessary") &&
		slices.ContainsFunc(r.denials, func(d denied) bool {
			return d.thing.start <= r.toks[i].start && r.toks[i].start < d.thing.end && d.thing.end <= d.form.start
		}) {
		return true
	}
	for k := from; k < i; k++ {
		if r.anyOf(k, "like", "likes", "love", "loves", "hate", "hates", "dislike") &&
			!r.anyOf(k-1, "would", "id", "wed") {
			return r.known.offered() && r.anyOf(i-1, "the", "that", "this", "these", "those", "your")
		}
	}
	return false
}

// goesOnDenied reports whether "and" at token k goes on with a list of what is not wanted: "no Ryanair and Wizz",
// "avoid Heathrow and Stansted".
func (r *reading) goesOnDenied(k int) bool {
	if r.text(k) == "and" && (r.carrierWord(k+1) || r.anyOf(k+1, class("halt")...)) {
		return true
	}
	at := k
	for r.anyOf(at, ",", "and") && r.isName(at-1) && r.isName(at+1) { // each name of the list
		joins := r.text(at) == "and"
		for at++; r.isName(at) && at < k+maxDenied; {
			at++
		}
		if joins || r.text(at) == "or" {
			return (r.phraseEnds(at) || r.text(at) == "or" || r.toks[at].kind == number) &&
				!r.anyOf(at, "to", "from") &&
				!(r.text(k) == "," && joins && r.text(k-2) == "not") // "not Oslo, Bergen and Rome" wants Bergen
		}
	}
	return false
}

// isName reports whether token i is of a name: it has a capital, or names an airline.
func (r *reading) isName(i int) bool {
	return r.tok(i).title || r.carrierWord(i)
}

// denyBefore marks what stands before token i: all of its own sentence, or the short one before it.
func (r *reading) denyBefore(i, end int) {
	at := i - 1
	for at >= 0 && r.toks[at].kind == mark && (r.anyOf(at, "?", "!", "…", ".", "-", "–", "—", ",") || at == i-1) {
		at--
	}
	if at < 0 {
		return
	}
	if topicWords[r.text(at)] != noTopic && r.anyOf(end-1, "good", "impossible") {
		return // "the hotel is no good": another one is wanted
	}
	halts := false
	from, last := at, at
	for from > 0 && at-from < maxDenied && r.sameSentence(from-1, at) &&
		(r.tok(from-1).kind != mark || r.text(from-1) == "-" && !r.tok(from-1).spaced) &&
		!r.anyOf(from-1, "and", "but", "so", "because") {
		from--
	}
	if r.hasIn(from, at, "if", "unless") {
		return // "or the 7th if that is no good"
	}
	for k := at - 1; k >= from && topicWords[r.text(at)] != noTopic; k-- {
		if isTo := r.anyOf(k, "to", "from"); isTo || r.endsDay(k) {
			from = min(k+1+boolInt(isTo), at) // "Oslo to Rome on 5 May hotel not needed" is of the hotel
		}
	}
	for k := from; k <= at; k++ {
		halts = halts || r.anyOf(k, class("halt")...)
		r.toks[k].mood, r.toks[k].halts = unwanted, halts
	}
	r.denials = append(r.denials, denied{form: r.bytesOf(i, end), thing: r.bytesOf(from, last+1)})
}

// endsDay reports whether token i may be the last word of a day: "5 May", "May 5", "Friday".
func (r *reading) endsDay(i int) bool {
	return is("weekday", r.text(i)) || months[r.text(i)] != 0 ||
		months[r.text(i-1)] != 0 && (r.count(i) > 0 || r.toks[i].ordinal)
}

// butDenies reports whether the "but" at token i is of a form that says what is not wanted, "anything but", or of one
// that looks like it, "nothing but".
func (r *reading) butDenies(i int) bool {
	d, _ := r.denialAt(i - 1)
	return r.toks[i].denies || len(d.words) > 1
}

// deniesIn reports whether what a phrase of a clause names is not wanted.
func (r *reading) deniesIn(c *clause, phrase string) bool {
	words := strings.Fields(phrase)
	return r.some(c.from, c.to, func(i int) bool { return r.at(i, words...) && r.unwanted(i) })
}

// unwanted reports whether what stands at token i is not wanted.
func (r *reading) unwanted(i int) bool {
	return r.tok(i).mood == unwanted
}

// deniedPart returns the words around the tokens [from, to) that say that these are not wanted, with the form that
// denies them.
func (r *reading) deniedPart(from, to int) (int, int) {
	start := from
	for from-start < maxDenied && r.sameSentence(start-1, from) && r.tok(start-1).kind == word &&
		(r.unwanted(start-1) || r.tok(start-1).denies || !r.tok(start-1).used) {
		start--
		if r.toks[start].denies {
			return start, to
		}
	}
	for _, d := range r.denials {
		if at := r.toks[from].start; d.thing.start <= at && at < d.thing.end && d.thing.end <= d.form.start {
			_, to = r.tokensOf(d.form.start, d.form.end) // "2-star hotels are not for us"
		}
	}
	return from, to
}
