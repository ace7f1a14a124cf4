package trip

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// bothWays reads a line as a known one and as any other. What is taken as known must be the same.
func bothWays(t *testing.T, line string) (taken bool) {
	t.Helper()
	var known, plain Event
	var a, b decoder
	b.Reset(line, MaxDepth)
	if taken = a.canonicalEvent(line, &known); !taken {
		if !reflect.DeepEqual(known, Event{}) || len(a.texts)+len(a.legs)+len(a.flights)+len(a.hotels) > 0 {
			t.Errorf("something is left of %.200s", line)
		}
		return false
	}
	b.event(&plain)
	if err := b.finish(); err != nil {
		t.Fatalf("%.200s\nis read as known, but %v", line, err)
	}
	if !reflect.DeepEqual(known, plain) {
		t.Errorf("%.200s\nis read as\n%+v, by the decoder as\n%+v", line, known, plain)
	}
	return true
}

const (
	knownLeg    = `{"airline":"TP","arrive_at":null,"depart_at":"2026-05-04T09:15","flight_number":"TP201","from":"LIS","stops":0,"to":"FCO"}`
	knownFlight = `{"cabin":"economy","option_id":"o","refundable":true,"segments":[` + knownLeg + `],"total_price":{"amount":"61.00","currency":"USD"}}`
	knownHotel  = `{"address":"Rua 1","hotel_name":"H","nightly_price":{"amount":"11","currency":"JPY"},"option_id":"o",` +
		`"refundable":null,"star_rating":4,"total_price":{"amount":"61.5","currency":"USD"}}`
	knownBundle = `{"bundle_id":"b","estimated_total":null,"flight_option_ids":["f"],"hotel_option_ids":[],"tradeoffs":["t","u"],"why_this_bundle":"cheapest"}`
)

func knownLine(data, kind string) string {
	return `{"at":"2026-03-01T09:00:00Z","data":` + data + `,"id":"e1","seq":2,"trip_id":"t1","turn":1,"type":"` + kind + `"}`
}

func knownResult(result string) string {
	tool := "x"
	switch {
	case strings.HasPrefix(result, `{"options":[{"cabin`):
		tool = ToolFlightSearch
	case strings.HasPrefix(result, `{"options`):
		tool = ToolHotelSearch
	case strings.HasPrefix(result, `{"bundles`):
		tool = ToolRank
	case strings.Contains(result, `"trip_intent":`):
		tool = ToolExtract
	}
	return knownLine(`{"attempts":1,"call_id":"c1","result":`+result+`,"tool_name":"`+tool+`"}`, "TOOL_RESULT")
}

func knownList(n int, begin, element, end string) string {
	return knownResult(begin + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + end)
}

func knownText(n int) string {
	return knownLine(`{"text":"`+strings.Repeat("x", n)+`"}`, "USER_MESSAGE")
}

// TestKnownLines fails when a line that is most of a log is no longer read as a known one.
func TestKnownLines(t *testing.T) {
	for _, line := range []string{
		knownText(7), strings.Replace(knownText(7), `"seq"`, `"said":["Hello.","What now?"],"seq"`, 1),
		knownLine(`{"text":"São Paulo, 東京"}`, "USER_MESSAGE"), knownList(2, `{"options":[`, knownFlight, `]}`), knownList(3, `{"options":[`, knownHotel, `]}`),
		knownList(2, `{"bundles":[`, knownBundle, `]}`),
		knownResult(`{"clarifying_questions":["Which?"],"missing_required_fields":[],"request":{"kind":"assist"},"trip_intent":{}}`),
		knownResult(`{"trip_intent":{"dates":{"departure_date":"2026-05-04","return_date":null},"destination":{"city":" ` +
			`Lisbon","code":"LIS","type":null},"origin":"JFK","travelers":{"adults":2,"children":null,"infants":0},"trip_type":"round_trip"}}`),
		`{"at":"2026-03-01T09:00:00Z","data":{"text":""},"decision":"sha256:0","seq":2,"state":"sha256:1","type":"USER_MESSAGE"}`,
	} {
		if !bothWays(t, line) {
			t.Errorf("not known: %.300s", line)
		}
	}
}

