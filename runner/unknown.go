package runner

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// unknownCall is a write call whose outcome is unknown and can be looked up, or repeated where that is its lookup. It
// is looked up in the background until it is settled: no turn waits for that, and no message is needed. What is found
// settles it at once. A lookup that finds nothing is a miss. A miss counts only when it began settle_after or more past
// the end of the last attempt, because the call may still be on its way to the supplier's books; and it takes two in a
// row.
//
// A call that is repeated is made again when settle_after has passed since its last attempt ended, a few times at most;
// its answer settles it.
//
// All of this is in memory. After a restart the calls are found in the store and the time begins anew:
// nobody knows when the last attempt ended.
type unknownCall struct {
	call     trip.Pending
	repeats  bool                 // it is made again instead of being looked up
	tries    int                  // repetitions that are made at most
	settleAt time.Time            // from when on a miss counts; zero while an attempt may still run
	misses   int                  // in a row, that counted
	lookups  int                  // made since somebody asked for the trip, or repetitions
	next     time.Time            // when it is looked up again
	backoff  func() time.Duration // the wait after that
}

// notFound is why a call counts as not made in the end.
const notFound = "not made: lookups found nothing, the last of them long after the last attempt"

// missesNeeded is how many misses in a row say that a call was not made.
const missesNeeded = 2

// noteUnknown brings the list of unknown calls up to date with the state. The caller holds t.mu.
func (t *live) noteUnknown() {
	var list []*unknownCall
	for _, p := range t.in.Turn.Unknown {
		if p.Imported || t.r.tools[p.Name].Lookup == nil && !t.repeats(&p) {
			continue
		}
		k := t.unknownCall(p.CallID)
		if k == nil {
			k = t.newUnknown(p)
		}
		list = append(list, k)
	}
	t.unknown = list
}

// repeats reports whether a call is made again when its outcome is unknown. What a version before this one left in the
// store has no arguments, and cannot be.
//
// Rule: 1.5.repeat
func (t *live) repeats(p *trip.Pending) bool {
	tool, _ := t.r.config.Turn.Catalog.Tool(p.Name)
	return tool.Settle == catalog.Repeat && t.r.tools[p.Name].Run != nil && t.r.tools[p.Name].Lookup == nil &&
		t.arguments[p.CallID] != ""
}

func (t *live) newUnknown(p trip.Pending) *unknownCall {
	l := &t.r.limits
	k := &unknownCall{call: p, repeats: t.repeats(&p), backoff: t.r.newBackoff(l.LookupFirst, l.LookupMost)}
	if k.repeats {
		tool, _ := t.r.config.Turn.Catalog.Tool(p.Name)
		k.tries = int(tool.Tries())
	}
	t.attemptEnded(k, t.r.sched.Now())
	k.schedule(t.r.sched.Now())
	return k
}

// attemptEnded notes that the last attempt ended at a time, or before it, unless its handler still runs.
func (t *live) attemptEnded(k *unknownCall, at time.Time) {
	k.settleAt, k.misses = time.Time{}, 0
	if !t.r.isRunning(k.call.CallID) {
		k.settleAt = at.Add(t.r.toolLimits(k.call.Name).SettleAfter)
	}
}

func (t *live) unknownCall(callID string) *unknownCall {
	i := slices.IndexFunc(t.unknown, func(k *unknownCall) bool { return k.call.CallID == callID })
	if i < 0 {
		return nil
	}
	return t.unknown[i]
}

// schedule sets the time of the next lookup. The waits grow, but no wait skips settleAt, the first moment at which a
// miss counts.
func (k *unknownCall) schedule(now time.Time) {
	k.next = now.Add(k.backoff())
	if k.settleAt.After(now) && (k.repeats || k.settleAt.Before(k.next)) {
		k.next = k.settleAt
	}
}

// delayLookups sets another time for the lookups that are due: what they found could not be kept, and to ask again at
// once would be to ask without end. The caller holds t.mu.
func (t *live) delayLookups() {
	now := t.r.sched.Now()
	for _, k := range t.unknown {
		if !k.next.After(now) {
			k.schedule(now)
		}
	}
}

