package runner

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// doubt is a write call whose outcome is unknown and can be looked up. A trip in doubt is looked up
// again by itself, in the background, until it is settled: no turn waits for that, and no message is
// needed. What is found settles it at once. That nothing is found says little at first, because the
// call may still be on its way to the supplier's books: it counts from settle_after past the end of
// the last attempt on, and twice in a row.
//
// All of this is in memory. A restart finds the calls in the store and lets the time begin anew:
// nobody knows when the last attempt ended.
type doubt struct {
	call    trip.Pending
	counts  time.Time            // when «not found» begins to count; zero while an attempt may still run
	nothing int                  // lookups in a row that found nothing and counted
	lookups int                  // made since somebody asked for the trip
	next    time.Time            // when it is looked up again
	wait    func() time.Duration // until the next but one
}

// enough lookups in a row that found nothing say that a call was not made.
const enough = 2

// noteDoubts brings the list of doubts up to date with the state. The caller holds t.mu.
func (t *live) noteDoubts() {
	var list []*doubt
	for _, p := range t.in.Turn.Unknown {
		if _, ok := t.r.config.Tools[p.Name].(tools.Looker); !ok {
			continue
		}
		k := t.doubtOf(p.CallID)
		if k == nil {
			k = t.newDoubt(p)
		}
		list = append(list, k)
	}
	t.inDoubt = list
}

func (t *live) newDoubt(p trip.Pending) *doubt {
	l := &t.r.limits
	k := &doubt{call: p, wait: t.r.newBackoff(l.LookupFirst, l.LookupMost)}
	t.ended(k, t.r.sched.Now())
	k.schedule(t.r.sched.Now())
	return k
}

// ended notes that the last attempt has ended at a time, or before, unless its handler still runs.
func (t *live) ended(k *doubt, at time.Time) {
	k.counts, k.nothing = time.Time{}, 0
	if !t.r.isRunning(k.call.CallID) {
		k.counts = at.Add(t.r.toolLimits(k.call.Name).SettleAfter)
	}
}

func (t *live) doubtOf(callID string) *doubt {
	i := slices.IndexFunc(t.inDoubt, func(k *doubt) bool { return k.call.CallID == callID })
	if i < 0 {
		return nil
	}
	return t.inDoubt[i]
}

// schedule sets the time of the next lookup: ever later, but not past the moment from which on it counts.
func (k *doubt) schedule(now time.Time) {
	k.next = now.Add(k.wait())
	if k.counts.After(now) && k.counts.Before(k.next) {
		k.next = k.counts
	}
}

// learn notes what a lookup that is done did not find out, and reports whether the call is settled by that
// as not made (BEHAVIOUR 1.5). The caller holds t.mu.
func (t *live) learn(c *call) (notMade bool) {
	k := t.doubtOf(c.CallID)
	if k == nil {
		return false // nobody can look it up
	}
	l, now := &t.r.limits, t.r.sched.Now()
	k.lookups++
	switch {
	case k.counts.IsZero(): // its handler still ran
		t.ended(k, now)
	case !c.out.nothing || c.out.asked.Before(k.counts):
		k.nothing = 0
	default:
		if k.nothing++; k.nothing == 1 {
			k.wait = t.r.newBackoff(l.LookupFirst, l.LookupMost)
		}
	}
	k.schedule(now)
	if k.lookups == l.Lookups && k.nothing < enough {
		t.r.log.Warn("runner: a call of unknown outcome is not looked up any more by itself",
			slog.String("trip", string(t.id)), slog.String("tool", k.call.Name), slog.String("call", k.call.CallID))
	}
	return k.nothing >= enough
}

// unasked returns the doubts that nobody works on: no attempt runs, and no lookup. The caller holds t.mu.
func (t *live) unasked() []*doubt {
	var list []*doubt
	for _, k := range t.inDoubt {
		if !slices.ContainsFunc(t.doubts, func(d *call) bool { return d.CallID == k.call.CallID }) {
			list = append(list, k)
		}
	}
	return list
}

// lookUpOpen starts all lookups, because somebody asks for the trip. The caller holds t.mu.
func (t *live) lookUpOpen() {
	for _, k := range t.unasked() {
		k.lookups = 0
		t.lookUp(k)
	}
}

// lookUpDue starts the lookups whose time has come. The caller holds t.mu.
func (t *live) lookUpDue() {
	now := t.r.sched.Now()
	for _, k := range t.unasked() {
		if k.isWatched(&t.r.limits) && !k.next.After(now) {
			t.lookUp(k)
		}
	}
}

func (t *live) lookUp(k *doubt) {
	c := &call{
		Outstanding: store.Outstanding{CallID: k.call.CallID, Name: k.call.Name, Key: k.call.Key},
		write:       true, lookup: true, intent: t.in,
	}
	t.doubts = append(t.doubts, c)
	t.start(c)
}

// isWatched reports whether it is looked up by itself: not for ever.
func (k *doubt) isWatched(l *Limits) bool { return k.lookups < l.Lookups }

// isLooking reports whether a lookup runs that the next turn waits for. The caller holds t.mu.
func (t *live) isLooking() bool {
	return slices.ContainsFunc(t.doubts, func(d *call) bool { return d.lookup && !d.isDone() })
}

// watch sees to it that a trip at rest which is in doubt is looked up when the time has come. It stays in
// memory until then. The caller holds t.mu.
func (t *live) watch() {
	t.unwatch()
	var next time.Time
	for _, k := range t.inDoubt {
		if k.isWatched(&t.r.limits) && (next.IsZero() || k.next.Before(next)) {
			next = k.next
		}
	}
	if next.IsZero() || t.r.stopping() {
		return
	}
	ctx, cancel := context.WithCancel(t.r.life)
	t.watched = cancel
	t.r.keep(t)
	t.r.sched.Go(func() {
		defer t.r.release(t)
		if t.r.sched.Sleep(ctx, next.Sub(t.r.sched.Now())) == nil {
			t.lookAgain(ctx)
		}
	})
}

// unwatch ends the wait for the next lookup: somebody works on the trip. The caller holds t.mu.
func (t *live) unwatch() {
	if t.watched != nil {
		t.watched()
		t.watched = nil
	}
}

// lookAgain makes the lookups whose time has come.
func (t *live) lookAgain(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if ctx.Err() != nil || t.r.isClosed() {
		return
	}
	err := t.ready(ctx)
	if err == nil {
		err = t.resume(noLimit)
	}
	if err == nil && !t.driving {
		err = t.look(t.lookUpDue)
	}
	if err != nil {
		t.r.log.Warn("runner: a call of unknown outcome could not be looked up", slog.String("trip", string(t.id)), slog.Any("error", err))
		for _, k := range t.inDoubt {
			k.schedule(t.r.sched.Now())
		}
	}
	if !t.driving {
		t.watch()
	}
}

// look starts lookups, and work on the trip if there are any. The caller holds t.mu.
func (t *live) look(start func()) error {
	return t.within(noLimit, func() error {
		start()
		t.run()
		return nil
	})
}
