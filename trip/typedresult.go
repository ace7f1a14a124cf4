package trip

import "strings"

// Most of a log is results. Reading a result in place saves searching for its end first.

// resultKind says which tool's result a text looks like.
type resultKind uint8

const (
	resultOther resultKind = iota
	resultFlights
	resultHotels
	resultBundles
	resultExtraction
)

// beginning is how the text of a result begins.
type beginning struct {
	text string
	kind resultKind
}

// guess says what a text may be. A wrong guess costs time, nothing else.
func guess(text string) resultKind {
	const telling = len(`{"o`) - 1 // where most of them differ
	if len(text) <= telling {
		return resultOther
	}
	for i := range beginnings {
		if b := &beginnings[i]; b.text[telling] == text[telling] && strings.HasPrefix(text, b.text) {
			return b.kind
		}
	}
	return resultOther
}

// of returns a result that was read as one of a kind, nil when its tool has results of another.
func (kind resultKind) of(tool string, r Result) Result {
	tools := [...]string{
		resultFlights: ToolFlightSearch, resultHotels: ToolHotelSearch, resultBundles: ToolRank,
		resultExtraction: ToolExtract,
	}
	if kind == resultOther || tools[kind] != tool {
		return nil
	}
	return r
}

// readInPlace reads the next value if it is a result of a known form, and nothing else. Otherwise it
// reports false, with d where it was: the value is read again as any other.
func (d *decoder) readInPlace() bool {
	start := d.Here()
	d.kind = guess(d.Rest())
	if d.kind == resultOther {
		return false
	}
	d.others = 0
	switch d.kind {
	case resultFlights:
		d.value = reading(d, (*decoder).flightResult)
	case resultHotels:
		d.value = reading(d, (*decoder).hotelResult)
	case resultBundles:
		d.value = reading(d, (*decoder).bundleResult)
	case resultExtraction:
		d.value = reading(d, (*decoder).extraction)
	case resultOther:
	}
	if d.Failed() || d.others > 0 { // another member may be `error`, which makes it a failure (behaviour 2.1)
		d.Return(start)
		d.kind = resultOther
		return false
	}
	return true
}

// Equal reports whether two results say the same in the same text, however they were read: a result that is read
// again has another Value.
func (d ToolResult) Equal(o ToolResult) bool {
	return d.CallID == o.CallID && d.ToolName == o.ToolName && d.Result == o.Result && d.Attempts == o.Attempts
}
