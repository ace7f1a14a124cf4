package runner

import (
	"cmp"
	"context"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// AwayCall is a call that another engine has made durable ([Away]).
type AwayCall struct {
	Trip   trip.ID
	Seq    int64 // of the event that queued it
	Call   store.Outstanding
	Intent trip.Intent // after that event
	Write  bool
	Since  time.Time // when it was made durable
	Until  time.Time // when its turn ends

	Found  bool // it was out before, and nobody knows whether it was made: a write is looked up first
	Lookup bool // it is only looked up
	Repeat bool // it is made again, because that is its lookup
}

// AwayOutcome is what became of a call.
type AwayOutcome struct {
	CallID  string
	Event   trip.Raw // the TOOL_RESULT or TOOL_ERROR, without what the fold adds
	Sure    bool     // it tells what became of a write
	NotMade bool     // the write certainly had no effect
	Nothing bool     // of a lookup: it found nothing

	StartedAt, EndedAt trip.Instant // of the handler; 0 when it was not called
}

// AwayLimits is what an engine must know of a write to follow it: how often and when it is looked up.
type AwayLimits struct {
	SettleAfter             time.Duration // how long after its last attempt it may still take effect
	LookupFirst, LookupMost time.Duration // waits between lookups
	Lookups                 int           // that are made at most; 0 when it cannot be looked up
	Repeats                 bool          // it is made again instead
}

// AwayLimitsOf returns what holds for a call of a tool.
func (r *Runner) AwayLimitsOf(name string) AwayLimits {
	l := AwayLimits{
		SettleAfter: r.toolLimits(name).SettleAfter, LookupFirst: r.limits.LookupFirst, LookupMost: r.limits.LookupMost,
	}
	t := &live{r: r, arguments: map[string]trip.Raw{"": "{}"}}
	tool, _ := r.config.Turn.Catalog.Tool(name)
	switch l.Repeats = t.repeats(&trip.Pending{Name: name}); {
	case l.Repeats:
		l.Lookups = int(tool.Tries())
	case r.tools[name].Lookup != nil:
		l.Lookups = max(r.limits.Lookups, 0)
	}
	return l
}

// AwayDoubt is how far the lookups of a write in doubt are.
type AwayDoubt struct {
	CallID   string
	SettleAt time.Time // from when on a miss counts
	Lookups  int
	Misses   int           // in a row, that counted
	Wait     time.Duration // until the next lookup, unless SettleAt comes first; 0 is Limits.LookupFirst
}

// Next returns how long to wait for the next lookup. ok is false after the last one, unless somebody asks.
func (d *AwayDoubt) Next(l *AwayLimits, now time.Time) (wait time.Duration, ok bool) {
	wait = cmp.Or(d.Wait, l.LookupFirst)
	if left := d.SettleAt.Sub(now); left > 0 && (l.Repeats || left < wait) {
		wait = left
	}
	return wait, d.Lookups < l.Lookups
}

// Looked notes a lookup that was begun at a time and did not find out what became of the write. It reports whether that
// settles it as not made (NotMadeAway).
func (d *AwayDoubt) Looked(l *AwayLimits, out *AwayOutcome, asked, now time.Time) (notMade bool) {
	d.Lookups++
	d.Wait = min(2*cmp.Or(d.Wait, l.LookupFirst), l.LookupMost)
	switch {
	case l.Repeats:
		d.SettleAt, d.Misses = now.Add(l.SettleAfter), 0
	case !out.Nothing || asked.Before(d.SettleAt):
		d.Misses = 0
	default:
		if d.Misses++; d.Misses == 1 {
			d.Wait = l.LookupFirst
		}
	}
	return d.Misses >= missesNeeded
}

// PerformAway performs a call with all that a runner does for its own: the limits of its tool, attempts after the first
// one of a read, deadlines, and a lookup of a write whose answer is lost. It returns when its outcome is known; what a
// handler that was given up still answers is left in the inbox of the trip.
func (r *Runner) PerformAway(ctx context.Context, a AwayCall) AwayOutcome {
	t := &live{
		r: r, id: a.Trip, mu: r.sched.NewLock(), in: &a.Intent, config: r.config.Turn,
		values: context.WithoutCancel(ctx),
	}
	c := &call{
		Outstanding: a.Call, write: a.Write, found: a.Found, lookup: a.Lookup || a.Repeat, repeat: a.Repeat,
		intent: &a.Intent, seq: a.Seq,
	}
	c.since = since{at: a.Since, lease: r.now().lease}
	t.until = a.Until
	over := r.sched.NewSignal()
	t.mu.Lock()
	t.beginCall(c)
	t.mu.Unlock()
	stop := context.AfterFunc(ctx, c.abandon)
	defer stop()
	r.sched.Go(func() { // which is given up with a handler that ignores its context
		if t.perform(c, over.Set) {
			over.Set()
		}
	})
	_ = over.Wait(context.WithoutCancel(ctx)) // it ends by itself
	t.mu.Lock()
	defer t.mu.Unlock()
	if done := (Done{Class: trip.ClassOK}); c.tell != nil {
		if e, failed := c.out.data.(trip.ToolError); failed {
			done.Class = trip.Class(e.Code)
		}
		c.endSpan(done)
	}
	return c.awayOutcome()
}

// awayOutcome writes an outcome down.
func (c *call) awayOutcome() AwayOutcome {
	said := trip.Event{Data: c.out.data}
	ev, err := said.Clean()
	if err != nil {
		ev = trip.Event{Data: c.failure(trip.ClassFailed, "the result cannot be kept", 0)}
	}
	return AwayOutcome{
		CallID: c.CallID, Event: trip.Raw(ev.AppendJSON(nil)), Sure: c.out.sure, NotMade: c.out.notMade,
		Nothing:   c.out.nothing,
		StartedAt: c.started, EndedAt: c.ended,
	}
}

// LostAway is the outcome of a call whose performer has not answered, and will not.
func LostAway(c store.Outstanding, write bool) AwayOutcome {
	lost := &call{Outstanding: c, write: write}
	class := trip.ClassTimeout
	if write {
		class = trip.ClassOutcomeUnknown
	}
	lost.out = outcome{data: lost.failure(class, "whoever performed the call has not answered", 1)}
	return lost.awayOutcome()
}

// NotMadeAway is the outcome of a write that two lookups did not find.
func NotMadeAway(c store.Outstanding) AwayOutcome {
	lost := &call{Outstanding: c, write: true}
	lost.out = outcome{data: lost.notMade(notFound), sure: true}
	return lost.awayOutcome()
}
