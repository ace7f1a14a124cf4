package bolt_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

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

// TestVoidJournal puts journals beside a file that has what they say, or that say nothing.
func TestVoidJournal(t *testing.T) {
	file, journal, want := killed(t, 7)
	path := put(t, file, journal)
	must(t, open(t, path, bolt.Options{}).Close())
	taken := read(t, path)
	for name, void := range map[string][]byte{"taken": journal, "empty": {}, "not begun": make([]byte, 70_000)} {
		path := put(t, taken, void)
		s := open(t, path, bolt.Options{})
		same(t, name, state(t, s), want)
		alone(t, path)
	}
}

// TestKilledDuringCommit has a process end when it has written the meta page, but not synced it: the
// next one reads what the disk may not have. It must be there before anything rests on it.
func TestKilledDuringCommit(t *testing.T) {
	file, journal, want := killed(t, 7)
	path := put(t, file, journal)
	must(t, open(t, path, bolt.Options{}).Close())
	path = put(t, read(t, path), journal)
	before := read(t, path)
	synced := false
	bolt.WatchSyncs(t, func(name string) error {
		if synced = synced || name == path; synced && len(read(t, path+".journal")) == 0 {
			t.Error("the journal was emptied first")
		}
		if !bytes.Equal(before, read(t, path)) {
			t.Error("the file was written to first")
		}
		return nil
	})
	s := still(t, path, bolt.Options{})
	if !synced {
		t.Error("the file was not synced")
	}
	if bytes.Equal(before, read(t, path)) {
		t.Error("the journal was taken for void on the word of one meta page")
	}
	same(t, "opened", state(t, s), want)
}

// TestOrphanedJournal has a new store stand where one was whose journal is still there: that is all that
// is left of it.
func TestOrphanedJournal(t *testing.T) {
	_, journal, _ := killed(t, 7)
	file := read(t, before(t, sample(t)))
	for name, path := range map[string]string{
		"removed": filepath.Join(t.TempDir(), "trips.db"), "replaced by a backup": put(t, file, nil),
	} {
		must(t, os.WriteFile(path+".journal", journal, 0o600))
		s := open(t, path, bolt.Options{})
		storetest.Fill(t, s, "t9", 1, 1)
		must(t, s.Close())
		must(t, open(t, path, bolt.Options{ReadOnly: true}).Close())
		left, err := filepath.Glob(path + ".journal.orphan-*")
		must(t, err)
		if len(left) != 1 || !bytes.Equal(read(t, left[0]), journal) {
			t.Errorf("%s: set aside are %v", name, left)
		}
	}
}

// TestNotAJournal puts other things where the journal would be: they stay what they are.
func TestNotAJournal(t *testing.T) {
	file, _, _ := killed(t, 1)
	for _, text := range []string{"x", strings.Repeat("no journal\n", 1000), string(file)} {
		for _, path := range []string{put(t, file, []byte(text)), filepath.Join(t.TempDir(), "new.db")} {
			must(t, os.WriteFile(path+".journal", []byte(text), 0o600))
			_, err := bolt.Open(path, bolt.Options{})
			mustAdvise(t, err, path, nil, "move that one away")
			if string(read(t, path+".journal")) != text {
				t.Error("it was changed")
			}
		}
	}
	path := put(t, file, nil)
	must(t, os.Mkdir(path+".journal", 0o700))
	for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
		_, err := bolt.Open(path, o)
		mustAdvise(t, err, path, nil, "move that one away")
	}
}

// TestJournalStaysBesideItsFile opens a store by names that change their meaning.
func TestJournalStaysBesideItsFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "trips.db")
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, open(t, path, bolt.Options{}).Close())
	must(t, os.Symlink(path, link))
	t.Chdir(folder)
	for _, name := range []string{"trips.db", link} {
		t.Chdir(folder)
		s := still(t, name, bolt.Options{})
		t.Chdir(t.TempDir())
		storetest.Fill(t, s, trip.ID("by "+filepath.Base(name)), 1, 1)
		if n := len(read(t, path+".journal")); n == 0 {
			t.Errorf("%s: the journal is somewhere else", name)
		}
		_, err := s.Compact(t.Context())
		must(t, err)
		must(t, s.Close())
		alone(t, path)
		alone(t, link)
	}
	if got := len(state(t, open(t, path, bolt.Options{}))); got != 2 {
		t.Errorf("%d trips, want 2", got)
	}
}

// TestAppendIsSynced looks at what the journal has when it is synced: nothing comes after that.
func TestAppendIsSynced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	var synced []byte
	bolt.WatchSyncs(t, func(name string) error {
		if name == path+".journal" {
			synced = read(t, name)
		}
		return nil
	})
	for i := range int64(5) {
		must(t, s.Append(t.Context(), storetest.Commit("t1", i, 1)))
		if !bytes.Equal(synced, read(t, path+".journal")) {
			t.Fatal("the record was not synced")
		}
	}
}

