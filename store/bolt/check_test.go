package bolt_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

// findChunk returns the first chunk of a stream that holds a text.
func findChunk(t *testing.T, b *bbolt.Bucket, text string) (key, value []byte) {
	t.Helper()
	cursor := b.Cursor()
	for key, value := cursor.First(); key != nil; key, value = cursor.Next() {
		if bytes.Contains(value, []byte(text)) {
			return bytes.Clone(key), bytes.Clone(value)
		}
	}
	t.Fatalf("no chunk holds %q", text)
	return nil, nil
}

// withCall leaves the trip called bad with an outstanding call.
func withCall(t *testing.T, s *bolt.Store) {
	t.Helper()
	c := storetest.Commit("bad", 6, 1)
	c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
	c.Snapshot = storetest.Snapshot("bad", 7, "c")
	must(t, s.Append(t.Context(), c))
}

// damages are ways to damage the trip called bad, and what a check says of each.
var damages = []struct {
	name   string
	damage func(t *testing.T, s *bolt.Store)
	what   string
}{
	{"a changed event", func(t *testing.T, s *bolt.Store) {
		bolt.EditRecord(t, s, "bad", 3, func(event []byte, _ *[32]byte) []byte { return bytes.ToUpper(event) })
	}, "the hash chain breaks"},
	{"a changed event with its chain mended", func(t *testing.T, s *bolt.Store) {
		before := events(t, s, "bad")
		bolt.EditRecord(t, s, "bad", 3, func(event []byte, chain *[32]byte) []byte {
			changed := bytes.ToUpper(event)
			*chain = store.NextChain(before[1].Chain, changed)
			return changed
		})
	}, "the hash chain breaks"},
	{"reordered events", func(t *testing.T, s *bolt.Store) {
		before := events(t, s, "bad")
		for seq, from := range map[int64]int{2: 2, 3: 1} {
			bolt.EditRecord(t, s, "bad", seq, func([]byte, *[32]byte) []byte { return before[from].Event })
		}
	}, "the hash chain breaks"},
	{"a record that none stands before", func(t *testing.T, s *bolt.Store) {
		bolt.CutRecord(t, s, "bad", 6)
	}, "its record points to no record before it"},
	{"an end cut off", func(t *testing.T, s *bolt.Store) {
		bolt.EditHead(t, s, "bad", func(h *bolt.Head) { h.Seq++ })
	}, "the record in its place"},
	{"another chain at the end", func(t *testing.T, s *bolt.Store) {
		bolt.EditHead(t, s, "bad", func(h *bolt.Head) { h.Chain[0]++ })
	}, "does not end in the trip's own"},
	{"a missing record", func(t *testing.T, s *bolt.Store) {
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
			key, _ := findChunk(t, tx.Bucket([]byte("log")), "\x03bad") // after seq and distance
			return tx.Bucket([]byte("log")).Delete(key)
		})
	}, "log at offset"},
	{"a flipped bit in a record", func(t *testing.T, s *bolt.Store) {
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
			key, value := findChunk(t, tx.Bucket([]byte("log")), "\x03bad")
			value[len(value)-10] ^= 4
			return tx.Bucket([]byte("log")).Put(key, value)
		})
	}, "checksum differs"},
	{"a flipped bit in the head", func(t *testing.T, s *bolt.Store) {
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
			value := bytes.Clone(tx.Bucket([]byte("trips")).Get([]byte("bad")))
			value[3] ^= 1
			return tx.Bucket([]byte("trips")).Put([]byte("bad"), value)
		})
	}, "its head cannot be read"},
	{"broken calls", func(t *testing.T, s *bolt.Store) {
		withCall(t, s)
		bolt.EditHead(t, s, "bad", func(h *bolt.Head) { h.Calls = []byte("garbage") })
	}, "its outstanding calls cannot be read"},
	{"calls with a byte behind them", func(t *testing.T, s *bolt.Store) {
		withCall(t, s)
		bolt.EditHead(t, s, "bad", func(h *bolt.Head) { h.Calls = append(bytes.Clone(h.Calls), 0) })
	}, "its outstanding calls cannot be read"},
	{"calls that the index lacks", func(t *testing.T, s *bolt.Store) {
		withCall(t, s)
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("calls")).Delete([]byte("bad")) })
	}, "it has outstanding calls, but is not among the pending trips"},
	{"an entry of the index without calls", func(t *testing.T, s *bolt.Store) {
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("calls")).Put([]byte("bad"), []byte("x")) })
	}, "it is among the pending trips, but has no outstanding calls"},
	{"flipped bits in the index", func(t *testing.T, s *bolt.Store) {
		withCall(t, s)
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("calls")).Put([]byte("bad"), []byte("garbage")) })
	}, "its entry among the pending trips cannot be read"},
	{"a broken queue", func(t *testing.T, s *bolt.Store) {
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("queue")).Put([]byte("bad"), []byte("garbage")) })
	}, "its queued events cannot be read"},
	{"a call that the snapshot lacks", func(t *testing.T, s *bolt.Store) {
		c := storetest.Commit("bad", 6, 1)
		c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
		must(t, s.Append(t.Context(), c))
	}, `the snapshot has the outstanding calls [], the store keeps ["c"]`},
	{"a snapshot of another seq", func(t *testing.T, s *bolt.Store) {
		c := storetest.Commit("bad", 6, 1)
		c.Snapshot = storetest.Snapshot("bad", 5)
		must(t, s.Append(t.Context(), c))
	}, "the snapshot says that it is at seq 5"},
	{"a snapshot that is none", func(t *testing.T, s *bolt.Store) {
		c := storetest.Commit("bad", 6, 1)
		c.Snapshot = []byte("[]")
		must(t, s.Append(t.Context(), c))
	}, "the snapshot cannot be decoded"},
	{"a snapshot of the history that is none", func(t *testing.T, s *bolt.Store) {
		c := storetest.Commit("bad", 6, 1)
		c.Snapshot = []byte("[]")
		must(t, s.Append(t.Context(), c))
		must(t, s.Append(t.Context(), storetest.Commit("bad", 7, 1)))
	}, "the kept snapshot cannot be decoded"},
	{"broken ends of the newest turns", func(t *testing.T, s *bolt.Store) {
		bolt.EditHead(t, s, "bad", func(h *bolt.Head) { h.TurnEnds = h.TurnEnds[:len(h.TurnEnds)-1] })
	}, "the ends of its newest turns cannot be read"},
	{"a turn that ends twice", func(t *testing.T, s *bolt.Store) {
		bolt.EditHead(t, s, "bad", func(h *bolt.Head) { h.TurnEnds = append(bytes.Clone(h.TurnEnds), 0, 0, 0, 0) })
	}, "the ends of its newest turns cannot be read"},
	{"a broken group of turn ends", func(t *testing.T, s *bolt.Store) {
		for seq := range int64(40) {
			must(t, s.Append(t.Context(), storetest.Commit("bad", 6+seq, 1)))
		}
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
			history := tx.Bucket([]byte("history"))
			key, _ := history.Cursor().Seek([]byte("\x03bad"))
			return history.Put(bytes.Clone(key), []byte("garbage"))
		})
	}, "the ends of its turns cannot be read"},
	{"a group without a turn end", func(t *testing.T, s *bolt.Store) {
		for seq := range int64(40) {
			must(t, s.Append(t.Context(), storetest.Commit("bad", 6+seq, 1)))
		}
		bolt.EmptyGroup(t, s, "bad")
	}, "the ends of its turns cannot be read"},
	{"a trip that is gone", func(t *testing.T, s *bolt.Store) {
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("trips")).Delete([]byte("bad")) })
	}, "its log is there, but there is no such trip"},
	{"a trip of many turns that is gone", func(t *testing.T, s *bolt.Store) {
		for seq := range int64(40) {
			must(t, s.Append(t.Context(), storetest.Commit("bad", 6+seq, 1)))
		}
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("trips")).Delete([]byte("bad")) })
	}, "the ends of its turns are kept, but there is no such trip"},
	{"calls of no trip", func(t *testing.T, s *bolt.Store) {
		bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
			return errors.Join(tx.Bucket([]byte("trips")).Delete([]byte("bad")), tx.Bucket([]byte("calls")).Put([]byte("bad"), []byte("x")))
		})
	}, "there is no such trip"},
	{"a log that folds to something else", func(*testing.T, *bolt.Store) {}, "folded again differs from what is kept: as planned"},
}

