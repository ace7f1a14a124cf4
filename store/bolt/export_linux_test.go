package bolt

import (
	"os"
	"syscall"
	"testing"
)

// FailFile lets every write to the file of a store fail from now on.
func FailFile(tb testing.TB, s *Store) {
	tb.Helper()
	reader, err := os.Open(s.realPath)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	if err := syscall.Dup3(int(reader.Fd()), int(s.file.Fd()), 0); err != nil {
		tb.Fatal(err)
	}
}

// HoldJournal keeps the owner of a store from committing its file in its own time, as who copies it does.
func HoldJournal(tb testing.TB, path string) (release func()) {
	tb.Helper()
	file, err := os.Open(path + journalSuffix)
	if err != nil || !lock(file, false) {
		tb.Fatal(err)
	}
	return func() { _ = file.Close() }
}
