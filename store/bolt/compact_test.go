package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// wasteful makes a store most of which was pruned, and returns what is left in it.
func wasteful(t *testing.T) (path string, left map[trip.ID]tripState) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "trips.db")
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	s, err := bolt.Open(path, bolt.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		storetest.Fill(t, s, trip.ID(fmt.Sprintf("idle%02d", i)), 20, 4)
	}
	now = now.Add(time.Hour)
	storetest.Fill(t, s, "t1", 50, 4)
	storetest.Fill(t, s, "t2", 2, 4)
	if _, err := s.Prune(t.Context(), store.Retention{IdleAfter: time.Minute, KeepTurns: 10}); err != nil {
		t.Fatal(err)
	}
	left = state(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if len(left) != 2 {
		t.Fatalf("%d trips are left", len(left))
	}
	return path, left
}

func TestCompactOffline(t *testing.T) {
	path, want := wasteful(t)
	report, err := bolt.Compact(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != report.After || report.After*2 > report.Before {
		t.Errorf("report %+v, the file has %d bytes, error %v", report, info.Size(), err)
	}
	alone(t, path)
	s := open(t, path, bolt.Options{})
	same(t, "compacted", state(t, s), want)
	storetest.Fill(t, s, "t3", 2, 2) // the streams go on where they stood
	if err := s.Append(t.Context(), storetest.Commit("t1", 200, 4)); err != nil {
		t.Fatal(err)
	}
	checked(t, s)
}

func TestCompactErrors(t *testing.T) {
	path, _ := wasteful(t)
	if _, err := bolt.Compact(t.Context(), path+"x", bolt.Options{}); !errors.Is(err, store.ErrMissing) {
		t.Errorf("a missing store: error %v", err)
	}
	s := open(t, path, bolt.Options{})
	if _, err := bolt.Compact(t.Context(), path, bolt.Options{LockTimeout: time.Millisecond}); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a store in use: error %v", err)
	}
	want := state(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Compact(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
	alone(t, path)
	same(t, "after a cancelled Compact", state(t, s), want)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Compact(t.Context()); !errors.Is(err, store.ErrClosed) {
		t.Errorf("closed: error %v", err)
	}
	alone(t, path)
}

// TestCompactOnline compacts again and again while many trips are appended to, read, and pruned:
// every acknowledged append is there at the end, in the file that the path names.
func TestCompactOnline(t *testing.T) {
	path, _ := wasteful(t)
	s := open(t, path, bolt.Options{History: store.History{Every: 2}})
	ctx, cancel := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	const writers = 12
	seqs := make([]int64, writers)
	for w := range writers {
		busy.Go(func() {
			id := trip.ID(fmt.Sprintf("w%02d", w))
			for ctx.Err() == nil {
				c := storetest.Commit(id, seqs[w], 2)
				if w%3 == 0 {
					c.TurnEnded = false // so that each snapshot replaces the one before
				}
				if err := s.Append(context.Background(), c); err != nil {
					t.Errorf("Append: %v", err)
					return
				}
				seqs[w] += 2
				if got, err := s.Load(context.Background(), id); err != nil || got.Seq != seqs[w] {
					t.Errorf("Load: seq %d, error %v, want %d", got.Seq, err, seqs[w])
					return
				}
			}
		})
	}
	for round := range 12 {
		if round%3 == 2 {
			if _, err := s.Prune(t.Context(), store.Retention{KeepTurns: 3}); err != nil {
				t.Errorf("Prune: %v", err)
			}
		}
		if _, err := s.Compact(t.Context()); err != nil {
			t.Errorf("Compact: %v", err)
		}
	}
	cancel()
	busy.Wait()
	want := state(t, s)
	for w, seq := range seqs {
		if got := want[trip.ID(fmt.Sprintf("w%02d", w))].Trip.Seq; got != seq {
			t.Errorf("writer %d: seq %d, acknowledged %d", w, got, seq)
		}
	}
	checked(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	alone(t, path)
	same(t, "reopened", state(t, open(t, path, bolt.Options{})), want)
}

// TestOpenWaitsThroughCompact has another opener wait for the lock of a file that Compact replaces:
// it must not get the replaced one.
func TestOpenWaitsThroughCompact(t *testing.T) {
	path, _ := wasteful(t)
	s := open(t, path, bolt.Options{})
	type opened struct {
		store *bolt.Store
		err   error
	}
	got := make(chan opened)
	go func() {
		other, err := bolt.Open(path, bolt.Options{LockTimeout: time.Minute})
		got <- opened{other, err}
	}()
	time.Sleep(20 * time.Millisecond) // let it wait; without that the test is only weaker
	if _, err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	storetest.Fill(t, s, "late", 1, 1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	other := <-got
	if other.err != nil {
		t.Fatal(other.err)
	}
	t.Cleanup(func() { _ = other.store.Close() })
	if late, err := other.store.Load(t.Context(), "late"); err != nil || late.Seq != 1 {
		t.Errorf("the other opener sees seq %d, error %v", late.Seq, err)
	}
}

// TestCloseStopsCompact closes a store that is being compacted.
func TestCloseStopsCompact(t *testing.T) {
	path, want := wasteful(t)
	for range 10 {
		s, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error)
		go func() {
			for {
				if _, err := s.Compact(context.Background()); err != nil {
					done <- err
					return
				}
			}
		}()
		time.Sleep(time.Millisecond)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := <-done; !errors.Is(err, store.ErrClosed) {
			t.Errorf("Compact: error %v, want %v", err, store.ErrClosed)
		}
		alone(t, path)
	}
	same(t, "after it all", state(t, open(t, path, bolt.Options{})), want)
}

// slowly is a writer that waits at its first byte.
type slowly struct{ begun, goOn chan struct{} }

func (w slowly) Write(b []byte) (int, error) {
	select {
	case <-w.begun:
	default:
		close(w.begun)
		<-w.goOn
	}
	return len(b), nil
}

// TestCloseStopsABackup that nobody reads fast enough: what is closed does not wait for the end of it.
func TestCloseStopsABackup(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	c := storetest.Commit("t1", 0, 1)
	c.Queue = [][]byte{make([]byte, 6<<20)} // more than is copied between two looks at the context
	must(t, s.Append(t.Context(), c))
	w, done, closed := slowly{make(chan struct{}), make(chan struct{})}, make(chan error), make(chan error)
	go func() { done <- s.Backup(context.Background(), w) }()
	<-w.begun
	go func() { closed <- s.Close() }()
	until(t, func() bool { return errors.Is(s.Append(t.Context(), storetest.Commit("t2", 0, 1)), store.ErrClosed) })
	time.Sleep(time.Second / 10)
	close(w.goOn)
	if err := <-done; !errors.Is(err, store.ErrClosed) {
		t.Errorf("Backup: error %v, want %v", err, store.ErrClosed)
	}
	must(t, <-closed)
}

// checked runs Check and fails on any finding.
func checked(t testing.TB, s *bolt.Store) {
	t.Helper()
	report, err := s.Check(t.Context(), store.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		t.Errorf("Check: %s", f)
	}
}

// TestCompactHearsOfAllChunks replaces a long snapshot beside a Compact: none of its chunks may
// stay in the copy.
func TestCompactHearsOfAllChunks(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{History: store.History{Every: -1}})
	c := storetest.Commit("t1", 0, 1)
	c.Snapshot = nil
	r := rand.New(rand.NewPCG(1, 1))
	for range 1300 {
		c.Snapshot = append(c.Snapshot, byte(r.Uint32()))
	}
	must(t, s.Append(t.Context(), c))
	count := bolt.Track(t, s)
	must(t, s.Append(t.Context(), storetest.Commit("t1", 1, 1)))
	if got := count("snapshots"); got != 3 {
		t.Errorf("%d chunks were noted of %d bytes in chunks of 512", got, len(c.Snapshot))
	}
}
