package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Create makes a trip that begins with an intent which another system wrote, or which holds what is
// known beforehand, such as time zone and home airport. Without it a trip begins empty with its
// first event.
//
//   - Errors: ErrExists, ErrClosed, turn.ErrIntent, or a fault of the store.
func (r *Runner) Create(ctx context.Context, id trip.ID, in trip.Intent) error {
	t, unlock, err := r.lock(id)
	if err != nil {
		return err
	}
	defer unlock()
	err = t.ready(ctx)
	if err == nil && t.header == nil || errors.Is(err, store.ErrOwned) {
		return fmt.Errorf("%w: %q", ErrExists, id)
	}
	if err != nil {
		return err
	}
	h := r.newHeader(id)
	in.TripID = id
	h.Intent, h.HasIntent = in, true
	line := h.AppendJSON(nil)
	if len(line) > trip.MaxLineBytes {
		return fmt.Errorf("%w: the intent has %d bytes", ErrTooLarge, len(line))
	}
	read, _, err := trip.DecodeHeader(string(line))
	if err != nil {
		return fmt.Errorf("runner: %w: %w", turn.ErrIntent, err)
	}
	if n := len(read.Intent.Turn.Outstanding); n > 0 {
		return fmt.Errorf("runner: %w: %d calls are outstanding, and nothing is known to perform them", turn.ErrIntent, n)
	}
	t.loaded = false
	if err := t.create(read); err != nil {
		return err
	}
	err = t.commit(ctx, t.newChange())
	t.loaded = err == nil
	if r.inbox != nil && isElsewhere(err) {
		return fmt.Errorf("%w: %q", ErrExists, id)
	}
	return err
}

// State returns the newest intent of a trip.
//
//   - Errors: store.ErrNotFound, ErrDiverged, or a fault of the store.
func (r *Runner) State(ctx context.Context, id trip.ID) (trip.Intent, error) {
	t := &live{r: r, id: id}
	s, err := r.store.Load(ctx, id)
	if err != nil {
		return trip.Intent{}, fmt.Errorf("runner: load trip: %w", err)
	}
	if err := t.restore(s); err != nil {
		return trip.Intent{}, err
	}
	return *t.in, nil
}

// StateAt returns the intent of a trip after the event at seq; 0 is before the first. It is folded from the newest
// snapshot before that: of a trip that another version wrote it is what this one makes of it.
//
//   - Errors: store.ErrNotFound when there is no such trip or event, ErrDiverged, or a fault of the store.
func (r *Runner) StateAt(ctx context.Context, id trip.ID, seq int64) (trip.Intent, error) {
	t := &live{r: r, id: id}
	in, err := t.at(ctx, seq)
	if err != nil {
		return trip.Intent{}, err
	}
	return *in, nil
}

// at folds the log up to seq, from the newest snapshot that is not after it.
func (t *live) at(ctx context.Context, seq int64) (*trip.Intent, error) {
	in, err := t.base(ctx, seq)
	if err != nil {
		return nil, err
	}
	if in.Turn.Seq == seq {
		return in, nil
	}
	for record, err := range t.r.store.Log(ctx, t.id, in.Turn.Seq+1) {
		if err != nil {
			return nil, fmt.Errorf("runner: read log: %w", err)
		}
		_, d, err := t.refold(in, record)
		if err != nil {
			return nil, err
		}
		if in = &d.Next; record.Seq == seq {
			return in, nil
		}
	}
	return nil, fmt.Errorf("runner: %w: trip %q has no event at seq %d", store.ErrNotFound, t.id, seq)
}

// base returns a state at or before seq to fold from.
func (t *live) base(ctx context.Context, seq int64) (*trip.Intent, error) {
	s, err := t.r.store.Load(ctx, t.id)
	if err != nil {
		return nil, fmt.Errorf("runner: load trip: %w", err)
	}
	h, _, err := trip.DecodeHeader(string(s.Header))
	if err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrDiverged, err)
	}
	if err := t.configure(h); err != nil {
		return nil, err
	}
	snapshot, _, err := t.r.store.SnapshotAt(ctx, t.id, seq)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("runner: read snapshot: %w", err)
	}
	return t.baseOf(h, snapshot)
}

// Export yields the lines of a trip's recording, without line feeds: the header, then each event
// with the digests of its decision and of the state after it. The slices belong to the caller.
//
//   - Errors: store.ErrNotFound, or a fault of the store.
func (r *Runner) Export(ctx context.Context, id trip.ID) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		s, err := r.store.Load(ctx, id)
		if err != nil {
			yield(nil, fmt.Errorf("runner: load trip: %w", err))
			return
		}
		if !yield(s.Header, nil) {
			return
		}
		for record, err := range r.store.Log(ctx, id, 1) {
			if err != nil {
				yield(nil, fmt.Errorf("runner: read log: %w", err))
				return
			}
			if record.Seq > s.Seq || !yield(record.Event, nil) {
				return
			}
		}
	}
}

// Record writes a trip's recording (formats 1) to w.
//
//   - Errors: those of Export and of w.
func (r *Runner) Record(ctx context.Context, id trip.ID, w io.Writer) error {
	for line, err := range r.Export(ctx, id) {
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("runner: write recording: %w", err)
		}
	}
	return nil
}
