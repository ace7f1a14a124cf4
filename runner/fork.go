package runner

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Forked says what Fork has done.
type Forked struct {
	Head    Head // of the fork, where it leaves its original
	Existed bool // it had been made before, and may have gone on since
}

// Fork copies a trip, up to and including the event at seq, into a new trip of the same store that goes on from there.
// The original stays as it is. Policy, scope and words are those of the original; the fork has its own ids of calls and
// asks (replay.Fork). In a fork nothing is held, bought or given back until an INTENT_PATCHED sets
// policy.rules.fork_writes (rule 1.5.fork-writes); what the original holds stays with the original.
//
// A fork in the middle of a turn goes on with the reads that were out then, beside the caller. Fork again with the
// same arguments changes nothing, and finishes what a crash left half made.
//
//   - Errors: store.ErrNotFound when there is no such trip or event, store.ErrInvalid for a seq below 1 or a bad id,
//     ErrExists when newID is another trip, replay.ErrUnderWay when a write is under way at seq or its outcome is
//     unknown there, ErrDiverged, ErrBusy, ErrOverloaded, ErrClosed, that of ctx, or a fault of the store.
func (r *Runner) Fork(ctx context.Context, id trip.ID, seq int64, newID trip.ID) (Forked, error) {
	if err := store.CheckID(newID); err != nil {
		return Forked{}, fmt.Errorf("runner: %w", err)
	}
	if seq < 1 {
		return Forked{}, fmt.Errorf("runner: %w: fork at seq %d: want 1 or more", store.ErrInvalid, seq)
	}
	lines, err := r.forkLines(ctx, id, seq, newID)
	if err != nil {
		return Forked{}, err
	}
	forked := Forked{Head: Head{Seq: seq, Chain: chainOf(lines)}}
	there, err := r.store.Load(ctx, newID)
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return Forked{}, fmt.Errorf("runner: load trip: %w", err)
	case err == nil && !bytes.Equal(there.Header, lines[0]):
		return Forked{}, fmt.Errorf("%w: %q", ErrExists, newID)
	case err == nil && there.Seq >= seq:
		forked.Existed = true
	default:
		_, err = r.Import(ctx, bytes.NewReader(append(bytes.Join(lines, []byte("\n")), '\n')), ImportOptions{GoOn: true})
		if errors.Is(err, store.ErrConflict) {
			return Forked{}, fmt.Errorf("%w: %q", ErrExists, newID)
		}
		if err != nil {
			return Forked{}, err
		}
	}
	head, err := r.HeadAt(ctx, newID, seq)
	switch {
	case err != nil:
		return Forked{}, err
	case head != forked.Head: // a crash left it half made, and somebody went on with that
		return Forked{}, fmt.Errorf("%w: %q", ErrExists, newID)
	}
	return forked, r.wake(ctx, newID)
}

// forkLines returns the recording of a fork.
func (r *Runner) forkLines(ctx context.Context, id trip.ID, seq int64, newID trip.ID) (lines [][]byte, err error) {
	head, err := r.HeadAt(ctx, id, seq)
	if err != nil {
		return nil, err
	}
	var fault error
	original := func(yield func(string) bool) {
		for line, err := range r.Export(ctx, id) {
			if fault = err; err != nil || !yield(string(line)) {
				return
			}
		}
	}
	o := replay.ForkOptions{At: seq, TripID: newID, Chain: hex.EncodeToString(head.Chain[:])}
	for line, err := range replay.Fork(recordingName, turn.Default(), o, original) {
		switch {
		case fault != nil:
			return nil, fault
		case errors.Is(err, replay.ErrUnderWay):
			return nil, fmt.Errorf("runner: fork: %w", err)
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrDiverged, err)
		}
		lines = append(lines, slices.Clone(line))
	}
	return lines, ctx.Err()
}

// chainOf returns the hash chain of a recording that a store holds.
func chainOf(lines [][]byte) [32]byte {
	link := store.FirstChain(lines[0])
	for _, line := range lines[1:] {
		link = store.NextChain(link, line)
	}
	return link
}

// wake begins what a trip has left to do, and does not wait for it.
func (r *Runner) wake(ctx context.Context, id trip.ID) error {
	t, unlock, err := r.lock(id)
	if err != nil {
		return err
	}
	defer unlock()
	if err := t.ready(ctx); err != nil {
		if r.inbox != nil && isElsewhere(err) {
			return nil // another process has begun it
		}
		return err
	}
	return t.resume(r.limits.Turns)
}
