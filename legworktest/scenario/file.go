package scenario

import "strings"

// File is one scenario file: stanzas in order, and the comments after the last one.
type File struct {
	Name     string
	Stanzas  []Stanza
	Trailing []string // comment lines, "" for a blank line between them
	Rules    []Reference
}

// Stanza is one line of input with its expected block.
type Stanza struct {
	Comments []string // comment lines above, "" for a blank line between or after them
	Line     int      // 1-based line of the input
	Input    []string // the first line, then its indented continuation lines
	Divided  bool     // a "----" line stands below the input
	Output   []string // lines of the block, each a prefix and its text
}

// Reference is a rule that a comment of the file says it covers.
type Reference struct {
	Rule string
	Line int // 1-based
}

const (
	rulePrefix = "# rule:"
	divider    = "----"
	indent     = "  "
)

// references reads a comment line. "# rule: 1.4, 1.4.rooms" names two rules.
func references(comment string, line int) []Reference {
	list, ok := strings.CutPrefix(comment, rulePrefix)
	if !ok {
		return nil
	}
	var refs []Reference
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			refs = append(refs, Reference{Rule: id, Line: line})
		}
	}
	return refs
}

// Format writes f in its normal form: one blank line between stanzas, continuation lines indented
// by at least two spaces, block prefixes in one column. Formatting twice changes nothing more.
func (f *File) Format() string {
	var b strings.Builder
	for i, s := range f.Stanzas {
		if i > 0 {
			b.WriteByte('\n')
		}
		writeLines(&b, s.Comments)
		writeLines(&b, s.Input[:1])
		writeLines(&b, reindent(s.Input[1:]))
		if s.Divided {
			writeLines(&b, []string{divider})
			writeLines(&b, s.Output)
		}
	}
	if len(f.Trailing) > 0 && len(f.Stanzas) > 0 {
		b.WriteByte('\n')
	}
	writeLines(&b, f.Trailing)
	return b.String()
}

func writeLines(b *strings.Builder, lines []string) {
	for _, l := range lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
}

// reindent shifts lines so that the least indented one stands at the indent. White space
// between the tokens of an input means nothing, so the shift does not either.
func reindent(lines []string) []string {
	least := -1
	for _, l := range lines {
		if n := len(l) - len(strings.TrimLeft(l, " ")); least < 0 || n < least {
			least = n
		}
	}
	shifted := make([]string, len(lines))
	for i, l := range lines {
		shifted[i] = indent + l[least:]
	}
	return shifted
}
