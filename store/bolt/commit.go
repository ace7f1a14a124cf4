package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"go.etcd.io/bbolt"

	"github.com/legwork-go/legwork/store"
)

// Append implements [store.Store].
func (s *Store) Append(ctx context.Context, c store.Commit) error {
	if err := c.Check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r := s.newRequest(c)
	if err := s.enqueue(r); err != nil {
		return err
	}
	var err error
	select {
	case err = <-r.outcome:
	case <-ctx.Done():
		if r.state.CompareAndSwap(waiting, withdrawn) {
			return ctx.Err() // it still stands in line
		}
		err = <-r.outcome
	}
	s.reuse(r)
	return err
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
			clear(batch) // who was answered is not kept
		}
	}
}

// gather lets those who are about to append do so, as long as the line grows by it: a commit costs
// much the same for one as for many. But a quarter of those who lately append at once is enough: the
// others have work to do while it is synced, and if all waited for the same commit nobody would have.
// Where nobody else is ready to run it costs nothing.
func (s *Store) gather() {
	n := s.waits()
	s.crowd = max(s.crowd*15/16, n+len(s.batch))
	enough := min(s.crowd/4, s.options.BatchCount)
	for before := 0; before < n && n < enough; n = s.waits() {
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
	err := s.commitTogether(batch)
	var f *fault
	switch {
	case err == nil:
		for _, r := range batch {
			r.outcome <- r.err
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
// request has its own outcome in err.
func (s *Store) commitTogether(batch []*request) error {
	// gofail: var storeBeforeBegin struct{}
	err := s.update(func(tx *bbolt.Tx) error {
		s.writer.begin(tx, s.options.Now().UnixMilli(), s.changed)
		changes := false
		for _, r := range batch {
			var h head
			var isNew bool
			if h, isNew, r.err = s.writer.admit(r); r.err != nil {
				continue
			}
			changes = true
			if err := s.writer.write(r, h, isNew); err != nil {
				return err
			}
		}
		if !changes {
			return errNothing
		}
		s.fillAhead(tx)
		// gofail: var storeBeforeCommit struct{}
		return nil
	})
	// gofail: var storeAfterCommit struct{}
	if errors.Is(err, errNothing) {
		return nil
	}
	return err
}
