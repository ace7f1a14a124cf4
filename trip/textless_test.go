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

// TestOptionsAreToldByTheAsk: an option that is a choice of the ask is covered by the ask's id, and by its own position
// and labels; another one is covered by what it says. Read back from JSON the decision has the same digest.
func TestOptionsAreToldByTheAsk(t *testing.T) {
	option := func(position int, price int64, labels ...string) trip.Params {
		return trip.With("labels", labels, "position", position, "price", trip.Money{Minor: price, Currency: "USD"},
			"flights", []trip.Params{trip.With("from", "LIS", "via", []string{"MAD"})})
	}
	decide := func(id string, offered int64, told ...trip.Params) trip.Decision {
		choice := trip.Choice{ID: "b1", Key: "choice.option", Params: trip.With("option", option(1, offered))}
		return trip.Decision{
			Ask: &trip.Ask{Kind: trip.AskChoose, ID: id, Choices: []trip.Choice{choice}},
			UI:  []trip.Message{trip.Say("present.options", "options", told)},
		}
	}
	d := decide("a", 100, option(1, 100, "cheapest"), option(2, 200))
	for name, c := range map[string]struct {
		other trip.Decision
		same  bool
	}{
		"the price of the choice and the option": {decide("a", 101, option(1, 101, "cheapest"), option(2, 200)), true},
		"the price of the option":                {decide("a", 100, option(1, 101, "cheapest"), option(2, 200)), false},
		"the price of what is no choice":         {decide("a", 100, option(1, 100, "cheapest"), option(2, 201)), false},
		"the label":                              {decide("a", 100, option(1, 100, "fastest"), option(2, 200)), false},
		"the ask":                                {decide("b", 100, option(1, 100, "cheapest"), option(2, 200)), false},
	} {
		if same := c.other.Digest() == d.Digest(); same != c.same {
			t.Errorf("%s: the digests are equal: %t", name, same)
		}
	}
	back, err := trip.DecodeDecision(string(d.AppendJSON(nil)))
	if err != nil || back.Digest() != d.Digest() {
		t.Errorf("read back: %v, another digest", err)
	}
}