// TestCheckFinds damages one trip in each of many ways. The check must name that trip, and only
// it, and say what is wrong; the others must stay as they were.
func TestCheckFinds(t *testing.T) {
	for _, c := range damages {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
			for _, id := range []trip.ID{"aaa", "bad", "ccc"} {
				storetest.Fill(t, s, id, 2, 3)
			}
			want := state(t, s)
			c.damage(t, s)
			report, err := s.Check(t.Context(), store.CheckOptions{Verify: planned(c.what)})
			if err != nil {
				t.Fatal(err)
			}
			if got := report.Damaged(); !slices.Equal(got, []trip.ID{"bad"}) {
				t.Errorf("damaged %q, want only the bad one; findings %v", got, report.Findings)
			}
			if !slices.ContainsFunc(report.Findings, func(f store.Finding) bool { return strings.Contains(f.What, c.what) }) {
				t.Errorf("findings %v, want one that says %q", report.Findings, c.what)
			}
			for _, id := range []trip.ID{"aaa", "ccc"} {
				if got, err := s.Load(t.Context(), id); err != nil || got.Chain != want[id].Trip.Chain {
					t.Errorf("Load(%s): %v", id, err)
				}
				if got := events(t, s, id); len(got) != 6 {
					t.Errorf("Log(%s): %d records", id, len(got))
				}
				must(t, s.Append(t.Context(), storetest.Commit(id, 6, 1)))
			}
		})
	}
}

