package runner_test

import (
	"context"
	"encoding/binary"
	"path/filepath"
	"sync"
	"testing"

	"go.etcd.io/bbolt" //nolint:depguard // the baseline is bare bbolt

	"github.com/legwork-go/legwork/store"
)

// payload is the bytes that one turn of the runner stores, taken from a real one.
type payload struct {
	commits []store.Commit
}

// spy keeps the commits of one turn.
type spy struct {
	store.Store
	commits []store.Commit
}

func (s *spy) Append(ctx context.Context, c store.Commit) error {
	s.commits = append(s.commits, c)
	return s.Store.Append(ctx, c)
}

func sizesOf(b *testing.B) payload {
	s := &spy{Store: newStore()}
	r := quick(b, s, withAging)
	aTurn(b, r, "t1")
	s.commits = nil
	aTurn(b, r, "t1")
	return payload{s.commits}
}

// bare is bbolt with nothing around it but the best commit queue, making the commits of a payload.
type bare struct {
	db    *bbolt.DB
	p     payload
	alone bool
	mu    sync.Mutex
	line  []request
	wake  chan struct{}
	next  uint64
}

type request struct {
	trip   int
	commit *store.Commit
	done   chan error
}

func newBare(b *testing.B, p payload, trips int) *bare {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType, NoStatistics: true})
	if err != nil {
		b.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range []string{"log", "trips"} {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	s := &bare{db: db, p: p, alone: trips == 1, wake: make(chan struct{}, 1)}
	ended := make(chan struct{})
	go func() { defer close(ended); s.loop() }()
	b.Cleanup(func() { close(s.wake); <-ended; _ = db.Close() })
	return s
}

func (s *bare) turn(tb testing.TB, i int) {
	for n := range s.p.commits {
		r := request{trip: i, commit: &s.p.commits[n], done: make(chan error, 1)}
		if s.alone {
			if err := s.db.Update(func(tx *bbolt.Tx) error { return s.put(tx, r) }); err != nil {
				tb.Error(err)
			}
			continue
		}
		s.mu.Lock()
		s.line = append(s.line, r)
		s.mu.Unlock()
		select {
		case s.wake <- struct{}{}:
		default:
		}
		if err := <-r.done; err != nil {
			tb.Error(err)
		}
	}
}

func (s *bare) loop() {
	for range s.wake {
		s.mu.Lock()
		batch := s.line
		s.line = nil
		s.mu.Unlock()
		err := s.db.Update(func(tx *bbolt.Tx) error {
			for _, r := range batch {
				if err := s.put(tx, r); err != nil {
					return err
				}
			}
			return nil
		})
		for _, r := range batch {
			r.done <- err
		}
	}
}

func (s *bare) put(tx *bbolt.Tx, r request) error {
	log := tx.Bucket([]byte("log"))
	log.FillPercent = 0.95
	var value []byte
	for _, event := range r.commit.Events {
		value = append(value, event...)
	}
	for _, c := range r.commit.Outstanding {
		value = append(value, c.Arguments...)
	}
	s.next++
	if err := log.Put(binary.BigEndian.AppendUint64(nil, s.next), value); err != nil || len(r.commit.Snapshot) == 0 {
		return err
	}
	return tx.Bucket([]byte("trips")).Put([]byte(tripID(r.trip)), r.commit.Snapshot)
}
