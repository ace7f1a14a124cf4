package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Delete erases a trip, durably, and what the runner remembers of it; whoever watches it is told ErrDeleted. A trip
// whose turn runs, or has something left to do after a crash, is not erased: cancel the turn, or call Resume, first. A
// trip that this engine cannot go on with can be erased. A write of unknown outcome is looked up no more.
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
	switch err := t.ready(ctx); {
	case errors.Is(err, ErrDiverged), errors.Is(err, store.ErrDamaged): // there is nothing to wait for
	case err != nil:
		return err
	case t.driving, len(t.calls)+len(t.queue) > 0, t.isLooking():
		return fmt.Errorf("%w: trip %q has something to do: cancel its turn or wait for its end", ErrBusy, id)
	}
	t.stopLookupTimer()
	t.loaded, t.unknown = false, nil
	if err := eraser.Delete(ctx, id); err != nil {
		return fmt.Errorf("runner: delete trip: %w", err)
	}
	r.recent.forget(id)
	r.endWatchers(id, ErrDeleted)
	return nil
}
