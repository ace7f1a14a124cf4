package extract_test

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// FuzzExtract says two messages to a trip, then has both read at once: no text makes the extractor fail, its result
// fits the tool's schema and can be applied, and the same arguments give the same bytes.
func FuzzExtract(f *testing.F) {
	for _, p := range phrases {
		f.Add(p.message, "and a hotel there from the 8th")
	}
	f.Add("Oslo to Rome on 1 June, back on 4 or a week later", "back on the 3rd or 2 weeks later")
	f.Add("\x00\xff\xfe", "31/02/99999999999999999999")
	f.Add("a week from Friday the 31st of 2 in March -", "'s,.-–>→ @.com +1(")
	f.Fuzz(func(t *testing.T, message, second string) {
		in := newIntent(t)
		for _, m := range []string{message, second} {
			if len(m) > trip.MaxMessageBytes {
				t.Skip()
			}
			args := trip.AppendArguments(nil, trip.ExtractArguments{UserMessage: m, Now: in.UpdatedAt, Current: &in, LodgingUnsaid: trip.LodgingSearch})
			_, raw := say(t, in, m)
			if err := catalog.Default().CheckResult(trip.ToolExtract, trip.Raw(raw)); err != nil {
				t.Fatalf("%q: %v\n%s", m, err, raw)
			}
			again, err := extract.New().Run(context.Background(), tools.Request{Arguments: args})
			if err != nil || string(again) != string(raw) {
				t.Fatalf("%q: %s, then %s (%v)", m, raw, again, err)
			}
			in.Turn.Outstanding = []trip.Pending{{CallID: "c", Name: trip.ToolExtract}}
			value, err := trip.ReadResult(trip.ToolExtract, trip.Raw(raw))
			if err != nil {
				t.Fatalf("read: %v\n%s", err, raw)
			}
			next, _, err := applier.Apply(catalog.Default(), in, trip.ToolResult{CallID: "c", ToolName: trip.ToolExtract, Value: value})
			if err != nil {
				t.Fatalf("%q: %v\n%s", m, err, raw)
			}
			in = next
		}
		in.Turn.Outstanding, in.Turn.Unread = nil, []string{message, second}
		_, raw := say(t, in, message)
		if err := catalog.Default().CheckResult(trip.ToolExtract, trip.Raw(raw)); err != nil {
			t.Fatalf("%q and %q unread: %v\n%s", message, second, err, raw)
		}
		merge(t, in, raw)
	})
}

