package runner

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// A lookup that runs is waited for by the next turn; a handler that was given up is not.
func TestIsLooking(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lookup, done, want bool }{
		{true, false, true}, {true, true, false}, {false, false, false}, {false, true, false},
	} {
		d := &call{lookup: c.lookup}
		d.done.Store(c.done)
		if got := (&live{settling: []*call{d}}).isLooking(); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// A call that nobody can look up costs its tool nothing, and is no failure of a lookup.
func TestLookUpOnce(t *testing.T) {
	t.Parallel()
	l, _, said := lone(t, func(c *Config) {
		c.LogRaw = true
	})
	l.r.log = slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c := &call{Outstanding: store.Outstanding{CallID: "c1", Name: trip.ToolPurchase}, intent: l.in, base: t.Context()}
	p := &performance{r: l.r, t: l, call: c}
	if out := p.lookUpOnce(); out.sure || out.nothing || said.Len() > 0 {
		t.Errorf("without a lookup: %+v, %s", out, said)
	}
	p.tool.Lookup = func(context.Context, tools.Request) ([]byte, bool, error) { return nil, false, errFull }
	if out := p.lookUpOnce(); out.sure || out.nothing || !strings.Contains(said.String(), "raw=\""+errFull.Error()) ||
		!strings.Contains(said.String(), LookupFailed.String()) {
		t.Errorf("one that fails: %+v, %s", out, said)
	}
	said.Reset()
	p.tool.Lookup = func(context.Context, tools.Request) ([]byte, bool, error) { panic("lost") }
	if out := p.lookUpOnce(); out.nothing || !strings.Contains(said.String(), HandlerPanicked.String()) {
		t.Errorf("one that panics: %+v, %s", out, said)
	}
	asked := 0
	p.tool.Lookup = func(context.Context, tools.Request) ([]byte, bool, error) { asked++; return nil, false, nil }
	if out := p.lookUpOnce(); !out.nothing || asked != 1 {
		t.Errorf("one that finds nothing, asked %d times: %+v", asked, out)
	}
	l.r.cancel()
	if out := p.lookUpOnce(); out.nothing || asked != 1 {
		t.Errorf("while the runner closes, asked %d times: %+v", asked, out)
	}
	said.Reset()
	p.noteAttempt(attempt{class: trip.ClassFailed, reason: "it rests"})
	if !strings.Contains(said.String(), `reason="it rests"`) {
		t.Errorf("the reason is not told: %s", said)
	}
	said.Reset()
	p.noteAttempt(attempt{class: trip.ClassFailed})
	if strings.Contains(said.String(), "reason=") || said.Len() == 0 {
		t.Errorf("a reason is told: %s", said)
	}
}

// A call that was looked up as often as may be is not looked up by itself any more, and waits in no timer.
func TestLookupsThatAreDue(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	l.mu.Lock()
	defer l.mu.Unlock()
	ended := 0
	for _, c := range []struct {
		lookups int
		in      time.Duration
		starts  int
		timer   bool
	}{{3, -time.Minute, 0, false}, {2, time.Hour, 0, true}, {2, -time.Minute, 1, true}} {
		k := &unknownCall{
			call: trip.Pending{CallID: "c1", Name: trip.ToolPurchase}, next: l.r.sched.Now().Add(c.in),
			limits: DoubtLimits{Lookups: 3}, doubt: Doubt{Lookups: c.lookups},
		}
		l.unknown, l.settling, l.driving, l.tasks = []*unknownCall{k}, nil, true, 1
		l.lookUpDue()
		if len(l.settling) != c.starts {
			t.Errorf("%+v: %d start", c, len(l.settling))
		}
		if c.starts > 0 {
			break
		}
		before := ended
		l.lookupTimer = func() { ended++ }
		l.startLookupTimer()
		if ended != before+1 || (l.lookupTimer != nil) != c.timer {
			t.Errorf("%+v: a timer runs %t, %d were ended", c, l.lookupTimer != nil, ended-before)
		}
		l.stopLookupTimer()
	}
}

// A trip that has failed keeps nothing in memory; that the runner is closing is no failure to tell of.
func TestFailForgets(t *testing.T) {
	t.Parallel()
	l, _, said := lone(t)
	for _, err := range []error{errFull, ErrClosed} {
		said.Reset()
		c := &call{}
		l.loaded, l.driving, l.failure = true, true, nil
		l.calls, l.settling, l.queue = []*call{c}, []*call{c}, []*waiting{{}}
		l.streams = []*stream{l.r.newStream("t1")}
		l.fail(err)
		if l.loaded || len(l.calls)+len(l.settling)+len(l.queue)+len(l.streams) > 0 || !errors.Is(l.failure, err) {
			t.Errorf("%v: %+v", err, l)
		}
		if told := strings.Contains(said.String(), errFull.Error()); told != errors.Is(err, errFull) {
			t.Errorf("%v: the log says %s", err, said)
		}
		before := said.Len()
		if l.fail(errFull); said.Len() != before {
			t.Errorf("it fails twice: %s", said)
		}
	}
}

// A fold that breaks the engine is told as that, of a tool's result too, and nothing is taken.
func TestSettleOfABrokenFold(t *testing.T) {
	t.Parallel()
	l, _, said := lone(t)
	l.in.Status.Node, l.in.Turn.Number = 200, 1 // which has no edges
	l.in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
	done := &call{Outstanding: store.Outstanding{CallID: "c1", Name: trip.ToolExtract}}
	done.end(outcome{data: trip.ToolResult{CallID: "c1", ToolName: trip.ToolExtract, Result: `{}`}})
	c := l.newChange()
	if err := l.closeCall(c, done); !errors.Is(err, ErrBug) || len(c.folds) > 0 || !strings.Contains(said.String(), EngineBroken.String()) {
		t.Errorf("%v, %d folds; %s", err, len(c.folds), said)
	}
}

// A breaker opens once, and closes once, by what its calls say; one that says nothing changes it not.
func TestBreakerTells(t *testing.T) {
	t.Parallel()
	l, now := Limits{BreakerFailures: 2, BreakerOpen: time.Minute}, time.Unix(100, 0)
	var b breaker
	for i, c := range []struct {
		v    verdict
		want NoticeKind
	}{
		{unhealthy, 0},
		{healthy, 0},
		{unhealthy, 0},
		{neutral, 0},
		{unhealthy, BreakerOpened},
		{unhealthy, 0},
		{neutral, 0},
		{healthy, BreakerClosed},
		{healthy, 0},
		{neutral, 0},
	} {
		if got := b.note(now, c.v, l); got != c.want {
			t.Errorf("%d: %s, want %s", i, got, c.want)
		}
	}
}

// What an operator says of a hold is taken as its tool would say it: holds that are not sound are left out by the fold.
// Of any other tool the result must be as its schema says.
func TestSettlement(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	for name, c := range map[string]struct {
		tool, result string
		ok           bool
	}{
		"a sound hold":        {trip.ToolHold, `{"holds":[]}`, true},
		"an unsound hold":     {trip.ToolHold, `{"holds":[{"hold_id":5}]}`, true},
		"a purchase":          {trip.ToolPurchase, `{"confirmation":{"record_locator":"A","status":"confirmed","tickets":[]}}`, true},
		"an unsound purchase": {trip.ToolPurchase, `{"confirmation":7}`, false},
		"of an unknown tool":  {"send_a_dove", `{"sent":true}`, true},
		"an error":            {trip.ToolHold, `{"error":"no"}`, false},
	} {
		_, err := l.settlement(trip.Pending{CallID: "c1", Name: c.tool}, Settlement{Result: []byte(c.result)})
		if (err == nil) != c.ok || err != nil && !errors.Is(err, ErrResult) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Of a call that another event has dropped a write is waited for, unless its outcome is in doubt already.
func TestAbandonDropped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		out     *outcome // nil while it runs
		begun   bool
		settled bool // the state waits for nothing
		waits   bool
	}{
		"it runs":         {nil, true, false, true},
		"it was made":     {&outcome{sure: true}, true, false, true},
		"it was not made": {&outcome{notMade: true}, true, false, true},
		"it is in doubt":  {&outcome{}, true, false, false},
		"it never began":  {nil, false, false, true},
		"it is settled":   {nil, true, true, false},
	} {
		l, _, _ := lone(t)
		if !c.settled {
			l.in.Turn.Unknown = []trip.Pending{{CallID: "c1", Name: trip.ToolPurchase}}
		}
		d := &call{Outstanding: store.Outstanding{CallID: "c1", Name: trip.ToolPurchase}, write: true, begun: c.begun, intent: l.in}
		if c.out != nil {
			d.end(*c.out)
		}
		l.abandonDropped([]*call{d})
		if got := slices.Contains(l.settling, d); got != c.waits || !c.begun && !d.out.sure {
			t.Errorf("%s: it is waited for %t; %+v", name, got, d.out)
		}
	}
}

// sleeping notes how long is slept, and sleeps until the context ends.
type sleeping struct {
	realtime
	slept chan time.Duration
}

func (s sleeping) Sleep(ctx context.Context, d time.Duration) error {
	s.slept <- d
	<-ctx.Done()
	return ctx.Err()
}

// The first lookup that is due is waited for, whichever stands first; none while the runner closes.
func TestTheNextLookup(t *testing.T) {
	t.Parallel()
	s := sleeping{slept: make(chan time.Duration, 1)}
	l, _, _ := lone(t, func(c *Config) { c.Scheduler = s })
	now := l.r.sched.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, waits := range [][]time.Duration{{time.Hour, 3 * time.Hour}, {3 * time.Hour, time.Hour}} {
		l.unknown = nil
		for _, d := range waits {
			l.unknown = append(l.unknown, &unknownCall{next: now.Add(d), limits: DoubtLimits{Lookups: 1}})
		}
		l.startLookupTimer()
		if d := <-s.slept; d > time.Hour || d < 59*time.Minute {
			t.Errorf("of %v it sleeps %s", waits, d)
		}
		l.stopLookupTimer()
	}
	l.r.cancel()
	if l.startLookupTimer(); l.lookupTimer != nil {
		t.Error("it waits while the runner closes")
	}
}

// A trip that cannot be loaded is looked at again later, and that is told.
func TestLookAgainLater(t *testing.T) {
	t.Parallel()
	l, s, said := lone(t)
	now := l.r.sched.Now()
	k := &unknownCall{
		call: trip.Pending{CallID: "c1", Name: trip.ToolPurchase}, next: now.Add(-time.Hour),
		limits: DoubtLimits{Lookups: 1, LookupFirst: time.Hour, LookupMax: time.Hour},
	}
	l.unknown, l.loaded, s.loads = []*unknownCall{k}, false, errFull
	l.lookAgain(t.Context())
	l.mu.Lock()
	defer l.mu.Unlock()
	if !k.next.After(now) || l.lookupTimer == nil || !strings.Contains(said.String(), RecoveryFailed.String()) {
		t.Errorf("next in %s, a timer %t; %s", k.next.Sub(now), l.lookupTimer != nil, said)
	}
	l.stopLookupTimer()
}

// An outcome that settles nothing stops its trip, and not the process.
func TestACallThatDoesNotSettle(t *testing.T) {
	t.Parallel()
	l, _, said := lone(t)
	l.in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
	done := &call{Outstanding: store.Outstanding{CallID: "c1", Name: trip.ToolExtract}}
	done.end(outcome{data: trip.ToolResult{CallID: "c9", ToolName: trip.ToolExtract, Result: `{}`}})
	l.calls, l.driving = []*call{done}, true
	if err := l.feed(); !errors.Is(err, ErrBug) || l.loaded || !errors.Is(l.failure, ErrBug) || said.Len() == 0 {
		t.Errorf("%v; loaded %t, failed %v", err, l.loaded, l.failure)
	}
}

// A lookup that did not find out ends as that, for whoever hears the telemetry.
func TestALookupThatFoundNothingIsTold(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	var told []trip.Class
	d := &call{
		Outstanding: store.Outstanding{CallID: "c1", Name: trip.ToolPurchase}, write: true, lookup: true,
		endTelemetry: func(d Done) { told = append(told, d.Class) },
	}
	d.end(outcome{nothing: true})
	l.settling = []*call{d}
	if err := l.feed(); err != nil || len(l.settling) > 0 || !slices.Equal(told, []trip.Class{trip.ClassOutcomeUnknown}) {
		t.Errorf("%v; told %q", err, told)
	}
}

// A write that was never handed over does not count as running, and one whose turn is over was cancelled.
func TestAWriteThatNeverBegan(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	c := &call{
		Outstanding: store.Outstanding{CallID: "c1", Name: trip.ToolPurchase}, intent: l.in, write: true,
		base: t.Context(), ctx: ended, until: l.r.sched.Now().Add(time.Hour),
	}
	p := &performance{r: l.r, t: l, call: c, tool: l.r.tools[trip.ToolPurchase], gate: &gate{limit: 1, inside: 1, maxWaiting: 1}}
	a, mine := p.try()
	if a.class != trip.ClassCancelled || !mine || a.begun {
		t.Errorf("%+v, %t", a, mine)
	}
	l.r.noteRunning("c1")
	if out := p.conclude(a); !out.notMade || l.r.isRunning("c1") {
		t.Errorf("%+v; running %t", out, l.r.isRunning("c1"))
	}
}

// Of a write that was certainly not made the telemetry is told how it was settled, not that it was in doubt before.
func TestSettleOfWhatWasNotMade(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	l.in.Status.Node, l.in.Turn.Number = trip.Purchasing, 1
	p := trip.Pending{CallID: "c1", Name: trip.ToolPurchase, Write: true, Key: "k"}
	l.in.Turn.Outstanding = []trip.Pending{p}
	done := &call{Outstanding: store.Outstanding{CallID: "c1", Name: trip.ToolPurchase}, write: true}
	e := done.failure(trip.ClassTimeout, "no answer", 1)
	done.end(outcome{data: e, notMade: true})
	l.calls = []*call{done}
	c := l.newChange()
	if err := l.closeCall(c, done); err != nil || len(c.folds) != 2 || c.folds[0].call != nil || c.folds[1].call != done {
		t.Errorf("%v, %d folds", err, len(c.folds))
	}
}

// A trip that is driven looks up by itself: who wakes for it starts nothing.
func TestLookAgainBesideADriver(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	k := &unknownCall{call: trip.Pending{CallID: "c1", Name: trip.ToolPurchase}, next: l.r.sched.Now().Add(-time.Hour), limits: DoubtLimits{Lookups: 1}}
	l.unknown, l.driving = []*unknownCall{k}, true
	if l.lookAgain(t.Context()); len(l.settling) > 0 || l.lookupTimer != nil {
		t.Errorf("%d lookups, a timer %t", len(l.settling), l.lookupTimer != nil)
	}
}

// The time from which on a lookup counts begins when the last attempt has ended: not while its handler runs.
func TestAttemptEnded(t *testing.T) {
	t.Parallel()
	l, _, _ := lone(t)
	k := &unknownCall{call: trip.Pending{CallID: "c1", Name: trip.ToolPurchase}, doubt: Doubt{Misses: 1, SettleAt: time.Unix(5, 0)}}
	l.r.noteRunning("c1")
	if l.attemptEnded(k, time.Unix(9, 0)); k.doubt.Misses != 0 || !k.doubt.SettleAt.IsZero() {
		t.Errorf("while it runs: %+v", k)
	}
	l.r.noteReturned("c1")
	k.doubt.Misses = 1
	if l.attemptEnded(k, time.Unix(9, 0)); k.doubt.Misses != 0 || k.doubt.SettleAt.Before(time.Unix(9, 0)) {
		t.Errorf("once it has returned: %+v", k)
	}
}

// A probe that found no room to wait, or waited in vain, leaves the next call to be the probe.
func TestAProbeWithoutRoom(t *testing.T) {
	t.Parallel()
	r := &Runner{sched: realtime{}, limits: Limits{BreakerFailures: 1, BreakerOpen: time.Hour}}
	g := &gate{limit: 1, inside: 1, breaker: breaker{failures: 1, until: time.Now().Add(-time.Second)}}
	for range 2 {
		if _, why := g.admit(r); why != "too many calls of the tool wait already" {
			t.Errorf("%q", why)
		}
	}
	g.maxWaiting = 1
	ended, end := context.WithCancel(t.Context())
	end()
	for range 2 {
		if why := g.enter(ended, r, time.Now().Add(time.Hour)); why != "the call waited too long for its turn" {
			t.Errorf("%q", why)
		}
	}
	g.inside = 0
	if turn, why := g.admit(r); turn != nil || why != "" {
		t.Errorf("%q", why)
	}
	if _, why := g.admit(r); why != "the tool failed too often and rests" {
		t.Errorf("beside the probe: %q", why)
	}
}
