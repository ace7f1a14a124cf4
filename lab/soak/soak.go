// Command soak is the process that lab/crash kills: it drives many trips at once, and after a restart
// goes on where the log stands. It prints a line as soon as the runner says that an event is accepted:
//
//	ready                     store and tools are open
//	recovered TRIPS FAILED    what a crash left is finished (not with -lazy)
//	queued TRIP ID            the event waits, durably, behind a running turn
//	accepted TRIP ID SEQ      the event is in the log
//	replayed TRIP ID SEQ      it was there before: it is answered from the log
//	refused TRIP ID           another event came under this id
//	done                      every trip has had all its events
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

type options struct {
	store        string
	trips, turns int
	seed         uint64
	lazy         bool
	compact      bool
	interrupt    bool
	maxBytes     int64
}

func main() {
	var o options
	flag.StringVar(&o.store, "store", "", "the store `FILE`; the ledger is beside it")
	flag.IntVar(&o.trips, "trips", 50, "how many trips are driven at once")
	flag.IntVar(&o.turns, "turns", 20, "how many user events each trip gets")
	flag.Uint64Var(&o.seed, "seed", 1, "what the travellers say and do follows from it")
	flag.BoolVar(&o.lazy, "lazy", false, "recover each trip when its next event comes, not all at the start")
	flag.BoolVar(&o.compact, "compact", false, "compact the store first, and prune it all the while")
	flag.BoolVar(&o.interrupt, "interrupt", false,
		"new trips let an event interrupt the turn that runs, instead of waiting")
	flag.Int64Var(&o.maxBytes, "max-bytes", 0, "how large the store may become (0: as large as its disk)")
	flag.Parse()
	if o.store == "" || o.trips < 1 || o.turns < 1 || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "soak: needs -store, and at least one trip and turn")
		os.Exit(2)
	}
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(exitCode(err))
	}
}

// exitCode is 20, as the command's own, where the store could not do its work.
func exitCode(err error) int {
	if errors.Is(err, store.ErrMedium) || errors.Is(err, store.ErrUncertain) || errors.As(err, new(*store.OpenError)) {
		return 20
	}
	return 1
}

// soak is one run.
type soak struct {
	options
	store  *bolt.Store
	runner *runner.Runner
	say    sync.Mutex // guards standard output: one line at a time
}

func run(ctx context.Context, o options) (err error) {
	if o.compact {
		if _, err := bolt.Compact(ctx, o.store, bolt.Options{}); err != nil && !errors.Is(err, store.ErrMissing) {
			return err
		}
	}
	s, err := bolt.Open(o.store, bolt.Options{MaxBytes: o.maxBytes})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	ledger, err := booking.OpenFile(o.store + ledgerSuffix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ledger.Close()) }()
	registry, err := embedded.Tools(embedded.Options{Ledger: ledger, Sandbox: sandbox.Config{SlowMillis: slowMillis}})
	if err != nil {
		return err
	}
	c := config(s, registry)
	if o.interrupt {
		c.Turn.Policy.Multitask = trip.Interrupt
	}
	r, err := runner.New(c)
	if err != nil {
		return err
	}
	k := &soak{options: o, store: s, runner: r}
	k.linef("ready")
	stop := k.pruning(ctx)
	return errors.Join(k.run(ctx), r.Close(ctx), stop())
}

// ledgerSuffix names the file of the pretend suppliers beside a store, as the command names it.
const ledgerSuffix = ".ledger"

// pruning forgets what a retention does not keep, again and again, until stop is called.
func (k *soak) pruning(ctx context.Context) (stop func() error) {
	ctx, cancel := context.WithCancel(ctx)
	var failed error
	var busy sync.WaitGroup
	busy.Go(func() {
		for k.compact && ctx.Err() == nil && failed == nil {
			_, failed = k.store.Prune(ctx, store.Retention{KeepTurns: 5})
		}
	})
	return func() error {
		cancel()
		busy.Wait()
		if errors.Is(failed, context.Canceled) {
			return nil
		}
		return failed
	}
}

// How fast the pretend suppliers are: a call that hangs must not keep its trip for long.
const (
	slowMillis  = 20
	callTimeout = 400 * time.Millisecond
	pauseMillis = 4 // longest pause before a call begins, and before its answer comes
)

