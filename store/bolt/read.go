package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Load implements [store.Store].
func (s *Store) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	if err := store.CheckID(id); err != nil {
		return store.Trip{}, err
	}
	var t store.Trip
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		var err error
		t, err = load(tx, id)
		return err
	})
	if err != nil {
		return store.Trip{}, of(id, err)
	}
	return t, nil
}

func load(tx *bbolt.Tx, id trip.ID) (store.Trip, error) {
	h, err := readHead(tx.Bucket(bucketTrips), id)
	if err != nil {
		return store.Trip{}, err
	}
	t := store.Trip{ID: id, Seq: h.seq, Chain: h.chain, SnapshotSeq: h.snapSeq}
	log := streamOf(tx, bucketLog)
	header, err := readRecord(log, h.headerAt, id, 0)
	if err != nil {
		return store.Trip{}, err
	}
	t.Header = header.event
	if t.Snapshot, err = readSnapshot(tx, h.snapAt); err != nil {
		return store.Trip{}, err
	}
	if t.Tail, err = tail(log, id, h); err != nil {
		return store.Trip{}, err
	}
	if t.Outstanding, err = h.readCalls(id); err != nil {
		return store.Trip{}, err
	}
	t.Queue, err = readQueue(tx, id)
	return t, err
}

// readSnapshot returns the snapshot at an offset; offset 0 is none.
func readSnapshot(tx *bbolt.Tx, offset uint64) ([]byte, error) {
	if offset == 0 {
		return nil, nil
	}
	body, err := streamOf(tx, bucketSnapshots).read(offset)
	if err != nil {
		return nil, err
	}
	snapshot, err := unpack(body)
	if err != nil {
		return nil, &store.DamagedError{What: fmt.Sprintf("snapshot at offset %d: %v", offset, err)}
	}
	return snapshot, nil
}

// tail returns the records after the newest snapshot.
func tail(log stream, id trip.ID, h head) ([]store.Record, error) {
	var records []store.Record
	offset := h.logAt
	for seq := h.seq; seq > h.snapSeq; seq-- {
		e, err := readRecord(log, offset, id, seq)
		if err != nil {
			return nil, err
		}
		records = append(records, e.record())
		offset -= e.back
	}
	slices.Reverse(records)
	return records, nil
}

// readRecord reads the record at an offset, which must be that of a trip's seq. Its event is
// unpacked, and memory of its own, as is the decision on it.
func readRecord(log stream, offset uint64, id trip.ID, seq int64) (entry, error) {
	body, err := log.read(offset)
	if err != nil {
		return entry{}, ofSeq(id, seq, err)
	}
	e, ok := decodeEntry(body)
	if !ok {
		return entry{}, &store.DamagedError{Trip: id, Seq: seq, What: "its record cannot be decoded"}
	}
	if err := e.check(offset, id, seq); err != nil {
		return entry{}, err
	}
	e.id = nil
	if e.event, e.decision, err = unpackPair(e.event); err != nil {
		return entry{}, &store.DamagedError{Trip: id, Seq: seq, What: err.Error()}
	}
	return e, nil
}

// record returns an entry that was read as a record of the log.
func (e entry) record() store.Record {
	return store.Record{Seq: e.seq, Event: e.event, Decision: e.decision, Chain: e.chain}
}

// peekRecord reads only where the record before the one at an offset stands. It trusts the chunk:
// whoever reads the record itself finds out whether that was right.
func peekRecord(log stream, offset uint64, id trip.ID, seq int64) (back uint64, err error) {
	value := log.bucket.Get(offsetKey(offset))
	_, n := binary.Uvarint(value)
	if n > 0 {
		if e, ok := decodeEntry(value[n:]); ok {
			return e.back, e.check(offset, id, seq)
		}
	}
	e, err := readRecord(log, offset, id, seq) // the front of the entry is longer than a chunk
	return e.back, err
}

// check returns damage when the entry is not that of a trip's seq.
func (e entry) check(offset uint64, id trip.ID, seq int64) error {
	switch {
	case string(e.id) != string(id) || e.seq != seq:
		what := fmt.Sprintf("the record in its place is seq %d of trip %q", e.seq, e.id)
		return &store.DamagedError{Trip: id, Seq: seq, What: what}
	case e.back > offset || (e.back == 0) != (seq == 0):
		return &store.DamagedError{Trip: id, Seq: seq, What: "its record points to no record before it"}
	}
	return nil
}

// readCalls decodes the calls in a trip's head.
func (h *head) readCalls(id trip.ID) ([]store.Outstanding, error) {
	if len(h.calls) == 0 {
		return nil, nil
	}
	if body, err := unpack(h.calls); err == nil {
		if calls, ok := decodeCalls(body); ok {
			return calls, nil
		}
	}
	return nil, &store.DamagedError{Trip: id, What: "its outstanding calls cannot be read"}
}

func readQueue(tx *bbolt.Tx, id trip.ID) ([][]byte, error) {
	value := tx.Bucket(bucketQueue).Get([]byte(id))
	if value == nil {
		return nil, nil
	}
	if body, ok := open([]byte(id), value); ok {
		if queue, ok := decodeQueue(body); ok {
			return queue, nil
		}
	}
	return nil, &store.DamagedError{Trip: id, What: "its queued events cannot be read"}
}

// SnapshotAt implements [store.Store].
func (s *Store) SnapshotAt(ctx context.Context, id trip.ID, seq int64) ([]byte, int64, error) {
	if err := store.CheckID(id); err != nil {
		return nil, 0, err
	}
	var snapshot []byte
	var at int64
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		h, err := readHead(tx.Bucket(bucketTrips), id)
		if err != nil {
			return err
		}
		offset := h.snapAt
		at = h.snapSeq
		if offset == 0 || at > seq {
			offset, at, err = keptAt(tx, id, &h, seq)
			if err != nil {
				return err
			}
		}
		snapshot, err = readSnapshot(tx, offset)
		return err
	})
	if err != nil {
		return nil, 0, of(id, err)
	}
	return snapshot, at, nil
}

// of names the trip in damage that was met on its behalf.
func of(id trip.ID, err error) error { return ofSeq(id, 0, err) }

func ofSeq(id trip.ID, seq int64, err error) error {
	var damaged *store.DamagedError
	if !errors.As(err, &damaged) || damaged.Trip != "" {
		return err
	}
	return &store.DamagedError{Trip: id, Seq: seq, What: damaged.What}
}
