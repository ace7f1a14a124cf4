package runner

import (
	"context"
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// stream carries the updates of one delivered event to the caller that delivered it. Nothing blocks on a slow reader:
// what a stream can hold is bounded by what a turn can do, and a reader that falls behind misses handler reports.
type stream struct {
	id    trip.ID
	ready Signal

	mu    sync.Mutex // guards the fields below
	news  []news
	turn  int64 // the turn that the event opened; 0 while it waits in the queue
	ended bool
	gone  bool // nobody reads any more
	err   error
}

// news is either a folded event, from which the reader derives the updates one at a time, or a single update.
type news struct {
	fold     *folded // nil of one update
	last     bool    // of its commit
	replayed bool
	update   *Update
}

// bytes is about what it takes in memory.
func (n *news) bytes() int {
	switch {
	case n.fold != nil:
		return n.fold.bytes
	case n.update != nil:
		return len(n.update.Delta)
	}
	return 0
}

// tell yields the updates, until yield returns false.
func (n *news) tell(yield func(Update, error) bool) bool {
	if n.fold == nil {
		return yield(*n.update, nil)
	}
	return n.fold.tell(n.last, func(u Update) bool {
		u.Replayed = n.replayed
		return yield(u, nil)
	})
}

func (r *Runner) newStream(id trip.ID) *stream {
	return &stream{id: id, ready: r.sched.NewSignal()}
}

// put adds an update.
func (s *stream) put(u Update) { s.add(news{update: &u}) }

// report adds what a handler reports, unless much waits already: a handler may report without end.
func (s *stream) report(u Update) {
	s.mu.Lock()
	isBehind := len(s.news) >= maxBuffered
	s.mu.Unlock()
	if !isBehind {
		s.put(u)
	}
}

// tell adds the events of a commit.
func (s *stream) tell(folds []*folded, replayed bool) {
	for i, f := range folds {
		s.add(news{fold: f, last: i == len(folds)-1, replayed: replayed})
	}
}

func (s *stream) add(n news) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended || s.gone {
		return
	}
	s.news = append(s.news, n)
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
	s.gone, s.news = true, nil
}

// take returns what has come since the last time. The list of that time is used again.
func (s *stream) take(spent []news) (list []news, ended bool, err error) {
	clear(spent)
	s.mu.Lock()
	defer s.mu.Unlock()
	list, s.news = s.news, spent[:0]
	return list, s.ended, s.err
}

// turnNumber returns the turn that the event opened, 0 while it waits.
func (s *stream) turnNumber() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turn
}

// follow yields the updates until the turn has ended, the loop is left or ctx ends.
func (s *stream) follow(ctx context.Context, yield func(Update, error) bool) {
	defer s.leave()
	var list []news
	for {
		var ended bool
		var err error
		list, ended, err = s.take(list)
		for i := range list {
			if !list[i].tell(yield) {
				return
			}
		}
		if ended && err == nil {
			return
		}
		if !ended {
			err = s.ready.Wait(ctx)
		}
		if err != nil {
			yield(Update{Trip: s.id, Decision: new(trip.Decision)}, err)
			return
		}
	}
}
