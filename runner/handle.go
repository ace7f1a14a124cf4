package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// Handle accepts an event that a person sent and yields what happens to it until its turn has
// ended. Nothing is done before the iteration begins.
//
// Only ID, Data and Extra of ev are used; the runner sets seq, turn and time. An ID may be any text of at most
// trip.MaxEventIDBytes, except a UUID of version 5, the form of the engine's own ids. If the trip has seen the ID
// before and the event is the same, it is answered from the log and changes nothing. A message or an approval that
// names no ask is bound to the current one before it waits in any queue; under the strict binding such an approval is
// not bound and buys nothing. While a turn runs, the trip's policy says whether a user event is queued durably,
// interrupts the turn or is refused. TURN_CANCELLED ends the turn at once, and with it whatever waits behind it: that
// comes to the log and nothing is done for it. SCOPE_CHANGED and INTENT_PATCHED always wait for the end of the turn.
//
// Neither leaving the loop nor the end of ctx ends the turn, or takes the event out of the queue: only
// TURN_CANCELLED, the limits and Close do. [Runner.Watch] tells the rest to whoever comes back.
//
// The first event of a trip makes it. A cancellation, a choice or a patch makes none.
//
// Errors, always last: store.ErrNotFound, ErrEvent, ErrTooLarge, ErrReserved, ErrConflict, ErrBusy, ErrOverloaded,
// ErrClosed, ErrDiverged, ErrBug, that of ctx, or a fault of the store.
func (r *Runner) Handle(ctx context.Context, id trip.ID, ev trip.Event) iter.Seq2[Update, error] {
	return r.handle(ctx, id, ev, begins)
}

// Continue is [Runner.Handle] for a trip that exists: no event creates one. A caller that has looked a trip up does not
// create it again when it was deleted in between.
//
// Errors: those of Handle.
func (r *Runner) Continue(ctx context.Context, id trip.ID, ev trip.Event) iter.Seq2[Update, error] {
	return r.handle(ctx, id, ev, func(trip.EventType) bool { return false })
}

// handle handles an event. With first, the event may create its trip.
func (r *Runner) handle(
	ctx context.Context, id trip.ID, ev trip.Event, first func(trip.EventType) bool,
) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		if r.inbox != nil && ev.ID == "" {
			ev.ID = uuid.NewString() // by which it is found, wherever the trip is worked on
		}
		p := progress{event: ev.ID, yield: yield}
		s, err := r.accept(ctx, id, ev, first)
		if err == nil {
			err = s.follow(ctx, p.send)
		}
		if r.inbox != nil && isElsewhere(err) {
			err = r.goElsewhere(ctx, id, ev, first, &p)
		}
		if err != nil && !errors.Is(err, errLeft) {
			yield(Update{Trip: id, Decision: new(trip.Decision)}, err)
		}
	}
}

// accept makes an event durable, in the log or in the queue, or refuses it.
func (r *Runner) accept(
	ctx context.Context, id trip.ID, ev trip.Event, first func(trip.EventType) bool,
) (*stream, error) {
	if err := r.limits.checkEvent(id, &ev); err != nil {
		return nil, err
	}
	t, unlock, err := r.lock(id)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var s *stream
	for range acceptances {
		s, err = t.accept(ctx, ev, first)
		switch {
		case errors.Is(err, store.ErrWaiting):
			if err := t.takeRequests(ctx); err != nil && !isOvertaken(err) {
				return nil, err
			}
		case wasPruned(err), r.inbox != nil && isOvertaken(err): // what is cached here is not what the store has
		default:
			return s, err
		}
	}
	return s, err
}

// acceptances bounds how often an event is tried to be accepted while other processes change the trip.
const acceptances = 5

// wasPruned reports whether an event was refused because the store has forgotten the trip.
func wasPruned(err error) bool {
	var conflict *store.ConflictError
	return errors.As(err, &conflict) && conflict.Actual == 0
}

// isOvertaken reports whether another process has committed to the trip meanwhile, or its own lease was lost.
func isOvertaken(err error) bool {
	return errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrFenced)
}

