package ops

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Local is the desk of a store that is open here.
type Local struct {
	Runner *runner.Runner
	Store  store.Store // the runner's
	// Accept leaves an event to whichever process works on the trip. Nil has the runner perform its turn: then it has the
	// tools for that.
	Accept func(ctx context.Context, id trip.ID, ev trip.Event) error
	Within time.Duration // how long an act waits for the end of what it has begun; default 15 s
}

var _ Desk = (*Local)(nil)

// The bounds of a page.
const (
	defaultPage = 100
	maxLooked   = 2000 // trips that are looked at for one page
	maxBacklog  = 10_000
)

// within bounds how long an act waits for the end of what it has begun.
func (d *Local) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(d.Within, 15*time.Second))
}

// Page implements Desk.
func (d *Local) Page(ctx context.Context, f Filter) (page Page, err error) {
	page.Trips = []Trip{}
	waiting, err := d.waiting(ctx)
	if err != nil {
		return page, err
	}
	looked, limit := 0, cmp.Or(f.Limit, defaultPage)
	if f.Tenant != "" { // the ids of a tenant stand together
		f.After = max(f.After, trip.ID(f.Tenant+"/"))
	}
	for id, err := range d.Store.Trips(ctx, f.After) {
		if err != nil {
			return page, fmt.Errorf("ops: list trips: %w", err)
		}
		if f.Tenant != "" && Tenant(id) != f.Tenant {
			break
		}
		t, err := d.stands(ctx, id, waiting[id].Requests)
		switch {
		case errors.Is(err, store.ErrNotFound):
			continue // erased meanwhile
		case err != nil:
			return page, err
		case f.fits(&t):
			page.Trips = append(page.Trips, t)
		}
		if looked++; len(page.Trips) == limit || looked == maxLooked {
			page.Next = id
			break
		}
	}
	return page, nil
}

// waiting returns what waits in inboxes, by trip.
func (d *Local) waiting(ctx context.Context) (map[trip.ID]store.Backlog, error) {
	inbox, ok := store.As[store.Inbox](d.Store)
	if !ok {
		return nil, nil
	}
	list, err := inbox.Backlog(ctx, maxBacklog)
	if err != nil {
		return nil, fmt.Errorf("ops: read inbox: %w", err)
	}
	by := map[trip.ID]store.Backlog{}
	for _, b := range list {
		by[b.Trip] = b
	}
	return by, nil
}

// Trip implements Desk.
func (d *Local) Trip(ctx context.Context, id trip.ID) (Trip, error) {
	waiting, err := d.waiting(ctx)
	if err != nil {
		return Trip{}, err
	}
	return d.stands(ctx, id, waiting[id].Requests)
}

// stands returns how a trip stands, in whose inbox so many requests wait. One that cannot be read says so itself.
func (d *Local) stands(ctx context.Context, id trip.ID, waiting int64) (Trip, error) {
	t := Trip{ID: id, Waiting: waiting, Outstanding: []Call{}, InDoubt: []Call{}}
	in, err := d.Runner.State(ctx, id)
	switch {
	case errors.Is(err, runner.ErrDiverged), errors.Is(err, store.ErrDamaged):
		t.Unreadable, t.Attention = err.Error(), Unreadable
		return t, nil
	case err != nil:
		return t, fmt.Errorf("ops: trip %q: %w", id, err)
	}
	t.Seq, t.Phase, t.State, t.Owner = in.Turn.Seq, in.Status.Node.Phase(), in.Status.Node.State(), in.Scope.Owner
	t.CreatedAt, t.UpdatedAt = in.CreatedAt, in.UpdatedAt
	if t.UpdatedAt != 0 {
		t.IdleSeconds = since(t.UpdatedAt)
	}
	if in.Status.LastToolError != nil {
		t.LastError = in.Status.LastToolError.ToolName + ": " + in.Status.LastToolError.Error
	}
	if len(in.Turn.Outstanding) > 0 {
		kept, err := d.Store.Load(ctx, id)
		if err != nil {
			return t, fmt.Errorf("ops: trip %q: %w", id, err)
		}
		t.Waiting += int64(len(kept.Queue))
	}
	t.Outstanding, err = d.calls(ctx, id, in.Turn.Outstanding, t.Outstanding)
	if err == nil {
		t.InDoubt, err = d.calls(ctx, id, in.Turn.Unknown, t.InDoubt)
	}
	t.Attention = t.need()
	return t, err
}

