package sim

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// faults is a set of kinds of trouble. Shrinking takes them away one by one.
type faults uint8

const (
	crashes faults = 1 << iota
	storeFaults
	toolFaults
	overlaps // operations begin while others run
	clockFaults
	slowCommits // others run while a commit is under way
	standstills // of a process, while another one shares its store
	allFaults   = crashes | storeFaults | toolFaults | overlaps | clockFaults | slowCommits | standstills
)

// plan says what a conversation is made of.
type plan struct {
	seed   uint64
	number int64
	skip   map[int]bool // operations that are left out
	faults faults       // those that may happen
}

// counts are what a conversation did.
type counts struct {
	Turns, Events, Calls, Purchases, AskedAgain            int64
	Crashes, StoreFaults, ToolFaults, Interrupted, Settled int64
	LateOrders, Conflicts, Standstills, AfterAll, Fares    int64
	Accepted                                               int64
}

// conversation is one simulated world: a few trips, a store, a supplier, processes one after another.
type conversation struct {
	plan
	rng      *draw
	sched    *sched
	disk     *disk
	supplier *supplier
	watches  map[trip.ID]*watch
	config   runner.Config
	logged   bytes.Buffer

	noLookup, oddTools, thorough, fares                  bool
	crashRate, storeRate, toolFaultRate, haste, slowRate int  // per mille
	quiet                                                bool // no faults any more
	// Of all write tools; 0: their books are never behind.
	settleAfter time.Duration

	r     *runner.Runner // of the process that clients go to
	dead  bool           // it has died, and the other with it
	procs [2]*process    // the second one runs only where they share the store
	// shared has the owners of trips, where two processes share the store; nil where there is one.
	shared    map[trip.ID]int64
	tokens    int64  // leases that were taken
	inbox     *inbox // of the shared store; nil where it has none
	standRate int
	lag       time.Duration // how far the supplier's books are behind, beyond what it says
	gone      bool          // a process has gone, and what it alone knew
	// What writes answered while it lived, their names by call id, and the store's faults before.
	answered map[string]string
	faulty   int64
	serial   int
	runs     int
	sent     []delivery
	clients  []map[trip.ID]string // the ask that each saw last
	trace    []string

	counts  counts
	failure *Failure
}

// delivery is an event that a client sent.
type delivery struct {
	id trip.ID
	ev trip.Event
}

// start is the first moment of every conversation.
var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func newConversation(p plan, idle *pool) *conversation {
	c := &conversation{
		plan: p, rng: newDraw(p.seed, uint64(p.number)), watches: map[trip.ID]*watch{},
		clients: []map[trip.ID]string{{}, {}},
	}
	c.sched = &sched{now: start, shown: map[trip.Instant]bool{}, idle: idle}
	c.procs = [2]*process{{c: c}, {c: c}}
	c.sched.home = c.procs[0]
	c.sched.zombies = func() bool { return c.may(toolFaults, c.toolFaultRate/8) }
	c.disk, c.supplier = newDisk(c), newSupplier(c)
	c.thorough = c.rng.oneIn(16)
	c.noLookup, c.oddTools = c.rng.oneIn(5), c.rng.oneIn(10)
	c.fares = c.rng.oneIn(2)
	c.crashRate = of(c.rng, []int{0, 0, 10, 40})
	c.storeRate = of(c.rng, []int{0, 0, 1000})
	c.toolFaultRate = of(c.rng, []int{0, 50, 150, 400})
	c.haste = of(c.rng, []int{0, 200, 600})
	c.slowRate = of(c.rng, []int{0, 100, 500})
	c.settleAfter = of(c.rng, []time.Duration{0, 5 * time.Second, time.Minute, 10 * time.Minute})
	if c.rng.oneIn(3) {
		c.share()
	}
	c.configure()
	return c
}

// share lets two processes share the store.
func (c *conversation) share() {
	c.shared, c.noLookup = map[trip.ID]int64{}, false
	c.standRate = of(c.rng, []int{20, 60, 150})
	c.settleAfter = 5 * time.Second // beyond the lease, the timeout and what the runner adds
	if c.rng.oneIn(2) {
		c.inbox = &inbox{c: c}
	}
	if c.rng.oneIn(3) {
		c.lag = 2 * time.Hour
	}
}