// accept makes an event durable, or refuses it. The caller holds t.mu.
func (t *live) accept(ctx context.Context, ev trip.Event, first func(trip.EventType) bool) (*stream, error) {
	if ev.Type() == trip.TypeTurnCancelled { // of what was asked before, too; it may wait there itself
		if err := t.catchUp(ctx); err != nil {
			return nil, err
		}
	}
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	s, err := t.duplicate(ctx, &ev)
	if errors.Is(err, store.ErrNotFound) { // the trip was at rest in memory when its store forgot it
		err = t.refused(&store.ConflictError{Trip: t.id, Expected: t.in.Turn.Seq})
	}
	if s != nil || err != nil {
		return s, err
	}
	s = t.r.newStream(t.id)
	return s, t.bring(ctx, ev, s, first)
}

// bring makes an event durable that is not, or refuses it. One from the inbox is refused by no policy. The caller holds
// t.mu.
// Rule: 1.7.multitask
func (t *live) bring(ctx context.Context, ev trip.Event, s *stream, first func(trip.EventType) bool) error {
	if t.header != nil && !first(ev.Type()) {
		return noTrip(t.id, ev.Type())
	}
	if err := t.resume(t.r.limits.Turns); err != nil {
		return err
	}
	bind(&ev, t.config.Policy.ApprovalBinding, t.in.Status.Ask)
	if err := t.checkPatch(ev); err != nil {
		return err
	}
	switch {
	case ev.Type() == trip.TypeTurnCancelled:
		return t.cancel(ctx, ev, s)
	case t.isIdle():
		return t.open(ctx, ev, s)
	case ev.Type() == trip.TypeScopeChanged, ev.Type() == trip.TypeIntentPatched: // they open no turn and stop none
		return t.enqueue(ctx, ev, s)
	case len(t.calls) > 0 && t.config.Policy.Multitask == trip.Interrupt:
		return t.open(ctx, ev, s)
	case len(t.calls) > 0 && t.config.Policy.Multitask == trip.Reject && s.request == "":
		return errRunning
	default:
		return t.enqueue(ctx, ev, s)
	}
}

// brings returns the change that an event makes durable, with what it means for the inbox.
func (t *live) brings(s *stream) *change {
	c := t.newChange()
	if c.behind = s.request == ""; !c.behind {
		c.answers = []store.Answer{{ID: s.request}}
	}
	return c
}

// begins reports whether an event may be the first of a trip. A cancellation, a choice or a patch is about something
// that came before it.
func begins(kind trip.EventType) bool {
	return !slices.Contains([]trip.EventType{
		trip.TypeTurnCancelled, trip.TypeUserSelectedBundle, trip.TypeUserRequestHold, trip.TypeUserApprovedPurchase,
		trip.TypeUserAnswered, trip.TypeIntentPatched,
	}, kind)
}

// checkEvent refuses what cannot be an event of a person, before the trip is touched, and cleans what can.
func (l Limits) checkEvent(id trip.ID, ev *trip.Event) error {
	if err := store.CheckID(id); err != nil {
		return fmt.Errorf("runner: %w", err)
	}
	switch data := ev.Data.(type) {
	case trip.UserMessage:
		if n := len(data.Text) + len(data.AskID); n > l.MessageBytes {
			return fmt.Errorf("%w: the message has %d bytes, the limit is %d", ErrTooLarge, n, l.MessageBytes)
		}
	case trip.ToolResult, trip.ToolError:
		return fmt.Errorf("%w: a %s comes from a call", ErrEvent, ev.Type())
	case nil:
		return fmt.Errorf("%w: it has no data", ErrEvent)
	default:
		if n := len(trip.AppendData(nil, data)); n > l.MessageBytes {
			return fmt.Errorf("%w: the event has %d bytes, the limit is %d", ErrTooLarge, n, l.MessageBytes)
		}
	}
	switch {
	case !utf8.ValidString(ev.ID):
		return fmt.Errorf("%w: the id is not UTF-8", ErrEvent)
	case len(ev.ID) > trip.MaxEventIDBytes:
		return fmt.Errorf("%w: the id has %d bytes, the limit is %d", ErrTooLarge, len(ev.ID), trip.MaxEventIDBytes)
	case calls.IsReserved(ev.ID):
		return fmt.Errorf("%w: %s is a UUID of version 5: use one of another version, or any other text", ErrReserved, ev.ID)
	}
	beside := len(ev.ID)
	for _, m := range ev.Extra {
		beside += len(m.Key) + len(m.Value)
	}
	if beside > l.MessageBytes {
		return fmt.Errorf("%w: id and unknown members have %d bytes, the limit is %d", ErrTooLarge, beside,
			l.MessageBytes)
	}
	isStamped := func(m trip.Member) bool { return trip.IsStamped(m.Key) }
	given := trip.Event{ID: ev.ID, Data: ev.Data, Extra: slices.DeleteFunc(slices.Clone(ev.Extra), isStamped)}
	clean, err := given.Clean()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrEvent, err)
	}
	*ev = clean
	return nil
}

