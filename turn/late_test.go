package turn_test

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// A purchase of unknown outcome is settled while a turn about something else runs.
func TestLateAnswersDuringATurn(t *testing.T) {
	const confirmed = `{"confirmation":{"record_locator":"ABC123","status":"confirmed","tickets":[]}}`
	for name, tc := range map[string]struct {
		data trip.EventData
		open int
	}{
		"a result settles":         {trip.ToolResult{CallID: "c", ToolName: trip.ToolPurchase, Result: confirmed}, 0},
		"a failure settles":        {trip.ToolError{CallID: "c", ToolName: trip.ToolPurchase, Code: "failed", Error: "no"}, 0},
		"a broken result does not": {trip.ToolResult{CallID: "c", ToolName: trip.ToolPurchase, Result: `{"confirmation":7}`}, 1},
		"an unknown outcome too":   {trip.ToolError{CallID: "c", ToolName: trip.ToolPurchase, Code: "outcome_unknown", Error: "?"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			cfg, in := turn.Default(), trip.NewIntent()
			in.TripID = "t1"
			in.Turn.Number = 1
			in.Turn.Unknown = []trip.Pending{{CallID: "c", Name: trip.ToolPurchase, Write: true, Items: []string{"h"}, Needs: in.Needs()}}
			at := trip.Instant(1_800_000_000_000_000_000)
			in, _, err := turn.Step(cfg, in, trip.Event{At: at, Data: trip.UserMessage{Text: "and a hotel"}})
			if err != nil {
				t.Fatal(err)
			}
			out, d, err := turn.Step(cfg, in, trip.Event{At: at, Data: tc.data})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Turn.Unknown) != tc.open || len(out.Turn.Outstanding) != 1 {
				t.Errorf("%d unknown and %d outstanding, want %d and 1", len(out.Turn.Unknown), len(out.Turn.Outstanding), tc.open)
			}
			if tc.open == 1 && d.Outcome != trip.ClassOutcomeUnknown {
				t.Errorf("outcome %q, want outcome_unknown", d.Outcome)
			}
		})
	}
}
