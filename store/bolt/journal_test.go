package bolt_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// killed returns the files that a process would leave that is killed after some appends, the newest
// of which are only in the journal, and what was in the store.
func killed(t testing.TB, appends int) (file, journal []byte, want map[trip.ID]tripState) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 3, 2)
	must(t, s.Checkpoint())
	for i := range appends {
		c := storetest.Commit(trip.ID(fmt.Sprintf("n%d", i%2)), int64(i/2), 1)
		c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: "{}", At: 7, Key: "k"}}
		c.Snapshot, c.TurnEnded = nil, i%3 == 0
		c.Queue = [][]byte{storetest.Event(c.Trip, 9)}
		must(t, s.Append(t.Context(), c))
	}
	return read(t, path), read(t, path+".journal"), state(t, s)
}

// still opens a store whose file is committed only when it is asked for.
func still(t testing.TB, path string, o bolt.Options) *bolt.Store {
	t.Helper()
	s, err := bolt.OpenStill(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// put writes the files of a store.
func put(t testing.TB, file, journal []byte) (path string) {
	t.Helper()
	path = write(t, file)
	if journal != nil {
		must(t, os.WriteFile(path+".journal", journal, 0o600))
	}
	return path
}

// TestJournalIsTakenUp opens what a killed process left: all that was acknowledged is there, for a
// reader too, and stands in the file from then on.
func TestJournalIsTakenUp(t *testing.T) {
	file, journal, want := killed(t, 7)
	if len(want) != 3 {
		t.Fatalf("%d trips", len(want))
	}
	for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
		path := put(t, file, journal)
		s := open(t, path, o)
		same(t, "after a kill", state(t, s), want)
		alone(t, path)
		must(t, s.Close())
		same(t, "in the file alone", state(t, open(t, path, o)), want)
	}
	if got := len(state(t, open(t, put(t, file, nil), bolt.Options{}))); got != 1 {
		t.Errorf("%d trips without the journal: the test shows nothing", got)
	}
}

// TestTwoReadersOfAJournal has the second reader come while the first has the store open.
func TestTwoReadersOfAJournal(t *testing.T) {
	file, journal, want := killed(t, 7)
	path := put(t, file, journal)
	one := open(t, path, bolt.Options{ReadOnly: true})
	two := open(t, path, bolt.Options{ReadOnly: true})
	same(t, "the first", state(t, one), want)
	same(t, "the second", state(t, two), want)
}

// TestVoidJournal puts journals beside a file that has nothing to do with them any more.
func TestVoidJournal(t *testing.T) {
	file, journal, want := killed(t, 7)
	path := put(t, file, journal)
	must(t, open(t, path, bolt.Options{}).Close())
	taken := read(t, path)
	t.Run("of an earlier commit", func(t *testing.T) {
		same(t, "opened", state(t, open(t, put(t, taken, journal), bolt.Options{})), want)
	})
	t.Run("of a store that was removed", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "trips.db")
		must(t, os.WriteFile(path+".journal", journal, 0o600))
		s := open(t, path, bolt.Options{})
		storetest.Fill(t, s, "t9", 1, 1)
		if got := state(t, s); len(got) != 1 {
			t.Errorf("%d trips, want the new one", len(got))
		}
	})
	for _, text := range []string{"", "x", strings.Repeat("no journal\n", 1000), strings.Repeat("\x00", 70_000)} {
		same(t, "opened", state(t, open(t, put(t, taken, []byte(text)), bolt.Options{})), want)
	}
}

// TestForeignJournal puts a journal beside a file that it does not belong to: what stands in it
// may be all that is left of it, so nobody writes over it.
func TestForeignJournal(t *testing.T) {
	file, journal, _ := killed(t, 7)
	other, _, _ := killed(t, 1)
	later := put(t, file, journal)
	s := still(t, later, bolt.Options{})
	storetest.Fill(t, s, "more", 1, 1)
	laterJournal := read(t, later+".journal")
	cases := []struct {
		name          string
		file, journal []byte
	}{
		{"of another store", other, journal},
		{"of a later state", file, laterJournal},
	}
	for _, c := range cases {
		for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
			path := put(t, c.file, c.journal)
			_, err := bolt.Open(path, o)
			mustAdvise(t, err, path, nil, "put the file back")
			if string(read(t, path)) != string(c.file) || string(read(t, path+".journal")) != string(c.journal) {
				t.Errorf("%s: a file was changed", c.name)
			}
			must(t, os.Remove(path+".journal"))
			must(t, open(t, path, o).Close())
		}
	}
}

func mustAdvise(t *testing.T, err error, path string, reason error, advice string) {
	t.Helper()
	var open *store.OpenError
	if !errors.As(err, &open) || reason != nil && !errors.Is(err, reason) {
		t.Fatalf("error %v, want an OpenError of reason %v", err, reason)
	}
	if open.Path != path || !strings.Contains(open.Advice, advice) || !strings.Contains(open.Advice, path+".journal") {
		t.Errorf("error %v, want the advice %q about the journal of %s", err, advice, path)
	}
}

