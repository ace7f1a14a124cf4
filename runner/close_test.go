package runner_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Who ends a call early gives a handler that never asks for its context the grace, and no more.
func TestDeafHandlerHasTheGraceWhenItsCallEnds(t *testing.T) {
	deaf := func(release chan struct{}) script {
		return func(context.Context, tools.Request) ([]byte, error) {
			<-release
			return []byte(flights), nil
		}
	}
	for name, end := range map[string]func(*testing.T, *runner.Runner){
		"close": func(t *testing.T, r *runner.Runner) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if err := r.Close(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		},
		"cancel": func(t *testing.T, r *runner.Runner) {
			send(t, r, "t1", trip.Event{Data: trip.TurnCancelled{}})
			if err := r.Close(t.Context()); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				release := make(chan struct{})
				defer close(release)
				w.on(trip.ToolFlightSearch, deaf(release))
				r := start(t, w, newStore())
				turn := later(t, r, "t1", say("LIS to FCO"))
				synctest.Wait()
				begun := time.Now()
				end(t, r)
				if took := time.Since(begun); took != time.Second {
					t.Errorf("it took %s, want a second of grace", took)
				}
				turn()
			})
		})
	}
}

// A handler that was given up, and returns at last, takes nothing from the attempt after its own.
func TestDeafHandlerHasTheGraceThoughAnEarlierOneReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		first, second := make(chan struct{}), make(chan struct{})
		defer close(second)
		w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
			if w.calls(trip.ToolFlightSearch) == 1 {
				<-first
			} else {
				<-second
			}
			return []byte(flights), nil
		})
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Timeout: 30 * time.Second}}
		})
		turn := later(t, r, "t1", say("LIS to FCO"))
		time.Sleep(32 * time.Second)
		if n := w.calls(trip.ToolFlightSearch); n != 2 {
			t.Fatalf("%d attempts, want 2", n)
		}
		close(first)
		synctest.Wait()
		begun := time.Now()
		send(t, r, "t1", trip.Event{Data: trip.TurnCancelled{}})
		if err := r.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if took := time.Since(begun); took != time.Second {
			t.Errorf("it took %s, want a second of grace", took)
		}
		turn()
	})
}

// loading is a store that takes its time to load one trip.
type loading struct {
	store.Store
	id    trip.ID
	begun chan struct{}
	goOn  chan struct{}
	over  atomic.Bool
}

func (s *loading) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	if id == s.id {
		close(s.begun)
		select {
		case <-s.goOn:
		case <-time.After(time.Minute):
		}
		s.over.Store(true)
	}
	return s.Store.Load(ctx, id)
}

// A Close that cuts short waits for what runs, not for a trip that somebody loads.
func TestCloseDoesNotWaitForALoad(t *testing.T) {
	w, s := newWorld(), &loading{Store: newStore(), id: "t2", begun: make(chan struct{}), goOn: make(chan struct{})}
	called := make(chan struct{})
	w.on(trip.ToolFlightSearch, func(ctx context.Context, req tools.Request) ([]byte, error) {
		close(called)
		return hangs(ctx, req)
	})
	r := start(t, w, s)
	first := later(t, r, "t1", say("LIS to FCO"))
	<-called
	second := later(t, r, "t2", say("LIS to FCO"))
	<-s.begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if s.over.Load() {
		t.Error("it waited for the load")
	}
	close(s.goOn)
	first()
	second()
}

// Who waits for the end, and who will not wait any longer, both return.
func TestTwoClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, hangs)
		r := start(t, w, newStore())
		turn := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		patient := make(chan error, 1)
		go func() { patient <- r.Close(context.WithoutCancel(t.Context())) }()
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.Close(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if err := <-patient; err != nil {
			t.Errorf("the one that waits: %v", err)
		}
		turn()
	})
}
