package turn_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestRecordedCallsAreGoneOnWith takes the calls that one random trip has out for those that were recorded of another
// one, which is as far apart as two engines can be: each result is applied, and the turn ends.
func TestRecordedCallsAreGoneOnWith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, _, recorded, unknown := randomTrip(t)
		cfg, folded, _, _ := randomTrip(t)
		before := string(folded.AppendJSON(nil))
		in, err := turn.WithRecordedCalls(cfg, folded, recorded, unknown)
		if err != nil {
			t.Fatal(err)
		}
		if string(folded.AppendJSON(nil)) != before {
			t.Fatal("the intent of the fold was modified")
		}
		if got, want := callIDs(in.Turn.Outstanding), ids(recorded); !slices.Equal(got, want) {
			t.Fatalf("outstanding are %q, want %q", got, want)
		}
		if got, want := callIDs(in.Turn.Unknown), ids(unknown); !slices.Equal(got, want) {
			t.Fatalf("in doubt are %q, want %q", got, want)
		}
		for range 1000 {
			if len(in.Turn.Outstanding) == 0 {
				return
			}
			p := in.Turn.Outstanding[0]
			var data trip.EventData = trip.ToolResult{CallID: p.CallID, ToolName: p.Name, Result: trip.Raw(result(t, p.Name))}
			if rapid.IntRange(0, 5).Draw(t, "fails") == 0 {
				data = trip.ToolError{CallID: p.CallID, ToolName: p.Name, Error: "no", Code: rapid.SampledFrom(codes).Draw(t, "code")}
			}
			next, d, err := turn.Step(cfg, in, trip.Event{At: in.LastAt() + 1, Data: data})
			if err != nil || d.Ignored != "" {
				t.Fatalf("%s of %s: %q, %v", data.Type(), p.Name, d.Ignored, err)
			}
			in = next
		}
		t.Fatal("the turn does not end")
	})
}

// TestRecordedCallsOfTheFoldItself: where the recorded calls are those of the fold, nothing changes.
func TestRecordedCallsOfTheFoldItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg, folded, recorded, unknown := randomTrip(t)
		in, err := turn.WithRecordedCalls(cfg, folded, recorded, unknown)
		if err != nil {
			t.Fatal(err)
		}
		if len(recorded) == 0 { // a round that was given up is of no use any more
			in.Turn.Assist.Round, folded.Turn.Assist.Round = nil, nil
		}
		if got, want := string(in.AppendJSON(nil)), string(folded.AppendJSON(nil)); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// TestACallUnderAKeyMayHaveBeenMade: another version recorded calls of tools that this catalog does not have. One that
