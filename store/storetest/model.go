package storetest

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// model is the store as one would write it without thinking: the second opinion of testModel.
type model map[trip.ID]*modelTrip

type modelTrip struct {
	store.Trip
	events    [][]byte
	decisions [][]byte
	snapshots map[int64][]byte // kept ones, and the newest
}

func (m model) append(c store.Commit) error {
	t := m[c.Trip]
	if t == nil {
		t = &modelTrip{Trip: store.Trip{ID: c.Trip, Header: c.Header}, snapshots: map[int64][]byte{}}
	}
	if t.Seq != c.ExpectedSeq {
		return store.ErrConflict
	}
	m[c.Trip] = t
	t.events = append(t.events, c.Events...)
	t.decisions = append(t.decisions, c.Decisions...)
	t.decisions = append(t.decisions, make([][]byte, len(t.events)-len(t.decisions))...)
	t.Seq = int64(len(t.events))
	if c.Snapshot != nil {
		t.Snapshot, t.SnapshotSeq = c.Snapshot, t.Seq
		if c.TurnEnded {
			t.snapshots[t.Seq] = c.Snapshot
		}
	}
	t.Outstanding = c.Outstanding
	if c.Queue != nil {
		t.Queue = c.Queue
		if len(c.Queue) == 0 {
			t.Queue = nil
		}
	}
	log := t.log()
	t.Chain, t.Tail = store.FirstChain(t.Header), nil
	if len(log) > 0 {
		t.Chain = log[len(log)-1].Chain
	}
	t.Tail = append(t.Tail, log[t.SnapshotSeq:]...)
	return nil
}

// log returns the records of the trip.
func (t *modelTrip) log() []store.Record {
	log := chained(t.Header, t.events...)
	for i := range log {
		log[i].Decision = t.decisions[i]
	}
	return log
}

// snapshotAt looks for the newest kept snapshot the slow way.
func (t *modelTrip) snapshotAt(seq int64) (snapshot []byte, at int64) {
	if t.Snapshot != nil && t.SnapshotSeq <= seq {
		return t.Snapshot, t.SnapshotSeq
	}
	for at := seq; at >= 0; at-- {
		if snapshot, ok := t.snapshots[at]; ok {
			return snapshot, at
		}
	}
	return nil, 0
}

// testModel appends random commits to a few trips of the store and of the model, and compares all
// that can be read.
func testModel(t *testing.T, s store.Store) {
	run := 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		m := model{}
		for range rapid.IntRange(1, 12).Draw(rt, "commits") {
			c := drawCommit(rt, run, m)
			want := m.append(c)
			if got := s.Append(t.Context(), c); !errors.Is(got, want) || (want == nil) != (got == nil) {
				rt.Fatalf("Append: %v, want %v", got, want)
			}
		}
		for id, want := range m {
			equal(t, "Load", load(t, s, id), want.Trip)
			from := rapid.Int64Range(1, want.Seq+1).Draw(rt, "from")
			equal(t, "Log", records(t, s, id, from), append([]store.Record(nil), want.log()[from-1:]...))
			seq := rapid.Int64Range(0, want.Seq+1).Draw(rt, "seq")
			snapshot, at := want.snapshotAt(seq)
			got, gotAt, err := s.SnapshotAt(t.Context(), id, seq)
			if string(got) != string(snapshot) || gotAt != at || (snapshot == nil) != errors.Is(err, store.ErrNotFound) {
				rt.Fatalf("SnapshotAt(%d): %q at %d, error %v, want %q at %d", seq, got, gotAt, err, snapshot, at)
			}
		}
		if t.Failed() {
			rt.Fatal("the store differs from the model")
		}
	})
}

func drawCommit(rt *rapid.T, run int, m model) store.Commit {
	id := trip.ID(fmt.Sprintf("run%d-%c", run, 'a'+rune(rapid.IntRange(0, 2).Draw(rt, "trip"))))
	c := store.Commit{Trip: id, TurnEnded: rapid.Bool().Draw(rt, "ended")}
	if t := m[id]; t != nil {
		c.ExpectedSeq = t.Seq
	} else {
		c.Header = Header(id)
	}
	if rapid.IntRange(0, 5).Draw(rt, "stale") == 0 {
		c.ExpectedSeq = rapid.Int64Range(0, c.ExpectedSeq+2).Draw(rt, "expected")
	}
	n := rapid.IntRange(0, 4).Draw(rt, "events")
	for i := range int64(n) {
		c.Events = append(c.Events, Event(id, c.ExpectedSeq+i+1))
	}
	if rapid.Bool().Draw(rt, "decisions") {
		for i := range c.Events {
			c.Decisions = append(c.Decisions, nil)
			if rapid.Bool().Draw(rt, "decision") {
				c.Decisions[i] = Decision(c.ExpectedSeq + int64(i) + 1)
			}
		}
	}
	if rapid.Bool().Draw(rt, "snapshot") {
		c.Snapshot = fmt.Appendf(nil, "snapshot %d", rapid.IntRange(0, 1_000_000).Draw(rt, "content"))
	}
	for i := range rapid.IntRange(0, 2).Draw(rt, "calls") {
		c.Outstanding = append(c.Outstanding, store.Outstanding{CallID: fmt.Sprint("c", i), Name: "n", At: trip.Instant(i)})
	}
	switch rapid.IntRange(0, 2).Draw(rt, "queue") {
	case 1:
		c.Queue = [][]byte{}
	case 2:
		c.Queue = [][]byte{[]byte("queued")}
	}
	return c
}