// settling says how it is found out what became of writes.
func (c *conversation) settling(cfg *turn.Config) {
	for _, tool := range []string{trip.ToolHold, trip.ToolPurchase, trip.ToolRelease} {
		if c.shared == nil { // else the lease decides
			c.config.ToolLimits[tool] = runner.ToolLimits{SettleAfter: cmp.Or(c.settleAfter, -1)}
		}
	}
	if !c.noLookup {
		return
	}
	purchase, _ := cfg.Catalog.Tool(trip.ToolPurchase)
	purchase.Settle = catalog.Repeat
	all, err := cfg.Catalog.With(purchase)
	if err != nil {
		c.failf(Sound, "a purchase cannot be repeated: %v", err)
	}
	cfg.Catalog = all
}

// configure draws policy and limits.
func (c *conversation) configure() {
	rng := c.rng
	cfg := turn.Default()
	cfg.Policy.Multitask = of(rng, []trip.Multitask{trip.Enqueue, trip.Interrupt, trip.Reject})
	cfg.Policy.ConfirmBeforeQuote = rng.oneIn(4)
	if rng.oneIn(4) {
		cfg.Policy.ApprovalBinding = trip.BindStrict
	}
	if rng.oneIn(4) {
		cfg.Policy.QuoteTTLSeconds = 30
	}
	if rng.oneIn(8) {
		cfg.Policy.MaxTokens = 100
	}
	c.config = runner.Config{
		Turn: cfg, Store: c.disk, Engine: "sim", Scheduler: c.sched, Now: c.sched.wallClock,
		Random: func() float64 { return float64(c.rng.below(1000)) / 1000 },
		Logger: slog.New(slog.NewTextHandler(&c.logged, nil)),
		Limits: runner.Limits{
			Queue: 1 + rng.below(4), IdleCache: of(rng, []int{-1, 1, 8}), Remembered: of(rng, []int{1, 8}),
			BreakerFailures: of(rng, []int{-1, 3, 10}), TurnTimeout: of(rng, []time.Duration{time.Minute, 10 * time.Minute}),
			Turns: of(rng, []int{1, 100}), Waiting: 1 + rng.below(3),
		},
		ToolLimits: map[string]runner.ToolLimits{},
	}
	if rng.oneIn(4) {
		c.config.ToolLimits[trip.ToolFlightSearch] = runner.ToolLimits{Concurrency: 1, RatePerMinute: 10}
	}
	c.settling(&c.config.Turn)
	c.config.Tools = c.world()
}

// may draws whether a fault happens, `rate` times of a thousand.
func (c *conversation) may(kind faults, rate int) bool {
	if c.quiet || c.faults&kind == 0 {
		return false
	}
	if kind == storeFaults {
		rate = rate * c.storeRate / 1000
	}
	return c.rng.permille(rate)
}

// dieSometimes draws whether the process dies here.
func (c *conversation) dieSometimes(where string) {
	if c.dead || !c.may(crashes, c.crashRate) {
		return
	}
	c.notef("the process dies %s", where)
	c.dead = true
	panic(stopped{})
}

func (c *conversation) watchOf(id trip.ID) *watch {
	w := c.watches[id]
	if w == nil {
		w = newWatch(c, id)
		c.watches[id] = w
	}
	return w
}

// failf notes the first invariant that does not hold.
func (c *conversation) failf(i Invariant, format string, args ...any) {
	if c.failure == nil {
		c.failure = &Failure{Invariant: i, Detail: fmt.Sprintf(format, args...)}
		c.notef("%s: %s", i, c.failure.Detail)
	}
}

// canary looks for what tools said in something that leaves the engine.
func (c *conversation) canary(where, text string) {
	if strings.Contains(text, secret) {
		c.failf(NoRawText, "%s: %s", where, text)
	}
}

func (c *conversation) notef(format string, args ...any) {
	const limit = 500
	if len(c.trace) < limit {
		c.trace = append(c.trace, c.sched.now.Sub(start).String()+" "+fmt.Sprintf(format, args...))
	}
}

// mostOps bounds the operations of a conversation.
const maxOps = 40

