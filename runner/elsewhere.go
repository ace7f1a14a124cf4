package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// isElsewhere reports whether an error says that another process works on the trip, or has changed it meanwhile, or
// that this one is about to let go of it.
func isElsewhere(err error) bool {
	return errors.Is(err, store.ErrOwned) || isOvertaken(err) || errors.Is(err, errClearing)
}

// progress is what the caller of Handle has been told.
type progress struct {
	event  string // the id of the caller's event
	yield  func(Update, error) bool
	seq    int64 // of the last event that was told
	opened bool  // the event itself was told

	replayed int64 // up to this seq it had been delivered before
	ended    bool  // that was all
}

// send passes an update on.
func (p *progress) send(u Update, err error) bool {
	p.seq = max(p.seq, u.Seq)
	p.opened = p.opened || u.Kind == Accepted && u.EventID == p.event
	return p.yield(u, err)
}

// follow passes on, of all that happens to the trip, what belongs to the turn of the event.
func (p *progress) follow(u Update, err error) bool {
	isOwn := u.Kind == Accepted && u.EventID == p.event
	if !p.opened && !isOwn || u.Kind == Queued {
		return true
	}
	u.Replayed = u.Seq > 0 && u.Seq <= p.replayed
	if !p.send(u, err) {
		return false
	}
	p.ended = u.Kind == TurnEnded
	return !p.ended
}

// goElsewhere leaves an event in the inbox of a trip on which another process works, unless it is accepted already, and
// tells what becomes of it there, from where the caller stands.
//
//   - Errors: those of Handle; errLeft when the loop was left.
func (r *Runner) goElsewhere(
	ctx context.Context, id trip.ID, ev trip.Event, first func(trip.EventType) bool, p *progress,
) error {
	w := &watcher{r: r, id: id, ready: r.sched.NewSignal(), behind: true}
	if err := w.subscribe(0); err != nil {
		return err
	}
	defer r.removeWatcher(w)
	from := p.seq
	if !p.opened {
		var err error
		if from, err = r.put(ctx, id, ev, first, p); err != nil {
			return err
		}
	}
	w.next = from + 1
	w.idle = func() error {
		if p.opened {
			return nil
		}
		a, _, err := r.inbox.Answered(ctx, id, p.event)
		if err == nil {
			_, err = readAnswer(id, a.Body)
		}
		return err
	}
	if err := w.follow(ctx, p.follow); !p.ended {
		return err
	}
	return nil
}

// put leaves an event in the inbox, unless the trip has it. It returns the seq after which it is to be looked for.
func (r *Runner) put(
	ctx context.Context, id trip.ID, ev trip.Event, first func(trip.EventType) bool, p *progress,
) (from int64, err error) {
	d, err := deliver(id, ev, r.limits)
	if err != nil {
		return 0, err
	}
	t := &live{r: r, id: id}
	there, err := r.store.Load(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		err = t.create(r.newHeader(id))
	case err == nil:
		err = t.restore(there)
	default:
		err = fmt.Errorf("runner: load trip: %w", err)
	}
	if err != nil {
		return 0, err
	}
	seq, w, err := t.locate(ctx, &d.event)
	switch {
	case err != nil:
		return 0, err
	case seq > 0:
		p.replayed = there.Seq
		return seq - 1, nil
	case w != nil:
		return there.Seq, p.waits(t.queuedUpdate(d.event))
	}
	if err := t.refuses(&d.event, first); err != nil {
		return 0, err
	}
	q, err := d.Request(Standing{Exists: true, Ask: t.in.Status.Ask, Binding: t.config.Policy.ApprovalBinding})
	if err != nil {
		return 0, err
	}
	waiting, err := r.inbox.Put(ctx, q, r.limits.Queue)
	switch {
	case errors.Is(err, store.ErrFull):
		return 0, fmt.Errorf("%w: %d events wait already", ErrBusy, r.limits.Queue)
	case err != nil:
		return 0, fmt.Errorf("runner: put into inbox: %w", err)
	}
	if _, err := d.Agrees(waiting.Body); err != nil {
		return 0, err
	}
	return there.Seq, p.waits(t.queuedUpdate(d.event))
}

// waits tells that the event waits, durably.
func (p *progress) waits(u Update) error { return left(p.send(u, nil)) }

// refuses says why a trip would not take an event that is new to it.
func (t *live) refuses(ev *trip.Event, first func(trip.EventType) bool) error {
	if t.header != nil && !first(ev.Type()) {
		return noTrip(t.id, ev.Type())
	}
	if ev.Type().OpensTurn() && len(t.in.Turn.Outstanding) > 0 && t.config.Policy.Multitask == trip.Reject {
		return errRunning
	}
	return t.checkPatch(*ev)
}

// ask leaves a request for whoever works on the trip, and waits for its answer.
//
//   - Errors: what that process met; that of ctx, after which it is worked off all the same; or a fault of the store.
func (r *Runner) ask(ctx context.Context, q store.Request) (answerForm, error) {
	w := &watcher{r: r, id: q.Trip, ready: r.sched.NewSignal()}
	if err := w.subscribe(0); err != nil {
		return answerForm{}, err
	}
	defer r.removeWatcher(w)
	q.ID = uuid.NewString()
	if _, err := r.inbox.Put(ctx, q, 0); err != nil {
		return answerForm{}, fmt.Errorf("runner: put into inbox: %w", err)
	}
	for {
		a, waits, err := r.inbox.Answered(ctx, q.Trip, q.ID)
		switch {
		case err != nil:
			return answerForm{}, fmt.Errorf("runner: read inbox: %w", err)
		case !waits:
			return readAnswer(q.Trip, a.Body)
		}
		if err := w.wait(ctx); err != nil {
			return answerForm{}, err
		}
	}
}

// settleElsewhere has another process settle a call.
func (r *Runner) settleElsewhere(ctx context.Context, id trip.ID, callID string, s Settlement) ([]Update, error) {
	body, err := json.Marshal(settleForm{CallID: callID, Result: s.Result, Failed: s.Failed})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrResult, err)
	}
	a, err := r.ask(ctx, store.Request{Trip: id, Kind: requestSettle, Body: body})
	if err != nil {
		return nil, err
	}
	var folds []*folded
	for f, err := range r.past(ctx, id, a.From) {
		if err != nil {
			return nil, err
		}
		if f.event.Seq > a.To {
			break
		}
		folds = append(folds, f)
	}
	return updatesOf(folds), nil
}
