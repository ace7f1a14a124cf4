package trip_test

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// spoken returns an intent and a decision on it in which each text that a person is shown stands once.
func spoken(word, key string) (trip.Intent, trip.Decision) {
	in := trip.NewIntent()
	in.AddNote(trip.Say("note."+key, "tool", "web_search"))
	in.AddNoteText(word)
	in.Assume([]trip.Message{trip.Say("assume." + key)})
	in.Status.Assumptions = []string{word}
	in.Status.LastToolError = &trip.ToolFailure{ToolName: "web_search", Error: word, Key: "failure." + key}
	in.Status.Ask = &trip.Ask{Kind: trip.AskApprove, ID: "a", Text: word, Key: "ask." + key, Choices: []trip.Choice{{ID: "c", Label: word, Key: key}}}
	seen := in
	d := trip.Decision{
		Status: in.Status.Node, LastToolError: in.Status.LastToolError, Ask: in.Status.Ask,
		UI: []trip.Message{{Key: key, Text: word}}, NotesAdded: []trip.Message{{Key: key, Text: word}},
		ToolCalls: []trip.Call{{Name: trip.ToolExtract, Arguments: trip.ExtractArguments{Current: &seen}}},
	}
	return in, d
}

// TestDigestsCoverNoTexts: another wording has the same digests, and leaves what it was digested from
// as it was. Another meaning has others.
func TestDigestsCoverNoTexts(t *testing.T) {
	in, d := spoken("Sorry, that failed.", "tried")
	state, decision := in.Digest(), d.Digest()
	german, germanDecision := spoken("Das ging leider nicht.", "tried")
	if german.Digest() != state || germanDecision.Digest() != decision {
		t.Error("a digest covers a text")
	}
	other, otherDecision := spoken("Sorry, that failed.", "lost")
	if other.Digest() == state || otherDecision.Digest() == decision {
		t.Error("a digest does not cover a key")
	}
	if in.Status.Notes[0] == "" || in.Status.LastToolError.Error == "" || in.Status.Ask.Choices[0].Label == "" || d.UI[0].Text == "" {
		t.Error("digesting takes texts away")
	}
}

// TestDigestsCoverReferences: what a message names by reference counts by the reference, whether it is described beside
// it or not. Read back from JSON the decision has the same digest.
func TestDigestsCoverReferences(t *testing.T) {
	decide := func(position int64, travelers int, described ...any) trip.Decision {
		refs := trip.Refs{Options: []trip.OptionRef{{BundleID: "b1", Position: position, Labels: []string{"cheapest"}}}}
		m := trip.Tell(refs, "present.options", append(described, "travelers", travelers)...)
		return trip.Decision{UI: []trip.Message{m}}
	}
	d := decide(1, 2)
	full := decide(1, 2, "options", []trip.Params{trip.With("price", "100.00 USD")})
	for name, c := range map[string]struct {
		other trip.Decision
		same  bool
	}{
		"described":         {full, true},
		"another position":  {decide(2, 2), false},
		"another parameter": {decide(1, 3), false},
		"no reference":      {trip.Decision{UI: []trip.Message{trip.Say("present.options", "travelers", 2)}}, false},
	} {
		if same := c.other.Digest() == d.Digest(); same != c.same {
			t.Errorf("%s: the digests are equal: %t", name, same)
		}
	}
	if full.UI[0].Params.Get("options") == nil {
		t.Error("digesting takes a description away")
	}
	back, err := trip.DecodeDecision(string(full.AppendJSON(nil)))
	if err != nil || back.Digest() != d.Digest() {
		t.Errorf("read back: %v, another digest", err)
	}
}
