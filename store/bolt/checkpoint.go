package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// journalFull is how long the journal grows before its content goes to the file.
const journalFull = 2 << 20

// begin opens the transaction that has what the journal has, unless there is one. The caller holds
// writing and sharing.
func (s *Store) begin() error {
	if s.tx != nil {
		return nil
	}
	err := s.starting(func(begun func()) (err error) {
		s.tx, err = s.db.Begin(true)
		begun()
		return err
	})
	if err != nil {
		s.tx = nil
		return err
	}
	s.writer.begin(s.tx, s.changed)
	return nil
}

// pageGrowth is how many pages an append adds to the file at most, but for its own bytes.
const pageGrowth = 16

// fitsJournal reports whether what was applied may wait in the journal: it is not too much, and
// there will be room for it in the file.
func (s *Store) fitsJournal() bool {
	j := s.journal
	if s.direct || j.bytes() > journalFull {
		return false
	}
	limit := s.options.MaxBytes
	page := int64(s.db.Info().PageSize)
	room := growth + 2*(j.end+j.bytes()) + pageGrowth*page*(j.appends+j.requests)
	return limit == 0 || s.tx.Size()+room <= limit
}

// commitFrom commits the file when the journal is at least that long. Where it fails nothing is lost:
// whoever appends next is told why.
func (s *Store) commitFrom(length int64) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.tx != nil && s.journal.end >= length && s.broken() == nil {
		_ = s.commitFile()
	}
}

// Checkpoint brings the file up to date: it has all that was appended before, and may be copied as
// long as nobody appends.
func (s *Store) Checkpoint() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	switch err := s.broken(); {
	case s.options.ReadOnly:
		return fmt.Errorf("%w: %s", store.ErrReadOnly, s.path)
	case s.isClosing():
		return store.ErrClosed
	case err != nil:
		return err
	}
	return s.commitFile()
}

// commitFile commits the open transaction to the file, durably, and begins the journal anew. After
// an error the file is as it was, and what the journal says stays readable. The caller holds
// writing.
func (s *Store) commitFile() error {
	s.sharing.Lock()
	defer s.sharing.Unlock()
	tx := s.tx
	if tx == nil {
		return nil
	}
	id, generation := tx.ID(), s.journal.generation+1
	err := guard(func() error {
		if err := errors.Join(s.writer.putHeads(), putGeneration(tx, generation)); err != nil {
			return err
		}
		// gofail: var storeBeforeCheckpoint struct{}
		return tx.Commit()
	})
	// gofail: var storeAfterCheckpoint struct{}
	s.direct = err != nil
	if err == nil {
		s.tx = nil
		s.journal.restart(generation)
		s.journal.rest()
		s.writer.rest()
		return nil
	}
	if !errors.Is(err, store.ErrDamaged) {
		err = s.failed(id, err)
	}
	if failed := s.again(); failed != nil {
		return failed
	}
	return err
}

func putGeneration(tx *bbolt.Tx, generation uint64) error {
	return tx.Bucket(bucketMeta).Put(keyJournal, binary.BigEndian.AppendUint64(nil, generation))
}

// undo takes back what was applied of a batch that is not to be: err says why, if it is not that
// nothing was. The caller holds writing.
func (s *Store) undo(err error) error {
	if err == nil && s.journal.end > 0 {
		return nil // the transaction is as it was
	}
	s.sharing.Lock()
	failed := s.again()
	s.sharing.Unlock()
	if failed != nil {
		return failed
	}
	if err != nil {
		_ = s.commitFile() // so that there is nothing to make again when the next one is undone
	}
	return err
}

// again ends the transaction, and opens another with what the journal says. The caller holds writing
// and sharing.
func (s *Store) again() error {
	if err := s.abandon(); err != nil {
		return err
	}
	if s.journal.end == 0 || s.failure.Load() != nil {
		return nil
	}
	end, err := s.replay()
	if err == nil && end != s.journal.end {
		err = &store.DamagedError{What: "the journal is not as it was written"}
	}
	if err != nil {
		_ = s.abandon()
		return s.breakDown(fmt.Errorf("%w: %w: open the store again", store.ErrUncertain, err))
	}
	return nil
}