// planned is a Verify that reads all it gets, and is dissatisfied with one trip if it is asked to be.
func planned(what string) func([]byte, iter.Seq[[]byte], []byte, int64) (trip.Intent, []trip.Call, error) {
	return func(header []byte, events iter.Seq[[]byte], snapshot []byte, _ int64) (trip.Intent, []trip.Call, error) {
		n := 0
		for range events {
			n++
		}
		if n < 6 || len(snapshot) == 0 {
			return trip.Intent{}, nil, fmt.Errorf("%d events were handed over", n)
		}
		if strings.Contains(what, "as planned") && bytes.Contains(header, []byte("bad")) {
			return trip.Intent{}, nil, errors.New("as planned")
		}
		return trip.Intent{}, nil, nil
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func events(t *testing.T, s *bolt.Store, id trip.ID) (all []store.Record) {
	t.Helper()
	for r, err := range s.Log(t.Context(), id, 1) {
		must(t, err)
		all = append(all, r)
	}
	return all
}

// TestDamageNamesItsRecord to whoever reads the log, not the trip alone.
func TestDamageNamesItsRecord(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "bad", 2, 3)
	bolt.CutRecord(t, s, "bad", 6)
	var damaged *store.DamagedError
	for _, err := range s.Log(t.Context(), "bad", 1) {
		if err != nil && !errors.As(err, &damaged) {
			t.Fatal(err)
		}
	}
	if damaged == nil || damaged.Trip != "bad" || damaged.Seq != 6 {
		t.Errorf("got %+v", damaged)
	}
}

// TestCheckFindsEachOrphan looks on after a trip that is there, and after one that is not.
func TestCheckFindsEachOrphan(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	for _, id := range []trip.ID{"aaa", "bad", "ccc", "worse"} {
		c := storetest.Commit(id, 0, 1)
		c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
		c.Snapshot = storetest.Snapshot(id, 1, "c")
		must(t, s.Append(t.Context(), c))
	}
	bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
		trips := tx.Bucket([]byte("trips"))
		return errors.Join(trips.Delete([]byte("bad")), trips.Delete([]byte("worse")))
	})
	report, err := s.Check(t.Context(), store.CheckOptions{})
	must(t, err)
	var got []trip.ID
	for _, f := range report.Findings {
		if strings.Contains(f.What, "something is pending for it") {
			got = append(got, f.Trip)
		}
	}
	if !slices.Equal(got, []trip.ID{"bad", "worse"}) {
		t.Errorf("orphans %q, want bad and worse; findings %v", got, report.Findings)
	}
}

