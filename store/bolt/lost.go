package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// lostKeys is how many keys of the log are looked at in one transaction.
const lostKeys = 4096

// checkLost finds logs whose trip is not there. It looks for their headers in the whole log.
func (s *Store) checkLost(ctx context.Context, report *store.CheckReport) error {
	for next := []byte{}; next != nil; {
		err := s.view(ctx, func(tx *bbolt.Tx) error {
			log := streamOf(tx, bucketLog)
			cursor := log.bucket.Cursor()
			key, value := cursor.Seek(next)
			next = nil
			for n := 0; key != nil && len(key) <= maxKeyBytes; n++ {
				if n == lostKeys {
					next = clone(key)
					return nil
				}
				id, ok := headerOf(log, key, value)
				if ok && tx.Bucket(bucketTrips).Get([]byte(id)) == nil && !hasTombstone(tx, id) {
					report.Add(store.Finding{Trip: id, What: "its log is there, but there is no such trip"})
				}
				before := key
				if key, value = cursor.Next(); key != nil && bytes.Compare(key, before) <= 0 {
					return &store.DamagedError{What: "the log is not in order"}
				}
			}
			return nil
		})
		if errors.Is(err, store.ErrDamaged) {
			report.AddDamage("", err)
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// headerOf returns the trip whose header starts at a key of the log. ok is false for other keys.
func headerOf(log stream, key, value []byte) (id trip.ID, ok bool) {
	_, n := binary.Uvarint(value)
	if len(key) != 8 || !bytes.HasPrefix(value[max(n, 0):], []byte{0, 0}) {
		return "", false // the seq and the distance to the record before are not 0
	}
	body, err := log.read(binary.BigEndian.Uint64(key))
	if err != nil {
		return "", false
	}
	e, ok := decodeEntry(body)
	return trip.ID(e.id), ok && e.seq == 0
}

// hasTombstone reports whether a removed trip's log is still to be swept.
func hasTombstone(tx *bbolt.Tx, id trip.ID) bool {
	log := streamOf(tx, bucketLog)
	cursor := tx.Bucket(bucketTombstones).Cursor()
	for key, _ := cursor.First(); len(key) == 8; key, _ = cursor.Next() {
		body, err := log.read(binary.BigEndian.Uint64(key))
		if err != nil {
			continue
		}
		if e, ok := decodeEntry(body); ok && trip.ID(e.id) == id {
			return true
		}
	}
	return false
}
