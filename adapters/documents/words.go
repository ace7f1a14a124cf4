package documents

import (
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/go-porterstemmer"
	"golang.org/x/text/unicode/norm"
)

// words is the analyzer of texts and queries: words in lower case without diacritics, English
// stems, without the commonest English words. Han and kana characters are words of their own.
type words struct {
	all bool // keep the commonest words too
}

const maxWordRunes = 64

// Analyze implements analysis.Analyzer.
func (w words) Analyze(text []byte) analysis.TokenStream {
	var out analysis.TokenStream
	for start := 0; start < len(text); {
		end, single := wordAt(text, start)
		if end == start {
			_, size := utf8.DecodeRune(text[start:])
			start += size
			continue
		}
		term := fold(text[start:end])
		if !single {
			if !w.all && frequent[term] {
				start = end
				continue
			}
			term = stem(term)
		}
		if term != "" {
			out = append(out, &analysis.Token{Term: []byte(term), Start: start, End: end, Position: len(out) + 1})
		}
		start = end
	}
	return out
}

// wordAt is where the word at start ends; single says that it is one character of a script without
// spaces. Without a word it ends where it starts.
func wordAt(text []byte, start int) (end int, single bool) {
	for end = start; end < len(text); {
		r, size := utf8.DecodeRune(text[end:])
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			if end == start {
				return end + size, true
			}
			return end, false
		}
		apostrophe := (r == '\'' || r == '’') && end > start
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !apostrophe {
			return end, false
		}
		end += size
	}
	return end, false
}

// fold is lower case without diacritics and without an apostrophe and what follows it ("hotel's").
func fold(word []byte) string {
	var out []rune
	for _, r := range string(norm.NFKD.Bytes(word)) {
		switch {
		case r == '\'' || r == '’':
			return string(out)
		case unicode.Is(unicode.Mn, r):
		case len(out) < maxWordRunes:
			out = append(out, unicode.ToLower(r))
		}
	}
	return string(out)
}

// stem leaves numbers and other scripts alone: the stemmer knows English letters only.
func stem(term string) string {
	for i := range len(term) {
		if term[i] < 'a' || term[i] > 'z' {
			return term
		}
	}
	return porterstemmer.StemString(term)
}

// frequent are words that stand in every text and so find nothing.
var frequent = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range []string{
		"a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can",
		"could", "did", "do", "does", "for", "from", "get", "had", "has", "have", "he", "her", "his", "how", "i", "if", "in",
		"into", "is", "it", "its", "me", "my", "of", "on", "or", "our", "say", "says", "she", "should", "so", "some", "tell",
		"than", "that", "the", "their", "them", "there", "these", "they", "this", "to", "us", "was", "we", "were", "what",
		"when", "where", "which", "who", "will", "with", "would", "you", "your",
	} {
		set[w] = true
	}
	return set
}()
