package audit

import (
	"strconv"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// The measures of a chart, in units of its drawing.
const (
	chartWidth = 520
	valueWidth = 84 // right of the longest bar
	barHeight  = 18
	rowHeight  = 26
	charWidth  = 7 // of a label, about
	worstBars  = 15
)

// chart is a drawing of horizontal bars.
type chart struct {
	Title, Note   string
	Bars          []bar
	Legend        []key
	Width, Height int
	LabelX        int // where labels end
	Empty         string
}

// bar is one row: a label, the parts of the bar side by side, and the sum of them.
type bar struct {
	Label, Full string // Full is the label in full
	Value       string
	Parts       []part
	Y, TextY    int
	ValueX      int
}

// part is one coloured piece of a bar.
type part struct {
	X, Y, Width, Height int
	Colour              string // a class of the style sheet
	Title               string
}

// key explains a colour.
type key struct{ Colour, Name string }

// failures are the classes that are no success.
var failures = classes[2:]

// slice is a count with its colour, before it is drawn.
type slice struct {
	name, colour string
	n            int
}

// row is a labelled list of counts, before it is drawn.
type row struct {
	label  string
	slices []slice
	value  string // empty: the sum
}

// The widths of labels: most are names, reasons are sentences.
const (
	nameWidth   = 212
	reasonWidth = 256
)

// draw lays rows out below each other, on one scale, with labels of this width.
func draw(title, note, empty string, width int, rows []row) chart {
	c := chart{Title: title, Note: note, Width: chartWidth, LabelX: width - 8, Empty: empty}
	longest := 0
	for _, r := range rows {
		longest = max(longest, r.sum())
	}
	known := map[string]bool{}
	for _, r := range rows {
		if r.sum() == 0 {
			continue
		}
		y := len(c.Bars) * rowHeight
		b := bar{Label: cutLabel(r.label, width/charWidth), Full: r.label, Value: r.value, Y: y, TextY: y + barHeight - 5}
		if b.Value == "" {
			b.Value = grouped(r.sum())
		}
		b.Parts, b.ValueX = r.parts(width, y, longest)
		b.ValueX += 6
		for _, s := range r.slices {
			if s.n > 0 && s.name != "" && !known[s.name] {
				known[s.name] = true
				c.Legend = append(c.Legend, key{s.colour, s.name})
			}
		}
		c.Bars = append(c.Bars, b)
	}
	c.Height = max(len(c.Bars), 1) * rowHeight
	return c
}

// parts scales the slices of a row from x on; a slice that is there is at least one unit wide.
func (r row) parts(x, y, longest int) (out []part, end int) {
	left, room, sum := x, chartWidth-x-valueWidth, 0
	for _, s := range r.slices {
		if s.n == 0 {
			continue
		}
		sum += s.n
		right := max(left+room*sum/longest, x+1)
		title := r.label + ": " + strconv.Itoa(s.n)
		if s.name != "" {
			title += " " + s.name
		}
		out = append(out, part{X: x, Y: y, Width: right - x, Height: barHeight, Colour: s.colour, Title: title})
		x = right
	}
	return out, x
}

func (r row) sum() int {
	n := 0
	for _, s := range r.slices {
		n += s.n
	}
	return n
}

// cutLabel shortens a label in its middle: names often differ at their end.
func cutLabel(label string, most int) string {
	if utf8.RuneCountInString(label) <= most {
		return label
	}
	runes := []rune(label)
	return string(runes[:most/2]) + "…" + string(runes[len(runes)-most/2+1:])
}

func (r *Report) charts() []chart {
	return []chart{r.toolChart(), r.findingChart(), r.reasonChart(), r.worstChart()} // down two columns
}

// groups join classes that mean much the same to a reader.
var groups = []struct {
	name, colour string
	classes      []trip.Class
}{
	{"ok", "c-ok", []trip.Class{trip.ClassOK}},
	{"empty", "c-empty", []trip.Class{trip.ClassEmpty}},
	{"bad or missing input", "c-asked", []trip.Class{trip.ClassInvalidArguments, trip.ClassNeedsInput}},
	{"failed", "c-failed", []trip.Class{trip.ClassFailed, trip.ClassTimeout, trip.ClassCancelled}},
	{
		"failed for good", "c-final",
		[]trip.Class{trip.ClassPermanent, trip.ClassRateLimited, trip.ClassDenied, trip.ClassExpired},
	},
	{"outcome unknown", "c-unknown", []trip.Class{trip.ClassOutcomeUnknown}},
}

func (r *Report) toolChart() chart {
	rows := make([]row, len(r.Tools))
	for i, t := range r.Tools {
		rows[i].label = t.Name
		for _, g := range groups {
			s := slice{name: g.name, colour: g.colour}
			for _, c := range g.classes {
				s.n += t.Classes[c]
			}
			rows[i].slices = append(rows[i].slices, s)
		}
		rows[i].slices = append(rows[i].slices, slice{"no answer", "c-none", t.Unanswered})
	}
	return draw("Calls by tool and outcome", "What the tools answered, also to calls that the engine would not have run.",
		"No tool was called.", nameWidth, rows)
}

func (r *Report) findingChart() chart {
	var rows []row
	for _, s := range r.scores() {
		rows = append(rows, row{label: s.Name, slices: []slice{{"", "c-final", s.N}}})
	}
	rows = append(rows, row{label: "cut by the bounds of the loop", slices: []slice{{"", "c-cut", r.Cut.Calls}}})
	return draw("Findings", "What was done twice, in vain, or shown to the person.", "Nothing was found.", nameWidth, rows)
}

func (r *Report) reasonChart() chart {
	var rows []row
	take := func(n *NotRun, name, colour string) {
		for _, why := range n.Reasons {
			value := grouped(why.Calls) + " · " + grouped(why.Tokens)
			rows = append(rows, row{label: why.Reason, value: value, slices: []slice{{name, colour, why.Calls}}})
		}
	}
	take(&r.Cut, "cut by a bound of the loop", "c-cut")
	take(&r.Skipped, "the turn was over or not open", "c-none")
	return draw("Calls not run, and why",
		"Calls, then the tokens of their arguments and answers, estimated at four characters a token.",
		"The engine would have run every call.", reasonWidth, rows)
}

func (r *Report) worstChart() chart {
	var rows []row
	for i := range r.List[:min(worstBars, len(r.List))] {
		c := &r.List[i]
		rows = append(rows, row{label: string(c.Trip), slices: []slice{
			{"repeated in a turn", "c-asked", c.RepeatsInTurn},
			{"after a final failure", "c-final", c.AfterPermanent},
			{"all-failure rounds", "c-failed", c.FailedRounds},
			{"errors shown", "c-unknown", c.ErrorsShown},
			{"cut", "c-cut", c.Cut.Calls},
		}})
	}
	return draw("Worst conversations", "Findings of each kind.", "No conversation has a finding.", nameWidth, rows)
}
