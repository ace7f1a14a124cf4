package reducer_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// walk follows a decision's path with a live machine of the library.
func walk(t *testing.T, before trip.Status, d *trip.Decision) {
	t.Helper()
	end, err := machine.Follow(before, d.Path)
	if err != nil {
		t.Fatal(err)
	}
	if end != d.Status.State() {
		t.Fatalf("the path from %s leads the live machine to %s, the decision to %s", before, end, d.Status)
	}
}

// TestScenariosAgreeWithALiveMachine walks every event of every scenario.
func TestScenariosAgreeWithALiveMachine(t *testing.T) {
	names, err := filepath.Glob("../fixtures/scenarios/*.scn")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d scenarios, error %v", len(names), err)
	}
	used := map[string]bool{}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		err = scenario.Watch(name, string(src), turn.Default(), nil, func(before *trip.Intent, d *trip.Decision) {
			walk(t, before.Status.Node, d)
			for _, trigger := range d.Path {
				used[trigger] = true
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for trigger := range machine.TriggerCount {
		if !used[trigger.String()] {
			t.Errorf("no scenario walks %s", trigger)
		}
	}
}

// TestRecordingsAgreeWithALiveMachine walks every event of every recording.
func TestRecordingsAgreeWithALiveMachine(t *testing.T) {
	names, err := filepath.Glob("../fixtures/recordings/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d recordings, error %v", len(names), err)
	}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r := replay.New(name, turn.Default(), replay.Options{})
		before := trip.CollectingRequirements
		for step, err := range r.Lines(file) {
			if err != nil {
				t.Fatal(err)
			}
			if h := r.Header(); step.Event.Seq == 1 && h.HasIntent {
				before = h.Intent.Status.Node
			}
			walk(t, before, step.Decision)
			before = step.Decision.Status
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLifecycleIsTheTable compares what diagrams are made of with what decides.
func TestLifecycleIsTheTable(t *testing.T) {
	for _, e := range reducer.Lifecycle() {
		for s := range trip.StatusCount {
			for trigger := range machine.TriggerCount {
				if s.State() != e.From[0] || trigger.String() != e.Trigger {
					continue
				}
				if to, ok := machine.Next(s, trigger); !ok || to.State() != e.To || e.Why == "" {
					t.Errorf("%s --%s--> %s, the table says %v", s, trigger, to, e)
				}
			}
		}
		if e.Trigger == "" || e.To == "" {
			t.Errorf("an edge without a name: %v", e)
		}
	}
}
