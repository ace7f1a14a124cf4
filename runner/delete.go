package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Delete erases a trip, durably, and what the runner remembers of it; whoever watches it is told ErrDeleted. A trip
// whose turn runs, or has something left to do after a crash, is not erased: cancel the turn, or call Resume, first.
// Handlers of a turn that has ended are waited for, within their grace. A trip that this engine cannot go on with can
// be erased. A write of unknown outcome is looked up no more.
//
//   - Errors: store.ErrNotFound, ErrBusy, ErrClosed, ErrNoDeleter, that of ctx, or a fault of the store.
func (r *Runner) Delete(ctx context.Context, id trip.ID) error {
	eraser, can := store.As[store.Deleter](r.store)
	if !can {
		return fmt.Errorf("%w: %T", ErrNoDeleter, r.store)
	}
	t, unlock, err := r.lock(id)
	if err != nil {
		return err
	}
	defer unlock()
	if err := t.untilRest(ctx); err != nil {
		return err
	}
	err = t.ready(ctx)
	if r.inbox != nil && isElsewhere(err) {
		_, err := r.ask(ctx, store.Request{Trip: id, Kind: requestDelete})
		return err
	}
	if err != nil && !errors.Is(err, ErrDiverged) && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	return t.erase(func() error {
		if err := eraser.Delete(ctx, id); err != nil {
			return fmt.Errorf("runner: delete trip: %w", err)
		}
		return nil
	})
}

// erase erases a trip that nobody works on, by a method of the store. One that cannot be read has nothing to wait for.
// The caller holds t.mu.
func (t *live) erase(inStore func() error) error {
	if len(t.calls)+len(t.queue) > 0 {
		return t.atWork()
	}
	t.stopLookupTimer()
	t.loaded, t.unknown = false, nil
	if err := inStore(); err != nil {
		return err
	}
	t.r.recent.forget(t.id)
	t.r.endWatchers(t.id, ErrDeleted)
	return nil
}

// untilRest returns once the trip has nothing left to do. Followers are told that a turn has ended before the last of
// its goroutines has exited, and before a cancelled handler has noticed: untilRest waits for these, and fails with
// ErrBusy if anything else is still to be done. The caller holds t.mu, which is released while waiting.
//
//   - Errors: ErrBusy, that of ctx.
func (t *live) untilRest(ctx context.Context) error {
	for {
		switch {
		case t.failure != nil, t.isAtWork():
			return t.atWork()
		case !t.driving:
			return nil
		}
		rest := &restWaiter{done: t.r.sched.NewSignal()}
		t.restWaiters = append(t.restWaiters, rest)
		t.mu.Unlock()
		err := rest.done.Wait(ctx)
		t.mu.Lock()
		if err != nil {
			return err
		}
	}
}

// isAtWork reports whether anything is still to be done. The caller holds t.mu.
func (t *live) isAtWork() bool {
	return len(t.calls)+len(t.queue) > 0 || t.isLooking() || t.driving && len(t.settling) > 0
}

func (t *live) atWork() error { return fmt.Errorf("%w (trip %q)", errAtWork, t.id) }
