package store

import (
	"context"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// Inbox is an Owner in which every process leaves requests for a trip, durably, whoever works on it. They are worked
// off in their order, once, by whoever has the trip: a commit takes them out together with what it makes of them
// ([Commit.Answers]).
type Inbox interface {
	Owner
	// Put leaves a request behind those of its trip that wait, and lets the process know that works on the trip, or one
	// that could. It returns the request that waits under its ID: that one, or the one that was put under it before. It
	// returns ErrFull when as many as within wait already; 0 is no limit.
	Put(ctx context.Context, r Request, within int) (Request, error)
	// Waiting returns the requests of a trip that wait, the oldest first. The trip need not exist.
	Waiting(ctx context.Context, id trip.ID) ([]Request, error)
	// Answer takes a request out of the inbox of a trip whose last seq is seq, 0 for one that does not exist, and erases
	// the trip with it where the answer says so. It does nothing when the request does not wait. The errors are those of
	// Append: a trip that moved on may answer otherwise.
	Answer(ctx context.Context, id trip.ID, seq int64, a Answer) error
	// Answered says what became of a request: whether it waits, else its answer. An answer is kept for an hour at least;
	// of a request that was taken out without one, and of one that never was, there is none.
	Answered(ctx context.Context, id trip.ID, requestID string) (a Answer, waits bool, err error)
	// Backlog returns the trips whose requests wait, those that wait longest first, of at most so many trips.
	Backlog(ctx context.Context, limit int) ([]Backlog, error)
	// Listen tells what other processes do, until ctx ends; while it runs, the process is one that works off requests.
	// hear may be called from several goroutines, and must not wait. What is told may be told again; what cannot be told
	// because the store is out of reach is told later.
	Listen(ctx context.Context, hear func(Word))
}

// Request is something that is asked of the process that works on a trip.
type Request struct {
	Trip trip.ID
	ID   string // no other request of the trip has it while this one waits
	Kind string // says what Body is; stores do not read it
	Body []byte
}

// Backlog is how much waits in the inbox of a trip.
type Backlog struct {
	Trip     trip.ID
	Requests int64
	Waits    time.Duration // how long the oldest has waited, by the store's clock
}

// Answer takes a request out of an inbox.
type Answer struct {
	ID   string // of the request
	Body []byte // for whoever asked; nil for nobody

	Erase bool // the whole trip goes; not of a commit's
}

// Word is something that a process should know of.
type Word struct {
	Kind WordKind
	Trip trip.ID // empty of Missed
}

// WordKind says what a [Word] is about.
type WordKind uint8

// The kinds of words.
const (
	Changed   WordKind = iota + 1 // another process committed to the trip, or answered a request of it
	Requested                     // requests of the trip wait for this process
	Orphaned                      // the trip has something pending, and whoever worked on it is gone
	Missed                        // words may have been lost: any trip may have changed
)
