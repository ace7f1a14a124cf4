package chat

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Local is the backend over a runner of this process.
type Local struct{ runner *runner.Runner }

// NewLocal returns a backend over a runner, which it does not close.
func NewLocal(r *runner.Runner) *Local { return &Local{runner: r} }

// Create implements Backend.
func (l *Local) Create(ctx context.Context, id trip.ID, in trip.Intent) error {
	return refusal(l.runner.Create(ctx, id, in))
}

// Send implements Backend.
func (l *Local) Send(ctx context.Context, id trip.ID, ev trip.Event) error {
	for _, err := range l.runner.Handle(ctx, id, ev) {
		return refusal(err) // the turn goes on
	}
	return nil
}

// Watch implements Backend. What a killed process has left of the trip is finished beside it.
func (l *Local) Watch(ctx context.Context, id trip.ID, seq int64) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		if !yield(Update{Open: true}, nil) {
			return
		}
		ctx, cancel := context.WithCancelCause(ctx)
		var resumed sync.WaitGroup
		defer resumed.Wait()
		defer cancel(nil)
		resumed.Go(func() {
			if err := l.runner.Resume(ctx, id); err != nil && !errors.Is(err, store.ErrNotFound) {
				cancel(err)
			}
		})
		for u, err := range l.runner.Watch(ctx, id, seq) {
			if cause := context.Cause(ctx); err != nil && cause != nil {
				err = cause
			}
			if errors.Is(err, runner.ErrDeleted) || errors.Is(err, runner.ErrAhead) {
				err = ErrGone
			}
			out, told := localUpdate(u)
			if (told || err != nil) && !yield(out, refusal(err)) {
				return
			}
		}
	}
}

// localUpdate reads an update; told is false for one that another says.
func localUpdate(u runner.Update) (out Update, told bool) {
	switch u.Kind {
	case runner.Decided:
		return Update{
			Seq: u.Seq, Turn: u.Turn, At: u.At, Event: u.Event, Decision: u.Decision,
			Ended: len(u.Decision.Next.Turn.Outstanding) == 0,
		}, true
	case runner.Queued:
		return Update{Waits: u.EventID}, true
	case runner.Reported:
		return Update{Progress: &Progress{
			CallID: u.Call.ID, Name: u.Call.Name, Delta: u.Delta, Offset: u.Offset,
		}}, true
	case runner.Accepted, runner.CallFinished, runner.CallStarted, runner.TurnEnded:
	}
	return Update{}, false
}

// State implements Backend.
func (l *Local) State(ctx context.Context, id trip.ID) (trip.Intent, error) {
	in, err := l.runner.State(ctx, id)
	return in, refusal(err)
}

// Trips implements Backend.
func (l *Local) Trips(ctx context.Context) (list []Summary, more bool, err error) {
	for t, err := range l.runner.Trips(ctx, runner.Filter{Limit: maxTrips + 1}) {
		switch {
		case err != nil && t.ID == "":
			return nil, false, refusal(err)
		case err != nil:
			continue // one that cannot be read is none to go on with
		case len(list) == maxTrips:
			more = true
		default:
			list = append(list, Summary{ID: t.ID, Status: t.Status.String(), UpdatedAt: t.UpdatedAt})
		}
	}
	newestFirst(list)
	return list, more, nil
}

func newestFirst(list []Summary) {
	slices.SortStableFunc(list, func(a, b Summary) int { return cmp.Compare(b.UpdatedAt, a.UpdatedAt) })
}

// Fork implements Backend.
func (l *Local) Fork(ctx context.Context, id trip.ID, seq int64, fork trip.ID) error {
	made, err := l.runner.Fork(ctx, id, seq, fork)
	if err == nil && made.Existed {
		return runner.ErrExists
	}
	return refusal(err)
}

// refusal keeps the errors that a conversation handles, and makes refusals of all others.
func refusal(err error) error {
	known := []error{nil, context.Canceled, store.ErrNotFound, runner.ErrExists, ErrGone}
	if slices.ContainsFunc(known, func(one error) bool { return errors.Is(err, one) }) {
		return err
	}
	return &RefusedError{Why: err.Error()}
}
