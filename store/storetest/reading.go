package storetest

import (
	"bytes"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

func testLogFrom(t *testing.T, s store.Store) {
	const turns, n = 150, 4 // more than a page of any store
	Fill(t, s, "t1", turns, n)
	Fill(t, s, "t2", 1, 1)
	all := records(t, s, "t1", 1)
	equal(t, "length", len(all), turns*n)
	for i, r := range all {
		if r.Seq != int64(i)+1 || string(r.Event) != string(Event("t1", r.Seq)) {
			t.Fatalf("record %d is seq %d: %s", i+1, r.Seq, r.Event)
		}
	}
	for _, from := range []int64{-5, 0, 1} {
		equal(t, fmt.Sprintf("Log from %d", from), len(records(t, s, "t1", from)), turns*n)
	}
	for _, from := range []int64{2, 4, 5, 255, 256, 257, 599, 600} {
		equal(t, fmt.Sprintf("Log from %d", from), records(t, s, "t1", from), all[from-1:])
	}
	for _, from := range []int64{601, 602, 1 << 40} {
		equal(t, fmt.Sprintf("Log from %d", from), len(records(t, s, "t1", from)), 0)
	}
	for seq := range int64(600) { // a trip that never ends a turn
		c := Commit("t3", seq, 1)
		c.TurnEnded, c.Snapshot = false, nil
		append1(t, s, c)
	}
	equal(t, "length without ended turns", len(records(t, s, "t3", 1)), 600)
	equal(t, "length of the tail", len(load(t, s, "t3").Tail), 600)
}

// testDecisions: a decision is read where its event is, and is no part of the chain.
func testDecisions(t *testing.T, s store.Store) {
	first := Commit("t1", 0, 3)
	first.Decisions = [][]byte{Decision(1), nil, Decision(3)}
	before := store.Commit{Trip: "t1", ExpectedSeq: 3, Events: [][]byte{Event("t1", 4)}} // of who keeps none
	large := store.Commit{Trip: "t1", ExpectedSeq: 4, Events: [][]byte{Event("t1", 5), []byte("5")}}
	large.Decisions = [][]byte{bytes.Repeat([]byte("decided "), 40_000), []byte("d")}
	want := chained(first.Header, Event("t1", 1), Event("t1", 2), Event("t1", 3), Event("t1", 4),
		Event("t1", 5), []byte("5"))
	want[0].Decision, want[2].Decision = Decision(1), Decision(3)
	want[4].Decision, want[5].Decision = large.Decisions[0], large.Decisions[1]
	for _, c := range []store.Commit{first, before, large} {
		append1(t, s, c)
	}
	equal(t, "Log", records(t, s, "t1", 1), want)
	equal(t, "Log from 3", records(t, s, "t1", 3), want[2:])
	equal(t, "Tail", load(t, s, "t1").Tail, want[3:])
	bad := store.Commit{
		Trip: "t1", ExpectedSeq: 6, Events: [][]byte{Event("t1", 7), Event("t1", 8)},
		Decisions: [][]byte{Decision(7)},
	}
	wantError(t, "fewer decisions than events", s.Append(t.Context(), bad), store.ErrInvalid)
	equal(t, "Log after that", len(records(t, s, "t1", 1)), 6)
}

func testLogEnd(t *testing.T, s store.Store) {
	Fill(t, s, "t1", 1, 3)
	n := 0
	for r, err := range s.Log(t.Context(), "t1", 1) {
		must(t, err)
		if r.Seq == 1 {
			append1(t, s, Commit("t1", 3, 2))
		}
		n++
	}
	equal(t, "records that were there when the iteration began", n, 3)
}

func testAppendInsideLoops(t *testing.T, s store.Store) {
	for i := range 20 {
		c := Commit(trip.ID(fmt.Sprintf("t%02d", i)), 0, 2)
		c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
		append1(t, s, c)
	}
	grow := make([]byte, 1<<20) // enough to make any store grow while it is iterated
	change := func(id trip.ID) {
		c := Commit(id, load(t, s, id).Seq, 1)
		c.Queue = [][]byte{grow}
		append1(t, s, c)
	}
	for id, err := range s.Trips(t.Context(), "") {
		must(t, err)
		change(id)
	}
	for id, err := range s.Pending(t.Context()) {
		must(t, err)
		change(id)
	}
	for r, err := range s.Log(t.Context(), "t00", 1) {
		must(t, err)
		if r.Seq <= 3 {
			change("t00")
		}
	}
	equal(t, "Seq", load(t, s, "t00").Seq, int64(7))
	equal(t, "Seq", load(t, s, "t19").Seq, int64(4))
}

func testBreak(t *testing.T, s store.Store) {
	Fill(t, s, "t1", 5, 2)
	Fill(t, s, "t2", 5, 2)
	c := Commit("t2", 10, 1)
	c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
	append1(t, s, c)
	for range 100 {
		breakOff(t, s.Log(t.Context(), "t1", 1))
		breakOff(t, s.Trips(t.Context(), ""))
		breakOff(t, s.Pending(t.Context()))
	}
	c = Commit("t1", 10, 1)
	c.Queue = [][]byte{make([]byte, 8<<20)} // a store that still held a transaction could not grow
	append1(t, s, c)
	must(t, s.Close()) // nor could it close
}

// breakOff takes one item of an iteration.
func breakOff[T any](t *testing.T, items iter.Seq2[T, error]) {
	t.Helper()
	for _, err := range items {
		must(t, err)
		break
	}
}

func testSnapshotAt(t *testing.T, s store.Store) {
	for turn := range int64(5) { // turns end at 3, 6, 9, 12, 15; a snapshot in the middle of each
		middle := Commit("t1", turn*3, 2)
		middle.TurnEnded = false
		append1(t, s, middle)
		if turn == 4 {
			break
		}
		append1(t, s, Commit("t1", turn*3+2, 1))
	}
	for seq, want := range map[int64]int64{
		3: 3, 4: 3, 5: 3, 6: 6, 8: 6, 11: 9, 12: 12, 13: 12, 14: 14, 15: 14,
		1 << 40: 14,
	} {
		snapshot, at, err := s.SnapshotAt(t.Context(), "t1", seq)
		if err != nil || at != want || string(snapshot) != string(Snapshot("t1", want)) {
			t.Errorf("SnapshotAt(%d): at %d, error %v, %s, want %d", seq, at, err, snapshot, want)
		}
	}
	Fill(t, s, "long", 100, 2)
	Fill(t, s, "lone", 1, 2) // beside a longer trip of as long an id
	for seq := int64(2); seq <= 200; seq++ {
		snapshot, at, err := s.SnapshotAt(t.Context(), "long", seq)
		if want := seq / 2 * 2; err != nil || at != want || string(snapshot) != string(Snapshot("long", want)) {
			t.Errorf("SnapshotAt(%d) of a long trip: at %d, error %v, %s", seq, at, err, snapshot)
		}
	}
	for _, seq := range []int64{-1, 0, 1} {
		for _, id := range []trip.ID{"long", "lone"} {
			_, _, err := s.SnapshotAt(t.Context(), id, seq)
			wantError(t, fmt.Sprintf("SnapshotAt(%d) of %s", seq, id), err, store.ErrNotFound)
		}
	}
	for _, seq := range []int64{-1, 0, 1, 2} {
		_, _, err := s.SnapshotAt(t.Context(), "t1", seq)
		wantError(t, fmt.Sprintf("SnapshotAt(%d)", seq), err, store.ErrNotFound)
	}
}

func ids(t testing.TB, seq func(func(trip.ID, error) bool)) []trip.ID {
	t.Helper()
	var out []trip.ID
	for id, err := range seq {
		must(t, err)
		out = append(out, id)
	}
	return out
}

func testTrips(t *testing.T, s store.Store) {
	if got := ids(t, s.Trips(t.Context(), "")); len(got) != 0 {
		t.Errorf("an empty store lists %q", got)
	}
	var want []trip.ID
	for i := range 1100 { // more than two pages of any store
		want = append(want, trip.ID(fmt.Sprintf("t%04d", (i*7)%1100)))
	}
	parallel(t, 64, len(want), func(i int) { append1(t, s, Commit(want[i], 0, 1)) })
	slices.Sort(want)
	equal(t, "Trips", ids(t, s.Trips(t.Context(), "")), want)
	equal(t, "Trips after one", ids(t, s.Trips(t.Context(), "t0511")), want[512:])
	equal(t, "Trips after one that is not there", ids(t, s.Trips(t.Context(), "t0511x")), want[512:])
	equal(t, "Trips after the last", len(ids(t, s.Trips(t.Context(), "t1099"))), 0)
}

func testPending(t *testing.T, s store.Store) {
	commit := func(id trip.ID, calls, queued int) {
		c := Commit(id, 0, 1)
		if got, err := s.Load(t.Context(), id); err == nil {
			c = Commit(id, got.Seq, 1)
		}
		for i := range calls {
			c.Outstanding = append(c.Outstanding, store.Outstanding{CallID: fmt.Sprint(i), Name: "n"})
		}
		c.Queue = [][]byte{}
		for range queued {
			c.Queue = append(c.Queue, []byte("event"))
		}
		append1(t, s, c)
	}
	commit("a", 1, 0)
	commit("b", 0, 0)
	commit("c", 0, 2)
	commit("d", 3, 1)
	commit("e", 0, 0)
	equal(t, "Pending", ids(t, s.Pending(t.Context())), []trip.ID{"a", "c", "d"})
	commit("a", 0, 0)
	commit("b", 0, 1)
	commit("d", 0, 1)
	equal(t, "Pending later", ids(t, s.Pending(t.Context())), []trip.ID{"b", "c", "d"})
	for _, id := range []trip.ID{"b", "c", "d"} {
		commit(id, 0, 0)
	}
	equal(t, "Pending at the end", len(ids(t, s.Pending(t.Context()))), 0)
	parallel(t, 64, 1100, func(i int) { commit(trip.ID(fmt.Sprintf("p%04d", i)), i%2, (i+1)%2) })
	equal(t, "many pending", len(ids(t, s.Pending(t.Context()))), 1100)
}

// testCopy carries a trip over with nothing but the interface, as an export and import do.
func testCopy(open func(t *testing.T) store.Store) func(t *testing.T, s store.Store) {
	return func(t *testing.T, s store.Store) {
		Fill(t, s, "t1", 3, 2)
		c := Commit("t1", 6, 3)
		c.Snapshot, c.TurnEnded = nil, false
		c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: "{}"}}
		c.Queue = [][]byte{[]byte("queued")}
		append1(t, s, c)

		to := open(t)
		t.Cleanup(func() { _ = to.Close() })
		from := load(t, s, "t1")
		for r, err := range s.Log(t.Context(), "t1", 1) {
			must(t, err)
			c := store.Commit{
				Trip: "t1", ExpectedSeq: r.Seq - 1, Header: from.Header, Events: [][]byte{r.Event},
				Decisions: [][]byte{r.Decision},
			}
			if snapshot, at, err := s.SnapshotAt(t.Context(), "t1", r.Seq); err == nil && at == r.Seq {
				c.Snapshot, c.TurnEnded = snapshot, true
			}
			if r.Seq == from.Seq {
				c.Outstanding, c.Queue = from.Outstanding, from.Queue
			}
			append1(t, to, c)
		}
		equal(t, "the copy", load(t, to, "t1"), from)
		equal(t, "the log of the copy", records(t, to, "t1", 1), records(t, s, "t1", 1))
		equal(t, "the history of the copy", kept(t, to, "t1"), kept(t, s, "t1"))
	}
}

