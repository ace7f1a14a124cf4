package runner

import (
	"context"
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
// nothing: they return the commit that is to be made durable, and wait for quick calls alone.
type Away struct {
	Trip store.Trip                    // Snapshot is the state at Seq; without a Header the trip is new
	Log  func() iter.Seq[store.Record] // all events; read only when an event may have been accepted before
	Now  time.Time                     // the clock
	// Running are the writes in doubt that somebody still performs or looks up.
	Running []string
	// Quick are tools whose calls are performed here when nothing else is out, and what follows from them is part of the
	// commit: reads that answer at once. Until is when the turn ends that runs.
	Quick []string
	Until time.Time
}

// AwayCommit is what is to be made durable.
type AwayCommit struct {
	store.Commit
	State []byte        // after it, canonical; that of before when nothing was folded
	Calls []AwayOpen    // Outstanding
	Turn  time.Duration // how long the turn may last that was opened; 0 when none was
	Erase bool          // the trip goes
}

// AwayOpen is a call that is out, or a write in doubt, whose At is 0.
type AwayOpen struct {
	store.Outstanding
	Write  bool
	Limits AwayLimits `json:",omitzero"` // of a write
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
	return r.away(ctx, a, func(t *live) error { return t.feedAway(outcomes) })
}

// NextAway opens the turn of the first event of the queue. It is for a trip at rest, whose writes in doubt have been
// looked up since the event came.
func (r *Runner) NextAway(ctx context.Context, a Away) (AwayCommit, error) {
	return r.away(ctx, a, func(t *live) error {
		t.queue[0].looked = true
		return t.next()
	})
}

// ResumeAway decides nothing: it tells which calls are out and in doubt, to an engine that takes the trip over.
func (r *Runner) ResumeAway(ctx context.Context, a Away) (AwayCommit, error) {
	c, err := r.away(ctx, a, func(t *live) error {
		return t.r.store.Append(ctx, store.Commit{Outstanding: a.Trip.Outstanding})
	})
	c.Turn = r.limits.TurnTimeout
	return c, err
}

func (t *live) feedAway(outcomes []AwayOutcome) error {
	for i := range outcomes {
		if err := t.bringOutcome(&outcomes[i]); err != nil {
			return err
		}
	}
	return t.feed()
}

// quickTime is how long quick calls are begun within a commit.
const quickTime = time.Second

// performQuick performs quick calls, and decides on their outcomes, as long as nothing else is out.
func (t *live) performQuick(ctx context.Context, r *Runner, a *Away, until time.Time) error {
	begun := r.sched.Now()
	for passed := time.Duration(0); t.isQuick(a) && passed < quickTime; {
		outcomes := make([]AwayOutcome, len(t.calls))
		var all sync.WaitGroup
		for i, c := range t.calls {
			all.Go(func() {
				outcomes[i] = r.PerformAway(ctx, AwayCall{
					Trip: t.id, Seq: t.in.Turn.Seq, Call: c.Outstanding, Intent: *t.in, Since: c.since.at, Until: until,
				})
			})
		}
		all.Wait()
		passed = r.sched.Now().Sub(begun)
		t.r.sched = still(a.Now.Add(passed))
		t.r.config.Now = t.r.sched.Now
		if err := t.feedAway(outcomes); err != nil {
			return err
		}
	}
	return nil
}

// isQuick reports whether the calls that are out have just been queued, and all are quick.
func (t *live) isQuick(a *Away) bool {
	for _, c := range t.calls {
		was := slices.ContainsFunc(a.Trip.Outstanding, func(o store.Outstanding) bool { return o.CallID == c.CallID })
		if was || c.write || !slices.Contains(a.Quick, c.Name) {
			return false
		}
	}
	return len(t.calls) > 0
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
	turns, until := t.in.Turn.Number, a.Until
	if err := f(t); err != nil {
		return AwayCommit{}, err
	}
	made := t.awayCommit(r, pen)
	if t.in.Turn.Number > turns {
		made.Turn = r.limits.TurnTimeout
		until = a.Now.Add(made.Turn)
	}
	if t.performQuick(ctx, r, &a, until) == nil { // else they are out
		turn := made.Turn
		made = t.awayCommit(r, pen)
		made.Turn = turn
	}
	return made, nil
}

// awayCommit returns what was committed to a pen.
func (t *live) awayCommit(r *Runner, p *pen) AwayCommit {
	c := AwayCommit{Commit: p.made, State: t.in.AppendJSON(nil), Erase: p.erase}
	c.Trip = t.id
	for _, o := range p.made.Outstanding {
		is := func(p trip.Pending) bool { return p.CallID == o.CallID }
		out, open := slices.IndexFunc(t.in.Turn.Outstanding, is), slices.IndexFunc(t.in.Turn.Unknown, is)
		k := AwayOpen{Outstanding: o, Write: open >= 0 || out >= 0 && t.in.Turn.Outstanding[out].Write}
		if k.Write {
			k.Limits = r.AwayLimitsOf(o.Name)
			k.Limits.Repeats = k.Limits.Repeats && o.Arguments != ""
			if open >= 0 && t.in.Turn.Unknown[open].Imported {
				k.Limits.Lookups = 0
			}
		}
		c.Calls = append(c.Calls, k)
	}
	return c
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

// pen is the store of a trip that is away: it notes what is committed, as one commit.
type pen struct {
	store.Store // nil: nothing else is asked of it
	store.Owner
	log   func() iter.Seq[store.Record]
	made  store.Commit
	erase bool
}

// Append implements [store.Store].
func (p *pen) Append(_ context.Context, c store.Commit) error {
	all := p.made
	for i := range c.Events { // they are the caller's
		all.Events = append(all.Events, slices.Clone(c.Events[i]))
		all.Decisions = append(all.Decisions, slices.Clone(c.Decisions[i]))
	}
	if c.Header != nil {
		all.Header = c.Header
	}
	if c.Queue != nil {
		all.Queue = c.Queue
	}
	all.Answers, all.Outstanding = append(all.Answers, c.Answers...), c.Outstanding
	all.Snapshot, all.TurnEnded = c.Snapshot, c.TurnEnded
	p.made = all
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