// TestCheckFindsTurnEndsOfManyTripsThatAreGone looks on beyond what one transaction reads.
func TestCheckFindsTurnEndsOfManyTripsThatAreGone(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	const gone = 600
	bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
		for i := range gone {
			if err := tx.Bucket([]byte("history")).Put(fmt.Appendf(nil, "\x04t%03d\x00\x00\x00\x00\x00\x00\x00\x01", i), []byte("x")); err != nil {
				return err
			}
		}
		return nil
	})
	report, err := s.Check(t.Context(), store.CheckOptions{})
	must(t, err)
	if n := len(report.Damaged()); n != gone {
		t.Errorf("%d trips are damaged, want %d", n, gone)
	}
}

// TestCheckGoesOnWithoutABucket damages the first page of a bucket: that is found, and no reason to look no further.
func TestCheckGoesOnWithoutABucket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	for i := range 80 {
		id := trip.ID(fmt.Sprintf("t%02d", i))
		c := storetest.Commit(id, 0, 1)
		c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n"}}
		c.Snapshot = storetest.Snapshot(id, 1, "c")
		must(t, s.Append(t.Context(), c))
	}
	storetest.Fill(t, s, "long", 300, 1)
	must(t, s.Checkpoint())
	whole := read(t, path)
	for bucket, says := range map[string]string{
		"trips":   "the trips cannot all be listed: ",
		"history": "the turn ends cannot all be read: ",
		"calls":   "the pending trips cannot all be listed: ",
		"log":     "damaged: a page cannot be read: ",
	} {
		at, length := bolt.RootPage(t, s, bucket)
		damaged := bytes.Clone(whole)
		clear(damaged[at : at+int64(length)])
		must(t, os.WriteFile(path, damaged, 0o600))
		report, err := s.Check(t.Context(), store.CheckOptions{})
		must(t, os.WriteFile(path, whole, 0o600))
		must(t, err)
		if !slices.ContainsFunc(report.Findings, func(f store.Finding) bool {
			return f.Trip == "" && strings.Contains(f.String(), says)
		}) {
			t.Errorf("%s: findings %v", bucket, report.Findings)
		}
	}
}

// TestBboltsOwnCheck finds what the walk over the pages does not: a key on one page that comes behind those of the next.
// It is not asked where the walk has found something: it panics on broken pages.
func TestBboltsOwnCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	s := still(t, path, bolt.Options{})
	for i := range 100 {
		storetest.Fill(t, s, trip.ID(fmt.Sprintf("t%03d", i)), 1, 1)
	}
	must(t, s.Checkpoint())
	at, _ := bolt.RootPage(t, s, "trips")
	must(t, s.Close())
	file := read(t, path)
	second := file[at+16+16:] // the entry of the second page
	next := second[binary.NativeEndian.Uint32(second):][:4]
	n, err := strconv.Atoi(string(next[1:]))
	must(t, err)
	last := fmt.Sprintf("t%03d", n-1)
	if problems := bolt.PageProblems(path); len(problems) > 0 {
		t.Errorf("before: %q", problems)
	}
	must(t, os.WriteFile(path, bytes.ReplaceAll(file, []byte(last), []byte("z"+last[1:])), 0o600))
	if problems := bolt.PageProblems(path); len(problems) == 0 {
		t.Error("nothing is found")
	}
	must(t, os.WriteFile(path, bytes.ReplaceAll(file, []byte("t003"), []byte("t001")), 0o600))
	if problems := bolt.PageProblems(path); len(problems) != 1 || !strings.Contains(problems[0], "its keys are not in order") {
		t.Errorf("of keys on one page: %q", problems)
	}
}

