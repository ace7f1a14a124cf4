package extract

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// Questions about what is shown, held or booked (behaviour 6.9): what is asked, and of which of it. A sentence is one
// where each of its words asks for something, names what it is about, or says nothing of its own: "is the second one
// refundable?", but not "is it cheaper on Monday?", which is another search. The words of facts, of what they are asked
// of and of what may stand beside them are data/en/questions.tsv, and nowhere in Go.

// positions are places in the list that was shown last, with commas between them: acts are compared.
type positions string

// MarshalJSON writes them as a list.
func (p positions) MarshalJSON() ([]byte, error) {
	var list []int64
	for text := range strings.SplitSeq(string(p), ",") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return json.Marshal(list)
}

// maxAsked bounds, in tokens, a sentence that asks about what is shown.
const maxAsked = 30

// factQuestion is what one sentence asks.
type factQuestion struct {
	facts     []*askedFact
	positions []string
	like      *Likes
	kinds     []string // what it is about: lines of the table that are no facts
	currency  string
}

func (q *factQuestion) isAbout(kinds ...string) bool {
	return slices.ContainsFunc(q.kinds, func(k string) bool { return slices.Contains(kinds, k) })
}

func (q *factQuestion) asks(name string) bool {
	return slices.ContainsFunc(q.facts, func(f *askedFact) bool { return f.name == name })
}

// findFacts reads the sentences that ask about what is shown, held or booked.
// Rule: 6.9.asked
func (r *reading) findFacts() {
	k := r.known
	isBooked := k.askKind() == "" && len(k.WorkingMemory.Bookings) > 0
	if len(r.toks) == 0 || !k.offered() && !isBooked || len(k.Scope.DocumentIDs)+len(k.Scope.PropertyID) > 0 {
		return
	}
	for s := range r.toks[len(r.toks)-1].sentence + 1 {
		from, to := r.span(s)
		for start := from; start < to; start++ {
			isWithin := start > from && !r.anyOf(start-1, ",", "but", "-", "–", ":", "and")
			if isWithin || r.text(start-1) == "-" && !r.toks[start].spaced ||
				r.text(start-1) == "and" && r.anyOf(start, "for", "in") {
				continue // "other choices today and for economy" goes on with what is wished
			}
			c := r.clause(start, to)
			isThere := r.anyOf(start, "is", "are") && r.text(start+1) == "there" && !r.hasIn(start, to, "refundable")
			isAbout := isThere || r.anyOf(start, "how", "what") && r.text(start+1) == "about" ||
				r.told("?priced", &c) && r.some(start, to, r.otherCabin)
			isBest := c.has("refundable") && c.has("cheapest") // "what about the cheapest refundable one?"
			isOther := r.told("?priced", &c) &&
				(r.some(start, to, r.otherNumber) || r.some(start, to, r.newLodging))
			if q, ok := r.factsAsked(start, to); ok && !isOther && !(isAbout && (r.noneShown(start, to) || isBest)) &&
				!r.tellsHowMany(start, to) {
				r.take(start, to, byFact)
				isRefused := func(m topicMark) bool { return m.refused && m.at >= start && m.at < to } // "without the hotel"
				r.topics = slices.DeleteFunc(r.topics, isRefused)
				for i := start; i < to; i++ {
					r.toks[i].acted = true
				}
				r.addActs(q.acts()...)
				break
			}
		}
	}
}

// factsAsked reads the tokens [from, to) as a question about what is shown, also under a condition that names no new
// value: "is it refundable if my plans change?" "How much is it if we leave on Monday?" is another search.
func (r *reading) factsAsked(from, to int) (*factQuestion, bool) {
	q, ok := r.factsIn(from, to)
	isAnother := func(i int) bool {
		_, isTopic := r.topicAt(i)
		return isTopic && !r.anyOf(i-1, "the", "my", "our", "this", "that", "return")
	}
	for i := from + 1; i < to && !ok; i++ {
		if c := r.clause(i, to); r.anyOf(i, "if", "unless") && !r.namesValue(&c) && !r.some(i, to, isAnother) {
			return r.factsIn(from, i)
		}
	}
	return q, ok
}

