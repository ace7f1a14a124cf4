package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/mcpserver"
	"github.com/legwork-go/legwork/store"
)

// monitored is a store that knows whether it works. One that has to be opened again ends the server; one that can be
// asked again (store.Prober) never does.
type monitored struct {
	store.Store
	log     *slog.Logger
	end     context.CancelCauseFunc
	changed chan struct{} // told when it fails, and when it works again

	mu     sync.Mutex // guards failed
	failed bool
}

func newMonitored(s store.Store, log *slog.Logger, end context.CancelCauseFunc) *monitored {
	return &monitored{Store: s, log: log, end: end, changed: make(chan struct{}, 1)}
}

// Unwrap implements store.Wrapper: what the store can do beside is its own.
func (w *monitored) Unwrap() store.Store { return w.Store }

// Append implements store.Store.
func (w *monitored) Append(ctx context.Context, c store.Commit) error {
	err := w.Store.Append(ctx, c)
	switch {
	case err == nil:
		w.note(false, nil)
	case ofOneCommit(err):
	default:
		w.note(true, err)
		if !w.passes(err) {
			w.end(fmt.Errorf("%w: %w", errReopen, err))
		}
	}
	return err
}

// passes reports whether the store goes on by itself when its medium does, which may be slow as well.
func (w *monitored) passes(err error) bool {
	if _, every := store.As[store.Prober](w.Store); every {
		return true
	}
	return errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, store.ErrMedium) && !errors.Is(err, store.ErrUncertain)
}

// probeTime is how long a store is waited for that is asked whether it works.
const probeTime = 5 * time.Second

// probe asks a store that can be asked whether it works. Another one tells by its next commit.
func (w *monitored) probe(ctx context.Context) (mayWork bool) {
	prober, ok := store.As[store.Prober](w.Store)
	if !ok {
		return true
	}
	within, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	err := prober.Probe(within)
	if ctx.Err() == nil {
		w.note(err != nil, err)
	}
	return err == nil
}

// ofOneCommit reports whether an error says nothing of other commits.
func ofOneCommit(err error) bool {
	return isOneOf(err, context.Canceled, store.ErrConflict, store.ErrInvalid, store.ErrDamaged, store.ErrOwned,
		store.ErrFenced)
}

// note tells when it changes whether the store works.
func (w *monitored) note(failed bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed == failed {
		return
	}
	w.failed = failed
	if failed {
		w.log.Error("the store fails, and what cannot be saved is refused", slog.Any("error", err))
	} else {
		w.log.Info("the store works again")
	}
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

func (w *monitored) works() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.failed
}

// How long is waited before trips are taken up again while the store fails: twice as long each time.
const (
	firstRetry = time.Second
	maxRetry  = time.Minute
)

// lookForOthers is how often a server looks for trips that another one of the same database has left.
const lookForOthers = 30 * time.Second

// takeUp finishes what a restart has left of trips, and what a fault of the store leaves of them.
type takeUp struct {
	runner  *runner.Runner
	store   *monitored
	log     *slog.Logger
	working atomic.Bool
	once    atomic.Bool // it has looked once
}

// run goes on until ctx ends.
func (t *takeUp) run(ctx context.Context) {
	retry := firstRetry
	for {
		if t.store.probe(ctx) {
			t.recover(ctx)
		}
		var again <-chan time.Time
		_, shared := store.As[store.Owner](t.store)
		switch {
		case !t.store.works():
			again, retry = time.After(retry), min(2*retry, maxRetry)
		case shared: // a process that has died leaves trips to the others
			again, retry = time.After(lookForOthers), firstRetry
		default:
			retry = firstRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-t.store.changed:
		case <-again:
		}
	}
}

func (t *takeUp) recover(ctx context.Context) {
	t.working.Store(true)
	defer t.once.Store(true)
	defer t.working.Store(false)
	report, err := t.runner.Recover(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		t.log.Error("the trips that were at work cannot be found", slog.Any("error", err))
	case report.Trips > 0:
		t.log.Info("trips that were at work were taken up",
			slog.Int64("trips", report.Trips), slog.Int64("failed", report.Failed), slog.Int64("diverged", report.Diverged))
	}
}

// started reports whether all that a restart left behind was looked at.
func (t *takeUp) started() bool { return t.once.Load() }

// health is what get_trip tells of the engine.
func (t *takeUp) health() mcpserver.Health {
	return mcpserver.Health{Recovering: t.working.Load(), StoreWorks: t.store.works()}
}
