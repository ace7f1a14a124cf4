package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Filter selects trips. Zero fields select all of them.
type Filter struct {
	Status []trip.Status // any of these
	Owner  string        // whose Intent.Scope.Owner it is
	// After and Before bound the time of the trip's last event: at After or later, and earlier than Before.
	After, Before time.Time
	InDoubt       bool // only those with a write whose outcome is unknown

	// A page is the first Limit trips that fit, of the ids after Beyond: the last id of the page before. 0 is no limit.
	Beyond trip.ID
	Limit  int
}

// Summary is what [Runner.Trips] tells of a trip.
type Summary struct {
	ID        trip.ID
	Seq       int64 // of the last event
	Status    trip.Status
	Owner     string
	CreatedAt trip.Instant
	UpdatedAt trip.Instant // time of the last event
	InDoubt   bool
}

// Trips yields the trips that fit a filter, in the order of their ids. Each trip is read as the walk comes to it, so
// one that changes meanwhile is told as it is then, and one that is erased is passed over. A trip that cannot be read
// comes with its error, and the walk goes on. A walk costs a load of every trip from Beyond on.
//
//   - Errors: ErrDiverged or a fault of the store, with the ID of the trip; that of ctx or of the store's list of
//     trips, without one and last.
func (r *Runner) Trips(ctx context.Context, f Filter) iter.Seq2[Summary, error] {
	return func(yield func(Summary, error) bool) {
		n := 0
		for id, err := range r.store.Trips(ctx, f.Beyond) {
			if err != nil {
				yield(Summary{}, fmt.Errorf("runner: list trips: %w", err))
				return
			}
			in, err := r.State(ctx, id)
			switch {
			case ctx.Err() != nil:
				yield(Summary{}, ctx.Err())
				return
			case errors.Is(err, store.ErrNotFound): // it was erased since the walk saw its id
				continue
			case err != nil:
				if !yield(Summary{ID: id}, err) {
					return
				}
				continue
			}
			s := Summary{
				ID: id, Seq: in.Turn.Seq, Status: in.Status.Node, Owner: in.Scope.Owner,
				CreatedAt: in.CreatedAt, UpdatedAt: in.UpdatedAt, InDoubt: len(in.Turn.Unknown) > 0,
			}
			if !f.fits(&s) {
				continue
			}
			if n++; !yield(s, nil) || n == f.Limit {
				return
			}
		}
	}
}

func (f *Filter) fits(s *Summary) bool {
	at := time.Unix(0, int64(s.UpdatedAt))
	switch {
	case len(f.Status) > 0 && !slices.Contains(f.Status, s.Status),
		f.Owner != "" && f.Owner != s.Owner,
		!f.After.IsZero() && at.Before(f.After),
		!f.Before.IsZero() && !at.Before(f.Before),
		f.InDoubt && !s.InDoubt:
		return false
	}
	return true
}
