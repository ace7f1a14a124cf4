package runner

import (
	"container/list"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Config is what a runner is made of. Store and Tools are required; everything else has a default.
type Config struct {
	Turn  turn.Config // policy and catalog of new trips; default turn.Default
	Store store.Store // not closed by the runner
	// Handlers by tool; required. New trips do not offer models a tool without a handler; any other call without one
	// fails as permanent, of which New warns. An empty registry is for a runner that only settles, imports or deletes.
	Tools      tools.Registry
	Engine     string                // the version that headers of new trips name
	Limits     Limits                // zero fields have their defaults
	ToolLimits map[string]ToolLimits // by tool, over what the catalog says

	// Middleware wraps each tool when the runner is made, for timing, tracing or tests. The first is the
	// outermost. What it returns without a lookup keeps that of the tool that it wraps.
	Middleware []func(name string, next tools.Tool) tools.Tool

	// Messages returns the conversation as a model sees it, oldest first, up to the event at seq
	// of a trip. It is asked for the calls of assistant_step. Default: the newest 60 messages of what the store keeps
	// of the trip, of which each step reads only the events that are new.
	Messages func(ctx context.Context, id trip.ID, seq int64) ([]tools.Message, error)

	OnDivergence Divergence // what is done with a trip whose log does not fold to what was recorded; default GoOn

	// Logger gets one line for everything that does not go as it should (docs/observability.md). Without one only errors,
	// results that break their schema and doubtful settings are told, to slog.Default. With LogRaw it also gets, at debug
	// level, the raw text of tool failures.
	Logger *slog.Logger
	LogRaw bool
	// Telemetry is told of turns, calls and commits, for traces and metrics; default nobody.
	Telemetry Telemetry

	Now       func() time.Time // the clock that stamps events, which may be set; default the scheduler's
	Random    func() float64   // in [0, 1), for jitter; default math/rand/v2
	Scheduler Scheduler        // default the real time
}

// Runner performs the turns of all trips of a store. Its methods are safe for concurrent use.
type Runner struct {
	config Config
	limits Limits
	sched  Scheduler
	store  store.Store
	log    *slog.Logger

	mistakes *slog.Logger // for what nobody may miss; slog.Default where there is no Logger

	tools   tools.Registry // with the middleware around them
	members []trip.Member  // of the headers of new trips
	shared  store.Owner    // the store, where other processes may work with it; else nil
	lease   time.Duration  // of the shared store
	inbox   store.Inbox    // the store, where other processes leave requests in it; else nil

	stopListening context.CancelFunc // nil when it does not listen
	deaf          Signal             // set once it has stopped

	ctx    context.Context // ends when Close cuts short what still runs; every call's context is below it
	cancel context.CancelFunc

	catalogs *turn.Catalogs // of trips whose header brings one of its own

	// mu guards the fields below, and refs and idleElement of each live trip. It is held only while memory
	// changes. Whoever needs a trip's lock too takes that one first.
	mu        sync.Mutex
	closed    bool
	live      map[trip.ID]*live
	idleTrips list.List // of *live that nobody works on, the last used first
	active    int       // trips that are driven, or about to be
	idle      Signal    // set when active falls to 0
	gates     map[string]*gate
	running   map[string]bool // writes whose handler has not returned
	watchers  map[trip.ID][]*watcher
	requests  attention // to inboxes
	orphans   attention // to trips whose process is gone

	recent recent
}

// New returns a runner. It starts no goroutine: work begins with the first event. Only where processes share the store
// and leave requests in it (store.Inbox) it begins to work these off, and to take over the trips of processes that are
// gone; a runner without tools does neither. It refuses what would fail
// later: a policy or a catalog that could not be read back from a trip's header, own tools that do not do what their
// definition says ([catalog.Tool.Check]), no tools or none that reads messages, tools and limits that the catalog does
// not know, tools without Run, negative limits, and write tools that could be neither looked up nor repeated safely,
// unless the catalog says unverifiable. It warns in the log of other calls that nothing performs, and of timeouts that
// the turn cuts short.
//
//   - Errors: ErrConfig, which names the field and what to do.
func New(c Config) (*Runner, error) {
	if c.Store == nil {
		return nil, bad("Store", "it is nil: open one of store/bolt, adapters/postgres or store/mem")
	}
	if c.Turn.Catalog.Digest() == "" {
		c.Turn.Catalog = turn.Default().Catalog
	}
	if c.Turn.Policy.Equal(trip.Policy{}) {
		c.Turn.Policy = trip.DefaultPolicy()
	}
	if c.Scheduler == nil {
		c.Scheduler = realtime{}
	}
	if c.Now == nil {
		c.Now = c.Scheduler.Now
	}
	if c.Random == nil {
		c.Random = rand.Float64
	}
	mistakes := c.Logger
	if c.Logger == nil {
		c.Logger, mistakes = slog.New(slog.DiscardHandler), slog.Default()
	}
	if c.OnDivergence > Refuse {
		return nil, bad("OnDivergence", "%d is neither GoOn nor Refuse", c.OnDivergence)
	}
	if err := c.Limits.check(); err != nil {
		return nil, err
	}
	r := &Runner{
		config: c, limits: c.Limits.withDefaults(), sched: c.Scheduler, store: c.Store, log: c.Logger, mistakes: mistakes,
		live: map[trip.ID]*live{}, gates: map[string]*gate{}, catalogs: &turn.Catalogs{},
		running: map[string]bool{}, watchers: map[trip.ID][]*watcher{}, idle: c.Scheduler.NewSignal(),
	}
	if shared, ok := store.As[store.Owner](c.Store); ok {
		r.shared, r.lease = shared, shared.Lease().Length
		r.limits.IdleCache = -1 // another process may work on a trip while it rests here
		r.inbox, _ = store.As[store.Inbox](c.Store)
	}
	var err error
	if r.tools, err = wrapped(c.Tools, c.Middleware); err != nil {
		return nil, err
	}
	if r.config.Turn.Catalog, r.members, err = forNewTrips(c.Turn.Catalog, c.Tools); err != nil {
		return nil, err
	}
	if err := c.checkTools(r.config.Turn.Catalog); err != nil {
		return nil, err
	}
	if err := r.checkSettling(); err != nil {
		return nil, err
	}
	if r.config.Turn.Policy, err = r.readBack(); err != nil {
		return nil, err
	}
	r.warn()
	r.recent.start(r.limits.Remembered)
	r.ctx, r.cancel = context.WithCancel(context.Background())
	if len(c.Tools) > 0 {
		r.listen()
	}
	return r, nil
}

// Close refuses new events and waits for running turns, and the events queued behind them, to
// come to rest. When ctx ends first, the calls that are still out are cancelled; they and the
// queues stay in the store for recovery. The store stays open.
//
//   - Errors: that of ctx when something was cut short.
func (r *Runner) Close(ctx context.Context) error {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	defer r.eachWatcher(func(w *watcher) { w.close(ErrClosed) })
	r.stopHearing()
	err := r.waitIdle(ctx)
	r.cancel()
	if err == nil {
		return nil
	}
	if again := r.waitIdle(context.WithoutCancel(ctx)); again != nil {
		return again
	}
	return fmt.Errorf("runner: close: calls were cut short: %w", err)
}

// stopHearing stops listening, and returns when that has ended.
func (r *Runner) stopHearing() {
	if r.stopListening != nil {
		r.stopListening()
		_ = r.deaf.Wait(context.Background()) // nothing ends it
		r.deaf.Set()                          // for a second Close
	}
}

// Probe asks the store whether a commit could be made now, where it can be asked (store.Prober). Of another store it
// says nothing.
//
//   - Errors: a fault of the store, or that of ctx.
func (r *Runner) Probe(ctx context.Context) error {
	prober, ok := store.As[store.Prober](r.store)
	if !ok {
		return nil
	}
	if err := prober.Probe(ctx); err != nil {
		return fmt.Errorf("runner: probe: %w", err)
	}
	return nil
}

// waitIdle waits until no trip is driven.
func (r *Runner) waitIdle(ctx context.Context) error {
	for {
		r.mu.Lock()
		active := r.active
		r.mu.Unlock()
		if active == 0 {
			r.idle.Set() // for whoever waits as well: a signal wakes one
			return nil
		}
		if err := r.idle.Wait(ctx); err != nil {
			return err
		}
	}
}

// acquire returns the live trip of an id and keeps it until release.
func (r *Runner) acquire(id trip.ID) (*live, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, ErrClosed
	}
	t := r.live[id]
	if t == nil {
		t = &live{r: r, id: id, mu: r.sched.NewLock()}
		r.live[id] = t
	}
	r.retain(t)
	return t, nil
}