// TestLinesThatAreNotKnown: a line that breaks a limit, or that has something else in it, is left to
// the decoder.
func TestLinesThatAreNotKnown(t *testing.T) {
	flights := knownList(2, `{"options":[`, knownFlight, `]}`)
	patch := func(text string) string { return knownResult(`{"trip_intent":{` + text + `}}`) }
	for _, line := range []string{
		"", "{", `{"at":`, knownLine(`{"text":null}`, "USER_MESSAGE"), knownLine(`{"text":"a","x":1}`, "USER_MESSAGE"),
		knownLine(`{"text":"a"}`, "TOOL_RESULT"), knownLine(`{}`, "INTENT_READY"), knownLine(`null`, "INTENT_READY"),
		knownLine("{\"text\":\"S\xe3o Paulo\"}", "USER_MESSAGE"), strings.Replace(flights, `null`, "\"\xff\"null", 1),
		strings.Replace(flights, `"LIS"`, "\"L\xffS\"", 1), flights + "\xff",
		flights + " ", flights + flights, strings.Replace(flights, `"`+ToolFlightSearch+`"`, `""`, 1),
		strings.Replace(flights, `"turn":1,`, `"turn":1,"turns":1,`, 1),
		strings.Replace(flights, `"seq":2`, `"seq":0`, 1), strings.Replace(flights, `03-01`, `02-30`, 1), strings.Replace(flights, `"FCO"`, `"FCO","x":1`, 1),
		strings.Replace(flights, `,"tool`, `,"retryable":true,"tool`, 1), strings.Replace(flights, `]},"tool`, `],"error":"no"},"tool`, 1),
		knownResult(`{"options":[]}`), knownResult(`{"bundles":[]}`), knownResult(`{"options_by_room":[[` + knownHotel + `]]}`), knownResult(`{"risks":[]}`),
		patch(`"cabin":"business"`), patch(`"origin":null`), patch(`"trip_type":"by_boat"`),
		patch(`"travelers":{"adults":100}`), patch(`"travelers":{"children":100}`), patch(`"travelers":{"infants":100}`), patch(`"dates":{"return_date":""}`),
		knownResult(`{"clarifying_questions":["Which?"],"request":{"kind":"other"}}`),
		knownResult(`{"clarifying_questions":[]"trip_intent":{}}`), patch(`"origin":"JFK""trip_type":"one_way"`), patch(`,"origin":"JFK"`),
		knownLine(`{,"result":{"trip_intent":{}},"tool_name":"x"}`, "TOOL_RESULT"),
		knownLine(`{"call_id":"c1""result":{"trip_intent":{}},"tool_name":"x"}`, "TOOL_RESULT"),
		strings.Replace(flights, `"seq":2`, `"seq":02`, 1),
		strings.Replace(flights, `"seq":2`, `"seq":9007199254740992`, 1), strings.Replace(flights, `"turn":1`, `"turn":-0`, 1),
	} {
		if bothWays(t, line) {
			t.Errorf("known: %.300s", line)
		}
	}
	for _, tc := range []struct {
		limit int
		write func(n int) string
	}{
		{MaxTextBytes, knownText},
		{MaxOptions, func(n int) string { return knownList(n, `{"options":[`, knownFlight, `]}`) }},
		{MaxOptions, func(n int) string { return knownList(n, `{"options":[`, knownHotel, `]}`) }},
		{MaxBundles, func(n int) string { return knownList(n, `{"bundles":[`, knownBundle, `]}`) }},
		{MaxResultBytes, func(n int) string {
			return knownList(1, `{"clarifying_questions":[`, sized(n-len(`{"clarifying_questions":[]}`)), `]}`)
		}},
	} {
		if within, beyond := tc.write(tc.limit), tc.write(tc.limit+1); !bothWays(t, within) || bothWays(t, beyond) {
			t.Errorf("the limit of %d does not hold: %.200s", tc.limit, within)
		}
	}
}

