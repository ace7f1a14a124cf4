// Package storetest is the contract of [store.Store] as tests. Every implementation runs it:
//
//	func TestContract(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) store.Store { return mem.New(mem.Options{}) })
//	}
package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Run runs the whole contract. open returns a new, empty store; the suite closes it.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	cases := []struct {
		name string
		run  func(t *testing.T, s store.Store)
	}{
		{"a new trip is kept whole", testNewTrip},
		{"a commit builds on the seq that it expects", testConflict},
		{"a refused commit changes nothing", testRefusedChangesNothing},
		{"the chain covers header and events", testChain},
		{"a commit without a snapshot leaves a tail", testTail},
		{"a commit may have no events", testNoEvents},
		{"outstanding calls are replaced, a queue only when told", testPendingReplaced},
		{"a decision is kept beside its event", testDecisions},
		{"the log is read from a seq", testLogFrom},
		{"the log ends where it ended at the start", testLogEnd},
		{"who reads a log slowly holds little of it", testLogIsNotHeld},
		{"the loop body may append", testAppendInsideLoops},
		{"a broken-off iteration holds nothing", testBreak},
		{"snapshots of ended turns are kept", testSnapshotAt},
		{"trips are listed in byte order", testTrips},
		{"pending trips are listed", testPending},
		{"ids that start alike are kept apart", testSimilarIDs},
		{"large values are kept", testLargeValues},
		{"nothing is shared with the caller", testNothingShared},
		{"of many racers for one seq one wins", testRace},
		{"many trips go on in parallel", testParallel},
		{"a cancelled context changes nothing", testCancelled},
		{"cancelling in flight tells the truth", testCancelRace},
		{"ids and commits have limits", testLimits},
		{"a trip that is not there is not found", testNotFound},
		{"a closed store says so", testClosed},
		{"closing waits for what is under way", testCloseWaits},
		{"a trip can be copied to another store", testCopy(open)},
		{"every sequence of commits reads as in the model", testModel},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			closes(t, s)
			c.run(t, s)
		})
	}
}

// Header returns a small recording header.
func Header(id trip.ID) []byte { return fmt.Appendf(nil, `{"recording":"legwork/1","trip_id":%q}`, id) }

// Event returns a small event of a seq.
func Event(id trip.ID, seq int64) []byte {
	return fmt.Appendf(nil, `{"data":{"text":"message %d"},"seq":%d,"trip_id":%q,"type":"USER_MESSAGE"}`, seq, seq, id)
}

// Decision returns what was decided on the event of a seq.
func Decision(seq int64) []byte {
	d := trip.Decision{Status: trip.AssistAnswered, UI: []trip.Message{trip.Sentence(fmt.Sprintf("answer %d", seq))}}
	kept := trip.Kept{Decision: &d}
	return kept.AppendJSON(nil)
}

// Snapshot returns an intent document that says it is at a seq, with these calls outstanding.
func Snapshot(id trip.ID, seq int64, calls ...string) []byte {
	in := trip.NewIntent()
	in.TripID = id
	in.Turn.Seq = seq
	for _, call := range calls {
		in.Turn.Outstanding = append(in.Turn.Outstanding, trip.Pending{CallID: call, Name: "n"})
	}
	return in.AppendJSON(nil)
}

// Commit returns a commit of n events, with a snapshot, that ends a turn.
func Commit(id trip.ID, expected int64, n int) store.Commit {
	c := store.Commit{Trip: id, ExpectedSeq: expected, TurnEnded: true}
	if expected == 0 {
		c.Header = Header(id)
	}
	for i := range int64(n) {
		c.Events = append(c.Events, Event(id, expected+1+i))
	}
	c.Snapshot = Snapshot(id, expected+int64(n))
	return c
}

// Fill appends turns of n events each to a trip.
func Fill(t testing.TB, s store.Store, id trip.ID, turns, n int) {
	t.Helper()
	for i := range turns {
		append1(t, s, Commit(id, int64(i*n), n))
	}
}

func append1(t testing.TB, s store.Store, c store.Commit) {
	t.Helper()
	if err := s.Append(t.Context(), c); err != nil {
		t.Fatalf("Append(%s at %d): %v", c.Trip, c.ExpectedSeq, err)
	}
}

func load(t testing.TB, s store.Store, id trip.ID) store.Trip {
	t.Helper()
	got, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatalf("Load(%s): %v", id, err)
	}
	return got
}

func records(t testing.TB, s store.Store, id trip.ID, from int64) []store.Record {
	t.Helper()
	var out []store.Record
	for r, err := range s.Log(t.Context(), id, from) {
		if err != nil {
			t.Fatalf("Log(%s, %d): %v", id, from, err)
		}
		out = append(out, r)
	}
	return out
}

// chained returns the records that a log of these events has.
func chained(header []byte, events ...[]byte) []store.Record {
	link := store.FirstChain(header)
	var out []store.Record
	for i, e := range events {
		link = store.NextChain(link, e)
		out = append(out, store.Record{Seq: int64(i) + 1, Event: e, Chain: link})
	}
	return out
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if reflect.DeepEqual(want, got) {
		return // which cmp would find out far more slowly
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// closes ends stores at the end of a test.
func closes[S store.Store](t *testing.T, stores ...S) {
	t.Cleanup(func() {
		for _, s := range stores {
			wantError(t, "Close", s.Close(), nil)
		}
	})
}

// wantNone wants an error of everything that reads a trip.
func wantNone(t testing.TB, ctx context.Context, s store.Store, id trip.ID, want error) { //nolint:revive // as t is
	t.Helper()
	_, err := s.Load(ctx, id)
	wantError(t, "Load", err, want)
	_, _, err = s.SnapshotAt(ctx, id, 1<<40)
	wantError(t, "SnapshotAt", err, want)
	n := 0
	for _, err := range s.Log(ctx, id, 1) {
		wantError(t, "Log", err, want)
		n++
	}
	equal(t, "errors that Log yields", n, 1)
}

func wantError(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}
