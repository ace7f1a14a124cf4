package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Pruner is a store that can forget, as RunPruner tests it.
type Pruner interface {
	store.Store
	store.Pruner
}

// RunPruner runs the contract of [store.Pruner] and [store.History]. open returns a new store
// with that history and clock; the suite closes it.
func RunPruner(t *testing.T, open func(t *testing.T, h store.History, now func() time.Time) Pruner) {
	t.Helper()
	cases := []struct {
		name    string
		history store.History
		run     func(t *testing.T, s Pruner, clock *clock)
	}{
		{"every nth snapshot is kept", store.History{Every: 3}, testEveryNth},
		{"no snapshot is kept but the newest", store.History{Every: -1}, testNoHistory},
		{"the zero retention removes nothing", store.History{}, testPruneNothing},
		{"history is pruned by count", store.History{}, testPruneCount},
		{"history is pruned by age", store.History{}, testPruneAge},
		{"idle trips go, others stay", store.History{}, testPruneIdle},
		{"a removed id can be used again", store.History{}, testReuse},
		{"a removed trip ends its iteration", store.History{}, testRemovedWhileRead},
		{"pruning can be cancelled", store.History{}, testPruneCancelled},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			clock := &clock{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
			s := open(t, c.history, clock.read)
			closes(t, s)
			c.run(t, s, clock)
		})
	}
}

// clock is moved by hand. The tests do not append while they move it.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

// kept returns the seqs of the snapshots that a trip has.
func kept(t testing.TB, s store.Store, id trip.ID) []int64 {
	t.Helper()
	var seqs []int64
	for seq := load(t, s, id).Seq; ; {
		_, at, err := s.SnapshotAt(t.Context(), id, seq)
		if err != nil {
			wantError(t, "SnapshotAt", err, store.ErrNotFound)
			return seqs
		}
		seqs = append(seqs, at)
		seq = at - 1
	}
}

func prune(t testing.TB, s Pruner, r store.Retention, want store.PruneReport) {
	t.Helper()
	got, err := s.Prune(t.Context(), r)
	must(t, err)
	equal(t, "report", got, want)
}

func testEveryNth(t *testing.T, s Pruner, _ *clock) {
	Fill(t, s, "t1", 8, 2)
	equal(t, "kept", kept(t, s, "t1"), []int64{16, 12, 6})
	equal(t, "log", len(records(t, s, "t1", 1)), 16)
}

func testNoHistory(t *testing.T, s Pruner, _ *clock) {
	Fill(t, s, "t1", 5, 2)
	equal(t, "kept", kept(t, s, "t1"), []int64{10})
	equal(t, "log from the middle", len(records(t, s, "t1", 4)), 7)
}

func testPruneNothing(t *testing.T, s Pruner, clock *clock) {
	Fill(t, s, "t1", 3, 2)
	clock.now = clock.now.Add(1000 * time.Hour)
	prune(t, s, store.Retention{}, store.PruneReport{Trips: 1})
	equal(t, "kept", kept(t, s, "t1"), []int64{6, 4, 2})
}

func testPruneCount(t *testing.T, s Pruner, _ *clock) {
	Fill(t, s, "t1", 5, 2)
	Fill(t, s, "t2", 1, 2)
	before := load(t, s, "t1")
	log := records(t, s, "t1", 1)
	prune(t, s, store.Retention{KeepTurns: 2}, store.PruneReport{Trips: 2, Snapshots: 3})
	equal(t, "kept", kept(t, s, "t1"), []int64{10, 8})
	equal(t, "kept", kept(t, s, "t2"), []int64{2})
	equal(t, "Load", load(t, s, "t1"), before)
	equal(t, "Log", records(t, s, "t1", 1), log)
	equal(t, "Log from the middle", records(t, s, "t1", 3), log[2:])
	prune(t, s, store.Retention{KeepTurns: 2}, store.PruneReport{Trips: 2})
	append1(t, s, Commit("t1", 10, 2))
	equal(t, "kept after another turn", kept(t, s, "t1"), []int64{12, 10, 8})
	Fill(t, s, "t3", 100, 1)
	prune(t, s, store.Retention{KeepTurns: 40}, store.PruneReport{Trips: 3, Snapshots: 60})
	prune(t, s, store.Retention{KeepTurns: 19}, store.PruneReport{Trips: 3, Snapshots: 21})
	equal(t, "kept of many", kept(t, s, "t3"),
		[]int64{100, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 89, 88, 87, 86, 85, 84, 83, 82})
	equal(t, "Log of many from the middle", len(records(t, s, "t3", 30)), 71)
}

