package bolt_test

import (
	"errors"
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
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, options); err != nil {
		t.Skipf("cannot mount a disk here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// TestFullDisk fills a real disk: nothing acknowledged is lost, and once there is room the same
// open store goes on.
func TestFullDisk(t *testing.T) {
	folder := smallDisk(t, "size=4m")
	ballast := filepath.Join(folder, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(folder, "trips.db"), bolt.Options{})
	fillUp(t, s)
	before := state(t, s)
	if _, err := s.Compact(t.Context()); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Compact on a full disk: %v, want %v", err, syscall.ENOSPC)
	}
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

// TestBlocksAhead appends, and looks where the file has no blocks: that is well beyond the last page.
func TestBlocksAhead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := open(t, path, bolt.Options{})
	before := bolt.UsedBytes(t, s)
	storetest.Fill(t, s, "t1", 200, 5)
	used := bolt.UsedBytes(t, s)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	const seekHole = 4
	hole, err := file.Seek(used, seekHole)
	if err != nil {
		t.Fatal(err)
	}
	if least := used + (used-before)/8; hole < least {
		t.Errorf("%d bytes are used, and there are blocks for %d, want %d", used, hole, least)
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
		t.Skipf("cannot mount for reading: %v", err)
	}
	if _, err := bolt.Open(path, bolt.Options{}); !errors.Is(err, store.ErrAccess) {
		t.Errorf("Open: %v, want %v", err, store.ErrAccess)
	}
	if _, err := bolt.Open(filepath.Join(folder, "new.db"), bolt.Options{}); !errors.Is(err, store.ErrAccess) {
		t.Errorf("Open of a new store: %v, want %v", err, store.ErrAccess)
	}
	same(t, "read", state(t, open(t, path, bolt.Options{ReadOnly: true})), want)
}