// lock locks a trip, which is loaded first unless it is in memory. The caller calls unlock.
func (r *Runner) lock(id trip.ID) (t *live, unlock func(), err error) {
	if err := store.CheckID(id); err != nil {
		return nil, nil, fmt.Errorf("runner: %w", err)
	}
	if t, err = r.acquire(id); err != nil {
		return nil, nil, err
	}
	t.mu.Lock()
	return t, func() {
		t.mu.Unlock()
		r.release(t)
	}, nil
}

// retain counts one more who works on a trip. The caller holds r.mu.
func (r *Runner) retain(t *live) {
	t.refs++
	if t.idleElement != nil {
		r.idleTrips.Remove(t.idleElement)
		t.idleElement = nil
	}
}

// release gives a live trip back. When the last one has done so, its state is kept for a while,
// or let go.
func (r *Runner) release(t *live) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t.refs--
	switch {
	case t.refs > 0:
	case !t.loaded || t.header != nil || r.limits.IdleCache < 0:
		delete(r.live, t.id)
	default:
		t.idleElement = r.idleTrips.PushFront(t)
		if r.idleTrips.Len() > r.limits.IdleCache {
			oldest, _ := r.idleTrips.Remove(r.idleTrips.Back()).(*live)
			delete(r.live, oldest.id)
		}
	}
}

// reserve counts one more trip as active. It returns ErrOverloaded when too many are, beside those who attend to what
// others ask: they begin turns, and are none.
func (r *Runner) reserve(within int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.active-r.requests.busy-r.orphans.busy >= within {
		return fmt.Errorf("%w: %d", ErrOverloaded, within)
	}
	r.active++
	return nil
}

// unreserve counts one less.
func (r *Runner) unreserve() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.active--
	if r.active == 0 {
		r.idle.Set()
	}
}

// startDriving notes that a trip, which is counted as active, is driven. The caller holds t.mu.
func (r *Runner) startDriving(t *live) {
	t.stopLookupTimer()
	r.keep(t)
	t.driving = true
}

// keep counts one more who works on a trip, until release.
func (r *Runner) keep(t *live) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.retain(t)
}

// stopDriving undoes startDriving.
func (r *Runner) stopDriving(t *live) {
	r.release(t)
	r.unreserve()
}

// isClosed reports whether Close was called.
func (r *Runner) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// stopping reports whether Close has cut short what runs.
func (r *Runner) stopping() bool { return r.ctx.Err() != nil }

// detached returns a context for a commit that must not fail because the caller went away.
func (r *Runner) detached(ctx context.Context) (context.Context, context.CancelFunc) {
	return r.sched.WithTimeout(context.WithoutCancel(ctx), r.limits.CommitTimeout)
}
