package storetest

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

func testNewTrip(t *testing.T, s store.Store) {
	c := store.Commit{
		Trip:     "t1",
		Header:   Header("t1"),
		Events:   [][]byte{Event("t1", 1), Event("t1", 2)},
		Snapshot: Snapshot("t1", 2),
		Outstanding: []store.Outstanding{
			{CallID: "c1", Name: "flight_quote_search", Arguments: `{"cabin":"economy"}`, At: 1_767_225_600_000_000_000},
			{CallID: "c2", Name: "reservation_hold_create", Arguments: `{}`, At: 1, Key: "k"},
			{CallID: "c3", Name: "without arguments", At: -1},
		},
		Queue: [][]byte{Event("t1", 9), Event("t1", 10)},
	}
	append1(t, s, c)
	log := chained(c.Header, c.Events...)
	equal(t, "Load", load(t, s, "t1"), store.Trip{
		ID: "t1", Seq: 2, Chain: log[1].Chain, Header: c.Header, Snapshot: c.Snapshot, SnapshotSeq: 2,
		Outstanding: c.Outstanding, Queue: c.Queue,
	})
	equal(t, "Log", records(t, s, "t1", 1), log)
}

func testConflict(t *testing.T, s store.Store) {
	wantConflict := func(expected, actual int64) {
		t.Helper()
		err := s.Append(t.Context(), Commit("t1", expected, 1))
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) || !errors.Is(err, store.ErrConflict) {
			t.Fatalf("Append expecting %d: error %v, want a conflict", expected, err)
		}
		equal(t, "conflict", *conflict, store.ConflictError{Trip: "t1", Expected: expected, Actual: actual})
	}
	wantConflict(1, 0)
	_, err := s.Load(t.Context(), "t1")
	wantError(t, "Load after a refused first commit", err, store.ErrNotFound)
	append1(t, s, Commit("t1", 0, 3))
	wantConflict(0, 3)
	wantConflict(2, 3)
	wantConflict(4, 3)
	append1(t, s, Commit("t1", 3, 1))
	equal(t, "seq", load(t, s, "t1").Seq, int64(4))
}

func testRefusedChangesNothing(t *testing.T, s store.Store) {
	c := Commit("t1", 0, 2)
	c.Outstanding = []store.Outstanding{{CallID: "c1", Name: "n"}}
	c.Queue = [][]byte{Event("t1", 3)}
	append1(t, s, c)
	before := load(t, s, "t1")
	wantError(t, "Append", s.Append(t.Context(), store.Commit{
		Trip: "t1", ExpectedSeq: 1, Header: []byte("other"), Events: [][]byte{[]byte("other")}, Snapshot: []byte("other"),
		TurnEnded: true, Queue: [][]byte{},
	}), store.ErrConflict)
	equal(t, "Load after the conflict", load(t, s, "t1"), before)
	equal(t, "Log after the conflict", records(t, s, "t1", 1), chained(c.Header, c.Events...))
	_, at, err := s.SnapshotAt(t.Context(), "t1", 100)
	if err != nil || at != 2 {
		t.Errorf("SnapshotAt after the conflict: at %d, error %v, want 2", at, err)
	}
}

func testChain(t *testing.T, s store.Store) {
	Fill(t, s, "t1", 3, 2)
	want := chained(Header("t1"), Commit("t1", 0, 6).Events...)
	equal(t, "Log", records(t, s, "t1", 1), want)
	equal(t, "Load.Chain", load(t, s, "t1").Chain, want[5].Chain)

	append1(t, s, store.Commit{Trip: "t2", Header: Header("t2")})
	equal(t, "chain without events", load(t, s, "t2").Chain, store.FirstChain(Header("t2")))
	append1(t, s, store.Commit{Trip: "t3"})
	equal(t, "chain without a header", load(t, s, "t3").Chain, store.FirstChain(nil))
}

func testTail(t *testing.T, s store.Store) {
	c := Commit("t1", 0, 2)
	c.Snapshot = nil
	append1(t, s, c)
	log := chained(c.Header, Commit("t1", 0, 5).Events...)
	got := load(t, s, "t1")
	if got.Snapshot != nil || got.SnapshotSeq != 0 {
		t.Errorf("a snapshot that nobody brought: %q at %d", got.Snapshot, got.SnapshotSeq)
	}
	equal(t, "Tail without a snapshot", got.Tail, log[:2])

	append1(t, s, Commit("t1", 2, 1))
	equal(t, "Tail right after a snapshot", load(t, s, "t1").Tail, []store.Record(nil))
	for seq := int64(3); seq < 5; seq++ {
		c := Commit("t1", seq, 1)
		c.Snapshot, c.TurnEnded = nil, false
		append1(t, s, c)
	}
	got = load(t, s, "t1")
	equal(t, "Seq", got.Seq, int64(5))
	equal(t, "SnapshotSeq", got.SnapshotSeq, int64(3))
	equal(t, "Snapshot", string(got.Snapshot), string(Snapshot("t1", 3)))
	equal(t, "Tail", got.Tail, log[3:])
}

func testNoEvents(t *testing.T, s store.Store) {
	append1(t, s, store.Commit{Trip: "t1", Header: Header("t1"), Queue: [][]byte{Event("t1", 1)}})
	got := load(t, s, "t1")
	equal(t, "queue of a trip without events", got.Queue, [][]byte{Event("t1", 1)})
	equal(t, "header", string(got.Header), string(Header("t1")))

	append1(t, s, Commit("t1", 0, 1))
	equal(t, "header of the first commit stays", string(load(t, s, "t1").Header), string(Header("t1")))
	append1(t, s, store.Commit{Trip: "t1", ExpectedSeq: 1, Snapshot: []byte("again"), TurnEnded: true})
	got = load(t, s, "t1")
	equal(t, "Seq", got.Seq, int64(1))
	equal(t, "Snapshot", string(got.Snapshot), "again")
	equal(t, "SnapshotSeq", got.SnapshotSeq, int64(1))
	snapshot, at, err := s.SnapshotAt(t.Context(), "t1", 1)
	if err != nil || at != 1 || string(snapshot) != "again" {
		t.Errorf("SnapshotAt: %q at %d, error %v", snapshot, at, err)
	}
}

