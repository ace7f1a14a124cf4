package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// Options says how a store is opened. The zero value is ready to use.
type Options struct {
	// Nothing is written; other readers may have the file open too, unless a killed process left a journal.
	ReadOnly    bool
	LockTimeout time.Duration // how long to wait for another process; default 1 s
	MaxBytes    int64         // the file grows no further, the journal beside it not counted; 0 is no limit
	History     store.History // which snapshots of ended turns are kept; default all
	BatchCount  int           // most appends in one record; default 1024
	BatchBytes  int           // most bytes in one record of more than one append; default 8 MiB

	// Now is the clock that Prune goes by; default time.Now.
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	if o.LockTimeout <= 0 {
		o.LockTimeout = time.Second
	}
	if o.BatchCount <= 0 {
		o.BatchCount = 1024
	}
	if o.BatchBytes <= 0 {
		o.BatchBytes = 8 << 20
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Store keeps trips in a bbolt file. It implements [store.Store] and [store.Pruner].
type Store struct {
	path     string // as it was given, for messages
	realPath string // where the file is, whatever the working directory becomes: what stands beside it is named after this
	options  Options

	db   *bbolt.DB
	file *os.File    // that db has open
	info os.FileInfo // of that

	// ending guards gone. Every read transaction holds it for reading; Close takes it to close db.
	ending sync.RWMutex
	gone   bool // db is closed

	// writing guards the fields below. Every write transaction holds it.
	writing sync.Mutex
	writer  writer
	journal *journal
	direct  bool // the last commit of the file failed: appends go to the file, so that they fail too

	// sharing guards tx, and what writer keeps for it. The committer holds it while it changes them, a reader while it
	// reads tx. It is taken after writing and before ending.
	sharing sync.Mutex
	tx      *bbolt.Tx // holds what is in the journal and not yet in the file; nil when there is nothing

	// upkeep makes Prune, Delete, Backup and the end of Close run one at a time.
	upkeep sync.Mutex

	failure atomic.Pointer[error] // why nothing can be done any more
	stuck   chan struct{}         // closed when bbolt keeps a lock for ever: a transaction cannot be ended,
	stick   sync.Once             // and what closes it

	waitMu   sync.Mutex    // guards waitLine, and that nothing is sent to wake once it is closed
	waitLine []*request    // appends that the committer has not taken, the oldest first
	wake     chan struct{} // of capacity 1: somebody waits
	batch    []*request    // the committer's own: the newest, or none
	crowd    int           // the committer's own: about how many append at once
	requests sync.Pool     // answered ones

	closing   chan struct{} // closed when Close is called,
	committed chan struct{} // when the committer has ended,
	closed    chan struct{} // and when the file is closed,
	end       sync.Once     // which closes it
}

var (
	_ store.Store   = (*Store)(nil)
	_ store.Pruner  = (*Store)(nil)
	_ store.Deleter = (*Store)(nil)
)

// Open opens the store at path, and makes it when there is none (but not its folder). What a
// killed process left in the journal is added to the file, or for a reader to what is in memory. What a
// killed Compact left behind is removed.
//
//   - Errors: an [*store.OpenError] that says what to do.
func Open(path string, o Options) (*Store, error) {
	o = o.withDefaults()
	if o.ReadOnly {
		return openReader(path, o)
	}
	s, _, err := openWriter(path, o, false)
	if err != nil {
		return nil, err
	}
	go s.commitLoop(quietTime)
	return s, nil
}

// newStore opens the file.
func newStore(path string, o Options, m mode) (*Store, error) {
	db, file, err := openFile(path, o, m)
	if err != nil {
		return nil, err
	}
	realPath, err := realPathOf(path)
	info, statErr := file.Stat()
	if err = errors.Join(err, statErr); err != nil {
		_ = db.Close()
		return nil, openError(path, err)
	}
	return &Store{
		path:      path,
		realPath:  realPath,
		options:   o,
		db:        db,
		file:      file,
		info:      info,
		wake:      make(chan struct{}, 1),
		stuck:     make(chan struct{}),
		closing:   make(chan struct{}),
		committed: make(chan struct{}),
		closed:    make(chan struct{}),
	}, nil
}

// openWriter opens a store whose committer does not run yet. With salvage it goes without what cannot be read of
// the journal, and lost says why.
func openWriter(path string, o Options, salvage bool) (s *Store, lost, err error) {
	s, err = newStore(path, o, toWrite)
	if err != nil {
		return nil, nil, err
	}
	lost, err = s.recoverJournal(salvage)
	if err != nil {
		_ = s.abandon()
		_ = s.db.Close()
		return nil, nil, journalError(s.realPath, path, err)
	}
	return s, lost, nil
}

// openReader opens a store for reading. Where the journal has something that the file has not, the store has
// it in a transaction that is never committed, and the file for itself.
func openReader(path string, o Options) (*Store, error) {
	s, found, err := lookInto(path, o, toRead)
	if err != nil || len(found.bodies) == 0 {
		return s, err
	}
	_ = s.Close()
	s, found, err = lookInto(path, o, toReplay)
	if errors.Is(err, store.ErrLocked) {
		return nil, &store.OpenError{
			Path: path, Reason: store.ErrLocked,
			Advice: "another process reads what a killed one left: try again when it has ended, or open the store once for " +
				"writing",
		}
	}
	if err != nil {
		return nil, err
	}
	if err := s.replayJournal(found.bodies); err != nil {
		_ = s.Close()
		return nil, journalError(s.realPath, path, err)
	}
	return s, nil
}

// lookInto opens a store for reading, without what its journal has, which it returns.
func lookInto(path string, o Options, m mode) (*Store, journaled, error) {
	s, err := newStore(path, o, m)
	if err != nil {
		return nil, journaled{}, err
	}
	close(s.committed)
	f, err := s.openJournal(os.O_RDONLY)
	if err = errors.Join(err, s.journal.close(false)); err != nil {
		_ = s.Close()
		return nil, journaled{}, journalError(s.realPath, path, err)
	}
	return s, f, nil
}

// Path returns the path that the store was opened at.
func (s *Store) Path() string { return s.path }

// Close implements [store.Store]: appends that were accepted are committed first. A running Prune
// is stopped. If bbolt never releases a lock, Close does not wait for those whom it blocks.
func (s *Store) Close() error {
	s.waitMu.Lock()
	if s.isClosing() {
		s.waitMu.Unlock()
		<-s.closed
		return nil
	}
	close(s.closing)
	close(s.wake)
	s.waitMu.Unlock()
	done := make(chan error, 1)
	go func() { done <- s.closeAll() }()
	select {
	case err := <-done:
		return err
	case <-s.stuck:
	}
	select {
	case err := <-done:
		return err
	case <-time.After(stuckPatience):
		return errors.Join(s.broken(), s.closeStuck())
	}
}

// stuckPatience is how long Close waits for those who may be blocked by a lock that is never released.
const stuckPatience = time.Second

func (s *Store) closeAll() error {
	<-s.committed
	s.upkeep.Lock()
	defer s.upkeep.Unlock()
	unsaved := s.closeJournal()
	s.ending.Lock()
	defer s.ending.Unlock()
	s.gone = true
	if s.isStuck() {
		return errors.Join(unsaved, s.closeStuck())
	}
	err := errors.Join(unsaved, s.db.Close())
	s.end.Do(func() { close(s.closed) })
	if err != nil {
		return fmt.Errorf("store: close %s: %w", s.path, err)
	}
	return nil
}

// closeStuck closes the file without bbolt, which would wait for a lock.
func (s *Store) closeStuck() (err error) {
	s.end.Do(func() {
		err = errors.Join(unlock(s.file), s.file.Close())
		close(s.closed)
	})
	return err
}

// getStuck says that bbolt keeps a lock for ever.
func (s *Store) getStuck() { s.stick.Do(func() { close(s.stuck) }) }

func (s *Store) isStuck() bool { return isDone(s.stuck) }

// isClosing reports whether Close was called.
func (s *Store) isClosing() bool { return isDone(s.closing) }

// isDone reports whether a channel is closed on which nothing is sent.
func isDone(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// tend does a piece of upkeep while no other one runs, until it is done, ctx ends or the store closes.
func (s *Store) tend(ctx context.Context, work func(context.Context) error) error {
	ctx, cancel := s.untilClose(ctx)
	defer cancel()
	s.upkeep.Lock()
	defer s.upkeep.Unlock()
	if s.isClosing() {
		return store.ErrClosed
	}
	return s.stopped(work(ctx))
}

// untilClose returns a context that ends when ctx does or the store closes.
func (s *Store) untilClose(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// stopped says ErrClosed where closing the store, not the caller, ended a piece of upkeep.
func (s *Store) stopped(err error) error {
	if errors.Is(err, context.Canceled) && s.isClosing() {
		return store.ErrClosed
	}
	return err
}
