package turn_test

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// The choices of an ask are shown in words. One that another version wrote without its key keeps its own.
func TestChoicesAreLabelled(t *testing.T) {
	in := trip.NewIntent()
	in.TripID = "t1"
	in.Status.Ask = &trip.Ask{ID: "a1", Kind: trip.AskConfirm, Key: "ask.confirm", Choices: []trip.Choice{{ID: "yes", Key: "choice.yes"}, {ID: "old", Label: "as it was"}}}
	next, _, err := turn.Step(turn.Default(), in, trip.Event{At: 1_772_355_600_000_000_000, Data: trip.ToolError{CallID: "c", ToolName: trip.ToolRank}})
	if err != nil {
		t.Fatal(err)
	}
	if next.Status.Ask == nil {
		t.Fatal("the ask is gone")
	}
	if label := in.Status.Ask.Choices[0].Label; label != "" {
		t.Errorf("the intent before became %q", label)
	}
	if c := next.Status.Ask.Choices; c[0].Label != "Yes" || c[1].Label != "as it was" {
		t.Errorf("the choices are %q and %q", c[0].Label, c[1].Label)
	}
}

// An ask of another version that has no key is not put into words that nobody chose, nor are its choices.
func TestAsksWithoutAKey(t *testing.T) {
	in := trip.NewIntent()
	in.TripID = "t1"
	in.Status.Ask = &trip.Ask{ID: "a1", Kind: trip.AskConfirm, Choices: []trip.Choice{{ID: "yes", Key: "choice.yes"}}}
	ev := trip.Event{At: 1_772_355_600_000_000_000, Data: trip.ToolError{CallID: "c", ToolName: trip.ToolRank}}
	next, _, err := turn.Step(turn.Default(), in, ev)
	if err != nil || next.Status.Ask == nil || next.Status.Ask.Text+next.Status.Ask.Choices[0].Label != "" {
		t.Errorf("the ask is %+v, %v", next.Status.Ask, err)
	}
}

// Nor is a failure: it stays as it was told.
func TestFailuresWithoutAKey(t *testing.T) {
	for _, f := range []trip.ToolFailure{{ToolName: trip.ToolRank}, {ToolName: trip.ToolRank, Error: "as it was", Key: "failure.failed"}} {
		in := trip.NewIntent()
		in.TripID, in.Status.LastToolError = "t1", &f
		next, _, err := turn.Step(turn.Default(), in, trip.Event{At: 1_772_355_600_000_000_000, Data: trip.ToolError{CallID: "c", ToolName: trip.ToolRank}})
		if err != nil || next.Status.LastToolError == nil || next.Status.LastToolError.Error != f.Error {
			t.Errorf("of %+v became %+v, %v", f, next.Status.LastToolError, err)
		}
	}
}
