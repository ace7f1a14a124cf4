package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
	"go.uber.org/goleak"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// sample makes a store with a few trips and returns its path.
func sample(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trips.db")
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Fill(t, s, "t1", 5, 3)
	storetest.Fill(t, s, "t2", 2, 2)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func write(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trips.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// rawBolt makes a bbolt file that a change has written to.
func rawBolt(t *testing.T, change func(tx *bbolt.Tx) error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trips.db")
	db, err := bbolt.Open(path, 0o600, nil)
	if err == nil {
		err = errors.Join(db.Update(change), db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func putFormat(format string) func(tx *bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte("meta"))
		if err != nil {
			return err
		}
		return b.Put([]byte("format"), []byte(format))
	}
}

func aText(t *testing.T) string { return write(t, bytes.Repeat([]byte("no store\n"), 4000)) }

func TestOpenErrors(t *testing.T) {
	whole, err := os.ReadFile(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	var none bolt.Options
	cases := []struct {
		name   string
		path   func(t *testing.T) string
		o      bolt.Options
		reason error
		advice string
	}{
		{"text", aText, none, store.ErrNotStore, "name another path"},
		{"text, with a limit", aText, bolt.Options{MaxBytes: 1 << 20}, store.ErrNotStore, "name another path"},
		{"a short text", func(t *testing.T) string { return write(t, []byte("{}\n")) }, none, store.ErrNotStore, "name another path"},
		{"zeros", func(t *testing.T) string { return write(t, make([]byte, 1<<16)) }, none, store.ErrNotStore, "name another path"},
		{"a folder", func(t *testing.T) string { return t.TempDir() }, none, store.ErrNotStore, "name a file in it"},
		{"another program's bbolt file", func(t *testing.T) string {
			return rawBolt(t, func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("x")); return err })
		}, none, store.ErrNotStore, "another program"},
		{"another program's meta bucket", func(t *testing.T) string { return rawBolt(t, putFormat("x")) }, none, store.ErrNotStore, "another program"},
		{"a later format", func(t *testing.T) string { return rawBolt(t, putFormat("legwork.store.v9")) }, none, store.ErrVersion, "with the version that wrote it"},
		{"a format before", func(t *testing.T) string { return rawBolt(t, putFormat("legwork.store.v4")) }, none, store.ErrVersion, "with revision 4168a598"},
		{"a bucket is missing", func(t *testing.T) string { return rawBolt(t, putFormat("legwork.store.v5")) }, none, store.ErrDamaged, "restore"},
		{"cut short", func(t *testing.T) string { return write(t, whole[:len(whole)/4]) }, none, store.ErrDamaged, "restore"},
		{"cut in the meta pages", func(t *testing.T) string { return write(t, whole[:5000]) }, none, store.ErrNotStore, "restore"},
		{"both meta pages spoilt", func(t *testing.T) string {
			spoilt := bytes.Clone(whole)
			spoilt[40] ^= 1
			spoilt[os.Getpagesize()+40] ^= 1
			return write(t, spoilt)
		}, none, store.ErrDamaged, "restore"},
		{"a missing folder", func(t *testing.T) string { return filepath.Join(t.TempDir(), "no", "trips.db") }, none, store.ErrMissing, "make the folder"},
		{"nothing to read", func(t *testing.T) string {
			return filepath.Join(t.TempDir(), "trips.db")
		}, bolt.Options{ReadOnly: true}, store.ErrMissing, "check the path"},
		{"locked", func(t *testing.T) string {
			path := sample(t)
			open(t, path, bolt.Options{})
			return path
		}, bolt.Options{LockTimeout: time.Millisecond}, store.ErrLocked, "stop the process"},
		{"locked against readers", func(t *testing.T) string {
			path := sample(t)
			open(t, path, bolt.Options{})
			return path
		}, bolt.Options{LockTimeout: time.Millisecond, ReadOnly: true}, store.ErrLocked, "stop the process"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := c.path(t)
			before, _ := os.ReadFile(path)
			s, err := bolt.Open(path, c.o)
			if err == nil {
				_ = s.Close()
				t.Fatal("Open succeeded")
			}
			var open *store.OpenError
			if !errors.As(err, &open) || !errors.Is(err, c.reason) {
				t.Fatalf("error %v, want an OpenError of reason %v", err, c.reason)
			}
			if open.Path != path || !strings.Contains(open.Advice, c.advice) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want the path and the advice %q", err, c.advice)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("a file that could not be opened was changed")
			}
		})
	}
}

func TestOpenWithoutRights(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may read everything")
	}
	path := sample(t)
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	_, err := bolt.Open(path, bolt.Options{})
	if !errors.Is(err, store.ErrAccess) {
		t.Errorf("error %v, want %v", err, store.ErrAccess)
	}
}

// TestOpenTogether has several openers meet where there is no store yet: each of them gets it in turn.
func TestOpenTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd [name]* trips.db")
	done := make(chan error)
	const openers = 8
	for i := range openers {
		go func() {
			s, err := bolt.Open(path, bolt.Options{LockTimeout: time.Minute})
			if err == nil {
				id := trip.ID(rune('a' + i))
				err = errors.Join(s.Append(t.Context(), storetest.Commit(id, 0, 1)), s.Close())
			}
			done <- err
		}()
	}
	for range openers {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if got := len(state(t, open(t, path, bolt.Options{}))); got != openers {
		t.Errorf("%d trips, want %d: a store was lost", got, openers)
	}
	alone(t, path)
}