// abandon rolls the open transaction back, if there is one.
func (s *Store) abandon() error {
	tx := s.tx
	s.tx = nil
	if tx == nil || tx.DB() == nil {
		return nil
	}
	var err error
	if failed := guard(tx.Rollback); tx.DB() != nil {
		err = s.breakDown(fmt.Errorf("%w: a transaction could not be rolled back", failed)) // for a damaged page
		s.getStuck()
	}
	return err
}

// replay applies what the journal says, and returns where that ends.
func (s *Store) replay() (end int64, err error) {
	err = guard(func() (err error) {
		end, err = s.journal.read(func(g given, r *request) error {
			if err := errors.Join(r.unpack(), s.begin()); err != nil {
				return err
			}
			s.writer.given = g
			h, err := s.writer.admit(r)
			if err != nil {
				return err
			}
			return s.writer.write(r, h)
		})
		return err
	})
	return end, err
}

// takeUpJournal finishes what a process that was killed has left in the journal. Where the file
// cannot take it now, the open transaction has it.
func (s *Store) takeUpJournal() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	j, err := s.openJournal(os.O_RDWR)
	if err != nil {
		return err
	}
	s.journal = j
	if j.file == nil {
		return nil
	}
	s.sharing.Lock()
	j.end, err = s.replay()
	if err == nil {
		err = s.begin() // also where all is void: nothing rests on the meta page that says so any more
	}
	s.sharing.Unlock()
	if errors.Is(err, errForeign) && j.isOrphan() {
		return j.setAside()
	}
	if err == nil {
		_ = s.commitFile()
		err = s.broken()
	}
	switch {
	case err != nil:
		_ = j.close(false)
		return err
	case s.tx == nil:
		return j.close(true)
	case j.end == 0: // a full disk, and nothing that it would have to take
		return s.abandon()
	}
	return nil
}

// putJournalAway commits the file for the last time; the journal is needed no more then. Where the
// medium fails, it is: nothing is lost.
func (s *Store) putJournalAway() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.journal == nil {
		return nil
	}
	var err error
	if !s.options.ReadOnly && s.broken() == nil {
		err = s.commitFile()
	}
	s.sharing.Lock()
	defer s.sharing.Unlock()
	all := s.tx == nil && s.broken() == nil
	_ = s.abandon()
	closed := s.journal.close(all)
	if err == nil || errors.Is(err, store.ErrMedium) {
		return closed
	}
	return fmt.Errorf("its newest commits stay in %s: %w", s.journal.path, err)
}

// openJournal opens the journal that belongs to the file.
func (s *Store) openJournal(flag int) (*journal, error) {
	var generation uint64
	err := guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			if value := tx.Bucket(bucketMeta).Get(keyJournal); len(value) == 8 {
				generation = binary.BigEndian.Uint64(value)
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return openJournal(s.place, generation, flag)
}

// needsJournal reports whether the journal has something that the file has not.
func (s *Store) needsJournal() (bool, error) {
	j, err := s.openJournal(os.O_RDONLY)
	if err != nil {
		return false, err
	}
	defer func() { _ = j.close(false) }()
	needed, err := j.isNeeded()
	if errors.Is(err, errForeign) && j.isOrphan() {
		return false, nil
	}
	return needed, err
}

// journalError says what to do where the journal, beside a place, cannot be added to the file.
func journalError(place, path string, err error) error {
	e := *openError(path, err)
	name := place + journalSuffix
	switch {
	case errors.Is(err, store.ErrLocked):
	case errors.Is(err, errForeign):
		e.Err, e.Advice = err, fmt.Sprintf("put the file back that %s belongs to; or move that one away to go on without what stands in it", name)
	case errors.Is(err, store.ErrAccess):
		e.Advice = fmt.Sprintf("its newest commits stand in %s and are to be added to it: copy both to where they may be written, or move that file away to go on without them", name)
	default:
		e.Advice = fmt.Sprintf("its newest commits stand in %s and could not be added to it: make that possible, or move that file away to go on without them", name)
	}
	return &e
}
