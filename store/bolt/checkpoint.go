package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// journalFull is how long the journal grows before its content goes to the file.
const journalFull = 2 << 20

// openTx opens the transaction that mirrors the content of the journal, unless it is open already. The caller holds
// writing and sharing.
func (s *Store) openTx() error {
	if s.tx != nil {
		return nil
	}
	err := s.starting(func(begun func()) (err error) {
		s.tx, err = s.db.Begin(true)
		begun()
		return err
	})
	if err != nil {
		return err
	}
	s.writer.reset(s.tx)
	return nil
}

// pageGrowth is how many pages an append adds to the file at most, besides those for its own bytes.
const pageGrowth = 16

// fitsJournal reports whether the applied changes may stay in the journal: they must not be too large, and the file
// must have room for them later.
func (s *Store) fitsJournal() bool {
	j := s.journal
	if s.direct || !j.inUse || j.bytes() > journalFull {
		return false
	}
	limit := s.options.MaxBytes
	page := int64(s.db.Info().PageSize)
	room := growth + 2*(j.length()+j.bytes()) + pageGrowth*page*(j.appends+j.requests)
	return limit == 0 || s.tx.Size()+room <= limit
}

// maxJournalBytes is how long the journal may grow while the file is being copied.
const maxJournalBytes = 64 << 20

// commitFrom commits the file if the journal has at least the given length. A failed commit loses nothing: the next
// append gets the error. While the file is being copied, it returns false and does nothing, unless the journal has
// reached maxJournalBytes.
func (s *Store) commitFrom(length int64) bool {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.commitGrown(length)
}

// commitGrown is commitFrom for a caller that holds s.writing.
func (s *Store) commitGrown(length int64) bool {
	j := s.journal
	if s.tx == nil || j.length() < length || s.broken() != nil {
		return true
	}
	if j.file != nil {
		if !lock(j.file, true) && j.length() < maxJournalBytes {
			return false
		}
		defer func() { _ = unlock(j.file) }()
	}
	_ = s.commitFile()
	return true
}

// rest makes durable what is written while nobody appends: where the file does not take what the journal says, the mark
// of how far that goes. If the medium fails, the next append is told. While somebody writes, it returns false and does
// nothing: appends that come meanwhile are taken at once.
func (s *Store) rest() (done bool) {
	if !s.writing.TryLock() {
		return false
	}
	defer s.writing.Unlock()
	done = s.commitGrown(0)
	if s.broken() == nil {
		_ = s.journal.syncMark()
	}
	return done
}

// commitNow commits everything that was appended so far to the file.
func (s *Store) commitNow() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.broken(); err != nil {
		return err
	}
	return s.commitFile()
}

// commitFile commits the open transaction to the file, durably, and begins the journal anew. After
// an error the file is as it was, and what the journal says stays readable. The caller holds
// writing.
func (s *Store) commitFile() error { return s.commitAs(s.journal.file != nil) }

// commitAs is commitFile, and notes in the file whether a journal is in use from now on. If no journal can be
// made, each batch goes to the file.
func (s *Store) commitAs(inUse bool) error {
	s.sharing.Lock()
	defer s.sharing.Unlock()
	tx := s.tx
	if tx == nil {
		return nil
	}
	if err := s.inPlace(); err != nil {
		return err
	}
	if inUse {
		_ = s.journal.prepare()
	}
	id, next := tx.ID(), s.journal.next(inUse && s.journal.file != nil)
	err := guard(func() error {
		if err := errors.Join(s.writer.putHeads(), putState(tx, next)); err != nil {
			return err
		}
		// gofail: var storeBeforeCheckpoint struct{}
		return tx.Commit()
	})
	// gofail: var storeAfterCheckpoint struct{}
	s.direct = err != nil
	if err == nil {
		s.tx = nil
		s.journal.restart(next)
		s.journal.rest()
		s.writer.rest()
		return nil
	}
	if !errors.Is(err, store.ErrDamaged) {
		err = s.failed(id, err)
	}
	if failed := s.reopenTx(); failed != nil {
		return failed
	}
	return err
}

func putState(tx *bbolt.Tx, m journalState) error {
	return tx.Bucket(bucketMeta).Put(keyJournal, m.append(nil))
}

// inPlace makes sure that the file is still where it was opened, because acknowledged commits must be found there. A
// store whose file was moved, removed or replaced accepts nothing more.
func (s *Store) inPlace() error {
	if isAt(s.realPath, s.info) {
		return nil
	}
	return s.breakDown(fmt.Errorf("%w: %s was moved, removed or replaced while it was open: end this process, put the "+
		"file back, "+
		"with %s beside it, and open it again", store.ErrMoved, s.realPath, s.realPath+journalSuffix))
}

// undo rolls back what was applied of a batch that failed with err. A nil err means that the batch changed nothing:
// then the transaction is ended only if the journal is empty. The caller holds writing.
func (s *Store) undo(err error) error {
	if err == nil && s.journal.length() > 0 {
		return nil // the transaction is as it was
	}
	s.sharing.Lock()
	failed := s.reopenTx()
	s.sharing.Unlock()
	if failed != nil {
		return failed
	}
	if err != nil {
		_ = s.commitFile() // so that the next undo has no journal to replay
	}
	return err
}

