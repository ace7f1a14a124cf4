package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/legwork-go/legwork/tools"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// Shelf is one of the named parts of a ledger.
type Shelf string

// The shelves. Keys start with the trip, except for record locators, which are the world's.
const (
	shelfAnswers  Shelf = "answers"  // trip, idempotency key: what a call did and answered
	shelfHolds    Shelf = "holds"    // trip, hold id
	shelfBookings Shelf = "bookings" // trip, record locator
	shelfLocators Shelf = "locators" // record locator: the trip that has it
)

var shelves = []Shelf{shelfAnswers, shelfHolds, shelfBookings, shelfLocators}

// Page is a ledger within a transaction.
type Page interface {
	// Get returns what was put under a key, or nil. It must not be changed or kept.
	Get(s Shelf, key string) []byte
	// Put keeps a value under a key.
	Put(s Shelf, key string, value []byte) error
}

// Ledger is what the suppliers have on their books. All methods are safe for concurrent use.
//
//   - Errors: ErrClosed, the outcome of an ended ctx, or a fault of the medium.
type Ledger interface {
	// Write runs fn alone and makes what it puts durable, all at once, before it returns. When
	// fn fails or panics, nothing is put. A ctx that ends first keeps fn from running.
	Write(ctx context.Context, fn func(Page) error) error
	// Read runs fn on what all writes that have begun leave behind.
	Read(ctx context.Context, fn func(Page) error) error
	// Close waits for the running transaction and releases the ledger.
	Close() error
}

// File is a ledger in a bbolt file of its own. It is apart from the trips' store because it
// stands for other companies' books: it must not share a transaction with the trips, or the
// engine's recovery would never meet a booking that it does not know of. This is the only use of
// bbolt outside of store/bolt.
type File struct {
	db   *bbolt.DB
	gate gate
}

var _ Ledger = (*File)(nil)

const (
	lockTimeout  = time.Second
	ledgerFormat = "legwork.ledger.v1"
)

var (
	metaBucket = []byte("meta")
	formatKey  = []byte("format")
)

// OpenFile opens a ledger file, or makes a new one.
//
//   - Errors: ErrLocked, ErrFormat, or a fault of the file system.
func OpenFile(path string) (*File, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockTimeout})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("%w: %s", ErrLocked, path)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch),
		errors.Is(err, bolterrors.ErrChecksum):
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, path, err)
	case err != nil:
		return nil, fmt.Errorf("booking: opening the ledger: %w", err)
	}
	if err := db.Update(prepare); err != nil {
		return nil, errors.Join(fmt.Errorf("booking: opening %s: %w", path, err), db.Close())
	}
	return &File{db: db, gate: newGate()}, nil
}

// prepare sets up a new file, and refuses one that somebody else set up.
func prepare(tx *bbolt.Tx) error {
	if meta := tx.Bucket(metaBucket); meta != nil {
		if format := string(meta.Get(formatKey)); format != ledgerFormat {
			return fmt.Errorf("%w: its format is %q", ErrFormat, format)
		}
		return nil
	}
	if name, _ := tx.Cursor().First(); name != nil {
		return fmt.Errorf("%w: it holds something else", ErrFormat)
	}
	meta, err := tx.CreateBucket(metaBucket)
	if err != nil {
		return err
	}
	for _, s := range shelves {
		if _, err := tx.CreateBucket([]byte(s)); err != nil {
			return err
		}
	}
	return meta.Put(formatKey, []byte(ledgerFormat))
}

// Write implements Ledger.
func (f *File) Write(ctx context.Context, fn func(Page) error) error {
	return f.in(ctx, f.db.Update, fn)
}

// Read implements Ledger.
func (f *File) Read(ctx context.Context, fn func(Page) error) error {
	return f.in(ctx, f.db.View, fn)
}

// in calls a function in a transaction.
func (f *File) in(ctx context.Context, transact func(func(*bbolt.Tx) error) error, fn func(Page) error) error {
	if err := f.gate.enter(ctx); err != nil {
		return err
	}
	defer f.gate.leave()
	err := transact(func(tx *bbolt.Tx) error { return fn(boltPage{tx}) })
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return ErrClosed
	}
	return err
}

// Close implements Ledger.
func (f *File) Close() error { return f.db.Close() }

type boltPage struct{ tx *bbolt.Tx }

// Get implements Page.
func (p boltPage) Get(s Shelf, key string) []byte { return p.tx.Bucket([]byte(s)).Get([]byte(key)) }

// Put implements Page.
func (p boltPage) Put(s Shelf, key string, value []byte) error {
	return p.tx.Bucket([]byte(s)).Put([]byte(key), value)
}

// gate lets one in at a time, and nobody whose context has ended. A read goes through it too, so
// that it sees every write that has begun.
type gate chan struct{}

func newGate() gate { return make(gate, 1) }

func (g gate) enter(ctx context.Context) error {
	select {
	case g <- struct{}{}:
	case <-ctx.Done():
		return tools.Ended(ctx)
	}
	if err := tools.Ended(ctx); err != nil {
		g.leave()
		return err
	}
	return nil
}

func (g gate) leave() { <-g }
