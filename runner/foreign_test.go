package runner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// copies are the ways to come to a trip that knows of the holds of t1, with the id of the new trip. The store of some
// is another one.
var copies = map[string]func(t *testing.T, w *world, r *runner.Runner) (*runner.Runner, trip.ID){
	"a fork": func(t *testing.T, _ *world, r *runner.Runner) (*runner.Runner, trip.ID) {
		forks(t, r, "t1", state(t, r, "t1").Turn.Seq, "t2")
		return r, "t2"
	},
	"a fork behind which the original gave its holds back": func(t *testing.T, _ *world, r *runner.Runner) (*runner.Runner, trip.ID) {
		seq := state(t, r, "t1").Turn.Seq
		send(t, r, "t1", say("release"))
		forks(t, r, "t1", seq, "t2")
		return r, "t2"
	},
	"a fork of a fork that has holds of its own": func(t *testing.T, _ *world, r *runner.Runner) (*runner.Runner, trip.ID) {
		forks(t, r, "t1", state(t, r, "t1").Turn.Seq, "t2")
		allowWrites(t, r, "t2")
		book(t, r, "t2")
		forks(t, r, "t2", state(t, r, "t2").Turn.Seq, "t3")
		return r, "t3"
	},
	"a fork of a fork, of the part of the first trip": func(t *testing.T, _ *world, r *runner.Runner) (*runner.Runner, trip.ID) {
		seq := state(t, r, "t1").Turn.Seq
		send(t, r, "t1", say("and now?"))
		forks(t, r, "t1", state(t, r, "t1").Turn.Seq, "t2")
		forks(t, r, "t2", seq, "t3")
		return r, "t3"
	},
	"a trip made of its intent": func(t *testing.T, _ *world, r *runner.Runner) (*runner.Runner, trip.ID) {
		if err := r.Create(t.Context(), "t2", state(t, r, "t1")); err != nil {
			t.Fatal(err)
		}
		return r, "t2"
	},
	"a trip of the same id in another store": func(t *testing.T, w *world, r *runner.Runner) (*runner.Runner, trip.ID) {
		other := start(t, w, newStore())
		if err := other.Create(t.Context(), "t1", state(t, r, "t1")); err != nil {
			t.Fatal(err)
		}
		return other, "t1"
	},
	"an import of its intent": func(t *testing.T, _ *world, r *runner.Runner) (*runner.Runner, trip.ID) {
		in := state(t, r, "t1")
		return r, copyOf(t, r, `{"recording":"legwork/1","trip_id":"t2","intent":`+string(in.AppendJSON(nil))+`}
			{"seq":1,"at":"2026-03-02T09:00:00Z","type":"SCOPE_CHANGED","data":{}}`)
	},
	"an import of an intent that another system wrote": func(t *testing.T, _ *world, r *runner.Runner) (*runner.Runner, trip.ID) {
		in := state(t, r, "t1")
		in.Turn = trip.Turn{}
		in.WorkingMemory.Holds = slices.Clone(in.WorkingMemory.Holds)
		in.WorkingMemory.Holds[0].TripID, in.WorkingMemory.Holds[0].Shown = "", trip.Shown{}
		return r, copyOf(t, r, `{"recording":"legwork/1","trip_id":"t2","intent":`+string(in.AppendJSON(nil))+`}
			{"at":"2026-03-02T09:00:00Z","type":"SCOPE_CHANGED","data":{}}`)
	},
}

// copyOf imports a recording and returns the trip.
func copyOf(t *testing.T, r *runner.Runner, recording string) trip.ID {
	t.Helper()
	return imports(t, r, strings.ReplaceAll(recording, "\n\t\t\t", "\n")).Trip
}

func allowWrites(t *testing.T, r *runner.Runner, id trip.ID) {
	t.Helper()
	if err := r.Patch(t.Context(), id, `{"policy":{"rules":{"fork_writes":true}}}`); err != nil {
		t.Fatal(err)
	}
}

