package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// TestCompactErrors has a store that cannot be compacted: it stays as it was, and nothing stands beside it.
func TestCompactErrors(t *testing.T) {
	path, want := wasteful(t)
	refused := func(what string, reason error, ctx context.Context, path string, o bolt.Options) {
		t.Helper()
		if _, err := bolt.Compact(ctx, path, o); !errors.Is(err, reason) {
			t.Errorf("%s: error %v, want %v", what, err, reason)
		}
	}
	refused("a missing store", store.ErrMissing, t.Context(), path+"x", bolt.Options{})
	refused("a reader", store.ErrReadOnly, t.Context(), path, bolt.Options{ReadOnly: true})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	refused("cancelled", context.Canceled, ctx, path, bolt.Options{})
	alone(t, path)
	s := open(t, path, bolt.Options{})
	refused("a store in use", store.ErrLocked, t.Context(), path, bolt.Options{LockTimeout: time.Millisecond})
	same(t, "after all that", state(t, s), want)
}

// TestCompactNeverGrows compacts a store that has no room to spare.
func TestCompactNeverGrows(t *testing.T) {
	path := sample(t)
	for range 3 {
		report, err := bolt.Compact(t.Context(), path, bolt.Options{})
		must(t, err)
		if info, err := os.Stat(path); err != nil || info.Size() != report.After || report.After > report.Before {
			t.Errorf("report %+v, the file has %d bytes, error %v", report, info.Size(), err)
		}
	}
}

// TestCompactTakesTheJournal compacts what a killed process has left.
func TestCompactTakesTheJournal(t *testing.T) {
	file, journal, want := killed(t, 7)
	path := put(t, file, journal)
	must(t, second(bolt.Compact(t.Context(), path, bolt.Options{})))
	alone(t, path)
	same(t, "compacted", state(t, open(t, path, bolt.Options{})), want)
}

// TestCompactBeyondTheLimit: a store that is larger than its limit is now can be compacted.
func TestCompactBeyondTheLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := open(t, path, bolt.Options{})
	c := storetest.Commit("t1", 0, 1)
	c.Queue = [][]byte{make([]byte, 3<<20)}
	must(t, errors.Join(s.Append(t.Context(), c), s.Close()))
	must(t, second(bolt.Compact(t.Context(), path, bolt.Options{MaxBytes: 1 << 20})))
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
