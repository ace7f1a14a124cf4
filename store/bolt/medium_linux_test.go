package bolt_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
)

// smallDisk mounts a disk of a size. Only the superuser may.
func smallDisk(t *testing.T, options string) string {
	t.Helper()
	folder := t.TempDir()
	switch err := syscall.Mount("tmpfs", folder, "tmpfs", 0, options); {
	case errors.Is(err, fs.ErrPermission):
		t.Skipf("no right to mount a disk here: %v", err)
	case err != nil:
		t.Fatalf("cannot mount a disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// TestFullDisk fills a real disk: nothing acknowledged is lost, and once there is room the store goes on.
func TestFullDisk(t *testing.T) {
	folder := smallDisk(t, "size=4m")
	ballast := filepath.Join(folder, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(folder, "trips.db"), bolt.Options{})
	fillUp(t, s)
	before := state(t, s)
	must(t, s.Close())
	if _, err := bolt.Compact(t.Context(), s.Path(), bolt.Options{}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Compact on a full disk: %v, want %v", err, syscall.ENOSPC)
	}
	s = open(t, s.Path(), bolt.Options{})
	same(t, "after a Compact that had no room", state(t, s), before)
	if _, err := os.Stat(filepath.Join(folder, "trips.db.compact")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Compact left its copy behind: %v", err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	storetest.Fill(t, s, "later", 10, 3)
	seq := before["t1"].Trip.Seq
	if err := s.Append(t.Context(), storetest.Commit("t1", seq, 1)); err != nil {
		t.Errorf("Append after room was made: %v", err)
	}
}

// TestFileThatCannotGrow fills the disk while the journal has room: what it took is durable and can
// be read, also by a reader after a kill, and goes to the file once there is room.
func TestFileThatCannotGrow(t *testing.T) {
	folder := smallDisk(t, "size=8m")
	path := filepath.Join(folder, "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 1, 1)
	ballast := filepath.Join(folder, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 8<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk has still room: %v", err)
	}
	storetest.Fill(t, s, "t2", 20, 1)
	if err := s.Checkpoint(); !errors.Is(err, store.ErrMedium) {
		t.Fatalf("Checkpoint: %v, want %v", err, store.ErrMedium)
	}
	want := state(t, s)
	if len(want) != 2 {
		t.Fatalf("%d trips can be read", len(want))
	}
	for range 3 { // it is told at once now
		if err := s.Append(t.Context(), storetest.Commit("t3", 0, 1)); !errors.Is(err, store.ErrMedium) {
			t.Errorf("Append: %v, want %v", err, store.ErrMedium)
		}
	}
	same(t, "after appends that failed", state(t, s), want)
	must(t, s.Close())
	reader := open(t, path, bolt.Options{ReadOnly: true})
	same(t, "read on a full disk", state(t, reader), want)
	checked(t, reader)
	if err := reader.Append(t.Context(), storetest.Commit("t3", 0, 1)); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("Append to a reader: %v", err)
	}
	must(t, reader.Close())
	s = open(t, path, bolt.Options{})
	same(t, "opened on a full disk", state(t, s), want)
	must(t, os.Remove(ballast))
	storetest.Fill(t, s, "t3", 2, 2)
	must(t, s.Close())
	alone(t, path)
	s = open(t, path, bolt.Options{})
	if got := state(t, s); len(got) != 3 {
		t.Errorf("%d trips once there was room", len(got))
	}
	checked(t, s)
}

// TestBlocksAhead appends, and looks where the journal has no blocks: that is well beyond its end.
func TestBlocksAhead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 20, 5)
	file, err := os.Open(path + ".journal")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	const seekHole = 4
	hole, err := file.Seek(0, seekHole)
	if err != nil {
		t.Fatal(err)
	}
	if end := bolt.Journaled(s); hole < end+10*4096 {
		t.Errorf("the records end at %d, and there are blocks up to %d", end, hole)
	}
}

// TestReadOnlyDisk opens a store on a disk that may not be written to.
func TestReadOnlyDisk(t *testing.T) {
	folder := smallDisk(t, "size=4m")
	path := filepath.Join(folder, "trips.db")
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Fill(t, s, "t1", 2, 2)
	want := state(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=4m"); err != nil {
		t.Fatalf("cannot mount for reading: %v", err)
	}
	if _, err := bolt.Open(path, bolt.Options{}); !errors.Is(err, store.ErrAccess) {
		t.Errorf("Open: %v, want %v", err, store.ErrAccess)
	}
	if _, err := bolt.Open(filepath.Join(folder, "new.db"), bolt.Options{}); !errors.Is(err, store.ErrAccess) {
		t.Errorf("Open of a new store: %v, want %v", err, store.ErrAccess)
	}
	same(t, "read", state(t, open(t, path, bolt.Options{ReadOnly: true})), want)
}

// TestJournalOnReadOnlyDisk has what a killed process left on a disk that may not be written to: a reader has all of
// it.
func TestJournalOnReadOnlyDisk(t *testing.T) {
	folder := smallDisk(t, "size=4m")
	file, journal, want := killed(t, 5)
	path := filepath.Join(folder, "trips.db")
	must(t, os.WriteFile(path, file, 0o600))
	must(t, os.WriteFile(path+".journal", journal, 0o600))
	remount := func(flags uintptr) {
		if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT|flags, "size=4m"); err != nil {
			t.Fatalf("cannot mount again: %v", err)
		}
	}
	remount(syscall.MS_RDONLY)
	s := open(t, path, bolt.Options{ReadOnly: true})
	same(t, "read", state(t, s), want)
	must(t, s.Close())
	if _, err := bolt.Open(path, bolt.Options{}); !errors.Is(err, store.ErrAccess) {
		t.Errorf("opened for writing: error %v, want %v", err, store.ErrAccess)
	}
	remount(0)
	same(t, "once it may be written to", state(t, open(t, path, bolt.Options{})), want)
}

// TestRecordThatFails lets the sync of a record fail: the file takes what the journal does not. Where it
// cannot, the append has failed, and is not there after a kill either.
func TestRecordThatFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 2, 1)
	trouble := errors.New("no sync")
	failing := true
	bolt.WatchSyncs(t, func(name string) error {
		if failing && name == path+".journal" {
			return trouble
		}
		return nil
	})
	must(t, s.Append(t.Context(), storetest.Commit("t1", 2, 1)))
	if n := bolt.Journaled(s); n != 0 {
		t.Errorf("%d bytes are in the journal", n)
	}
	failing = false
	must(t, s.Append(t.Context(), storetest.Commit("t1", 3, 1)))
	failing = true
	bolt.FailFile(t, s)
	if err := s.Append(t.Context(), storetest.Commit("t1", 4, 1)); !errors.Is(err, store.ErrMedium) {
		t.Errorf("error %v, want %v", err, store.ErrMedium)
	}
	failing = false
	after := open(t, put(t, read(t, path), read(t, path+".journal")), bolt.Options{})
	for _, s := range []*bolt.Store{s, after} {
		if got, err := s.Load(t.Context(), "t1"); err != nil || got.Seq != 4 {
			t.Errorf("seq %d, error %v, want 4", got.Seq, err)
		}
	}
}

// TestJournalThatIsLost takes the journal from under a store: when it is needed the store says that it
// does not know what is there.
func TestJournalThatIsLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 3, 1)
	must(t, os.Truncate(path+".journal", 4096))
	mend := bolt.FailFile(t, s)
	for range 2 {
		if err := s.Checkpoint(); !errors.Is(err, store.ErrUncertain) {
			t.Errorf("error %v, want %v", err, store.ErrUncertain)
		}
	}
	if err := s.Append(t.Context(), storetest.Commit("t1", 3, 1)); !errors.Is(err, store.ErrUncertain) {
		t.Errorf("error %v, want %v", err, store.ErrUncertain)
	}
	mend()
	_ = s.Close()
	if _, err := bolt.Open(path, bolt.Options{}); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("opened again: error %v, want %v", err, store.ErrDamaged)
	}
}
