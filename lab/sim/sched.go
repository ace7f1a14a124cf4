package sim

import (
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// sched is a scheduler of coroutines in simulated time. It implements [runner.Scheduler].
type sched struct {
	draw    *draw
	now     time.Time
	skew    time.Duration         // how wrong the clock is that stamps events
	shown   map[trip.Instant]bool // what it has said
	all     []*routine
	current *routine
	ready   []*routine // memory of pick
	home    *process   // of the routines that no other one starts
	zombies func() bool
	died    any // what a routine panicked with, unless its process died
	idle    *pool
}

// pool keeps finished routines for reuse, because their stacks have already grown.
type pool struct{ free []*routine }

// stop ends the pooled routines.
func (p *pool) stop() {
	for _, r := range p.free {
		r.stop()
	}
	p.free = nil
}

// routine is a coroutine, and what it waits for.
type routine struct {
	next func() (struct{}, bool)
	stop func()

	proc  *process
	f     func() // nil when it has nothing to do
	s     *sched // that it works for now
	yield func(struct{}) bool
	waits moment
}

// moment is what a routine waits for: whichever comes first. The zero value is now.
type moment struct {
	signal *signal
	lock   *lock           // until nobody holds it
	ctx    context.Context // its end
	until  time.Time
	idle   bool // nobody waits for the routine to go on
}

// stopped is what a coroutine panics with when its process has died.
type stopped struct{}

// exited is what a coroutine panics with that ends itself, as runtime.Goexit does.
type exited struct{}

// Now implements runner.Scheduler.
func (s *sched) Now() time.Time { return s.now }

// wallClock is the clock that stamps events.
func (s *sched) wallClock() time.Time {
	at := s.now.Add(s.skew)
	s.shown[trip.Instant(at.UnixNano())] = true
	return at
}

// Go implements runner.Scheduler: in the process of the routine that runs.
func (s *sched) Go(f func()) {
	proc := s.home
	if s.current != nil {
		proc = s.current.proc
	}
	s.goIn(proc, f)
}

// goIn runs f in a process.
func (s *sched) goIn(proc *process, f func()) {
	if n := len(s.idle.free); n > 0 {
		r := s.idle.free[n-1]
		s.idle.free = s.idle.free[:n-1]
		r.f, r.s, r.proc, r.waits = f, s, proc, moment{}
		s.all = append(s.all, r)
		return
	}
	r := &routine{f: f, s: s, proc: proc}
	r.next, r.stop = iter.Pull(func(yield func(struct{}) bool) {
		r.yield = yield
		for r.work() {
			if !yield(struct{}{}) {
				return
			}
		}
	})
	s.all = append(s.all, r)
}

// work does what the routine has to do. It returns false when its process has died.
func (r *routine) work() (goOn bool) {
	defer func() {
		r.f = nil
		if v := recover(); v != nil {
			if v == any(exited{}) {
				goOn = true
				return
			}
			goOn = false
			if v != any(stopped{}) {
				r.s.died = v
			}
		}
	}()
	r.f()
	return true
}

// wait lets others run until what the routine waits for has come.
func (s *sched) wait(m moment) {
	s.current.waits = m
	if !s.current.yield(struct{}{}) {
		panic(stopped{})
	}
}

// Sleep implements runner.Scheduler.
func (s *sched) Sleep(ctx context.Context, d time.Duration) error {
	until := s.now.Add(max(d, 0))
	for ctx.Err() == nil && s.now.Before(until) {
		s.wait(moment{ctx: ctx, until: until})
	}
	return ctx.Err()
}

// pause lets others run, sometimes for a while.
func (s *sched) pause(ctx context.Context) error {
	if s.draw.oneIn(4) {
		return s.Sleep(ctx, time.Duration(s.draw.below(40))*100*time.Millisecond)
	}
	if s.draw.oneIn(2) {
		s.wait(moment{until: s.now})
	}
	return ctx.Err()
}

// RunWithGrace implements runner.Scheduler. Sometimes f ends its goroutine, or ignores its context and runs
// when it has been given up.
func (s *sched) RunWithGrace(
	ctx context.Context, d, grace time.Duration, f func(context.Context), instead func(bool),
) bool {
	ctx, cancel := s.WithTimeout(ctx, d)
	defer cancel()
	if !s.zombies() {
		f(ctx)
		return true
	}
	ctx = context.WithValue(ctx, unheard{}, true)
	if s.draw.oneIn(4) {
		f(ctx)
		s.Go(func() { instead(true) })
		panic(exited{})
	}
	end, _ := ctx.Deadline()
	end = end.Add(grace)
	late := end.Add(time.Duration(s.draw.below(20)) * time.Second)
	s.Go(func() {
		s.until(end)
		instead(false)
	})
	s.until(late)
	f(ctx)
	return false
}

// unheard is the context key that marks a function whose end nobody waits for.
type unheard struct{}

// until waits for a moment.
func (s *sched) until(end time.Time) {
	for s.now.Before(end) {
		s.wait(moment{until: end})
	}
}

// NewSignal implements runner.Scheduler.
func (s *sched) NewSignal() runner.Signal { return &signal{s: s} }

// signal implements runner.Signal.
type signal struct {
	s   *sched
	set bool
}

// Set implements runner.Signal.
func (g *signal) Set() { g.set = true }

// Wait implements runner.Signal.
func (g *signal) Wait(ctx context.Context) error {
	for !g.set {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.s.wait(moment{ctx: ctx, signal: g})
	}
	g.set = false
	return nil
}

// NewLock implements runner.Scheduler.
func (s *sched) NewLock() sync.Locker { return &lock{s: s} }

// lock implements sync.Locker: who has to wait lets others run.
type lock struct {
	s    *sched
	held bool
}

// Lock implements sync.Locker.
func (l *lock) Lock() {
	for l.held {
		l.s.wait(moment{lock: l})
	}
	l.held = true
}

// Unlock implements sync.Locker.
func (l *lock) Unlock() { l.held = false }

// WithTimeout implements runner.Scheduler.
func (s *sched) WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	c := &deadline{Context: ctx, s: s, at: s.now.Add(d)}
	if at, ok := ctx.Deadline(); ok && at.Before(c.at) {
		c.at = at
	}
	return c, func() { c.cancelled = true }
}