// factsIn reads the tokens [from, to) as a question about what is shown.
func (r *reading) factsIn(from, to int) (*factQuestion, bool) {
	q := &factQuestion{}
	if to-from > maxAsked {
		return nil, false
	}
	isLike := r.likesOffered(false)
	for i := from; i < to; {
		if r.toks[i].kind == mark {
			i++
			continue
		}
		p, end := r.factPhraseAt(i, from, to)
		position, optionEnd := r.optionAsked(i, from, to)
		like, likeEnd := isLike(i, to)
		place, hasPlace := r.placeAt(i)
		day, hasDay := r.dateAt(i)
		switch {
		case p.kind == "@never":
			return nil, false
		case (p.kind == "@out" || p.kind == "@back") && len(r.known.Itinerary.Segments) < 2 && r.toks[i].ordinal:
			q.positions = append(q.positions, strconv.FormatInt(position, 10))
			end = max(end, optionEnd)
		case hasPlace && q.asks(trip.FactStops) && r.asksHowItIs(from, to): // "do I fly via Lisbon?"
			end = place.to
		case hasDay && (q.asks(trip.FactDeparts) || q.asks(trip.FactArrives)) && r.asksHowItIs(from, to):
			end = day.to // "do we land on Monday?"
		case end-i > 1 && p.kind != "@rest":
			q.add(&p)
		case position > 0:
			if n := strconv.FormatInt(position, 10); !slices.Contains(q.positions, n) {
				q.positions = append(q.positions, n)
			}
			end = optionEnd
		case like != nil:
			q.like, end = like, likeEnd
		case valueOf("currency", r.text(i)) != "" && r.text(i) != "pound" && r.anyOf(i-1, "in", "to", "into"):
			q.currency, end = valueOf("currency", r.text(i)), i+1
		case end > i:
			q.add(&p)
		case r.isOfTrip(i, q), r.countsThings(i, to):
			end = i + 1
		default:
			return nil, false
		}
		i = end
	}
	return q, q.settle(r, from, to) || q.goesOn(r, from, to)
}

// goesOn reports whether a question only names something else than the one before it: "and the second?", "what about
// the flight back?" It asks the same of that; where nothing was asked before, an option that it names is to be seen.
// Rule: 6.9.goes-on
func (q *factQuestion) goesOn(r *reading, from, to int) bool {
	opens := r.anyOf(from, "and") || r.anyOf(from, "what", "how") && r.text(from+1) == "about"
	if !opens || !r.hasIn(from, to, "?") || r.hasIn(from, to, "for") || len(q.facts) > 0 || q.currency != "" {
		return false
	}
	if len(q.positions) > 0 || q.isAbout("@out", "@back", "@flight", "@hotel") {
		before := r.messageBefore() // of which no question goes on
		if asked, ok := before.factsAsked(0, len(before.toks)); ok && len(asked.facts) > 0 {
			q.facts = asked.facts
			if len(q.positions) == 0 {
				q.positions, q.like = asked.positions, asked.like
			} else if len(q.kinds) == 0 {
				q.kinds = asked.kinds
			}
			return true
		}
	}
	return len(q.positions) > 0
}

// countsThings reports whether token i is a number of things that are asked about: "can I take 2 bags?"
func (r *reading) countsThings(i, to int) bool {
	p, _ := r.factPhraseAt(i+1, i+1, to)
	return r.count(i) > 0 && p.fact != nil && p.fact.is("thing")
}

func (q *factQuestion) add(p *factPhrase) {
	switch {
	case p.fact == nil:
		q.kinds = append(q.kinds, p.kind)
	case !slices.Contains(q.facts, p.fact) && (p.fact.is("by") || !q.asks(p.fact.name)):
		q.facts = append(q.facts, p.fact)
	}
}

// isOfTrip reports whether token i is a word of a place of the trip, and notes which flight that makes it about.
func (r *reading) isOfTrip(i int, q *factQuestion) bool {
	legs := r.known.Itinerary.Segments
	if !r.ofTripPlace(i) {
		return false
	}
	if len(legs) == 2 {
		isDeparture := q.asks(trip.FactDeparts) || r.text(i-1) == "from"
		way := "@out"
		if isDeparture == r.isNameOf(i, &legs[0].Destination) {
			way = "@back"
		}
		q.kinds = append(q.kinds, way)
	}
	return true
}