// has a key is a write: when it fails without an answer nobody knows whether it was made. One without is a read.
func TestACallUnderAKeyMayHaveBeenMade(t *testing.T) {
	cfg := turn.Default()
	for key, want := range map[string]trip.Class{"": trip.ClassTimeout, "k1": trip.ClassOutcomeUnknown} {
		in, err := turn.Start(cfg, trip.Header{TripID: "t1"})
		if err != nil {
			t.Fatal(err)
		}
		in, err = turn.WithRecordedCalls(cfg, in, []trip.Recorded{{CallID: "c1", Name: "charter_boat", Key: key, Arguments: "{}"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, d, err := turn.Step(cfg, in, trip.Event{
			At: in.LastAt() + 1, Data: trip.ToolError{CallID: "c1", ToolName: "charter_boat", Error: "no", Code: "timeout"},
		})
		if err != nil || d.Ignored != "" || d.Outcome != want {
			t.Errorf("key %q: outcome %q, want %q; ignored %q, %v", key, d.Outcome, want, d.Ignored, err)
		}
	}
}

// TestArgumentsOfARecordedCall: what the bookkeeping of a call says is that of the arguments that were recorded.
func TestArgumentsOfARecordedCall(t *testing.T) {
	cfg := turn.Default()
	for tool, c := range map[string]struct {
		args trip.Raw
		want trip.Pending
	}{
		trip.ToolFlightSearch: {`{"segment_index":2}`, trip.Pending{Index: 2}},
		trip.ToolHotelSearch:  {`{"stay_index":1}`, trip.Pending{Index: 1}},
		trip.ToolHold:         {`{"items":[{"option_id":"f1"},{"option_id":"h1"}]}`, trip.Pending{Items: []string{"f1", "h1"}}},
		trip.ToolRelease:      {`{"hold_ids":["H1"]}`, trip.Pending{Items: []string{"H1"}}},
		trip.ToolPurchase:     {`{"hold_ids":["H2"]}`, trip.Pending{Items: []string{"H2"}}},
	} {
		in, err := turn.Start(cfg, trip.Header{TripID: "t1"})
		if err != nil {
			t.Fatal(err)
		}
		in, err = turn.WithRecordedCalls(cfg, in, []trip.Recorded{{CallID: "c1", Name: tool, Arguments: c.args}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := in.Turn.Outstanding[0]
		if got.Index != c.want.Index || !slices.Equal(got.Items, c.want.Items) {
			t.Errorf("%s: index %d, items %q", tool, got.Index, got.Items)
		}
	}
}

// TestNoLaterCallHasTheIDOfARecordedOne: another version had come further in the turn than this one folds. A result of
// its last call would else settle a call that is made after it.
func TestNoLaterCallHasTheIDOfARecordedOne(t *testing.T) {
	cfg := turn.Default()
	in, err := turn.Start(cfg, trip.Header{TripID: "t1"})
	if err != nil {
		t.Fatal(err)
	}
	in, _, err = turn.Step(cfg, in, trip.Event{At: in.LastAt() + 1, Data: trip.UserMessage{Text: "hello"}})
	if err != nil {
		t.Fatal(err)
	}
	recorded := trip.Recorded{CallID: calls.ID("t1", 1, 2), Name: trip.ToolExtract, Arguments: "{}"}
	in, err = turn.WithRecordedCalls(cfg, in, []trip.Recorded{recorded}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, d, err := turn.Step(cfg, in, trip.Event{At: in.LastAt() + 1, Data: trip.ToolResult{
		CallID: recorded.CallID, ToolName: recorded.Name, Result: `{"trip_intent":{"destination":"LIS"}}`,
	}})
	if err != nil || len(d.ToolCalls) != 1 || d.ToolCalls[0].CallID == recorded.CallID {
		t.Errorf("queued after %s: %+v; ignored %q, %v", recorded.CallID, d.ToolCalls, d.Ignored, err)
	}
}

// TestATurnThatIsNotUnderstoodIsCounted: an event of another version opened it. The ids of its calls are made of its
// number, which is that of the log.
func TestATurnThatIsNotUnderstoodIsCounted(t *testing.T) {
	in, err := turn.Start(turn.Default(), trip.Header{TripID: "t1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := turn.Pass(in, trip.Event{Turn: 3, At: in.LastAt() + 1}).Turn.Number; got != 3 {
		t.Errorf("turn %d, want 3", got)
	}
}

// TestTooManyWritesInDoubt: one more write of unknown outcome than are kept gives up the oldest, but rather one of an
// embedder's than what may be held or bought.
func TestTooManyWritesInDoubt(t *testing.T) {
	cfg := turn.Default()
	doubts := func(names ...string) []trip.Recorded {
		var list []trip.Recorded
		for i := range trip.MaxUnknown {
			name := names[min(i, len(names)-1)]
			list = append(list, trip.Recorded{CallID: fmt.Sprintf("u%d", i), Name: name, Key: fmt.Sprintf("k%d", i)})
		}
		return list
	}
	for _, c := range []struct {
		unknown []trip.Recorded
		gone    string
	}{
		{doubts(trip.ToolHold, trip.ToolPurchase, "charter_boat"), "u2"},
		{doubts(trip.ToolPurchase, trip.ToolHold, trip.ToolRelease, "charter_boat"), "u2"},
		{doubts(trip.ToolHold), "u0"},
	} {
		in, err := turn.Start(cfg, trip.Header{TripID: "t1"})
		if err != nil {
			t.Fatal(err)
		}
		in, err = turn.WithRecordedCalls(cfg, in, []trip.Recorded{{CallID: "new", Name: "charter_boat", Key: "k", Arguments: "{}"}}, c.unknown)
		if err != nil {
			t.Fatal(err)
		}
		in, _, err = turn.Step(cfg, in, trip.Event{
			At: in.LastAt() + 1, Data: trip.ToolError{CallID: "new", ToolName: "charter_boat", Error: "no", Code: "timeout"},
		})
		want := append(slices.DeleteFunc(ids(c.unknown), func(id string) bool { return id == c.gone }), "new")
		if got := callIDs(in.Turn.Unknown); err != nil || !slices.Equal(got, want) {
			t.Errorf("in doubt are %q, want %q; %v", got, want, err)
		}
	}
}

// randomTrip folds some events and returns what a store keeps of the open calls then.
func randomTrip(t *rapid.T) (cfg turn.Config, in trip.Intent, recorded, unknown []trip.Recorded) {
	cfg, in = start(t)
	arguments := map[string]trip.Raw{}
	for range rapid.IntRange(1, 12).Draw(t, "events") {
		next, d, err := turn.Step(cfg, in, event(t, &in))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.ToolCalls {
			arguments[c.CallID] = trip.Raw(trip.AppendArguments(nil, c.Arguments))
		}
		in = next
	}
	for _, p := range in.Turn.Outstanding {
		recorded = append(recorded, trip.Recorded{CallID: p.CallID, Name: p.Name, Key: p.Key, Arguments: arguments[p.CallID]})
	}
	for _, p := range in.Turn.Unknown {
		unknown = append(unknown, trip.Recorded{CallID: p.CallID, Name: p.Name, Key: p.Key})
	}
	return cfg, in, recorded, unknown
}

func callIDs(list []trip.Pending) (ids []string) {
	for _, p := range list {
		ids = append(ids, p.CallID)
	}
	return ids
}

func ids(list []trip.Recorded) (ids []string) {
	for _, r := range list {
		ids = append(ids, r.CallID)
	}
	return ids
}
