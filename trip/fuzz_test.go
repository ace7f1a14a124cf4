package trip_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/internal/wire/wiretest"
	"github.com/legwork-go/legwork/trip"
)

// sameBothWays decodes a text as it is, in the normal form of encoding/json, and with white space
// between its parts, which no fast path reads. All must fail, as *MalformedError, or give equal values.
func sameBothWays[T any](t *testing.T, text string, decode func(string) (T, error)) (value T, ok bool) {
	t.Helper()
	value, err := decode(text)
	var malformed *trip.MalformedError
	if err != nil && !errors.As(err, &malformed) {
		t.Fatalf("%q: %v is no *MalformedError", text, err)
	}
	normal, nerr := wiretest.Normalise(text)
	if nerr != nil {
		if err == nil {
			t.Fatalf("%q was read, but encoding/json refuses it", text)
		}
		return value, false
	}
	var spaced bytes.Buffer
	if ierr := json.Indent(&spaced, []byte(normal), "", " "); ierr != nil {
		t.Fatalf("%q: %v", normal, ierr)
	}
	for _, form := range []string{normal, spaced.String()} {
		other, oerr := decode(form)
		if (err == nil) != (oerr == nil) {
			t.Fatalf("%q: %v\nin another form %q: %v", text, err, form, oerr)
		}
		if err == nil {
			if diff := cmp.Diff(other, value); diff != "" {
				t.Fatalf("%q differs from its other form %q:\n%s", text, form, diff)
			}
		}
	}
	return value, err == nil
}

// FuzzDecodeEvent: no line makes the decoder panic, both ways agree, and what was read is
// written and read again without a difference.
func FuzzDecodeEvent(f *testing.F) {
	f.Add(benchLine)
	for _, s := range []string{
		`{"type":"USER_MESSAGE","data":{"text":"h\u00e9"},"at":"2026-03-01T10:00:00.5+01:00","seq":1.0,"x":{"b":1,"a":[2.50]}}`,
		`{"type":"TOOL_ERROR","data":{"tool_name":"x","error":"boom","code":"timeout","retryable":false}}`,
		`{"data":{"confirmations":["a"]}, "type":"USER_REQUEST_HOLD"}`, `{"type":"TURN_CANCELLED"}`, `{"type":"INTENT_READY","data":null,"decision":"d","state":"s"}`,
		`{"at":"2026-03-01T10:00:00Z","called":[{"arguments":{"a":1},"name":"x"}],"data":{},"said":["a"],"sections":{"turn":"s"},"seq":1,"type":"INTENT_READY"}`,
		`{,"id":"e","seq":1,"trip_id":"t","turn":0,"type":"INTENT_READY"}`,
		`{"at":"2026-03-01T10:00:00Z","id":"e","seq":1,"trip_id":"t","turn":0,"type":"INTENT_READY"}`,
		`{"type":"USER_APPROVED_PURCHASE","data":{"approval_token":"t","payment_method_id":"p"}}`,
		`{"type":"TOOL_RESULT","data":{"result":null,"tool_name":"x","attempts":1e1}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 4096 {
			return // limits count bytes, which the normal form changes
		}
		ev, ok := sameBothWays(t, line, func(s string) (trip.Event, error) {
			ev, err := trip.DecodeEvent(s)
			if r, is := ev.Data.(trip.ToolResult); is {
				if r.Result, err = trip.CanonicalRaw(string(r.Result)); err != nil {
					r.Result = `"beyond a double"`
				}
				ev.Data, err = r, nil
			}
			return ev, err
		})
		if !ok {
			return
		}
		out := ev.AppendJSON(nil)
		if !wire.IsCanonical(string(out), wire.MaxDepth) {
			t.Fatalf("%q is written as %q, which is not canonical", line, out)
		}
		bare := ev
		bare.Decision, bare.State, bare.Sections, bare.Said, bare.Called = "", "", nil, nil, nil
		if digested := ev.AppendDigested(nil, bare.AppendJSON(nil)); string(digested) != string(out) {
			t.Fatalf("%q is written as %q, with its digests behind as %q", line, out, digested)
		}
		again, err := trip.DecodeEvent(string(out))
		if err != nil {
			t.Fatalf("%q is written as %q: %v", line, out, err)
		}
		if diff := cmp.Diff(ev, again); diff != "" {
			t.Fatalf("%q is read back with a difference:\n%s", line, diff)
		}
	})
}

// FuzzDecodeIntent: the same for intent documents and for patches on a full one.
func FuzzDecodeIntent(f *testing.F) {
	for _, s := range []string{
		fullIntent, `{}`, `{"preferences":{"hotel":{"max_price_per_night":1.20e2}},"constraints":{"currency":"JPY"}}`,
		`{"itinerary":{"segments":[{"origin":"JFK"}],"lodging":{"needed":false}},"policy":{"rules":{"z":1,"a":null}}}`,
		`{"status":{"state":"booked"},"x":{"y":[1,{"z":2}]},"turn":{"flight_marks":[{}]}}`,
	} {
		f.Add(s)
	}
	full, _, err := trip.DecodeIntent(fullIntent)
	if err != nil {
		f.Fatal(err)
	}
	before := string(full.AppendJSON(nil))
	f.Fuzz(func(t *testing.T, doc string) {
		if len(doc) > 16384 {
			return
		}
		in, ok := sameBothWays(t, doc, func(s string) (trip.Intent, error) {
			in, _, err := trip.DecodeIntent(s)
			return in, err
		})
		if !ok {
			return
		}
		out := in.AppendJSON(nil)
		if !wire.IsCanonical(string(out), wire.MaxDepth) {
			t.Fatalf("%q is written as %q, which is not canonical", doc, out)
		}
		again, warnings, err := trip.DecodeIntent(string(out))
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%q is written as %q: %v, %v", doc, out, err, warnings)
		}
		if diff := cmp.Diff(in, again); diff != "" {
			t.Fatalf("%q is read back with a difference:\n%s", doc, diff)
		}
		sameBothWays(t, doc, func(s string) (trip.Intent, error) {
			in, _, err := trip.MergeIntent(full, s)
			return in, err
		})
		if string(full.AppendJSON(nil)) != before {
			t.Fatalf("patch %q modified its base", doc)
		}
	})
}

// FuzzDecodeResults: no result makes a decoder of the applier panic, and both ways agree.
func FuzzDecodeResults(f *testing.F) {
	for _, s := range []string{
		`{"options":[{"option_id":"o","total_price":{"amount":1480.50,"currency":"USD"},"segments":[{"from":"JFK","stops":1}]}]}`,
		`{"options_by_room":[[{"star_rating":4.50,"total_price":{"amount":"1e2","currency":"JPY"}}],[]]}`,
		`{"bundles":[{"flight_option_id":"f","hotel_option_ids":["h"],"tradeoffs":["t"]}],"holds":[{"option_id":"f","status":"failed"}]}`,
		`{"risks":["a",{"title":"b"}],"message":"m","confirmation":{"status":"confirmed","tickets":[{"b":1,"a":2}]}}`,
		`{"trip_intent":{"origin":"JFK","dates":{"departure_date":"2026-04-10"},"constraints":{"budget_total":100},` +
			`"lodging":{"max_price_per_night":"9"},"segments":[{}]},"request":{"kind":"plan"}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if len(raw) > 4096 {
			return
		}
		for _, tool := range tools {
			sameBothWays(t, raw, func(s string) (any, error) { return trip.ReadResult(tool, trip.Raw(s)) })
		}
	})
}