// deadline is a context that ends in simulated time. Nobody waits on its channel.
type deadline struct {
	context.Context
	s         *sched
	at        time.Time
	cancelled bool
}

// Deadline implements context.Context.
func (c *deadline) Deadline() (time.Time, bool) { return c.at, true }

// Err implements context.Context.
func (c *deadline) Err() error {
	switch err := c.Context.Err(); {
	case err != nil:
		return err
	case c.cancelled:
		return context.Canceled
	case !c.s.now.Before(c.at):
		return context.DeadlineExceeded
	}
	return nil
}

// step runs one routine that can go on, or lets time pass until one can. It returns false when
// none ever will.
func (s *sched) step() bool {
	r := s.pick()
	for r == nil {
		if !s.pass() {
			return false
		}
		r = s.pick()
	}
	r.waits = moment{}
	s.current = r
	_, more := r.next()
	s.current = nil
	if r.f == nil {
		s.forget(r)
		if more {
			s.idle.free = append(s.idle.free, r)
		}
	}
	return true
}

// pick draws one of the routines that can go on.
func (s *sched) pick() *routine {
	s.ready = s.ready[:0]
	for _, r := range s.all {
		if s.isReady(r) {
			s.ready = append(s.ready, r)
		}
	}
	switch n := len(s.ready); n {
	case 0:
		return nil
	case 1:
		return s.ready[0]
	default:
		return s.ready[s.draw.below(n)]
	}
}

func (s *sched) isReady(r *routine) bool {
	return !s.now.Before(r.proc.wakes) && s.hasCome(&r.waits)
}

// hasCome reports whether a moment is there.
func (s *sched) hasCome(w *moment) bool {
	switch {
	case w.signal != nil && w.signal.set:
		return true
	case w.lock != nil:
		return !w.lock.held
	case w.ctx != nil && w.ctx.Err() != nil:
		return true
	case !w.until.IsZero():
		return !s.now.Before(w.until)
	default:
		return w.signal == nil && w.ctx == nil
	}
}

// atRest reports whether no routine has anything left to do.
func (s *sched) atRest() bool {
	return !slices.ContainsFunc(s.all, func(r *routine) bool { return !r.waits.idle || s.hasCome(&r.waits) })
}

// pass moves the clock to the next moment that somebody waits for.
func (s *sched) pass() bool {
	var next time.Time
	sooner := func(t time.Time) {
		if !t.IsZero() && t.After(s.now) && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	for _, r := range s.all {
		sooner(r.proc.wakes)
		sooner(r.waits.until)
		if r.waits.ctx != nil {
			if at, ok := r.waits.ctx.Deadline(); ok {
				sooner(at)
			}
		}
	}
	if next.IsZero() {
		return false
	}
	s.now = next
	return true
}

func (s *sched) forget(r *routine) {
	for i := range s.all {
		if s.all[i] == r {
			s.all = append(s.all[:i], s.all[i+1:]...)
			return
		}
	}
}

// kill ends all routines where they stand, as the death of their process does. The one that
// runs has ended before: it may have held a lock.
func (s *sched) kill() {
	for len(s.all) > 0 {
		r := s.all[len(s.all)-1]
		s.all = s.all[:len(s.all)-1]
		s.current = r
		r.stop()
	}
	s.current = nil
}
