package ops

import (
	"context"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Desk is a place where trips are, for an operator: a store, a database, or a running server. Its methods are safe for
// concurrent use.
//
//   - Errors: store.ErrNotFound, ErrAtRest, ErrElsewhere, those of the runner's method of the name, that of ctx, or a
//     fault of the store. A *ServerError of a server matches the same.
type Desk interface {
	// Page returns the next trips that fit a filter, in the order of their ids. One page may hold none and not be the
	// last one: a walk over many trips is cut into pieces.
	Page(ctx context.Context, f Filter) (Page, error)
	// Trip returns how one trip stands.
	Trip(ctx context.Context, id trip.ID) (Trip, error)
	// Recording opens the log of a trip. The caller closes it.
	Recording(ctx context.Context, id trip.ID) (io.ReadCloser, error)

	// Settle says what became of a write call whose outcome is unknown, and returns how the trip stands then.
	Settle(ctx context.Context, id trip.ID, callID string, s runner.Settlement) (Trip, error)
	// Retry looks up again what is in doubt, takes up what a crash has left, or, of a trip whose turn has failed, says
	// "try again" for the person. It returns how the trip stands when that has ended, or after a while.
	Retry(ctx context.Context, id trip.ID) (Trip, error)
	// Cancel ends the turn that runs, and what waits behind it.
	Cancel(ctx context.Context, id trip.ID) (Trip, error)
	// Delete erases a trip whose last event is the one at seq; AnySeq erases it whatever that is.
	Delete(ctx context.Context, id trip.ID, seq int64) error
	// Import puts a recording into the place, as [runner.Runner.Import] does.
	Import(ctx context.Context, recording io.Reader, o runner.ImportOptions) (runner.Imported, error)

	// Check verifies all trips.
	Check(ctx context.Context) (store.CheckReport, error)
	// Shrink forgets history snapshots. IdleAfter of the retention must be 0: see [Prune].
	Shrink(ctx context.Context, r store.Retention) (store.PruneReport, error)
}

// AnySeq is the seq of Delete that stands for any.
const AnySeq = -1

// Filter selects trips. Zero fields select all of them.
type Filter struct {
	State     []string      // any of these: a state or phase/state, such as error/retryable
	Tenant    string        // the trips whose ids begin with this and a slash
	Idle      time.Duration // no event has come for so long
	Attention bool          // only those that somebody has to look at: see [Trip.Attention]
	After     trip.ID       // the trips of the ids after this one
	Limit     int           // most trips of a page; 0 is 100
}

// Page are some trips.
type Page struct {
	Trips []Trip  `json:"trips"`
	Next  trip.ID `json:"next,omitempty"` // what After is for the next page; empty of the last one
}

// Trip is how a trip stands.
type Trip struct {
	ID          trip.ID      `json:"trip_id"` // of the engine: TENANT/NAME
	Seq         int64        `json:"seq"`     // of the last event
	Phase       string       `json:"phase"`
	State       string       `json:"state"`
	Owner       string       `json:"owner,omitempty"`
	CreatedAt   trip.Instant `json:"created_at"`
	UpdatedAt   trip.Instant `json:"updated_at"`   // time of the last event; null of a trip without events
	IdleSeconds int64        `json:"idle_seconds"` // since the last event
	Outstanding []Call       `json:"outstanding"`  // queued and not answered
	InDoubt     []Call       `json:"in_doubt"`     // writes whose outcome is not known
	Waiting     int64        `json:"waiting"`      // events and requests that wait
	LastError   string       `json:"last_error,omitempty"`
	Unreadable  string       `json:"unreadable,omitempty"` // why its state could not be read: only its id is known then

	// Attention says why somebody has to look at it; empty of a trip that is well.
	Attention string `json:"attention,omitempty"`
}

// Call is a call of a trip that is not over.
type Call struct {
	CallID  string       `json:"call_id"`
	Tool    string       `json:"tool"`
	Key     string       `json:"idempotency_key,omitempty"` // of a write: what its supplier knows it by
	Since   trip.Instant `json:"since"`                     // since when it is out, or in doubt
	Seconds int64        `json:"seconds"`                   // since then
}

// What a trip needs attention for.
const (
	Doubt      = "in doubt"   // what became of a write is not known
	Failed     = "failed"     // its turn ended in an error, and nobody has tried again
	Stalled    = "stalled"    // a call, or an event, waits for longer than a turn may take
	Unreadable = "unreadable" // its state cannot be read
)

// stallsAfter is how long a call may be out, or an event may wait, before somebody is to look at it.
const stallsAfter = 5 * time.Minute

// need says what a trip needs attention for.
func (t *Trip) need() string {
	switch {
	case t.Unreadable != "":
		return Unreadable
	case len(t.InDoubt) > 0:
		return Doubt
	case t.Phase == trip.ErrorRetryable.Phase():
		return Failed
	case len(t.Outstanding) > 0 || t.Waiting > 0:
		if time.Duration(t.IdleSeconds)*time.Second >= stallsAfter {
			return Stalled
		}
	}
	return ""
}

// Tenant returns the part of an id that names whose trip it is; empty without authentication.
func Tenant(id trip.ID) string {
	tenant, _, found := strings.Cut(string(id), "/")
	if !found {
		return ""
	}
	return tenant
}

// fits reports whether a trip passes the filter.
func (f *Filter) fits(t *Trip) bool {
	switch {
	case len(f.State) > 0 && !slices.Contains(f.State, t.State) && !slices.Contains(f.State, t.Phase+"/"+t.State),
		f.Tenant != "" && Tenant(t.ID) != f.Tenant,
		time.Duration(t.IdleSeconds)*time.Second < f.Idle,
		f.Attention && t.Attention == "":
		return false
	}
	return true
}

// All yields the trips of a desk that fit a filter, page by page.
func All(ctx context.Context, d Desk, f Filter) iter.Seq2[Trip, error] {
	return func(yield func(Trip, error) bool) {
		for {
			page, err := d.Page(ctx, f)
			if err != nil {
				yield(Trip{}, err)
				return
			}
			for _, t := range page.Trips {
				if !yield(t, nil) {
					return
				}
			}
			if page.Next == "" {
				return
			}
			f.After = page.Next
		}
	}
}
