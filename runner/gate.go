package runner

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/legwork-go/legwork/trip"
)

// gate keeps the limits of one tool over all trips: calls at once, calls a minute, and no calls for a while when the
// tool fails again and again.
type gate struct {
	limit      int64 // calls at once; 0 is no limit
	maxWaiting int   // calls that may wait
	rate       *rate.Limiter

	mu      sync.Mutex // guards the fields below
	inside  int64      // calls that run
	line    []Signal   // of the calls that wait, the first to come first
	breaker breaker
}

// lookupGate begins the name of the gate of a tool's lookups.
const lookupGate = "lookup of "

// gateOf returns the gate of a tool.
func (r *Runner) gateOf(name string) *gate {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.gates[name]
	if g == nil {
		l := r.toolLimits(name)
		g = &gate{limit: l.Concurrency, maxWaiting: r.limits.Waiting}
		if l.RatePerMinute > 0 {
			// A burst is what a tenth of a minute allows.
			g.rate = rate.NewLimiter(rate.Limit(float64(l.RatePerMinute)/60), int(max(l.RatePerMinute/10, 1)))
		}
		r.gates[name] = g
	}
	return g
}

// noTimeLeft is the reason for refusing a call whose turn has run out of time. Unlike the other reasons, which are
// limits of the whole process, it is a limit of the trip.
const noTimeLeft = "the turn has no time left"

// enter waits, until a deadline, for the call to be let in. It returns the reason when it is not, else "".
func (g *gate) enter(ctx context.Context, r *Runner, until time.Time) (why string) {
	left := until.Sub(r.sched.Now())
	if left <= 0 {
		return noTimeLeft
	}
	turn, why := g.admit(r)
	if why != "" || turn == nil && g.rate == nil {
		return why
	}
	ctx, cancel := r.sched.WithTimeout(ctx, left)
	defer cancel()
	if turn != nil {
		if why := g.wait(ctx, r, turn); why != "" {
			return why
		}
	}
	if why := g.pace(ctx, r, left); why != "" {
		g.leave(r, neutral)
		return why
	}
	return ""
}

// admit lets a call in, or puts it in line: turn is not nil then, and set when the call may go in.
func (g *gate) admit(r *Runner) (turn Signal, why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case !g.breaker.allows(r.sched.Now(), r.limits):
		return nil, "the tool failed too often and rests"
	case g.limit == 0 || g.inside < g.limit:
		g.inside++
		return nil, ""
	case len(g.line) >= g.maxWaiting:
		g.breaker.note(r.sched.Now(), neutral, r.limits)
		return nil, "too many calls of the tool wait already"
	}
	turn = r.sched.NewSignal()
	g.line = append(g.line, turn)
	return turn, ""
}

// wait waits for the turn of a call in line.
func (g *gate) wait(ctx context.Context, r *Runner, turn Signal) (why string) {
	if turn.Wait(ctx) == nil {
		return ""
	}
	g.mu.Lock()
	i := slices.Index(g.line, turn)
	if i >= 0 {
		g.line = slices.Delete(g.line, i, i+1)
		g.breaker.note(r.sched.Now(), neutral, r.limits)
	}
	g.mu.Unlock()
	if i < 0 { // its turn came at the same moment
		g.leave(r, neutral)
	}
	return "the call waited too long for its turn"
}

// pace waits for the tool's rate.
func (g *gate) pace(ctx context.Context, r *Runner, left time.Duration) (why string) {
	if g.rate == nil {
		return ""
	}
	now := r.sched.Now()
	reserved := g.rate.ReserveN(now, 1)
	d := reserved.DelayFrom(now)
	if d > left || r.sched.Sleep(ctx, d) != nil {
		reserved.CancelAt(r.sched.Now())
		return "the tool's rate leaves no time for the call"
	}
	return ""
}

// leave lets the next in line go in. It returns what the breaker did, 0 for nothing.
func (g *gate) leave(r *Runner, v verdict) NoticeKind {
	g.mu.Lock()
	defer g.mu.Unlock()
	did := g.breaker.note(r.sched.Now(), v, r.limits)
	if len(g.line) == 0 {
		g.inside--
		return did
	}
	g.line[0].Set()
	g.line = slices.Delete(g.line, 0, 1)
	return did
}

// verdictOf says what the class of an attempt tells about its tool.
func verdictOf(class trip.Class) verdict {
	switch class {
	case trip.ClassFailed, trip.ClassTimeout:
		return unhealthy
	case trip.ClassCancelled, trip.ClassRateLimited, trip.ClassNotSent:
		return neutral
	case trip.ClassOK, trip.ClassEmpty, trip.ClassInvalidArguments, trip.ClassNeedsInput, trip.ClassPermanent,
		trip.ClassDenied, trip.ClassOutcomeUnknown, trip.ClassExpired:
		return healthy
	}
	return neutral
}
