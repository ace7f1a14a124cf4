package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// pile has appends wait until all of them do, lets go, and returns their outcomes in order.
func pile(t *testing.T, s *bolt.Store, commits []store.Commit) []error {
	t.Helper()
	outcomes := make([]error, len(commits))
	until(t, func() bool { return bolt.Taken(s) == 0 }) // of an append before
	release := bolt.HoldWrites(s)
	var done sync.WaitGroup
	// The first one is taken alone; the others wait behind it.
	for i, c := range commits {
		done.Go(func() { outcomes[i] = s.Append(context.Background(), c) })
		if i == 0 {
			until(t, func() bool { return bolt.Taken(s) == 1 })
		} else {
			until(t, func() bool { return bolt.Waiting(s) == i })
		}
	}
	release()
	done.Wait()
	return outcomes
}

// until waits for something that another goroutine is about to do.
func until(t *testing.T, reached func() bool) {
	t.Helper()
	for !reached() {
		if t.Context().Err() != nil {
			t.Fatal("never reached")
		}
		time.Sleep(100 * time.Microsecond)
	}
}

// first is taken by the committer before the rest of a pile can wait.
func first() store.Commit { return storetest.Commit("first", 0, 1) }

func TestGroupCommitSharesOneTransaction(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	commits := []store.Commit{first()}
	for i := range 100 {
		commits = append(commits, storetest.Commit(trip.ID(fmt.Sprintf("t%03d", i)), 0, 2))
	}
	before := bolt.Records(s)
	for i, err := range pile(t, s, commits) {
		if err != nil {
			t.Errorf("append %d: %v", i, err)
		}
	}
	if n := bolt.Records(s) - before; n > 3 { // the first, and whoever came while it was taken
		t.Errorf("%d transactions for 101 appends", n)
	}
}

func TestGroupCommitLimits(t *testing.T) {
	big := storetest.Commit("big", 0, 1)
	big.Snapshot = make([]byte, 100_000)
	for _, c := range []struct {
		name string
		o    bolt.Options
		want int // transactions at the least
	}{
		{"count", bolt.Options{BatchCount: 10}, 1 + 4},
		{"bytes", bolt.Options{BatchBytes: 1}, 1 + 40},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, filepath.Join(t.TempDir(), "trips.db"), c.o)
			must(t, s.Append(t.Context(), storetest.Commit("zeroth", 0, 1))) // the journal is in use from then on
			commits := []store.Commit{first()}
			for i := range 40 {
				commits = append(commits, storetest.Commit(trip.ID(fmt.Sprintf("t%03d", i)), 0, 1))
			}
			commits[20] = big // larger than any batch, and still accepted
			before := bolt.Records(s)
			for i, err := range pile(t, s, commits) {
				if err != nil {
					t.Errorf("append %d: %v", i, err)
				}
			}
			if n := bolt.Records(s) - before; n < c.want {
				t.Errorf("%d transactions, want at least %d", n, c.want)
			}
		})
	}
}

// TestGroupCommitFailsOnlyTheGuilty mixes conflicts with commits that fit, some of them of one trip.
func TestGroupCommitFailsOnlyTheGuilty(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "old", 1, 3)
	outcomes := pile(t, s, []store.Commit{
		first(),
		storetest.Commit("a", 0, 1),
		storetest.Commit("a", 1, 1), // builds on the one before, in the same transaction
		storetest.Commit("old", 2, 1),
		storetest.Commit("old", 3, 1),
		storetest.Commit("old", 3, 1),
		storetest.Commit("none", 7, 1),
		storetest.Commit("b", 0, 1),
	})
	for i, want := range []error{nil, nil, nil, store.ErrConflict, nil, store.ErrConflict, store.ErrConflict, nil} {
		if !errors.Is(outcomes[i], want) || (want == nil) != (outcomes[i] == nil) {
			t.Errorf("append %d: error %v, want %v", i, outcomes[i], want)
		}
	}
	var conflict *store.ConflictError
	if !errors.As(outcomes[5], &conflict) || conflict.Actual != 4 {
		t.Errorf("error %v, want the seq that the batch itself had reached", outcomes[5])
	}
	for id, seq := range map[trip.ID]int64{"first": 1, "a": 2, "old": 4, "b": 1} {
		if got, err := s.Load(t.Context(), id); err != nil || got.Seq != seq {
			t.Errorf("Load(%s): seq %d, error %v, want %d", id, got.Seq, err, seq)
		}
	}
}

// TestConflictsAloneWriteNothing keeps a store that is asked nonsense from syncing for it.
func TestConflictsAloneWriteNothing(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	before := bolt.Records(s)
	if err := s.Append(t.Context(), storetest.Commit("t1", 5, 1)); !errors.Is(err, store.ErrConflict) {
		t.Fatal(err)
	}
	if n := bolt.Records(s) - before; n != 0 {
		t.Errorf("%d transactions", n)
	}
}

