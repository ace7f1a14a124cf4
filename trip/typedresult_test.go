package trip_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/trip"
)

// typedResults begin like results that are read together with their event; some go on otherwise.
var typedResults = []string{
	`{"options":[{"cabin":"economy","option_id":"f1","refundable":true,"segments":[{"airline":"XA","from":"JFK",` +
		`"stops":0,"to":"LHR"}],"total_price":{"amount":"410.00","currency":"USD"}}]}`,
	`{"options":[{"cabin":"economy","total_price":{"amount":"410.00","currency":"USD"}}],"error":"a secret"}`,
	`{"options":[{"cabin":"economy","total_price":{"amount":"410.00","currency":"USD"}}],"options":[]}`,
	`{"options":[{"cabin":"economy"}]}`,
	`{"options":[{"cabin":"economy","total_price":{"amount":"1","currency":"USD"}},null]}`,
	`{"options":[{"cabin":"a","x":{"b":[1,{"c":2}]},"total_price":{"amount":1e2,"currency":"JPY"}}]}`,
	`{"options":[{"address":"1 High Street","hotel_name":"A","star_rating":4.50,"total_price":{"amount":"840.00","currency":"USD"}}]}`,
	`{"options":[{"hotel_name":"A","total_price":{"amount":"840.00","currency":"USD"}}],"options_by_room":[[],[{"total_price":{"amount":"1","currency":"USD"}}]]}`,
	`{"options_by_room":[[{"hotel_name":"A","total_price":{"amount":"840.00","currency":"USD"}}],null]}`,
	`{"bundles":[{"bundle_id":"b1","flight_option_id":"f1","hotel_option_ids":["h1"],"tradeoffs":["one stop"]}]}`,
	`{"bundles":[{"bundle_id":7}]}`,
	`{"bundles":[],"code":"x"}`,
	`{"clarifying_questions":["Which?"],"trip_intent":{"origin":"JFK","dates":{"departure_date":"2026-05-01"},"constraints":{"budget_total":{"amount":"5"}}}}`,
	`{"trip_intent":{"origin":"JFK"},"assumptions":null,"request":{"kind":"assist"}}`,
	`{"trip_intent":{"trip_type":"by_boat"}}`,
	`{"trip_intent":{`,
	`{"bundles":[}`,
}

// sameReading holds what is read of a result with its event against what is read of it alone.
func sameReading(t *testing.T, text string) {
	t.Helper()
	for _, tool := range []string{trip.ToolFlightSearch, trip.ToolHotelSearch, trip.ToolRank, trip.ToolExtract, "x"} {
		ev, err := trip.DecodeEvent(lineBegin + text + lineMiddle + tool + lineEnd)
		if err != nil {
			continue
		}
		res, ok := ev.Data.(trip.ToolResult)
		if !ok || res.Value == nil {
			continue
		}
		want, err := trip.ReadResult(tool, res.Result)
		if diff := cmp.Diff(want, res.Value); err != nil || diff != "" {
			t.Errorf("%s of %s, read with the event and alone, differ: %v\n%s", text, tool, err, diff)
		}
		if said, _, isError := trip.ResultError(res.Result); isError {
			t.Errorf("%s is read, though it is the error %s", text, said)
		}
	}
}

const (
	lineBegin  = `{"at":"2026-03-01T09:00:00Z","data":{"call_id":"c","result":`
	lineMiddle = `,"tool_name":"`
	lineEnd    = `"},"seq":2,"type":"TOOL_RESULT"}`
)

func FuzzResultWithEvent(f *testing.F) {
	for _, text := range typedResults {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { sameReading(t, text) })
}

// TestResultErrorsAreTheEvents fails when trying to read a result changes what is wrong with a line.
func TestResultErrorsAreTheEvents(t *testing.T) {
	for _, text := range []string{`{"bundles":[}`, `{"bundles":[{"bundle_id":"a","bundle_id":"b"}]}`, `{"trip_intent":{"x":"` + "\x01" + `"}}`} {
		_, typed := trip.DecodeEvent(lineBegin + text + lineMiddle + "x" + lineEnd)
		_, plain := trip.DecodeEvent(lineBegin + `{"z":0,` + text[1:] + lineMiddle + "x" + lineEnd)
		var a, b *trip.MalformedError
		if !errors.As(typed, &a) || !errors.As(plain, &b) {
			t.Fatalf("%s: not malformed: %v, %v", text, typed, plain)
		}
		if a.Field != b.Field || a.Got != b.Got || a.Want != b.Want {
			t.Errorf("%s: %v, but without trying %v", text, a, b)
		}
	}
}
