package runner

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// enqueue makes an event durable behind the turn that runs. The caller holds t.mu.
func (t *live) enqueue(ctx context.Context, ev trip.Event, s *stream) error {
	if len(t.queue) >= t.r.limits.Queue {
		return fmt.Errorf("%w: %d events wait already", ErrBusy, len(t.queue))
	}
	w := &waiting{id: ev.ID, line: ev.AppendJSON(nil), streams: []*stream{s}, values: context.WithoutCancel(ctx)}
	return t.within(t.r.limits.Turns, func() error {
		c := t.brings(s)
		c.queue, c.queueChanged = append(slices.Clip(t.queue), w), true
		if err := t.commit(ctx, c); err != nil {
			return err
		}
		u := t.queuedUpdate(ev)
		s.put(u)
		t.publish(news{update: &u})
		t.run()
		return nil
	})
}

func (t *live) queuedUpdate(ev trip.Event) Update {
	u := t.standing(Queued)
	u.Seq, u.Turn, u.EventID, u.Event = 0, 0, ev.ID, ev
	return u
}

// next opens the turn of the first queued event, or begins what comes before it: writes of unknown outcome are looked
// up, once for each event. The turn of an event that was stopped while it waited ends as it begins. An error means that
// the trip has failed. The caller holds t.mu.
func (t *live) next() error {
	w := t.queue[0]
	if !w.looked && !w.isStopped() {
		w.looked = true
		t.lookUpOpen()
		return nil // whatever one of them has found by now is fed before the turn
	}
	ctx, cancel := t.r.detached(t.r.ctx)
	defer cancel()
	ev, err := w.event()
	c := t.newChange()
	c.queue, c.queueChanged = t.queue[1:], true
	if err == nil {
		_, err = t.add(c, ev)
	}
	if err == nil && w.isStopped() {
		err = t.stop(c)
	}
	if err == nil {
		err = t.commitTurnStart(ctx, w.values, c, w.streams)
	}
	if err != nil {
		t.fail(err)
		return err
	}
	return nil
}

// stop ends the turn that a change begins before anything of it is performed: a write that it calls for is not sent.
func (t *live) stop(c *change) error {
	for slices.ContainsFunc(c.calls, func(d *call) bool { return d.write }) {
		first, class := c.calls[0], trip.ClassCancelled
		if first.write {
			class = trip.ClassNotSent
		}
		if _, err := t.add(c, trip.Event{Data: first.failure(class, stopReason, 0)}); err != nil {
			return err
		}
	}
	if len(c.calls) == 0 {
		return nil
	}
	_, err := t.add(c, trip.Event{Data: trip.TurnCancelled{Reason: stopReason}})
	return err
}

// stopReason is why the turn of an event that waited ends as it begins.
const stopReason = "it was stopped while it waited"

// stopWaiting makes a change that stops the events that wait and would open a turn: they come to the log, and nothing
// is done for them.
// Rule: 1.7.stop
func (c *change) stopWaiting() {
	list := slices.Clone(c.queue)
	for i, w := range list {
		if ev, err := w.event(); err != nil || !ev.Type().OpensTurn() || w.isStopped() {
			continue
		}
		stopped := *w
		stopped.line = append(slices.Clip(w.line[:len(w.line)-1]), stoppedMark...)
		list[i], c.queueChanged = &stopped, true
	}
	c.queue = list
}

// stoppedMark ends the line of an event that was stopped while it waited. No event ends so by itself, since the members
// of a line are sorted and "type" is one of them.
const stoppedMark = `,"stopped":true}`

func (w *waiting) isStopped() bool { return bytes.HasSuffix(w.line, []byte(stoppedMark)) }

// event returns the event as it was accepted.
func (w *waiting) event() (trip.Event, error) { return acceptedAs(w.line) }

// acceptedAs reads a line of a log, a queue or an inbox, without the mark that the queue gives it.
func acceptedAs(line []byte) (trip.Event, error) {
	bare, isStopped := bytes.CutSuffix(line, []byte(stoppedMark))
	if isStopped {
		bare = append(slices.Clip(bare), '}')
	}
	return trip.DecodeEvent(string(bare))
}

// Withdraw stops what waits behind the turn that runs, which goes on: as after TURN_CANCELLED, it comes to the log and
// nothing is done for it. Changes of scope and patches are kept.
//
// Errors: store.ErrNotFound, ErrBusy, ErrOverloaded, ErrClosed, ErrDiverged, that of ctx, or a fault of the store.
func (r *Runner) Withdraw(ctx context.Context, id trip.ID) error {
	t, unlock, err := r.lock(id)
	if err != nil {
		return err
	}
	err = t.withdraw(ctx, "")
	unlock()
	if r.inbox != nil && isElsewhere(err) {
		_, err = r.ask(ctx, store.Request{Trip: id, Kind: requestWithdraw})
	}
	return err
}

// withdraw does what Withdraw says. request is that of the inbox, empty when a caller asks. The caller holds t.mu.
func (t *live) withdraw(ctx context.Context, request string) error {
	if err := t.ready(ctx); err != nil {
		return err
	}
	if request == "" {
		if err := t.catchUp(ctx); err != nil {
			return err
		}
	}
	c := t.newChange()
	if err := t.takeOvertaken(ctx, c, request); err != nil {
		return err
	}
	c.stopWaiting()
	if !c.queueChanged && request == "" {
		return nil
	}
	if err := t.resume(noLimit); err != nil {
		return err
	}
	if request != "" {
		c.answers = append(c.answers, store.Answer{ID: request})
	}
	return t.commit(ctx, c)
}
