package ops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Move moves a trip that is at rest from one desk to another: it is copied, erased where it was, and goes on where it
// is now. One that changes meanwhile stays where it was. What is in doubt is looked up by the new place alone.
//
//   - Errors: runner.ErrBusy for a trip that is not at rest, runner.ErrChanged for one that went on meanwhile, and
//     those of the desks. When the copy cannot be taken back either, the error says so.
func Move(ctx context.Context, from, to Desk, id trip.ID) (Trip, error) {
	t, err := from.Trip(ctx, id)
	if err != nil {
		return t, err
	}
	if len(t.Outstanding) > 0 || t.Waiting > 0 {
		return t, fmt.Errorf("%w: trip %q has a turn that runs, or events that wait: cancel it, or wait", runner.ErrBusy, id)
	}
	copied, err := spool(ctx, from, id)
	if err != nil {
		return t, err
	}
	defer func() { _ = errors.Join(copied.Close(), os.Remove(copied.Name())) }()
	done, err := to.Import(ctx, copied, runner.ImportOptions{})
	if err != nil {
		return t, fmt.Errorf("ops: move: %w", err)
	}
	if err := from.Delete(ctx, id, t.Seq); err != nil {
		if done.Events > 0 {
			err = errors.Join(err, to.Delete(ctx, id, AnySeq))
		}
		return t, fmt.Errorf("ops: move: the trip stays where it was: %w", err)
	}
	if done.InDoubt > 0 {
		if _, err := copied.Seek(0, io.SeekStart); err != nil {
			return t, fmt.Errorf("ops: move: %w", err)
		}
		if _, err := to.Import(ctx, copied, runner.ImportOptions{GoOn: true}); err != nil {
			return t, fmt.Errorf("ops: move: the trip is moved, and what is in doubt is not looked up: settle it: %w", err)
		}
	}
	return to.Trip(ctx, id)
}

// spool copies a recording into a file that nobody else reads.
func spool(ctx context.Context, d Desk, id trip.ID) (*os.File, error) {
	in, err := d.Recording(ctx, id)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	f, err := os.CreateTemp("", "legwork-")
	if err != nil {
		return nil, fmt.Errorf("ops: %w", err)
	}
	_, err = io.Copy(f, in)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("ops: copy a recording: %w", err), f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// Retention says what [Prune] removes.
type Retention struct {
	IdleAfter time.Duration // trips that had no event for so long, and are at rest with nothing in doubt; 0 keeps all
	KeepTurns int           // history snapshots to keep of each trip, the newest; 0 is no limit
	MaxAge    time.Duration // older history snapshots go; 0 is no limit
	DryRun    bool          // nothing is removed
}

// Pruned says what Prune removed, or would.
type Pruned struct {
	Trips     []trip.ID `json:"trips"`     // whole ones
	Kept      int64     `json:"kept"`      // idle trips that stay: something is in doubt, waits, or came meanwhile
	Snapshots int64     `json:"snapshots"` // of the history of those that stay
}

// Archive keeps recordings of trips that are removed.
type Archive interface {
	// Keep keeps the recording of a trip, durably. It replaces an older one of the trip.
	Keep(ctx context.Context, id trip.ID, recording io.Reader) error
}

// Prune removes what a retention does not keep. A trip is kept in the archive, unless that is nil, before it is
// removed; one that goes on meanwhile stays.
//
//   - Errors: those of the desk and the archive; what was removed until then is told.
func Prune(ctx context.Context, d Desk, r Retention, a Archive) (done Pruned, err error) {
	done.Trips = []trip.ID{}
	if r.IdleAfter > 0 {
		for t, err := range All(ctx, d, Filter{Idle: r.IdleAfter}) {
			if err != nil {
				return done, err
			}
			if t.UpdatedAt == 0 || t.Unreadable != "" || len(t.Outstanding)+len(t.InDoubt) > 0 || t.Waiting > 0 {
				done.Kept++
				continue
			}
			err := remove(ctx, d, &t, r.DryRun, a)
			switch {
			case errors.Is(err, runner.ErrChanged), errors.Is(err, runner.ErrBusy), errors.Is(err, store.ErrNotFound):
				done.Kept++
			case err != nil:
				return done, err
			default:
				done.Trips = append(done.Trips, t.ID)
			}
		}
	}
	if (r.KeepTurns > 0 || r.MaxAge > 0) && !r.DryRun {
		report, err := d.Shrink(ctx, store.Retention{KeepTurns: r.KeepTurns, MaxAge: r.MaxAge})
		if err != nil {
			return done, err
		}
		done.Snapshots = report.Snapshots
	}
	return done, nil
}

// remove archives a trip and erases it.
func remove(ctx context.Context, d Desk, t *Trip, dryRun bool, a Archive) error {
	if dryRun {
		return nil
	}
	if a != nil {
		in, err := d.Recording(ctx, t.ID)
		if err != nil {
			return err
		}
		err = a.Keep(ctx, t.ID, in)
		if err = errors.Join(err, in.Close()); err != nil {
			return fmt.Errorf("ops: archive trip %q: %w", t.ID, err)
		}
	}
	return d.Delete(ctx, t.ID, t.Seq)
}