// start is when every run begins, so that the dates of what travellers ask for lie ahead.
var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func config(s store.Store, registry tools.Registry) runner.Config {
	began := time.Now()
	c := runner.Config{
		Turn: turn.Default(), Store: s, Tools: tools.Registry{}, Engine: "soak",
		Logger: slog.New(slog.DiscardHandler), // standard error is for what ends the process
		Limits: runner.Limits{
			CallTimeout: callTimeout, Grace: callTimeout, RetryFirst: 5 * time.Millisecond, RetryMax: 20 * time.Millisecond,
			LookupFirst: 5 * time.Millisecond, LookupMax: 50 * time.Millisecond, BreakerFailures: -1,
		},
		ToolLimits: map[string]runner.ToolLimits{},
		Now:        func() time.Time { return start.Add(time.Since(began)) },
	}
	for t := range turn.Default().Catalog.Tools {
		c.ToolLimits[t.Name] = limitsOf(t)
	}
	for name, h := range registry {
		c.Tools[name] = hesitant(h)
	}
	c.Tools[trip.ToolPurchase] = late(c.Tools[trip.ToolPurchase])
	c.Tools[trip.ToolExtract] = hesitant(knowsMagic(registry[trip.ToolExtract]))
	return c
}

// The place that stands for a magic one while the extractor reads a message.
const (
	standIn     = "Oslo"
	standInCode = "OSL"
)

// knowsMagic lets the extractor understand the place codes that make the sandbox fail, which are
// no places that a traveller could name.
func knowsMagic(extract tools.Tool) tools.Tool {
	return tools.Tool{Run: func(ctx context.Context, req tools.Request) ([]byte, error) {
		code := magicPlace.Find(req.Arguments)
		if code == nil {
			return extract.Run(ctx, req)
		}
		req.Arguments = magicPlace.ReplaceAll(req.Arguments, []byte(" to "+standIn))
		out, err := extract.Run(ctx, req)
		out = bytes.ReplaceAll(out, []byte(standIn), code[len(" to "):])
		return bytes.ReplaceAll(out, []byte(standInCode), code[len(" to "):]), err
	}}
}

var magicPlace = regexp.MustCompile(` to WQ[A-Z]`)

func limitsOf(t catalog.Tool) runner.ToolLimits {
	l := runner.ToolLimits{Timeout: callTimeout, Concurrency: -1, RatePerMinute: -1}
	if t.Effect == catalog.Read {
		l.Retries = 1
	} else {
		l.SettleAfter = settleAfter
	}
	return l
}

// hesitant lets a handler pause before it begins and before it answers, so that a kill meets calls
// that are out, and effects whose answer is on its way.
func hesitant(h tools.Tool) tools.Tool {
	run := func(ctx context.Context, req tools.Request) ([]byte, error) {
		hesitate()
		defer hesitate()
		return h.Run(ctx, req)
	}
	return tools.Tool{Run: run, Lookup: h.Lookup}
}

func hesitate() { time.Sleep(rand.N(pauseMillis * time.Millisecond)) }

// linef prints one line, in one piece.
func (k *soak) linef(format string, args ...any) {
	k.say.Lock()
	defer k.say.Unlock()
	fmt.Printf(format+"\n", args...)
}

// run recovers and drives all trips to their end. A trip that fails stops no other.
func (k *soak) run(ctx context.Context) error {
	if !k.lazy {
		report, err := k.runner.Recover(ctx)
		if err != nil {
			return err
		}
		k.linef("recovered %d %d", report.Trips, report.Failed)
	}
	failed := make([]error, k.trips)
	var busy sync.WaitGroup
	for n := range k.trips {
		busy.Go(func() { failed[n] = k.newTraveller(n).drive(ctx) })
	}
	busy.Wait()
	failed = slices.DeleteFunc(failed, func(err error) bool { return err == nil })
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d trips stopped, one of them: %w", len(failed), k.trips, failed[0])
	}
	k.linef("done")
	return nil
}

