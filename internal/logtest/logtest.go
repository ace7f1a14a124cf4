// Package logtest gives tests of projections the logs of the recordings and scenarios in fixtures.
package logtest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Entry is one event of a recording with what was decided on it.
type Entry struct {
	Event    trip.Event
	Decision trip.Decision
}

// Each runs a test for every recording of the fixtures in a folder, those of the archive too, with the start of its
// trip and its log.
func Each(t *testing.T, fixtures string, test func(t *testing.T, start *trip.Intent, log []Entry)) {
	t.Helper()
	var names []string
	for _, pattern := range []string{"recordings/*.jsonl", "archive/*/*.jsonl"} {
		list, err := filepath.Glob(filepath.Join(fixtures, pattern))
		if err != nil || len(list) == 0 {
			t.Fatalf("no %s in %s: %v", pattern, fixtures, err)
		}
		names = append(names, list...)
	}
	for _, name := range names {
		t.Run(filepath.Join(filepath.Base(filepath.Dir(name)), filepath.Base(name)), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			start, log := read(t, name, text)
			test(t, start, log)
		})
	}
}

// EachScenario runs a test for every trip of the scenarios of a pattern in the fixtures: more kinds of events and
// decisions than the recordings have.
func EachScenario(t *testing.T, fixtures, pattern string, test func(t *testing.T, start *trip.Intent, log []Entry)) {
	t.Helper()
	folder := filepath.Join(fixtures, "scenarios")
	names, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("no scenario %s in %s: %v", pattern, folder, err)
	}
	beside := func(name string) (string, error) {
		text, err := os.ReadFile(filepath.Join(folder, name))
		return string(text), err
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			logs, err := scenario.Logs(name, string(text), turn.Default(), beside)
			if err != nil {
				t.Fatal(err)
			}
			for _, log := range logs {
				start, entries := read(t, name, log)
				test(t, start, entries)
			}
		})
	}
}

// Interrupt returns a message that comes after an event, and what is decided on it; nil where no call was out that it
// could interrupt.
func Interrupt(t *testing.T, e *Entry) (*trip.Event, *trip.Decision) {
	t.Helper()
	in := &e.Decision.Next
	if len(in.Turn.Outstanding) == 0 {
		return nil, nil
	}
	ev := trip.Event{
		Trip: in.TripID, Seq: in.Turn.Seq + 1, At: in.UpdatedAt, ID: "interrupts",
		Data: trip.UserMessage{Text: "No, make it three of us"},
	}
	_, d, err := turn.Step(turn.Default(), *in, ev)
	if err != nil {
		t.Fatal(err)
	}
	return &ev, &d
}

func read(t *testing.T, name string, text []byte) (*trip.Intent, []Entry) {
	t.Helper()
	r := replay.New(name, turn.Default(), replay.Options{})
	var log []Entry
	for step, err := range r.Lines(bytes.NewReader(text)) {
		if err != nil && !errors.Is(err, replay.ErrDifference) { // an older version may have decided otherwise
			t.Fatal(err)
		}
		log = append(log, Entry{Event: step.Event}) // its decision is valid until the next line
	}
	cfg, err := turn.Configure(turn.Default(), r.Header())
	if err != nil {
		t.Fatal(err)
	}
	start := r.Start()
	for i, in := 0, start; i < len(log); i++ {
		if in, log[i].Decision, err = turn.Step(cfg, in, log[i].Event); err != nil {
			t.Fatal(err)
		}
	}
	return &start, log
}