// TestReadResultsStay: what was read of a result is the event's, whatever form the next line has and
// whatever is appended to a list of its neighbour. A reader may go ahead of those who use its events.
func TestReadResultsStay(t *testing.T) {
	lines := []string{
		knownList(2, `{"options":[`, knownFlight, `]}`), knownList(2, `{"options":[`, knownHotel, `]}`), knownList(2, `{"bundles":[`, knownBundle, `]}`),
		knownResult(`{"clarifying_questions":["Which?"],"trip_intent":{"origin":"JFK"}}`), knownResult(`{"trip_intent":{"origin":null}}`),
	}
	for i := range lines {
		lines = append(lines, strings.Replace(lines[i], `"at":`, `"at": `, 1)) // read by the decoder
	}
	others := strings.NewReplacer(`"FCO"`, `"OPO"`, `"H"`, `"I"`, `"b"`, `"c"`, `"t"`, `"v"`)
	for _, line := range lines {
		for _, next := range lines {
			next = others.Replace(next)
			var r EventReader
			one := readResult(t, &r, line)
			oneText := showResult(one)
			if err := r.Decode(knownLine(`{}`, "INTENT_READY"), new(Event)); err != nil {
				t.Fatal(err)
			}
			two := readResult(t, &r, next)
			if got := showResult(one); got != oneText {
				t.Errorf("%s\nis written over, by %.300s:\n%s", oneText, next, got)
			}
			twoText := showResult(two)
			appendToResult(one)
			if one, two := showResult(one), showResult(two); one != oneText || two != twoText {
				t.Errorf("appending to a list of %.300s changes it or %.300s", line, next)
			}
		}
	}
}

func readResult(t *testing.T, r *EventReader, line string) Result {
	t.Helper()
	var ev Event
	if err := r.Decode(line, &ev); err != nil {
		t.Fatal(err)
	}
	return ev.Data.(ToolResult).Value
}

func showResult(r Result) string { return fmt.Sprintf("%+v", r) }

// appendToResult appends to every list of a result.
func appendToResult(r Result) {
	switch r := r.(type) {
	case *FlightResult:
		for i := range r.Options {
			_ = append(r.Options[i].Segments, FlightLeg{})
		}
		_ = append(r.Options, FlightOption{})
	case *HotelResult:
		_ = append(r.Options, HotelOption{})
	case *BundleResult:
		for i := range r.Bundles {
			b := &r.Bundles[i]
			_, _, _ = append(b.FlightOptionIDs, ""), append(b.HotelOptionIDs, ""), append(b.Tradeoffs, "")
		}
		_ = append(r.Bundles, Bundle{})
	case *Extraction:
		_, _ = append(r.ClarifyingQuestions, ""), append(r.MissingRequiredFields, "")
	}
}

// sized returns texts of n bytes together, quotes and commas included.
func sized(n int) string {
	const each = 32 << 10
	var b strings.Builder
	for n > 2*each {
		fmt.Fprintf(&b, `"%s",`, strings.Repeat("x", each-3))
		n -= each
	}
	return b.String() + `"` + strings.Repeat("x", n-2) + `"`
}

func FuzzKnownLine(f *testing.F) {
	f.Add(knownText(3))
	f.Add(knownLine("{\"text\":\"São Paulo\xff\"}", "USER_MESSAGE"))
	for _, result := range []string{
		`{"options":[` + knownFlight + `,` + knownFlight + `]}`, `{"options":[` + knownHotel + `]}`, `{"bundles":[` + knownBundle + `]}`,
		`{"clarifying_questions":[],"trip_intent":{"destination":{"code":"LIS"},"origin":"JFK","travelers":{"adults":2}}}`,
	} {
		f.Add(knownResult(result))
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) <= MaxLineBytes {
			bothWays(t, line)
		}
	})
}
