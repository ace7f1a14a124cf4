package reducer_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// A result that nobody applied, because it cannot be read, is an error and no broken invariant. One that is
// ignored is not read.
func TestResultsThatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		tool   string
		result trip.Raw
	}{
		{trip.ToolFollowup, `{"message":" "}`},
		{trip.ToolPurchase, `{"confirmation":null}`},
		{trip.ToolAssistantStep, `{"text":5}`},
	} {
		in := trip.NewIntent()
		ev := trip.Event{At: 1, Data: trip.ToolResult{CallID: "c1", ToolName: c.tool, Result: c.result}}
		d, err := reducer.Reduce(trip.DefaultPolicy(), catalog.Default(), in, ev)
		if err != nil || d.Ignored != trip.NotOutstanding {
			t.Errorf("%s that nobody asked for: %q, %v", c.tool, d.Ignored, err)
		}
		in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: c.tool}}
		var malformed *trip.MalformedError
		d, err = reducer.Reduce(trip.DefaultPolicy(), catalog.Default(), in, ev)
		if !errors.Is(err, reducer.ErrMalformed) || !errors.As(err, &malformed) || len(d.Rules) > 0 {
			t.Errorf("%s: %v", c.tool, err)
		}
	}
}
