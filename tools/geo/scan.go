package geo

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mention is a name that stands in a text.
type Mention struct {
	From, To int    // bytes of the text: the name and what stands beside it
	Name     string // as it was written, for Find; or the code, for ByCode
	Beside   string // the state or country behind it, for Hints: "Puerto Rico" of "San Juan, Puerto Rico"
	Before   string // the word before it, in lower case: "to"
	Code     bool   // it is an IATA code in capitals
	Strange  bool   // nothing is called so, but it stands where a place is named: "from Barcelna"
	Capital  bool   // it begins with a capital letter, or its script has none
	First    bool   // it begins a sentence, so that the capital says nothing
	Entry
}

// maxNameWords is the length of the longest name that Scan looks for, in words.
const maxNameWords = 6

// Scan finds the names of places in a text, the longest first, in the order of the text. It judges
// little: a word that is more often something else is marked Word, and the reader decides by its
// capital and the word before it. In small letters it finds only what is no such word and large, or can be
// flown to; or what stands after "from", "to", "into" or "via". There it finds strange names as well.
func Scan(text string) []Mention {
	s := scanner{text: text}
	s.tokenize()
	var all []Mention
	for i := 0; i < len(s.tokens); {
		m, next := s.at(i)
		if next == i {
			i++
			continue
		}
		all = append(all, m)
		i = next
	}
	return all
}

type scanner struct {
	text     string
	tokens   []token
	shouting bool // all is in capitals, so that capitals say nothing
}

// token is a word, or a letter of a script without spaces.
type token struct {
	from, to int
	solid    bool // a letter of a script without spaces
}

func (s *scanner) word(i int) string { return s.text[s.tokens[i].from:s.tokens[i].to] }

func (s *scanner) tokenize() {
	s.shouting = true
	words := 0
	for i, r := range s.text {
		n := len(s.tokens)
		switch {
		case solid(r):
			s.tokens = append(s.tokens, token{i, i + utf8.RuneLen(r), true})
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.M, r), apostrophe(r):
			end := i + utf8.RuneLen(r)
			if n > 0 && s.tokens[n-1].to == i && (!s.tokens[n-1].solid || unicode.Is(unicode.M, r)) {
				s.tokens[n-1].to = end
			} else if !apostrophe(r) {
				s.tokens = append(s.tokens, token{i, end, false})
				words++
			}
			s.shouting = s.shouting && !unicode.IsLower(r)
		}
	}
	s.shouting = s.shouting && words > 2
}

