// Package barebolt is bbolt with nothing around it but the best commit queue: the baseline beside
// which the benchmarks of the store and of the runner stand.
package barebolt

import (
	"encoding/binary"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"go.etcd.io/bbolt"
)

// fillPercent is how full the pages of the log are made: it only grows at its end.
const fillPercent = 0.95

var (
	bucketLog       = []byte("log")
	bucketSnapshots = []byte("snapshots")
)

// DB is a bare store. What is logged goes to the end of one bucket, the newest snapshot to another,
// by trip.
type DB struct {
	bolt  *bbolt.DB
	alone bool
	next  uint64 // key in the log; changed inside of transactions only
	wake  chan struct{}

	mu   sync.Mutex
	line []request
}

type request struct {
	trip          string
	log, snapshot []byte
	done          chan error
}

// Open makes an empty one in a folder of the test. With alone there is one writer and no queue,
// which would only cost.
func Open(tb testing.TB, alone bool) *DB {
	tb.Helper()
	db, err := bbolt.Open(filepath.Join(tb.TempDir(), "bare.db"), 0o600,
		&bbolt.Options{FreelistType: bbolt.FreelistArrayType, NoStatistics: true})
	if err != nil {
		tb.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err1 := tx.CreateBucket(bucketLog)
		_, err2 := tx.CreateBucket(bucketSnapshots)
		return errors.Join(err1, err2)
	})
	if err != nil {
		tb.Fatal(err)
	}
	d := &DB{bolt: db, alone: alone, wake: make(chan struct{}, 1)}
	ended := make(chan struct{})
	go func() { defer close(ended); d.loop() }()
	tb.Cleanup(func() { close(d.wake); <-ended; _ = db.Close() })
	return d
}

// Append makes one durable commit: bytes for the log and, unless it is empty, a snapshot of the trip.
func (d *DB) Append(trip string, log, snapshot []byte) error {
	r := request{trip: trip, log: log, snapshot: snapshot}
	if d.alone {
		return d.commit([]request{r})
	}
	r.done = make(chan error, 1)
	d.mu.Lock()
	d.line = append(d.line, r)
	d.mu.Unlock()
	select {
	case d.wake <- struct{}{}:
	default:
	}
	return <-r.done
}

// Bytes returns how large the file is.
func (d *DB) Bytes(tb testing.TB) (n int64) {
	tb.Helper()
	if err := d.bolt.View(func(tx *bbolt.Tx) error { n = tx.Size(); return nil }); err != nil {
		tb.Error(err)
	}
	return n
}

// loop commits all that waits, again and again.
func (d *DB) loop() {
	for range d.wake {
		d.mu.Lock()
		batch := d.line
		d.line = nil
		d.mu.Unlock()
		if len(batch) == 0 {
			continue
		}
		err := d.commit(batch)
		for _, r := range batch {
			r.done <- err
		}
	}
}

func (d *DB) commit(batch []request) error {
	return d.bolt.Update(func(tx *bbolt.Tx) error {
		log, snapshots := tx.Bucket(bucketLog), tx.Bucket(bucketSnapshots)
		log.FillPercent = fillPercent
		for _, r := range batch {
			d.next++
			if err := log.Put(binary.BigEndian.AppendUint64(nil, d.next), r.log); err != nil {
				return err
			}
			if len(r.snapshot) == 0 {
				continue
			}
			if err := snapshots.Put([]byte(r.trip), r.snapshot); err != nil {
				return err
			}
		}
		return nil
	})
}
