package audit

import (
	_ "embed"
	"html/template"
	"io"
	"strconv"
	"strings"
)

//go:embed page.html
var pageText string

// pageTemplate escapes whatever a log put into names.
var pageTemplate = template.Must(template.New("page").Parse(pageText))

// How many conversations the page lists, and places of findings in each.
const (
	maxRows   = 500
	maxPlaces = 5
)

// pageData is what the page's template reads.
type pageData struct {
	*Report
	Tiles   []tile
	Charts  []chart
	Columns []string
	Rows    []line
	Omitted int
}

// line is one row of the page's table.
type line struct {
	Name, File string
	Numbers    []int
	Where      []string
}

// tile is one number with its meaning.
type tile struct{ Value, Name, Note string }

// Page writes the report as one HTML document that needs no other file and runs no script.
func (r *Report) Page(out io.Writer) error {
	data := pageData{
		Report: r, Tiles: r.tiles(), Charts: r.charts(), Omitted: max(len(r.List)-maxRows, 0),
		Columns: []string{
			"findings", "turns", "calls", "repeated in turn", "repeated later", "retried", "after final failure",
			"failed rounds", "errors shown", "cut",
		},
	}
	for i := range r.List[:len(r.List)-data.Omitted] {
		data.Rows = append(data.Rows, r.List[i].line())
	}
	return pageTemplate.Execute(out, data)
}

func (c *Conversation) line() line {
	l := line{Name: string(c.Trip), File: c.File, Numbers: []int{c.Findings(), c.Turns, c.Calls}}
	for _, s := range c.scores() {
		l.Numbers = append(l.Numbers, s.N)
	}
	l.Numbers = append(l.Numbers, c.Cut.Calls)
	for i, f := range c.Where {
		if i == maxPlaces {
			l.Where = append(l.Where, "…")
			break
		}
		text := "turn " + strconv.FormatInt(f.Turn, 10) + ": " + kindWords[f.Kind]
		if f.Tool != "" {
			text += " " + f.Tool
		}
		if f.Count > 1 {
			text += " ×" + strconv.Itoa(f.Count)
		}
		l.Where = append(l.Where, text)
	}
	return l
}

var kindWords = map[Kind]string{
	Repeat: "repeated", AfterPermanent: "after a final failure", FailedRound: "failed round of", ErrorShown: "error shown",
	CutCall: "cut",
}

func (r *Report) tiles() []tile {
	failed := 0
	for _, c := range failures {
		failed += r.Classes[c]
	}
	return []tile{
		{grouped(r.Conversations), "conversations", grouped(r.Turns) + " turns"},
		{grouped(r.Calls), "tool calls", grouped(r.Steps) + " model steps"},
		{grouped(failed), "failed", percent(failed, r.Calls) + " of the calls"},
		{grouped(r.Repeats), "repeated", grouped(r.RepeatsInTurn) + " in the same turn"},
		{grouped(r.ErrorsShown), "errors shown", "to the person"},
		{grouped(r.Cut.Calls), "calls cut", "≈ " + grouped(r.Cut.Tokens) + " tokens"},
	}
}

// percent writes a share in whole percent, rounded.
func percent(n, of int) string {
	if of == 0 {
		return "0 %"
	}
	return strconv.Itoa((100*n+of/2)/of) + " %"
}

// grouped writes a number with thin spaces between thousands.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteRune('\u2009')
		}
		b.WriteRune(d)
	}
	return b.String()
}