// play runs the conversation to its end.
func (c *conversation) play() {
	for i := range 4 + c.rng.below(maxOps-4) {
		if c.skip[i] {
			continue
		}
		c.rng = newDraw(c.seed, uint64(c.number)<<8|uint64(i+1))
		c.sched.draw = c.rng
		c.live()
		c.operate()
		if c.faults&overlaps != 0 && c.rng.permille(c.haste) {
			c.run(1 + c.rng.below(30))
		} else {
			c.run(-1)
			c.heard()
		}
		if c.failure != nil {
			c.bury()
			return
		}
	}
	c.settle()
	c.bury()
}

// heard checks, once nothing runs, that no write has an unknown outcome although its answer came in time.
func (c *conversation) heard() {
	if c.dead || c.shared != nil || c.counts.StoreFaults > c.faulty {
		return
	}
	for _, id := range trips {
		w := c.watches[id]
		if w == nil || w.in == nil {
			continue
		}
		for _, p := range w.in.Turn.Unknown {
			if name := c.answered[p.CallID]; name != "" {
				c.failf(Heard, "%s answered call %s in time, and its outcome is unknown", name, p.CallID)
			}
		}
	}
}

// live starts a process if none is running.
func (c *conversation) live() {
	if c.r != nil && !c.dead && c.disk.broken == nil {
		return
	}
	c.bury()
	c.disk.restart()
	if c.use(c.procs[0]); c.r == nil {
		return
	}
	c.dead = false
	c.answered, c.faulty = map[string]string{}, c.counts.StoreFaults
	if c.rng.oneIn(2) {
		c.notef("recover")
		c.sched.Go(func() { c.recover(c.r) })
	}
}

// bury stops the remains of a process.
func (c *conversation) bury() {
	if c.r == nil {
		return
	}
	if c.dead {
		c.counts.Crashes++
	}
	c.dead, c.gone = true, true
	c.sched.kill()
	c.r, c.procs[0].r, c.procs[1].r = nil, nil, nil
	c.checkStore()
}

// run lets routines go on: n steps, or all of them until nothing moves. What waits for ever then
// waits for nothing, and what goes on for ever never ends.
func (c *conversation) run(n int) {
	fruitless := 0
	for range c.steps(n) {
		if c.disk.broken != nil {
			fruitless++
		}
		if fruitless == maxFruitless || c.sched.atRest() || c.dead || c.failure != nil {
			return
		}
		if !c.sched.step() {
			c.failf(Sound, "%d routines wait for ever", len(c.sched.all))
			return
		}
		if c.sched.died != nil {
			c.failf(Sound, "a routine panicked: %v", c.sched.died)
		}
	}
	if n < 0 {
		c.failf(Sound, "%d routines go on for ever", len(c.sched.all))
	}
}

// mostSteps is far more than any conversation needs, which was 4,200 in a hundred thousand turns, and so few that what
// goes on for ever is shrunk within seconds.
const maxSteps = 1 << 14

// mostFruitless bounds the steps while the store needs a restart: who has a write in doubt looks again for ever.
const maxFruitless = 1 << 12

func (c *conversation) steps(n int) int {
	if n < 0 {
		return maxSteps
	}
	return n
}

// settle brings everything to rest without any faults, and checks what must hold then.
func (c *conversation) settle() {
	c.rng = newDraw(c.seed, uint64(c.number)<<8|0xff)
	c.sched.draw = c.rng
	c.quiet, c.disk.full, c.sched.skew = true, 0, 0
	c.notef("everything comes to rest")
	for range 3 {
		c.live()
		c.run(-1)
		for _, p := range c.procs {
			if p.r != nil {
				c.sched.goIn(p, func() { c.recover(p.r) })
			}
		}
		c.run(-1)
		c.heard()
	}
	for _, id := range trips {
		w := c.watches[id]
		if w == nil || w.in == nil || c.failure != nil {
			continue
		}
		c.supplier.land(c.sched.now.Add(c.settleAfter))
		w.atEnd()
		c.sameState(id)
	}
	if c.thorough {
		c.replay()
	}
	c.canary("the log output", c.logged.String())
	for _, event := range []runner.NoticeKind{runner.EngineBroken, runner.Diverged} {
		if strings.Contains(c.logged.String(), "event="+event.String()) {
			c.failf(Sound, "a %s was logged: %s", event, c.logged.String())
		}
	}
}

// recover is what a process does at its start.
func (c *conversation) recover(r *runner.Runner) {
	if _, err := r.Recover(context.Background()); err != nil {
		c.expect(err)
	}
}
