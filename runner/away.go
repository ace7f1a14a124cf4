package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Away is a trip whose log another engine keeps, such as a workflow (module temporal). That engine asks a runner for
// what both do alike: what follows from a request ([Runner.TakeAway]), from the outcome of a call ([Runner.FeedAway])
// or from the end of a turn ([Runner.NextAway]), and to perform a call ([Runner.PerformAway]). The first three change
// nothing and wait for nothing: they return the commit that is to be made durable, and follow from what is given alone.
type Away struct {
	Trip store.Trip                    // Snapshot is the state at Seq; without a Header the trip is new
	Log  func() iter.Seq[store.Record] // all events; read only when an event may have been accepted before
	Now  time.Time                     // the clock
	// Running are the writes in doubt that somebody still performs or looks up.
	Running []string
}

// AwayCommit is what is to be made durable.
type AwayCommit struct {
	store.Commit
	State []byte // after it, canonical; that of before when nothing was folded
	Erase bool   // the trip goes
}

// TakeAway decides on a request (store.Inbox): an event, a settlement, a withdrawal or a deletion. What it refuses is
// an answer of the commit.
//
//   - Errors: ErrBusy when the queue has no room, and what has nothing to do with the request.
func (r *Runner) TakeAway(ctx context.Context, a Away, q store.Request) (AwayCommit, error) {
	return r.away(ctx, a, func(t *live) error {
		t.driving = q.Kind != requestDelete || t.isAtWork()
		err := t.takeRequest(ctx, &q, false)
		if answer, ends := refusal(err); ends {
			return t.r.inbox.Answer(ctx, t.id, t.in.Turn.Seq, store.Answer{ID: q.ID, Body: answer})
		}
		return err
	})
}

// FeedAway decides on the outcomes of calls, which come in the order of the calls.
func (r *Runner) FeedAway(ctx context.Context, a Away, outcomes []AwayOutcome) (AwayCommit, error) {
	return r.away(ctx, a, func(t *live) error {
		for i := range outcomes {
			if err := t.bringOutcome(&outcomes[i]); err != nil {
				return err
			}
		}
		return t.feed()
	})
}

// NextAway opens the turn of the first event of the queue. It is for a trip at rest, whose writes in doubt have been
// looked up since the event came.
func (r *Runner) NextAway(ctx context.Context, a Away) (AwayCommit, error) {
	return r.away(ctx, a, func(t *live) error {
		t.queue[0].looked = true
		return t.next()
	})
}

// bringOutcome hands the outcome of a call to the trip, which feeds it next.
func (t *live) bringOutcome(o *AwayOutcome) error {
	ev, err := trip.DecodeEvent(string(o.Event))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrEvent, err)
	}
	out := outcome{data: ev.Data, sure: o.Sure, notMade: o.NotMade}
	for _, c := range t.calls {
		if c.CallID == o.CallID {
			c.started, c.ended = o.StartedAt, o.EndedAt
			c.end(out)
			return nil
		}
	}
	for _, p := range t.in.Turn.Unknown {
		if p.CallID == o.CallID && (o.Sure || o.NotMade) {
			c := &call{Outstanding: store.Outstanding{CallID: p.CallID, Name: p.Name, Key: p.Key}, write: true, intent: t.in}
			c.end(out)
			t.settling = append(t.settling, c)
		}
	}
	return nil
}

// away loads a trip into a runner of its own, in which nothing runs, and returns the commit that f makes there.
func (r *Runner) away(ctx context.Context, a Away, f func(t *live) error) (AwayCommit, error) {
	pen := &pen{log: a.Log}
	own := &Runner{
		config: r.config, limits: r.limits, sched: still(a.Now), store: pen, inbox: pen, log: r.log, mistakes: r.mistakes,
		tools: r.tools, members: r.members, ctx: ctx, cancel: func() {}, live: map[trip.ID]*live{}, gates: map[string]*gate{},
		configs: map[trip.Digest]turn.Config{}, running: map[string]bool{}, watchers: map[trip.ID][]*watcher{},
		idle: still(a.Now).NewSignal(),
	}
	own.config.Now, own.config.Telemetry = own.sched.Now, nil
	own.recent.start(1)
	t := &live{r: own, id: a.Trip.ID, mu: new(sync.Mutex), driving: true}
	if err := t.loadAway(r, a); err != nil {
		return AwayCommit{}, err
	}
	if err := f(t); err != nil {
		return AwayCommit{}, err
	}
	pen.made.Trip = t.id
	return AwayCommit{pen.made, t.in.AppendJSON(nil), pen.erase}, nil
}

