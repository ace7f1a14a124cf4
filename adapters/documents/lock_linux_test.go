package documents_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/legwork-go/legwork/adapters/documents"
)

func TestLockedByAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	path := write(t, dir, "a.txt", "alpha")
	add(t, lib, "acme", "", path)
	bolts, err := filepath.Glob(filepath.Join(dir, "index", "*", "index", "root.bolt"))
	if err != nil || len(bolts) != 1 {
		t.Fatalf("%v, %v", bolts, err)
	}
	f, err := os.Open(bolts[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	if _, err := lib.FindPassages(context.Background(), "acme", "alpha", nil); !errors.Is(err, documents.ErrLocked) {
		t.Errorf("searching: %v", err)
	}
	if err := lib.Remove(context.Background(), "acme", "x"); !errors.Is(err, documents.ErrLocked) {
		t.Errorf("removing: %v", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_UN); err != nil {
		t.Fatal(err)
	}
	if found := passages(t, lib, "acme", "alpha", nil); len(found) != 1 {
		t.Errorf("after the lock is gone: %+v", found)
	}
}
