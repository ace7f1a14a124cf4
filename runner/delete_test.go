package runner_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// TestDelete: an erased trip is nowhere any more, not in memory either; its id, and the ids of its events, are new.
func TestDelete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, newWorld(), mem.New(mem.Options{}))
		ev := trip.Event{ID: "e1", Data: trip.UserMessage{Text: "hello"}}
		first := turnOf(t, r, ev)
		w := watch(t, r, "t1", 0)
		if err := r.Delete(t.Context(), "t1"); err != nil {
			t.Fatal(err)
		}
		if <-w.done; !errors.Is(w.err, runner.ErrDeleted) {
			t.Errorf("the watcher was told %v", w.err)
		}
		if _, err := r.State(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("State: %v", err)
		}
		if err := r.Delete(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("Delete again: %v", err)
		}
		if again := turnOf(t, r, ev); len(again) != len(first) || again[0].Replayed {
			t.Errorf("the event of the new trip gave %d updates, replayed %v; want %d new ones", len(again), again[0].Replayed, len(first))
		}
	})
}

// TestDeleteWaitsForNobody: a trip whose turn runs is not erased, and nothing of it is touched.
func TestDeleteWaitsForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		world, begun, goOn := newWorld(), make(chan struct{}), make(chan struct{})
		world.on(trip.ToolExtract, func(context.Context, tools.Request) ([]byte, error) {
			close(begun)
			<-goOn
			return []byte(extracted), nil
		})
		r := start(t, world, mem.New(mem.Options{}))
		ended := make(chan error, 1)
		go func() {
			var last error
			for _, err := range r.Handle(t.Context(), "t1", trip.Event{Data: trip.UserMessage{Text: "hello"}}) {
				last = err
			}
			ended <- last
		}()
		<-begun
		if err := r.Delete(t.Context(), "t1"); !errors.Is(err, runner.ErrBusy) {
			t.Errorf("Delete in a turn: %v, want ErrBusy", err)
		}
		close(goOn)
		if err := <-ended; err != nil {
			t.Errorf("the turn: %v", err)
		}
		if err := r.Delete(t.Context(), "t1"); err != nil {
			t.Errorf("Delete after the turn: %v", err)
		}
	})
}

// TestDeleteAfterACancellation: a handler may take a moment to notice that its turn was cancelled. Who erases the trip,
// or imports on top of it, waits for that, unless they give up first.
func TestDeleteAfterACancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		world := newWorld()
		world.on(trip.ToolFlightSearch, func(ctx context.Context, _ tools.Request) ([]byte, error) {
			<-ctx.Done()
			time.Sleep(time.Second / 2)
			return nil, ctx.Err()
		})
		r := start(t, world, mem.New(mem.Options{}))
		turn := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		send(t, r, "t1", trip.Event{Data: trip.TurnCancelled{}})
		turn()
		text := recording(t, r, "t1")
		soon, cancel := context.WithTimeout(t.Context(), time.Second/4)
		defer cancel()
		if err := r.Delete(soon, "t1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who waits no longer is told %v", err)
		}
		if _, err := r.Import(t.Context(), strings.NewReader(text), runner.ImportOptions{}); err != nil {
			t.Errorf("import: %v", err)
		}
		if err := r.Delete(t.Context(), "t1"); err != nil {
			t.Error(err)
		}
	})
}

func turnOf(t *testing.T, r *runner.Runner, ev trip.Event) (list []runner.Update) {
	t.Helper()
	for u, err := range r.Handle(t.Context(), "t1", ev) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, u)
	}
	return list
}

// damaged is a store that can no longer read its trips.
type damaged struct{ *mem.Store }

func (damaged) Load(context.Context, trip.ID) (store.Trip, error) {
	return store.Trip{}, &store.DamagedError{}
}

// TestDeleteDamaged: what cannot be read any more can be erased.
func TestDeleteDamaged(t *testing.T) {
	s := mem.New(mem.Options{})
	before := start(t, newWorld(), s)
	turnOf(t, before, trip.Event{Data: trip.UserMessage{Text: "hello"}})
	r := start(t, newWorld(), damaged{s})
	if _, err := r.State(t.Context(), "t1"); !errors.Is(err, store.ErrDamaged) {
		t.Fatalf("State: %v", err)
	}
	if err := r.Delete(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("it is still there: %v", err)
	}
}

// TestDeleteDiverged: so can what this engine will not go on with. It has no turn that could be waited for.
func TestDeleteDiverged(t *testing.T) {
	_, s := upgrades["another digest"].crashed(t)
	r := start(t, newWorld(), s.Store, func(c *runner.Config) { c.OnDivergence = runner.Refuse })
	if _, err := sendErr(t.Context(), r, "t1", say("and now?")); !errors.Is(err, runner.ErrDiverged) {
		t.Fatalf("a message: %v", err)
	}
	if err := r.Delete(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("it is still there: %v", err)
	}
}

// owned is a store that processes share, as far as the runner sees.
type owned struct {
	*mem.Store
	asked []trip.ID
}

func (o *owned) Own(ctx context.Context, id trip.ID) (store.Trip, error) {
	o.asked = append(o.asked, id)
	return o.Load(ctx, id)
}

func (*owned) Lease() store.Lease { return store.Lease{Token: 1, Length: time.Hour, Left: time.Hour} }

// around is a store around another one.
type around struct{ store.Store }

func (a around) Unwrap() store.Store { return a.Store }

// TestAStoreInAWrapper can all that it can without: trips are owned where processes share it, and deleted.
func TestAStoreInAWrapper(t *testing.T) {
	s := &owned{Store: mem.New(mem.Options{})}
	r := start(t, newWorld(), around{around{s}})
	turnOf(t, r, trip.Event{Data: trip.UserMessage{Text: "hello"}})
	asked := len(s.asked)
	turnOf(t, r, trip.Event{Data: trip.UserMessage{Text: "hello again"}})
	if asked == 0 || len(s.asked) == asked {
		t.Errorf("the store was asked for the trip %d times in all, %d in the first turn", len(s.asked), asked)
	}
	if err := r.Delete(t.Context(), "t1"); err != nil {
		t.Error(err)
	}
}

// TestDeleteAt: whoever has copied a trip erases what it copied, and nothing that came since.
func TestDeleteAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, newWorld(), mem.New(mem.Options{}))
		turnOf(t, r, trip.Event{ID: "e1", Data: trip.UserMessage{Text: "hello"}})
		copied, err := r.Head(t.Context(), "t1")
		if err != nil {
			t.Fatal(err)
		}
		turnOf(t, r, trip.Event{ID: "e2", Data: trip.UserMessage{Text: "hello again"}})
		if err := r.DeleteAt(t.Context(), "t1", copied.Seq); !errors.Is(err, runner.ErrChanged) {
			t.Errorf("DeleteAt of a trip that went on: %v, want ErrChanged", err)
		}
		now, err := r.Head(t.Context(), "t1")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.DeleteAt(t.Context(), "t1", now.Seq); err != nil {
			t.Errorf("DeleteAt: %v", err)
		}
		if _, err := r.State(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("State: %v", err)
		}
	})
}
