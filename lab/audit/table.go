package audit

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// classes are the outcome classes in the order of columns.
var classes = []trip.Class{
	trip.ClassOK, trip.ClassEmpty, trip.ClassInvalidArguments, trip.ClassNeedsInput, trip.ClassFailed, trip.ClassPermanent,
	trip.ClassRateLimited, trip.ClassTimeout, trip.ClassDenied, trip.ClassCancelled, trip.ClassOutcomeUnknown,
	trip.ClassNotSent, trip.ClassExpired,
}

// seen returns the classes that occur.
func (t *Tally) seen() []trip.Class {
	var out []trip.Class
	for _, c := range classes {
		if t.Classes[c] > 0 {
			out = append(out, c)
		}
	}
	return out
}

// score is one count of findings with what it means.
type score struct {
	Name, Why string
	N         int
}

func (t *Tally) scores() []score {
	return []score{
		{"repeated in a turn", "same tool and arguments, after a success in that turn", t.RepeatsInTurn},
		{"repeated later", "the same after a success in an earlier turn", t.Repeats - t.RepeatsInTurn},
		{"retried", "the same with no success before it", t.Retries},
		{"after a final failure", "calls of a tool that had failed for good in that turn", t.AfterPermanent},
		{"all-failure rounds", "rounds in which every call failed", t.FailedRounds},
		{"errors shown", "texts of the assistant with the words of a tool's error", t.ErrorsShown},
	}
}

// Table writes the report for a person to read, with at most top conversations.
func (r *Report) Table(out io.Writer, top int) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s, %s, %s, %s\n", plural(r.Conversations, "conversation"), plural(r.Turns, "turn"),
		plural(r.Steps, "model step"), plural(r.Calls, "call"))
	r.toolTable().write(w)
	findings := grid{{"findings", "", ""}}
	for _, s := range r.scores() {
		findings = append(findings, []string{s.Name, strconv.Itoa(s.N), s.Why})
	}
	findings.write(w)
	r.Cut.table("cut by the bounds of the loop").write(w)
	if r.Skipped.Calls > 0 {
		r.Skipped.table("not run because the turn was over or not open").write(w)
	}
	r.worstTable(top).write(w)
	return w.Flush()
}

func (r *Report) toolTable() grid {
	seen := r.seen()
	head := []string{"tool", "calls"}
	for _, c := range seen {
		head = append(head, string(c))
	}
	g := grid{append(head, "no answer", "not run")}
	row := func(name string, calls int, byClass map[trip.Class]int, unanswered, notRun int) {
		cells := []string{name, strconv.Itoa(calls)}
		for _, c := range seen {
			cells = append(cells, orDash(byClass[c]))
		}
		g = append(g, append(cells, orDash(unanswered), orDash(notRun)))
	}
	for _, t := range r.Tools {
		row(t.Name, t.Calls, t.Classes, t.Unanswered, t.NotRun)
	}
	row("all", r.Calls, r.Classes, r.Unanswered, r.Cut.Calls+r.Skipped.Calls)
	return g
}

func (n *NotRun) table(title string) grid {
	g := grid{{title, "calls", "about tokens"}}
	for _, reason := range n.Reasons {
		g = append(g, []string{reason.Reason, strconv.Itoa(reason.Calls), strconv.Itoa(reason.Tokens)})
	}
	return append(g, []string{"all", strconv.Itoa(n.Calls), strconv.Itoa(n.Tokens)})
}

func (r *Report) worstTable(top int) grid {
	g := grid{{"worst conversations", "findings", "calls", "repeats", "final", "failed rounds", "shown", "cut"}}
	for i := range r.List[:min(top, len(r.List))] {
		c := &r.List[i]
		if c.Findings() == 0 {
			break
		}
		g = append(g, []string{
			string(c.Trip), strconv.Itoa(c.Findings()), strconv.Itoa(c.Calls), orDash(c.RepeatsInTurn), orDash(c.AfterPermanent),
			orDash(c.FailedRounds), orDash(c.ErrorsShown), orDash(c.Cut.Calls),
		})
	}
	if len(g) == 1 {
		return nil
	}
	return g
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// grid is a table: a head, then rows. The first column is set left, numbers right.
type grid [][]string

// maxCell is how many characters of a name are shown.
const maxCell = 60

func (g grid) write(w io.Writer) {
	if len(g) == 0 {
		return
	}
	widths := make([]int, len(g[0]))
	for _, row := range g {
		for i := range row {
			row[i] = shown(row[i])
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	fmt.Fprintln(w)
	for r, row := range g {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i > 0 && (isNumber(cell) || r == 0) {
				line.WriteString(pad + cell + "  ")
			} else {
				line.WriteString(cell + pad + "  ")
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

func isNumber(cell string) bool {
	return cell != "" && (cell == "-" || strings.Trim(cell, "0123456789") == "")
}

// shown makes a text of a log fit for a terminal: short, and without control characters.
func shown(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
	if utf8.RuneCountInString(text) > maxCell {
		text = string([]rune(text)[:maxCell-1]) + "…"
	}
	return text
}
