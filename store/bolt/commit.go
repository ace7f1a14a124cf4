package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

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
			return ctx.Err() // it was still waiting
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

// quietTime is how long there must be no appends before the content of the journal is committed to the store's file.
const quietTime = 20 * time.Millisecond

// commitLoop runs the committer. It returns when the store is closing and no request is waiting.
func (s *Store) commitLoop(quietTime time.Duration) {
	defer close(s.committed)
	quiet := time.NewTimer(quietTime)
	defer quiet.Stop()
	for {
		select {
		case _, more := <-s.wake:
			s.commitWaiting()
			if !more {
				return
			}
		case <-quiet.C:
			if s.rest() {
				continue
			}
		}
		quiet.Reset(quietTime)
	}
}

// commitWaiting commits batches until no request is waiting.
func (s *Store) commitWaiting() {
	for {
		s.gather()
		batch := s.takeBatch()
		if len(batch) == 0 {
			return
		}
		s.commitBatch(batch)
		clear(batch) // keeps no request in memory that was answered
		s.commitFrom(journalFull)
	}
}

// gather waits for other appends as long as more arrive, because a commit costs much the same for one as for many. It
// stops at a quarter of the recent number of concurrent appends: the other callers can work while this commit is
// synced, and if all waited for the same commit, nobody would. When no other goroutine is ready to run, gather costs
// nothing.
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

// commitBatch commits requests together and answers each. If one request spoils the batch, such as one for a trip on a
// damaged page, each request is committed on its own.
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

// commitTogether makes a batch durable. If it returns an error, nothing of the batch was stored; otherwise each request
// has its own outcome in err.
func (s *Store) commitTogether(batch []*request) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.usable(); err != nil {
		return err
	}
	// gofail: var storeBeforeBegin struct{}
	changes, err := s.apply(batch)
	if err != nil || !changes {
		return s.undo(err)
	}
	// gofail: var storeBeforeCommit struct{}
	if s.fitsJournal() {
		err := s.journal.write()
		// gofail: var storeAfterCommit struct{}
		switch {
		case err == nil:
			return nil
		case errors.Is(err, store.ErrUncertain):
			return s.breakDown(&fault{path: s.path, err: fmt.Errorf("%w: open the store again", err)})
		}
	}
	return s.commitAs(true)
}

func (s *Store) inputs() inputs {
	return inputs{now: s.options.Now().UnixMilli(), keep: s.options.History}
}

// apply makes the changes of a batch in the open transaction, and the journal record that describes them.
func (s *Store) apply(batch []*request) (changes bool, err error) {
	s.sharing.Lock()
	defer s.sharing.Unlock()
	err = guard(func() error {
		if err := s.openTx(); err != nil {
			return err
		}
		s.writer.inputs = s.inputs()
		s.journal.startRecord(s.writer.inputs)
		for _, r := range batch {
			var h *held
			if h, r.err = s.writer.admit(r); r.err != nil {
				continue
			}
			changes = true
			if err := s.writer.write(r, h); err != nil {
				return err
			}
			s.journal.add(r)
		}
		return nil
	})
	return changes, err
}
