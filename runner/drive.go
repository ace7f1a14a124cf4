package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// maxFolds bounds the results that share one commit.
const maxFolds = 32

// drive works on a trip until nothing is left for this goroutine: it commits what is new, performs one of
// the calls that this queued, feeds the outcome, and so on. One goroutine drives a turn as long as its
// calls come one at a time. Calls that run in parallel have a goroutine each, which drives on after its
// call. The trip's lock lets one of them at a time feed and commit.
func (t *live) drive() {
	for {
		c := t.advance()
		if c == nil || !t.perform(c, t.drive) {
			return
		}
	}
}

// advance ends a task of the caller: it feeds and commits all outcomes that are ready, then starts the new calls. It
// returns one of them for the caller to perform.
func (t *live) advance() *call {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tasks--
	t.handOver()
	for t.failure == nil && !t.r.stopping() {
		if t.feed() != nil {
			break
		}
		if t.isReady() {
			continue
		}
		own := t.startCalls()
		if len(t.calls) > 0 || t.isLooking() {
			return own
		}
		if len(t.queue) == 0 || t.next() != nil {
			break
		}
	}
	if t.r.stopping() {
		t.fail(ErrClosed)
	}
	if t.tasks == 0 {
		t.park()
	}
	return nil
}

// isReady reports whether there is an outcome to feed. The caller holds t.mu.
func (t *live) isReady() bool {
	return len(t.calls) > 0 && t.calls[0].isDone() || slices.ContainsFunc(t.settling, (*call).isDone)
}

// park ends the work on a trip that has no task left. The caller holds t.mu.
func (t *live) park() {
	for _, w := range t.restWaiters {
		w.err = t.failure
		w.done.Set()
	}
	if t.told != nil {
		t.told.p.Trim(2 * maxMessages)
	}
	t.driving, t.failure, t.restWaiters, t.values = false, nil, nil, nil
	t.startLookupTimer()
	t.r.stopDriving(t)
}

// fail drops the state in memory: it is loaded again when somebody asks next, but not before the
// tasks have ended. What is durable stays. The caller holds t.mu.
func (t *live) fail(err error) {
	if !t.loaded {
		return
	}
	if !errors.Is(err, ErrClosed) {
		t.note(Notice{Kind: WorkStopped}, slog.Any("error", err))
		t.delayLookups()
	}
	t.loaded = false
	if t.driving {
		t.failure = err
	}
	t.endTurn(stopped)
	for _, s := range t.streams {
		s.end(err)
	}
	for _, w := range t.queue {
		for _, s := range w.streams {
			s.end(err)
		}
	}
	for _, c := range slices.Concat(t.calls, t.settling) {
		c.endSpan(Done{})
		c.abandon()
		if c.write && c.begun {
			t.given = append(t.given, c)
		}
	}
	t.handOver()
	t.calls, t.settling, t.queue, t.streams = nil, nil, nil, nil
}

// startCalls begins the calls that are durable and not begun, and returns the first of them, which
// the caller performs. The caller holds t.mu.
func (t *live) startCalls() (own *call) {
	for _, c := range t.calls {
		switch {
		case c.begun:
		case own == nil:
			t.beginCall(c)
			own = c
		default:
			t.start(c)
		}
	}
	return own
}

// beginCall notes that a call is performed from now on, as a task. The caller holds t.mu.
func (t *live) beginCall(c *call) {
	c.begun, c.until = true, t.until
	c.base = t.r.ctx
	if t.values != nil {
		c.base = withValues{t.r.ctx, t.values}
	}
	kind := CallWork
	if c.lookup {
		kind = LookupWork
	}
	c.base, c.endTelemetry = t.r.startWork(c.base, Work{
		Kind: kind, Trip: t.id, Turn: c.intent.Turn.Number, CallID: c.CallID, Tool: c.Name, Recovered: c.found,
	})
	c.ctx, c.cancel = context.WithCancel(c.base)
	if c.lookup {
		c.until = t.r.sched.Now().Add(t.r.limits.TurnTimeout) // of no turn
	}
	if c.write && !c.found && (!c.lookup || c.repeat) {
		t.r.noteRunning(c.CallID)
	}
	t.tasks++
}

// start begins a call, or a lookup, on a goroutine of its own. The caller holds t.mu.
func (t *live) start(c *call) {
	t.beginCall(c)
	t.r.sched.Go(func() {
		if t.perform(c, t.drive) {
			t.drive()
		}
	})
}

