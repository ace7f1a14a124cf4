package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

type soakFlags struct {
	store        string
	trips, turns int
	seed         uint64
	lazy         bool
	compact      bool
	interrupt    bool
	maxBytes     int64
}

// soak is the process that internal/lab/crash kills: it drives many trips at once, and after a restart
// goes on where the log stands.
func (a *app) soak() *cobra.Command {
	var f soakFlags
	cmd := &cobra.Command{
		Use:   "soak [flags]",
		Short: "Drive many trips at once, to be killed and started again",
		Long: `Prints a line as soon as the runner says that an event is accepted, and flushes it:

  ready                     store and tools are open
  recovered TRIPS FAILED    what a crash left is finished (not with --lazy)
  queued TRIP ID            the event waits, durably, behind a running turn
  accepted TRIP ID SEQ      the event is in the log
  replayed TRIP ID SEQ      it was there before: it is answered from the log
  refused TRIP ID           another event came under this id
  done                      every trip has had all its events`,
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   func(cmd *cobra.Command, _ []string) error { return a.runSoak(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.store, "store", "", "the store `FILE`; the ledger is beside it")
	cmd.Flags().IntVar(&f.trips, "trips", 50, "how many trips are driven at once")
	cmd.Flags().IntVar(&f.turns, "turns", 20, "how many user events each trip gets")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "what the travellers say and do follows from it")
	cmd.Flags().BoolVar(&f.lazy, "lazy", false, "recover each trip when its next event comes, not all at the start")
	cmd.Flags().BoolVar(&f.compact, "compact", false, "compact and prune the store all the while")
	cmd.Flags().BoolVar(&f.interrupt, "interrupt", false, "new trips let an event interrupt the turn that runs, instead of waiting")
	cmd.Flags().Int64Var(&f.maxBytes, "max-bytes", 0, "how large the store may become (0: as large as its disk)")
	return cmd
}

// soaking is one run of the verb.
type soaking struct {
	app    *app
	flags  soakFlags
	store  *bolt.Store
	runner *runner.Runner
	say    sync.Mutex // one line at a time
}

func (a *app) runSoak(ctx context.Context, f soakFlags) (err error) {
	if f.store == "" || f.trips < 1 || f.turns < 1 {
		return usage("soak needs --store, and at least one trip and turn")
	}
	s, err := bolt.Open(f.store, bolt.Options{MaxBytes: f.maxBytes})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	box, err := newToolbox(f.store, sandbox.Config{SlowMillis: soakSlowMillis})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	c := soakConfig(s, box)
	if f.interrupt {
		c.Turn.Policy.Multitask = trip.Interrupt
	}
	r, err := runner.New(c)
	if err != nil {
		return err
	}
	k := &soaking{app: a, flags: f, store: s, runner: r}
	k.linef("ready")
	stop := k.compacting(ctx)
	return errors.Join(k.run(ctx), r.Close(ctx), stop())
}

// compacting makes the store smaller, again and again, until stop is called.
func (k *soaking) compacting(ctx context.Context) (stop func() error) {
	ctx, cancel := context.WithCancel(ctx)
	var failed error
	var busy sync.WaitGroup
	busy.Go(func() {
		for k.flags.compact && ctx.Err() == nil && failed == nil {
			_, pruned := k.store.Prune(ctx, store.Retention{KeepTurns: 5})
			_, compacted := k.store.Compact(ctx)
			failed = errors.Join(pruned, compacted)
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
	soakSlowMillis  = 20
	soakTimeout     = 400 * time.Millisecond
	soakPauseMillis = 4 // longest pause before a call begins, and before its answer comes
)

// soakStart is when every run begins, so that the dates of what travellers ask for lie ahead.
var soakStart = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func soakConfig(s store.Store, box *toolbox) runner.Config {
	began := time.Now()
	c := runner.Config{
		Turn: turn.Default(), Store: s, Tools: tools.Registry{}, Engine: engineVersion, Messages: conversation(s),
		Limits: runner.Limits{
			CallTimeout: soakTimeout, Grace: soakTimeout, RetryFirst: 5 * time.Millisecond, RetryMost: 20 * time.Millisecond,
			LookupFirst: 5 * time.Millisecond, LookupMost: 50 * time.Millisecond, BreakerFailures: -1,
		},
		ToolLimits: map[string]runner.ToolLimits{},
		Now:        func() time.Time { return soakStart.Add(time.Since(began)) },
	}
	for t := range turn.Default().Catalog.Tools {
		c.ToolLimits[t.Name] = soakLimits(t)
	}
	for name, h := range box.Registry {
		c.Tools[name] = hesitant(h)
	}
	c.Tools[trip.ToolPurchase] = late(c.Tools[trip.ToolPurchase])
	c.Tools[trip.ToolExtract] = hesitant(knowsMagic(box.Registry[trip.ToolExtract]))
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

func soakLimits(t catalog.Tool) runner.ToolLimits {
	l := runner.ToolLimits{Timeout: soakTimeout, Concurrency: -1, RatePerMinute: -1}
	if t.Effect == catalog.Read {
		l.Retries = 1
	} else {
		l.SettleAfter = soakSettle
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

func hesitate() { time.Sleep(rand.N(soakPauseMillis * time.Millisecond)) }

// linef prints one line, in one piece.
func (k *soaking) linef(format string, args ...any) {
	k.say.Lock()
	defer k.say.Unlock()
	k.app.printf(format+"\n", args...)
}

// run recovers and drives all trips to their end. A trip that fails stops no other.
func (k *soaking) run(ctx context.Context) error {
	if !k.flags.lazy {
		report, err := k.runner.Recover(ctx)
		if err != nil {
			return err
		}
		k.linef("recovered %d %d", report.Trips, report.Failed)
	}
	failed := make([]error, k.flags.trips)
	var busy sync.WaitGroup
	for n := range k.flags.trips {
		busy.Go(func() { failed[n] = k.newTraveller(n).drive(ctx) })
	}
	busy.Wait()
	failed = slices.DeleteFunc(failed, func(err error) bool { return err == nil })
	if len(failed) > 0 {
		return fmt.Errorf("legwork: %d of %d trips stopped, one of them: %w", len(failed), k.flags.trips, failed[0])
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
	for step < t.flags.turns {
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
	for step := range t.flags.turns {
		steps[t.eventID(step)] = step
	}
	there, err := t.store.Load(ctx, t.id) // before the log: an event goes from the queue to it
	if isNotFound(err) {
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
	return fmt.Sprintf("soak-%d-%s-%d", t.flags.seed, t.id, step)
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
