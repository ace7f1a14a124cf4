package extract

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// The words of special requests (behaviour 5.7). What they are stands in data/en/requests.tsv, and nowhere in Go.

//go:embed data/en/requests.tsv
var requestTable string

// requestSubject is one thing that people ask for beside the plan, in whatever words.
type requestSubject struct {
	kind, flag       string // as the head of the table explains them
	avoids, numbered bool
}

// requestPhrase is a way to ask for a subject. "_" stands for up to maxGap words.
type requestPhrase struct {
	words []string
	of    *requestSubject
}

const maxGap = 3

// requestLexicon is the table as it is looked up: phrases by their first word, the longer before the shorter.
type requestLexicon struct {
	phrases  map[string][]requestPhrase
	lists    map[string][][]string // of the lines with @
	numbered [][]string
}

var requestWordsOf = sync.OnceValue(func() *requestLexicon { return readRequests(requestTable) })

// neverRequest is the subject of what only looks like a request.
var neverRequest = &requestSubject{}

func readRequests(table string) *requestLexicon {
	lex := &requestLexicon{phrases: map[string][]requestPhrase{}, lists: map[string][][]string{}}
	var not []string
	for cells := range linesOf(table) {
		switch name := cells[0]; {
		case name == "@not":
			not = slices.Concat(denying, class("denial-verb"), cells[1:])
		case name == "@never":
			lex.add(neverRequest, cells[1:], not)
		case name[0] == '@':
			lex.lists[name] = phrasesOf(cells[1:])
		default:
			lex.add(&requestSubject{name, cells[2], cells[2] == "avoid", cells[2] == "number"}, cells[3:], not)
		}
	}
	lex.lists["@near"] = slices.Concat(lex.lists["@leg"], lex.lists["@near"])
	for _, list := range lex.phrases {
		slices.SortStableFunc(list, func(a, b requestPhrase) int { return len(b.words) - len(a.words) })
	}
	return lex
}

// add adds the phrases of a subject, those with NOT once for each way of saying not.
func (l *requestLexicon) add(s *requestSubject, phrases, not []string) {
	for _, phrase := range phrases {
		forms := []string{phrase}
		if rest, ok := strings.CutPrefix(phrase, "NOT "); ok {
			forms = forms[:0]
			for _, n := range not {
				forms = append(forms, n+" "+rest)
			}
		}
		for _, form := range forms {
			words := strings.Fields(form)
			l.phrases[words[0]] = append(l.phrases[words[0]], requestPhrase{words, s})
			if s.numbered {
				l.numbered = append(l.numbered, words)
			}
		}
	}
}

// phrasesOf splits phrases into words, the longer first.
func phrasesOf(cells []string) [][]string {
	out := make([][]string, len(cells))
	for i, cell := range cells {
		out[i] = strings.Fields(cell)
	}
	slices.SortStableFunc(out, func(a, b []string) int { return len(b) - len(a) })
	return out
}

// requestHead is the words of the table in a message: the tokens [from, to).
type requestHead struct {
	from, to int
	of       *requestSubject
}

// requestHeads finds the words of the table, the longest where several begin at one token.
func (r *reading) requestHeads() (heads []requestHead) {
	for i := 0; i < len(r.toks); i++ {
		h := r.requestHeadAt(i)
		if h.to == i {
			continue
		}
		if h.of != neverRequest {
			heads = append(heads, h)
		}
		i = h.to - 1
	}
	return heads
}

// requestHeadAt returns the longest words of the table that begin at token i, none where there are none.
func (r *reading) requestHeadAt(i int) requestHead {
	best := requestHead{from: i, to: i}
	for _, key := range r.formsAt(i) {
		for _, p := range requestWordsOf().phrases[key] {
			if to := r.phraseEnd(i, p.words); to > best.to && !r.isAcronym(i, to) {
				best.to, best.of = to, p.of
			}
		}
	}
	if r.ofName(i, best.to) {
		best.to = i
	}
	return best
}

// formsAt are the words under which the table may have token i, which may be of another language.
func (r *reading) formsAt(i int) []string {
	if r.tok(i).own == "" {
		return wordForms(r.text(i))
	}
	return append(wordForms(r.text(i)), r.toks[i].own)
}

// wordForms are the words under which the table may have a word: itself and its singular.
func wordForms(word string) []string {
	if short, ok := strings.CutSuffix(word, "s"); ok && len(short) > 2 {
		return []string{word, short}
	}
	return []string{word}
}

// ofName reports whether the tokens [from, to) are one word that begins a name: "Cat Island".
func (r *reading) ofName(from, to int) bool {
	isPlain := func(t token) bool { return t.kind == word && !t.title }
	return to == from+1 && r.toks[from].title && !r.toks[from].caps && r.sameSentence(to, from) && r.toks[to].title &&
		slices.ContainsFunc(r.toks, isPlain)
}

// isAcronym reports whether the tokens [from, to) are one word of three capitals, such as the code of an airport.
func (r *reading) isAcronym(from, to int) bool {
	const code = 3
	return to == from+1 && r.toks[from].caps && len(r.toks[from].raw) == code && !r.shouting() && r.text(from) != "ktn" &&
		r.text(from) != "esa" && r.text(from) != "ptsd"
}

// phraseEnd returns where the words of a phrase end that begin at token i, i when they do not stand there. Hyphens
// between them do not count.
func (r *reading) phraseEnd(i int, words []string) int {
	at := i
	for k, w := range words {
		for k > 0 && (r.text(at) == "-" || r.text(at) == "‑") {
			at++
		}
		if w == "_" {
			for gap := 0; gap <= maxGap && r.sameSentence(at+gap, i); gap++ {
				if gap > 0 && r.toks[at+gap-1].kind == mark {
					break
				}
				if to := r.phraseEnd(at+gap, words[k+1:]); to > at+gap {
					return to
				}
			}
			return i
		}
		if !r.sameSentence(at, i) || !slices.Contains(r.formsAt(at), w) {
			return i
		}
		at++
	}
	return at
}

// phraseAt returns where the first of some phrases ends that stands at token i, i when none does.
func (r *reading) phraseAt(i int, phrases [][]string) int {
	for _, words := range phrases {
		if to := r.phraseEnd(i, words); to > i {
			return to
		}
	}
	return i
}

// ofLoyalty reports whether a message speaks of the number of a card of loyalty or a document, which is no phone's.
func ofLoyalty(s string) bool {
	r := &reading{toks: tokenize(s)}
	if r.hasAny("phone", "call", "mobile", "cell", "whatsapp", "telephone") {
		return false
	}
	return r.some(0, len(r.toks), func(i int) bool { return r.phraseAt(i, requestWordsOf().numbered) > i })
}
