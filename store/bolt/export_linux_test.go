package bolt

import (
	"os"
	"syscall"
	"testing"
)

// FailFile lets every write to the file of a store fail until it is mended.
func FailFile(tb testing.TB, s *Store) (mend func()) {
	tb.Helper()
	reader, err := os.Open(s.realPath)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	fd := int(s.file.Fd())
	before, err := syscall.Dup(fd)
	if err != nil {
		tb.Fatal(err)
	}
	exchange := func(with int) {
		if err := syscall.Dup3(with, fd, 0); err != nil {
			tb.Fatal(err)
		}
	}
	exchange(int(reader.Fd()))
	return func() { exchange(before) }
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
