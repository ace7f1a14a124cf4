package runner

import (
	"context"
	"slices"
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// stream carries the updates of one delivered event to whoever delivered it. Nobody waits for a
// slow reader: what it may have to keep is bounded by what a turn can do.
type stream struct {
	id    trip.ID
	owner bool // the delivery that made the turn: its context ends the turn

	ready Signal

	mu      sync.Mutex
	updates []Update
	turn    int64 // the turn that the event opened; 0 while it waits in the queue
	ended   bool
	gone    bool // nobody reads any more
	err     error
}

func (r *Runner) newStream(id trip.ID, owner bool) *stream {
	return &stream{id: id, owner: owner, ready: r.sched.NewSignal()}
}

// put adds updates.
func (s *stream) put(list ...Update) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended || s.gone {
		return
	}
	if len(s.updates) == 0 {
		s.updates = slices.Clip(list) // others may hold it as well: nobody writes to it
	} else {
		s.updates = append(s.updates, list...)
	}
	s.ready.Set()
}

// opened says which turn the updates are of.
func (s *stream) opened(turn int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn = turn
}

// end closes the stream. The first end counts.
func (s *stream) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended, s.err = true, err
		s.ready.Set()
	}
}

// leave says that nobody reads any more.
func (s *stream) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone, s.updates = true, nil
}

// take returns what has come since the last time.
func (s *stream) take() (list []Update, ended bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, s.updates = s.updates, nil
	return list, s.ended, s.err
}

// turnNumber returns the turn that the event opened, 0 while it waits.
func (s *stream) turnNumber() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turn
}

// follow yields the updates until the turn has ended, the loop is left or ctx ends.
func (r *Runner) follow(ctx context.Context, s *stream, yield func(Update, error) bool) {
	defer s.leave()
	var cancelled error
	wait := ctx
	for {
		list, ended, err := s.take()
		for _, u := range list {
			if !yield(u, nil) {
				return
			}
		}
		switch {
		case ended && err == nil && cancelled != nil:
			yield(Update{Trip: s.id}, cancelled)
			return
		case ended && err != nil:
			yield(Update{Trip: s.id}, err)
			return
		case ended:
			return
		}
		if s.ready.Wait(wait) == nil {
			continue
		}
		cancelled, wait = ctx.Err(), context.WithoutCancel(ctx)
		if !s.owner || s.turnNumber() == 0 {
			yield(Update{Trip: s.id}, cancelled)
			return
		}
		if err := r.cancelTurn(wait, s.id, s.turnNumber()); err != nil {
			yield(Update{Trip: s.id}, err)
			return
		}
	}
}