func solid(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʻ' || r == 'ʼ' }

// at finds the longest name from token i on; next is i when there is none.
func (s *scanner) at(i int) (m Mention, next int) {
	name, n, e := s.longest(i)
	if c, ok := s.code(i, n); ok {
		return c, i + 1
	}
	if n == 0 {
		return s.strange(i)
	}
	m = Mention{
		From: s.tokens[i].from, To: s.tokens[i].from + len(name), Name: name, Entry: e, Before: s.before(i),
		First: s.first(i),
	}
	first, _ := utf8.DecodeRuneInString(name)
	m.Capital = !unicode.IsLower(first)
	if len(name) <= 2 && name != strings.ToUpper(name) { // "to us"
		return m, i
	}
	if !m.Capital && (e.Word || !e.Flights && e.Population < wellKnown) && !moving(m.Before) {
		return m, i
	}
	next = i + n
	if beside, end := s.beside(next, name); end > next {
		m.Beside, m.To, next = beside, s.tokens[end-1].to, end
	}
	return m, next
}

// moving reports whether a place is named behind the word.
func moving(word string) bool { return slices.Contains([]string{"from", "to", "into", "via"}, word) }

// strange takes what stands behind "from" or "to" and is neither a name nor an English word: one word,
// or several with capitals.
func (s *scanner) strange(i int) (m Mention, next int) {
	if !moving(s.before(i)) || s.shouting {
		return m, i
	}
	capital := func(k int) bool {
		r, _ := utf8.DecodeRuneInString(s.word(k))
		return unicode.IsUpper(r)
	}
	for next = i; next < len(s.tokens) && next < i+maxStrangeWords; next++ {
		key := Fold(s.word(next))
		_, isName := nameTable().find(key) // or a word
		if isName || len(key) < minStrangeBytes || !plain(key) ||
			next > i && (!capital(i) || !capital(next) || !s.joined(next-1, next)) {
			break
		}
	}
	if next == i {
		return m, i
	}
	from, to := s.tokens[i].from, s.tokens[next-1].to
	return Mention{
		From: from, To: to, Name: withoutGenitive(s.text[from:to]), Before: s.before(i), Capital: capital(i),
		Strange: true,
	}, next
}

const (
	maxStrangeWords = 3
	minStrangeBytes = 4
)

// wellKnown is the size from which a name in small letters is taken for the place.
const wellKnown = 100_000

// longest finds the longest name from token i on and its number of tokens; 0 when there is none.
func (s *scanner) longest(i int) (name string, n int, e Entry) {
	for k := 1; k <= maxNameWords && i+k <= len(s.tokens); k++ {
		if k > 1 && !s.joined(i+k-2, i+k-1) {
			break
		}
		raw := s.text[s.tokens[i].from:s.tokens[i+k-1].to]
		if len(raw) > maxNameBytes {
			break
		}
		key := Fold(raw)
		for _, try := range []string{raw, withoutGenitive(raw)} {
			if found, ok := lookup(Fold(try)); ok {
				name, n, e = try, k, found
				break
			}
		}
		if !nameTable().begins(key) && !slices.Contains([]string{"st", "ft", "mt"}, key) {
			break
		}
	}
	return name, n, e
}

func withoutGenitive(raw string) string {
	for _, end := range []string{"'s", "’s"} {
		raw = strings.TrimSuffix(raw, end)
	}
	return raw
}

// joined reports whether two tokens may be of one name: nothing but spaces, dots and hyphens parts them.
func (s *scanner) joined(a, b int) bool {
	return strings.Trim(s.text[s.tokens[a].to:s.tokens[b].from], " .-") == ""
}

// code reads an airport's code where no longer name stands. What is a word as well is marked
// Word; in a text all in capitals a word goes first.
func (s *scanner) code(i, n int) (Mention, bool) {
	word := s.word(i)
	p, ok := ByCode(word)
	if !ok || n > 1 || !p.Flights || s.shouting && n > 0 {
		return Mention{}, false
	}
	if _, isWord := nameTable().find(Fold(word)); isWord && s.shouting {
		return Mention{}, false
	}
	return Mention{
		From: s.tokens[i].from, To: s.tokens[i].to, Name: word, Code: true, Capital: true, Before: s.before(i),
		First: s.first(i),
		Entry: Entry{Word: OftenWord(word), Flights: true, Population: p.Population},
	}, true
}

func (s *scanner) before(i int) string {
	if i == 0 || !s.joined(i-1, i) {
		return ""
	}
	return Fold(s.word(i - 1))
}

// first reports whether a sentence begins at token i.
func (s *scanner) first(i int) bool {
	return i == 0 || strings.ContainsAny(s.text[s.tokens[i-1].to:s.tokens[i].from], ".!?\n")
}

// beside reads the state or country behind a name, from token i on; end is i when none stands there.
func (s *scanner) beside(i int, name string) (area string, end int) {
	if i >= len(s.tokens) {
		return "", i
	}
	gap := strings.TrimSpace(s.text[s.tokens[i-1].to:s.tokens[i].from])
	if gap != "" && gap != "," && gap != "(" {
		return "", i
	}
	for n := min(4, len(s.tokens)-i); n > 0; n-- {
		if n > 1 && !s.joinedAll(i, i+n-1) {
			continue
		}
		area = withoutGenitive(s.text[s.tokens[i].from:s.tokens[i+n-1].to])
		if (len(area) > 2 || s.isRegionCode(area, gap != "")) && Within(name, area) {
			return area, i + n
		}
	}
	return "", i
}

// isRegionCode reports whether two letters are a state or a country, not a word: "Portland, OR".
func (s *scanner) isRegionCode(letters string, comma bool) bool {
	if letters == strings.ToUpper(letters) && (comma || !s.shouting) {
		return true
	}
	_, isWord := nameTable().find(Fold(letters))
	return comma && !isWord
}

// joinedAll reports whether the tokens from a to b are one run.
func (s *scanner) joinedAll(a, b int) bool {
	for k := a; k < b; k++ {
		if !s.joined(k, k+1) {
			return false
		}
	}
	return true
}