// TestDamageInABatchStaysWithItsTrip has a trip whose head is spoilt share a batch with others.
func TestDamageInABatchStaysWithItsTrip(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "bad", 1, 1)
	storetest.Fill(t, s, "worse", 1, 1)
	bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
		// The snapshot of "worse" is gone, though its history does not have it: that is found in
		// the middle of writing.
		heads := tx.Bucket([]byte("trips"))
		return errors.Join(heads.Put([]byte("bad"), []byte("nonsense")), dropSnapshots(tx))
	})
	bolt.EditHead(t, s, "worse", func(h *bolt.Head) { h.Kept = false })
	outcomes := pile(t, s, []store.Commit{
		first(), storetest.Commit("a", 0, 1), storetest.Commit("bad", 1, 1), storetest.Commit("b", 0, 1),
		storetest.Commit("worse", 1, 1), storetest.Commit("c", 0, 1),
	})
	for i, want := range []error{nil, nil, store.ErrDamaged, nil, store.ErrDamaged, nil} {
		if !errors.Is(outcomes[i], want) || (want == nil) != (outcomes[i] == nil) {
			t.Errorf("append %d: error %v, want %v", i, outcomes[i], want)
		}
	}
	for _, id := range []trip.ID{"a", "b", "c", "first"} {
		if got, err := s.Load(t.Context(), id); err != nil || got.Seq != 1 {
			t.Errorf("Load(%s): seq %d, error %v", id, got.Seq, err)
		}
	}
}

func dropSnapshots(tx *bbolt.Tx) error {
	snapshots := tx.Bucket([]byte("snapshots"))
	cursor := snapshots.Cursor()
	for key, _ := cursor.First(); key != nil; key, _ = cursor.First() {
		if err := snapshots.Delete(key); err != nil {
			return err
		}
	}
	return nil
}

// TestFullFile lets the file reach its limit: whoever does not fit is told so, nothing of it is
// there, and the store goes on.
func TestFullFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := open(t, path, bolt.Options{MaxBytes: 1 << 20})
	fillUp(t, s)
	if info, err := os.Stat(path); err != nil || info.Size() > 1<<20 {
		t.Errorf("the file has %d bytes, error %v", info.Size(), err)
	}
	before := state(t, s)
	if _, err := s.Prune(t.Context(), store.Retention{KeepTurns: 1}); err != nil {
		t.Logf("Prune in a full file: %v", err) // it may need a page more than there is
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, bolt.Options{})
	for id, want := range state(t, s) {
		if want.Trip.Seq != before[id].Trip.Seq {
			t.Errorf("trip %s is at seq %d, was at %d", id, want.Trip.Seq, before[id].Trip.Seq)
		}
	}
	storetest.Fill(t, s, "later", 3, 3)
}

// fillUp appends to a store until there is no more room, and checks that what was acknowledged, and
// nothing else, is there.
func fillUp(t *testing.T, s *bolt.Store) {
	t.Helper()
	noise := make([]byte, 40_000)
	for i := range noise {
		noise[i] = byte(i*i>>7 ^ i*31)
	}
	var seq int64
	for ; ; seq++ {
		c := storetest.Commit("t1", seq, 1)
		c.Events[0] = append(noise[:len(noise):len(noise)], byte(seq))
		err := s.Append(t.Context(), c)
		if err == nil {
			continue
		}
		for _, other := range []error{store.ErrConflict, store.ErrUncertain, store.ErrDamaged} {
			if errors.Is(err, other) {
				t.Fatalf("a full medium is told as %v", err)
			}
		}
		if !errors.Is(err, store.ErrMedium) {
			t.Fatalf("a full medium is told as %v, want %v", err, store.ErrMedium)
		}
		break
	}
	if seq < 3 {
		t.Fatalf("full after %d appends", seq)
	}
	got, err := s.Load(t.Context(), "t1")
	if err != nil || got.Seq != seq || got.SnapshotSeq != seq {
		t.Fatalf("Load after the medium was full: seq %d, error %v, want %d", got.Seq, err, seq)
	}
	n := int64(0)
	for r, err := range s.Log(t.Context(), "t1", 1) {
		if err != nil || r.Event[len(noise)] != byte(n) {
			t.Fatalf("Log: record %d, error %v", n+1, err)
		}
		n++
	}
	if n != seq {
		t.Errorf("%d records, want %d", n, seq)
	}
}

// TestFailedCommit tells apart a commit that never reached the file and one that may have.
func TestFailedCommit(t *testing.T) {
	cause := errors.New("the disk is on fire")
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "t1", 1, 1)
	err := bolt.FailCommit(t, s, +1, cause)
	if !errors.Is(err, cause) || errors.Is(err, store.ErrUncertain) {
		t.Errorf("error %v, want %v and no uncertainty", err, cause)
	}
	storetest.Fill(t, s, "t2", 1, 1) // the store goes on

	err = bolt.FailCommit(t, s, 0, cause)
	if !errors.Is(err, cause) || !errors.Is(err, store.ErrUncertain) {
		t.Errorf("error %v, want %v and %v", err, cause, store.ErrUncertain)
	}
	_, loadErr := s.Load(t.Context(), "t1")
	for _, err := range []error{s.Append(t.Context(), storetest.Commit("t1", 1, 1)), loadErr} {
		if !errors.Is(err, store.ErrUncertain) {
			t.Errorf("error %v, want %v", err, store.ErrUncertain)
		}
	}
}
