package extract

import "slices"

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

// denials are the ways of not wanting: this list is the only one.
var denials = func() (all []denial) {
	for _, words := range phrases("denial") {
		all = append(all, denial{words: words})
	}
	for _, words := range phrases("denial-verb") {
		all = append(all, denial{words: words, verb: true})
	}
	for _, words := range phrases("denies-nothing") {
		all = append(all, denial{words: words, keeps: true})
	}
	return all
}()

// movingVerbs stand before the place that one does not want to leave from or go to.
var movingVerbs = []string{
	"fly", "flying", "go", "going", "travel", "travelling", "traveling", "leave", "leaving", "depart", "departing", "land",
	"arrive", "return",
}

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
const mostDenied = 9

// findMoods settles of every token how what it names stands.
func (r *reading) findMoods() {
	for i := range r.toks {
		if d, ok := r.denialAt(i); ok && !d.keeps {
			r.deny(i, i+len(d.words), d)
		}
		for _, words := range behindDenials {
			switch at := i + len(words); {
			case !r.isAt(i, words) || r.anyOf(at, "but"): // "not for me but for my boss"
			case r.anyOf(at, "with", "on", "in", "to", "via", "by", "through"):
				r.deny(i, at+1, denial{words: words}) // "never again with Ryanair"
			default:
				r.denyBefore(i, words)
				r.denyBy(i, at)
			}
		}
	}
}

// denialAt returns the longest form of not wanting at token i.
func (r *reading) denialAt(i int) (denial, bool) {
	var best denial
	for _, d := range denials {
		if d.words[0] == r.text(i) && len(d.words) > len(best.words) && r.isAt(i, d.words) &&
			r.sameSentence(i, i+len(d.words)-1) {
			best = d
		}
	}
	return best, best.words != nil
}

// deny marks what stands behind a form of not wanting, the tokens [from, at).
func (r *reading) deny(from, at int, d denial) {
	if r.anyOf(from-1, "why", "if") || r.anyOf(at, ",", ".", "!") || at >= len(r.toks) || r.toks[at].kind == mark {
		return // "no, the 9th": an answer
	}
	if r.anyOf(from, "no") && r.anyOf(at, afterNo...) && !r.sameSentence(from-1, from) {
		return // "no I meant the 13th"
	}
	for k := from; k < at; k++ {
		r.toks[k].denies = true
	}
	if to := r.lengthBound(at); to > at {
		r.denyBy(from, at)
		r.tell(from, to)
		return // "no layovers over 3 hours": a short one will do
	}
	if d.verb && !r.anyOf(at, wishVerbs...) {
		return // "we don't arrive before 10"
	}
	if r.anyOf(at, "before", "after", "earlier", "later", "sooner", "too", "that", "so", "very", "more", "less",
		"fewer", "above", "over", "under", "longer", "later") {
		return // how much or when, which the readers of times and numbers bound
	}
	r.denyBy(from, at)
	halts := false
	n := len(r.denials)
	isContrast := slices.ContainsFunc(contrasts, func(words []string) bool { return r.isAt(from, words) })
	r.denials = append(r.denials, denied{form: r.bytesOf(from, at), contrast: isContrast})
	defer func() {
		r.denials[n].thing = r.scopeOf(at)
		r.freeHeads(at)
	}()
	for k := at; k < len(r.toks) && k-at < mostDenied && r.sameSentence(k, from); k++ {
		isVerb := d.verb || r.anyOf(at-1, "not", "to")
		switch {
		case k > at && r.anyOf(k, "before", "after"):
			return
		case r.text(k) == "to" && r.anyOf(k+1, wishVerbs...) && (isVerb || k == at):
			continue
		case k > at && r.anyOf(k, "with", "on", "by") && !r.anyOf(k-1, "fly", "flying", "go", "going", "travel", "travelling",
			"traveling", "book", "be", "us", "me", "anything", "seats", "flight", "flights",
			"leave", "leaving", "depart", "return") && !halts:
			return
		case k > at && r.anyOf(k, "in", "at") && !halts && !r.dayPartBehind(k) &&
			!r.anyOf(k-1, "stay", "land", "be", "sleep"):
			return
		case r.anyOf(k, "from", "to") && r.anyOf(k-1, movingVerbs...) && r.isVerbOf(at, k-1):
			// "we don't want to leave from Heathrow"
		case r.toks[k].kind == mark && r.text(k) != "-", k > at && r.anyOf(k, denialEnds...) && !r.goesOnDenied(k):
			return
		}
		halts = halts || r.anyOf(k, haltWords...)
		if r.toks[k].mood, r.toks[k].halts = unwanted, halts; r.text(k) == "either" {
			r.note(k, k+1, byPolarity) // "and not Wizz either"
		}
	}
}

// isVerbOf reports whether the verb at token k is what a denial before token at denies: "not fly", "don't want to fly".
func (r *reading) isVerbOf(at, k int) bool {
	for at < k && (r.text(at) == "to" || r.anyOf(at, wishVerbs...)) {
		at++
	}
	return at == k
}