// since returns how many seconds ago an instant was.
func since(at trip.Instant) int64 {
	return max(int64(time.Since(time.Unix(0, int64(at))).Seconds()), 0)
}

// calls adds calls to a list. Since when they are out or in doubt, the last event before them that names them tells;
// few trips have any.
func (d *Local) calls(ctx context.Context, id trip.ID, pending []trip.Pending, list []Call) ([]Call, error) {
	if len(pending) == 0 {
		return list, nil
	}
	at, err := d.named(ctx, id, pending)
	if err != nil {
		return list, err
	}
	for _, p := range pending {
		begun := at[p.CallID]
		list = append(list, Call{CallID: p.CallID, Tool: p.Name, Key: p.Key, Since: begun, Seconds: since(begun)})
	}
	return list, nil
}

// named returns the time of the first event that names each call: the one that was decided to make it, as the decision
// beside it says, or its first answer.
func (d *Local) named(ctx context.Context, id trip.ID, pending []trip.Pending) (map[string]trip.Instant, error) {
	at := map[string]trip.Instant{}
	for r, err := range d.Store.Log(ctx, id, 1) {
		if err != nil {
			return nil, fmt.Errorf("ops: read log: %w", err)
		}
		for _, p := range pending {
			call := []byte(p.CallID)
			if at[p.CallID] != 0 || !bytes.Contains(r.Event, call) && !bytes.Contains(r.Decision, call) {
				continue
			}
			ev, err := trip.DecodeEvent(string(r.Event))
			if err != nil {
				return nil, fmt.Errorf("ops: read log: %w", err)
			}
			at[p.CallID] = ev.At
		}
	}
	return at, nil
}

// Recording implements Desk.
func (d *Local) Recording(ctx context.Context, id trip.ID) (io.ReadCloser, error) {
	if _, err := d.Runner.Head(ctx, id); err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	go func() { _ = w.CloseWithError(d.Runner.Record(ctx, id, w)) }()
	return r, nil
}

// Settle implements Desk.
func (d *Local) Settle(ctx context.Context, id trip.ID, callID string, s runner.Settlement) (Trip, error) {
	if _, err := d.Runner.Settle(ctx, id, callID, s); err != nil {
		return Trip{}, err
	}
	return d.Trip(ctx, id)
}

// Retry implements Desk.
func (d *Local) Retry(ctx context.Context, id trip.ID) (Trip, error) {
	t, err := d.Trip(ctx, id)
	switch {
	case err != nil:
		return t, err
	case len(t.Outstanding)+len(t.InDoubt) == 0 && t.Phase != trip.ErrorRetryable.Phase():
		return t, fmt.Errorf("%w: trip %q is %s/%s: there is nothing to try again", ErrAtRest, id, t.Phase, t.State)
	case t.Phase == trip.ErrorRetryable.Phase() && len(t.Outstanding) == 0:
		// The id is that of this very failure: asked for twice it is tried once.
		ev := trip.Event{ID: fmt.Sprintf("retry-%d", t.Seq), Data: trip.UserMessage{Text: "try again"}}
		err = d.perform(ctx, &t, ev)
	case d.Accept != nil:
		return t, fmt.Errorf("%w: trip %q has calls that are out or in doubt, which a server of this database takes up and "+
			"looks up: ask one with --server, or settle them", ErrElsewhere, id)
	default:
		within, cancel := d.within(ctx)
		defer cancel()
		err = ended(ctx, d.Runner.Resume(within, id))
	}
	if err != nil {
		return t, err
	}
	return d.Trip(ctx, id)
}

// Cancel implements Desk.
func (d *Local) Cancel(ctx context.Context, id trip.ID) (Trip, error) {
	t, err := d.Trip(ctx, id)
	if err == nil && len(t.Outstanding) == 0 && t.Waiting == 0 {
		err = fmt.Errorf("%w: trip %q has no turn that runs", ErrAtRest, id)
	}
	if err == nil {
		ev := trip.Event{ID: fmt.Sprintf("cancel-%d", t.Seq), Data: trip.TurnCancelled{Reason: "by an operator"}}
		err = d.stop(ctx, &t, ev)
	}
	if err != nil {
		return t, err
	}
	return d.Trip(ctx, id)
}

