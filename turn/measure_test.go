package turn

import (
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestMeasureFalls: what an event of a running turn leaves possible must be less than before, else a turn might never
// end. The engine has no such bug that a trip could show, so the check is given the states of one.
func TestMeasureFalls(t *testing.T) {
	const same, less = 3, 4 // of the calls that a turn may queue, how many it has
	open := []trip.Pending{{CallID: "c"}}
	for name, tc := range map[string]struct {
		event       trip.EventType
		outstanding []trip.Pending
		ordinal     int64 // after the event
		outcome     trip.Class
		ignored     trip.Ignored
		want        string
	}{
		"it falls":                         {event: trip.TypeToolResult, outstanding: open, ordinal: less},
		"it stays":                         {event: trip.TypeToolResult, outstanding: open, ordinal: same, want: "panic"},
		"it rises":                         {event: trip.TypeToolError, outstanding: open, ordinal: same - 1, want: "panic"},
		"it stays at a cancellation":       {event: trip.TypeTurnCancelled, outstanding: open, ordinal: same, want: "panic"},
		"as unknown as it was":             {event: trip.TypeToolError, outstanding: open, ordinal: same, outcome: trip.ClassOutcomeUnknown},
		"unknown, and it rises":            {event: trip.TypeToolError, outstanding: open, ordinal: same - 1, outcome: trip.ClassOutcomeUnknown, want: "panic"},
		"known, and it stays":              {event: trip.TypeToolError, outstanding: open, ordinal: same, outcome: trip.ClassFailed, want: "panic"},
		"nothing was out":                  {event: trip.TypeToolResult, ordinal: same},
		"a turn begins":                    {event: trip.TypeUserMessage, outstanding: open, ordinal: 0},
		"the scope changes":                {event: trip.TypeScopeChanged, outstanding: open, ordinal: same},
		"the trip is patched":              {event: trip.TypeIntentPatched, outstanding: open, ordinal: same},
		"the event is ignored":             {event: trip.TypeToolResult, outstanding: open, ordinal: same, ignored: trip.DuplicateResult},
		"more calls than a turn may queue": {event: trip.TypeToolResult, outstanding: open, ordinal: 162, want: "turn.ordinal"},
		"the last call that a turn may":    {event: trip.TypeToolResult, outstanding: open, ordinal: 160},
	} {
		before := trip.Intent{Turn: trip.Turn{Number: 1, Ordinal: same, Outstanding: tc.outstanding}}
		d := trip.Decision{Next: before, Outcome: tc.outcome, Ignored: tc.ignored}
		d.Next.Turn.Ordinal = tc.ordinal
		if got := measured(&before, &d, tc.event); tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
			t.Errorf("%s: got %q, want %q", name, got, tc.want)
		}
	}
}

func measured(in *trip.Intent, d *trip.Decision, e trip.EventType) (got string) {
	defer func() {
		if recover() != nil {
			got = "panic"
		}
	}()
	err := checkMeasure(in, d, e)
	switch {
	case err == nil:
		return ""
	case !errors.Is(err, ErrIntent):
		return "another error"
	default:
		return err.Error()
	}
}
