package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// RecoverReport counts what Recover found.
type RecoverReport struct {
	Trips  int64 // with calls that were out or in doubt, or events that waited; those of other processes are not counted
	Failed int64 // of them: could not be loaded or gone on with; each is logged
	// Of them: whose log this version folds to something else than was recorded; each is logged. Under GoOn they were
	// gone on with, under Refuse they are among the failed.
	Diverged int64
}

// Recover finishes, trip by trip, the calls that a crash left outstanding and the events that wait in queues, and
// returns when all of them are at rest. At most Limits.Recovering trips are worked on at once; events for other
// trips, and for these, are handled meanwhile. Where several processes share the store, a trip on which another one
// works is left to it; whoever calls Recover again takes over what is left of one that is gone.
//
//   - Errors: that of ctx or of the store's index of such trips. A trip that fails stops no other.
func (r *Runner) Recover(ctx context.Context) (RecoverReport, error) {
	w := recovery{r: r, free: r.sched.NewSignal()}
	for id, err := range r.store.Pending(ctx) {
		if err != nil {
			return w.finish(ctx, fmt.Errorf("runner: pending trips: %w", err))
		}
		if err := w.wait(ctx, r.limits.Recovering-1); err != nil {
			return w.finish(ctx, err)
		}
		w.start(ctx, id)
	}
	return w.finish(ctx, nil)
}

// recovery is one run of Recover.
type recovery struct {
	r    *Runner
	free Signal

	mu     sync.Mutex // guards the fields below
	busy   int
	report RecoverReport
}

// wait returns when at most n trips are being worked on.
func (w *recovery) wait(ctx context.Context, n int) error {
	for {
		w.mu.Lock()
		busy := w.busy
		w.mu.Unlock()
		if busy <= n {
			return ctx.Err()
		}
		if err := w.free.Wait(ctx); err != nil {
			return err
		}
	}
}

// finish waits for what has begun.
func (w *recovery) finish(ctx context.Context, err error) (RecoverReport, error) {
	_ = w.wait(context.WithoutCancel(ctx), 0) // not cut short: what was begun stops by itself when ctx ends
	if err == nil {
		err = ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.report, err
}

// start works on one trip, beside the caller.
func (w *recovery) start(ctx context.Context, id trip.ID) {
	w.mu.Lock()
	w.busy++
	w.report.Trips++
	w.mu.Unlock()
	w.r.sched.Go(func() {
		diverged, err := w.r.resume(ctx, id)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.busy--
		if diverged {
			w.report.Diverged++
		}
		switch {
		case errors.Is(err, store.ErrOwned), w.r.inbox != nil && isElsewhere(err):
			w.report.Trips--
		case err != nil && !errors.Is(err, ctx.Err()): // a cancelled ctx is not a failure of the trip
			w.report.Failed++
			w.r.notice(ctx, Notice{Kind: RecoveryFailed, Trip: id}, slog.Any("error", err))
		}
		w.free.Set()
	})
}

// Resume is Recover for one trip: of one that a person comes back to, while others wait. A trip
// that does not exist is at rest. One on which another process works is taken up by that, which is not waited for.
//
//   - Errors: ErrOverloaded, ErrClosed, ErrDiverged, ErrBug, that of ctx, or a fault of the store.
func (r *Runner) Resume(ctx context.Context, id trip.ID) error {
	_, err := r.resume(ctx, id)
	if r.inbox != nil && isElsewhere(err) {
		_, err = r.ask(ctx, store.Request{Trip: id, Kind: requestResume})
	}
	return err
}

// resume does what Resume says. diverged tells that the trip was loaded for it, and its log is not what was recorded.
func (r *Runner) resume(ctx context.Context, id trip.ID) (diverged bool, err error) {
	t, err := r.acquire(id)
	if err != nil {
		return false, err
	}
	defer r.release(t)
	t.mu.Lock()
	diverged, err = t.takeUp(ctx)
	var rest *restWaiter
	if err == nil && t.driving {
		rest = &restWaiter{done: r.sched.NewSignal()}
		t.restWaiters = append(t.restWaiters, rest)
	}
	t.mu.Unlock()
	if err != nil || rest == nil {
		return diverged, err
	}
	if err := rest.done.Wait(ctx); err != nil {
		return diverged, err
	}
	return diverged, rest.err
}

// takeUp goes on with what the trip has left to do. The caller holds t.mu.
func (t *live) takeUp(ctx context.Context) (diverged bool, err error) {
	loaded := t.loaded
	err = t.ready(ctx)
	diverged = !loaded && t.differed || errors.Is(err, ErrDiverged)
	if err == nil {
		err = t.resume(noLimit)
	}
	if err == nil && !t.driving {
		err = t.startLookups(t.lookUpOpen)
	}
	if err == nil && !t.driving {
		t.startLookupTimer() // of what is repeated, which has its own time
	}
	return diverged, err
}