// reopenTx rolls the open transaction back and opens a new one by replaying the journal. The caller holds writing and
// sharing.
func (s *Store) reopenTx() error {
	if err := s.abandon(); err != nil {
		return err
	}
	if s.journal.length() == 0 || s.failure.Load() != nil {
		return nil
	}
	found, err := s.journal.read()
	if err == nil {
		err = s.replay(found.bodies)
	}
	if err == nil && found.end != s.journal.end {
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

// replay applies records of the journal. The caller holds writing and sharing.
func (s *Store) replay(bodies [][]byte) error {
	return guard(func() error {
		for _, body := range bodies {
			err := readBody(body, func(g inputs, r *request) error {
				if err := errors.Join(r.unpack(), s.openTx()); err != nil {
					return err
				}
				s.writer.inputs = g
				h, err := s.writer.admit(r)
				if err != nil {
					return err
				}
				return s.writer.write(r, h)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// replayJournal opens the transaction and replays records of the journal in it.
func (s *Store) replayJournal(bodies [][]byte) error {
	s.sharing.Lock()
	defer s.sharing.Unlock()
	err := s.replay(bodies)
	if err == nil {
		err = guard(s.openTx) // also without records, so that the next commit notes that no journal is in use
	}
	return err
}

// recoverJournal recovers the journal that a killed process left behind. If it cannot be committed to the file now, it
// stays in the open transaction. With salvage, lost says why a part of it was left out.
func (s *Store) recoverJournal(salvage bool) (lost, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	found, err := s.openJournal(os.O_RDWR)
	if salvage {
		lost, err = err, nil
	}
	j := s.journal
	if err != nil || j.file == nil && !j.inUse {
		return lost, errors.Join(err, j.close(false))
	}
	if err := s.replayJournal(found.bodies); err != nil {
		return lost, errors.Join(err, j.close(false))
	}
	err = s.commitAs(false)
	switch broken := s.broken(); {
	case broken != nil:
		return lost, errors.Join(err, j.close(false))
	case err == nil:
		return lost, j.close(true)
	case !j.inUse: // the disk is full, and the journal is empty
		return lost, errors.Join(s.abandon(), j.close(false))
	}
	return lost, nil
}

// closeJournal commits the file for the last time, after which the journal is no longer needed. If the disk fails,
// the journal stays and nothing is lost.
func (s *Store) closeJournal() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	j := s.journal
	var err error
	if !s.options.ReadOnly && s.broken() == nil {
		err = s.endJournal()
	}
	s.sharing.Lock()
	defer s.sharing.Unlock()
	all := s.tx == nil && !j.inUse && s.broken() == nil
	_ = s.abandon()
	closed := j.close(all)
	if err == nil || errors.Is(err, store.ErrMedium) {
		return closed
	}
	return fmt.Errorf("its newest commits stay in %s: %w", j.path, err)
}

// endJournal notes in the file that no journal is in use.
func (s *Store) endJournal() error {
	if s.journal.inUse {
		if err := s.replayJournal(nil); err != nil {
			return err
		}
	}
	return s.commitAs(false)
}

// openJournal opens the journal beside the file, if there is one, and returns its valid records.
func (s *Store) openJournal(flag int) (journaled, error) {
	j := &journal{path: s.realPath + journalSuffix}
	s.journal = j
	err := guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			m, err := readState(tx.Bucket(bucketMeta).Get(keyJournal))
			j.restart(m)
			return err
		})
	})
	if err != nil {
		return journaled{}, err
	}
	if info, err := os.Stat(j.path); err == nil && !info.Mode().IsRegular() {
		return journaled{}, fmt.Errorf("%w: %s is no file", errForeign, j.path)
	}
	file, err := os.OpenFile(j.path, flag, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist) && j.inUse:
		return journaled{}, errNoJournal
	case errors.Is(err, fs.ErrNotExist):
		return journaled{}, nil
	case err != nil:
		return journaled{}, err
	}
	j.file = file
	if j.info, err = file.Stat(); err != nil {
		return journaled{}, err
	}
	f, err := j.read()
	if j.inUse {
		j.chain, j.end = f.chain, f.end
		j.size = f.end // what stands there, such as a torn record, is to be zeros before the next one
	}
	return f, err
}

// journalError returns an error that says what to do when the journal cannot be added to the file.
func journalError(realPath, path string, err error) error {
	e := *openError(path, err)
	name := realPath + journalSuffix
	rescue := "restore a backup, or write what can still be read to a new file: legwork backup --salvage --store " +
		path + " NEW"
	switch {
	case errors.Is(err, store.ErrLocked):
	case errors.Is(err, errNoJournal):
		e.Reason, e.Err = store.ErrJournal, err
		e.Advice = fmt.Sprintf("its newest commits stand in %s: put that file back beside it; or %s", name, rescue)
	case errors.Is(err, errForeign):
		e.Reason, e.Err = store.ErrJournal, err
		e.Advice = fmt.Sprintf("put the file back that %s belongs to; or move that one away, and its own back; or %s",
			name, rescue)
	case errors.Is(err, store.ErrVersion):
		e.Advice = fmt.Sprintf("open and close it once with the version that wrote %s", name)
	case errors.Is(err, store.ErrDamaged):
		e.Advice = fmt.Sprintf("its newest commits stand in %s, which is damaged: %s", name, rescue)
	default:
		e.Advice = fmt.Sprintf("its newest commits stand in %s and could not be added to it: make that possible; or %s",
			name, rescue)
	}
	return &e
}