// stop ends the turn of a trip. That takes no tools: it is done here, unless another process works on the trip.
func (d *Local) stop(ctx context.Context, t *Trip, ev trip.Event) error {
	if owner, shared := store.As[store.Owner](d.Store); shared && d.Accept != nil {
		_, err := owner.Own(ctx, t.ID)
		if errors.Is(err, store.ErrOwned) {
			return d.leave(ctx, t, ev)
		}
		if err != nil {
			return fmt.Errorf("ops: trip %q: %w", t.ID, err)
		}
	}
	return d.say(ctx, t.ID, ev)
}

// perform sends an event whose turn needs the tools of the trip.
func (d *Local) perform(ctx context.Context, t *Trip, ev trip.Event) error {
	if d.Accept != nil {
		return d.leave(ctx, t, ev)
	}
	return d.say(ctx, t.ID, ev)
}

// say sends an event and waits for the end of its turn, for a while.
func (d *Local) say(ctx context.Context, id trip.ID, ev trip.Event) error {
	within, cancel := d.within(ctx)
	defer cancel()
	return ended(ctx, last(d.Runner.Continue(within, id, ev)))
}

// leave leaves an event to whichever process works on the trip, and waits for the end of its turn, for a while. It
// returns ErrElsewhere when none has taken it up.
func (d *Local) leave(ctx context.Context, t *Trip, ev trip.Event) error {
	if err := d.Accept(ctx, t.ID, ev); err != nil {
		return err
	}
	within, cancel := d.within(ctx)
	defer cancel()
	taken := false
	for u, err := range d.Runner.Watch(within, t.ID, t.Seq) {
		taken = taken || u.Kind == runner.Accepted && u.EventID == ev.ID
		switch {
		case err != nil && !taken && ended(ctx, err) == nil:
			return fmt.Errorf("%w: it waits in the inbox of trip %q: no server of this database has taken it up, and the "+
				"next one that can does; legwork ops cancel takes it back", ErrElsewhere, t.ID)
		case err != nil:
			return ended(ctx, err)
		case taken && u.Kind == runner.TurnEnded:
			return nil
		}
	}
	return nil
}

// last returns the error that ends the updates of an event.
func last(updates iter.Seq2[runner.Update, error]) (err error) {
	for _, ended := range updates {
		err = ended
	}
	return err
}

// ended makes no error of a wait that was long enough: what was begun goes on.
func ended(ctx context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil
	}
	return err
}

// Delete implements Desk.
func (d *Local) Delete(ctx context.Context, id trip.ID, seq int64) error {
	if seq == AnySeq {
		return d.Runner.Delete(ctx, id)
	}
	return d.Runner.DeleteAt(ctx, id, seq)
}

// Import implements Desk.
func (d *Local) Import(ctx context.Context, recording io.Reader, o runner.ImportOptions) (runner.Imported, error) {
	return d.Runner.Import(ctx, recording, o)
}

// Check implements Desk.
func (d *Local) Check(ctx context.Context) (store.CheckReport, error) {
	return store.Check(ctx, d.Store, store.CheckOptions{Verify: Verify})
}

// Verify folds a trip again and tells damage from what this version decides otherwise: the hash chain holds, so its
// events are what was written.
func Verify(header []byte, events iter.Seq[[]byte], snapshot []byte, at int64) (trip.Intent, []trip.Call, error) {
	in, calls, err := replay.Verify(turn.Default())(header, events, snapshot, at)
	var d *replay.Difference
	if err != nil && (!errors.As(err, &d) || d.Field != "snapshot") {
		err = fmt.Errorf("%w: %w", store.ErrDiffers, err)
	}
	return in, calls, err
}

// Shrink implements Desk.
func (d *Local) Shrink(ctx context.Context, r store.Retention) (store.PruneReport, error) {
	pruner, ok := store.As[store.Pruner](d.Store)
	if !ok {
		return store.PruneReport{}, fmt.Errorf("%w: this store forgets nothing", store.ErrInvalid)
	}
	return pruner.Prune(ctx, store.Retention{KeepTurns: r.KeepTurns, MaxAge: r.MaxAge})
}
