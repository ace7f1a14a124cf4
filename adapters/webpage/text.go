package webpage

import (
	"strings"
	"unicode"
)

// keep takes a text of lines without control characters, each line once trimmed and empty ones left out, up to the
// limit.
func (p *Page) keep(text string) {
	var b strings.Builder
	left := MaxTextRunes
	for written := range strings.Lines(text) {
		kept := line(written)
		if kept == "" {
			continue
		}
		runes := []rune(kept)
		if len(runes) >= left {
			b.WriteString(string(runes[:left]))
			p.Truncated = true
			break
		}
		b.WriteString(kept + "\n")
		left -= len(runes) + 1
	}
	p.Text = strings.TrimSpace(b.String())
}

// line makes one line of a text, of what can be seen.
func line(text string) string {
	return strings.Join(strings.Fields(strings.Map(printable, strings.ToValidUTF8(text, ""))), " ")
}

// printable leaves out what would not be seen or would change the order of what is seen.
func printable(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return ' '
	}
	return r
}
