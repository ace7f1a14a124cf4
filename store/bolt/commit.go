package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// request is one append that waits for the committer. Whoever moves state away from waiting owns
// its outcome: the committer takes it, or the caller withdraws it.
type request struct {
	commit  packedCommit
	bytes   int
	state   atomic.Int32
	outcome chan error // of capacity 1
}

// packedCommit is a commit whose large parts are packed already: many callers can do that at
// once, the committer could not.
type packedCommit struct {
	store.Commit
	events   [][]byte
	snapshot []byte
	calls    []byte
}

func packCommit(c store.Commit) packedCommit {
	p := packedCommit{Commit: c, events: make([][]byte, len(c.Events)), calls: appendCalls(nil, c.Outstanding)}
	for i, event := range c.Events {
		p.events[i] = pack(nil, event)
	}
	if len(c.Snapshot) > 0 {
		p.snapshot = pack(nil, c.Snapshot)
	}
	return p
}

const (
	waiting int32 = iota
	taken
	withdrawn
)

// Append implements [store.Store].
func (s *Store) Append(ctx context.Context, c store.Commit) error {
	if err := c.Check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{commit: packCommit(c), bytes: c.Bytes(), outcome: make(chan error, 1)}
	if err := s.enqueue(r); err != nil {
		return err
	}
	select {
	case err := <-r.outcome:
		return err
	case <-ctx.Done():
		if r.state.CompareAndSwap(waiting, withdrawn) {
			return ctx.Err()
		}
		return <-r.outcome
	}
}

func (s *Store) enqueue(r *request) error {
	if s.options.ReadOnly {
		return fmt.Errorf("%w: %s", store.ErrReadOnly, s.path)
	}
	s.waitMu.Lock()
	defer s.waitMu.Unlock()
	if s.isClosing() {
		return store.ErrClosed
	}
	s.waitLine = append(s.waitLine, r)
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return nil
}

// commitLoop is the committer. It ends when the store is closing and nobody waits any more.
func (s *Store) commitLoop() {
	defer close(s.committed)
	for range s.wake {
		for {
			s.gather()
			batch := s.takeBatch()
			if len(batch) == 0 {
				break
			}
			s.commitBatch(batch)
		}
	}
}

// gather lets those who are about to append do so, as long as the line grows by it: a commit costs
// much the same for one as for many. Where nobody else is ready to run it costs nothing.
func (s *Store) gather() {
	for before := 0; ; {
		n := s.waits()
		if n <= before || n >= s.options.BatchCount {
			return
		}
		before = n
		runtime.Gosched()
	}
}

// waits returns how many appends are in line.
func (s *Store) waits() int {
	s.waitMu.Lock()
	defer s.waitMu.Unlock()
	return len(s.waitLine)
}

// takeBatch takes everything that waits, up to the limits of a batch.
func (s *Store) takeBatch() []*request {
	s.waitMu.Lock()
	defer s.waitMu.Unlock()
	batch := s.batch[:0]
	bytes, n := 0, 0
	for _, r := range s.waitLine {
		if len(batch) == s.options.BatchCount || len(batch) > 0 && bytes+r.bytes > s.options.BatchBytes {
			break
		}
		n++
		if r.state.CompareAndSwap(waiting, taken) {
			batch = append(batch, r)
			bytes += r.bytes
		}
	}
	left := copy(s.waitLine, s.waitLine[n:])
	clear(s.waitLine[left:])
	s.waitLine = s.waitLine[:left]
	s.batch = batch
	return batch
}

// commitBatch commits requests together and answers each. Where the batch cannot be written for
// the sake of one, such as a trip on a damaged page, each is tried alone.
func (s *Store) commitBatch(batch []*request) {
	outcomes, err := s.commitTogether(batch)
	var f *fault
	switch {
	case err == nil:
		for i, r := range batch {
			r.outcome <- outcomes[i]
		}
	case len(batch) == 1 || errors.As(err, &f):
		for _, r := range batch {
			r.outcome <- err
		}
	default:
		for i := range batch {
			s.commitBatch(batch[i : i+1])
		}
	}
}

// commitTogether runs one transaction. An error means that nothing of it is there; else each
// request has its own outcome.
func (s *Store) commitTogether(batch []*request) ([]error, error) {
	outcomes := make([]error, len(batch))
	// gofail: var storeBeforeBegin struct{}
	err := s.update(func(tx *bbolt.Tx) error {
		s.writer.begin(tx, s.options.Now().UnixMilli(), s.changed)
		changes := false
		for i, r := range batch {
			h, isNew, err := s.writer.admit(&r.commit)
			if err != nil {
				outcomes[i] = err
				continue
			}
			changes = true
			if err := s.writer.write(&r.commit, h, isNew); err != nil {
				return err
			}
		}
		if !changes {
			return errNothing
		}
		// gofail: var storeBeforeCommit struct{}
		return nil
	})
	// gofail: var storeAfterCommit struct{}
	if errors.Is(err, errNothing) {
		err = nil
	}
	return outcomes, err
}
