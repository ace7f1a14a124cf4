package score_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"

	"github.com/legwork-go/legwork/lab/score"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// heldOut is the number of dialogues at the end of the file that rules were not written from.
const heldOut = 100

// TestLabelledDialogues drives the extractor over dialogues of people, turn by turn, with its
// results merged into the intent as the engine does it.
func TestLabelledDialogues(t *testing.T) {
	dialogues := readDialogues(t)
	var train, held score.Table
	var joint score.Joint
	for i, d := range dialogues {
		table := &train
		if i >= len(dialogues)-heldOut {
			table = &held
		}
		state := drive(t, d, table)
		misses := d.Misses(score.State(&state))
		joint.Add(d, misses)
		if os.Getenv("EXPLAIN") != "" {
			for _, m := range misses {
				fmt.Printf("MISS %+v\n", m)
			}
		}
	}
	t.Logf("train part\n%s", train.Result())
	t.Logf("held-out part\n%s", held.Result())
	t.Logf("joint goal: flights %.3f, hotels %.3f, all %.3f of %d", joint.Share(score.Flights), joint.Share(score.Hotels), joint.Share(""), joint.Dialogues)
	if f1 := held.Result().F1; f1 < 0.80 {
		t.Errorf("F1 of the held-out part is %.3f, want at least 0.80", f1)
	}
}

func readDialogues(t *testing.T) []score.Dialogue {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "sgd", "train-800.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("labelled dialogues are not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []score.Dialogue
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		d, err := score.ParseDialogue(lines.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func drive(t *testing.T, d score.Dialogue, table *score.Table) trip.Intent {
	t.Helper()
	now, err := trip.ParseInstant(d.Today + "T09:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	handler, in := extract.New(), trip.NewIntent()
	in.UpdatedAt = now
	for k, turn := range d.Turns {
		args := trip.ExtractArguments{UserMessage: turn.User, Now: now, Current: &in}
		raw, err := handler.Run(context.Background(), tools.Request{Arguments: trip.AppendArguments(nil, args)})
		if err != nil {
			t.Fatalf("%s turn %d: %v", d.ID, k, err)
		}
		predicted, err := score.Predict(raw)
		if err != nil {
			t.Fatalf("%s turn %d: %v", d.ID, k, err)
		}
		table.Add(turn, predicted)
		explain(d.ID, k, turn, predicted)
		in = merge(t, in, raw)
	}
	return in
}

// explain prints every difference when EXPLAIN is set, for whoever works on the rules.
func explain(id string, k int, turn score.Turn, predicted score.Predictions) {
	if os.Getenv("EXPLAIN") == "" || !turn.Counts() {
		return
	}
	for _, field := range score.Fields {
		want, informed := turn.Informs[field]
		got, stated := predicted[field]
		if informed != stated || informed && !score.Same(field, want, got) {
			fmt.Printf("%s %d | %-11s want %-14q got %-14q | %s\n", id, k, field, want, got, turn.User)
		}
	}
}

// merge applies a result as if the engine had queued the call.
func merge(t *testing.T, in trip.Intent, raw []byte) trip.Intent {
	t.Helper()
	in.Turn.Outstanding = []trip.Pending{{CallID: "c", Name: trip.ToolExtract}}
	value, err := trip.ReadResult(trip.ToolExtract, trip.Raw(raw))
	if err != nil {
		t.Fatalf("read: %v\n%s", err, raw)
	}
	next, _, err := applier.Apply(catalog.Default(), in, trip.ToolResult{CallID: "c", ToolName: trip.ToolExtract, Value: value})
	if err != nil {
		t.Fatalf("apply: %v\n%s", err, raw)
	}
	next.Turn.Outstanding = nil
	return next
}