// FuzzArguments gives the handler any bytes: it answers with a result or with a typed error.
func FuzzArguments(f *testing.F) {
	for _, s := range badArguments {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"user_message":"try again","context":{"timezone":"UTC","now":"2026-03-04T09:00:00Z",` +
		`"current_intent":{},"unread_messages":["to Rome on the 8th","then to Oslo"]}}`))
	f.Add([]byte(`{"user_message":"to Rome on the 8th","context":{"timezone":"UTC","now":"2026-03-04T09:00:00Z",` +
		`"current_intent":{"itinerary":{"segments":[{"depart_date":"x"}],"lodging":{"stays":[{}]}}}}}`))
	f.Fuzz(func(t *testing.T, args []byte) {
		raw, err := extract.New().Run(context.Background(), tools.Request{Arguments: args})
		if err == nil {
			if !json.Valid(raw) {
				t.Fatalf("not JSON: %s", raw)
			}
			return
		}
		if failure, ok := errors.AsType[*tools.Error](err); !ok || failure.Class != trip.ClassInvalidArguments {
			t.Fatalf("error %v", err)
		}
	})
}

// badArguments are not of the tool's shape.
var badArguments = []string{
	``, `null`, `[]`, `{}`, `{"user_message":"hi"}`, `{"user_message":7,"context":{}}`,
	`{"user_message":"hi","context":{"timezone":"UTC","now":"yesterday","current_intent":{}}}`,
	`{"user_message":"hi","context":{"timezone":"Mars/Olympus","now":"2026-03-04T09:00:00Z","current_intent":{}}}`,
	`{"user_message":"hi","context":{"timezone":"../../etc/passwd","now":"2026-03-04T09:00:00Z","current_intent":{}}}`,
	`{"user_message":"hi","context":{"timezone":"UTC","now":"2026-03-04T09:00:00Z","current_intent":[]}}`,
	`{"user_message":"hi","context":{"timezone":"UTC","now":"2026-03-04T09:00:00Z","current_intent":{"party":7}}}`,
}

func TestBadArguments(t *testing.T) {
	t.Parallel()
	for _, args := range badArguments {
		_, err := extract.New().Run(context.Background(), tools.Request{Arguments: []byte(args)})
		if failure, ok := errors.AsType[*tools.Error](err); !ok || failure.Class != trip.ClassInvalidArguments {
			t.Errorf("%s: error %v, want class invalid_arguments", args, err)
		}
	}
}

// TestTodayIsTheTravellersDay reads "today" in the zone of the trip, not in UTC.
func TestTodayIsTheTravellersDay(t *testing.T) {
	t.Parallel()
	args := `{"user_message":"leaving today","context":{"timezone":"America/Los_Angeles","now":"2026-03-04T02:00:00Z","current_intent":{}}}`
	res, err := extract.Extract([]byte(args))
	if err != nil {
		t.Fatal(err)
	}
	if got := flat(t, res); got != "dates.departure_date=2026-03-03 lodging.needed=false" {
		t.Errorf("got %s", got)
	}
}

// TestDaysBehindTheFirst: in the days in which the way out of this year is over and the way back is not, both are of the
// next one. A way back that is months before the way out is a slip, and asked about.
func TestDaysBehindTheFirst(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"Boston to Lisbon on June 3, back June 10":                                          "2027-06-10",
		"leaving 3 June and coming home 9 June":                                             "2027-06-09",
		"A hotel in Lisbon, check in June 3, check out June 10":                             "check_out=2027-06-10",
		"Berlin to Rome on June 3, Rome to Athens on June 7, Athens to Berlin on June 10":   "2027-06-10",
		"From Berlin to Rome on June 3, then Rome to Athens June 7, then to Berlin June 10": "2027-06-10",
		"Boston to Lisbon on December 28, back January 4":                                   "2027-01-04",
		"Boston to Lisbon on July 20, back July 10":                                         "2026-07-10",
	} {
		res, err := extract.Extract([]byte(`{"user_message":` + strconv.Quote(said) + `,"context":{"now":"2026-06-06T12:00:00Z","current_intent":{}}}`))
		if text := flat(t, res); err != nil || !strings.Contains(text, want) || strings.Contains(text, "2026-06") {
			t.Errorf("%s: %v, %s, want %s", said, err, text, want)
		}
	}
}

// TestHomeAirport takes the home airport as the start of a trip, until another is named.
func TestHomeAirport(t *testing.T) {
	t.Parallel()
	args := `{"user_message":"a flight to Rome","context":{"timezone":"UTC","now":"2026-03-04T09:00:00Z","home_airport_code":"BOS","current_intent":{}}}`
	res, err := extract.Extract([]byte(args))
	if err != nil {
		t.Fatal(err)
	}
	if got := flat(t, res); got != "destination.code=FCO inferred[0]=origin lodging.needed=false origin.code=BOS" {
		t.Errorf("got %s", got)
	}
	later := extractFrom(t, "from Denver",
		`{"status":{"assumptions":["The trip starts at the home airport BOS."],"assumption_keys":[{"key":"assume.home",`+
			`"params":{"place":"BOS"}}]},"itinerary":{"segments":[{"origin":{"code":"BOS"}}]}}`)
	if later.Assumptions == nil || len(*later.Assumptions) != 0 {
		t.Errorf("assumptions %v, want none", later.Assumptions)
	}
}
