package runner

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// unknownCall is a write call whose outcome is unknown and can be looked up, or repeated where that is its lookup. It
// is looked up in the background until it is settled: no turn waits for that, and no message is needed. What is found
// settles it at once.
//
// All of this is in memory. After a restart the calls are found in the store and the time begins anew:
// nobody knows when the last attempt ended.
type unknownCall struct {
	call   trip.Pending
	limits DoubtLimits
	doubt  Doubt     // SettleAt is zero while an attempt may still run; Lookups are those since somebody asked for it
	next   time.Time // when it is looked up again
}

// notFound is why a call counts as not made in the end.
const notFound = "not made: lookups found nothing, the last of them long after the last attempt"

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

// repeats reports whether a call is made again when its outcome is unknown.
func (t *live) repeats(p *trip.Pending) bool { return t.r.repeats(p.Name, t.arguments[p.CallID]) }

func (t *live) newUnknown(p trip.Pending) *unknownCall {
	k := &unknownCall{call: p, limits: t.r.doubtLimits(p.Name, t.arguments[p.CallID])}
	t.attemptEnded(k, t.r.sched.Now())
	t.schedule(k)
	return k
}

// attemptEnded notes that the last attempt ended at a time, or before it, unless its handler still runs.
func (t *live) attemptEnded(k *unknownCall, at time.Time) {
	k.doubt.SettleAt, k.doubt.Misses = time.Time{}, 0
	if !t.r.isRunning(k.call.CallID) {
		k.doubt.SettleAt = at.Add(k.limits.SettleAfter)
	}
}

func (t *live) unknownCall(callID string) *unknownCall {
	i := slices.IndexFunc(t.unknown, func(k *unknownCall) bool { return k.call.CallID == callID })
	if i < 0 {
		return nil
	}
	return t.unknown[i]
}

// schedule sets the time of the next lookup.
func (t *live) schedule(k *unknownCall) {
	now := t.r.sched.Now()
	k.next = now.Add(k.doubt.next(&k.limits, now, t.r.config.Random()))
}

// delayLookups sets another time for the lookups that are due: what they found could not be kept, and to ask again at
// once would be to ask without end. The caller holds t.mu.
func (t *live) delayLookups() {
	now := t.r.sched.Now()
	for _, k := range t.unknown {
		if !k.next.After(now) {
			t.schedule(k)
		}
	}
}

// noteLookup notes a lookup that did not find out what became of the call. It reports whether that settles
// the call as not made. The caller holds t.mu.
func (t *live) noteLookup(c *call) (notMade bool) {
	k := t.unknownCall(c.CallID)
	if k == nil {
		return false // nobody can look it up
	}
	now, ran := t.r.sched.Now(), k.doubt.SettleAt.IsZero() // its handler still did when it was asked
	notMade = k.doubt.Looked(&k.limits, c.out.nothing && !ran, c.out.asked, now)
	if ran || k.limits.Repeats {
		t.attemptEnded(k, now)
	}
	t.schedule(k)
	if k.doubt.Lookups == k.limits.Lookups && !notMade {
		t.note(Notice{Kind: LookupsEnded, CallID: k.call.CallID, Tool: k.call.Name})
	}
	return notMade
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
		if !k.limits.Repeats { // which has its own time
			k.doubt.Lookups = 0
			t.lookUp(k)
		}
	}
}

// lookUpDue starts the lookups whose time has come. The caller holds t.mu.
func (t *live) lookUpDue() {
	now := t.r.sched.Now()
	for _, k := range t.unattended() {
		switch {
		case !k.isScheduled() || k.next.After(now):
		case k.limits.Repeats && (k.doubt.SettleAt.IsZero() || t.r.isRunning(k.call.CallID)):
			// Not two at once, nor one as soon as the other has returned: settle_after counts from now at the earliest.
			t.attemptEnded(k, now)
			t.schedule(k)
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
		write: true, lookup: true, repeat: k.limits.Repeats, intent: t.in,
		since: since{at: t.r.sched.Now(), lease: t.since.lease},
	}
	t.settling = append(t.settling, c)
	t.start(c)
}

// isScheduled reports whether it is looked up by itself: not for ever.
func (k *unknownCall) isScheduled() bool { return k.doubt.Lookups < k.limits.Lookups }

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
		if k.isScheduled() && (next.IsZero() || k.next.Before(next)) {
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
			t.schedule(k)
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
