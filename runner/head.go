package runner

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Head says how far a trip is.
type Head struct {
	Seq   int64    // of the last event; 0 when there is none yet
	Chain [32]byte // the hash over the header and all events up to it
}

// Head returns how far a trip is. Two equal heads of one trip mean the same log, and so the same state.
//
//   - Errors: store.ErrNotFound, or a fault of the store.
func (r *Runner) Head(ctx context.Context, id trip.ID) (Head, error) {
	t, err := r.store.Load(ctx, id)
	if err != nil {
		return Head{}, fmt.Errorf("runner: load trip: %w", err)
	}
	return Head{Seq: t.Seq, Chain: t.Chain}, nil
}

// HeadAt returns the head that a trip had after the event at seq; 0 is before the first.
//
//   - Errors: store.ErrNotFound when there is no such trip or event, or a fault of the store.
func (r *Runner) HeadAt(ctx context.Context, id trip.ID, seq int64) (Head, error) {
	if seq == 0 {
		t, err := r.store.Load(ctx, id)
		if err != nil {
			return Head{}, fmt.Errorf("runner: load trip: %w", err)
		}
		return Head{Chain: store.FirstChain(t.Header)}, nil
	}
	for record, err := range r.store.Log(ctx, id, max(seq, 0)) {
		if err != nil {
			return Head{}, fmt.Errorf("runner: read log: %w", err)
		}
		if record.Seq == seq {
			return Head{Seq: seq, Chain: record.Chain}, nil
		}
		break
	}
	return Head{}, fmt.Errorf("runner: %w: trip %q has no event at seq %d", store.ErrNotFound, id, seq)
}
