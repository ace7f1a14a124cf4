package score

import (
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// tally counts the predictions of one field.
type tally struct{ hits, wrong, missed int }

// Table sums up turns. The zero value is ready to use.
type Table struct {
	fields [len(Fields)]tally
	turns  int
}

// Score is precision, recall and F1 of a field or of all; n is the number of informs. A score
// without any prediction or inform is 0.
type Score struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	N         int     `json:"n"`
}

// Result is what a table comes to. Turns counts the turns that were scored.
type Result struct {
	Score
	Turns  int              `json:"turns"`
	Fields map[string]Score `json:"fields"`
}

// Add scores the predictions of one turn. Turns that are about neither flights nor hotels are
// passed over.
func (t *Table) Add(turn Turn, predicted Predictions) {
	if !turn.Counts() {
		return
	}
	t.turns++
	for i, field := range Fields {
		said, informed := turn.Informs[field]
		value, stated := predicted[field]
		switch f := &t.fields[i]; {
		case informed && stated && Same(field, said, value):
			f.hits++
		default:
			if informed {
				f.missed++
			}
			if stated {
				f.wrong++
			}
		}
	}
}

// Merge adds the counts of another table, so that parts can be scored apart and summed up.
func (t *Table) Merge(o Table) {
	t.turns += o.turns
	for i := range t.fields {
		t.fields[i] = t.fields[i].plus(o.fields[i])
	}
}

func (a tally) plus(b tally) tally {
	return tally{a.hits + b.hits, a.wrong + b.wrong, a.missed + b.missed}
}

func (a tally) score() Score {
	s := Score{N: a.hits + a.missed}
	if a.hits > 0 {
		s.Precision = float64(a.hits) / float64(a.hits+a.wrong)
		s.Recall = float64(a.hits) / float64(a.hits+a.missed)
		s.F1 = 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
	}
	return s
}

// Result computes the scores.
func (t *Table) Result() Result {
	r := Result{Turns: t.turns, Fields: make(map[string]Score, len(Fields))}
	var all tally
	for i, field := range Fields {
		r.Fields[field] = t.fields[i].score()
		all = all.plus(t.fields[i])
	}
	r.Score = all.score()
	return r
}

// String renders the table for people.
func (r Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s %9s %9s %9s %6s\n", "field", "precision", "recall", "f1", "n")
	line := func(name string, s Score) {
		fmt.Fprintf(&b, "%-12s %9.3f %9.3f %9.3f %6d\n", name, s.Precision, s.Recall, s.F1, s.N)
	}
	for _, field := range Fields {
		line(field, r.Fields[field])
	}
	line("all", r.Score)
	return b.String()
}

// Same reports whether two values of a field mean the same.
func Same(field, a, b string) bool {
	switch field {
	case Origin, Destination, HotelCity:
		ca, okA := geo.ResolveCity(a)
		cb, okB := geo.ResolveCity(b)
		if okA && okB {
			return ca.Same(cb)
		}
		return geo.Fold(a) == geo.Fold(b)
	case Airline:
		return airlineKey(a) == airlineKey(b)
	case Cabin:
		return geo.Fold(strings.ReplaceAll(a, "_", " ")) == geo.Fold(strings.ReplaceAll(b, "_", " "))
	}
	return a == b
}

func airlineKey(name string) string {
	words := strings.Fields(geo.Fold(name))
	kept := words[:0]
	for _, w := range words {
		switch w {
		case "airlines", "airline", "airways", "lines", "air":
			if len(words) > 1 {
				continue
			}
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}