// TestJournalAfterCompact kills a store after it was compacted.
func TestJournalAfterCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 3, 2)
	_, err := s.Compact(t.Context())
	must(t, err)
	storetest.Fill(t, s, "t2", 3, 2)
	want := state(t, s)
	same(t, "killed after a Compact", state(t, open(t, put(t, read(t, path), read(t, path+".journal")), bolt.Options{})), want)
}

// TestEmptiedQueueIsTakenUp replays a queue that was filled and emptied.
func TestEmptiedQueueIsTakenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	for i, queue := range [][][]byte{{storetest.Event("t1", 9)}, {}} {
		c := storetest.Commit("t1", int64(i), 1)
		c.Queue = queue
		must(t, s.Append(t.Context(), c))
	}
	want := state(t, s)
	same(t, "taken up", state(t, open(t, put(t, read(t, path), read(t, path+".journal")), bolt.Options{})), want)
}

// TestReadersAfterAKill has many readers come at once where the journal is to be added.
func TestReadersAfterAKill(t *testing.T) {
	file, journal, want := killed(t, 7)
	path := put(t, file, journal)
	var all sync.WaitGroup
	readers := make([]*bolt.Store, 6)
	for i := range readers {
		all.Go(func() {
			s, err := bolt.Open(path, bolt.Options{ReadOnly: true, LockTimeout: 2 * time.Second})
			if err != nil {
				t.Errorf("a reader: %v", err)
			}
			readers[i] = s
		})
	}
	all.Wait()
	for _, s := range readers {
		if s != nil {
			same(t, "a reader", state(t, s), want)
			must(t, s.Close())
		}
	}
}

// TestJournalAtTheLimit fills a file that may not grow further: all that was acknowledged has room in it.
func TestJournalAtTheLimit(t *testing.T) {
	for _, limit := range []int64{1 << 20, 3 << 20, 10 << 20} {
		s := still(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{MaxBytes: limit})
		random := rand.New(rand.NewPCG(1, uint64(limit)))
		var err error
		seq := int64(0)
		for ; err == nil; seq++ {
			c := storetest.Commit("t1", seq, 1)
			c.Snapshot = make([]byte, 7000)
			for i := range c.Snapshot {
				c.Snapshot[i] = byte(random.Uint32())
			}
			err = s.Append(t.Context(), c)
		}
		if !errors.Is(err, store.ErrMedium) || seq < limit>>15 {
			t.Errorf("limit %d: append %d: %v", limit, seq, err)
		}
		if n := bolt.Journaled(s); n != 0 {
			t.Errorf("limit %d: %d bytes have no room in the file", limit, n)
		}
		must(t, s.Checkpoint())
	}
}

// TestCheckpointMisuse calls Checkpoint where there is nothing that it may write.
func TestCheckpointMisuse(t *testing.T) {
	path := sample(t)
	s := open(t, path, bolt.Options{ReadOnly: true})
	if err := s.Checkpoint(); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("of a reader: %v", err)
	}
	must(t, s.Close())
	s = open(t, path, bolt.Options{})
	must(t, s.Close())
	if err := s.Checkpoint(); !errors.Is(err, store.ErrClosed) {
		t.Errorf("after Close: %v", err)
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
		switch {
		case at >= 8 && at < 16: // the generation of the first one
			mustAdvise(t, err, path, nil, "put the file back")
			continue
		case at < 6*block:
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
	checked(t, s) // which has the file committed, to look at its pages
	if bolt.Journaled(s) != 0 {
		t.Error("Check looked at an old file")
	}
	same(t, "in the file", state(t, s), before)
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

// before makes a store one of the format that had no journal.
func before(t testing.TB, path string) string {
	s := open(t, path, bolt.Options{})
	bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		return errors.Join(meta.Put([]byte("format"), []byte("legwork.store.v2")), meta.Delete([]byte("journal")))
	})
	must(t, s.Close())
	return path
}

// TestFormatBefore opens a store of the format that had no journal: readers leave it as it is, the
// first writer makes it one of this format.
func TestFormatBefore(t *testing.T) {
	path := sample(t)
	s := open(t, path, bolt.Options{})
	want := state(t, s)
	must(t, s.Close())
	old := read(t, before(t, path))
	s = open(t, path, bolt.Options{ReadOnly: true})
	same(t, "read", state(t, s), want)
	must(t, s.Close())
	if !bytes.Equal(read(t, path), old) {
		t.Error("a reader changed it")
	}
	s = open(t, path, bolt.Options{})
	same(t, "opened", state(t, s), want)
	storetest.Fill(t, s, "new", 1, 1)
	must(t, s.Close())
	if !bytes.Contains(read(t, path), []byte("legwork.store.v3")) {
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
		if err != nil && !errors.Is(err, store.ErrDamaged) && len(journal) >= 16 {
			t.Errorf("error %v", err)
		}
		if end > int64(len(journal)) || end == 0 && appends > 0 && err == nil {
			t.Errorf("%d appends end at %d of %d", appends, end, len(journal))
		}
	})
}
