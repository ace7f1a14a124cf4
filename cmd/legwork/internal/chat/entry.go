package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

type entryKind uint8

// What an entry is.
const (
	saidEntry    entryKind = iota // what the person said or did
	toldEntry                     // what they were told
	streamEntry                   // what they are being told
	offerEntry                    // options as cards
	boxEntry                      // what is held or booked
	workEntry                     // the steps of a turn
	troubleEntry                  // what went wrong
	remarkEntry                   // what happened beside the words
	noticeEntry                   // what this program says
)

// entry is one piece of the conversation. Its lines are kept until it changes, or the width does.
type entry struct {
	kind    entryKind
	text    string
	title   string
	at      trip.Instant
	options []texts.Args
	steps   []*step
	open    bool // its steps are shown

	lines []string
	marks []mark // where its parts begin
	state look   // that the lines are of
	stale bool
}

// look is what the lines of an entry depend on beside the entry.
type look struct {
	width int
	taken int   // position of the option that a reply would take; 0 for none
	focus *step // the step that the keys are on
	whole bool  // the keys are on the entry itself
	in    locale
}

// mark is where a part of an entry begins.
type mark struct {
	line, option int
	step         *step
}

func (e *entry) changed() { e.stale = true }

// render returns the lines of an entry.
func (e *entry) render(l look) []string {
	if e.lines == nil || e.stale || e.state != l {
		e.marks = nil
		e.lines, e.state, e.stale = e.draw(l), l, false
	}
	return e.lines
}

func (e *entry) draw(l look) []string {
	switch e.kind {
	case saidEntry:
		return append([]string{""}, indented(l.in.say("line_you")+" › ", mine, e.text, l.width)...)
	case toldEntry:
		return indented(l.in.say("line_agent")+" › ", theirs, e.text, l.width)
	case streamEntry:
		return indented(l.in.say("line_agent")+" › ", theirs, e.text+" …", l.width)
	case troubleEntry:
		return indented(l.in.say("line_agent")+" › ", bad, e.text, l.width)
	case remarkEntry:
		return painted(faint, wrap("— "+e.text, l.width))
	case noticeEntry:
		return indented("· ", wary, e.text, l.width)
	case boxEntry:
		return e.drawBox(l)
	case offerEntry:
		return e.drawOptions(l)
	case workEntry:
		return e.drawWork(l)
	}
	return nil
}

func (e *entry) drawBox(l look) []string {
	first, rest, more := strings.Cut(e.text, "\n")
	lines := painted(strong, wrap(first, l.width-4))
	if more {
		lines = append(lines, wrap(rest, l.width-4)...)
	}
	return box(strong.Render(e.title), "", lines, l.width, good)
}

func (e *entry) drawOptions(l look) []string {
	lines := indented(l.in.say("line_agent")+" › ", theirs, e.text, l.width)
	for _, o := range e.options {
		at := int(o.Int("position"))
		e.marks = append(e.marks, mark{line: len(lines), option: at})
		frame := faint
		if at == l.taken && at > 0 {
			frame = mine
		}
		lines = append(lines, card(o, l.width, frame)...)
	}
	return lines
}

// drawWork shows the steps of a turn: in one line, or each with what it was given and answered.
func (e *entry) drawWork(l look) []string {
	lines := []string{pointed(foldSign(e.open)+e.summary(l.in), l.whole, l.width)}
	if !e.open {
		return lines
	}
	for _, s := range e.steps {
		e.marks = append(e.marks, mark{line: len(lines), step: s})
		lines = append(lines, pointed("  "+foldSign(s.open)+s.head(l.in), l.focus == s, l.width))
		if s.open {
			lines = append(lines, s.detail(l.width-6, fewLines)...)
		}
	}
	return lines
}

func foldSign(open bool) string {
	if open {
		return "▾ "
	}
	return "▸ "
}

// pointed draws a line on which the keys may be.
func pointed(text string, on bool, width int) string {
	text = cut(text, width)
	if on {
		return picked.Render(text)
	}
	return faint.Render(text)
}

// summary says what the steps of a turn are, or were.
func (e *entry) summary(in locale) string {
	var names []string
	failed := 0
	began, end := e.steps[0].began, e.steps[0].end
	for _, s := range e.steps {
		if s.class == "" {
			names = append(names, strings.TrimSpace(in.doing(s.name)+" "+s.note))
		}
		if s.failure != "" {
			failed++
		}
		end = max(end, s.end)
	}
	if len(names) > 0 {
		return strings.Join(slices.Compact(names), ", ") + " …"
	}
	text := in.say("steps_in", "n", strconv.Itoa(len(e.steps)), "took", took(began, end))
	if failed > 0 {
		text += ", " + in.say("attempt_failed", "n", strconv.Itoa(failed))
	}
	return text
}

// head says a step in one line: what it does or did, why it did not, and how long it took.
func (s *step) head(in locale) string {
	text := in.did(s.name)
	switch {
	case s.class == "":
		return strings.TrimSpace(in.doing(s.name)+" "+s.note) + " …"
	case s.failure != "":
		text = in.doing(s.name) + ": " + s.failure
	case s.class == trip.ClassEmpty:
		text = in.did(s.name) + ": " + in.say("nothing_found")
	}
	return text + "  " + took(s.began, s.end)
}

// How many lines of arguments and of a result stand in the conversation; v shows all of them.
const fewLines = 12

// detail shows the arguments and the result of a step, each in at most so many lines; 0 shows all.
func (s *step) detail(width, limit int) []string {
	lines := part("arguments", pretty(s.arguments), width, limit)
	switch {
	case s.failure != "":
		lines = append(lines, part("failure", s.failure, width, limit)...)
	case s.result != "":
		lines = append(lines, part("result", pretty(s.result), width, limit)...)
	}
	for i := range lines {
		lines[i] = "      " + lines[i]
	}
	return lines
}

func part(name, text string, width, limit int) []string {
	lines := wrap(text, width)
	if rest := len(lines) - limit; limit > 0 && rest > 1 {
		lines = append(lines[:limit], faint.Render(fmt.Sprintf("… %d more lines: v shows all", rest)))
	}
	return append([]string{strong.Render(name)}, lines...)
}

// pretty writes JSON for reading; the code of a calculation stands there as it was written.
func pretty(text trip.Raw) string {
	var code struct {
		Code string `json:"code"`
	}
	if json.Unmarshal([]byte(text), &code) == nil && code.Code != "" {
		return code.Code
	}
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil {
		return string(text)
	}
	return out.String()
}

func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// took writes how long something took.
func took(from, to trip.Instant) string {
	d := time.Duration(to - from)
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", max(d, 0).Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}
