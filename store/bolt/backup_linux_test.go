package bolt_test

import (
	"bytes"
	"path/filepath"
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
)

// TestFileIsLeftAloneWhileCopied has the owner of a store go on while somebody copies it: what is appended
// stays in the journal until the copy is made, unless it becomes too much.
func TestFileIsLeftAloneWhileCopied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	must(t, s.Append(t.Context(), storetest.Commit("t1", 0, 1)))
	before := read(t, path)
	release := bolt.HoldJournal(t, path)
	for seq := int64(1); bolt.Journaled(s) < 5<<20; seq++ {
		must(t, s.Append(t.Context(), storetest.Commit("t1", seq, 1)))
	}
	if !bytes.Equal(before, read(t, path)) {
		t.Error("the file was committed to")
	}
	want := state(t, s)
	same(t, "copied", state(t, open(t, put(t, read(t, path), read(t, path+".journal")), bolt.Options{})), want)
	release()
	must(t, s.Append(t.Context(), storetest.Commit("t2", 0, 1)))
	until(t, func() bool { return bolt.Journaled(s) == 0 })
}

// TestQuietStoreWaitsForACopy has a store that nobody appends to commit its file: not while a copy is made of it, and
// without another append as soon as that has ended.
func TestQuietStoreWaitsForACopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "trips.db")
		s := open(t, path, bolt.Options{})
		must(t, s.Append(t.Context(), storetest.Commit("t1", 0, 1)))
		release := bolt.HoldJournal(t, path)
		must(t, s.Append(t.Context(), storetest.Commit("t1", 1, 1)))
		time.Sleep(time.Minute)
		if bolt.Journaled(s) == 0 {
			t.Error("the file was committed to")
		}
		release()
		time.Sleep(time.Second)
		if n := bolt.Journaled(s); n != 0 {
			t.Errorf("%d bytes are in the journal alone", n)
		}
	})
}

// TestACopyLetsGoOfTheStore: once it is made, its owner commits the file again, without waiting for the garbage
// collector to close what the copy has opened.
func TestACopyLetsGoOfTheStore(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "trips.db")
		s := open(t, path, bolt.Options{})
		must(t, s.Append(t.Context(), storetest.Commit("t1", 0, 1)))
		begin := time.Now()
		must(t, second(bolt.Backup(t.Context(), path, filepath.Join(t.TempDir(), "backup.db"), bolt.BackupOptions{})))
		if took := time.Since(begin); took != 0 { // by a clock that stands still as long as anybody is at work
			t.Errorf("the copy waited for %v, though nobody was in its way", took)
		}
		must(t, s.Append(t.Context(), storetest.Commit("t1", 1, 1)))
		time.Sleep(time.Minute)
		if n := bolt.Journaled(s); n != 0 {
			t.Errorf("%d bytes are in the journal alone", n)
		}
	})
}
