package bolt

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// errNothing ends a transaction that turned out to change nothing: it need not be synced.
var errNothing = errors.New("store: nothing to commit")

// fault is a commit that the medium failed. Nothing of it is there, unless err is ErrUncertain.
type fault struct {
	path string
	err  error
}

// Error implements error.
func (f *fault) Error() string { return fmt.Sprintf("store: commit to %s failed: %v", f.path, f.err) }

// Unwrap returns the cause.
func (f *fault) Unwrap() error { return f.err }

// Is reports whether target is store.ErrMedium.
func (f *fault) Is(target error) bool { return target == store.ErrMedium }

// update runs one write transaction of upkeep and commits it to the file. Errors of change itself,
// and damage that it meets, leave everything as it was. A *fault is an error of the medium.
func (s *Store) update(change func(tx *bbolt.Tx) error) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.usable(); err != nil {
		return err
	}
	if err := s.commitFile(); err != nil {
		return err
	}
	var tx *bbolt.Tx
	var id int
	ready := false
	err := s.starting(func(begun func()) error {
		return s.db.Update(func(t *bbolt.Tx) error {
			begun()
			tx, id = t, t.ID()
			err := change(t)
			ready = err == nil
			return err
		})
	})
	switch {
	case err == nil:
		return nil
	case s.isStuck():
		return err
	case tx != nil && tx.DB() != nil:
		err = s.breakDown(fmt.Errorf("%w: a transaction could not be rolled back", err)) // for a damaged page
		s.getStuck()
		return err
	case !ready || errors.Is(err, store.ErrDamaged):
		return err
	}
	return s.failed(id, err)
}

// failed says what became of the transaction whose commit returned err.
func (s *Store) failed(id int, err error) error {
	if s.landed(id) {
		err = fmt.Errorf("%w: %w: open the store again", store.ErrUncertain, err)
		return s.breakDown(&fault{path: s.path, err: err})
	}
	return &fault{path: s.path, err: err}
}

// landed reports whether the failed transaction's meta page was written, though not synced.
func (s *Store) landed(id int) bool {
	landed := true // so it stays where that cannot be read
	_ = s.read(func(tx *bbolt.Tx) error {
		landed = tx.ID() >= id
		return nil
	})
	return landed
}

// breakDown makes every later method return err: what is in the file is no longer known.
func (s *Store) breakDown(err error) error {
	s.failure.CompareAndSwap(nil, &err)
	return err
}

func (s *Store) broken() error {
	if err := s.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// usable says why nothing can be committed.
func (s *Store) usable() error {
	if err := s.broken(); err != nil {
		return err
	}
	return s.inPlace()
}

// view reads what is newest: in the open transaction if there is one, else in the file. It must be
// short: while it reads the open transaction, nobody appends.
func (s *Store) view(ctx context.Context, read func(tx *bbolt.Tx) error) error {
	s.sharing.Lock()
	release := sync.OnceFunc(s.sharing.Unlock)
	defer release()
	return s.viewFile(ctx, func(tx *bbolt.Tx) error {
		if s.tx != nil {
			if err := s.writer.putHeads(); err != nil {
				return err
			}
			return read(s.tx)
		}
		release() // the read transaction has begun: writers may go on
		return read(tx)
	})
}

// viewFile runs one read transaction on the file, which may not yet have what is in the journal.
func (s *Store) viewFile(ctx context.Context, read func(tx *bbolt.Tx) error) error {
	if err := errors.Join(ctx.Err(), s.broken()); err != nil { // before ending, which Close may be kept from for ever
		return err
	}
	s.ending.RLock()
	defer s.ending.RUnlock()
	if s.gone {
		return store.ErrClosed
	}
	if err := s.broken(); err != nil {
		return err
	}
	return s.read(read)
}

// read runs one read transaction on the file.
func (s *Store) read(read func(tx *bbolt.Tx) error) error {
	return s.starting(func(begun func()) error {
		return s.db.View(func(tx *bbolt.Tx) error {
			begun()
			return read(tx)
		})
	})
}

// starting runs f, which starts a transaction of bbolt and then calls begun. If the meta pages are gone, because
// something has overwritten the file, bbolt panics before that and keeps its locks: it must not be used any more, and
// whoever is in a transaction at that moment may never get out of it.
func (s *Store) starting(f func(begun func()) error) error {
	started := false
	err := guard(func() error { return f(func() { started = true }) })
	if started || !errors.Is(err, store.ErrDamaged) {
		return err
	}
	err = s.breakDown(fmt.Errorf("%w: its file was overwritten: restore it from a copy", err))
	s.getStuck()
	return err
}
