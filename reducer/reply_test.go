package reducer_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// A result that nobody has read is an error and no broken invariant. One that is ignored is not looked at.
func TestResultsThatNobodyHasRead(t *testing.T) {
	for _, tool := range []string{trip.ToolFollowup, trip.ToolPurchase, trip.ToolAssistantStep, trip.ToolSearchPlaces} {
		in := trip.NewIntent()
		ev := trip.Event{At: 1, Data: trip.ToolResult{CallID: "c1", ToolName: tool, Result: `{}`}}
		d, err := reducer.Reduce(trip.DefaultPolicy(), catalog.Default(), in, ev)
		if err != nil || d.Ignored != trip.NotOutstanding {
			t.Errorf("%s that nobody asked for: %q, %v", tool, d.Ignored, err)
		}
		in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: tool}}
		d, err = reducer.Reduce(trip.DefaultPolicy(), catalog.Default(), in, ev)
		if !errors.Is(err, reducer.ErrMalformed) || len(d.Rules) > 0 {
			t.Errorf("%s: %v", tool, err)
		}
	}
}