// drive sends the trip's events, each under an id that is the same in every run. The last one that
// the log has is sent once more: it must be answered from there.
func (t *traveller) drive(ctx context.Context) error {
	step, err := t.progress(ctx)
	if err != nil {
		return err
	}
	for step < t.turns {
		n := 1
		switch {
		case t.interrupts(step):
			n, err = 2, t.sendBoth(ctx, step)
		case t.repeats(step):
			err = t.sendTwice(ctx, step)
		default:
			err = t.send(ctx, step, t.next(step), nil)
		}
		if err != nil {
			return fmt.Errorf("trip %s: %w", t.id, err)
		}
		step += n
	}
	if err := t.settled(ctx); err != nil {
		return fmt.Errorf("trip %s: %w", t.id, err)
	}
	return nil
}

// progress returns the step to go on with, the last one that is in the log, and learns what was said
// until then: what is said again must be the same.
func (t *traveller) progress(ctx context.Context) (int, error) {
	steps := map[string]int{}
	for step := range t.turns {
		steps[t.eventID(step)] = step
	}
	there, err := t.store.Load(ctx, t.id) // before the log: an event goes from the queue to it
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for _, line := range there.Queue {
		if _, err := t.recall(string(line)); err != nil {
			return 0, err
		}
	}
	last := 0
	for record, err := range t.store.Log(ctx, t.id, 1) {
		if err != nil {
			return 0, err
		}
		id, err := t.recall(string(record.Event))
		if err != nil {
			return 0, err
		}
		last = max(last, steps[id])
	}
	return last, nil
}

// recall learns what an event of the store says, and returns its id.
func (t *traveller) recall(line string) (id string, err error) {
	ev, err := trip.DecodeEvent(line)
	if err == nil {
		t.once(ev.ID, ev.Data)
	}
	return ev.ID, err
}

func (t *traveller) eventID(step int) string {
	return fmt.Sprintf("soak-%d-%s-%d", t.seed, t.id, step)
}

// send delivers the event of a step and waits for its turn's end. accepted is called as soon as
// the runner has it.
func (t *traveller) send(ctx context.Context, step int, data trip.EventData, accepted func()) error {
	id := t.eventID(step)
	for u, err := range t.runner.Handle(ctx, t.id, trip.Event{ID: id, Data: t.once(id, data)}) {
		if err != nil {
			return err
		}
		switch {
		case u.Kind == runner.Queued:
			t.linef("queued %s %s", t.id, id)
		case u.Kind == runner.Accepted && u.EventID == id && u.Replayed:
			t.linef("replayed %s %s %d", t.id, id, u.Seq)
		case u.Kind == runner.Accepted && u.EventID == id:
			t.linef("accepted %s %s %d", t.id, id, u.Seq)
		}
		if u.Kind == runner.Accepted && accepted != nil {
			accepted()
			accepted = nil
		}
		if u.Decision != nil {
			t.learn(u.Decision.Next)
		}
	}
	return nil
}

// sendBoth delivers the next event while the turn of this one runs: it waits in the trip's queue,
// or, when it is a cancellation, ends the turn.
func (t *traveller) sendBoth(ctx context.Context, step int) error {
	var second error
	var busy sync.WaitGroup
	first := t.send(ctx, step, t.next(step), func() {
		busy.Go(func() { second = t.send(ctx, step+1, t.interruption(step+1), nil) })
	})
	busy.Wait()
	return cmp.Or(first, second)
}

// sendTwice delivers an event twice at the same time, and the one before it once more: all of it
// together is one event in the log. Another event under the id of the one before is refused.
func (t *traveller) sendTwice(ctx context.Context, step int) error {
	data := t.next(step)
	var second error
	var busy sync.WaitGroup
	busy.Go(func() { second = t.send(ctx, step, data, nil) })
	first := t.send(ctx, step, data, nil)
	busy.Wait()
	before := max(step-1, 0)
	return cmp.Or(first, second, t.send(ctx, before, data, nil), t.sendOther(ctx, before))
}

// sendOther delivers something that nobody says at a step, under the id of that step.
func (t *traveller) sendOther(ctx context.Context, step int) error {
	id := t.eventID(step)
	for _, err := range t.runner.Handle(ctx, t.id, trip.Event{ID: id, Data: trip.UserMessage{Text: "something else"}}) {
		if errors.Is(err, runner.ErrConflict) {
			t.linef("refused %s %s", t.id, id)
			return nil
		}
		if err != nil {
			return err
		}
		break
	}
	return fmt.Errorf("%s: another event under this id was accepted", id)
}
