package crash_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
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

// remount changes the options of a small disk.
func remount(t *testing.T, folder string, flags uintptr, options string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT|flags, options); err != nil {
		t.Fatalf("cannot remount: %v", err)
	}
}

// TestFullDisk lets store and ledger fill a disk, tries it once more, and then makes room.
func TestFullDisk(t *testing.T) {
	folder := smallDisk(t, "size=1m")
	c := newCampaign(t, 4, 20, 12)
	defer c.keep(t)
	c.store = filepath.Join(folder, "trips.db")
	for range 3 {
		c.refused(t, "no space left on device")
	}
	if len(c.accepted) == 0 {
		t.Error("nothing was accepted: the disk was full from the start")
	}
	remount(t, folder, 0, "size=64m")
	c.end(t)
}

// TestReadOnlyDisk starts the program on a disk that may not be written to.
func TestReadOnlyDisk(t *testing.T) {
	folder := smallDisk(t, "size=64m")
	c := newCampaign(t, 5, 8, 8)
	defer c.keep(t)
	c.store = filepath.Join(folder, "trips.db")
	c.killAt(t, start{args: c.args(), life: shortestLife, works: true})
	before, err := os.ReadFile(c.store)
	if err != nil {
		t.Fatal(err)
	}
	remount(t, folder, syscall.MS_RDONLY, "size=64m")
	c.refused(t, "right to read and write it")
	after, err := os.ReadFile(c.store)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the store is not what it was (%v)", err)
	}
	remount(t, folder, 0, "size=64m")
	c.end(t)
}

// TestReadOnlyFile starts the program on a file that it may not write to. Nobody can keep the
// superuser from writing so.
func TestReadOnlyFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write to any file")
	}
	c := newCampaign(t, 6, 8, 8)
	defer c.keep(t)
	c.end(t)
	if err := os.Chmod(c.store, 0o400); err != nil {
		t.Fatal(err)
	}
	c.refused(t, "right to read and write it")
	if err := os.Chmod(c.store, 0o600); err != nil {
		t.Fatal(err)
	}
	c.tally = tally{}
	c.end(t)
}