// desks gives each hold an id of its own, and reads the words that the tests here say.
func desks() *world {
	w := newWorld()
	n := 0
	w.on(trip.ToolHold, func(context.Context, tools.Request) ([]byte, error) {
		n++
		return fmt.Appendf(nil, `{"holds":[{"hold_id":"h%d","item_type":"flight","option_id":"f1","status":"held","expires_at":"2099-01-01T00:00:00Z"}]}`, n), nil
	})
	w.on(trip.ToolExtract, func(_ context.Context, req tools.Request) ([]byte, error) {
		switch text := string(req.Arguments); {
		case strings.Contains(text, `"user_message":"release"}`):
			return []byte(`{"acts":[{"act":"release"}]}`), nil
		case strings.Contains(text, `"user_message":"holds?"}`):
			return []byte(`{"acts":[{"act":"show","what":"holds"}]}`), nil
		case strings.Contains(text, `"user_message":"May 2 instead"}`):
			return []byte(`{"trip_intent":{"dates":{"departure_date":"2099-05-02"}}}`), nil
		}
		return []byte(extracted), nil
	})
	return w
}

// uses returns the ids of holds that were bought or given back since.
func (w *world) uses(tool string, since int) string {
	var ids []string
	for _, req := range w.requests(tool)[since:] {
		_, list, _ := strings.Cut(string(req.Arguments), `"hold_ids":[`)
		list, _, _ = strings.Cut(list, `]`)
		ids = append(ids, strings.ReplaceAll(list, `"`, ""))
	}
	return strings.Join(ids, " ")
}

// TestHoldsOfAnotherTrip comes in every way to a trip that knows of the holds of another one: there nothing of them is
// asked for, told as held, bought or given back, however often it is approved. What it holds anew is its own.
func TestHoldsOfAnotherTrip(t *testing.T) {
	for name, copied := range copies {
		t.Run(name, func(t *testing.T) {
			w := desks()
			first := start(t, w, newStore())
			book(t, first, "t1")
			ask := state(t, first, "t1").Status.Ask
			r, id := copied(t, w, first)
			in := state(t, r, id)
			if a := in.Status.Ask; a != nil && a.Kind == trip.AskApprove || in.Status.Node == trip.HoldsPlaced {
				t.Errorf("it begins at %s and asks %+v", in.Status.Node, a)
			}
			for _, h := range in.WorkingMemory.Holds {
				if h.Status != trip.HoldForeign {
					t.Errorf("%s is %s", h.HoldID, h.Status)
				}
			}
			allowWrites(t, r, id)
			released := w.calls(trip.ToolRelease)
			approved := []trip.Event{approval(), approvalOf(ask), approvalOf(&trip.Ask{ID: trip.AskNone}), say("release"), say("holds?"), approval()}
			for _, ev := range approved {
				if text := strings.Join(told(send(t, r, id, ev)), "\n"); strings.Contains(text, "Held for you") || strings.Contains(text, "gave back") {
					t.Errorf("told %q", text)
				}
			}
			if w.calls(trip.ToolPurchase) != 0 || w.calls(trip.ToolRelease) != released {
				t.Errorf("bought %q, released %q", w.uses(trip.ToolPurchase, 0), w.uses(trip.ToolRelease, released))
			}

			held := w.calls(trip.ToolHold)
			book(t, r, id)
			send(t, r, id, approval())
			if got, want := w.uses(trip.ToolPurchase, 0), fmt.Sprintf("h%d", held+1); got != want || w.calls(trip.ToolHold) != held+1 {
				t.Errorf("of its own it holds %d and buys %q, want %q", w.calls(trip.ToolHold)-held, got, want)
			}
			replayed(t, recording(t, r, id))
		})
	}
}

// TestAChangedPlanLeavesTheHoldsOfAnotherTrip changes the plan of a trip that knows of the holds of another one: these
// are not given back.
func TestAChangedPlanLeavesTheHoldsOfAnotherTrip(t *testing.T) {
	for name, copied := range copies {
		t.Run(name, func(t *testing.T) {
			w := desks()
			first := start(t, w, newStore())
			book(t, first, "t1")
			r, id := copied(t, w, first)
			allowWrites(t, r, id)
			released := w.calls(trip.ToolRelease)
			send(t, r, id, say("May 2 instead"))
			if got := w.uses(trip.ToolRelease, released); got != "" {
				t.Errorf("released %s", got)
			}
		})
	}
}
