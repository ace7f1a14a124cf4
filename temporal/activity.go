package temporal

import (
	"cmp"
	"context"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// engine is what the workflows and activities of a worker share.
type engine struct {
	runner    *runner.Runner
	heartbeat time.Duration
	events    int
	quick     []string
	recall    recall
}

func newEngine(c Config, r *runner.Runner) *engine {
	return &engine{runner: r, heartbeat: c.Heartbeat, events: c.Events, quick: c.Quick}
}

// perform is the activity: it makes one call, or looks it up.
func (e *engine) perform(ctx context.Context, j job) (runner.AwayOutcome, error) {
	stop := e.beat(ctx)
	defer stop()
	in := e.recall.get(j.Trip, j.Call.Seq)
	if in == nil {
		found, err := e.runner.StateAt(ctx, j.Trip, j.Call.Seq)
		if err != nil {
			return runner.AwayOutcome{}, err //nolint:wrapcheck // it names the trip
		}
		in = &found
	}
	again := j.Call.Limits.Repeats
	return e.runner.PerformAway(ctx, runner.AwayCall{
		Trip: j.Trip, Seq: j.Call.Seq, Call: j.Call.Outstanding, Intent: *in, Write: j.Call.Write, Since: j.Call.Since,
		Until: j.Until, Found: j.Found, Lookup: j.Lookup && !again, Repeat: j.Lookup && again,
	}), nil
}

// beat tells the service that the worker is there, and hears from it when the call is not wanted any more.
func (e *engine) beat(ctx context.Context) (stop func()) {
	ended := make(chan struct{})
	go func() {
		ticker := time.NewTicker(e.heartbeat / 4)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
				activity.RecordHeartbeat(ctx)
			}
		}
	}()
	return func() { close(ended) }
}

// moment is a trip after the event at seq.
type moment struct {
	id  trip.ID
	seq int64
}

// recall remembers the states after the last commits, so that the calls that these queued need not read the history.
type recall struct {
	mu         sync.Mutex
	young, old map[moment]*trip.Intent
}

// maxRecalled is how many intents of all trips together are young.
const maxRecalled = 256

func (r *recall) put(id trip.ID, in *trip.Intent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.young == nil || len(r.young) >= maxRecalled {
		r.young, r.old = map[moment]*trip.Intent{}, r.young
	}
	r.young[moment{id, in.Turn.Seq}] = in
}

// get returns the state after the event at seq, nil when it is not remembered.
func (r *recall) get(id trip.ID, seq int64) *trip.Intent {
	r.mu.Lock()
	defer r.mu.Unlock()
	return cmp.Or(r.young[moment{id, seq}], r.old[moment{id, seq}])
}
