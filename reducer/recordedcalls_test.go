package reducer

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
)

const webSearch = "web_search"

// folded is a trip whose assistant has a call that is settled, s1, and one that is out, o1.
func folded() trip.Intent {
	in := trip.NewIntent()
	in.TripID, in.Turn.Number, in.Status.Node = "t1", 1, trip.AssistWorking
	in.Turn.Outstanding = []trip.Pending{{CallID: "o1", Name: webSearch, Mark: "m1"}}
	in.Turn.Assist = trip.Assist{
		Active: true,
		Plan:   &trip.Plan{Steps: []trip.PlanStep{{ID: "a", Tool: webSearch}}},
		Round: []trip.RoundCall{
			{CallID: "s1", Name: webSearch, Class: trip.ClassOK},
			{CallID: "o1", Name: webSearch, Step: 1},
		},
	}
	return in
}

// The calls of a round that was recorded are those of the fold that are settled or out as it was recorded, and those
// that a model proposed elsewhere. With one of these the plan of the fold runs no more.
func TestRecordedCallsOfARound(t *testing.T) {
	t.Parallel()
	out := func(id, name string) trip.Recorded {
		return trip.Recorded{CallID: id, Name: name, Arguments: `{"query":"fees"}`}
	}
	for name, c := range map[string]struct {
		recorded []trip.Recorded
		round    []string
		plans    bool
	}{
		"the fold's own":          {[]trip.Recorded{out("o1", webSearch)}, []string{"s1", "o1"}, true},
		"none":                    {nil, []string{"s1"}, true},
		"one more":                {[]trip.Recorded{out("o1", webSearch), out("n1", webSearch)}, []string{"s1", "o1", "n1"}, false},
		"another one":             {[]trip.Recorded{out("n1", webSearch)}, []string{"s1", "n1"}, false},
		"of the same id":          {[]trip.Recorded{out("o1", "scrape_web_content")}, []string{"s1", "o1"}, false},
		"a settled one":           {[]trip.Recorded{out("s1", webSearch)}, []string{"s1"}, false},
		"one of no model":         {[]trip.Recorded{out("n1", trip.ToolFlightSearch)}, []string{"s1"}, true},
		"one that nobody has any": {[]trip.Recorded{out("n1", "charter_boat")}, []string{"s1"}, true},
	} {
		in := WithRecordedCalls(catalog.Default(), folded(), c.recorded, nil)
		var round []string
		for _, r := range in.Turn.Assist.Round {
			round = append(round, r.CallID)
			if r.CallID == "s1" && len(c.recorded) > 0 && c.recorded[0].CallID == "s1" && r.Class != "" {
				t.Errorf("%s: a call that is out is settled", name)
			}
			if r.CallID == "n1" && (r.Arguments != c.recorded[len(c.recorded)-1].Arguments || r.Print == "") {
				t.Errorf("%s: the new call is %+v", name, r)
			}
		}
		if !slices.Equal(round, c.round) || (in.Turn.Assist.Plan != nil) != c.plans {
			t.Errorf("%s: the round is %q, want %q; has a plan: %t", name, round, c.round, in.Turn.Assist.Plan != nil)
		}
	}
}

// A trip stands where its recorded calls may be out: where it was, else in the first status of all of them, and where
// there is none the turn has failed.
func TestRecordedCallsAndTheStatus(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from   trip.Status
		failed bool
		calls  []string
		want   trip.Status
		fails  bool
	}{
		"none":               {trip.AssistWorking, false, nil, trip.AssistWorking, false},
		"a model's":          {trip.ReadyToQuote, false, []string{webSearch}, trip.AssistWorking, false},
		"a search":           {trip.AssistWorking, false, []string{trip.ToolFlightSearch}, trip.QuotingFlights, false},
		"where it was":       {trip.PlacingHolds, false, []string{trip.ToolHold}, trip.PlacingHolds, false},
		"no common status":   {trip.ReadyToQuote, false, []string{trip.ToolPurchase, webSearch}, trip.ErrorRetryable, true},
		"failed as it is":    {trip.ErrorRetryable, true, []string{trip.ToolFlightSearch}, trip.ErrorRetryable, true},
		"a tool of no table": {trip.ReadyToQuote, false, []string{"charter_boat"}, trip.ReadyToQuote, false},
	} {
		in := trip.NewIntent()
		in.TripID, in.Status.Node, in.Turn.Failed = "t1", c.from, c.failed
		in.Turn.Assist.Active = c.from == trip.AssistWorking
		var recorded []trip.Recorded
		for _, tool := range c.calls {
			recorded = append(recorded, trip.Recorded{CallID: tool, Name: tool, Arguments: "{}"})
		}
		in = WithRecordedCalls(catalog.Default(), in, recorded, nil)
		if in.Status.Node != c.want || in.Turn.Failed != c.fails {
			t.Errorf("%s: %v, failed is %t", name, in.Status.Node, in.Turn.Failed)
		}
		if active := in.Turn.Assist.Active; !c.fails && active != (c.want == trip.AssistWorking) {
			t.Errorf("%s: the assistant is active: %t", name, active)
		}
	}
}

// A call that the fold has keeps what is noted of it, under the key and for the arguments that were recorded. No later
// call gets the id of one that was recorded.
func TestRecordedCallsLeaveNotes(t *testing.T) {
	t.Parallel()
	in := folded()
	in.Turn.Outstanding = append(in.Turn.Outstanding, trip.Pending{
		CallID: "h1", Name: trip.ToolHold, Items: []string{"old"}, Write: true,
	})
	third := calls.ID("t1", 1, 3)
	got := WithRecordedCalls(catalog.Default(), in, []trip.Recorded{
		{CallID: "o1", Name: webSearch, Key: "k1", Arguments: `{"items":[{"option_id":"f1"}]}`},
		{CallID: "h1", Name: trip.ToolHold, Key: "k2", Arguments: `{"items":[{"option_id":"f1"}]}`},
		{CallID: third, Name: trip.ToolHold, Arguments: `{"items":"none"}`},
	}, nil)
	o, h, n := got.Turn.Outstanding[0], got.Turn.Outstanding[1], got.Turn.Outstanding[2]
	if o.Mark != "m1" || o.Key != "k1" || o.Items != nil {
		t.Errorf("a model's call is %+v", o)
	}
	if h.Key != "k2" || !slices.Equal(h.Items, []string{"f1"}) {
		t.Errorf("a hold is %+v", h)
	}
	if !n.Write || n.Items != nil || got.Turn.Ordinal != 3 {
		t.Errorf("a call of arguments that cannot be read is %+v, and the last of the turn the %d", n, got.Turn.Ordinal)
	}
}

// An unknown event that opens a turn ends the one before, with its calls and its plan.
func TestOpen(t *testing.T) {
	t.Parallel()
	in := folded()
	in.Turn.Failed = true
	got := Open(in, 7)
	if got.Turn.Number != 7 || got.Turn.Failed || len(got.Turn.Outstanding) > 0 || got.Turn.Assist.Plan != nil {
		t.Errorf("the turn is %+v", got.Turn)
	}
}
