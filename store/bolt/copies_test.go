package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// A copy reads a bucket in pieces, and stops with an error at a key that is too long.
func TestPiecesOfACopy(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	Tamper(t, s, func(tx *bbolt.Tx) error {
		for i := range 5 {
			if err := tx.Bucket(bucketQueue).Put([]byte{'a' + byte(i)}, make([]byte, copyBytes/2)); err != nil {
				return err
			}
		}
		for i := range copyKeys + 2 {
			if err := tx.Bucket(bucketGraves).Put(offsetKey(uint64(i)), []byte("x")); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketCalls).Put([]byte(strings.Repeat("k", maxKeyBytes+1)), []byte("x"))
	})
	c := &copier{store: s, done: map[string][]byte{}}
	for _, name := range [][]byte{bucketQueue, bucketGraves, bucketTrips} {
		var sizes []int
		for {
			pairs, err := c.readOn(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			if sizes = append(sizes, len(pairs)); len(pairs) == 0 {
				break
			}
			c.done[string(name)] = pairs[len(pairs)-1].key
		}
		want := map[string][]int{"queue": {2, 2, 1, 0}, "graves": {copyKeys, 2, 0}, "trips": {0}}[string(name)]
		if !slices.Equal(sizes, want) {
			t.Errorf("%s in pieces of %v, want %v", name, sizes, want)
		}
	}
	if _, err := c.readOn(t.Context(), bucketCalls); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("a key that is too long: %v", err)
	}
}

// A Compact catches up no more often than it must: once where nobody appends.
func TestCompactOfAQuietStore(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	storetest.Fill(t, s, "t1", 3, 1)
	ctx := &asked{Context: t.Context()}
	if err := s.compact(ctx); err != nil {
		t.Fatal(err)
	}
	if ctx.n > 20 { // of which those that catch up are two
		t.Errorf("%d transactions", ctx.n)
	}
}

// A file that was compacted is synced, and grows up to its limit, as it did before.
func TestLimitAfterCompact(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 100_000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	var appends [2]int64
	for i := range appends {
		s := opened(t, Options{MaxBytes: 6 << 20})
		if i == 1 {
			if _, err := s.Compact(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for n := &appends[i]; ; *n++ {
			c := storetest.Commit("t1", *n, 1)
			c.Events[0] = noise
			if err := s.Append(t.Context(), c); errors.Is(err, store.ErrMedium) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if s.db.NoSync || s.db.NoGrowSync {
			t.Error("the file is not synced")
		}
	}
	if appends[1] < appends[0]-1 || appends[1] > appends[0]+1 {
		t.Errorf("%d appends have room, and %d after a Compact", appends[0], appends[1])
	}
}

// A store that is larger than its limit is now can be compacted: the copy is at most as large.
func TestCompactBeyondTheLimit(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{})
	c := storetest.Commit("t1", 0, 1)
	c.Queue = [][]byte{make([]byte, 3<<20)}
	if err := errors.Join(s.Append(t.Context(), c), s.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Compact(t.Context(), s.path, Options{MaxBytes: 1 << 20}); err != nil {
		t.Error(err)
	}
}

// What changed while a bucket was copied is copied again, and what was removed goes from the copy.
func TestCopyOfWhatChanged(t *testing.T) {
	t.Parallel()
	s := opened(t, Options{History: store.History{Every: -1}})
	for _, id := range []trip.ID{"t1", "t2", "t3"} {
		appended(t, s, id, 0, "c1", "queued")
	}
	storetest.Fill(t, s, "long", turnsInGroup, 1)
	Tamper(t, s, func(tx *bbolt.Tx) error { // more than is copied in one transaction
		for i := range copyKeys + 2 {
			if err := tx.Bucket(bucketGraves).Put(offsetKey(uint64(i)), []byte("x")); err != nil {
				return err
			}
		}
		return nil
	})
	c, err := s.newCopier()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.to.Close() }()
	if _, err := s.track(newChanges()); err != nil {
		t.Fatal(err)
	}
	for _, name := range buckets {
		if err := c.copyBucket(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []trip.ID{"t1", "t2"} { // which wait for nothing any more
		last := storetest.Commit(id, 1, 1)
		last.Queue = [][]byte{}
		if err := s.Append(t.Context(), last); err != nil {
			t.Fatal(err)
		}
	}
	appended(t, s, "t4", 0, "c1", "queued")
	appended(t, s, "long", turnsInGroup, "")
	changed, err := s.track(newChanges())
	if err == nil {
		err = c.copyChanges(t.Context(), changed)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, want := pairsOf(t, c.to), pairsOf(t, s.db); !maps.Equal(got, want) {
		t.Errorf("%d keys are copied, want %d", len(got), len(want))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.catchUp(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// pairsOf returns all that stands in a file, but for what is said of the journal, which is copied last.
func pairsOf(t *testing.T, db *bbolt.DB) map[string]string {
	t.Helper()
	pairs := map[string]string{}
	err := db.View(func(tx *bbolt.Tx) error {
		for _, name := range buckets[:len(buckets)-1] {
			err := tx.Bucket(name).ForEach(func(k, v []byte) error {
				pairs[fmt.Sprintf("%s %x", name, k)] = string(v)
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// Keys that a damaged page has out of order lead nobody round in circles.
func TestKeysOutOfOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		key, instead []byte // which is less than the key before it
		read         func(s *Store, report *store.CheckReport) error
		says         string
	}{
		"the ends of turns": {groupKey("t1", 2*turnsInGroup), groupKey("t1", 1), func(s *Store, report *store.CheckReport) error {
			return s.checkHistory(t.Context(), "t1", report)
		}, "the ends of its turns are not in order"},
		"trips": {[]byte("t2"), []byte("a2"), func(s *Store, _ *store.CheckReport) error {
			for _, err := range s.Trips(t.Context(), "") {
				if err != nil {
					return err
				}
			}
			return nil
		}, "the trips are not in order"},
		"what is copied": {[]byte("t2"), []byte("a2"), func(s *Store, _ *store.CheckReport) error {
			c := &copier{store: s, done: map[string][]byte{}}
			return second(c.readOn(t.Context(), bucketTrips))
		}, "the keys of trips are not what they were"},
	} {
		s := opened(t, Options{})
		for _, id := range []trip.ID{"t1", "t2", "t3"} {
			storetest.Fill(t, s, id, 4*turnsInGroup, 1)
		}
		if err := s.Checkpoint(); err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.file.WriteAt(bytes.ReplaceAll(whole, c.key, c.instead), 0); err != nil {
			t.Fatal(err)
		}
		var report store.CheckReport
		err = c.read(s, &report)
		says := fmt.Sprint(err, report.Findings)
		if _, err := s.file.WriteAt(whole, 0); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(says, c.says) {
			t.Errorf("%s: %s, want %q", name, says, c.says)
		}
	}
}
