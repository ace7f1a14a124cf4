package runner

import (
	"cmp"
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
)

// Away is a trip whose log another engine keeps, such as a workflow (module temporal), and what is to be decided of it:
// a Request, else Outcomes, else the first event of the queue. That engine asks a runner for what both do alike: to
// decide ([Runner.DecideAway]) and to perform a call ([Runner.PerformAway]).
type Away struct {
	Trip *AwayTrip // without a Header it is new
	Now  time.Time // the clock

	Request  *store.Request // an event, a settlement, a withdrawal or a deletion (store.Inbox)
	Outcomes []AwayOutcome  // of calls, in the order of the calls
	// Resume says that nothing is decided: the commit tells which calls are out and in doubt, to an engine that takes the
	// trip over.
	Resume bool

	// Running are the writes in doubt that somebody still performs or looks up.
	Running []string
	// Quick are tools whose calls are performed here when nothing else is out, and what follows from them is part of the
	// commit: reads that answer at once.
	Quick []string
}

// DecideAway decides what follows. It changes nothing: it returns the commit that is to be made durable, and waits for
// quick calls alone. What is refused of a request is an answer of the commit. The first event of the queue opens a turn
// of a trip at rest, whose writes in doubt have been looked up since the event came.
//
//   - Errors: what has nothing to do with the request, of which nothing is to be made durable.
func (r *Runner) DecideAway(ctx context.Context, a Away) (AwayCommit, error) {
	pen := &pen{trip: a.Trip, calls: a.Trip.newest().Outstanding}
	own := &Runner{
		config: r.config, limits: r.limits, sched: still(a.Now), store: pen, inbox: pen, log: r.log, mistakes: r.mistakes,
		tools: r.tools, members: r.members, ctx: ctx, cancel: func() {}, live: map[trip.ID]*live{}, gates: map[string]*gate{},
		catalogs: r.catalogs, running: map[string]bool{}, watchers: map[trip.ID][]*watcher{},
		idle: still(a.Now).NewSignal(),
	}
	own.config.Now, own.config.Telemetry = own.sched.Now, nil
	own.recent.start(1)
	t := &live{r: own, id: a.Trip.Trip, mu: new(sync.Mutex), driving: true}
	if err := t.loadAway(r, &a); err != nil {
		return AwayCommit{}, err
	}
	turns, until := t.in.Turn.Number, a.Trip.Until
	err := t.decideAway(ctx, &a)
	switch {
	case a.Request != nil && errors.Is(err, ErrBusy):
		return AwayCommit{Busy: true}, nil
	case err != nil:
		return AwayCommit{}, err
	}
	if a.Resume || t.in.Turn.Number > turns {
		pen.made.Turn = r.limits.TurnTimeout
		until = a.Now.Add(pen.made.Turn)
	}
	pen.made.LookUp = a.Request != nil && slices.Contains([]string{requestGoOn, requestResume}, a.Request.Kind)
	made := t.awayCommit(&a, pen)
	if t.performQuick(ctx, r, &a, until) == nil { // else they are out
		made = t.awayCommit(&a, pen)
	}
	return made, nil
}

func (t *live) decideAway(ctx context.Context, a *Away) error {
	switch {
	case a.Resume:
		return nil
	case a.Request != nil:
		t.driving = !slices.Contains([]string{requestDelete, requestDeleteAt}, a.Request.Kind) || t.isAtWork()
		err := t.takeRequest(ctx, a.Request, false)
		if answer, ends := refusal(err); ends {
			return t.r.inbox.Answer(ctx, t.id, t.in.Turn.Seq, store.Answer{ID: a.Request.ID, Body: answer})
		}
		return err
	case len(a.Outcomes) > 0:
		return t.feedAway(a.Outcomes)
	}
	t.queue[0].looked = true
	return t.next()
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
				open := AwayOpen{Outstanding: c.Outstanding, Seq: t.in.Turn.Seq, Since: c.since.at}
				outcomes[i] = r.PerformAway(ctx, AwayCall{Trip: t.id, Call: open, Intent: t.in, Until: until})
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
		was := slices.ContainsFunc(a.Trip.Calls, func(o AwayOpen) bool { return o.CallID == c.CallID })
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

// awayCommit returns what was committed to a pen, with the state after it.
func (t *live) awayCommit(a *Away, p *pen) AwayCommit {
	c := p.made
	if len(c.Records) == 0 && !a.Resume {
		return c
	}
	c.Intent, c.State = string(t.in.AppendJSON(nil)), t.in
	for _, o := range p.calls {
		is := func(p trip.Pending) bool { return p.CallID == o.CallID }
		out, open := slices.IndexFunc(t.in.Turn.Outstanding, is), slices.IndexFunc(t.in.Turn.Unknown, is)
		k := AwayOpen{Outstanding: o, Seq: t.in.Turn.Seq, Since: a.Now}
		if k.Write = open >= 0 || out >= 0 && t.in.Turn.Outstanding[out].Write; k.Write {
			k.Limits = t.r.doubtLimits(o.Name, o.Arguments)
			if open >= 0 && t.in.Turn.Unknown[open].Imported {
				k.Limits.Lookups = 0
			}
		}
		if i := slices.IndexFunc(a.Trip.Calls, func(k AwayOpen) bool { return k.CallID == o.CallID }); i >= 0 {
			k.Seq, k.Since = a.Trip.Calls[i].Seq, cmp.Or(a.Trip.Calls[i].Since, a.Now)
		}
		c.Calls = append(c.Calls, k)
	}
	return c
}

// loadAway makes the state of the trip. Its calls are performed by others.
func (t *live) loadAway(r *Runner, a *Away) error {
	if a.Trip.Header == "" {
		return t.create(r.newHeader(t.id))
	}
	if err := t.restore(a.Trip.newest()); err != nil {
		return err
	}
	if a.Trip.Intent == "" {
		t.header = []byte(a.Trip.Header) // of a trip without an event
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
	store.Store // nil, as the next: nothing else is asked of it by a runner in which nothing runs
	store.Inbox
	trip  *AwayTrip
	made  AwayCommit
	calls []store.Outstanding // that are out or in doubt
}

// Append implements [store.Store].
func (p *pen) Append(_ context.Context, c store.Commit) error {
	for i := range c.Events {
		p.made.Records = append(p.made.Records, AwayRecord{string(c.Events[i]), string(c.Decisions[i])})
	}
	if c.Header != nil {
		p.made.Header = string(c.Header)
	}
	if c.Queue != nil {
		queue := textsOf(c.Queue)
		p.made.Queue = &queue
	}
	for _, a := range c.Answers {
		p.made.Answer = string(a.Body)
	}
	p.calls = c.Outstanding
	return nil
}

// Load implements [store.Store].
func (p *pen) Load(context.Context, trip.ID) (store.Trip, error) { return p.trip.newest(), nil }

// Log implements [store.Store].
func (p *pen) Log(_ context.Context, _ trip.ID, from int64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for record := range p.trip.Log(from) {
			if !yield(record, nil) {
				return
			}
		}
	}
}

// Answer implements [store.Inbox].
func (p *pen) Answer(_ context.Context, _ trip.ID, _ int64, a store.Answer) error {
	p.made.Answer, p.made.Erase = string(a.Body), a.Erase
	return nil
}

// Waiting implements [store.Inbox]: what else is asked waits where the engine keeps it.
func (*pen) Waiting(context.Context, trip.ID) ([]store.Request, error) { return nil, nil }

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