// alone fails when something is left beside the store.
func alone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestLeftoversAreCleared(t *testing.T) {
	path := sample(t)
	for _, suffix := range []string{".compact", ".new-1", ".new-234"} {
		if err := os.WriteFile(path+suffix, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, path, bolt.Options{ReadOnly: true})
	if _, err := os.Stat(path + ".compact"); err != nil {
		t.Errorf("a reader cleared the leftovers: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, path, bolt.Options{})
	alone(t, path)
}

// tripState is all that can be read of a trip.
type tripState struct {
	Trip      store.Trip
	Log       []store.Record
	Snapshots map[int64]string
}

// state reads a whole store.
func state(t testing.TB, s store.Store) map[trip.ID]tripState {
	t.Helper()
	all := map[trip.ID]tripState{}
	for id, err := range s.Trips(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		one := tripState{Snapshots: map[int64]string{}}
		if one.Trip, err = s.Load(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		for r, err := range s.Log(t.Context(), id, 1) {
			if err != nil {
				t.Fatal(err)
			}
			one.Log = append(one.Log, r)
		}
		for seq := one.Trip.Seq; ; {
			snapshot, at, err := s.SnapshotAt(t.Context(), id, seq)
			if errors.Is(err, store.ErrNotFound) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			one.Snapshots[at] = string(snapshot)
			seq = at - 1
		}
		all[id] = one
	}
	return all
}

func same(t testing.TB, what string, got, want map[trip.ID]tripState) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%s (-want +got):\n%s", what, cmp.Diff(want, got))
	}
}

// TestOfTwoNewStoresTheFirstStays: whoever makes a store where another process was faster leaves that one alone. An
// empty file is none, and is replaced.
func TestOfTwoNewStoresTheFirstStays(t *testing.T) {
	for there, want := range map[string]string{"": "new", "another's": "another's"} {
		path, made := write(t, []byte(there)), write(t, []byte("new"))
		must(t, bolt.Publish(made, path))
		if got := string(read(t, path)); got != want {
			t.Errorf("beside %q there is %q, want %q", there, got, want)
		}
	}
	path := write(t, nil)
	must(t, os.Remove(path))
	if err := bolt.Publish(path+".cleared-away", path); err == nil {
		t.Error("neither store is there, and nothing is said")
	}
	must(t, os.WriteFile(path, nil, 0o600))
	if err := bolt.Publish(path+".cleared-away", path); err == nil {
		t.Error("what stands there is empty, and nothing is said")
	}
}

// TestANewStoreWhereThereAreNoLinks renames the new store, and passes on what else may be wrong.
func TestANewStoreWhereThereAreNoLinks(t *testing.T) {
	for _, c := range []struct {
		fault  error
		placed bool
	}{{syscall.EPERM, true}, {errors.ErrUnsupported, true}, {syscall.EIO, false}} {
		bolt.FailLinks(t, &os.LinkError{Op: "link", Err: c.fault})
		made := write(t, []byte("new"))
		path := made + ".named"
		err := bolt.Publish(made, path)
		if _, missing := os.Stat(path); (err == nil) != c.placed || (missing == nil) != c.placed {
			t.Errorf("%v: error %v, and there is %v", c.fault, err, missing)
		}
	}
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := open(t, path, bolt.Options{})
	storetest.Fill(t, s, "t1", 40, 7)
	c := storetest.Commit("t2", 0, 2)
	c.Snapshot = nil
	c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: "{}", At: 7, Key: "k"}}
	c.Queue = [][]byte{[]byte("queued")}
	if err := s.Append(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	want := state(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
		s := open(t, path, o)
		same(t, "reopened", state(t, s), want)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReadOnly(t *testing.T) {
	path := sample(t)
	s, other := open(t, path, bolt.Options{ReadOnly: true}), open(t, path, bolt.Options{ReadOnly: true})
	for _, err := range []error{
		s.Append(t.Context(), storetest.Commit("t1", 15, 1)),
		second(s.Prune(t.Context(), store.Retention{KeepTurns: 1})),
	} {
		if !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("error %v, want %v", err, store.ErrReadOnly)
		}
	}
	same(t, "two readers", state(t, s), state(t, other))
}

func second[T any](_ T, err error) error { return err }

// TestUpkeepLeavesNothingRunning: a store that is pruned every hour has no more goroutines after a year.
func TestUpkeepLeavesNothingRunning(t *testing.T) {
	s, ctx := open(t, sample(t), bolt.Options{}), context.Background() // which never ends
	before := goleak.IgnoreCurrent()
	must(t, second(s.Prune(ctx, store.Retention{KeepTurns: 1})))
	must(t, s.Delete(ctx, "t1"))
	must(t, second(s.Check(ctx, store.CheckOptions{})))
	must(t, s.Backup(ctx, io.Discard))
	goleak.VerifyNone(t, before)
}
