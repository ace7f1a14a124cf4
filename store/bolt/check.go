package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// maxFindings bounds what is remembered of the pages.
const maxFindings = store.MaxFindings

var _ store.Checker = (*Store)(nil)

// Check implements [store.Checker]: the pages of the file, then each trip (see
// [store.CheckTrip]), the turn ends and snapshots of its history, and that nothing is kept for a
// trip that is not there. Others may use the store meanwhile; a store that was opened for
// reading is checked by bbolt's own page check as well.
func (s *Store) Check(ctx context.Context, o store.CheckOptions) (store.CheckReport, error) {
	var report store.CheckReport
	if err := s.checkPages(ctx, &report); err != nil {
		return report, err
	}
	for id, err := range s.Trips(ctx, "") {
		if errors.Is(err, store.ErrDamaged) {
			report.Add(store.Finding{What: "the trips cannot all be listed: " + err.Error()})
			break
		}
		if err != nil {
			return report, err
		}
		if err := store.CheckTrip(ctx, s, id, o, &report); err != nil {
			return report, err
		}
		if err := s.checkHistory(ctx, id, &report); err != nil {
			return report, err
		}
	}
	if err := s.checkOrphanTurnEnds(ctx, &report); err != nil {
		return report, err
	}
	if err := s.checkLost(ctx, &report); err != nil {
		return report, err
	}
	return report, s.checkOrphans(ctx, &report)
}

// checkPages looks at the pages one by one. If all are sound and nobody can write, bbolt's own check runs as well: it
// panics on broken pages and is not safe beside a writer.
func (s *Store) checkPages(ctx context.Context, report *store.CheckReport) error {
	return s.viewPages(ctx, func(tx *bbolt.Tx, walk *pageWalk) error {
		walk.run()
		for _, p := range walk.problems {
			report.Add(store.Finding{What: p.text})
		}
		if len(walk.problems) > 0 || !s.options.ReadOnly {
			return nil
		}
		for err := range tx.Check() {
			report.Add(store.Finding{What: err.Error()})
		}
		return nil
	})
}

// viewPages runs a read transaction together with a walk over the very pages that it sees.
func (s *Store) viewPages(ctx context.Context, look func(tx *bbolt.Tx, walk *pageWalk) error) error {
	s.writing.Lock()
	unlock := sync.OnceFunc(s.writing.Unlock)
	defer unlock()
	if !s.options.ReadOnly {
		_ = s.commitFile() // where it fails, what the file has is looked at
	}
	return s.viewFile(ctx, func(tx *bbolt.Tx) error {
		walk, err := newPageWalk(s.file, tx.DB().Info().PageSize)
		unlock() // the meta page is read: writers may go on
		if err != nil {
			return err
		}
		return look(tx, walk)
	})
}

// checkHistory checks the turn ends of a trip in small transactions: those in its head, then the
// groups. What moves from the head to a group meanwhile is checked twice.
func (s *Store) checkHistory(ctx context.Context, id trip.ID, report *store.CheckReport) error {
	err := s.checkRecent(ctx, id, report)
	prefix := groupPrefix(id)
	from, before := groupKey(id, 0), prefix
	for from != nil && err == nil {
		err = s.view(ctx, func(tx *bbolt.Tx) error {
			cursor := tx.Bucket(bucketHistory).Cursor()
			key, value := cursor.Seek(from)
			from = nil
			for n := 0; bytes.HasPrefix(key, prefix); key, value = cursor.Next() {
				if bytes.Compare(key, before) <= 0 {
					return &store.DamagedError{What: "the ends of its turns are not in order"}
				}
				if n >= pageRecords {
					from = clone(key)
					return nil
				}
				before = clone(key)
				turnEnds, err := openGroup(key, value)
				if err != nil {
					report.AddDamage(id, err)
				}
				checkTurnEnds(tx, id, turnEnds, report)
				n += len(turnEnds) + 1
			}
			return nil
		})
	}
	if errors.Is(err, store.ErrDamaged) {
		report.AddDamage(id, err)
		return nil
	}
	return err
}

