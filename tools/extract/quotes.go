package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// Quote is the words of a message from which somebody else than the rules read a value.
type Quote struct {
	Path string `json:"path"` // of the value in a result, such as trip_intent.destination
	Text string `json:"text"`
}

// MaxQuoted is how many words a quote has at most, or twice as many letters of a script without spaces: a longer one
// would show anything.
const MaxQuoted = 16

// Said is what a person said, to check quotes against.
type Said struct {
	texts []string
	toks  [][]token
}

// NewSaid takes messages apart, the newest last.
func NewSaid(messages []string) *Said {
	s := &Said{texts: messages}
	for _, text := range messages {
		s.toks = append(s.toks, tokensOf(text))
	}
	return s
}

// Stands reports whether a quote stands in what was said, and whether it says something: whether it has a word that is
// no filler. Words are compared whole, whatever their case and accents are, and whatever marks stand between them.
// Rule: 6.10.stands
func (s *Said) Stands(quote string) (stands, says bool) {
	toks := tokensOf(quote)
	size, key := 0, spoken(toks)
	for i := range key {
		size += 2
		if isUnspaced(key[i].raw) {
			size--
		}
	}
	if size > 2*MaxQuoted {
		return false, false
	}
	stands = s.Has(quote)
	return stands, stands && slices.ContainsFunc(translated(toks).toks, func(t token) bool { return !t.saysNothing() })
}

// Has reports whether a text of any length stands in what was said.
func (s *Said) Has(text string) bool {
	key := spoken(tokensOf(text))
	return slices.ContainsFunc(s.toks, func(toks []token) bool { return len(standsAt(spoken(toks), key)) > 0 })
}

// Account returns what became of the words of the last message, and the parts of all of them that no quote covers: each
// word that says something of its own is on one of both. Quotes that do not stand there cover nothing. "A flight" and
// "a hotel" need none where the trip has flights or lodging.
// Rule: 6.10.left-out
func (s *Said) Account(quotes []Quote, flights, lodging bool) (*Reading, []string) {
	var res Result
	for n, toks := range s.toks {
		r, text := translated(toks), s.texts[n]
		for i := range r.toks {
			r.toks[i].seen = flights && r.anyOf(i, "flight", "flights", "fly", "flying") ||
				lodging && r.anyOf(i, "hotel", "hotels")
		}
		words := spoken(toks)
		for _, q := range quotes {
			for _, at := range standsAt(words, spoken(tokensOf(q.Text))) {
				r.cover(words[at[0]].start, words[at[1]-1].end, q.Path)
			}
		}
		r.tellUncovered()
		if len(toks) == maxTokens && strings.TrimSpace(text[toks[maxTokens-1].end:]) != "" {
			r.left = append(r.left, Left{Start: toks[maxTokens-1].end, End: len(text)})
		}
		for i := range r.left {
			r.left[i].Text = text[r.left[i].Start:r.left[i].End]
		}
		res.tellLeft(r, r.left)
	}
	return res.Reading, res.Unread
}

// translated is a message of these tokens, of which those of another language have their English words, and those that
// deny something are known.
func translated(toks []token) *reading {
	r := &reading{toks: slices.Clone(toks), known: &known{Intent: trip.NewIntent()}}
	r.translate()
	r.findMoods()
	r.claims = nil
	for i := range r.toks {
		r.toks[i].claimed, r.toks[i].seen = false, false // to know what denies is not to have read it
	}
	return r
}

// cover claims the bytes [start, end) of the message for the value at a path.
func (r *reading) cover(start, end int, path string) {
	r.claims = append(r.claims, Claim{start, end, path, "6.10.quoted"})
	for i := range r.toks {
		if t := &r.toks[i]; t.start < end && start < t.end {
			t.claimed = true
		}
	}
}

// tellUncovered tells every word that is neither covered nor a filler. What denies something is no filler.
func (r *reading) tellUncovered() {
	covered := slices.Clone(r.toks)
	r.noteReasons(make([]bool, len(r.toks)))
	for i := range r.toks {
		if telling[r.toks[i].text] { // "business" is a class too
			r.toks[i].claimed = covered[i].claimed
		}
	}
	isLeft := func(i int) bool {
		return i < len(r.toks) && !r.toks[i].claimed && !r.toks[i].seen && (r.toks[i].denies || !r.toks[i].saysNothing())
	}
	for i := 0; i < len(r.toks); i++ {
		if from := i; isLeft(i) {
			for isLeft(i + 1) {
				i++
			}
			r.tell(from, i+1)
		}
	}
	r.joinLeft()
}

// telling are fillers that say something all the same where no rule has read them.
var telling = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range [...]string{"superlative", "better", "mode", "topic", "own"} {
		for _, e := range classOf(name).entries {
			all[e.phrase] = true
		}
	}
	return all
}()

// saysNothing reports whether a token is a mark, a letter, or a word of the list of fillers. A person or a night that
// is counted is none of them: somebody has to have read them.
func (t *token) saysNothing() bool {
	switch {
	case t.kind == mark || t.start == t.end:
		return true
	case t.kind != word || t.value > 0 || t.ordinal || telling[t.text]:
		return false
	}
	return fillerWords[t.text] || fillerWords[t.own] || len(t.text) == 1
}

// tokensOf splits a text into tokens, of which each letter of a script without spaces is one.
func tokensOf(text string) []token {
	var out []token
	for _, t := range tokenize(text) {
		c, _ := utf8.DecodeRuneInString(t.raw)
		switch {
		case t.kind == word && isUnspaced(t.raw):
			for k, c := range t.raw {
				one := t
				one.raw = string(c)
				one.text, one.start, one.end = one.raw, t.start+k, t.start+k+len(one.raw)
				one.spaced = t.spaced && k == 0
				out = append(out, one)
			}
			continue
		case t.kind == mark && unicode.IsNumber(c): // of another script
			t.kind = number
		}
		out = append(out, t)
	}
	return out[:min(len(out), maxTokens)]
}

// spoken are the tokens that a quote is compared by: words, numbers and symbols.
func spoken(toks []token) (out []token) {
	for _, t := range toks {
		c, _ := utf8.DecodeRuneInString(t.raw)
		if t.kind != mark || unicode.IsSymbol(c) {
			out = append(out, t)
		}
	}
	return out
}

// isUnspaced reports whether a word is of a script that puts no spaces between words.
func isUnspaced(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool {
		return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
			unicode.Myanmar)
	})
}

// standsAt returns where words stand one behind the other in others, as [from, to).
func standsAt(words, key []token) (found [][2]int) {
	for i := 0; len(key) > 0 && i+len(key) <= len(words); i++ {
		if slices.EqualFunc(words[i:i+len(key)], key, sameWord) {
			found = append(found, [2]int{i, i + len(key)})
		}
	}
	return found
}

// sameWord reports whether two tokens are written alike.
func sameWord(a, b token) bool {
	if a.kind == number && b.kind == number {
		return a.text == b.text
	}
	return a.raw == b.raw || a.kind == word && b.kind == word && geo.Fold(a.raw) == geo.Fold(b.raw)
}
