package trip_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/trip"
)

// typedResults begin like results that are read together with their event; some go on otherwise.
var typedResults = []string{
	`{"options":[{"cabin":"economy","option_id":"f1","refundable":true,"segments":[{"airline":"XA","from":"JFK","stops":0,"to":"LHR"}],"total_price":{"amount":"410.00","currency":"USD"}}]}`,
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

func sameReading(t *testing.T, line string) {
	t.Helper()
	ev, err := trip.DecodeEvent(line)
	if err != nil {
		return
	}
	res, ok := ev.Data.(trip.ToolResult)
	if !ok {
		return
	}
	same(t, line, "flights", first(res.FlightOptions()), first(trip.DecodeFlightOptions(res.Result)))
	same(t, line, "bundles", first(res.Bundles()), first(trip.DecodeBundles(res.Result)))
	rooms, shared, err := res.HotelOptions()
	wantRooms, wantShared, wantErr := trip.DecodeHotelOptions(res.Result)
	same(t, line, "hotels", []any{rooms, shared, err == nil}, []any{wantRooms, wantShared, wantErr == nil})
	got, err := res.Extraction()
	want, wantErr := trip.DecodeExtraction(res.Result)
	same(t, line, "extraction", []any{*got, err == nil}, []any{want, wantErr == nil})
	text, code, is := res.Failure()
	wantText, wantCode, wantIs := trip.ResultError(res.Result)
	same(t, line, "failure", []any{text, code, is}, []any{wantText, wantCode, wantIs})
}

// first makes one value of an answer, to compare.
func first[T any](v T, err error) []any { return []any{v, err == nil} }

func same(t *testing.T, line, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s read with the event and alone differ:\n%s", line, what, diff)
	}
}

const (
	lineBegin = `{"at":"2026-03-01T09:00:00Z","data":{"call_id":"c","result":`
	lineEnd   = `,"tool_name":"x"},"seq":2,"type":"TOOL_RESULT"}`
)

func FuzzResultWithEvent(f *testing.F) {
	for _, text := range typedResults {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { sameReading(t, lineBegin+text+lineEnd) })
}

// TestResultErrorsAreTheEvents fails when trying to read a result changes what is wrong with a line.
func TestResultErrorsAreTheEvents(t *testing.T) {
	for _, text := range []string{`{"bundles":[}`, `{"bundles":[{"bundle_id":"a","bundle_id":"b"}]}`, `{"trip_intent":{"x":"` + "\x01" + `"}}`} {
		_, typed := trip.DecodeEvent(lineBegin + text + lineEnd)
		_, plain := trip.DecodeEvent(lineBegin + `{"z":0,` + text[1:] + lineEnd)
		var a, b *trip.MalformedError
		if !errors.As(typed, &a) || !errors.As(plain, &b) {
			t.Fatalf("%s: not malformed: %v, %v", text, typed, plain)
		}
		if a.Field != b.Field || a.Got != b.Got || a.Want != b.Want {
			t.Errorf("%s: %v, but without trying %v", text, a, b)
		}
	}
}
