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

// step is the local activity by which a workflow decides: it asks the runner what follows. Nothing but its result is
// part of the history.
func (e *engine) step(ctx context.Context, a *runner.Away) (runner.AwayCommit, error) {
	a.Quick = e.quick
	c, err := e.runner.DecideAway(ctx, *a)
	if c.State != nil && len(c.Calls) > 0 {
		e.recall.put(a.Trip.Trip, c.State)
	}
	return c, err
}

// perform is the activity: it makes one call, or looks it up. In a further attempt nobody knows what became of the one
// before, whose worker is gone.
func (e *engine) perform(ctx context.Context, c runner.AwayCall) (runner.AwayOutcome, error) {
	alive, stop := context.WithCancel(ctx)
	defer stop()
	go e.beat(alive)
	if c.Intent = e.recall.get(c.Trip, c.Call.Seq); c.Intent == nil {
		found, err := e.runner.StateAt(ctx, c.Trip, c.Call.Seq)
		if err != nil {
			return runner.AwayOutcome{}, err
		}
		c.Intent = &found
	}
	c.Found = c.Found || activity.GetInfo(ctx).Attempt > 1
	return e.runner.PerformAway(ctx, c), nil
}

// beat tells the service that the worker is there, and hears from it when the call is not wanted any more.
func (e *engine) beat(ctx context.Context) {
	ticker := time.NewTicker(e.heartbeat / 4)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			activity.RecordHeartbeat(ctx)
		}
	}
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
