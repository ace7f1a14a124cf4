package shrink

import (
	"context"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// Looked says what is looked for: one of State, Rule, Differs and Holds.
type Looked struct {
	State   string // the trip comes to this state, such as "retryable", or phase/state
	Rule    string // this rule decides
	Differs bool   // an event is not decided as it was recorded, while this engine decides the same as in the whole

	Holds func(ctx context.Context, lines []byte) bool // judges the text of a recording instead

	FromStart bool // the result begins at the beginning of the trip, however many turns that takes
}

// Result is a recording that still does what is looked for.
type Result struct {
	Lines []byte
	Size  Size
	Tried int // recordings that were tried until then
}

// Shrink makes the recording smaller until nothing can be left out any more, or ctx ends, and returns the smallest one
// that still does what is looked for. better is told of each that is smaller than those before.
//
//   - Errors: ErrNever when the whole recording does not do it; that of ctx when it ended before that was known.
func (r *Recording) Shrink(ctx context.Context, look Looked, better func(Result)) (Result, error) {
	s := search{ctx: ctx, r: r, look: look, better: better}
	whole := candidate{of: r, keep: make([]int, len(r.events))}
	for i := range whole.keep {
		whole.keep[i] = i
	}
	if look.Differs && r.differ < 0 || len(whole.keep) == 0 || !s.try(whole) {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		return Result{}, ErrNever
	}
	s.cutTail()
	s.lastTurns()
	if !look.FromStart {
		s.middle()
	}
	s.minimize()
	return s.best.result, nil
}

// search looks for smaller recordings.
type search struct {
	ctx    context.Context
	r      *Recording
	look   Looked
	better func(Result)
	tried  int
	hit    int // index of the event after which the last candidate did it

	best tried // of all
	from tried // of those that begin at the beginning
}

// tried is a candidate that does what is looked for.
type tried struct {
	candidate
	result Result
}

// try reports whether a candidate still does what is looked for, and keeps it if it is the smallest.
func (s *search) try(c candidate) bool {
	if s.ctx.Err() != nil || len(c.keep) == 0 {
		return false
	}
	s.tried++
	if !s.holds(c) {
		return false
	}
	t := tried{c, Result{Lines: c.lines(), Tried: s.tried}}
	t.result.Size = Size{Turns: len(c.turns()), Events: len(c.keep), Bytes: len(t.result.Lines)}
	if c.start == nil && (s.from.of == nil || t.result.Size.less(s.from.result.Size)) {
		s.from = t
	}
	if s.best.of == nil || t.result.Size.less(s.best.result.Size) {
		s.best = t
		if s.better != nil {
			s.better(t.result)
		}
	}
	return true
}

// holds reports whether a candidate is whole and does what is looked for, and notes at which event.
func (s *search) holds(c candidate) bool {
	found := false
	whole := c.fold(func(seen Seen) bool {
		if s.look.Holds == nil && s.does(seen) {
			found, s.hit = true, seen.Index
		}
		return !found
	})
	switch {
	case !whole:
		return false
	case s.look.Holds != nil:
		s.hit = c.keep[len(c.keep)-1]
		return s.look.Holds(s.ctx, c.lines())
	}
	return found
}

// does reports whether what is looked for happens at an event.
func (s *search) does(seen Seen) bool {
	d := seen.Decision
	switch {
	case s.look.Differs:
		return seen.Index == s.r.differ && printOf(d) == s.r.events[seen.Index].kind
	case s.look.Rule != "":
		return slices.Contains(d.Rules, s.look.Rule)
	default:
		return d.Status.State() == s.look.State || d.Status.String() == s.look.State
	}
}

// cutTail leaves out what stands behind the event.
func (s *search) cutTail() {
	if s.look.Holds == nil {
		keep := s.best.keep
		s.try(s.best.with(keep[:slices.Index(keep, s.hit)+1]))
		return
	}
	for n := len(s.best.keep) / 2; n > 0; n /= 2 { // what a program judges may need any event
		for less := true; less && len(s.best.keep) > n; {
			less = s.try(s.best.with(s.best.keep[:len(s.best.keep)-n]))
		}
	}
}

// lastTurns tries the last turns alone, more and more of them.
func (s *search) lastTurns() {
	turns := s.best.turns()
	for n := 1; n < len(turns); n *= 2 {
		if s.try(s.best.with(slices.Concat(turns[len(turns)-n:]...))) {
			return
		}
	}
}

// mostMiddle is how many turns at most a recording that begins in the middle has: with more it is no simpler.
const maxMiddle = 4

// middle tries the last turns with the state before them as a start.
func (s *search) middle() {
	whole := s.from
	turns := whole.turns()
	for n := 1; n < len(turns) && n <= maxMiddle && n < s.best.result.Size.Turns; n++ {
		before := slices.Concat(turns[:len(turns)-n]...)
		var start *trip.Intent
		whole.with(before).fold(func(seen Seen) bool {
			in := seen.Decision.Next
			start = &in
			return true
		})
		if start == nil {
			return
		}
		c := whole.with(slices.Concat(turns[len(turns)-n:]...))
		c.start = start
		if s.try(c) {
			return
		}
	}
}

// enough is how many turns a recording may keep that begins at the beginning before one that begins in the middle, with
// a whole state in its header, is preferred.
const enough = 2

// minimize leaves out turns, then events, then members, of the best recording from the beginning, and of one from the
// middle where that needs fewer turns.
func (s *search) minimize() {
	middle := s.best
	s.best = s.from
	s.turns()
	if s.best.result.Size.Turns > enough && middle.start != nil {
		s.best = middle
	}
	s.events()
	s.members()
}

// turns leaves out turns.
func (s *search) turns() {
	units := s.best.turns()
	s.divide(len(units), func(keep []bool) bool {
		var events []int
		for i, unit := range units {
			if keep[i] {
				events = append(events, unit...)
			}
		}
		return s.try(s.best.with(events))
	})
}

// events leaves out events.
func (s *search) events() {
	all := s.best.keep
	s.divide(len(all), func(keep []bool) bool {
		var events []int
		for i, event := range all {
			if keep[i] {
				events = append(events, event)
			}
		}
		return s.try(s.best.with(events))
	})
}

// divide leaves out as many of n parts as it can: runs of them, half as long each time, until no single one can go.
func (s *search) divide(n int, holds func(keep []bool) bool) {
	keep := make([]bool, n)
	for i := range keep {
		keep[i] = true
	}
	for run := max(n/2, 1); run > 0 && s.ctx.Err() == nil; {
		less := false
		for i := n - run; i > -run; i -= run { // the end first: what was looked for stands there
			trial := slices.Clone(keep)
			clear(trial[max(i, 0) : i+run])
			if !slices.Equal(trial, keep) && holds(trial) {
				keep, less = trial, true
			}
		}
		if run > 1 {
			run /= 2
		} else if !less {
			return
		}
	}
}
