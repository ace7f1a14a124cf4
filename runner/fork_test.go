package runner_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// forks makes a fork that must be new.
func forks(t *testing.T, r *runner.Runner, id trip.ID, seq int64, newID trip.ID) {
	t.Helper()
	forked, err := r.Fork(t.Context(), id, seq, newID)
	if err != nil {
		t.Fatal(err)
	}
	if head, err := r.HeadAt(t.Context(), newID, seq); err != nil || forked != (runner.Forked{Head: head}) {
		t.Errorf("forked %+v, the store has %+v, %v", forked, head, err)
	}
}

// TestForkAtEverySeq forks a booked trip behind each of its events. What is not refused because a write was under way
// stands where the original stood, but for what the original holds, goes on, and leaves the original alone.
func TestForkAtEverySeq(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	if err := r.Create(t.Context(), "t1", withScope(t)); err != nil {
		t.Fatal(err)
	}
	book(t, r, "t1")
	send(t, r, "t1", approval())
	text, made, refused := recording(t, r, "t1"), 0, 0
	for seq := range state(t, r, "t1").Turn.Seq {
		seq, newID := seq+1, trip.ID(fmt.Sprintf("fork-%d", seq+1))
		_, err := r.Fork(t.Context(), "t1", seq, newID)
		if errors.Is(err, replay.ErrUnderWay) {
			refused++
			if _, err := r.State(t.Context(), newID); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("at %d a fork was left: %v", seq, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("at %d: %v", seq, err)
		}
		made++
		if err := r.Resume(t.Context(), newID); err != nil {
			t.Fatal(err)
		}
		was, err := r.StateAt(t.Context(), "t1", seq)
		is, errNew := r.StateAt(t.Context(), newID, seq)
		want := was.Status.Node
		if want == trip.HoldsPlaced {
			want = trip.RiskChecked
		}
		if err != nil || errNew != nil || want != is.Status.Node || is.Scope.Owner != "olga" || is.Turn.Forked != seq {
			t.Fatalf("at %d: %s, want %s; owner %q; forked at %d; %v, %v", seq, is.Status.Node, want,
				is.Scope.Owner, is.Turn.Forked, err, errNew)
		}
		send(t, r, newID, say("and now?"))
		replayed(t, recording(t, r, newID))
	}
	if made < 8 || refused < 2 {
		t.Errorf("%d forks, %d refused", made, refused)
	}
	if recording(t, r, "t1") != text {
		t.Error("the original is another one")
	}
}

// withScope returns an intent of an owner.
func withScope(t *testing.T) trip.Intent {
	t.Helper()
	in := trip.NewIntent()
	in.Scope.Owner = "olga"
	return in
}

// TestAForkBuysNothing approves in a fork what its original holds: nothing is bought, and once its policy allows that
// only what it holds itself.
func TestAForkBuysNothing(t *testing.T) {
	w := desks()
	r := start(t, w, newStore())
	book(t, r, "t1")
	forks(t, r, "t1", state(t, r, "t1").Turn.Seq, "t2")
	if told := strings.Join(told(send(t, r, "t2", approval())), "\n"); w.calls(trip.ToolPurchase) != 0 || !strings.Contains(told, "copy of the trip") {
		t.Fatalf("%d purchases; told %q", w.calls(trip.ToolPurchase), told)
	}
	if err := r.Patch(t.Context(), "t2", `{"policy":{"rules":{"fork_writes":true}}}`); err != nil {
		t.Fatal(err)
	}
	send(t, r, "t2", approval())
	if w.calls(trip.ToolPurchase) != 0 {
		t.Fatal("what the original holds is bought")
	}
	book(t, r, "t2")
	send(t, r, "t2", approval())
	if in := state(t, r, "t2"); in.Status.Node != trip.Booked || w.calls(trip.ToolPurchase) != 1 {
		t.Errorf("status %s, %d purchases", in.Status.Node, w.calls(trip.ToolPurchase))
	}
	if in := state(t, r, "t1"); in.Status.Node != trip.HoldsPlaced {
		t.Errorf("the original is at %s", in.Status.Node)
	}
}

// TestAForkGoesOnWithReads forks in the middle of a turn: the search that was out then is made for the fork too, and
// who watches the fork, which is not there yet, is told all of it.
func TestAForkGoesOnWithReads(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	send(t, r, "t1", say("LIS to FCO"))
	searching := int64(2) // the extraction is read, the search is out
	if n := state(t, r, "t1").Turn.Seq; n <= searching+1 {
		t.Fatalf("the turn has %d events", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan int64, 1)
	go func() {
		for u, err := range r.Watch(ctx, "t2", 0) {
			if err == nil && u.Kind == runner.TurnEnded {
				ended <- u.Seq
				return
			}
		}
	}()
	forks(t, r, "t1", searching, "t2")
	if seq := <-ended; seq != state(t, r, "t1").Turn.Seq || w.calls(trip.ToolFlightSearch) != 2 {
		t.Errorf("the fork ended at %d, with %d searches of both", seq, w.calls(trip.ToolFlightSearch))
	}
	forks(t, r, "t2", searching, "t3") // a fork of a fork
	if err := r.Resume(t.Context(), "t3"); err != nil {
		t.Fatal(err)
	}
	replayed(t, recording(t, r, "t3"))
}

// TestForkAgain repeats a fork, also after it has gone on and after a crash in the middle of it.
func TestForkAgain(t *testing.T) {
	w := newWorld()
	dying := &mortal{Store: newStore()}
	r := start(t, w, dying)
	send(t, r, "t1", say("LIS to FCO"))
	send(t, r, "t1", say("and now?"))
	seq := state(t, r, "t1").Turn.Seq
	first := dying.appends.Load() + 1
	dying.refuse = func(store.Commit) error {
		if dying.appends.Load() == first {
			return errDead
		}
		return nil
	}
	if _, err := r.Fork(t.Context(), "t1", seq, "t2"); !errors.Is(err, errDead) {
		t.Fatalf("the store fails: %v", err)
	}
	dying.refuse = nil
	if half := state(t, r, "t2").Turn.Seq; half == 0 || half >= seq {
		t.Fatalf("%d of %d events were there", half, seq)
	}
	forks(t, r, "t1", seq, "t2")
	send(t, r, "t2", say("and then?"))
	text := recording(t, r, "t2")
	if again, err := r.Fork(t.Context(), "t1", seq, "t2"); err != nil || !again.Existed || again.Head.Seq != seq {
		t.Errorf("again: %+v, %v", again, err)
	}
	if recording(t, r, "t2") != text {
		t.Error("the fork was changed")
	}
}

func TestForkRefuses(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	send(t, r, "t1", say("LIS to FCO"))
	send(t, r, "other", say("LIS to FCO"))
	if err := r.Create(t.Context(), "empty", trip.NewIntent()); err != nil {
		t.Fatal(err)
	}
	seq := state(t, r, "t1").Turn.Seq
	forks(t, r, "t1", seq-1, "earlier")
	if err := r.Resume(t.Context(), "earlier"); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		id    trip.ID
		seq   int64
		newID trip.ID
		want  error
	}{
		"an unknown trip":             {"t9", 1, "t2", store.ErrNotFound},
		"no event yet":                {"t1", seq + 1, "t2", store.ErrNotFound},
		"seq 0":                       {"t1", 0, "t2", store.ErrInvalid},
		"a trip without events":       {"empty", 1, "t2", store.ErrNotFound},
		"no id":                       {"t1", 1, "", store.ErrInvalid},
		"its own id":                  {"t1", 1, "t1", runner.ErrExists},
		"another trip":                {"t1", 1, "other", runner.ErrExists},
		"a trip of no events":         {"t1", 1, "empty", runner.ErrExists},
		"a fork from an earlier one":  {"t1", seq, "earlier", runner.ErrExists},
		"a fork from a later one":     {"t1", seq - 2, "earlier", runner.ErrExists},
		"the same event of its fork":  {"earlier", seq - 1, "earlier", runner.ErrExists},
		"what is no id":               {"t1", 1, trip.ID(strings.Repeat("x", store.MaxIDBytes+1)), store.ErrInvalid},
		"a seq below the first event": {"t1", -1, "t2", store.ErrInvalid},
	} {
		before := recording(t, r, "earlier")
		if _, err := r.Fork(t.Context(), c.id, c.seq, c.newID); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if _, err := r.State(t.Context(), "t2"); !errors.Is(err, store.ErrNotFound) || recording(t, r, "earlier") != before {
			t.Errorf("%s: something was made: %v", name, err)
		}
	}
}

// TestAForkIsLetGo: where no trip stays in memory, a fork at rest does not either: what the store says next counts.
func TestAForkIsLetGo(t *testing.T) {
	w := newWorld()
	s := &reads{Store: newStore()}
	r := start(t, w, s, func(c *runner.Config) { c.Limits.IdleCache = -1 })
	send(t, r, "t1", say("LIS to FCO"))
	forks(t, r, "t1", 4, "t2")
	before := s.trips
	send(t, r, "t2", say("and now?"))
	if n := s.trips - before; n != 1 {
		t.Errorf("the fork was loaded %d times for its next event, want once", n)
	}
}
