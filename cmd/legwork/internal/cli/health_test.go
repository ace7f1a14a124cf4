package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// shared is a store that processes share, as far as a server sees.
type shared struct {
	*mem.Store
	looked atomic.Int64
}

func (s *shared) Own(ctx context.Context, id trip.ID) (store.Trip, error) { return s.Load(ctx, id) }

func (*shared) Lease() store.Lease {
	return store.Lease{Token: 1, Length: time.Hour, Left: time.Hour}
}

func (s *shared) Pending(ctx context.Context) iter.Seq2[trip.ID, error] {
	s.looked.Add(1)
	return s.Store.Pending(ctx)
}

// TestTripsOfOthersAreLookedFor again and again, where servers share the store.
func TestTripsOfOthersAreLookedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shared{Store: mem.New(mem.Options{})}
		ctx, end := context.WithCancelCause(t.Context())
		log := slog.New(slog.DiscardHandler)
		m := newMonitored(s, log, end)
		r, err := runner.New(runner.Config{Store: m, Tools: tools.Registry{}})
		if err != nil {
			t.Fatal(err)
		}
		up := takeUp{runner: r, store: m, log: log}
		go up.run(ctx)
		time.Sleep(2*lookForOthers + time.Second)
		if n := s.looked.Load(); n != 3 {
			t.Errorf("it looked %d times, want 3", n)
		}
		end(nil)
	})
}

// probed is a store that can be asked again, as far as a server sees.
type probed struct {
	store.Store
	err error
}

func (s *probed) Probe(context.Context) error { return s.err }

func (s *probed) Append(context.Context, store.Commit) error { return s.err }

// TestNothingEndsAServerOfADatabase: whatever a commit says, a store that can be asked again is asked, and not opened
// again.
func TestNothingEndsAServerOfADatabase(t *testing.T) {
	for _, err := range []error{
		store.ErrMedium, store.ErrUncertain, fmt.Errorf("%w: %w", store.ErrMedium, store.ErrReadOnly), errors.New("something else"),
	} {
		ctx, end := context.WithCancelCause(t.Context())
		s := &probed{Store: mem.New(mem.Options{}), err: err}
		m := newMonitored(s, slog.New(slog.DiscardHandler), end)
		if got := m.Append(ctx, store.Commit{}); !errors.Is(got, err) || ctx.Err() != nil || m.works() {
			t.Errorf("%v: Append gave %v, the server ends with %v, the store works: %v", err, got, context.Cause(ctx), m.works())
		}
		if m.probe(ctx) || m.works() {
			t.Errorf("%v: it works, though the store says that it does not", err)
		}
		s.err = nil
		if !m.probe(ctx) || !m.works() {
			t.Errorf("%v: it does not work, though the store says that it does", err)
		}
		end(nil)
	}
}

// TestWhatEndsAServer: a commit that is refused for its trip's sake says nothing of the store, one of which nobody knows
// whether it is there ends the server.
func TestWhatEndsAServer(t *testing.T) {
	for _, c := range []struct {
		err         error
		works, goes bool
	}{
		{store.ErrConflict, true, true},
		{&store.OwnedError{Trip: "t1", Owner: "another"}, true, true},
		{store.ErrFenced, true, true},
		{store.ErrMedium, false, true},
		{store.ErrUncertain, false, false},
		{errors.New("something else"), false, false},
	} {
		ctx, end := context.WithCancelCause(t.Context())
		s := &fragile{Store: mem.New(mem.Options{}), err: fmt.Errorf("store: %w", c.err)}
		m := newMonitored(s, slog.New(slog.DiscardHandler), end)
		if err := m.Append(ctx, store.Commit{}); !errors.Is(err, c.err) {
			t.Errorf("%v: Append gave %v", c.err, err)
		}
		if m.works() != c.works || (ctx.Err() == nil) != c.goes {
			t.Errorf("%v: the store works %v, want %v; the server ends with %v, want that it goes on: %v", c.err, m.works(), c.works, context.Cause(ctx), c.goes)
		}
		end(nil)
	}
}
