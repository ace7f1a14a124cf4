package runner

import (
	"context"
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// stream carries the updates of one delivered event to the caller that delivered it. Nothing blocks on a slow reader:
// one that falls behind misses handler reports, and reads events beyond maxBufferedBytes from the log.
type stream struct {
	r     *Runner
	id    trip.ID
	ready Signal

	request string // of the inbox, that delivers the event; empty when a caller does

	mu    sync.Mutex // guards the fields below
	news  []news
	bytes int   // of them
	turn  int64 // the turn that the event opened; 0 while it waits in the queue
	ended bool
	gone  bool // nobody reads any more
	err   error
}

// news is a folded event, from which the reader derives the updates one at a time, a range of events that the reader
// reads from the log, or a single update.
type news struct {
	fold     *folded // nil of a range and of one update
	last     bool    // of its commit
	replayed bool
	from, to int64 // the seqs of a range, both included
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

// seqs returns the first and the last seq that n tells of, zeros of an update that is no event.
func (n *news) seqs() (from, to int64) {
	if n.fold != nil {
		return n.fold.event.Seq, n.fold.event.Seq
	}
	return n.from, n.to
}

// tellOne yields the updates of n.
//
//   - Errors: errLeft when yield returns false, or why the log cannot be read.
func (s *stream) tellOne(ctx context.Context, n *news, yield func(Update, error) bool) error {
	told := func(u Update) bool {
		u.Replayed = n.replayed
		return yield(u, nil)
	}
	switch {
	case n.fold != nil:
		return left(n.fold.updates(n.last, told))
	case n.update != nil:
		return left(yield(*n.update, nil))
	}
	for f, err := range s.r.past(ctx, s.id, n.from) {
		switch {
		case err != nil:
			return err
		case f.event.Seq > n.to:
			return nil
		case !f.updates(f.isOfTurn(), told):
			return errLeft
		}
	}
	return nil
}

func (r *Runner) newStream(id trip.ID) *stream {
	return &stream{r: r, id: id, ready: r.sched.NewSignal()}
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

// addFolds adds the events of a commit.
func (s *stream) addFolds(folds []*folded, replayed bool) {
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
	if s.bytes += n.bytes(); s.bytes > maxBufferedBytes {
		s.shorten()
	}
	s.ready.Set()
}

// shorten keeps of the events that wait only their seqs, and drops what handlers reported. The caller holds s.mu.
func (s *stream) shorten() {
	var kept []news
	for i := range s.news {
		n := &s.news[i]
		from, to := n.seqs()
		switch last := len(kept) - 1; {
		case from == 0 && n.update.Kind == Reported:
		case from == 0:
			kept = append(kept, *n)
		case last >= 0 && kept[last].to == from-1 && kept[last].to > 0:
			kept[last].to = to
		default:
			kept = append(kept, news{from: from, to: to, replayed: n.replayed})
		}
	}
	s.news, s.bytes = kept, 0
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
	s.gone, s.news, s.bytes = true, nil, 0
}

// drain returns what has come since the last time. The list of that time is used again.
func (s *stream) drain(spent []news) (list []news, ended bool, err error) {
	clear(spent)
	s.mu.Lock()
	defer s.mu.Unlock()
	list, s.news, s.bytes = s.news, spent[:0], 0
	return list, s.ended, s.err
}

// turnNumber returns the turn that the event opened, 0 while it waits.
func (s *stream) turnNumber() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turn
}

// follow yields the updates until the turn has ended, and returns nil then.
//
//   - Errors: errLeft when the loop was left; why there are no more; that of ctx.
func (s *stream) follow(ctx context.Context, yield func(Update, error) bool) error {
	defer s.leave()
	var list []news
	for {
		var ended bool
		var err error
		list, ended, err = s.drain(list)
		for i := range list {
			if err := s.tellOne(ctx, &list[i], yield); err != nil {
				return err
			}
		}
		if ended {
			return err
		}
		if err := s.ready.Wait(ctx); err != nil {
			return err
		}
	}
}
