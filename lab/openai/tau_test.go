package openai_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/legwork-go/legwork/lab/openai"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// tauFile holds 100 transcripts that others recorded; it is no part of the repository.
const tauFile = "../../../shared/data/tau-airline/gpt-4o-even.jsonl"

// TestEveryTranscriptReplaysEqual: all conversations import, nothing of them is lost, and the
// recordings fold to their own digests.
func TestEveryTranscriptReplaysEqual(t *testing.T) {
	data, err := os.ReadFile(tauFile)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the transcripts are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	tools := openai.Infer(openai.Read(tauFile, data))
	conversations, calls := 0, 0
	for c, err := range openai.Read(tauFile, data) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := openai.Convert(c, tools, "")
		if err != nil {
			t.Fatal(err)
		}
		conversations++
		calls += r.Calls
		if len(r.Notes) > 0 {
			t.Errorf("%s: %v", r.TripID, r.Notes)
		}
		foldAgain(t, r)
	}
	wantConversations, wantCalls := counts(t, data)
	if conversations != wantConversations || calls != wantCalls {
		t.Errorf("%d conversations with %d calls, the file has %d with %d", conversations, calls, wantConversations, wantCalls)
	}
}

// foldAgain wants every event to have digests that the replay reproduces.
func foldAgain(t *testing.T, r openai.Recording) {
	t.Helper()
	rep := replay.New(string(r.TripID), turn.Default(), replay.Options{})
	for step, err := range rep.Lines(bytes.NewReader(r.Lines)) {
		if err != nil {
			t.Fatal(err)
		}
		if step.Event.Decision == "" || step.Event.State == "" {
			t.Fatalf("%s: seq %d has no digests", r.TripID, step.Event.Seq)
		}
	}
	if events, turns := rep.Counts(); events != r.Events || turns != r.Turns {
		t.Errorf("%s: %d events and %d turns, want %d and %d", r.TripID, events, turns, r.Events, r.Turns)
	}
}

// counts reads the file without the importer.
func counts(t *testing.T, data []byte) (conversations, calls int) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	for dec.More() {
		var c struct {
			Messages []struct {
				Calls []json.RawMessage `json:"tool_calls"`
			}
		}
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		conversations++
		for _, m := range c.Messages {
			calls += len(m.Calls)
		}
	}
	return conversations, calls
}
