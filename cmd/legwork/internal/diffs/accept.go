package diffs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/replay"
)

// Accepted is a list of groups that somebody has signed off.
type Accepted []Entry

// Entry signs off a group, or of it only what changes in one way.
type Entry struct {
	Line       int
	Text       string
	kind, rule string
	what       string
	used       bool
}

// printed is what `legwork diff` prints behind the kind and the rule of a group.
var printed = regexp.MustCompile(`  \d+ events? in \d+ recordings?(  \(accepted\))?$`)

// ParseAccepted reads a list: one group a line, as `legwork diff` prints it. Blank lines and comments (#) are skipped.
//
//   - Errors: ErrAccept with the line.
func ParseAccepted(text string) (Accepted, error) {
	var out Accepted
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(printed.ReplaceAllString(line, ""))
		if len(fields) < 2 || !slices.Contains(noticed, replay.Kind(fields[0])) {
			return nil, fmt.Errorf("line %d: %w, KIND one of %v; got %q", i+1, ErrAccept, noticed, line)
		}
		out = append(out, Entry{
			Line: i + 1, Text: line, kind: fields[0], rule: fields[1], what: strings.Join(fields[2:], " "),
		})
	}
	return out, nil
}

// Sign marks the groups that the list signs off, and returns the entries that match nothing.
func (a Accepted) Sign(groups []*Group) (unused []Entry) {
	for _, g := range groups {
		left := slices.Clone(g.What)
		for i := range a {
			e := &a[i]
			if e.kind != string(g.Kind) || e.rule != g.Rule {
				continue
			}
			before := len(left)
			left = slices.DeleteFunc(left, func(what string) bool {
				return e.what == "" || strings.Join(strings.Fields(what), " ") == e.what
			})
			e.used = e.used || len(left) < before
		}
		g.Accepted = len(left) == 0
	}
	for _, e := range a {
		if !e.used {
			unused = append(unused, e)
		}
	}
	return unused
}
