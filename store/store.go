// Package store is where trips are kept: the [Store] interface, its values and its errors.
// Implementations are in store/bolt (a file) and store/mem (memory); store/storetest is the
// contract that both keep.
package store

import (
	"context"
	"iter"

	"github.com/legwork-go/legwork/trip"
)

// Record is one event as it is kept: canonical bytes and its place in the hash chain.
type Record struct {
	Seq   int64
	Event []byte   // canonical JSON of the event
	Chain [32]byte // SHA-256 over the previous record's chain and Event
}

// Outstanding is a queued call that has no settled outcome yet, with all that is needed to
// perform it after a crash.
type Outstanding struct {
	CallID    string
	Name      string
	Arguments []byte       // canonical JSON
	At        trip.Instant // event time of the decision that queued it
	Key       string       // idempotency key of a write call
}

// Commit is what one step makes durable, in one transaction.
type Commit struct {
	Trip        trip.ID
	ExpectedSeq int64         // seq of the trip's last event before this commit; 0 for a new trip
	Header      []byte        // canonical recording header; kept when the trip is new, else ignored
	Events      [][]byte      // canonical JSON, seq ExpectedSeq+1 and on
	Snapshot    []byte        // canonical intent after the last event
	TurnEnded   bool          // a snapshot to keep in the history
	Outstanding []Outstanding // replaces the trip's outstanding calls
	Queue       [][]byte      // nil keeps the trip's queued user events, else replaces them
}

// Trip is the newest state of one trip.
type Trip struct {
	ID          trip.ID
	Seq         int64
	Header      []byte
	Snapshot    []byte
	Outstanding []Outstanding
	Queue       [][]byte
}

// Store keeps trips. All methods are safe for concurrent use.
//
// Errors: ErrNotFound, ErrConflict, ErrClosed, ErrDamaged, or a fault of the medium.
type Store interface {
	// Append makes a commit durable before it returns. It returns ErrConflict, and changes
	// nothing, when the trip's last seq is not ExpectedSeq.
	Append(ctx context.Context, c Commit) error
	// Load returns the newest state of a trip, or ErrNotFound.
	Load(ctx context.Context, id trip.ID) (Trip, error)
	// Log yields the records of a trip from seq `from` on, in order.
	Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[Record, error]
	// SnapshotAt returns the newest kept snapshot at or before seq, and its seq. It returns
	// ErrNotFound when the trip has no snapshot that old: fold from the header then.
	SnapshotAt(ctx context.Context, id trip.ID, seq int64) (snapshot []byte, at int64, err error)
	// Trips yields the ids of all trips in byte order, from the first id > after.
	Trips(ctx context.Context, after trip.ID) iter.Seq2[trip.ID, error]
	// Pending yields the ids of trips that have outstanding calls or queued events.
	Pending(ctx context.Context) iter.Seq2[trip.ID, error]
	// Close waits for running commits and releases the store.
	Close() error
}
