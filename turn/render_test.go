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
	in.Status.Ask = &trip.Ask{
		ID: "a1", Kind: trip.AskConfirm, Key: "ask.confirm",
		Choices: []trip.Choice{{ID: "yes", Key: "choice.yes"}, {ID: "old", Label: "as it was"}},
	}
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

// What a message and the choices of its ask name by reference is described beside the reference, and stays as it was
// shown while the next turn clears it. A folder that makes no texts describes nothing, and has the same digests.
// Rule: 7.0.refs
func TestReferencesAreDescribed(t *testing.T) {
	cfg, moments := story(t)
	texts, quiet := turn.NewFolder(cfg, moments[0].in), turn.NewFolder(cfg, moments[0].in)
	quiet.Quiet()
	for _, m := range moments {
		full, err := texts.Step(m.ev)
		if err != nil {
			t.Fatal(err)
		}
		bare, err := quiet.Step(m.ev)
		if err != nil || full.Digest() != bare.Digest() || full.Next.Digest() != bare.Next.Digest() {
			t.Fatalf("%s: without texts %v, or other digests", m.name, err)
		}
		if m.name != "06-TOOL_RESULT" {
			continue
		}
		told, _ := full.UI[0].Params.Get("options").([]trip.Params)
		choices := full.Ask.Choices
		if len(told) != 3 || len(choices) != 3 || bare.UI[0].Params.Get("options") != nil {
			t.Fatalf("told are %v, to choose are %v", told, choices)
		}
		for i := range choices {
			option, _ := choices[i].Params.Get("option").(trip.Params)
			if told[i].Get("price") == nil || option.Get("price") != told[i].Get("price") || option.Get("labels") == nil {
				t.Errorf("option %d is told as %v, and to choose is %v", i+1, told[i], option)
			}
		}
		next := full.Next
		for _, data := range []trip.EventData{
			trip.UserMessage{Text: "three adults"},
			trip.ToolResult{ToolName: trip.ToolExtract, Result: `{"trip_intent":{"travelers":{"adults":3}}}`},
		} {
			if next, _, err = turn.Step(cfg, next, trip.Event{At: m.ev.At + 1, Data: data}); err != nil {
				t.Fatal(err)
			}
		}
		if len(next.Turn.Outstanding) == 0 || len(next.WorkingMemory.RankedBundles) > 0 || next.Status.Ask.Choices[0].Params.Get("option") == nil {
			t.Errorf("while a turn is open: %+v", next.Status.Ask)
		}
	}
}
