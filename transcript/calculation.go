package transcript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// reasons are the kinds of errors that a failed calculation may name: a closed set, so that no word of
// the code or of what it read gets to a model by them.
var reasons = []string{"syntax", "reference", "type", "range", "time", "memory"}

// noValues are what a calculation may say that its value is, where JSON has none for it: a closed set too.
var noValues = []string{
	"the value is Infinity", "the value is -Infinity", "the value is NaN", "the value is undefined",
	"the value is a function", "the value is a symbol", "the value is an invalid date",
}

// mostLines bounds a line and a column: beyond are no positions of a program.
const maxLines = 1_000_000

// calculationFailure says of a failed execute_javascript what is safe and helps to mend the code: the reason
// and the position, as far as the result has them. Its words stay in the log.
// Rule: 3.0.calculation-failure
func calculationFailure(result trip.Raw) string {
	var d wire.Decoder
	d.Reset(string(result), trip.MaxDepth)
	var reason, note string
	var line, column int
	for d.Object(); d.Next(); {
		switch {
		case d.Key() == "reason" && d.Kind() == wire.Text:
			reason = d.String()
		case d.Key() == "note" && d.Kind() == wire.Text:
			note = d.String()
		case d.Key() == "line" && d.Kind() == wire.Number:
			line = position(d.NumberText())
		case d.Key() == "column" && d.Kind() == wire.Number:
			column = position(d.NumberText())
		default:
			d.Skip()
		}
	}
	var parts []string
	if slices.Contains(reasons, reason) {
		parts = append(parts, reason)
	}
	if slices.Contains(noValues, note) {
		parts = append(parts, note)
	}
	if line > 0 && column > 0 {
		parts = append(parts, fmt.Sprintf("line %d, column %d", line, column))
	}
	return strings.Join(parts, ", ")
}

// position reads a line or a column; 0 is none.
func position(number string) int {
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n > maxLines {
		return 0
	}
	return n
}