// settle reports whether the words are a question about what is shown, and leaves of what it asks for what it is about.
func (q *factQuestion) settle(r *reading, from, to int) bool {
	if q.currency != "" {
		q.facts = []*askedFact{{trip.FactCurrency, map[string]string{"by": q.currency}}}
		return r.isFactQuestion(q, from, to)
	}
	isBest := func(f *askedFact) bool { return f.name == trip.FactBest }
	plain := slices.DeleteFunc(slices.Clone(q.facts), isBest)
	drop := func(names ...string) {
		if len(plain) > 1 {
			plain = slices.DeleteFunc(plain, func(f *askedFact) bool { return slices.Contains(names, f.name) })
		}
	}
	drop(trip.FactDifference)
	drop(trip.FactPrice)
	drop(trip.FactHotel)
	if q.asks(trip.FactLayover) {
		drop(trip.FactDuration, trip.FactStops)
	}
	if q.asks("check-in and check-out") {
		drop(trip.FactNights)
	}
	at := slices.IndexFunc(q.facts, isBest)
	if at < 0 {
		if len(plain) == 0 && q.isAbout("@flight", "@out", "@back") && r.hasIn(from, to, "when", "day", "date") {
			plain = []*askedFact{{name: trip.FactDeparts}} // "when is the return flight?"
		}
		q.facts = plain
		return len(q.facts) > 0 && r.isFactQuestion(q, from, to)
	}
	best, asksWhich := q.facts[at], r.asksWhich(from)
	isOfBest := len(plain) == 0 || asksWhich && len(plain) == 1 && slices.Contains(bestOf, plain[0].name)
	switch {
	case r.hasIn(from, to, "any") || r.hasPhrase(from, to, []string{"is", "there"}) ||
		r.hasPhrase(from, to, []string{"are", "there"}):
		return false // "is there an earlier one?" wants another
	case isOfBest && !r.hasIn(from, to, "direct", "nonstop", "non"):
		q.facts = []*askedFact{best}
		return (asksWhich || r.text(from) == "and" || len(q.positions) > 0 || q.like != nil) && r.isFactQuestion(q, from, to)
	case asksWhich:
		return false // "which is the cheapest refundable one?"
	}
	q.kinds, q.facts = append(q.kinds, "by="+best.flags["by"]), plain
	return r.isFactQuestion(q, from, to)
}

// bestOf are the facts whose words may stand beside those of the best: "which airline is the cheapest?"
var bestOf = []string{
	trip.FactPrice, trip.FactAirline, trip.FactHotel, trip.FactDifference, trip.FactArea, trip.FactDuration,
	trip.FactStops,
}

// asksWhich reports whether a question begins with which of several.
func (r *reading) asksWhich(from int) bool {
	from = r.behind(from, "and", "so", "ok", "okay", "but", "then", ",", "hmm", "well")
	from = r.behind(r.behind(from, "please", "can", "could", "you"), "tell", "me")
	return r.anyOf(from, "which", "whats", "whos", "who", "whichs") ||
		r.text(from) == "what" && r.anyOf(from+1, "is", "are", "hotel", "airline", "one", "option", "flight")
}

// isFactQuestion reports whether the tokens [from, to) are asked: with a mark, a question word, or words that ask by
// themselves.
func (r *reading) isFactQuestion(q *factQuestion, from, to int) bool {
	isBare := func() bool {
		return to-from <= maxBare && !slices.ContainsFunc(q.facts, func(f *askedFact) bool { return !f.is("bare") })
	}
	return r.hasIn(from, to, "?") || r.asks(r.toks[from].sentence) || q.isAbout("@open") || isBare()
}

// maxBare is how many tokens a question without a question word has at most.
const maxBare = 6

// acts are what a question asks to be answered.
func (q *factQuestion) acts() (acts []Act) {
	a := Act{Act: trip.ActAsk, Positions: positions(strings.Join(q.positions, ",")), Like: q.like}
	if len(q.facts) == 0 {
		for _, text := range q.positions[:min(len(q.positions), maxActs)] {
			position, _ := strconv.ParseInt(text, 10, 64)
			acts = append(acts, optionShown(position))
		}
		return acts
	}
	if by := sortOf[q.facts[0].flags["by"]]; q.facts[0].name == trip.FactBest && q.isAbout("@back") && ofTime[by] {
		return []Act{{Act: trip.ActSort, By: by, What: trip.SortBack}} // "which leaves last on the way back?"
	}
	switch {
	case q.isAbout("@booking"):
		a.Of = trip.OfBooking
	case q.isAbout("@hold"):
		a.Of = trip.OfHold
	case q.isAbout("@all") && len(q.positions) == 0 && q.like == nil:
		a.Of = trip.OfShown
	}
	for _, kind := range q.kinds {
		if by, ok := strings.CutPrefix(kind, "by="); ok {
			a.By = by
		}
	}
	for _, f := range q.facts[:min(len(q.facts), maxActs)] {
		one := a
		one.What, one.Items = f.name, q.part(f)
		one.By = cmp.Or(f.flags["by"], a.By)
		acts = append(acts, one)
	}
	return acts
}

