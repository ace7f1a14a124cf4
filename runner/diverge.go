package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Divergence says what to do with a trip whose log folds to something other than what was recorded, because another
// version of the engine, of a catalog or of a policy wrote it.
type Divergence uint8

const (
	// GoOn goes on from what was recorded. A trip at rest goes on from its last snapshot, and its past is not folded.
	// In the middle of a turn the calls that are out count, and their results are applied as usual. The difference is
	// noted once ([Diverged]), and the state from which the trip goes on is kept as a snapshot.
	GoOn Divergence = iota
	// Refuse answers ErrDiverged. Each trip is folded from its beginning whenever it is loaded to be worked on.
	Refuse
)

// differs notes that the log does not fold to what was recorded. It returns an error when the trip must be left alone.
func (t *live) differs(seq int64, why error) error {
	err := fmt.Errorf("%w: seq %d: %w", ErrDiverged, seq, why)
	if t.r.config.OnDivergence == Refuse {
		return err
	}
	if t.diverged == nil {
		t.diverged = err
	}
	return nil
}

// errOtherState and errOtherCalls say what differs.
var (
	errOtherState = errors.New("the state has another digest")
	errOtherCalls = errors.New("the store has other outstanding or unknown calls")
)

// configure sets the policy and the catalog of a trip from its header. If its catalog cannot be made, the runner's is
// used.
func (t *live) configure(h trip.Header) (err error) {
	if t.config, err = t.r.configOf(h); err == nil {
		return nil
	}
	t.config = t.r.config.Turn
	if h.HasPolicy {
		t.config.Policy = h.Policy
	}
	return t.differs(0, err)
}

// honour compares the calls that the folded state waits for with those that the store recorded as outstanding or
// unknown. Where they differ, the recorded ones count: they may have been performed already.
func (t *live) adoptRecordedCalls(s store.Trip, at map[string]*trip.Decision) error {
	var outstanding, unknown []trip.Recorded
	for _, o := range s.Outstanding {
		r := trip.Recorded{CallID: o.CallID, Name: o.Name, Key: o.Key, Arguments: o.Arguments}
		if o.At == 0 {
			unknown = append(unknown, r)
		} else {
			outstanding = append(outstanding, r)
		}
	}
	if !sameCalls(t.in.Turn.Outstanding, outstanding, at) ||
		len(s.Tail) > 0 && !sameCalls(t.in.Turn.Unknown, unknown, nil) {
		if err := t.differs(s.Seq, errOtherCalls); err != nil {
			return err
		}
	}
	if t.diverged == nil || len(outstanding) == 0 {
		return nil
	}
	in, err := turn.Honour(t.config, *t.in, outstanding, unknown)
	if err != nil {
		return fmt.Errorf("%w: seq %d: %w", ErrDiverged, s.Seq, err)
	}
	t.in = &in
	return nil
}

// sameCalls reports whether the calls of a fold are those that were recorded. at has the decisions that queued them, as
// far as these were folded.
func sameCalls(folded []trip.Pending, recorded []trip.Recorded, at map[string]*trip.Decision) bool {
	return slices.EqualFunc(folded, recorded, func(p trip.Pending, r trip.Recorded) bool {
		today := trip.Recorded{CallID: p.CallID, Name: p.Name, Key: p.Key, Arguments: r.Arguments}
		if d := at[p.CallID]; d != nil {
			today.Arguments = argumentsIn(d, p.CallID)
		}
		return today == r
	})
}

// keepDiverged stores, as a snapshot, the state from which a trip goes on although its log folds to another one, and
// notes the difference. The caller holds t.mu.
func (t *live) keepDiverged(ctx context.Context) error {
	err := t.r.store.Append(ctx, store.Commit{
		Trip: t.id, ExpectedSeq: t.in.Turn.Seq, Snapshot: t.in.AppendJSON(nil), Outstanding: t.outstandingOf(t.calls, t.in),
	})
	if err != nil {
		t.loaded = false
		return fmt.Errorf("runner: commit: %w", err)
	}
	t.note(Notice{Kind: Diverged, Seq: t.in.Turn.Seq}, slog.Any("error", t.diverged))
	t.diverged, t.differed = nil, true
	return nil
}

// verify folds the whole log of a trip and compares it with what was recorded.
func (r *Runner) verify(ctx context.Context, s store.Trip) error {
	var fault error
	events := func(yield func([]byte) bool) {
		for record, err := range r.store.Log(ctx, s.ID, 1) {
			if fault = err; fault != nil {
				return
			}
			if !yield(record.Event) {
				return
			}
		}
	}
	_, _, err := replay.Verify(turn.Default())(s.Header, events, s.Snapshot, s.SnapshotSeq)
	switch {
	case fault != nil:
		return fmt.Errorf("runner: read log: %w", fault)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrDiverged, err)
	}
	return nil
}
