package runner

import (
	"context"
	"sync"
	"time"
)

// spell is the context of something that may take until a moment, or as long as its parent lasts.
// Its channel and its timer are made when somebody asks for them: what answers at once never does.
type spell struct {
	parent context.Context
	until  time.Time // zero when the parent's deadline is its own

	mu     sync.Mutex
	full   context.Context // nil until somebody asks
	stop   context.CancelFunc
	ended  bool
	inTime bool    // it ended while its parent lasted
	atEnd  hurrier // hurried by end; nil when nobody waits for it
}

// hurrier waits for the end of a spell.
type hurrier interface{ hurry() }

// newSpell returns a spell that lasts until a moment, or as long as its parent.
func newSpell(parent context.Context, until time.Time) *spell {
	s := &spell{}
	s.begin(parent, until)
	return s
}

func (s *spell) begin(parent context.Context, until time.Time) {
	s.parent, s.until = parent, until
	if at, ok := parent.Deadline(); ok && at.Before(until) {
		s.until = at
	}
}

// Deadline implements context.Context.
func (s *spell) Deadline() (time.Time, bool) {
	if s.until.IsZero() {
		return s.parent.Deadline()
	}
	return s.until, true
}

// Done implements context.Context.
func (s *spell) Done() <-chan struct{} { return s.whole().Done() }

// Err implements context.Context.
func (s *spell) Err() error {
	if s.until.IsZero() && s.isUnasked() {
		return s.parent.Err()
	}
	return s.whole().Err()
}

// Value implements context.Context.
func (s *spell) Value(key any) any { return s.whole().Value(key) }

// isUnasked reports whether it lasts and nobody has asked for its channel.
func (s *spell) isUnasked() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.full == nil && !s.ended
}

// whole returns the context that most questions go to.
func (s *spell) whole() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full != nil {
		return s.full
	}
	switch {
	case s.inTime: // whatever the time is now
		s.full, s.stop = context.WithCancel(context.WithoutCancel(s.parent))
		s.stop()
	case s.ended, s.until.IsZero():
		s.full, s.stop = context.WithCancel(s.parent)
	default:
		s.full, s.stop = context.WithDeadline(s.parent, s.until)
	}
	return s.full
}

// end cancels the context, as a CancelFunc does.
func (s *spell) end() {
	s.mu.Lock()
	if !s.ended {
		s.ended, s.inTime = true, s.parent.Err() == nil
	}
	stop, atEnd := s.stop, s.atEnd
	s.atEnd = nil
	s.mu.Unlock()
	if stop != nil {
		stop()
	}
	if atEnd != nil {
		atEnd.hurry()
	}
}

// whenEnded has end hurry h, in place of whoever waited before, or hurries h at once when it has been
// called already. The end of the parent hurries nobody: who ends the parent also ends its spells.
func (s *spell) whenEnded(h hurrier) {
	s.mu.Lock()
	over := s.ended
	if !over {
		s.atEnd = h
	}
	s.mu.Unlock()
	if over {
		h.hurry()
	}
}

// forget has end not hurry h any more. Another who waits by now still does.
func (s *spell) forget(h hurrier) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.atEnd == h {
		s.atEnd = nil
	}
}