// part is the part of an option that is asked about.
func (q *factQuestion) part(f *askedFact) parts {
	isFlight, isHotel := q.isAbout("@flight"), q.isAbout("@hotel")
	switch {
	case f.name == trip.FactBest, f.name == trip.FactDifference, f.name == trip.FactParts:
		return ""
	case f.is("of"):
		return parts(f.flags["of"])
	case q.isAbout("@back"):
		return trip.PartBack
	case q.isAbout("@out"):
		return trip.PartOut
	case isHotel && !isFlight:
		return trip.PartHotel
	case isFlight && !isHotel && (f.is("thing") || f.name == trip.FactRefund || f.name == trip.FactPrice):
		return trip.PartFlight
	}
	return ""
}

//go:embed data/en/questions.tsv
var questionTable string

// askedFact is one thing that is asked about an option, in whatever words.
type askedFact struct {
	name  string            // as trip.FactPrice, or of a thing what it is called
	flags map[string]string // as the head of the table explains them
}

// is reports whether a fact has a flag.
func (f *askedFact) is(flag string) bool {
	_, ok := f.flags[flag]
	return ok
}

// factPhrase is a way to ask for a fact, or for what it is about: its words, behind others that stand anywhere before
// them.
type factPhrase struct {
	before, words []string
	fact          *askedFact // nil of what is no fact
	kind          string     // of what is no fact: the name of its line
}

// factLexicon is the table as it is looked up: phrases by their first word, the longer before the shorter.
var factLexicon = sync.OnceValue(func() map[string][]factPhrase {
	lex := map[string][]factPhrase{}
	for cells := range linesOf(questionTable) {
		var fact *askedFact
		phrases := cells[1:]
		if cells[0][0] != '@' {
			fact, phrases = &askedFact{name: cells[0], flags: map[string]string{}}, cells[2:]
			for flag := range strings.FieldsSeq(cells[1]) {
				name, value, _ := strings.Cut(flag, "=")
				fact.flags[name] = value
			}
		}
		for _, phrase := range phrases {
			p := factPhrase{fact: fact, kind: cells[0]}
			if before, words, isSplit := strings.Cut(phrase, " _ "); isSplit {
				p.before, phrase = strings.Fields(before), words
				for _, w := range p.before { // which say nothing before the rest is there
					lex[w] = append(lex[w], factPhrase{words: []string{w}, kind: "@rest"})
				}
			}
			p.words = strings.Fields(phrase)
			lex[p.words[0]] = append(lex[p.words[0]], p)
		}
	}
	for _, list := range lex {
		slices.SortStableFunc(list, func(a, b factPhrase) int {
			return cmp.Or(b.size()-a.size(), cmp.Compare(a.rank(), b.rank()))
		})
	}
	return lex
})

// rank orders phrases that have the same number of words. First come those that say what is asked ("how long"), then
// those that say of what ("the flight back"), then those that only stand beside them ("please").
func (p *factPhrase) rank() int {
	switch {
	case p.fact != nil:
		return 0
	case p.kind != "@rest":
		return 1
	}
	return 2
}

func (p *factPhrase) size() int { return len(p.words) + len(p.before) }

// factPhraseAt returns the longest phrase of the table at token i of the tokens [from, to), and where it ends.
func (r *reading) factPhraseAt(i, from, to int) (p factPhrase, end int) {
	for _, p := range factLexicon()[r.text(i)] {
		end := r.phraseEnd(i, p.words)
		if end > i && end <= to && (p.before == nil || r.hasPhrase(from, i, p.before)) {
			return p, end
		}
	}
	return factPhrase{}, i
}

// hasPhrase reports whether words stand one behind another among the tokens [from, to).
func (r *reading) hasPhrase(from, to int, words []string) bool {
	return r.some(from, to-len(words)+1, func(i int) bool { return r.isAt(i, words) })
}
