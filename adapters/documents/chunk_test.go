package documents

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestChunksFollowParagraphsAndOverlap(t *testing.T) {
	paragraph := strings.Repeat("Breakfast is served from seven to ten. ", 10)
	list := chunks(strings.Repeat(paragraph+"\n\n", 6))
	if len(list) < 2 {
		t.Fatalf("%d passages", len(list))
	}
	for i, c := range list {
		if n := utf8.RuneCountInString(c); n > maxChunkChars+overlapChars {
			t.Errorf("passage %d has %d characters", i, n)
		}
		if i > 0 && !strings.HasSuffix(list[i-1], strings.Split(c, "\n\n")[0]) {
			t.Errorf("passage %d does not repeat the end of the one before", i)
		}
	}
}

func TestHeadingsStartAPassage(t *testing.T) {
	list := chunks("# One\n\nfirst\n\n## Two\nsecond")
	if len(list) != 2 || list[0] != "# One\n\nfirst" || list[1] != "## Two\nsecond" {
		t.Errorf("%q", list)
	}
}

func TestLongParagraphIsCutAtSentences(t *testing.T) {
	for i, c := range pieces(strings.Repeat("A short sentence. ", 200)) {
		if !strings.HasSuffix(c, ".") || !strings.HasPrefix(c, "A ") {
			t.Errorf("piece %d: %q", i, c)
		}
	}
	if list := pieces(strings.Repeat("語", 2500)); len(list) != 3 {
		t.Errorf("%d pieces of a text without spaces", len(list))
	}
}

// Whatever the text is: every word of it stands in some passage, and no passage is too long or blank.
func TestChunksLoseNothing(t *testing.T) {
	word := rapid.SampledFrom([]string{"bed", "#", "語", "e\u0301", "word.", "\n\n", "\n", "x", strings.Repeat("long", 400), "👋"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 0, 300).Draw(t, "words"), " ")
		list := chunks(text)
		all := strings.Join(list, " ")
		for w := range strings.FieldsSeq(text) {
			if len(w) < 100 && !strings.Contains(all, w) {
				t.Fatalf("%q is lost", w)
			}
		}
		for _, c := range list {
			if strings.TrimSpace(c) == "" || utf8.RuneCountInString(c) > maxChunkChars+overlapChars || !utf8.ValidString(c) {
				t.Fatalf("bad passage %q", c)
			}
		}
	})
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"The Hotel's cancellations": "hotel cancel",
		"CAFÉ Crème, Zürich":        "cafe creme zurich",
		"COVERED":                   "cover",
		"東京タワー 2026":                "東 京 タ ワ ー 2026",
		"don’t pay 1,000":           "don pai 1 000",
		"":                          "",
		"\x00\xff—…":                "",
		"ｆｕｌｌｗｉｄｔｈ":                 "fullwidth",
		"Straße İstanbul":           "straße istanbul",
	} {
		var got []string
		for _, token := range (words{}).Analyze([]byte(text)) {
			got = append(got, string(token.Term))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzWords: positions stay within the text and in order, whatever the bytes are.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{"The Hotel's", "東京 café", "\xff\x00", "ion ing s", "e\u0301\u0301", "’’a’"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		last := 0
		for _, token := range (words{all: true}).Analyze(text) {
			if token.Start < last || token.End <= token.Start || token.End > len(text) || len(token.Term) == 0 {
				t.Fatalf("%+v after %d", token, last)
			}
			last = token.End
		}
	})
}
