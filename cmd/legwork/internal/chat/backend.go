package chat

import (
	"context"
	"iter"

	"github.com/legwork-go/legwork/trip"
)

// Backend is where the trips are.
type Backend interface {
	// Create makes a trip that starts from an intent. Errors: runner.ErrExists, *RefusedError, ErrUnreachable.
	Create(ctx context.Context, id trip.ID, in trip.Intent) error

	// Send delivers an event and returns once it is in the log or waits for its turn. Under its id it counts once,
	// however often it is sent. Errors: store.ErrNotFound, *RefusedError, ErrUnreachable.
	Send(ctx context.Context, id trip.ID, ev trip.Event) error

	// Watch yields what happens to a trip after the event at seq, without end; the last one comes with an error.
	// Errors: that of ctx, ErrGone, *RefusedError, ErrUnreachable.
	Watch(ctx context.Context, id trip.ID, seq int64) iter.Seq2[Update, error]

	// State returns the newest intent. Errors: store.ErrNotFound, *RefusedError, ErrUnreachable.
	State(ctx context.Context, id trip.ID) (trip.Intent, error)

	// Trips returns trips, newest first, and whether there are more than that. Errors: *RefusedError, ErrUnreachable.
	Trips(ctx context.Context) (list []Summary, more bool, err error)

	// Fork makes another trip that begins as this one did, up to the event at seq. Errors: store.ErrNotFound,
	// runner.ErrExists also for the same fork made before, *RefusedError, ErrUnreachable.
	Fork(ctx context.Context, id trip.ID, seq int64, fork trip.ID) error
}

// mostTrips bounds how many trips a backend reads for a list.
const maxTrips = 500

// Summary is a trip in a list.
type Summary struct {
	ID        trip.ID
	Status    string // phase and state
	UpdatedAt trip.Instant
}

// Update is what happens to a trip: an event of its log with its decision, or one of the others, which have no seq.
type Update struct {
	Seq, Turn int64
	At        trip.Instant
	Event     trip.Event
	// Decision has Rules, Settled and Outcome too. Of Next only the number of the turn, the seq and the locale are there.
	Decision *trip.Decision
	Ended    bool // nothing is outstanding

	Open     bool      // the stream begins
	Waits    string    // the id of an event that waits behind the turn that runs
	Progress *Progress // what a call says of itself while it runs
}

// Progress is what a call that runs says of itself, or the next words of a model's answer.
type Progress struct {
	CallID string `json:"call_id"`
	Name   string `json:"name"`
	Delta  string `json:"delta"`
	Offset int    `json:"offset"` // bytes of the answer that were told before
}