// mostHeld bounds what an iteration over a log keeps of it while its caller takes its time.
const maxHeld = 256 << 10

func testLogIsNotHeld(t *testing.T, s store.Store) {
	const count, readers = 60, 8
	text := strings.Repeat("x", 64<<10)
	for seq := range int64(count) {
		c := Commit("t1", seq, 1)
		c.Events[0] = fmt.Appendf(nil, `{"data":{"text":"%s %d"},"seq":%d,"type":"USER_MESSAGE"}`, text, seq, seq+1)
		append1(t, s, c)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var nexts []func() (store.Record, error, bool)
	for range readers {
		next, stop := iter.Pull2(s.Log(t.Context(), "t1", 1))
		t.Cleanup(stop)
		if r, err, ok := next(); err != nil || !ok || r.Seq != 1 {
			t.Fatalf("the first record: %d, %v", r.Seq, err)
		}
		nexts = append(nexts, next)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if held := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / readers; held > maxHeld {
		t.Errorf("a reader that has read one record holds %d bytes of the log, want at most %d", held, maxHeld)
	}
	for _, next := range nexts {
		for seq := int64(2); seq <= count; seq++ {
			if r, err, ok := next(); err != nil || !ok || r.Seq != seq {
				t.Fatalf("record %d: %d, %v", seq, r.Seq, err)
			}
		}
	}
}
