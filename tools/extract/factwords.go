package extract

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// The words of questions about what is shown (behaviour 6.9). What they are stands in data/en/questions.tsv, and
// nowhere in Go.

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

// rank orders phrases of one length: what is asked before what it is about, and this before what may stand beside.
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
