package scenario

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The prefixes of block lines, in the order in which they are printed.
const (
	prefixSchema = "schema"
	prefixStatus = "status"
	prefixPatch  = "patch"
	prefixClear  = "clear"
	prefixQueue  = "queue"
	prefixUI     = "ui"
	prefixReject = "reject"
	prefixValue  = "value"
)

// prefixWidth is the column at which the text of a block line begins.
const prefixWidth = 7

// Parse reads a scenario. It checks the layout and every input, so that a file that parses can
// be run.
//
//   - Errors: *Error with the file, the line and what is wrong.
func Parse(name, src string) (*File, error) {
	if !utf8.ValidString(src) {
		return nil, &Error{File: name, Line: 1, Text: "the file is not valid UTF-8"}
	}
	r := reader{file: &File{Name: name}}
	for i, line := range strings.Split(src, "\n") {
		if err := r.line(i+1, strings.TrimRight(line, " \t\r")); err != nil {
			return nil, err
		}
	}
	r.file.Trailing = trimBlank(r.comments)
	for _, s := range r.file.Stanzas {
		if _, err := parseInput(name, s); err != nil {
			return nil, err
		}
	}
	return r.file, nil
}

// reader builds a file line by line.
type reader struct {
	file     *File
	comments []string // comments since the last stanza
	state    place
}

// place is where in a stanza the reader stands.
type place int

const (
	outside      place = iota // of any stanza
	belowInput                // after the first line of an input
	belowDivider              // in a block
)

func (r *reader) line(n int, text string) error {
	switch {
	case text == "":
		r.blank()
	case r.state == belowDivider:
		return r.output(n, text)
	case text == divider:
		return r.divider(n)
	case text[0] == ' ' || text[0] == '\t':
		return r.continuation(n, text)
	case text[0] == '#':
		r.comments = append(r.comments, text)
		r.file.Rules = append(r.file.Rules, references(text, n)...)
		r.state = outside
	default:
		r.startLine(n, text)
	}
	return nil
}

func (r *reader) blank() {
	if last := len(r.comments) - 1; last >= 0 && r.comments[last] != "" {
		r.comments = append(r.comments, "")
	}
	r.state = outside
}

func (r *reader) startLine(n int, text string) {
	r.file.Stanzas = append(r.file.Stanzas, Stanza{Comments: r.comments, Line: n, Input: []string{text}})
	r.comments = nil
	r.state = belowInput
}

func (r *reader) continuation(n int, text string) error {
	if r.state != belowInput {
		return r.fault(n, "an indented line continues an input, and none stands above it")
	}
	s := r.last()
	s.Input = append(s.Input, strings.ReplaceAll(text, "\t", indent))
	return nil
}

func (r *reader) divider(n int) error {
	if r.state != belowInput {
		return r.fault(n, `"----" stands directly below an input, and none stands above it`)
	}
	r.last().Divided = true
	r.state = belowDivider
	return nil
}

func (r *reader) output(n int, text string) error {
	prefix, rest, _ := strings.Cut(text, " ")
	switch prefix {
	case prefixSchema, prefixStatus, prefixPatch, prefixClear, prefixQueue, prefixUI, prefixReject, prefixValue:
	default:
		return r.fault(n, fmt.Sprintf("a block line begins with schema, status, patch, clear, queue, ui, reject or value, "+
			"not %q; a blank line ends a block", prefix))
	}
	s := r.last()
	s.Output = append(s.Output, blockLine(prefix, strings.TrimLeft(rest, " \t")))
	return nil
}

func (r *reader) last() *Stanza { return &r.file.Stanzas[len(r.file.Stanzas)-1] }

func (r *reader) fault(n int, text string) error {
	return &Error{File: r.file.Name, Line: n, Text: text}
}

// blockLine puts the text of a block line into its column.
func blockLine(prefix, text string) string {
	return strings.TrimRight(prefix+strings.Repeat(" ", max(1, prefixWidth-len(prefix)))+text, " ")
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