// loadAway makes the state of the trip. Its calls are performed by others.
func (t *live) loadAway(r *Runner, a Away) error {
	if len(a.Trip.Header) == 0 {
		return t.create(r.newHeader(a.Trip.ID))
	}
	h, _, err := trip.DecodeHeader(string(a.Trip.Header))
	if err != nil {
		return fmt.Errorf("%w: header: %w", ErrDiverged, err)
	}
	if made, err := r.catalogOf(h); err == nil { // compiled once
		t.r.configs[madeOf(h.Extra)] = made
	}
	if err := t.restore(a.Trip); err != nil {
		return err
	}
	if len(a.Trip.Snapshot) == 0 {
		t.header = a.Trip.Header // of a trip without an event
	}
	for _, c := range t.calls {
		c.begun, c.found = true, false
	}
	t.noteUnknown()
	for _, id := range a.Running {
		if calls.IsUnknown(t.in, id) {
			t.settling = append(t.settling, &call{Outstanding: store.Outstanding{CallID: id}, write: true, intent: t.in})
		}
	}
	return nil
}

// pen is the store of a trip that is away: it notes the commit that is to be made.
type pen struct {
	store.Store // nil: nothing else is asked of it
	store.Owner
	log   func() iter.Seq[store.Record]
	made  store.Commit
	erase bool
}

func cloned(list [][]byte) [][]byte {
	out := make([][]byte, len(list))
	for i := range list {
		out[i] = slices.Clone(list[i])
	}
	return out
}

var errTwoCommits = errors.New("runner: a step of a trip that is away made two commits")

// Append implements [store.Store].
func (p *pen) Append(_ context.Context, c store.Commit) error {
	if p.made.Trip != "" {
		return errTwoCommits
	}
	c.Events, c.Decisions = cloned(c.Events), cloned(c.Decisions) // they are the caller's
	p.made = c
	return nil
}

// Log implements [store.Store].
func (p *pen) Log(_ context.Context, _ trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for record := range p.log() {
			if record.Seq >= from && !yield(record, nil) {
				return
			}
		}
	}
}

// Answer implements [store.Inbox].
func (p *pen) Answer(_ context.Context, _ trip.ID, _ int64, a store.Answer) error {
	p.made.Answers, p.erase = append(p.made.Answers, a), a.Erase
	return nil
}

// Waiting implements [store.Inbox]: what else is asked waits where the engine keeps it.
func (*pen) Waiting(context.Context, trip.ID) ([]store.Request, error) { return nil, nil }

// Backlog implements [store.Inbox].
func (*pen) Backlog(context.Context, int) ([]store.Backlog, error) { return nil, nil }

// Put, Answered and Listen implement [store.Inbox]; a runner in which nothing runs calls none of them.
func (*pen) Put(context.Context, store.Request, int) (store.Request, error) {
	return store.Request{}, store.ErrReadOnly
}

// Answered implements [store.Inbox].
func (*pen) Answered(context.Context, trip.ID, string) (store.Answer, bool, error) {
	return store.Answer{}, false, store.ErrReadOnly
}

// Listen implements [store.Inbox].
func (*pen) Listen(context.Context, func(store.Word)) {}

// still is a scheduler whose time stands and which starts nothing.
type still time.Time

// Now implements Scheduler.
func (s still) Now() time.Time { return time.Time(s) }

// Sleep implements Scheduler.
func (still) Sleep(context.Context, time.Duration) error { return context.Canceled }

// WithTimeout implements Scheduler.
func (still) WithTimeout(ctx context.Context, _ time.Duration) (context.Context, context.CancelFunc) {
	return ctx, func() {}
}

// Go implements Scheduler.
func (still) Go(func()) {}

// RunWithGrace implements Scheduler.
func (still) RunWithGrace(
	ctx context.Context, _, _ time.Duration, f func(context.Context), _ func(bool),
) bool {
	f(ctx)
	return true
}

// NewSignal implements Scheduler.
func (still) NewSignal() Signal { return make(flag, 1) }

// NewLock implements Scheduler.
func (still) NewLock() sync.Locker { return new(sync.Mutex) }