// feed folds the results that are ready, in call order, and what has become known of calls in
// doubt; all of it in one commit. An error means that the trip has failed. The caller holds t.mu.
func (t *live) feed() error {
	c := t.newChange()
	for len(c.calls) > 0 && c.calls[0].isDone() && len(c.folds) < maxFolds {
		first := c.calls[0]
		if err := t.closeCall(c, first); err != nil {
			t.fail(err)
			return err
		}
		if len(c.calls) > 0 && c.calls[0] == first {
			err := fmt.Errorf("%w: trip %q: call %s does not settle", ErrBug, t.id, first.CallID)
			t.fail(err)
			return err
		}
	}
	known, err := t.feedSettled(c)
	if err != nil {
		t.fail(err)
		return err
	}
	if len(c.folds) > 0 {
		ctx, cancel := t.r.detached(t.r.ctx)
		defer cancel()
		if err := t.commit(ctx, c); err != nil {
			t.fail(err)
			return err
		}
		t.publishTurn(c)
	}
	for _, d := range known {
		d.endSpan(Done{Class: trip.ClassOutcomeUnknown})
	}
	t.settling = slices.DeleteFunc(t.settling, func(d *call) bool { return slices.Contains(known, d) })
	return nil
}

// closeCall folds the outcome of an outstanding call. A result that cannot be kept is its failure. A
// write that failed without an answer, but certainly was not made, is settled at once.
func (t *live) closeCall(c *change, done *call) error {
	f, err := t.foldOutcome(t.after(c), done.out.data)
	result, isResult := done.out.data.(trip.ToolResult)
	switch {
	case errors.Is(err, ErrEvent):
		f, err = t.fold(t.after(c),
			trip.Event{Data: done.failure(trip.ClassFailed, "the result cannot be kept", result.Attempts)})
	case err == nil && isResult && !done.write && len(f.document()) > t.r.limits.IntentBytes:
		f, err = t.fold(t.after(c),
			trip.Event{Data: done.failure(trip.ClassFailed, "the intent would become too large", result.Attempts)})
	}
	if err != nil {
		return err
	}
	f.started, f.ended, f.call = done.started, done.ended, done
	c.add(f)
	if done.out.notMade && calls.IsUnknown(t.after(c), done.CallID) {
		var last *folded
		if last, err = t.add(c, trip.Event{Data: done.notMade("certainly not made")}); err == nil {
			f.call, last.call = nil, done
		}
	}
	return err
}

// foldOutcome folds the outcome of a call. A result that is not as its tool's entry says is noted here and in the log.
func (t *live) foldOutcome(in *trip.Intent, data trip.EventData) (*folded, error) {
	f, err := t.fold(in, trip.Event{Data: data})
	result, isResult := data.(trip.ToolResult)
	if err != nil || !isResult || f.decision.Outcome == trip.ClassOK || f.decision.Outcome == trip.ClassEmpty {
		return f, err
	}
	broken := turn.CheckResult(t.config, *in, f.event)
	if broken == nil {
		return f, nil
	}
	t.noteBroken(&f.event, &result, broken)
	result.Broken = bounded(broken.Error())
	return t.fold(in, trip.Event{Data: result})
}

// feedSettled folds what has become known of writes whose outcome was unknown. It returns those for which nothing more
// is to be expected.
func (t *live) feedSettled(c *change) (known []*call, err error) {
	for _, d := range t.settling {
		if !d.isDone() {
			continue
		}
		known = append(known, d)
		if !calls.IsUnknown(t.after(c), d.CallID) {
			continue // somebody settled it meanwhile
		}
		data := d.out.data
		switch {
		case d.out.sure:
		case d.out.notMade:
			data = d.notMade("certainly not made")
		case d.lookup && t.noteLookup(d):
			data = d.notMade(notFound)
		default:
			continue
		}
		f, err := t.foldOutcome(t.after(c), data)
		if err != nil && !errors.Is(err, ErrEvent) {
			return known, err
		}
		switch {
		case err == nil && f.decision.Outcome != trip.ClassOutcomeUnknown:
			f.call = d
			c.add(f)
		case d.lookup: // the lookup did not find out
			t.noteLookup(d)
		}
	}
	return known, nil
}

// publishTurn hands the updates of a change that is durable to those who watch the turn. When the turn has ended with
// it, the telemetry hears of it before the streams end: who read to the end of one finds the turn there. The caller
// holds t.mu.
func (t *live) publishTurn(c *change) {
	hasEnded := len(t.calls) == 0
	if hasEnded {
		t.endTurn("")
	}
	for _, s := range t.streams {
		s.addFolds(c.folds, false)
		if hasEnded {
			s.end(nil)
		}
	}
	if hasEnded {
		t.streams = nil
	}
}
