package chat

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
)

// The colours are the sixteen that a terminal's own theme sets, so they read well on light and dark.
var (
	plain  = lipgloss.NewStyle()
	strong = lipgloss.NewStyle().Bold(true)
	faint  = lipgloss.NewStyle().Faint(true)
	mine   = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	theirs = lipgloss.NewStyle().Foreground(lipgloss.Green)
	good   = lipgloss.NewStyle().Foreground(lipgloss.Green)
	bad    = lipgloss.NewStyle().Foreground(lipgloss.Red)
	wary   = lipgloss.NewStyle().Foreground(lipgloss.Yellow)
	picked = lipgloss.NewStyle().Reverse(true)
)

// wrap breaks a text into lines of a width, in cells; a word that is wider is broken. The later lines of a list entry
// are indented to its text. Control characters, which could steer the terminal, are left out.
func wrap(text string, width int) []string {
	width = max(width, 1)
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(console.Printable(text), "\t", "    "), "\n") {
		rest := strings.TrimPrefix(strings.TrimLeft(line, " "), "- ")
		gap := len(line) - len(rest) // spaces and the sign of a list
		if gap > width/2 {
			gap, rest = 0, line
		}
		lead := line[:gap]
		for part := range strings.SplitSeq(ansi.Wrap(rest, width-gap, ""), "\n") {
			lines = append(lines, lead+part)
			lead = strings.Repeat(" ", gap)
		}
	}
	return lines
}

// narrow is the width below which texts are not set in.
const narrow = 60

// indented wraps a text whose later lines stand under the first one's text.
func indented(prefix string, style lipgloss.Style, text string, width int) []string {
	gap := ansi.StringWidth(prefix)
	if width < narrow && gap > 2 {
		lines := wrap(prefix+text, width)
		lines[0] = strings.Replace(lines[0], prefix, style.Render(prefix), 1)
		return lines
	}
	lines, lead := wrap(text, width-gap), style.Render(prefix)
	for i := range lines {
		lines[i], lead = lead+lines[i], strings.Repeat(" ", gap)
	}
	return lines
}

// painted paints each line.
func painted(style lipgloss.Style, lines []string) []string {
	for i := range lines {
		lines[i] = style.Render(lines[i])
	}
	return lines
}

// oneLine makes one line of a text, in which nothing steers the terminal.
func oneLine(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(console.Printable(text))
}

// cut shortens a text to one line of a width, in cells.
func cut(text string, width int) string { return ansi.Truncate(oneLine(text), max(width, 0), "…") }

// beside puts one text at the left end of a line and one at the right; the left one gives way.
func beside(left, right string, width int) string {
	room := width - ansi.StringWidth(right)
	if right != "" {
		room--
	}
	left = ansi.Truncate(left, max(room, 0), "…")
	gap := width - ansi.StringWidth(left) - ansi.StringWidth(right)
	return ansi.Truncate(left+strings.Repeat(" ", max(gap, 0))+right, width, "")
}

// flow puts parts side by side on as many lines as they take. Only a part that is wider than a line is broken.
func flow(parts []string, gap string, width int) []string {
	var lines []string
	for _, part := range parts {
		if n := len(lines) - 1; n >= 0 && ansi.StringWidth(lines[n]+gap+part) <= width {
			lines[n] += gap + part
		} else {
			lines = append(lines, part)
		}
	}
	var out []string
	for _, l := range lines {
		out = append(out, strings.Split(ansi.Wrap(l, max(width, 1), ""), "\n")...)
	}
	return out
}

// box draws a frame with a title, and a text at the right end of it, around lines.
func box(title, right string, lines []string, width int, frame lipgloss.Style) []string {
	if right != "" {
		right = " " + right + " "
	}
	title = ansi.Truncate(" "+title, max(width-5-ansi.StringWidth(right), 0), "…") + " "
	rest := width - 4 - ansi.StringWidth(title) - ansi.StringWidth(right)
	out := []string{frame.Render("╭─") + title + frame.Render(strings.Repeat("─", max(rest, 0))) + right +
		frame.Render("─╮")}
	inner := max(width-4, 1)
	for _, line := range lines {
		line = ansi.Truncate(line, inner, "…")
		rest := strings.Repeat(" ", inner-ansi.StringWidth(line))
		out = append(out, frame.Render("│")+" "+line+rest+" "+frame.Render("│"))
	}
	return append(out, frame.Render("╰"+strings.Repeat("─", max(width-2, 0))+"╯"))
}
