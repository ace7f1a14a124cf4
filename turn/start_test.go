package turn_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// startFrom starts a trip from a snapshot.
func startFrom(t *testing.T, intent string) (trip.Intent, error) {
	t.Helper()
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","intent":` + intent + `}`)
	if err != nil {
		t.Fatalf("%s: %v", intent, err)
	}
	return turn.Start(turn.Default(), h)
}

// TestContradictions: bookkeeping that no turn can have is refused, with the field that says so; what one can have is
// not.
func TestContradictions(t *testing.T) {
	calls := func(status, list string) string {
		return fmt.Sprintf(`{"status":{"state":%q},"turn":{"number":1,"ordinal":3,"outstanding":[%s]}}`, status, list)
	}
	steps := func(plan, step int) string {
		return fmt.Sprintf(`{"status":{"state":"working"},"turn":{"number":1,"ordinal":3,"outstanding":[{"call_id":"c","name":"retrieve_docs"}],
			"assist":{"active":true,"plan":{"next":%d,"steps":[{"id":"a","tool":"retrieve_docs","args":{}},{"id":"b","tool":"retrieve_docs","args":{}}]},
			"round":[{"call_id":"c","name":"retrieve_docs","step":%d}]}}}`, plan, step)
	}
	const flights, two = "quoting_flights", `{"call_id":"c","name":%q},{"call_id":%q,"name":%q}`
	for snapshot, want := range map[string]string{
		calls(flights, fmt.Sprintf(two, "taxi", "c", "bus")):                                                       "bus stands there twice",
		calls(flights, fmt.Sprintf(two, "taxi", "d", "taxi")):                                                      "",
		calls(flights, fmt.Sprintf(two, "flight_quote_search", "d", "flight_quote_search")):                        "",
		calls(flights, fmt.Sprintf(two, "flight_quote_search", "c", "flight_quote_search")):                        "stands there twice",
		calls("quoting_hotels", fmt.Sprintf(two, "hotel_quote_search", "d", "hotel_quote_search")):                 "",
		calls("ranking_bundles", fmt.Sprintf(two, "trip_option_ranker", "d", "trip_option_ranker")):                "stands there twice",
		calls("ranking_bundles", `{"call_id":"c","name":"trip_requirements_extract"}`):                             "cannot be outstanding in status",
		calls(flights, fmt.Sprintf(`{"call_id":"c","name":"flight_quote_search","index":%d}`, trip.MaxSegments-1)): "",
		calls(flights, fmt.Sprintf(`{"call_id":"c","name":"flight_quote_search","index":%d}`, trip.MaxSegments)):   "for leg or stay",
		`{"turn":{"number":1,"ordinal":161}}`:                                                                      "turn.ordinal",
		`{"turn":{"number":1,"ordinal":160}}`:                                                                      "",
		`{"request":{"timezone":"Europe/Atlantis"}}`:                                                               "request.timezone",
		steps(1, 2): "",
		steps(0, 0): "",
		steps(2, 2): "turn.assist.plan.next",
		steps(1, 3): "turn.assist.round[0].step",
	} {
		switch _, err := startFrom(t, snapshot); {
		case want == "" && err != nil:
			t.Errorf("%s is refused: %v", snapshot, err)
		case want != "" && (!errors.Is(err, turn.ErrIntent) || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", snapshot, err, want)
		}
	}
}

// TestTheLastCallOfATurn: a turn may queue its last call; one more than that is an error of the snapshot.
func TestTheLastCallOfATurn(t *testing.T) {
	const asks = `{"trip_intent":{"origin":"JFK"}}` // what is missing is asked for by a call
	fold := func(ordinal int, data trip.EventData) error {
		in, err := startFrom(t, fmt.Sprintf(`{"turn":{"number":1,"ordinal":%d,"outstanding":[{"call_id":"c","name":"trip_requirements_extract"}]}}`, ordinal))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = turn.Step(turn.Default(), in, trip.Event{At: 1_772_355_600_000_000_000, Data: data})
		return err
	}
	for _, tc := range []struct {
		ordinal int
		data    trip.EventData
		want    error
	}{
		{160, trip.ToolError{CallID: "c", ToolName: trip.ToolExtract, Error: "no"}, nil},
		{159, trip.ToolResult{CallID: "c", ToolName: trip.ToolExtract, Result: asks}, nil},
		{160, trip.ToolResult{CallID: "c", ToolName: trip.ToolExtract, Result: asks}, turn.ErrIntent},
	} {
		if err := fold(tc.ordinal, tc.data); !errors.Is(err, tc.want) {
			t.Errorf("%s after call %d: %v, want %v", tc.data.Type(), tc.ordinal, err, tc.want)
		}
	}
}

// TestSnapshotOfTheFuture: the clock of the system that wrote a snapshot may have been ahead. Only events of the log
// keep an order.
func TestSnapshotOfTheFuture(t *testing.T) {
	in, err := startFrom(t, `{"updated_at":"2030-01-01T00:00:00Z"}`)
	if err != nil {
		t.Fatal(err)
	}
	first := trip.Event{At: 1_772_355_600_000_000_000, Data: trip.IntentReady{}}
	in, _, err = turn.Step(turn.Default(), in, first)
	if err != nil {
		t.Fatalf("the first event is refused: %v", err)
	}
	if _, _, err = turn.Step(turn.Default(), in, first); err != nil {
		t.Errorf("an event at the time of the one before is refused: %v", err)
	}
	first.At--
	if _, _, err := turn.Step(turn.Default(), in, first); !errors.Is(err, turn.ErrTime) {
		t.Errorf("an event before the one before: %v, want ErrTime", err)
	}
}

// TestAdoptedQuotes: quotes of a snapshot count as searched, but for lists that are not there and for stays that the
// plan does not have.
func TestAdoptedQuotes(t *testing.T) {
	const offer = `[[{"hotel_name":"A","option_id":"h1","total_price":{"amount":"1","currency":"USD"}}]]`
	in, err := startFrom(t, `{"itinerary":{"lodging":{"needed":true,"stays":[{"location_code":"LIS"},{"location_code":"OPO"}]},
		"segments":[{"origin":"JFK","destination":"LIS","depart_date":"2026-05-04"},{"origin":"LIS","destination":"JFK","depart_date":"2026-05-09"}]},
		"working_memory":{"hotel_quotes_by_stay":[null,`+offer+`,`+offer+`],"flight_quotes_by_segment":[null,[]]}}`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true} {
		if got := in.Turn.FlightMarks[i] != (trip.QuoteMark{}); got != want {
			t.Errorf("leg %d counts as searched: %v, want %v", i, got, want)
		}
	}
	for j, want := range []bool{false, true, false} {
		if got := in.Turn.HotelMarks[j] != (trip.QuoteMark{}); got != want {
			t.Errorf("stay %d counts as searched: %v, want %v", j, got, want)
		}
	}
}

// TestAdoptedList: what was listed is what this engine would have listed, whatever the snapshot says.
func TestAdoptedList(t *testing.T) {
	in, err := startFrom(t, `{"turn":{"shown":["old"]},"working_memory":{"ranked_bundles":[{"bundle_id":"b1"},{"bundle_id":"b2"}]}}`)
	if err != nil || strings.Join(in.Turn.Shown, " ") != "b1 b2" {
		t.Errorf("listed are %q, %v", in.Turn.Shown, err)
	}
}

// TestAdoptedDays moves the flights: a stay whose days were those of the flights moves with them.
func TestAdoptedDays(t *testing.T) {
	for _, tc := range []struct {
		days    string
		in, out bool
	}{
		{`"check_in":"2026-05-04","check_out":"2026-05-09"`, true, true},
		{`"check_in":"2026-05-05","check_out":"2026-05-08"`, false, false},
		{`"check_out":"2026-05-09"`, false, true},
		{`"check_in":"2026-05-04"`, true, false},
	} {
		in, err := startFrom(t, `{"itinerary":{"lodging":{"needed":true,`+tc.days+`},
			"segments":[{"depart_date":"2026-05-04"},{"depart_date":"2026-05-09"}]}}`)
		if err != nil || in.Turn.SeededCheckIn != tc.in || in.Turn.SeededCheckOut != tc.out {
			t.Errorf("%s: %v and %v, want %v and %v, %v", tc.days, in.Turn.SeededCheckIn, in.Turn.SeededCheckOut, tc.in, tc.out, err)
		}
	}
}

// TestAdoptedAsk: nobody was asked anything by this engine.
func TestAdoptedAsk(t *testing.T) {
	in, err := startFrom(t, `{"status":{"ask":{"id":"old","kind":"confirm","text":"Sure?","choices":[]}},"turn":{"shown_ask":"old"}}`)
	if err != nil || in.Status.Ask != nil || in.Turn.ShownAsk != "" {
		t.Errorf("the ask is %+v, shown was %q, %v", in.Status.Ask, in.Turn.ShownAsk, err)
	}
}

// TestAdoptedSelection: what is selected of a bundle is the bundle's, unless the snapshot says what it was.
func TestAdoptedSelection(t *testing.T) {
	for selected, want := range map[string]string{
		`{"bundle_id":"b1"}`: "[f1] [h1]",
		`{"bundle_id":"b1","flight_option_ids":["f2"],"hotel_option_ids":["h2"]}`: "[f2] [h2]",
		`{"bundle_id":"b1","flight_option_ids":["f2"]}`:                           "[f2] []",
		`{"bundle_id":"b2"}`: "[] []",
	} {
		in, err := startFrom(t, `{"working_memory":{"selected":`+selected+`,
			"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"]}]}}`)
		got := in.WorkingMemory.Selected
		if s := fmt.Sprint(got.FlightOptionIDs, got.HotelOptionIDs); err != nil || s != want {
			t.Errorf("%s: %s, want %s, %v", selected, s, want, err)
		}
	}
}
