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
