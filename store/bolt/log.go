package bolt

import (
	"context"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// A page of a log is read in one transaction, and handed out after it. Whoever reads slowly holds a page for as long.
const (
	pageRecords = 256
	pageBytes   = 32 << 10
)

// Log implements [store.Store].
func (s *Store) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		if err := store.CheckID(id); err != nil {
			yield(store.Record{}, err)
			return
		}
		scan := logScan{id: id, next: max(from, 1)}
		for {
			var page []store.Record
			err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
				page, err = scan.page(tx)
				return err
			})
			for _, r := range page {
				if !yield(r, nil) {
					return
				}
			}
			if err != nil {
				yield(store.Record{}, of(id, err))
				return
			}
			if len(page) == 0 {
				return
			}
		}
	}
}

// logScan goes through the log of one trip, page by page, each in a transaction of its own.
type logScan struct {
	id       trip.ID
	next     int64    // seq of the next record
	end      int64    // seq of the last record to yield
	headerAt uint64   // tells the trip from a later one of the same id; 0 before the first page
	offsets  []uint64 // of the records from next on, the last one first
}

// page returns the next records, none at the end. With an error it returns what it had so far.
func (l *logScan) page(tx *bbolt.Tx) ([]store.Record, error) {
	h, err := readHead(tx.Bucket(bucketTrips), l.id)
	if err != nil {
		return nil, err
	}
	if l.headerAt == 0 {
		l.headerAt, l.end = h.headerAt, h.seq
	}
	if l.headerAt != h.headerAt {
		return nil, fmt.Errorf("%w: trip %q was removed meanwhile", store.ErrNotFound, l.id)
	}
	log := streamOf(tx, bucketLog)
	if len(l.offsets) == 0 && l.next <= l.end {
		if err := l.find(tx, log, h); err != nil {
			return nil, err
		}
	}
	return l.readPage(log)
}

// readPage reads records at the offsets that were found.
func (l *logScan) readPage(log stream) (page []store.Record, err error) {
	size := 0
	for len(l.offsets) > 0 && len(page) < pageRecords && size < pageBytes {
		last := len(l.offsets) - 1
		e, err := readRecord(log, l.offsets[last], l.id, l.next)
		if err != nil {
			return page, err
		}
		page = append(page, e.record())
		size += len(e.event) + len(e.decision)
		l.offsets = l.offsets[:last]
		l.next++
	}
	return page, nil
}

// find fills offsets by walking back from the nearest turn end at or after the page's end, or from
// the newest record, to the next one.
func (l *logScan) find(tx *bbolt.Tx, log stream, h head) error {
	seq, offset := h.seq, h.logAt
	m, ok, err := turnEndFrom(tx, l.id, &h, min(l.next+pageRecords-1, l.end))
	if err != nil {
		return err
	}
	if ok {
		seq, offset = m.seq, m.logAt
	}
	for ; seq >= l.next; seq-- {
		back, err := peekRecord(log, offset, l.id, seq)
		if err != nil {
			return err
		}
		if seq <= l.end {
			l.offsets = append(l.offsets, offset)
		}
		offset -= back
	}
	return nil
}
