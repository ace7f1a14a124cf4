package trip

import "strings"

// typedResult is a tool's result as it was read together with its event. A log's results are
// its bulk, and reading one where it stands saves to look for its end first.
type typedResult struct {
	of         Raw // the text that was read
	kind       resultKind
	flights    FlightQuotes
	hotels     HotelQuotes
	shared     bool // hotels is one list for all rooms
	bundles    []Bundle
	extraction *Extraction
}

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

// typedAs returns what a result is read into.
func (d *decoder) typedAs(kind resultKind) *typedResult {
	d.results = append(spare(d, d.results, 1), typedResult{kind: kind})
	return &d.results[0]
}

// typedResult reads the next value if it is a result of a known form, and nothing else.
// Otherwise it returns nil, with d where it was: the value is read again as any other.
func (d *decoder) typedResult() *typedResult {
	start := d.Here()
	kind := guess(d.Rest())
	if kind == resultOther {
		return nil
	}
	at := d.Offset()
	r := d.typedAs(kind)
	d.others = 0
	switch kind {
	case resultFlights:
		var f flightResult
		d.flightResult(&f)
		r.flights = f.Options
	case resultHotels:
		var h hotelResult
		d.hotelResult(&h)
		r.hotels, r.shared = d.quotes(&h)
	case resultBundles:
		var b bundleResult
		d.bundleResult(&b)
		r.bundles = b.Bundles
	case resultExtraction:
		r.extraction = new(Extraction)
		d.extraction(r.extraction)
	case resultOther:
	}
	if d.Failed() || d.others > 0 { // another member may be `error`, which makes it a failure (BEHAVIOUR 2.1)
		d.Return(start)
		return nil
	}
	r.of = Raw(d.Since(at))
	return r
}

// read returns what was read of the result if it is of a kind.
func (d *ToolResult) read(kind resultKind) *typedResult {
	if d.typed == nil || d.typed.kind != kind || d.typed.of != d.Result {
		return nil
	}
	return d.typed
}

// FlightOptions reads the result as DecodeFlightOptions does. What it returns must not be modified.
//
// Errors: *MalformedError, which names the field.
func (d *ToolResult) FlightOptions() (FlightQuotes, error) {
	if r := d.read(resultFlights); r != nil {
		return r.flights, nil
	}
	return DecodeFlightOptions(d.Result)
}

// HotelOptions reads the result as DecodeHotelOptions does. What it returns must not be modified.
//
// Errors: *MalformedError, which names the field.
func (d *ToolResult) HotelOptions() (byRoom HotelQuotes, sharedAllRooms bool, err error) {
	if r := d.read(resultHotels); r != nil {
		return r.hotels, r.shared, nil
	}
	return DecodeHotelOptions(d.Result)
}

// Bundles reads the result as DecodeBundles does. What it returns must not be modified.
//
// Errors: *MalformedError, which names the field.
func (d *ToolResult) Bundles() ([]Bundle, error) {
	if r := d.read(resultBundles); r != nil {
		return r.bundles, nil
	}
	return DecodeBundles(d.Result)
}

// Extraction reads the result as DecodeExtraction does. What it returns must not be modified.
//
// Errors: *MalformedError, which names the field.
func (d *ToolResult) Extraction() (*Extraction, error) {
	if r := d.read(resultExtraction); r != nil {
		return r.extraction, nil
	}
	e, err := DecodeExtraction(d.Result)
	return &e, err
}

// Failure reports whether the result is an error in disguise, as ResultError does.
func (d *ToolResult) Failure() (text, code string, isError bool) {
	if d.typed != nil && d.typed.of == d.Result {
		return "", "", false
	}
	return ResultError(d.Result)
}

// Equal reports whether two results say the same in the same text, however they were read.
func (d ToolResult) Equal(o ToolResult) bool {
	return d.CallID == o.CallID && d.ToolName == o.ToolName && d.Result == o.Result && d.Attempts == o.Attempts
}
