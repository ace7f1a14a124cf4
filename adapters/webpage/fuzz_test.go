package webpage

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzArticle reads any page: what is kept is bounded text in which nothing hides.
func FuzzArticle(f *testing.F) {
	f.Add(`<html><head><title>A
		title</title></head><body><article><h1>Visa</h1><p>Ninety days.</p></article></body></html>`)
	f.Add("<title>a\u202eb\x01c</title><p>" + strings.Repeat("word ", 200))
	f.Add("<table><tr><td><p>" + strings.Repeat("<div>", 600) + "x")
	f.Add("<title>" + strings.Repeat("t", 100_000) + "</title>\xff")
	f.Fuzz(func(t *testing.T, text string) {
		p := Page{URL: "https://example.com/a"}
		_ = p.readArticle(strings.NewReader(text))
		for _, kept := range []string{p.Title, p.Text} {
			hides := func(r rune) bool { return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
			if !utf8.ValidString(kept) || utf8.RuneCountInString(kept) > MaxTextRunes || strings.ContainsFunc(kept, hides) {
				t.Errorf("%q is kept as %q", text, kept)
			}
		}
		if utf8.RuneCountInString(p.Title) > maxTitleRunes {
			t.Errorf("the title has %d bytes", len(p.Title))
		}
	})
}
