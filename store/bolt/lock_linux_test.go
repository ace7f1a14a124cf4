package bolt

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
)

// A file on which bbolt panics while it opens it is let go of: who comes next is told of the damage too, and not that
// somebody has the file open.
func TestLockOfADamagedFile(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 3, 1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(s.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	walk, err := newPageWalk(file, os.Getpagesize())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteAt([]byte{flagLeaf, 0}, int64(walk.freelist*walk.size)+8); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, _, err := openLocked(s.path, Options{LockTimeout: time.Millisecond}, toWrite)
		if !errors.Is(err, store.ErrDamaged) {
			t.Errorf("error %v, want %v", err, store.ErrDamaged)
		}
	}
}

// Whoever copies the file is waited for until the journal is too long, and not at all where nothing is to be committed.
func TestHowLongACopyIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	isOpen := func() bool {
		release := HoldWrites(s)
		defer release()
		return s.tx != nil
	}
	for seq := range int64(2) { // the journal is in use from then on
		appended(t, s, "t1", seq, "")
		if err := s.Checkpoint(); err != nil {
			t.Fatal(err)
		}
	}
	release := HoldJournal(t, s.path)
	if !s.commitFrom(0) {
		t.Error("a copy is waited for, though there is nothing to commit")
	}
	appended(t, s, "t1", 2, "")
	for _, length := range []int64{maxJournalBytes - 1, maxJournalBytes} {
		goOn := HoldWrites(s)
		s.journal.end = recordsAt + length
		goOn()
		if done, open := s.commitFrom(length), isOpen(); done != (length == maxJournalBytes) || open == done {
			t.Errorf("of %d bytes: done %t, still to be committed %t", length, done, open)
		}
	}
	release()
	appended(t, s, "t1", 3, "")
	if done, open := s.commitFrom(0), isOpen(); !done || open {
		t.Errorf("once the copy is made: done %t, still to be committed %t", done, open)
	}
	HoldJournal(t, s.path)() // for the next copy
}

// While the file does not take what the journal says, the mark of how far that was acknowledged is synced once when
// nobody appends.
func TestTheMarkIsDurableAtRest(t *testing.T) {
	s := opened(t, Options{})
	for seq := range int64(2) {
		appended(t, s, "t1", seq, "")
		if err := s.Checkpoint(); err != nil {
			t.Fatal(err)
		}
	}
	release := HoldJournal(t, s.path)
	defer release()
	appended(t, s, "t1", 2, "")
	synced := 0
	WatchSyncs(t, func(name string) error {
		if strings.HasSuffix(name, journalSuffix) {
			synced++
		}
		return nil
	})
	for range 3 {
		if s.rest() {
			t.Error("the file took it while it was being copied")
		}
	}
	if synced != 1 {
		t.Errorf("the mark was synced %d times, want once", synced)
	}
}
