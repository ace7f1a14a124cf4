package replay_test

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestVerify folds the booking up to each of its events and compares what comes out with a fold
// of its own.
func TestVerify(t *testing.T) {
	file, err := os.ReadFile("../fixtures/recordings/booking.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(file), []byte("\n"))
	header, events := lines[0], lines[1:]
	verify := replay.Verify(turn.Default())
	own := replay.New("log", turn.Default(), replay.Options{})
	if _, err := own.Line(string(header)); err != nil {
		t.Fatal(err)
	}
	open := 0
	var before []byte
	for i, event := range events {
		if _, err := own.Line(string(event)); err != nil {
			t.Fatal(err)
		}
		want := own.Intent()
		snapshot := want.AppendJSON(nil)
		in, calls, err := verify(header, slices.Values(events[:i+1]), snapshot, int64(i+1))
		if err != nil || !bytes.Equal(in.AppendJSON(nil), snapshot) {
			t.Fatalf("seq %d: %v", i+1, err)
		}
		var pending, queued []string
		for _, p := range want.Turn.Outstanding {
			pending = append(pending, p.CallID+p.Name)
		}
		for _, c := range calls {
			queued = append(queued, c.CallID+c.Name)
			if a := trip.AppendArguments(nil, c.Arguments); len(a) < 2 {
				t.Errorf("seq %d: %s has the arguments %s", i+1, c.Name, a)
			}
		}
		open += len(calls)
		if !slices.Equal(pending, queued) {
			t.Errorf("seq %d: outstanding %q, want %q", i+1, queued, pending)
		}
		var differs *replay.Difference
		if _, _, err := verify(header, slices.Values(events[:i+1]), before, int64(i+1)); len(before) > 0 && !errors.As(err, &differs) {
			t.Errorf("seq %d: the snapshot of the event before gave %v", i+1, err)
		}
		if _, _, err := verify(header, slices.Values(events[:i+1]), snapshot, int64(i+2)); !errors.As(err, &differs) {
			t.Errorf("seq %d: a snapshot beyond the end of the log gave %v", i+1, err)
		}
		before = snapshot
	}
	if open == 0 {
		t.Error("no call is ever outstanding")
	}
	changed := slices.Clone(events)
	changed[0] = bytes.Replace(changed[0], []byte("Two adults"), []byte("Six adults"), -1)
	if _, _, err := verify(header, slices.Values(changed), nil, 0); err == nil {
		t.Error("a changed message was not noticed")
	}
	if _, _, err := verify([]byte(`{"recording":7}`), slices.Values(events), nil, 0); err == nil {
		t.Error("a broken header was not noticed")
	}
	if _, calls, err := verify(header, slices.Values(events[:0]), nil, 0); err != nil || len(calls) > 0 {
		t.Errorf("an empty log: %v, %v", calls, err)
	}
}