func testPendingReplaced(t *testing.T, s store.Store) {
	calls := func(ids ...string) (out []store.Outstanding) {
		for _, id := range ids {
			out = append(out, store.Outstanding{CallID: id, Name: "n"})
		}
		return out
	}
	step := func(seq int64, outstanding []store.Outstanding, queue [][]byte, wantQueue ...string) {
		t.Helper()
		c := Commit("t1", seq, 1)
		c.Outstanding, c.Queue = outstanding, queue
		append1(t, s, c)
		got := load(t, s, "t1")
		equal(t, "Outstanding", got.Outstanding, outstanding)
		equal(t, "Queue", string(bytes.Join(got.Queue, []byte(" "))), strings.Join(wantQueue, " "))
	}
	step(0, calls("a", "b"), [][]byte{[]byte("q1"), []byte("q2")}, "q1", "q2")
	step(1, calls("b"), nil, "q1", "q2")
	step(2, nil, [][]byte{[]byte("q2")}, "q2")
	step(3, calls("c"), [][]byte{})
	step(4, nil, nil)
}

func testSimilarIDs(t *testing.T, s store.Store) {
	ids := []trip.ID{"a", "a\x00", "a\x00\x00\x00\x00\x00\x00\x00\x01", "a\x01", "aa", "b", "\x00", "\U0010ffff", "ü"}
	for i, id := range ids {
		Fill(t, s, id, i+1, 2)
	}
	for i, id := range ids {
		last := int64(2 * (i + 1))
		equal(t, "Seq", load(t, s, id).Seq, last)
		equal(t, "length of the log", int64(len(records(t, s, id, 1))), last)
		for seq := int64(2); seq <= last; seq++ {
			snapshot, at, err := s.SnapshotAt(t.Context(), id, seq)
			if err != nil || at != seq/2*2 || !bytes.Equal(snapshot, Snapshot(id, at)) {
				t.Fatalf("SnapshotAt(%q, %d): at %d, error %v, %s", id, seq, at, err, snapshot)
			}
		}
	}
}

func testLargeValues(t *testing.T, s store.Store) {
	big := func(n int, seed byte) []byte {
		out := make([]byte, n)
		for i := range out {
			out[i] = byte(i*7) ^ byte(i>>8) ^ seed
		}
		return out
	}
	append1(t, s, Commit("neighbour", 0, 1))
	c := store.Commit{Trip: "t1", Header: big(5000, 1), TurnEnded: true, Snapshot: big(1<<20, 2)}
	for _, n := range []int{0, 1, 390, 391, 392, 393, 394, 395, 400, 4096, 1 << 20} {
		c.Events = append(c.Events, big(n, byte(n)))
	}
	c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: trip.Raw(big(300_000, 3))}}
	c.Queue = [][]byte{big(65_536, 4), big(1, 5)}
	append1(t, s, c)
	append1(t, s, Commit("neighbour", 1, 1))
	got := load(t, s, "t1")
	for what, pair := range map[string][2][]byte{
		"header": {got.Header, c.Header}, "snapshot": {got.Snapshot, c.Snapshot},
		"arguments": {[]byte(got.Outstanding[0].Arguments), []byte(c.Outstanding[0].Arguments)},
		"queue":     {got.Queue[0], c.Queue[0]},
	} {
		if !bytes.Equal(pair[0], pair[1]) {
			t.Errorf("the %s of %d bytes came back as %d other bytes", what, len(pair[1]), len(pair[0]))
		}
	}
	for i, r := range records(t, s, "t1", 1) {
		if !bytes.Equal(r.Event, c.Events[i]) {
			t.Errorf("event %d of %d bytes came back as %d other bytes", r.Seq, len(c.Events[i]), len(r.Event))
		}
	}
}

func testNothingShared(t *testing.T, s store.Store) {
	c := Commit("t1", 0, 2)
	c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: "arguments"}}
	c.Queue = [][]byte{[]byte("queued")}
	second := Commit("t1", 2, 1)
	second.Snapshot, second.TurnEnded, second.Outstanding = nil, false, c.Outstanding
	second.Decisions = [][]byte{Decision(3)}
	append1(t, s, c)
	append1(t, s, second)
	want := load(t, s, "t1")
	log := records(t, s, "t1", 1)
	snapshot, _, err := s.SnapshotAt(t.Context(), "t1", 2)
	must(t, err)
	wantSnapshot := string(snapshot)

	got := load(t, s, "t1")
	scribble(c.Header, c.Snapshot, c.Queue[0], c.Events[0], c.Events[1], second.Events[0], second.Decisions[0],
		got.Header, got.Snapshot, got.Queue[0], got.Tail[0].Event, got.Tail[0].Decision, snapshot)
	for _, r := range records(t, s, "t1", 1) {
		scribble(r.Event, r.Decision)
	}
	equal(t, "Load after scribbling", load(t, s, "t1"), want)
	equal(t, "Log after scribbling", records(t, s, "t1", 1), log)
	again, _, _ := s.SnapshotAt(t.Context(), "t1", 2)
	equal(t, "SnapshotAt after scribbling", string(again), wantSnapshot)
}

func scribble(list ...[]byte) {
	for _, b := range list {
		for i := range b {
			b[i] = 'X'
		}
	}
}
