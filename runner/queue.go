package runner

import (
	"context"
	"fmt"
	"slices"

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
// up, once for each event. An error means that the trip has failed. The caller holds t.mu.
func (t *live) next() error {
	w := t.queue[0]
	if !w.looked {
		w.looked = true
		t.lookUpOpen()
		return nil // whatever one of them has found by now is fed before the turn
	}
	ctx, cancel := t.r.detached(t.r.ctx)
	defer cancel()
	ev, err := trip.DecodeEvent(string(w.line))
	c := t.begin()
	c.queue, c.queueChanged = t.queue[1:], true
	if err == nil {
		_, err = t.add(c, ev)
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
