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
	for line := range strings.Lines(strings.ToValidUTF8(text, "")) {
		line = strings.Join(strings.Fields(strings.Map(printable, line)), " ")
		if line == "" {
			continue
		}
		runes := []rune(line)
		if len(runes) >= left {
			b.WriteString(string(runes[:left]))
			p.Truncated = true
			break
		}
		b.WriteString(line + "\n")
		left -= len(runes) + 1
	}
	p.Text = strings.TrimSpace(b.String())
}

// printable leaves out what would not be seen or would change the order of what is seen.
func printable(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return ' '
	}
	return r
}
