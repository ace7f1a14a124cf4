package turn_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// The hold that was bought may not be lost with the one that cannot be read: the plan says what was asked for.
func TestCheckResultKnowsThePlan(t *testing.T) {
	in := trip.NewIntent()
	in.TripID, in.Turn.Number = "t1", 1
	in.Turn.Outstanding = []trip.Pending{{CallID: "c", Name: trip.ToolHold, Write: true, Needs: in.Needs()}}
	const holds = `{"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held"},{"hold_id":"X",` +
		`"option_id":"x","status":7,"total_price":{"amount":"1","currency":"XXX"}}]}`
	ev := trip.Event{At: 1_772_355_600_000_000_000, Data: trip.ToolResult{CallID: "c", ToolName: trip.ToolHold, Result: holds}}
	if err := turn.CheckResult(turn.Default(), in, ev); err != nil {
		t.Errorf("a result of which a part can be kept: %v", err)
	}
	ev.Data = trip.ToolResult{CallID: "c", ToolName: trip.ToolHold, Result: `{"holds":7}`}
	var malformed *trip.MalformedError
	if err := turn.CheckResult(turn.Default(), in, ev); !errors.As(err, &malformed) || malformed.Field != "holds" {
		t.Errorf("got %v, want the member holds", err)
	}
	ev.Data = trip.ToolResult{CallID: "d", ToolName: trip.ToolHold, Result: `{"holds":7}`}
	if err := turn.CheckResult(turn.Default(), in, ev); err != nil {
		t.Errorf("a result that nobody waits for: %v", err)
	}
}
