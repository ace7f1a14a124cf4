package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// long is a lease that does not expire while a test runs; short one whose renewals are waited for, on a machine that may
// have other things to do. patience is how long anything is waited for that is to happen.
const (
	long     = time.Hour
	short    = 12 * time.Second
	patience = 5 * time.Minute
)

// expire lets the lease of a process that stands still, or is gone, run out in a moment.
func expire(t *testing.T, s *postgres.Store, name string) {
	t.Helper()
	change(t, s, `UPDATE owners SET expires = clock_timestamp() + interval '300 ms' WHERE name = '`+name+`'`)
}

// pair opens the same schema twice, as two processes do.
func pair(t *testing.T, a, b postgres.Options) (*postgres.Store, *postgres.Store) {
	t.Helper()
	server := need(t)
	a.Schema = server.schema()
	b.Schema = a.Schema
	return open(t, server, a), open(t, server, b)
}

// busy is a commit that leaves a call outstanding.
func busy(id trip.ID, expected int64) store.Commit {
	c := storetest.Commit(id, expected, 1)
	c.Snapshot, c.TurnEnded = nil, false
	c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
	return c
}

func appends(t *testing.T, s store.Store, c store.Commit) {
	t.Helper()
	if err := s.Append(t.Context(), c); err != nil {
		t.Fatalf("Append: %v", err)
	}
}

func owns(t *testing.T, s *postgres.Store, id trip.ID, seq int64) {
	t.Helper()
	got, err := s.Own(t.Context(), id)
	if err != nil || got.Seq != seq {
		t.Fatalf("Own: seq %d, error %v, want seq %d", got.Seq, err, seq)
	}
}

// wantOwned checks that a trip is another's, for work and for commits, and can be read.
func wantOwned(t *testing.T, s *postgres.Store, id trip.ID, owner string) {
	t.Helper()
	loaded, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	_, owned := s.Own(t.Context(), id)
	for what, err := range map[string]error{"Own": owned, "Append": s.Append(t.Context(), busy(id, loaded.Seq))} {
		var other *store.OwnedError
		if !errors.Is(err, store.ErrOwned) || !errors.As(err, &other) || *other != (store.OwnedError{Trip: id, Owner: owner}) {
			t.Errorf("%s: error %v, want that %s works on it", what, err, owner)
		}
	}
}

func wantFenced(t *testing.T, s *postgres.Store, c store.Commit) {
	t.Helper()
	if err := s.Append(t.Context(), c); !errors.Is(err, store.ErrFenced) {
		t.Errorf("Append: error %v, want that it is fenced off", err)
	}
}

func TestATripWithSomethingPendingHasOneOwner(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	appends(t, a, busy("t1", 0))
	wantOwned(t, b, "t1", "a")
	appends(t, a, busy("t1", 1))
	wantOwned(t, b, "t1", "a")
	owns(t, a, "t1", 2)

	appends(t, a, storetest.Commit("t1", 2, 1)) // it comes to rest
	owns(t, b, "t1", 3)
	owns(t, a, "t1", 3)
	appends(t, b, busy("t1", 3))
	wantOwned(t, a, "t1", "b")

	queued := storetest.Commit("t1", 4, 1)
	queued.Queue = [][]byte{[]byte("queued")}
	appends(t, b, queued)
	wantOwned(t, a, "t1", "b")
	appends(t, b, storetest.Commit("t1", 5, 1)) // which keeps the queue
	wantOwned(t, a, "t1", "b")
	emptied := storetest.Commit("t1", 6, 1)
	emptied.Queue = [][]byte{}
	appends(t, b, emptied)
	owns(t, a, "t1", 7)
	wantSound(t, a)
}

// Two processes begin with a trip, or take one over, at the same moment.
func TestOfTwoProcessesOneBegins(t *testing.T) {
	gone, a := pair(t, postgres.Options{Lease: long}, postgres.Options{Lease: long})
	b := open(t, shared, postgres.Options{Lease: long, Schema: postgres.SchemaOf(a)})
	const trips = 50
	for i := range trips {
		appends(t, gone, busy(tripID("left", i), 0))
	}
	if err := gone.Close(); err != nil {
		t.Fatal(err)
	}
	for i := range trips {
		wantOne(t, func(s *postgres.Store) error { return s.Append(t.Context(), busy(tripID("new", i), 0)) }, a, b)
		wantOne(t, func(s *postgres.Store) error { _, err := s.Own(t.Context(), tripID("left", i)); return err }, a, b)
	}
}

func tripID(prefix string, i int) trip.ID { return trip.ID(fmt.Sprintf("%s-%03d", prefix, i)) }