// TestDamagedJournal spoils the journal. The newest record alone cannot be told from one that a
// crash has torn; before a later one it is damage, and nothing is left out quietly.
func TestDamagedJournal(t *testing.T) {
	file, journal, want := killed(t, 7)
	const block = 4096
	for at := range 7 * block {
		if at%block > 40 && at%block != 60 {
			continue
		}
		spoilt := append([]byte{}, journal...)
		spoilt[at] ^= 0x40
		path := put(t, file, spoilt)
		s, err := bolt.Open(path, bolt.Options{})
		if at < 6*block {
			mustAdvise(t, err, path, store.ErrDamaged, "move that file away")
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got := state(t, s)
		if got["n0"].Trip.Seq != want["n0"].Trip.Seq-1 || got["n1"].Trip.Seq != want["n1"].Trip.Seq {
			t.Errorf("byte %d: n0 is at seq %d, n1 at %d", at, got["n0"].Trip.Seq, got["n1"].Trip.Seq)
		}
		must(t, s.Close())
	}
}

// TestReadersSeeTheJournal reads with every method what is not yet in the file.
func TestReadersSeeTheJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 40, 3)
	c := storetest.Commit("t2", 0, 2)
	c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: "{}", At: 7, Key: "k"}}
	c.Snapshot, c.TurnEnded = nil, false
	must(t, s.Append(t.Context(), c))
	if bolt.Journaled(s) == 0 {
		t.Fatal("all is in the file: the test shows nothing")
	}
	before := state(t, s)
	var pending []trip.ID
	for id, err := range s.Pending(t.Context()) {
		must(t, err)
		pending = append(pending, id)
	}
	if fmt.Sprint(pending) != "[t2]" {
		t.Errorf("pending are %v", pending)
	}
	must(t, s.Checkpoint())
	if bolt.Journaled(s) != 0 {
		t.Error("Checkpoint left something in the journal")
	}
	same(t, "in the file", state(t, s), before)
	checked(t, s)
}

// TestQuietStoreCommits leaves a store alone: soon the file has all.
func TestQuietStoreCommits(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "t1", 1, 1)
	until(t, func() bool { return bolt.Journaled(s) == 0 })
}

// TestLongJournalCommits appends more than a journal takes.
func TestLongJournalCommits(t *testing.T) {
	s := still(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	most := int64(0)
	for i := range int64(700) {
		must(t, s.Append(t.Context(), storetest.Commit("t1", i, 1)))
		most = max(most, bolt.Journaled(s))
	}
	if most < 1<<20 || most > 3<<20 {
		t.Errorf("the journal was up to %d bytes long", most)
	}
	checked(t, s)
}

// TestLargeAppend is more than a journal takes by itself: it goes to the file at once, with what the
// journal has.
func TestLargeAppend(t *testing.T) {
	s := still(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	must(t, s.Append(t.Context(), storetest.Commit("t1", 0, 1)))
	c := storetest.Commit("t2", 0, 1)
	c.Snapshot = nil
	c.Queue = [][]byte{make([]byte, 3<<20)}
	must(t, s.Append(t.Context(), c))
	if n := bolt.Journaled(s); n != 0 {
		t.Errorf("%d bytes are in the journal", n)
	}
	if got := state(t, s); len(got) != 2 {
		t.Errorf("%d trips", len(got))
	}
}

// TestDamageTakesNothingAlong has an append meet a damaged page while others are in the journal
// only: those stay, also after a kill.
func TestDamageTakesNothingAlong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "worse", 1, 1)
	bolt.Tamper(t, s, dropSnapshots)
	bolt.EditHead(t, s, "worse", func(h *bolt.Head) { h.Kept = false })
	for i := range int64(5) {
		must(t, s.Append(t.Context(), storetest.Commit("good", i, 1)))
		if err := s.Append(t.Context(), storetest.Commit("worse", 1, 1)); !errors.Is(err, store.ErrDamaged) {
			t.Fatalf("error %v, want %v", err, store.ErrDamaged)
		}
		for _, s := range []*bolt.Store{s, open(t, put(t, read(t, path), read(t, path+".journal")), bolt.Options{})} {
			if got, err := s.Load(t.Context(), "good"); err != nil || got.Seq != i+1 {
				t.Fatalf("seq %d, error %v, want %d", got.Seq, err, i+1)
			}
		}
	}
}

// TestFormatBefore opens a store of the format that had no journal: readers leave it as it is, the
// first writer makes it one of this format.
func TestFormatBefore(t *testing.T) {
	path := sample(t)
	s := open(t, path, bolt.Options{})
	want := state(t, s)
	bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		return errors.Join(meta.Put([]byte("format"), []byte("legwork.store.v2")), meta.Delete([]byte("journal")))
	})
	must(t, s.Close())
	old := read(t, path)
	s = open(t, path, bolt.Options{ReadOnly: true})
	same(t, "read", state(t, s), want)
	must(t, s.Close())
	if string(read(t, path)) != string(old) {
		t.Error("a reader changed it")
	}
	s = open(t, path, bolt.Options{})
	same(t, "opened", state(t, s), want)
	storetest.Fill(t, s, "new", 1, 1)
	must(t, s.Close())
	if !strings.Contains(string(read(t, path)), "legwork.store.v3") {
		t.Error("it has not the new format")
	}
}

// FuzzJournal reads anything at all as a journal, with right checksums.
func FuzzJournal(f *testing.F) {
	_, journal, _ := killed(f, 4)
	f.Add(journal[:5*4096], 0, byte(0))
	f.Add(journal[:5*4096], 4096+3, byte(1))
	f.Add(journal[:4100], 20, byte(200))
	f.Add([]byte("x"), 0, byte(0))
	f.Fuzz(func(t *testing.T, journal []byte, at int, with byte) {
		if at >= 0 && at < len(journal) {
			journal = append([]byte{}, journal...)
			journal[at] ^= with
		}
		appends, end, err := bolt.ScanJournal(bolt.Reseal(journal))
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			t.Errorf("error %v", err)
		}
		if end > int64(len(journal)) || end == 0 && appends > 0 && err == nil {
			t.Errorf("%d appends end at %d of %d", appends, end, len(journal))
		}
	})
}
