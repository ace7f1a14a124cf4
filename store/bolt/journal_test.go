package bolt_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

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
// reader too. Once it was opened for writing it stands in the file.
func TestJournalIsTakenUp(t *testing.T) {
	file, journal, want := killed(t, 7)
	if len(want) != 3 {
		t.Fatalf("%d trips", len(want))
	}
	for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
		path := put(t, file, journal)
		s := open(t, path, o)
		same(t, "after a kill", state(t, s), want)
		must(t, s.Close())
		if !o.ReadOnly {
			alone(t, path)
		}
		same(t, "opened again", state(t, open(t, path, o)), want)
	}
}

// TestTwoReadersOfAJournal has the second reader come while the first has the store open: it is told so. Once
// somebody has opened the store for writing, all can read it at once.
func TestTwoReadersOfAJournal(t *testing.T) {
	file, journal, want := killed(t, 7)
	path := put(t, file, journal)
	one := open(t, path, bolt.Options{ReadOnly: true})
	same(t, "the first", state(t, one), want)
	_, err := bolt.Open(path, bolt.Options{ReadOnly: true, LockTimeout: time.Millisecond})
	if !errors.Is(err, store.ErrLocked) {
		t.Errorf("the second: error %v, want %v", err, store.ErrLocked)
	}
	must(t, one.Close())
	must(t, open(t, path, bolt.Options{}).Close())
	for range 2 {
		same(t, "once it was opened for writing", state(t, open(t, path, bolt.Options{ReadOnly: true})), want)
	}
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

// TestJournalWithoutItsStore has a journal stand where its store is gone, and where another one stands now: it is all
// that is left of its store.
func TestJournalWithoutItsStore(t *testing.T) {
	_, journal, _ := killed(t, 7)
	for name, path := range map[string]string{"removed": filepath.Join(t.TempDir(), "trips.db"), "replaced": sample(t)} {
		must(t, os.WriteFile(path+".journal", journal, 0o600))
		before := folder(t, path)
		_, err := bolt.Open(path, bolt.Options{})
		mustAdvise(t, err, path, store.ErrJournal, "move that one away")
		if !reflect.DeepEqual(before, folder(t, path)) {
			t.Errorf("%s: the files were touched", name)
		}
		must(t, os.Remove(path+".journal"))
		storetest.Fill(t, open(t, path, bolt.Options{}), "t9", 1, 1)
	}
}

// TestNotAJournal puts other things where the journal would be: they stay what they are.
func TestNotAJournal(t *testing.T) {
	file := read(t, sample(t))
	for _, text := range []string{"x", strings.Repeat("no journal\n", 1000), string(file)} {
		for _, path := range []string{put(t, file, []byte(text)), filepath.Join(t.TempDir(), "new.db")} {
			must(t, os.WriteFile(path+".journal", []byte(text), 0o600))
			_, err := bolt.Open(path, bolt.Options{})
			mustAdvise(t, err, path, store.ErrJournal, "move that one away")
			if string(read(t, path+".journal")) != text {
				t.Error("it was changed")
			}
		}
	}
	path := put(t, file, nil)
	must(t, os.Mkdir(path+".journal", 0o700))
	for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
		_, err := bolt.Open(path, o)
		mustAdvise(t, err, path, store.ErrJournal, "move that one away")
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
		must(t, s.Close())
		alone(t, path)
		alone(t, link)
	}
	if got := len(state(t, open(t, path, bolt.Options{}))); got != 2 {
		t.Errorf("%d trips, want 2", got)
	}
}

// TestAppendIsSynced looks at what the journal has when it is synced: only the mark, in its second block, comes after
// that.
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
		now := read(t, path+".journal")
		clear(now[4096:][:4096])
		clear(synced[4096:][:4096])
		if !bytes.Equal(synced, now) {
			t.Fatal("the record was not synced")
		}
	}
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

// TestReadersAfterAKill has many readers come at once where there is a journal: they take turns.
func TestReadersAfterAKill(t *testing.T) {
	file, journal, want := killed(t, 7)
	path := put(t, file, journal)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			s, err := bolt.Open(path, bolt.Options{ReadOnly: true, LockTimeout: time.Minute})
			if err != nil {
				t.Errorf("a reader: %v", err)
				return
			}
			same(t, "a reader", state(t, s), want)
			must(t, s.Close())
		})
	}
	all.Wait()
}

