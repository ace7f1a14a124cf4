package reducer_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

func reduce(in trip.Intent, ev trip.Event) (trip.Decision, error) {
	d := trip.Decision{Next: in}
	err := new(reducer.Decider).Reduce(new(trip.DefaultPolicy()), catalog.Default(), &ev, new(words.Heard), &d)
	return d, err
}

// A result that nobody has read is an error and no broken invariant. One that is ignored is not looked at.
func TestResultsThatNobodyHasRead(t *testing.T) {
	for _, tool := range []string{trip.ToolFollowup, trip.ToolPurchase, trip.ToolAssistantStep, trip.ToolSearchPlaces} {
		in := trip.NewIntent()
		ev := trip.Event{At: 1, Data: trip.ToolResult{CallID: "c1", ToolName: tool, Result: `{}`}}
		d, err := reduce(in, ev)
		if err != nil || d.Ignored != trip.NotOutstanding {
			t.Errorf("%s that nobody asked for: %q, %v", tool, d.Ignored, err)
		}
		in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: tool}}
		d, err = reduce(in, ev)
		if !errors.Is(err, reducer.ErrMalformed) || len(d.Rules) > 0 {
			t.Errorf("%s: %v", tool, err)
		}
	}
}

// An error that settles one of two unknown outcomes says by which rule.
func TestAnErrorThatSettlesOneOfTwo(t *testing.T) {
	in := trip.NewIntent()
	in.Status.Node = trip.ErrorOutcomeUnknown
	in.Turn.Unknown = []trip.Pending{
		{CallID: "c1", Name: trip.ToolRelease, Write: true}, {CallID: "c2", Name: trip.ToolPurchase, Write: true},
	}
	ev := trip.Event{At: 1, Data: trip.ToolError{CallID: "c1", ToolName: trip.ToolRelease, Code: "failed"}}
	d, err := reduce(in, ev)
	if err != nil || !slices.Contains(d.Rules, "1.5.unknown-error") || d.Status != trip.ErrorOutcomeUnknown {
		t.Errorf("%v decided by %v, %v", d.Status, d.Rules, err)
	}
}