func testPruneAge(t *testing.T, s Pruner, clock *clock) {
	for turn := range int64(4) {
		append1(t, s, Commit("t1", turn*2, 2))
		clock.now = clock.now.Add(time.Hour)
	}
	prune(t, s, store.Retention{MaxAge: 150 * time.Minute}, store.PruneReport{Trips: 1, Snapshots: 2})
	equal(t, "kept", kept(t, s, "t1"), []int64{8, 6})
	clock.now = clock.now.Add(100 * time.Hour)
	prune(t, s, store.Retention{MaxAge: time.Hour}, store.PruneReport{Trips: 1, Snapshots: 2})
	equal(t, "the newest snapshot stays whatever its age", kept(t, s, "t1"), []int64{8})
	append1(t, s, Commit("t1", 8, 1)) // which may not trip over what was pruned
	equal(t, "kept after another turn", kept(t, s, "t1"), []int64{9})
}

func testPruneIdle(t *testing.T, s Pruner, clock *clock) {
	Fill(t, s, "idle", 1100, 1) // more than a step of any store
	Fill(t, s, "idle2", 1, 1)
	calls := Commit("calls", 0, 1)
	calls.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
	append1(t, s, calls)
	queued := Commit("queued", 0, 1)
	queued.Queue = [][]byte{Event("queued", 2)}
	append1(t, s, queued)
	clock.now = clock.now.Add(2 * time.Hour)
	Fill(t, s, "busy", 2, 2)
	clock.now = clock.now.Add(time.Minute)
	prune(t, s, store.Retention{IdleAfter: time.Hour}, store.PruneReport{Trips: 5, Removed: 2})
	equal(t, "Trips", ids(t, s.Trips(t.Context(), "")), []trip.ID{"busy", "calls", "queued"})
	_, err := s.Load(t.Context(), "idle")
	wantError(t, "Load", err, store.ErrNotFound)
	equal(t, "Load of a busy one", load(t, s, "busy").Seq, int64(4))
	prune(t, s, store.Retention{IdleAfter: time.Hour}, store.PruneReport{Trips: 3})
}

func testReuse(t *testing.T, s Pruner, clock *clock) {
	Fill(t, s, "t1", 3, 2)
	clock.now = clock.now.Add(2 * time.Hour)
	prune(t, s, store.Retention{IdleAfter: time.Hour}, store.PruneReport{Trips: 1, Removed: 1})
	c := Commit("t1", 0, 1)
	c.Header = []byte("another header")
	append1(t, s, c)
	equal(t, "Log", records(t, s, "t1", 1), chained(c.Header, c.Events...))
	equal(t, "kept", kept(t, s, "t1"), []int64{1})
}

func testRemovedWhileRead(t *testing.T, s Pruner, clock *clock) {
	Fill(t, s, "t1", 300, 2)
	clock.now = clock.now.Add(2 * time.Hour)
	var last error
	n := int64(0)
	for r, err := range s.Log(t.Context(), "t1", 1) {
		if last = err; err != nil {
			break
		}
		n++
		if r.Seq != n || string(r.Event) != string(Event("t1", n)) {
			t.Fatalf("record %d is seq %d: %s", n, r.Seq, r.Event)
		}
		if n == 1 {
			prune(t, s, store.Retention{IdleAfter: time.Hour}, store.PruneReport{Trips: 1, Removed: 1})
			Fill(t, s, "t1", 300, 2)
		}
	}
	if last == nil && n != 600 {
		t.Errorf("the iteration ended without an error after %d records", n)
	}
	if last != nil {
		wantError(t, "Log", last, store.ErrNotFound)
	}
}

func testPruneCancelled(t *testing.T, s Pruner, _ *clock) {
	Fill(t, s, "t1", 3, 2)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Prune(ctx, store.Retention{KeepTurns: 1})
	wantError(t, "Prune", err, context.Canceled)
	must(t, s.Close())
	_, err = s.Prune(t.Context(), store.Retention{KeepTurns: 1})
	wantError(t, "Prune of a closed store", err, store.ErrClosed)
}
