package runner

import (
	"context"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// AwayCall is a call that another engine has made durable ([Away]), and how it is to be performed.
type AwayCall struct {
	Trip   trip.ID      `json:"trip"`
	Call   AwayOpen     `json:"call"`
	Intent *trip.Intent `json:"-"` // after the event at Call.Seq

	Until  time.Time `json:"until,omitzero"`   // when its turn ends
	Found  bool      `json:"found,omitempty"`  // nobody knows whether it was made before: a write is looked up first
	Lookup bool      `json:"lookup,omitempty"` // it is only looked up, or made again where that is its lookup
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

// PerformAway performs a call with all that a runner does for its own: the limits of its tool, attempts after the first
// one of a read, deadlines, and a lookup of a write whose answer is lost. It returns when its outcome is known; what a
// handler that was given up still answers is left in the inbox of the trip.
func (r *Runner) PerformAway(ctx context.Context, a AwayCall) AwayOutcome {
	t := &live{
		r: r, id: a.Trip, mu: r.sched.NewLock(), in: a.Intent, config: r.config.Turn,
		values: context.WithoutCancel(ctx),
	}
	c := &call{
		Outstanding: a.Call.Outstanding, write: a.Call.Write, found: a.Found, lookup: a.Lookup,
		repeat: a.Lookup && a.Call.Limits.Repeats, intent: a.Intent, seq: a.Call.Seq,
		since: since{at: a.Call.Since, lease: r.now().lease},
	}
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
	if done := (Done{Class: trip.ClassOK}); c.endTelemetry != nil {
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
		Nothing: c.out.nothing, StartedAt: c.started, EndedAt: c.ended,
	}
}

// LostAway is the outcome of a call whose performer has not answered, and will not.
func LostAway(c AwayOpen) AwayOutcome {
	lost := &call{Outstanding: c.Outstanding, write: c.Write}
	class := trip.ClassTimeout
	if c.Write {
		class = trip.ClassOutcomeUnknown
	}
	lost.out = outcome{data: lost.failure(class, "whoever performed the call has not answered", 1)}
	return lost.awayOutcome()
}

// NotMadeAway is the outcome of a write that two lookups did not find.
func NotMadeAway(c AwayOpen) AwayOutcome {
	lost := &call{Outstanding: c.Outstanding, write: true}
	lost.out = outcome{data: lost.notMade(notFound), sure: true}
	return lost.awayOutcome()
}