// isIdle reports whether a turn can begin now: no turn runs, no event waits, and no write has to be looked up first.
// The caller holds t.mu.
// Rule: 4.0.scope-waits
func (t *live) isIdle() bool {
	waits := func(k *unknownCall) bool { return !k.limits.Repeats }
	return len(t.calls) == 0 && len(t.queue) == 0 && !slices.ContainsFunc(t.unattended(), waits) && !t.isLooking()
}

// open begins a turn with an event, which interrupts one that runs; SCOPE_CHANGED, which comes only to a trip
// at rest, opens none. The caller holds t.mu.
func (t *live) open(ctx context.Context, ev trip.Event, s *stream) error {
	return t.within(t.r.limits.Turns, func() error {
		c := t.brings(s)
		if _, err := t.add(c, ev); err != nil {
			return err
		}
		if err := t.commitTurnStart(ctx, context.WithoutCancel(ctx), c, []*stream{s}); err != nil {
			return err
		}
		t.run()
		return nil
	})
}

// within runs f, which may call run. The trip is counted as active meanwhile, and as long as it is driven.
func (t *live) within(limit int, f func() error) error {
	if t.driving {
		return f()
	}
	if err := t.r.reserve(limit); err != nil {
		return err
	}
	err := f()
	if !t.driving {
		t.r.unreserve()
	}
	return err
}

// commitTurnStart commits a change whose first event opens a turn, and hands the turn to those who follow it. The
// handlers of the turn are given the values of a context, when there is one.
func (t *live) commitTurnStart(ctx, values context.Context, c *change, watchers []*stream) error {
	values, end := t.beginTurn(values, c)
	if err := t.commit(ctx, c); err != nil {
		if end != nil {
			end(Done{Status: t.in.Status.Node, Error: faultOf(err)})
		}
		return err
	}
	t.supersede()
	t.turnEnd = end
	t.until = t.r.sched.Now().Add(t.r.limits.TurnTimeout)
	t.streams, t.values = watchers, values
	for _, s := range watchers {
		s.opened(t.in.Turn.Number)
	}
	t.publishTurn(c)
	return nil
}

// supersede ends the streams of a turn that was interrupted.
func (t *live) supersede() {
	t.endTurn(superseded)
	for _, s := range t.streams {
		u := t.standing(TurnEnded)
		u.Turn, u.Superseded = s.turnNumber(), true
		s.put(u)
		s.end(nil)
	}
}

// run starts whatever the trip has to do. The trip is counted as active. The caller holds t.mu.
func (t *live) run() {
	if !t.driving {
		if len(t.calls) == 0 && len(t.settling) == 0 && len(t.queue) == 0 {
			return
		}
		t.r.startDriving(t)
	}
	t.tasks++
	t.r.sched.Go(t.drive)
}

// noLimit is more trips than there can be.
const noLimit = int(^uint(0) >> 1)

// resume takes up the calls and queued events that a crash, or a fault of the store, left behind.
func (t *live) resume(limit int) error {
	if t.driving || len(t.calls)+len(t.queue) == 0 {
		return nil
	}
	t.until = t.r.sched.Now().Add(t.r.limits.TurnTimeout)
	return t.within(limit, func() error {
		t.recovered()
		t.run()
		return nil
	})
}

// cancel ends the running turn with TURN_CANCELLED, and with it what was sent before and waits. The caller holds t.mu.
func (t *live) cancel(ctx context.Context, ev trip.Event, s *stream) error {
	c := t.brings(s)
	c.behind = false // what opens no turn and found no room is overtaken
	if err := t.takeOvertaken(ctx, c, s.request); err != nil {
		return err
	}
	c.stopWaiting()
	if _, err := t.add(c, ev); err != nil {
		return err
	}
	if err := t.commit(ctx, c); err != nil {
		return err
	}
	s.opened(t.in.Turn.Number)
	t.streams = append(t.streams, s)
	t.publishTurn(c)
	t.run()
	return nil
}
