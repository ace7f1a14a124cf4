package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// parallel calls do(0) to do(n-1) from several goroutines.
func parallel(t testing.TB, workers, n int, do func(i int)) {
	t.Helper()
	var next atomic.Int64
	var done sync.WaitGroup
	for range workers {
		done.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || t.Failed() {
					return
				}
				do(i)
			}
		})
	}
	done.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

func testRace(t *testing.T, s store.Store) {
	const racers, rounds = 32, 20
	for round := range int64(rounds) {
		var won, lost atomic.Int64
		var winner atomic.Pointer[string]
		var done sync.WaitGroup
		for i := range racers {
			done.Go(func() {
				c := Commit("t1", round, 1)
				c.Events[0] = fmt.Appendf(nil, "racer %d in round %d", i, round)
				err := s.Append(t.Context(), c)
				var conflict *store.ConflictError
				switch {
				case err == nil:
					won.Add(1)
					event := string(c.Events[0])
					winner.Store(&event)
				case errors.As(err, &conflict) && conflict.Actual == round+1:
					lost.Add(1)
				default:
					t.Errorf("racer: error %v", err)
				}
			})
		}
		done.Wait()
		if won.Load() != 1 || lost.Load() != racers-1 {
			t.Fatalf("round %d: %d won, %d lost", round, won.Load(), lost.Load())
		}
		equal(t, "the winner's event", string(records(t, s, "t1", round+1)[0].Event), *winner.Load())
	}
}

func testParallel(t *testing.T, s store.Store) {
	const trips, turns = 48, 12
	var done sync.WaitGroup
	for i := range trips {
		done.Go(func() {
			id := trip.ID(fmt.Sprintf("t%02d", i))
			for turn := range int64(turns) {
				if err := s.Append(t.Context(), Commit(id, turn*2, 2)); err != nil {
					t.Errorf("Append(%s): %v", id, err)
					return
				}
				got, err := s.Load(t.Context(), id)
				if err != nil || got.Seq != turn*2+2 || got.SnapshotSeq != got.Seq {
					t.Errorf("Load(%s) after an append to %d: %d, error %v", id, turn*2+2, got.Seq, err)
					return
				}
			}
		})
	}
	done.Wait()
	for i := range trips {
		id := trip.ID(fmt.Sprintf("t%02d", i))
		equal(t, "Log", records(t, s, id, 1), chained(Header(id), Commit(id, 0, turns*2).Events...))
	}
}

func testCancelled(t *testing.T, s store.Store) {
	append1(t, s, Commit("t1", 0, 1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantError(t, "Append", s.Append(ctx, Commit("t1", 1, 1)), context.Canceled)
	wantNone(t, ctx, s, "t1", context.Canceled)
	for _, err := range s.Trips(ctx, "") {
		wantError(t, "Trips", err, context.Canceled)
	}
	n := 0
	for _, err := range s.Pending(ctx) {
		wantError(t, "Pending", err, context.Canceled)
		n++
	}
	equal(t, "errors that Pending yields", n, 1)
	equal(t, "Seq", load(t, s, "t1").Seq, int64(1))
}

// testCancelRace cancels appends at every moment of their life: whoever is told that nothing
// happened must find nothing, whoever is told of success must find it.
func testCancelRace(t *testing.T, s store.Store) {
	parallel(t, 16, 400, func(i int) {
		id := trip.ID(fmt.Sprintf("t%03d", i))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go cancel()
		err := s.Append(ctx, Commit(id, 0, 1))
		got, loadErr := s.Load(t.Context(), id)
		switch {
		case err == nil && (loadErr != nil || got.Seq != 1):
			t.Errorf("Append succeeded, but Load returns %v", loadErr)
		case err != nil && !errors.Is(err, context.Canceled):
			t.Errorf("Append: %v", err)
		case err != nil && !errors.Is(loadErr, store.ErrNotFound):
			t.Errorf("Append was cancelled, but the trip is there: %v", loadErr)
		}
	})
}

func testLimits(t *testing.T, s store.Store) {
	longest := trip.ID(strings.Repeat("x", store.MaxIDBytes))
	Fill(t, s, longest, 2, 2)
	equal(t, "Seq of the longest id", load(t, s, longest).Seq, int64(4))
	equal(t, "Log of the longest id", len(records(t, s, longest, 1)), 4)
	if _, at, err := s.SnapshotAt(t.Context(), longest, 3); err != nil || at != 2 {
		t.Errorf("SnapshotAt of the longest id: at %d, error %v", at, err)
	}
	for _, id := range []trip.ID{"", longest + "x", "not UTF-8 \xff"} {
		wantError(t, "Append", s.Append(t.Context(), Commit(id, 0, 1)), store.ErrInvalid)
		wantNone(t, t.Context(), s, id, store.ErrInvalid)
	}
	wantError(t, "negative seq", s.Append(t.Context(), store.Commit{Trip: "t1", ExpectedSeq: -1}), store.ErrInvalid)
	wantError(t, "too many calls", s.Append(t.Context(),
		store.Commit{Trip: "t1", Outstanding: make([]store.Outstanding, store.MaxPending+1)}), store.ErrInvalid)
	wantError(t, "too many bytes", s.Append(t.Context(),
		store.Commit{Trip: "t1", Snapshot: make([]byte, store.MaxCommitBytes)}), store.ErrInvalid)
	equal(t, "Trips", ids(t, s.Trips(t.Context(), "")), []trip.ID{longest})
}

func testNotFound(t *testing.T, s store.Store) {
	append1(t, s, Commit("t1", 0, 1))
	for _, id := range []trip.ID{"t", "t10", "t2"} {
		wantNone(t, t.Context(), s, id, store.ErrNotFound)
	}
}

func testClosed(t *testing.T, s store.Store) {
	append1(t, s, Commit("t1", 0, 1))
	for range 2 {
		must(t, s.Close())
	}
	wantError(t, "Append", s.Append(t.Context(), Commit("t1", 1, 1)), store.ErrClosed)
	wantNone(t, t.Context(), s, "t1", store.ErrClosed)
	n := 0
	for _, err := range s.Trips(t.Context(), "") {
		wantError(t, "Trips", err, store.ErrClosed)
		n++
	}
	for _, err := range s.Pending(t.Context()) {
		wantError(t, "Pending", err, store.ErrClosed)
		n++
	}
	equal(t, "errors that the other iterators yield", n, 2)
}

func testCloseWaits(t *testing.T, s store.Store) {
	const writers = 16
	var done sync.WaitGroup
	started := make(chan struct{}, writers)
	for i := range writers {
		done.Go(func() {
			id := trip.ID(fmt.Sprintf("t%02d", i))
			for seq := int64(0); ; seq++ {
				err := s.Append(context.Background(), Commit(id, seq, 1))
				if errors.Is(err, store.ErrClosed) {
					return
				}
				if err != nil {
					t.Errorf("Append while closing: %v", err)
					return
				}
				if seq == 0 {
					started <- struct{}{}
				}
			}
		})
	}
	for range writers {
		<-started
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	done.Wait()
}