// wantOne does the same in several processes at once: one may, the others are told why not.
func wantOne(t *testing.T, do func(*postgres.Store) error, stores ...*postgres.Store) {
	t.Helper()
	var may atomic.Int64
	var all sync.WaitGroup
	for _, s := range stores {
		all.Go(func() {
			switch err := do(s); {
			case err == nil:
				may.Add(1)
			case !errors.Is(err, store.ErrOwned) && !errors.Is(err, store.ErrConflict):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if may.Load() != 1 {
		t.Errorf("%d processes may", may.Load())
	}
}

func TestClosingGivesTripsBack(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	appends(t, a, busy("t1", 0))
	wantOwned(t, b, "t1", "a")
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	wantFenced(t, b, busy("t1", 1)) // nobody told b to go on with it
	owns(t, b, "t1", 1)
	appends(t, b, busy("t1", 1))
}

// A process that was taken for gone can commit nothing to what it worked on, whatever it believes.
func TestAnOwnerThatLostItsLeaseIsFencedOff(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	appends(t, a, busy("t1", 0))
	appends(t, a, busy("t2", 0))
	postgres.Hang(a)
	wantOwned(t, b, "t1", "a")
	expire(t, b, "a")
	waitFor(t, func() bool { _, err := b.Own(t.Context(), "t1"); return err == nil })
	wantOwned(t, a, "t1", "b")
	wantFenced(t, a, busy("t2", 1)) // which nobody has taken
	appends(t, b, storetest.Commit("t1", 1, 1))
	owns(t, a, "t1", 2)
	owns(t, a, "t2", 1) // under another lease
	appends(t, a, busy("t2", 1))
	wantOwned(t, b, "t2", "a")
}

func TestALeaseIsKeptByRenewing(t *testing.T) {
	t.Parallel()
	a, b := pair(t, postgres.Options{Name: "a", Lease: short}, postgres.Options{Name: "b", Lease: long})
	appends(t, a, busy("t1", 0))
	for range 2 {
		var before time.Time
		query(t, b, `SELECT expires FROM owners WHERE name = 'a'`, &before)
		waitFor(t, func() bool {
			wantOwned(t, b, "t1", "a")
			var now time.Time
			query(t, b, `SELECT expires FROM owners WHERE name = 'a'`, &now)
			return now.After(before)
		})
	}
}

// A lease that expired while its process stood still is not renewed: what the process believed to own is lost.
func TestALeaseThatExpiredIsNotRenewed(t *testing.T) {
	t.Parallel()
	a, b := pair(t, postgres.Options{Name: "a", Lease: short}, postgres.Options{Name: "b", Lease: long})
	appends(t, a, busy("t1", 0))
	token := func() (token int64) {
		query(t, b, `SELECT coalesce(max(token), 0) FROM owners WHERE name = 'a'`, &token)
		return token
	}
	before := token()
	change(t, b, `UPDATE owners SET expires = clock_timestamp() WHERE name = 'a'`)
	waitFor(t, func() bool { return token() > before })
	wantFenced(t, a, busy("t1", 1))
	owns(t, a, "t1", 1)
	appends(t, a, busy("t1", 1))
}

// A process that is started anew under its name does not wait for the lease of the one before.
func TestANameIsOneProcess(t *testing.T) {
	before, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	appends(t, before, busy("t1", 0))
	after := open(t, shared, postgres.Options{Name: "a", Lease: long, Schema: postgres.SchemaOf(b)})
	wantFenced(t, before, busy("t1", 1))
	owns(t, after, "t1", 1)
	wantOwned(t, b, "t1", "a")
	if err := before.Append(t.Context(), busy("t1", 1)); !errors.Is(err, store.ErrOwned) {
		t.Errorf("Append of the one before: %v", err)
	}
	if err := before.Append(t.Context(), busy("new", 0)); !errors.Is(err, store.ErrFenced) {
		t.Errorf("Append of the one before to a trip of nobody: %v, want that its name is taken", err)
	}
	if _, err := before.Own(t.Context(), "t1"); !errors.Is(err, store.ErrOwned) {
		t.Errorf("Own of the one before: %v", err)
	}
	appends(t, after, busy("t1", 1))
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not happen")
		}
	}
}

func TestOwnIsTold(t *testing.T) {
	s := open(t, need(t), postgres.Options{})
	if _, err := s.Own(t.Context(), "t1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Own of no trip: %v", err)
	}
	if _, err := s.Own(t.Context(), ""); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("Own of no id: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Own(ctx, "t1"); !errors.Is(err, context.Canceled) {
		t.Errorf("Own of a caller who went away: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Own(t.Context(), "t1"); !errors.Is(err, store.ErrClosed) {
		t.Errorf("Own of a closed store: %v", err)
	}
}

// What is left of a lease is known without asking, and nothing is left when it could not be renewed; one that was taken
// anew has another token.
func TestALeaseSaysWhatIsLeft(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	first := a.Lease()
	if first.Length != long || first.Left <= 0 || first.Left > long || first.Token == 0 || first.Token == b.Lease().Token {
		t.Errorf("a has %+v, b %+v", first, b.Lease())
	}
	postgres.Hang(a)
	change(t, b, `UPDATE owners SET expires = clock_timestamp() WHERE name = 'a'`)
	if err := a.Append(t.Context(), busy("t1", 0)); err != nil { // which finds out, and takes another one
		t.Fatal(err)
	}
	if now := a.Lease(); now.Token == first.Token || now.Left <= 0 {
		t.Errorf("a has %+v, had %+v", now, first)
	}
	c := open(t, shared, postgres.Options{Name: "c", Lease: 100 * time.Millisecond, Schema: postgres.SchemaOf(b)})
	postgres.Hang(c)
	waitFor(t, func() bool { return c.Lease().Left == 0 })
}
