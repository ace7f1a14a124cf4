package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Delete erases a trip, durably, and what the runner remembers of it; whoever watches it is told ErrDeleted. A trip
// whose turn runs, or has something left to do after a crash, is not erased: cancel the turn, or call Resume, first.
// Handlers of a turn that has ended are waited for, within their grace. A trip that this engine cannot go on with can
// be erased. A write of unknown outcome is looked up no more.
//
//   - Errors: store.ErrNotFound, ErrBusy, ErrClosed, ErrNoDeleter, that of ctx, or a fault of the store.
func (r *Runner) Delete(ctx context.Context, id trip.ID) error { return r.delete(ctx, id, anySeq) }

// DeleteAt is Delete of a trip whose last event is still the one at seq. Whoever has made a copy of a trip erases so
// what it has copied, and nothing that came since.
//
//   - Errors: ErrChanged, and those of Delete.
func (r *Runner) DeleteAt(ctx context.Context, id trip.ID, seq int64) error {
	return r.delete(ctx, id, seq)
}

// anySeq lets a trip be erased whatever its last event is.
const anySeq = -1

// deleteForm is the body of a requestDeleteAt.
type deleteForm struct {
	Seq int64 `json:"seq"`
}

func (r *Runner) delete(ctx context.Context, id trip.ID, seq int64) error {
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
		_, err := r.ask(ctx, deleteRequest(id, seq))
		return err
	}
	if err != nil && !errors.Is(err, ErrDiverged) && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	if err := t.stillAt(ctx, seq); err != nil {
		return err
	}
	return t.erase(func() error {
		if err := r.deleteStored(ctx, eraser, id, seq); err != nil {
			return fmt.Errorf("runner: delete trip: %w", err)
		}
		return nil
	})
}

// deleteRequest asks whoever works on a trip to erase it.
func deleteRequest(id trip.ID, seq int64) store.Request {
	if seq == anySeq {
		return store.Request{Trip: id, Kind: requestDelete}
	}
	body, _ := json.Marshal(deleteForm{seq}) //nolint:errchkjson // a number
	return store.Request{Trip: id, Kind: requestDeleteAt, Body: body}
}

// stillAt returns ErrChanged when the last event of the trip is not the one at seq. The caller holds t.mu.
func (t *live) stillAt(ctx context.Context, seq int64) error {
	if seq == anySeq {
		return nil
	}
	there, err := t.r.store.Load(ctx, t.id)
	if err != nil {
		return fmt.Errorf("runner: load trip: %w", err)
	}
	if there.Seq != seq {
		return changed(t.id, there.Seq, seq)
	}
	return nil
}

func changed(id trip.ID, is, was int64) error {
	return fmt.Errorf("%w: trip %q is at seq %d, not %d", ErrChanged, id, is, was)
}

// deleteStored erases a trip in the store. Where other processes may change it in this moment, the store itself
// compares the seq: by a request that is answered with the trip's end.
func (r *Runner) deleteStored(ctx context.Context, eraser store.Deleter, id trip.ID, seq int64) error {
	if seq == anySeq || r.inbox == nil {
		return eraser.Delete(ctx, id)
	}
	q := deleteRequest(id, seq)
	q.ID = uuid.NewString()
	if _, err := r.inbox.Put(ctx, q, 0); err != nil {
		return err
	}
	var moved *store.ConflictError
	err := r.inbox.Answer(ctx, id, seq, store.Answer{ID: q.ID, Body: answerForm{}.bytes(), Erase: true})
	if !errors.As(err, &moved) {
		return err
	}
	switch a, waits, err := r.inbox.Answered(ctx, id, q.ID); {
	case err != nil:
		return err
	case !waits && a.Body != nil: // another process has taken the request meanwhile
		_, err = readAnswer(id, a.Body)
		return err
	}
	return changed(id, moved.Actual, seq)
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
