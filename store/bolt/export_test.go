package bolt

import (
	"context"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// UsedBytes returns the bytes of the file that are in use.
func UsedBytes(tb testing.TB, s *Store) (n int64) {
	err := s.view(tb.Context(), func(tx *bbolt.Tx) error {
		n = tx.Size()
		return nil
	})
	if err != nil {
		tb.Error(err)
	}
	return n
}

// PageProblems opens a store for reading and returns what is wrong with its pages.
func PageProblems(path string) []string {
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return []string{err.Error()}
	}
	defer func() { _ = s.Close() }()
	var report store.CheckReport
	if err := s.checkPages(context.Background(), &report); err != nil {
		return []string{err.Error()}
	}
	var texts []string
	for _, f := range report.Findings {
		texts = append(texts, f.String())
	}
	return texts
}

// HoldWrites keeps every write transaction from beginning until release is called.
func HoldWrites(s *Store) (release func()) {
	s.writing.Lock()
	return s.writing.Unlock
}

// Waiting returns how many appends wait for the committer.
func Waiting(s *Store) int {
	s.waitMu.Lock()
	defer s.waitMu.Unlock()
	return len(s.waitLine)
}

// Taken returns how many appends the committer has taken and is at work on.
func Taken(s *Store) int {
	s.waitMu.Lock()
	defer s.waitMu.Unlock()
	return len(s.batch)
}

// Transactions returns how many write transactions the file has seen.
func Transactions(tb testing.TB, s *Store) (n int) {
	err := s.view(tb.Context(), func(tx *bbolt.Tx) error {
		n = tx.ID()
		return nil
	})
	if err != nil {
		tb.Error(err)
	}
	return n
}

// FailCommit lets the store believe that the commit of a transaction failed, offset after the newest.
func FailCommit(tb testing.TB, s *Store, offset int, err error) error {
	return s.failed(Transactions(tb, s)+offset, err)
}

// Track notes from now on which keys change, as a Compact does. count returns how many of a bucket did.
func Track(s *Store) (count func(bucket string) int) {
	changed := newChanges()
	s.track(changed)
	return func(bucket string) int { return len(changed.keys([]byte(bucket))) }
}

// Tamper changes the buckets of a store behind its back.
func Tamper(tb testing.TB, s *Store, change func(tx *bbolt.Tx) error) {
	tb.Helper()
	if err := s.update(change); err != nil {
		tb.Fatal(err)
	}
}

// EditRecord lets edit change a record, and stores it in its place with a right checksum.
func EditRecord(tb testing.TB, s *Store, id trip.ID, seq int64, edit func(event []byte, chain *[32]byte) []byte) {
	tb.Helper()
	Tamper(tb, s, func(tx *bbolt.Tx) error {
		log := streamOf(tx, bucketLog)
		h, err := readHead(tx.Bucket(bucketTrips), id)
		if err != nil {
			return err
		}
		place, e := h.logAt, entry{}
		for at := h.seq; at >= seq; at-- {
			place -= e.back
			if e, err = readRecord(log, place, id, at); err != nil {
				return err
			}
		}
		e.id = []byte(id)
		e.event = pack(nil, edit(e.event, &e.chain))
		return rewrite(log, place, e.append(nil))
	})
}

// rewrite puts another entry of one chunk in the place of one.
func rewrite(s stream, place uint64, body []byte) error {
	if _, err := s.remove(place); err != nil {
		return err
	}
	before := s.bucket.Sequence()
	if err := s.bucket.SetSequence(place - 1); err != nil {
		return err
	}
	if _, err := s.append(nil, body); err != nil {
		return err
	}
	return s.bucket.SetSequence(before)
}

// Bury removes a trip of a few turns as Prune does, and leaves its log to be swept.
func Bury(tb testing.TB, s *Store, id trip.ID) {
	tb.Helper()
	err := s.change(func(w *writer, tx *bbolt.Tx) error {
		h, err := readHead(w.trips, id)
		if err != nil {
			return err
		}
		return w.bury(tx, id, h)
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// Head is what a test can spoil in the head of a trip.
type Head struct {
	Seq   int64
	Chain [32]byte
	Kept  bool   // the newest snapshot is in the history
	Marks []byte // of the newest turns
	Calls []byte
}

// EditHead changes a trip's head, and stores it with a right checksum.
func EditHead(tb testing.TB, s *Store, id trip.ID, edit func(h *Head)) {
	tb.Helper()
	Tamper(tb, s, func(tx *bbolt.Tx) error {
		h, err := readHead(tx.Bucket(bucketTrips), id)
		if err != nil {
			return err
		}
		e := Head{h.seq, h.chain, h.snapKept, h.marks, h.calls}
		edit(&e)
		h.seq, h.chain, h.snapKept, h.marks, h.calls = e.Seq, e.Chain, e.Kept, e.Marks, e.Calls
		key := []byte(id)
		return tx.Bucket(bucketTrips).Put(key, seal(h.append(nil), 0, key))
	})
}
