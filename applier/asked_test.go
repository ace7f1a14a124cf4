package applier_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// asked is a flight as it was searched: from New York to Lisbon on 4 May 2026, for two adults and a child.
const asked = `{"cabin":"economy","option_id":"good","priced_for":{"adults":2,"children":1},"segments":[
	{"airline":"TP","arrive_at":"2026-05-04T23:10:00+01:00","depart_at":"2026-05-04T10:00:00-04:00","flight_number":"TP202","from":"JFK","stops":0,"to":"OPO"},
	{"airline":"TP","arrive_at":"2026-05-05T01:10:00+01:00","depart_at":"2026-05-05T00:10:00+01:00","flight_number":"TP1939","from":"OPO","stops":0,"to":"LIS"}],
	"total_price":{"amount":"610.00","currency":"USD"}}`

// breaks change one member of the offer. Behind each stands what becomes of it: it is kept, or why it is not.
var breaks = []struct{ was, is, want string }{
	{"", "", "kept"},
	// route
	{`"from":"JFK"`, `"from":"EWR"`, "kept"}, // of the same city
	{`"from":"JFK"`, `"from":"nyc"`, "kept"},
	{`"from":"JFK"`, `"from":"New York JFK"`, "kept"}, // no code: not compared
	{`"from":"JFK"`, `"from":null`, "kept"},
	{`"from":"JFK"`, `"from":"BOS"`, "route"},
	{`"to":"LIS"`, `"to":"MAD"`, "route"},
	{`"to":"LIS"`, `"to":"JFK"`, "route"},
	{`"from":"OPO"`, `"from":"FAO"`, "route"}, // nobody gets from one to the other
	// day
	{"2026-05-04T10:00", "2026-05-03T10:00", "day"},
	{"2026-05-04T10:00", "2027-05-04T10:00", "day"},
	{"2026-05-04T10:00:00-04:00", "2026-05-03T23:30:00Z", "kept"}, // in UTC it may be another day
	{"2026-05-04T10:00:00-04:00", "2026-05-02T23:30:00Z", "day"},
	{`"2026-05-04T10:00:00-04:00"`, `"Monday"`, "kept"},
	{`"2026-05-04T10:00:00-04:00"`, `""`, "kept"},
	// order of times
	{"2026-05-04T23:10:00+01:00", "2026-05-04T14:10:00+01:00", "order"}, // lands before it has left
	{"2026-05-05T00:10:00+01:00", "2026-05-04T22:10:00+01:00", "order"}, // leaves before the first has landed
	{"2026-05-05T01:10:00+01:00", "2026-05-04T23:59:00+01:00", "order"},
	{"2026-05-04T23:10:00+01:00", "2026-05-04T23:10", "kept"},
	{"2026-05-04T23:10:00+01:00\",\"depart_at\":\"2026-05-04T10:00:00-04:00", "2026-05-04T02:00\",\"depart_at\":\"2026-05-04T10:00", "kept"}, // the date line
	{"2026-05-04T23:10:00+01:00\",\"depart_at\":\"2026-05-04T10:00:00-04:00", "2026-05-02T02:00\",\"depart_at\":\"2026-05-04T10:00", "order"},
	// price
	{`"610.00"`, `"-610.00"`, "price"},
	{`"610.00"`, `0`, "price"},
	{`"610.00"`, `"610,00"`, "price"},
	{`"610.00"`, `"610.005"`, "price"},
	{`"610.00"`, `null`, "price"},
	{`"610.00"`, `""`, "price"},
	{`"610.00"`, `"1e40"`, "price"},
	{`"610.00"`, `6.1e2`, "kept"},
	{`"currency":"USD"`, `"currency":"BTC"`, "price"},
	{`"currency":"USD"`, `"currency":7`, "price"},
	{`"currency":"USD"`, `"currency":"EUR"`, "kept"},
	{`"total_price"`, `"price"`, "price"},
	// id
	{`"good"`, `"rest"`, "price"}, // the last of the two
	{`"good"`, `null`, "kept"},
	{`"good"`, `7`, "price"},
	// for whom
	{`"adults":2`, `"adults":1`, "travelers"},
	{`"children":1`, `"infants":1`, "travelers"},
	{`"priced_for":{"adults":2,"children":1},`, ``, "kept"},
	// what fits in part
	{`"economy"`, `"Business"`, "kept"},
	{`"stops":0`, `"stops":4`, "kept"},
	// what cannot be read
	{`"segments":[`, `"segments":7,"others":[`, "price"},
	{`"stops":0`, `"stops":"none"`, "price"},
}

// TestOffersAreWhatWasAsked breaks one member of a good offer in every way.
func TestOffersAreWhatWasAsked(t *testing.T) {
	for _, c := range breaks {
		offer := strings.Replace(asked, c.was, c.is, 1)
		if offer == asked && c.was != "" {
			t.Fatalf("%s changes nothing", c.was)
		}
		in := intent(t, strings.Replace(waiting, `"adults":5`, `"adults":2,"children":1`, 1))
		const rest = `{"option_id":"rest","total_price":{"amount":"700","currency":"USD"}}`
		next, notes, err := apply(defaults, in, trip.ToolResult{ToolName: trip.ToolFlightSearch, Result: trip.Raw(`{"options":[` + rest + `,` + offer + `]}`)})
		if err != nil {
			t.Errorf("%s: %v", c.is, err)
			continue
		}
		got, left := "kept", len(next.WorkingMemory.FlightQuotes[0])
		if left == 1 && len(notes) == 1 && notes[0].Params.Get("count") == int64(1) {
			got = "price"
			if notes[0].Key == "note.not_asked" {
				got = strings.Join(notes[0].Params.Get("why").([]string), " ")
			}
		}
		if got != c.want || left == 2 != (c.want == "kept") {
			t.Errorf("%s instead of %s: %s, %d left, want %s (notes %v)", c.is, c.was, got, left, c.want, notes)
		}
	}
}

// TestNothingReadableIsAFailure: where no offer can be read, nobody knows whether there are any.
func TestNothingReadableIsAFailure(t *testing.T) {
	for offers, want := range map[string]string{
		`{"total_price":{"amount":"12,34","currency":"USD"}}`:                                                  "refused",
		`{"total_price":{"amount":"12,34","currency":"USD"}},{"total_price":{"amount":"-1","currency":"USD"}}`: "refused",
		`{"total_price":{"amount":"-1","currency":"USD"}}`:                                                     "0",
		``: "0",
	} {
		next, err := after(t, trip.ToolFlightSearch, `{"options":[`+offers+`]}`)
		got := "refused"
		if err == nil {
			got = fmt.Sprint(len(next.WorkingMemory.FlightQuotes[0]))
		}
		if got != want {
			t.Errorf("%s leaves %s, want %s", offers, got, want)
		}
	}
}
