package runner

import (
	"context"
	"sync"
	"time"
)

// spell is the context of something that may take until a moment. Its channel and its timer are
// made when somebody asks for them: what answers at once never does.
type spell struct {
	parent context.Context
	until  time.Time

	mu    sync.Mutex
	full  context.Context // nil until somebody asks
	stop  context.CancelFunc
	ended bool
}

func newSpell(parent context.Context, until time.Time) *spell {
	if at, ok := parent.Deadline(); ok && at.Before(until) {
		until = at
	}
	return &spell{parent: parent, until: until}
}

// Deadline implements context.Context.
func (s *spell) Deadline() (time.Time, bool) { return s.until, true }

// Done implements context.Context.
func (s *spell) Done() <-chan struct{} { return s.whole().Done() }

// Err implements context.Context.
func (s *spell) Err() error { return s.whole().Err() }

// Value implements context.Context.
func (s *spell) Value(key any) any { return s.whole().Value(key) }

// whole returns the context that all questions but that for the deadline go to.
func (s *spell) whole() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full == nil {
		if s.ended { // in time, whatever the time is now
			s.full, s.stop = context.WithCancel(s.parent)
			s.stop()
		} else {
			s.full, s.stop = context.WithDeadline(s.parent, s.until)
		}
	}
	return s.full
}

// end cancels the context, as a CancelFunc does.
func (s *spell) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.stop != nil {
		s.stop()
	}
}
