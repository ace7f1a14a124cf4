package runner

import (
	"errors"
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

// These errors are returned when an event, or what belongs to it, is not accepted. Nothing has
// changed then.
var (
	// ErrEvent is returned for an event that no person can send, such as a tool's result, and for
	// one that could not be read back from the log.
	ErrEvent = errors.New("runner: not an event that can be accepted")

	// ErrTooLarge is returned for an event with more bytes than Limits.MessageBytes, or an id with
	// more than trip.MaxEventIDBytes.
	ErrTooLarge = errors.New("runner: too large")

	// ErrReserved is returned for an event under an id of the form that the engine's own ids have,
	// a UUID of version 5.
	ErrReserved = errors.New("runner: an id of the engine's name space")

	// ErrConflict is returned, wrapped in a *ConflictError, for an event under the id of another
	// one that was accepted before: the same id with other content.
	ErrConflict = errors.New("runner: an event of this id was accepted with other content")

	// ErrBusy is returned when a turn of the trip runs and the policy rejects a second one, and
	// when its queue is full.
	ErrBusy = errors.New("runner: the trip is busy")

	// ErrOverloaded is returned when more turns are in flight than Limits.Turns.
	ErrOverloaded = errors.New("runner: too many turns in flight")

	// ErrClosed is returned after Close, and by the updates of a turn that Close stopped.
	ErrClosed = errors.New("runner: closed")

	// ErrDeleted is what those who watch a trip are told when Delete has erased it, and when it began anew
	// because its store had forgotten it.
	ErrDeleted = errors.New("runner: the trip was deleted")

	// ErrAhead is returned by Watch for a seq that the log of the trip has not reached: the caller has seen another
	// trip under this id, which was deleted.
	ErrAhead = errors.New("runner: the log ends before this seq")

	// ErrNoDeleter is returned by Delete when the store is no store.Deleter.
	ErrNoDeleter = errors.New("runner: the store cannot erase trips")

	// ErrChanged is returned by DeleteAt when the trip has another last event by now.
	ErrChanged = errors.New("runner: the trip has changed")

	// ErrExists is returned by Create when there is such a trip already.
	ErrExists = errors.New("runner: the trip exists")
)

// What ErrBusy says more exactly.
var (
	errRunning  = fmt.Errorf("%w: a turn is running", ErrBusy)
	errClearing = fmt.Errorf("%w: a fault of the store is being cleared up", ErrBusy)
	errAtWork   = fmt.Errorf("%w: the trip has something to do: cancel its turn or wait for its end", ErrBusy)
)

// errUnfoldable is matched by a foldError.
var errUnfoldable = errors.New("runner: an event cannot be folded")

// foldError is what turn.Step says of an event.
type foldError struct{ err error }

// Error implements error.
func (e *foldError) Error() string { return "runner: " + e.err.Error() }

// Unwrap returns what turn.Step says.
func (e *foldError) Unwrap() error { return e.err }

// Is reports whether target is errUnfoldable.
func (*foldError) Is(target error) bool { return target == errUnfoldable }

// ConflictError names the id of an event whose content differs from the event that was accepted under that id.
type ConflictError struct {
	Trip    trip.ID
	EventID string
	Seq     int64 // of the event that was accepted; 0 while it waits in the queue
}

// Error implements error.
func (e *ConflictError) Error() string {
	where := "in the queue"
	if e.Seq > 0 {
		where = fmt.Sprintf("at seq %d", e.Seq)
	}
	return fmt.Sprintf("%v: trip %q, id %q, %s: send it under an id of its own", ErrConflict, e.Trip, e.EventID, where)
}

// Unwrap returns ErrConflict.
func (*ConflictError) Unwrap() error { return ErrConflict }

// These errors are returned by Settle. Nothing has changed then.
var (
	// ErrNotOpen is returned when the trip has no such call of unknown outcome.
	ErrNotOpen = errors.New("runner: no call of unknown outcome has this id")

	// ErrResult is returned for a result that the call's tool cannot have returned.
	ErrResult = errors.New("runner: not a result of this tool")
)

// These errors say that this engine cannot go on with a trip.
var (
	// ErrDiverged is returned, under Config.OnDivergence Refuse, when the log folded again is not what
	// was recorded: another version of the engine, of the catalog or of the policy wrote it. Under GoOn only
	// when what is stored cannot be read, or contradicts itself.
	ErrDiverged = errors.New("runner: the log folds to another state than was recorded")

	// ErrBug is returned when folding an event broke an invariant of the engine. The event is
	// not in the log.
	ErrBug = errors.New("runner: the engine broke an invariant")

	// ErrConfig is returned by New for a configuration that cannot work.
	ErrConfig = errors.New("runner: bad configuration")
)