// TestCheckReadsALongHistoryInParts: a transaction that reads for long keeps pages from being used again.
func TestCheckReadsALongHistoryInParts(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	const turns = 1000
	storetest.Fill(t, s, "t1", turns, 1)
	if n := bolt.ReadsOfHistory(t, s, "t1"); n < turns/300 {
		t.Errorf("%d transactions", n)
	}
}

// TestCheckKnowsTombstones checks a store with a trip whose log is still to be swept.
func TestCheckKnowsTombstones(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "first", 2, 2)
	storetest.Fill(t, s, "second", 2, 2)
	bolt.Bury(t, s, "first")
	bolt.Bury(t, s, "second")
	report, err := s.Check(t.Context(), store.CheckOptions{})
	must(t, err)
	if report.Trips != 0 || len(report.Findings) > 0 {
		t.Errorf("report %+v", report)
	}
	storetest.Fill(t, s, "first", 1, 1)
	_, err = s.Prune(t.Context(), store.Retention{KeepTurns: 5})
	must(t, err)
	if report, err = s.Check(t.Context(), store.CheckOptions{}); err != nil || report.Trips != 1 || len(report.Findings) > 0 {
		t.Errorf("after the sweep: report %+v, error %v", report, err)
	}
}

// TestCheckTellsALossFromATombstone: that one removed trip's log is still to be swept does not excuse the log of another one
// that is gone.
func TestCheckTellsALossFromATombstone(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "buried", 2, 2)
	storetest.Fill(t, s, "lost", 2, 2)
	bolt.Bury(t, s, "buried")
	bolt.Tamper(t, s, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("trips")).Delete([]byte("lost")) })
	report, err := s.Check(t.Context(), store.CheckOptions{})
	must(t, err)
	if got := report.Damaged(); !slices.Equal(got, []trip.ID{"lost"}) {
		t.Errorf("damaged %q, want only the lost one", got)
	}
}

func TestCheckOfAWholeStore(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "t1", 300, 2)
	storetest.Fill(t, s, "t2", 1, 5)
	report, err := s.Check(t.Context(), store.CheckOptions{})
	must(t, err)
	if report.Trips != 2 || report.Events != 605 || len(report.Findings) > 0 {
		t.Errorf("report %+v", report)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Check(ctx, store.CheckOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// TestPruneLeavesDamage prunes a store in which one trip cannot be read.
func TestPruneLeavesDamage(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trips.db"), bolt.Options{})
	storetest.Fill(t, s, "bad", 4, 2)
	storetest.Fill(t, s, "good", 4, 2)
	storetest.Fill(t, s, "worse", 4, 2)
	bolt.Tamper(t, s, func(tx *bbolt.Tx) error {
		key, _ := findChunk(t, tx.Bucket([]byte("snapshots")), "worse")
		return errors.Join(tx.Bucket([]byte("snapshots")).Delete(key), tx.Bucket([]byte("trips")).Put([]byte("bad"), []byte("x")))
	})
	report, err := s.Prune(t.Context(), store.Retention{KeepTurns: 1})
	must(t, err)
	if want := (store.PruneReport{Trips: 3, Snapshots: 3, Damaged: 2}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
}