// freeHeads makes what is denied of a kind only wanted otherwise: "no early flights" wants flights, "no hotels near the
// airport" a hotel. What narrows it stays unwanted.
func (r *reading) freeHeads(at int) {
	for k := at; r.unwanted(k) && r.sameSentence(k, at); k++ {
		isHalt := slices.Contains(haltWords, r.text(k))
		isHead := isHalt || topicWords[r.text(k)] != noTopic && !r.anyOf(k, "stay", "fly", "flying")
		before := k > at && !r.anyOf(k-1, determiners...) && !r.anyOf(k-1, wishVerbs...) && r.toks[k-1].kind == word &&
			!(isHalt && (modeWords[r.text(k-1)] != "" || topicWords[r.text(k-1)] == flightTopic))
		behind := r.anyOf(k+1, ofHalts...)
		if !isHalt {
			behind = r.anyOf(k+1, narrowing...) || r.dayPartBehind(k+1) ||
				topicWords[r.text(k)] == flightTopic && r.anyOf(k+1, ofFlights...)
		}
		if isHead && (before || behind) {
			r.toks[k].mood, r.toks[k].halts = wanted, false
		}
	}
}

// dayPartBehind reads "at night", "in the evening".
func (r *reading) dayPartBehind(i int) bool {
	at := r.behind(i+1, "the")
	return r.anyOf(i, "in", "at") && partsOfDay[r.text(at)] != [2]int{}
}

// lengthBound returns where a bound by hours or minutes ends that stands within a few words of token i, or i.
func (r *reading) lengthBound(i int) int {
	const reach = 7
	for k := i + 1; k < i+reach && r.sameSentence(k, i) && r.toks[k].kind == word; k++ {
		at := k
		if !r.anyOf(at, lengthBounds...) {
			continue
		}
		if at++; r.anyOf(at, "than") {
			at++
		}
		if r.count(at) > 0 && r.anyOf(at+1, "hour", "hours", "hrs", "hr", "h", "minutes", "mins", "min") {
			return at + 2
		}
	}
	return i
}

// denyBy claims the tokens [from, to), a form that says what is not wanted.
func (r *reading) denyBy(from, to int) {
	r.note(from, to, byPolarity)
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
	k := r.deniedBefore(i, mostDenied)
	for ; k >= 0 && r.toks[k].denies; k-- {
		if r.anyOf(k, words...) {
			return true
		}
	}
	return false
}

// judges reports whether what is denied at token i is one of those on offer, which is not liked: "I don't like the
// hotel" wants another one.
func (r *reading) judges(i int) bool {
	from, _ := r.span(r.toks[i].sentence)
	for k := from; k < i; k++ {
		if r.anyOf(k, "like", "likes", "love", "loves", "hate", "hates", "dislike") && !r.anyOf(k-1, "would", "id", "wed") {
			return r.known.offered() && r.anyOf(i-1, "the", "that", "this", "these", "those", "your")
		}
	}
	return false
}

// goesOnDenied reports whether "and" at token k goes on with a list of what is not wanted: "no Ryanair and Wizz".
func (r *reading) goesOnDenied(k int) bool {
	return r.text(k) == "and" && k+1 < len(r.toks) && (r.carrierWord(k+1) || r.anyOf(k+1, haltWords...))
}

// denyBefore marks what stands before token i: all of its own sentence, or the short one before it.
func (r *reading) denyBefore(i int, words []string) {
	at := i - 1
	for at >= 0 && r.toks[at].kind == mark && (r.anyOf(at, "?", "!", "…", ".", "-", "–", "—", ",") || at == i-1) {
		at--
	}
	if at < 0 {
		return
	}
	halts := false
	from, end := at, at+1
	for from > 0 && at-from < mostDenied && r.sameSentence(from-1, at) && r.toks[from-1].kind != mark &&
		!r.anyOf(from-1, "and", "but", "so", "because") {
		from--
	}
	for k := from; k <= at; k++ {
		halts = halts || r.anyOf(k, haltWords...)
		r.toks[k].mood, r.toks[k].halts = unwanted, halts
	}
	r.denials = append(r.denials, denied{form: r.bytesOf(i, i+len(words)), thing: r.bytesOf(from, end)})
}

// unwanted reports whether what stands at token i is not wanted.
func (r *reading) unwanted(i int) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].mood == unwanted
}

// unwantedHalt reports whether the word of a change at token i speaks of one place: "no stopover in Istanbul" says
// nothing of stopovers elsewhere.
func (r *reading) unwantedHalt(i int) bool {
	return r.toks[i].halts && r.anyOf(i+1, "in", "at", "through", "via")
}

// deniedPart returns the words around token i that say that it is not wanted, with the form that denies it.
func (r *reading) deniedPart(from, to int) (int, int) {
	start := from
	for start > 0 && from-start < mostDenied && r.sameSentence(start-1, from) && r.toks[start-1].kind == word &&
		(r.unwanted(start-1) || r.toks[start-1].denies || !r.toks[start-1].used) {
		start--
		if r.toks[start].denies {
			return start, to
		}
	}
	return from, to
}
