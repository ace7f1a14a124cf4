package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// reading is one message on its way to a result: its tokens, and what was found in them.
type reading struct {
	message string
	hidden  []span        // parts of the message that are read as words that say nothing
	heads   []int         // the words of a hidden part that stay: of a hotel that is wanted otherwise
	landed  *placeMention // where a flight ends that the person has, beside those that are planned
	trial   bool          // it only shows what the message says without them

	toks     []token
	today    trip.Date
	known    *known // what stood before the message; read only
	card     bool   // the message had the number of a payment card, which was cut out
	sum      bool   // the message has a sum, or changes one before it
	alien    bool   // the message is in another language, whose nouns may all have capitals
	language string // of such a message
	again    bool   // the message asks for nothing but the same once more

	topics         []topicMark
	cues           []cue
	dates          []dateMention
	places         []placeMention
	counts         []countMention
	amounts        []amountMention // limits of money
	impossible     []dateMention   // days that the calendar does not have
	airline        []airlineMention
	requested      []requestMention
	asides         []bool // by sentence: it asks about the world or an offer
	acts           []Act
	undecided      bool // several options are taken at once
	pauses         bool // the person asks to wait
	limitsHold     bool // it says until when something shall be held
	keeps          bool // what is held stays as it is
	trailingUnread bool // behind the last yes stands what no act was read from, and more than a courtesy
	modes          []modeMention
	shift          *shift
	vague          *vague
	open           openness // what it leaves open of the days
	times          []clockMention
	daysOut        []dayOut
	othersDays     []dateMention // days of something else than the journey
	births         []age         // of children who are told by the day of their birth
	event          *dateMention  // a day of which it was found that it is none of the journey's
	thingDays      []dateMention // the same, of a sentence that was taken out
	other          []Left        // parts about what the engine does not do
	left           []Left        // parts of which nothing is made
	besideNo       []clause      // clauses behind a no of which no act was read
	denials        []denied
	claims         []Claim       // what the readers took, in their order
	nobody         bool          // it takes away all adults
	noCabin        bool          // the class of the trip is not wanted any more
	beside         *besideChoice // nil where no choice stands beside a change
	legSaid        int           // the number of the leg that is named by a place, counted from 1
	repeats        bool          // what it says is understood, also where nothing is written for it
	all            *clause       // see whole
}

// whole is the message as one clause.
func (r *reading) whole() *clause {
	if r.all == nil {
		c := r.clause(0, len(r.toks))
		r.all = &c
	}
	return r.all
}

// put puts other tokens in the place of [from, to): the one way in which the tokens of a message change.
func (r *reading) put(from, to int, by ...token) {
	r.toks, r.all = slices.Replace(r.toks, from, to, by...), nil
}

// join makes one word of the tokens [from, to).
func (r *reading) join(from, to int, word string) {
	t := &r.toks[from]
	t.text, t.raw, t.end = word, r.words(from, to), r.toks[to-1].end
	r.put(from+1, to)
}

// noToken stands before the first token and behind the last one. It is read only: a mark of no sentence.
var noToken = token{kind: mark, sentence: -1}

// tok returns token i, and noToken where the message has none.
func (r *reading) tok(i int) *token {
	if i < 0 || i >= len(r.toks) {
		return &noToken
	}
	return &r.toks[i]
}

// text returns the folded text of token i, empty beyond both ends.
func (r *reading) text(i int) string {
	return r.tok(i).text
}

// at reports whether these words stand from token i on.
func (r *reading) at(i int, words ...string) bool {
	if i < 0 || i+len(words) > len(r.toks) {
		return false
	}
	for k, w := range words {
		if r.toks[i+k].text != w {
			return false
		}
	}
	r.see(i, i+len(words))
	return true
}

// anyOf reports whether token i is one of these words.
func (r *reading) anyOf(i int, words ...string) bool {
	is := slices.Contains(words, r.text(i))
	if is {
		r.see(i, i+1)
	}
	return is
}

// behind returns the token behind those from token i on that are of these words.
func (r *reading) behind(i int, words ...string) int {
	for r.anyOf(i, words...) {
		i++
	}
	return i
}

// before goes back from token i over all tokens that are one of the words, and returns the one before them.
func (r *reading) before(i int, words ...string) int {
	for r.anyOf(i, words...) {
		i--
	}
	return i
}

// some reports whether it is so of one of the tokens [from, to).
func (r *reading) some(from, to int, is func(i int) bool) bool {
	for i := from; i < to; i++ {
		if is(i) {
			return true
		}
	}
	return false
}

// has reports whether the words stand anywhere in the message.
func (r *reading) has(words ...string) bool {
	return r.some(0, len(r.toks), func(i int) bool { return r.toks[i].text == words[0] && r.at(i, words...) })
}

// hasAny reports whether one of the words stands anywhere in the message.
func (r *reading) hasAny(words ...string) bool { return r.indexOf(words...) >= 0 }

// indexOf returns the first token that is one of the words, -1 when none is.
func (r *reading) indexOf(words ...string) int {
	at := slices.IndexFunc(r.toks, func(t token) bool { return slices.Contains(words, t.text) })
	if at >= 0 {
		r.see(at, at+1)
	}
	return at
}

// words returns the tokens [from, to) as they were written.
func (r *reading) words(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if r.toks[i].start == r.toks[i].end {
			continue // it stands in for the word before it
		}
		if i > from && r.toks[i].spaced {
			b.WriteByte(' ')
		}
		b.WriteString(r.toks[i].raw)
	}
	return b.String()
}

// free reports whether no mention has taken token i, which must exist.
func (r *reading) free(i int) bool { return i >= 0 && i < len(r.toks) && !r.toks[i].used }

// sameSentence reports whether both tokens exist and stand in one sentence.
func (r *reading) sameSentence(i, j int) bool {
	s := r.tok(i).sentence
	return s >= 0 && s == r.tok(j).sentence
}

// count reads a number or a number word at token i; 0 when there is none.
func (r *reading) count(i int) int64 {
	t := r.tok(i)
	if t.ordinal || t.decimal {
		return 0
	}
	return t.value
}