// noteLookup notes a lookup that did not find out what became of the call. It reports whether that settles
// the call as not made (behaviour 1.5). The caller holds t.mu.
// Rule: 1.5.lookup-twice
func (t *live) noteLookup(c *call) (notMade bool) {
	k := t.unknownCall(c.CallID)
	if k == nil {
		return false // nobody can look it up
	}
	l, now := &t.r.limits, t.r.sched.Now()
	k.lookups++
	switch {
	case k.settleAt.IsZero() || k.repeats: // its handler still ran, or it was another attempt
		t.attemptEnded(k, now)
	case !c.out.nothing || c.out.asked.Before(k.settleAt):
		k.misses = 0
	default:
		if k.misses++; k.misses == 1 {
			k.backoff = t.r.newBackoff(l.LookupFirst, l.LookupMost)
		}
	}
	k.schedule(now)
	if k.lookups == k.most(l) && k.misses < missesNeeded {
		t.note(Notice{Kind: LookupsEnded, CallID: k.call.CallID, Tool: k.call.Name})
	}
	return k.misses >= missesNeeded
}

// unattended returns the unknown calls that nobody works on: no attempt runs, and no lookup. The caller holds t.mu.
func (t *live) unattended() []*unknownCall {
	var list []*unknownCall
	for _, k := range t.unknown {
		if !slices.ContainsFunc(t.settling, func(d *call) bool { return d.CallID == k.call.CallID }) {
			list = append(list, k)
		}
	}
	return list
}

// lookUpOpen starts all lookups, because somebody asks for the trip. The caller holds t.mu.
func (t *live) lookUpOpen() {
	for _, k := range t.unattended() {
		if !k.repeats { // which has its own time
			k.lookups = 0
			t.lookUp(k)
		}
	}
}

// lookUpDue starts the lookups whose time has come. The caller holds t.mu.
func (t *live) lookUpDue() {
	now := t.r.sched.Now()
	for _, k := range t.unattended() {
		switch {
		case !k.isScheduled(&t.r.limits) || k.next.After(now):
		case k.repeats && (k.settleAt.IsZero() || t.r.isRunning(k.call.CallID)):
			// Not two at once, nor one as soon as the other has returned: settle_after counts from now at the earliest.
			t.attemptEnded(k, now)
			k.schedule(now)
		default:
			t.lookUp(k)
		}
	}
}

func (t *live) lookUp(k *unknownCall) {
	c := &call{
		Outstanding: store.Outstanding{
			CallID: k.call.CallID, Name: k.call.Name, Key: k.call.Key, Arguments: t.arguments[k.call.CallID],
			At: trip.Instant(t.r.config.Now().UnixNano()),
		},
		write: true, lookup: true, repeat: k.repeats, intent: t.in, since: since{at: t.r.sched.Now(), lease: t.since.lease},
	}
	t.settling = append(t.settling, c)
	t.start(c)
}

// isScheduled reports whether it is looked up by itself: not for ever.
func (k *unknownCall) isScheduled(l *Limits) bool { return k.lookups < k.most(l) }

// most is how often it is looked up, or repeated, by itself.
func (k *unknownCall) most(l *Limits) int {
	if k.repeats {
		return k.tries
	}
	return l.Lookups
}

// isLooking reports whether a lookup runs that the next turn waits for. The caller holds t.mu.
func (t *live) isLooking() bool {
	return slices.ContainsFunc(t.settling, func(d *call) bool { return d.lookup && !d.repeat && !d.isDone() })
}

// startLookupTimer starts the wait for the next lookup of a trip at rest that has unknown calls. The trip
// stays in memory until then. The caller holds t.mu.
func (t *live) startLookupTimer() {
	t.stopLookupTimer()
	var next time.Time
	for _, k := range t.unknown {
		if k.isScheduled(&t.r.limits) && (next.IsZero() || k.next.Before(next)) {
			next = k.next
		}
	}
	if next.IsZero() || t.r.stopping() {
		return
	}
	ctx, cancel := context.WithCancel(t.r.ctx)
	t.lookupTimer = cancel
	t.r.keep(t)
	t.r.sched.Go(func() {
		defer t.r.release(t)
		if t.r.sched.Sleep(ctx, next.Sub(t.r.sched.Now())) == nil {
			t.lookAgain(ctx)
		}
	})
}

// stopLookupTimer ends the wait for the next lookup: somebody works on the trip. The caller holds t.mu.
func (t *live) stopLookupTimer() {
	if t.lookupTimer != nil {
		t.lookupTimer()
		t.lookupTimer = nil
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
		err = t.startLookups(t.lookUpDue)
	}
	if err != nil {
		t.note(Notice{Kind: RecoveryFailed}, slog.Any("error", err))
		for _, k := range t.unknown {
			k.schedule(t.r.sched.Now())
		}
	}
	if !t.driving {
		t.startLookupTimer()
	}
}

// startLookups starts lookups, and drives the trip if there are any. The caller holds t.mu.
func (t *live) startLookups(start func()) error {
	return t.within(noLimit, func() error {
		start()
		t.run()
		return nil
	})
}