// TestJournalAtTheLimit fills a file that may not grow further: all that was acknowledged has room in it. As long as
// there is room, appends wait in the journal as they do without a limit.
func TestJournalAtTheLimit(t *testing.T) {
	for _, c := range []struct{ limit, size, least int64 }{
		{1 << 20, 7000, 32}, {3 << 20, 7000, 96}, {10 << 20, 7000, 320}, {4 << 20, 150_000, 8}, {8 << 20, 1_500_000, 2},
	} {
		s := still(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{MaxBytes: c.limit})
		random := rand.New(rand.NewPCG(1, uint64(c.limit)))
		var err error
		seq, journaled := int64(0), int64(0)
		for ; err == nil; seq++ {
			commit := storetest.Commit("t1", seq, 1)
			commit.Snapshot = make([]byte, c.size)
			for i := range commit.Snapshot {
				commit.Snapshot[i] = byte(random.Uint32())
			}
			err = s.Append(t.Context(), commit)
			journaled = max(journaled, bolt.Journaled(s))
		}
		if !errors.Is(err, store.ErrMedium) || seq < c.least {
			t.Errorf("%+v: append %d: %v", c, seq, err)
		}
		if c.limit > 1<<20 && journaled == 0 {
			t.Errorf("%+v: no append was journaled", c)
		}
		if n := bolt.Journaled(s); n != 0 {
			t.Errorf("%+v: %d bytes have no room in the file", c, n)
		}
		must(t, s.Checkpoint())
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
			mustAdvise(t, err, path, store.ErrJournal, "put the file back")
			if string(read(t, path)) != string(c.file) || string(read(t, path+".journal")) != string(c.journal) {
				t.Errorf("%s: a file was changed", c.name)
			}
			must(t, os.Remove(path+".journal"))
			_, err = bolt.Open(path, o)
			mustAdvise(t, err, path, store.ErrJournal, "put that file back")
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

// TestDamagedJournal spoils the journal where something else than a sector is wrong: nothing is left out quietly.
func TestDamagedJournal(t *testing.T) {
	file, journal, _ := killed(t, 7)
	const block = 4096
	for name, spoil := range map[string]func(j []byte){
		"a record is gone":             func(j []byte) { clear(j[3*block:][:block]) },
		"two records changed places":   func(j []byte) { copy(j[3*block:], append(bytes.Clone(j[4*block:][:block]), j[3*block:][:block]...)) },
		"a record was overwritten":     func(j []byte) { copy(j[3*block:][:block], j[2*block:]) },
		"a sector is not in its place": func(j []byte) { copy(j[3*block:][:512], j[3*block+512:]) },
		"the head was overwritten":     func(j []byte) { copy(j[20:], "no journal") },
	} {
		spoilt := bytes.Clone(journal)
		spoil(spoilt)
		path := put(t, file, spoilt)
		for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
			_, err := bolt.Open(path, o)
			if !errors.Is(err, store.ErrDamaged) {
				t.Errorf("%s: error %v", name, err)
				continue
			}
			mustAdvise(t, err, path, store.ErrDamaged, "restore a backup")
		}
	}
}

// TestJournalOfAnotherVersion opens a store whose journal a later version wrote.
func TestJournalOfAnotherVersion(t *testing.T) {
	file, journal, _ := killed(t, 7)
	path := put(t, file, append([]byte("legwork.journal.v3\n"), journal[19:]...))
	_, err := bolt.Open(path, bolt.Options{})
	mustAdvise(t, err, path, store.ErrVersion, "the version that wrote")
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
	largest := int64(0)
	for i := range int64(700) {
		must(t, s.Append(t.Context(), storetest.Commit("t1", i, 1)))
		largest = max(largest, bolt.Journaled(s))
	}
	if largest < 1<<20 || largest > 3<<20 {
		t.Errorf("the journal was up to %d bytes long", largest)
	}
	checked(t, s)
}

// TestLargeAppend is more than a journal takes by itself: it goes to the file at once, with what the
// journal has, and leaves the journal as short as it is.
func TestLargeAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	must(t, s.Append(t.Context(), storetest.Commit("t1", 0, 1)))
	c := storetest.Commit("t2", 0, 1)
	c.Snapshot = nil
	c.Queue = [][]byte{make([]byte, 3<<20)}
	must(t, s.Append(t.Context(), c))
	if n := bolt.Journaled(s); n != 0 {
		t.Errorf("%d bytes are in the journal", n)
	}
	if n := len(read(t, path+".journal")); n > 1<<20 {
		t.Errorf("the journal is %d bytes long", n)
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
		if n := bolt.Journaled(s); n != 0 {
			t.Errorf("%d bytes of the journal would be read again with the next one that is damaged", n)
		}
		for _, s := range []*bolt.Store{s, open(t, put(t, read(t, path), read(t, path+".journal")), bolt.Options{})} {
			if got, err := s.Load(t.Context(), "good"); err != nil || got.Seq != i+1 {
				t.Fatalf("seq %d, error %v, want %d", got.Seq, err, i+1)
			}
		}
	}
}

// FuzzJournal reads anything at all as a journal, with right checksums.
func FuzzJournal(f *testing.F) {
	_, journal, _ := killed(f, 4)
	f.Add(journal[:6*4096], 0, byte(0))
	f.Add(journal[:6*4096], 2*4096+3, byte(1))
	f.Add(journal[:2*4096], 4096+23, byte(200))
	f.Add(journal[:4100], 4097, byte(200))
	f.Add([]byte("x"), 0, byte(0))
	f.Fuzz(func(t *testing.T, journal []byte, at int, with byte) {
		if at >= 0 && at < len(journal) {
			journal = append([]byte{}, journal...)
			journal[at] ^= with
		}
		appends, end, err := bolt.ScanJournal(bolt.Reseal(journal))
		if appends > 0 && end <= 4096 || err == nil && end >= int64(len(journal)) {
			t.Errorf("%d appends end at %d of %d", appends, end, len(journal))
		}
	})
}
