// Package store is where trips are kept: the [Store] interface, its values and its errors.
// Implementations are in store/bolt (a file), adapters/postgres (a database that several processes share) and
// store/mem (memory); store/storetest is the contract that all of them keep.
//
// # Basics
//
// A trip is an append-only log of events with a header, the newest snapshot of its intent, the
// calls that are queued and not settled, and the user events that wait for their turn. One
// [Commit] changes all of that together, durably, or not at all. The log is a hash chain: the
// first link is the hash of the header, each further one covers the link before and the event.
//
// # Caveats
//
// A store never decodes an event or a decision. Beside an event stands what was decided on it, so that the past can be
// told without folding; no chain covers it, and events that were stored before there were decisions have none. A
// commit without a snapshot is cheap, but the state is then the last snapshot and [Trip.Tail] folded on top: put a
// snapshot at the end of each turn.
package store

import (
	"context"
	"iter"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// Record is one event as it is kept: canonical bytes and its place in the hash chain.
type Record struct {
	Seq      int64
	Event    []byte   // canonical JSON of the event
	Decision []byte   // what was decided on it, as [trip.Kept] is written; nil when that was not kept
	Chain    [32]byte // SHA-256 over the previous record's chain and Event; see [NextChain]
}

// Outstanding is a queued call that has no settled outcome yet, with all that is needed to
// perform it after a crash. A write call whose outcome is unknown is not performed again, only
// looked up: it has neither arguments nor a time.
type Outstanding struct {
	CallID    string
	Name      string
	Arguments trip.Raw     // canonical JSON
	At        trip.Instant // event time of the decision that queued it
	Key       string       // idempotency key of a write call
}

// Commit is what one step makes durable, in one transaction. The store keeps no reference to
// any of its slices.
type Commit struct {
	Trip        trip.ID
	ExpectedSeq int64         // seq of the trip's last event before this commit; 0 for a new trip
	Header      []byte        // canonical recording header; kept when the trip is new, else ignored
	Events      [][]byte      // canonical JSON, seq ExpectedSeq+1 and on; may be empty
	Decisions   [][]byte      // one for each of Events, where nil keeps none; nil keeps none at all
	Snapshot    []byte        // canonical intent after the last event; empty keeps the previous snapshot
	TurnEnded   bool          // the turn is at rest: Snapshot is kept in the history too
	Outstanding []Outstanding // replaces the trip's outstanding calls: those of Turn.Outstanding, then of Turn.Unknown
	Queue       [][]byte      // nil keeps the trip's queued user events, else replaces them

	// Answers are the requests that the commit carries out, which it takes out of the trip's inbox. Of an [Inbox] only.
	Answers []Answer
	// Behind says that the commit must not overtake requests that wait: it is refused with ErrWaiting while there are
	// others than Answers. Of an [Inbox] only.
	Behind bool
}

// Trip is the newest state of one trip. Its slices belong to the caller.
type Trip struct {
	ID          trip.ID
	Seq         int64 // of the last event; 0 when the trip has none
	Chain       [32]byte
	Header      []byte
	Snapshot    []byte   // newest snapshot; nil when no commit brought one: fold from the header
	SnapshotSeq int64    // seq that Snapshot stands at, at most Seq; 0 without a snapshot
	Tail        []Record // records SnapshotSeq+1 to Seq, to be folded onto Snapshot
	Outstanding []Outstanding
	Queue       [][]byte
}

// Store keeps trips. All methods are safe for concurrent use, and no iterator keeps a lock or
// a transaction while the caller's loop body runs: the body may call the store. A method uses its
// context until it returns and no longer.
//
//   - Errors: ErrNotFound, ErrConflict, ErrInvalid, ErrClosed, ErrReadOnly, ErrDamaged, the context's error, or a
//     fault of the medium.
type Store interface {
	// Append makes a commit durable before it returns. It returns ErrConflict (a
	// *ConflictError with the actual seq), and changes nothing, when the trip's last seq is
	// not ExpectedSeq. The error of a cancelled context always means that nothing was
	// changed: an append that is past recall is waited for, and its own outcome is returned.
	Append(ctx context.Context, c Commit) error
	// Load returns the newest state of a trip, or ErrNotFound.
	Load(ctx context.Context, id trip.ID) (Trip, error)
	// Log yields the records of a trip from seq `from` on, in order, as many as there were
	// when the iteration began. It yields one error and ends when it cannot go on, ErrNotFound
	// when there is no such trip.
	Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[Record, error]
	// SnapshotAt returns the newest kept snapshot at or before seq, and its seq. It returns
	// ErrNotFound when the trip has no snapshot that old: fold from the header then.
	SnapshotAt(ctx context.Context, id trip.ID, seq int64) (snapshot []byte, at int64, err error)
	// Trips yields the ids of all trips in byte order, from the first id > after.
	Trips(ctx context.Context, after trip.ID) iter.Seq2[trip.ID, error]
	// Pending yields the ids of trips that have outstanding calls or queued events, in byte order.
	Pending(ctx context.Context) iter.Seq2[trip.ID, error]
	// Close waits for running commits and releases the store. A second Close does nothing.
	Close() error
}

// Owner is a store that several processes have open at once. A trip that has something pending, calls or
// queued events, belongs to the process that committed that, as long as this lives; one that has nothing pending
// belongs to nobody, and to whoever commits next. Reading is free to all.
//
// Append returns ErrOwned for a trip of another process, and ErrFenced for a pending one that the process has
// lost, or never had. Who is about to do what is pending in a trip calls Own first.
type Owner interface {
	// Own makes a trip with something pending this process's own, and returns the newest state of any trip as Load
	// does. It returns ErrOwned (an *OwnedError with the owner's name) while another process has the trip.
	Own(ctx context.Context, id trip.ID) (Trip, error)
	// Lease says by what the process has its trips, without asking anybody. What must not be done once another process
	// may have taken a trip over is not begun when nothing is left of it.
	Lease() Lease
}

// Lease is how long a process may keep its trips without a word from the store.
type Lease struct {
	Token  int64         // another one after the lease was lost: what the process had under the old one may be another's
	Length time.Duration // from one renewal on; another process may take the trips over after that
	Left   time.Duration // of it, by a monotonic clock from before the last renewal that succeeded; 0 when it is over
}

// Starter is a store whose trips another engine works on, from the first commit of each on. Whoever puts a trip into it
// that there was before, such as a recording, does so by that one commit.
type Starter interface {
	// Start makes the first commit of a trip, with all that there is of it, and has that engine go on from there. It
	// returns ErrConflict when there is such a trip.
	Start(ctx context.Context, whole Commit) error
}

// Prober is a store that can be asked again after every fault, such as a database behind a network: it goes on when
// what failed does, and is not opened anew. An ErrUncertain of it is the matter of the one commit: loading the trip
// tells whether that is there, and other trips are not touched.
type Prober interface {
	// Probe asks whether a commit could be made now, by a small write of the store's own. The error is one that Append
	// would return.
	Probe(ctx context.Context) error
}

// History says which snapshots of ended turns a store keeps beside the newest one.
// The zero value keeps them all.
type History struct {
	Every int // keep that of every nth turn; 0 and 1 keep all, a negative number none
}

// Keeps reports whether the snapshot at the end of the nth turn (from 1) is kept.
func (h History) Keeps(turn int64) bool {
	if h.Every < 0 {
		return false
	}
	return h.Every <= 1 || turn%int64(h.Every) == 0
}

// Retention says what Prune removes. The zero value removes nothing. The newest snapshot of a
// trip, and the log of a trip that stays, are never removed.
type Retention struct {
	KeepTurns int           // history snapshots to keep of each trip, the newest; 0 is no limit
	MaxAge    time.Duration // older history snapshots go; 0 is no limit
	IdleAfter time.Duration // whole trips go that had no commit for so long and have nothing pending; 0 keeps all
}

// PruneReport counts what Prune looked at and removed.
type PruneReport struct {
	Trips     int64 // trips looked at
	Snapshots int64 // history snapshots removed of trips that stay
	Removed   int64 // whole trips removed
	Damaged   int64 // trips left as they are because they cannot be read: see Checker
}

// Pruner is a store that can forget.
type Pruner interface {
	// Prune removes what the retention does not keep, in small steps: it can be cancelled and
	// run again at any time, while others use the store.
	Prune(ctx context.Context, r Retention) (PruneReport, error)
}

// Deleter is a store that can erase a trip. Who uses the store by a runner calls its Delete instead, which knows what
// is in memory and what runs.
type Deleter interface {
	// Delete erases a trip, durably: its log, snapshots, calls and queue. Its id can be used again. The error of a
	// cancelled context does not say whether the trip is still there. It returns ErrNotFound when there is no such
	// trip.
	Delete(ctx context.Context, id trip.ID) error
}
