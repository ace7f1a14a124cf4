package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// opened returns a new store whose journal goes to the file only when it is full.
func opened(t *testing.T, o Options) *Store {
	t.Helper()
	s, err := OpenStill(filepath.Join(t.TempDir(), "trips.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// appended adds a commit that waits for a call and has a queue to a trip.
func appended(t *testing.T, s *Store, id trip.ID, seq int64, call string, queue ...string) {
	t.Helper()
	c := storetest.Commit(id, seq, 1)
	if call != "" {
		c.Outstanding = []store.Outstanding{{CallID: call, Name: "n"}}
		c.Snapshot = storetest.Snapshot(id, seq+1, call)
	}
	for _, event := range queue {
		c.Queue = append(c.Queue, []byte(event))
	}
	if err := s.Append(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

// keysOf counts the keys of each bucket that has any, but for that of the format.
func keysOf(t *testing.T, s *Store) map[string]int {
	t.Helper()
	all := map[string]int{}
	err := s.view(t.Context(), func(tx *bbolt.Tx) error {
		for _, name := range buckets {
			if n := tx.Bucket(name).Stats().KeyN; n > 0 && string(name) != string(bucketMeta) {
				all[string(name)] = n
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Of a trip that goes nothing stays in any bucket: of one with groups of turn ends, of one whose snapshots went
// before, of one that has all of them, of one that never had a snapshot, and of one that waits for something.
func TestNothingStaysOfATripThatGoes(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	s := opened(t, Options{Now: func() time.Time { return now }})
	storetest.Fill(t, s, "long", 2*turnsInGroup+3, 1)
	storetest.Fill(t, s, "short", 2, 1)
	bare := storetest.Commit("bare", 0, 3)
	bare.Snapshot, bare.TurnEnded = nil, false
	if err := s.Append(t.Context(), bare); err != nil {
		t.Fatal(err)
	}
	appended(t, s, "waits", 0, "c1", `{"a":1}`)
	report, err := s.Prune(t.Context(), store.Retention{KeepTurns: 1})
	if err != nil || report.Snapshots != 2*turnsInGroup+2+1 || report.Trips != 4 || report.Removed != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	storetest.Fill(t, s, "whole", turnsInGroup+3, 1)
	now = now.Add(time.Hour)
	report, err = s.Prune(t.Context(), store.Retention{IdleAfter: time.Minute})
	if err != nil || report.Removed != 4 || report.Damaged != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	if keys := keysOf(t, s); keys["trips"] != 1 || keys["calls"] != 1 || keys["queue"] != 1 || keys["graves"]+keys["history"] != 0 {
		t.Errorf("beside the trip that waits: %v", keys)
	}
	if err := s.Delete(t.Context(), "waits"); err != nil {
		t.Fatal(err)
	}
	if keys := keysOf(t, s); len(keys) != 0 {
		t.Errorf("after the last trip: %v", keys)
	}
}

// The end of a turn in which nothing happened takes the place of the one before, with its snapshot unless it has one of
// its own: of two snapshots of a seq one is kept.
func TestATurnInWhichNothingHappened(t *testing.T) {
	t.Parallel()
	for name, another := range map[string]string{"without a snapshot": "", "with one": "another"} {
		s := opened(t, Options{})
		storetest.Fill(t, s, "t1", 1, 1)
		want := another
		if want == "" {
			want = string(storetest.Snapshot("t1", 1))
		}
		empty := store.Commit{Trip: "t1", ExpectedSeq: 1, TurnEnded: true, Snapshot: []byte(another)}
		if err := s.Append(t.Context(), empty); err != nil {
			t.Fatal(err)
		}
		appended(t, s, "t1", 1, "")
		if snapshot, at, err := s.SnapshotAt(t.Context(), "t1", 1); err != nil || at != 1 || string(snapshot) != want {
			t.Errorf("%s: %q at %d, %v; want %q", name, snapshot, at, err, want)
		}
		if n := keysOf(t, s)["snapshots"]; n != 2 {
			t.Errorf("%s: %d snapshots of two seqs", name, n)
		}
		if _, turnEnds := s.head(t, "t1"); len(turnEnds) != 2 {
			t.Errorf("%s: ends of turns %+v", name, turnEnds)
		}
	}
}

// Prune goes to the file once for many trips, and not at all where nothing goes.
func TestPruneIsOneTransaction(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	for _, id := range []trip.ID{"t1", "t2", "t3"} {
		storetest.Fill(t, s, id, 3, 1)
	}
	if err := s.Checkpoint(); err != nil {
		t.Fatal(err)
	}
	for i, r := range []store.Retention{{KeepTurns: 5}, {KeepTurns: 1}, {KeepTurns: 1}, {IdleAfter: time.Hour}} {
		before := newest(t, s)
		if _, err := s.Prune(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if n := newest(t, s) - before; n != map[bool]int{true: 1}[i == 1] {
			t.Errorf("%+v took %d transactions", r, n)
		}
	}
}

// More turns than one transaction may remove are removed step by step, and all of them.
func TestALongTripIsRemovedInSteps(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	s := opened(t, Options{Now: func() time.Time { return now }})
	const turns = pruneStep + 100
	storetest.Fill(t, s, "long", turns, 1)
	p := pruner{store: s, now: now, retention: store.Retention{KeepTurns: 1}}
	var work pruneWork
	look := func() {
		err := s.view(t.Context(), func(tx *bbolt.Tx) (err error) {
			work, err = p.look(tx, "long")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if look(); work.whole || work.drops < pruneStep || work.drops >= pruneStep+turnsInGroup {
		t.Errorf("a step drops %d snapshots, all of them %t", work.drops, work.whole)
	}
	report, err := s.Prune(t.Context(), p.retention)
	if err != nil || report.Snapshots != turns-1 {
		t.Errorf("%+v, %v", report, err)
	}
	if look(); !work.whole || !work.none() {
		t.Errorf("left: %d snapshots, all of them %t", work.drops, work.whole)
	}
	now = now.Add(time.Hour)
	if report, err = s.Prune(t.Context(), store.Retention{IdleAfter: time.Minute}); err != nil || report.Removed != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	if keys := keysOf(t, s); len(keys) != 0 {
		t.Errorf("left: %v", keys)
	}
}

// A log whose records do not lead back to its front is not swept on: what it has is told as damage.
func TestSweepOfADamagedLog(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(e *entry){
		"beyond the front": func(e *entry) { e.event, e.back = pack(nil, e.event), 1000 },
		"to another entry": func(e *entry) { e.event, e.back = pack(nil, e.event), e.back+1 },
	} {
		s := opened(t, Options{})
		storetest.Fill(t, s, "before", 1, 1)
		storetest.Fill(t, s, "bad", 1, 3)
		editEntry(t, s, "bad", 2, edit)
		Bury(t, s, "bad")
		_, err := s.Prune(t.Context(), store.Retention{})
		if damaged := errors.Is(err, store.ErrDamaged); damaged != (name == "beyond the front") ||
			damaged && !strings.Contains(err.Error(), "record cannot be decoded") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What waits to be removed of a trip is its snapshots and one more.
func TestPlanCounts(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 4, 1)
	storetest.Fill(t, s, "t2", 1, 1)
	p := pruner{store: s, retention: store.Retention{KeepTurns: 1}}
	for _, id := range []trip.ID{"t1", "t2", "t3"} {
		if err := p.plan(t.Context(), id); err != nil || p.waiting != 3+1 || !slices.Equal(p.line, []trip.ID{"t1"}) {
			t.Errorf("after %s: %d wait of %q, %v", id, p.waiting, p.line, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.plan(ended, "t2"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A step writes nothing of a trip of which nothing goes, and takes nothing from one whose history is damaged.
func TestAStepThatFindsNothing(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "sound", 1, 1)
	storetest.Fill(t, s, "damaged", 3*turnsInGroup, 1)
	EmptyGroup(t, s, "damaged")
	p := pruner{store: s, retention: store.Retention{KeepTurns: 1}}
	for id, want := range map[trip.ID]error{"sound": nil, "damaged": store.ErrDamaged} {
		err := s.change(func(w *writer, tx *bbolt.Tx) error {
			done, err := p.step(w, tx, id)
			if done != (pruned{}) {
				t.Errorf("%s: %+v", id, done)
			}
			return err
		})
		if !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// A transaction of upkeep that cannot be rolled back, because bbolt's pages were overwritten, ends the store: its locks
// are never given back, and Close waits for them no longer than it must.
func TestUpkeepThatCannotBeRolledBack(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 3, 1)
	err := s.update(func(tx *bbolt.Tx) error {
		walk, err := newPageWalk(s.file, tx.DB().Info().PageSize)
		if err == nil {
			_, err = s.file.WriteAt([]byte{0x40, 0, 0xff, 0xff}, int64(walk.freelist*walk.size)+8)
		}
		panic(fmt.Sprint("the page is lost, ", err))
	})
	if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "could not be rolled back") || !s.isStuck() {
		t.Errorf("%v; stuck %t", err, s.isStuck())
	}
	if again := s.Append(t.Context(), storetest.Commit("t1", 3, 1)); !errors.Is(again, store.ErrDamaged) {
		t.Errorf("the next append: %v", again)
	}
}

// A transaction of upkeep that the file has no room for is a fault of the medium; damage that its commit meets is none,
// and neither is an error of its own. Nothing of it stays, and the store goes on.
func TestUpkeepThatCannotBeCommitted(t *testing.T) {
	t.Parallel()
	own := errors.New("its own")
	for name, c := range map[string]struct {
		spoil func(s *Store, tx *bbolt.Tx) (mend func() error, err error)
		want  error
	}{
		"its own error": {func(_ *Store, tx *bbolt.Tx) (func() error, error) {
			return nil, errors.Join(own, tx.Bucket(bucketTrips).Put([]byte("t0"), nil))
		}, own},
		"no room": {func(_ *Store, tx *bbolt.Tx) (func() error, error) {
			return nil, tx.Bucket(bucketTrips).Put([]byte("t0"), make([]byte, 2<<20))
		}, store.ErrMedium},
		"damage": {func(s *Store, tx *bbolt.Tx) (func() error, error) {
			at := int64(tx.Bucket(bucketTrips).Root()) * int64(tx.DB().Info().PageSize)
			id := make([]byte, 8)
			_, err := s.file.ReadAt(id, at)
			if err := errors.Join(err, tx.Bucket(bucketTrips).Put([]byte("t0"), nil)); err != nil {
				return nil, err
			}
			_, err = s.file.WriteAt(make([]byte, 8), at) // the page calls itself another one
			return func() error { return second(s.file.WriteAt(id, at)) }, err
		}, store.ErrDamaged},
	} {
		s := opened(t, Options{MaxBytes: 1 << 20})
		for i := range 50 { // so that the bucket has a page of its own
			storetest.Fill(t, s, trip.ID(fmt.Sprint("t", i)), 1, 1)
		}
		var mend func() error
		err := s.update(func(tx *bbolt.Tx) (err error) {
			mend, err = c.spoil(s, tx)
			return err
		})
		for _, is := range []error{store.ErrMedium, store.ErrDamaged, own} {
			if errors.Is(err, is) != errors.Is(c.want, is) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if mend != nil {
			if err := mend(); err != nil {
				t.Fatal(err)
			}
		}
		appended(t, s, "later", 0, "")
		if _, err := s.Load(t.Context(), "t0"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Checkpoint(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A snapshot stays until it is older than the age, or so many newer ones stay.
func TestKeeps(t *testing.T) {
	t.Parallel()
	p := pruner{now: time.UnixMilli(10_000)}
	for _, c := range []struct {
		age   time.Duration
		newer int
		r     store.Retention
		want  bool
	}{
		{time.Hour, 1000, store.Retention{}, true},
		{time.Second, 0, store.Retention{MaxAge: time.Second}, true},
		{time.Second + time.Millisecond, 0, store.Retention{MaxAge: time.Second}, false},
		{time.Hour, 1, store.Retention{KeepTurns: 2}, true},
		{0, 2, store.Retention{KeepTurns: 2}, false},
		{time.Hour, 1, store.Retention{KeepTurns: 2, MaxAge: time.Minute}, false},
	} {
		p.retention = c.r
		if got := p.keeps(turnEnd{ended: p.now.Add(-c.age).UnixMilli()}, c.newer); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// Upkeep ends with its context, and with the store.
func TestUpkeepEnds(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 2, 1)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range map[string]error{
		"prune":  second(s.Prune(ended, store.Retention{KeepTurns: 1})),
		"delete": s.Delete(ended, "t1"),
		"backup": second(Backup(ended, s.path, s.path+".copy", BackupOptions{})),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Compact(ended, s.path, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("of a path: %v", err)
	}
	if err := s.update(func(*bbolt.Tx) error { return nil }); !errors.Is(err, berrors.ErrDatabaseNotOpen) {
		t.Errorf("a transaction that comes late: %v", err)
	}
	other := errors.New("another")
	for err, want := range map[error]error{nil: nil, other: other, context.Canceled: store.ErrClosed} {
		if got := s.stopped(err); !errors.Is(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%v, once the store is closed, is %v", err, got)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// What looks at the pages for long keeps nobody from appending.
func TestAppendsGoOnBesideReaders(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	seq := int64(0)
	for name, look := range map[string]func(func()) error{
		"the pages": func(do func()) error {
			return s.viewPages(t.Context(), func(*bbolt.Tx, *pageWalk) error { do(); return nil })
		},
		"a trip": func(do func()) error {
			return s.view(t.Context(), func(*bbolt.Tx) error { do(); return nil })
		},
	} {
		if err := s.Checkpoint(); err != nil {
			t.Fatal(err)
		}
		err := look(func() {
			appended(t, s, "t1", seq, "")
			seq++
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What an append was told of its outcome stands, also when its caller has turned away meanwhile.
func TestAppendOfACallerWhoTurnsAway(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	for name, want := range map[trip.ID]error{"new": nil, "late": store.ErrConflict} {
		for Taken(s) > 0 {
			time.Sleep(time.Millisecond) // the committer has answered the append before, and still counts it
		}
		ctx, cancel := context.WithCancel(t.Context())
		release := HoldWrites(s)
		done := make(chan error)
		c := storetest.Commit(name, 0, 1)
		if want != nil {
			c = storetest.Commit(name, 7, 1)
		}
		go func() { done <- s.Append(ctx, c) }()
		for Taken(s) == 0 || Waiting(s) > 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
		time.Sleep(time.Millisecond)
		release()
		if err := <-done; !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		appended(t, s, trip.ID(fmt.Sprint("after-", name)), 0, "") // the committer has answered
	}
}

// A batch of conflicts alone takes nothing back that others did, and holds no transaction open for itself.
func TestABatchOfConflicts(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	for _, turns := range []int{0, 2} {
		storetest.Fill(t, s, "t1", turns, 1)
		open := func() *bbolt.Tx {
			release := HoldWrites(s)
			defer release()
			return s.tx
		}
		before, records := open(), Records(s)
		if err := s.Append(t.Context(), storetest.Commit("t1", 9, 1)); !errors.Is(err, store.ErrConflict) {
			t.Fatal(err)
		}
		if n := Records(s) - records; n != 0 {
			t.Errorf("after %d turns: %d records of nothing", turns, n)
		}
		if after := open(); after != before || (before != nil) != (turns > 0) {
			t.Errorf("after %d turns: a transaction %t, then %t", turns, before != nil, after != nil)
		}
	}
}

// A new store leaves nothing beside it.
func TestCreateLeavesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := create(filepath.Join(folder, "trips.db"), Options{}.withDefaults()); err != nil {
		t.Fatal(err)
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) != 1 || list[0].Name() != "trips.db" {
		t.Errorf("%v, %v", list, err)
	}
}

// A batch ends at its limits, but has one append however large that is.
func TestBatches(t *testing.T) {
	t.Parallel()
	s := &Store{options: Options{BatchCount: 3, BatchBytes: 10}}
	for _, n := range []int{4, 6, 1, 11, 2, 2, 2, 2, 9} {
		s.waitLine = append(s.waitLine, &request{bytes: n})
	}
	s.waitLine[1].state.Store(withdrawn)
	var batches [][]int
	for {
		var sizes []int
		for _, r := range s.takeBatch() {
			sizes = append(sizes, r.bytes)
		}
		if batches = append(batches, sizes); sizes == nil {
			break
		}
	}
	if got, want := fmt.Sprint(batches), "[[4 1] [11] [2 2 2] [2] [9] []]"; got != want {
		t.Errorf("batches of %s bytes, want %s", got, want)
	}
}