// checkRecent checks what the head of a trip has beside what CheckTrip looks at: the turn ends of the
// newest turns, and whether the index of pending trips tells the truth. A head that cannot be read
// was found before.
func (s *Store) checkRecent(ctx context.Context, id trip.ID, report *store.CheckReport) error {
	return s.view(ctx, func(tx *bbolt.Tx) error {
		h, err := readHead(tx.Bucket(bucketTrips), id)
		if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if what := checkIndex(tx, id, &h); what != "" {
			report.Add(store.Finding{Trip: id, What: what})
		}
		turnEnds, err := h.recent(nil, id)
		checkTurnEnds(tx, id, turnEnds, report)
		return err
	})
}

// checkIndex says what is wrong with a trip's entry in the index of outstanding calls.
func checkIndex(tx *bbolt.Tx, id trip.ID, h *head) string {
	value := tx.Bucket(bucketCalls).Get([]byte(id))
	_, whole := open([]byte(id), value)
	switch {
	case value == nil && len(h.calls) > 0:
		return "it has outstanding calls, but is not among the pending trips"
	case value != nil && len(h.calls) == 0:
		return "it is among the pending trips, but has no outstanding calls"
	case value != nil && !whole:
		return "its entry among the pending trips cannot be read"
	}
	return ""
}

func checkTurnEnds(tx *bbolt.Tx, id trip.ID, turnEnds []turnEnd, report *store.CheckReport) {
	for _, m := range turnEnds {
		if err := m.check(tx, id); err != nil {
			report.Add(store.Finding{Trip: id, Seq: m.seq, What: err.Error()})
		}
	}
}

// check checks that a turn end leads to the record of its seq and to a snapshot of that seq.
func (m turnEnd) check(tx *bbolt.Tx, id trip.ID) error {
	if _, err := readRecord(streamOf(tx, bucketLog), m.logAt, id, m.seq); err != nil {
		return fmt.Errorf("the turn's end: %w", err)
	}
	snapshot, err := readSnapshot(tx, m.snapAt)
	if snapshot == nil {
		return err
	}
	intent, _, err := trip.DecodeIntent(string(snapshot))
	if err != nil {
		return fmt.Errorf("the kept snapshot cannot be decoded: %w", err)
	}
	if intent.Turn.Seq != m.seq {
		return fmt.Errorf("the kept snapshot says that it is at seq %d", intent.Turn.Seq)
	}
	return nil
}

// checkOrphanTurnEnds finds turn ends of trips that are not there: a trip leaves none when it is removed. It
// seeks from trip to trip, in small transactions.
func (s *Store) checkOrphanTurnEnds(ctx context.Context, report *store.CheckReport) error {
	for next := []byte{}; next != nil; {
		err := s.view(ctx, func(tx *bbolt.Tx) error {
			cursor := tx.Bucket(bucketHistory).Cursor()
			for range pageRecords {
				key, _ := cursor.Seek(next)
				if key == nil {
					next = nil
					return nil
				}
				id, ok := groupTrip(key)
				if !ok {
					report.Add(store.Finding{What: fmt.Sprintf("the turn end %x is of no trip", key)})
					next = append(clone(key), 0)
					continue
				}
				if tx.Bucket(bucketTrips).Get([]byte(id)) == nil {
					report.Add(store.Finding{Trip: id, What: "the ends of its turns are kept, but there is no such trip"})
				}
				next = append(groupKey(id, -1), 0) // -1 is the greatest of all seqs in the key
			}
			return nil
		})
		if errors.Is(err, store.ErrDamaged) {
			report.Add(store.Finding{What: "the turn ends cannot all be read: " + err.Error()})
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkOrphans finds calls and queued events of trips that are not there.
func (s *Store) checkOrphans(ctx context.Context, report *store.CheckReport) error {
	for id, err := range s.Pending(ctx) {
		if errors.Is(err, store.ErrDamaged) {
			report.Add(store.Finding{What: "the pending trips cannot all be listed: " + err.Error()})
			return nil
		}
		if err != nil {
			return err
		}
		err = s.view(ctx, func(tx *bbolt.Tx) error {
			if isOrphan(tx, id) {
				report.Add(store.Finding{Trip: id, What: "something is pending for it, but there is no such trip"})
			}
			return nil
		})
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return err
		}
	}
	return nil
}

// isOrphan reports whether something is pending for a trip that is not there. Once a trip is removed, nothing is
// pending for it.
func isOrphan(tx *bbolt.Tx, id trip.ID) bool {
	has := func(name []byte) bool { return tx.Bucket(name).Get([]byte(id)) != nil }
	return !has(bucketTrips) && (has(bucketCalls) || has(bucketQueue))
}
