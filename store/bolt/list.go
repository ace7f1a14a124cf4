package bolt

import (
	"bytes"
	"context"
	"iter"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// pageIDs is how many ids are read in one transaction.
const pageIDs = 512

// Trips implements [store.Store].
func (s *Store) Trips(ctx context.Context, after trip.ID) iter.Seq2[trip.ID, error] {
	return s.ids(ctx, after, bucketTrips)
}

// Pending implements [store.Store].
func (s *Store) Pending(ctx context.Context) iter.Seq2[trip.ID, error] {
	return s.ids(ctx, "", bucketCalls, bucketQueue)
}

// ids yields the keys after a first one that stand in any of the buckets, in byte order, page by page.
func (s *Store) ids(ctx context.Context, after trip.ID, names ...[]byte) iter.Seq2[trip.ID, error] {
	return func(yield func(trip.ID, error) bool) {
		for {
			var page []trip.ID
			err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
				page, err = pageOfIDs(tx, after, names)
				return err
			})
			if err != nil {
				yield("", err)
				return
			}
			for _, id := range page {
				if !yield(id, nil) {
					return
				}
			}
			if len(page) < pageIDs {
				return
			}
			after = page[len(page)-1]
		}
	}
}

// pageOfIDs merges the keys of the buckets. Keys out of order, on a damaged page, could lead an
// iteration round in circles for ever.
func pageOfIDs(tx *bbolt.Tx, after trip.ID, names [][]byte) ([]trip.ID, error) {
	cursors := make([]*bbolt.Cursor, len(names))
	keys := make([][]byte, len(names))
	for i, name := range names {
		cursors[i] = tx.Bucket(name).Cursor()
		keys[i], _ = cursors[i].Seek([]byte(after))
		if string(keys[i]) == string(after) {
			keys[i], _ = cursors[i].Next()
		}
	}
	var page []trip.ID
	for len(page) < pageIDs {
		least := -1
		for i, key := range keys {
			if key != nil && (least < 0 || bytes.Compare(key, keys[least]) < 0) {
				least = i
			}
		}
		if least < 0 {
			break
		}
		id := trip.ID(keys[least])
		if id <= after || len(id) > store.MaxIDBytes {
			return nil, &store.DamagedError{What: "the trips are not in order"}
		}
		page, after = append(page, id), id
		for i, key := range keys {
			if string(key) == string(id) {
				keys[i], _ = cursors[i].Next()
			}
		}
	}
	return page, nil
}
