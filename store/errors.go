package store

import (
	"errors"
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

// These errors are returned by the methods of a Store.
var (
	// ErrNotFound is returned when there is no such trip, or no snapshot that old.
	ErrNotFound = errors.New("store: not found")

	// ErrConflict is matched by a [*ConflictError].
	ErrConflict = errors.New("store: conflict")

	// ErrInvalid is returned when an id is empty or too long, a seq is negative or a commit too large.
	ErrInvalid = errors.New("store: invalid")

	// ErrClosed is returned by every method after Close.
	ErrClosed = errors.New("store: closed")

	// ErrReadOnly is returned when a store that was opened for reading is to be changed. A database that takes no writes
	// at the moment is ErrMedium too.
	ErrReadOnly = errors.New("store: read-only")

	// ErrDamaged is matched by a [*DamagedError].
	ErrDamaged = errors.New("store: damaged")

	// ErrMedium is returned when the medium failed a commit, such as a full disk. Nothing of the
	// commit is there, unless it is ErrUncertain too; the store goes on when the medium does.
	ErrMedium = errors.New("store: the medium failed")

	// ErrUncertain is returned when the medium failed at the moment of the commit, so that
	// only opening the store again tells whether the commit is there. Nothing more is
	// accepted until then. Of a [Prober] loading the trip again tells, and other trips go on.
	ErrUncertain = errors.New("store: outcome of the commit is uncertain")

	// ErrOwned is matched by an [*OwnedError].
	ErrOwned = errors.New("store: another process works on the trip")

	// ErrFenced is returned when a trip has something pending and no living process, this one included, works on
	// it: the one that did is gone or was silent for too long. Nothing was changed; see [Owner].
	ErrFenced = errors.New("store: the trip must be taken over first")

	// ErrWaiting is returned when a commit that must not overtake requests would do so. Nothing was changed; see [Inbox].
	ErrWaiting = errors.New("store: requests wait that came before")

	// ErrFull is returned when no more requests may wait for a trip. Nothing was changed; see [Inbox].
	ErrFull = errors.New("store: too many requests wait")

	// ErrMoved is returned when the file of an open store is not at its path any more: it was moved, removed or
	// replaced. Nothing more is accepted; what was accepted before is in the file and its journal.
	ErrMoved = errors.New("store: the file is not where it was opened")
)

// ErrDiffers is what [CheckOptions.Verify] returns for a trip whose events are whole, but which it decides otherwise
// than whoever wrote it.
var ErrDiffers = errors.New("store: decided otherwise")

// These errors say why a store could not be opened. They are matched by an [*OpenError].
var (
	// ErrNotStore is matched when the file, or the schema of the database, is not a store of this kind.
	ErrNotStore = errors.New("store: not a store")

	// ErrVersion is matched when the file, or the schema, has a format that this version cannot read.
	ErrVersion = errors.New("store: other format version")

	// ErrLocked is matched when another process has the store open.
	ErrLocked = errors.New("store: locked by another process")

	// ErrMissing is matched when the folder, the file to be read, or the database, is not there.
	ErrMissing = errors.New("store: missing")

	// ErrJournal is matched when the journal beside the file is missing or of another file, and so may be
	// commits that were accepted.
	ErrJournal = errors.New("store: not its own journal")

	// ErrAccess is matched when the file or its folder may not be read or written, or the database refuses the user.
	ErrAccess = errors.New("store: access refused")
)

// ConflictError says that a trip moved on: its last seq is not the one that a commit expected.
type ConflictError struct {
	Trip     trip.ID
	Expected int64
	Actual   int64 // the trip's last seq, 0 when there is no such trip
}

// Error implements error.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("store: conflict: trip %q is at seq %d, the commit expected %d", e.Trip, e.Actual, e.Expected)
}

// Is reports whether target is ErrConflict.
func (e *ConflictError) Is(target error) bool { return target == ErrConflict }

// OwnedError says which process has a trip that was asked for.
type OwnedError struct {
	Trip  trip.ID
	Owner string // the name under which that process has the store open
}

// Error implements error.
func (e *OwnedError) Error() string {
	return fmt.Sprintf("%v: trip %q, process %q", ErrOwned, e.Trip, e.Owner)
}

// Is reports whether target is ErrOwned.
func (e *OwnedError) Is(target error) bool { return target == ErrOwned }

// DamagedError says what of a store cannot be read as it was written.
type DamagedError struct {
	Trip trip.ID // empty when it is not one trip's own
	Seq  int64   // of the damaged record, 0 when it is not one record's own
	What string  // what is wrong, such as "log record: checksum differs"
}

// Error implements error.
func (e *DamagedError) Error() string {
	switch {
	case e.Trip == "":
		return "store: damaged: " + e.What
	case e.Seq == 0:
		return fmt.Sprintf("store: damaged: trip %q: %s", e.Trip, e.What)
	}
	return fmt.Sprintf("store: damaged: trip %q seq %d: %s", e.Trip, e.Seq, e.What)
}

// Is reports whether target is ErrDamaged.
func (e *DamagedError) Is(target error) bool { return target == ErrDamaged }

// OpenError says which store could not be opened, why, and what to do about it.
type OpenError struct {
	Path string
	// One of ErrNotStore, ErrVersion, ErrLocked, ErrMissing, ErrJournal, ErrAccess, ErrDamaged, ErrInvalid, or a fault.
	Reason error
	Advice string // what the person can do
	Err    error  // the underlying error, nil when there is none
}

// Error implements error.
func (e *OpenError) Error() string {
	text := e.Reason.Error() + ": " + e.Path
	if e.Err != nil {
		text += " (" + e.Err.Error() + ")"
	}
	return text + ": " + e.Advice
}

// Unwrap returns the reason and, where there is one, the underlying error.
func (e *OpenError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Err}
}
