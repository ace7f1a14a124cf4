package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
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

// lines are what the traveller says and does, in order.
var lines = []string{
	"Two of us want to fly from New York to London on May 1st, back on May 8th, and we need a hotel",
	"try again",
	"/select 1",
	"/hold *",
	"/approve",
}

// start is when the story begins, so that it is the same every time.
var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// ledgerSuffix names the file of the pretend suppliers beside a store, as the command does.
const ledgerSuffix = ".ledger"

// story is one process of the demo.
type story struct {
	Options
	runner *runner.Runner
	intent trip.Intent
}

// Trip tells the story from where the log of a store stands. With hang the tool of that name never answers after it has
// done its work; with record the log is written to that file at the end.
func Trip(ctx context.Context, o Options, storePath, hang, record string) (err error) {
	s, err := bolt.Open(storePath, bolt.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	ledger, err := booking.OpenFile(storePath + ledgerSuffix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ledger.Close()) }()
	t := &story{Options: o, intent: trip.NewIntent()}
	if t.runner, err = t.newRunner(s, ledger, hang); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.runner.Close(context.WithoutCancel(ctx))) }()
	if err := t.goOn(ctx); err != nil {
		return err
	}
	for i, line := range lines {
		if err := t.send(ctx, i, line); err != nil {
			return err
		}
	}
	if record == "" {
		return nil
	}
	return t.record(ctx, record)
}

func (t *story) newRunner(s store.Store, ledger booking.Ledger, hang string) (*runner.Runner, error) {
	registry, err := embedded.Tools(embedded.Options{
		Ledger: ledger, Sandbox: sandbox.Config{FirstFails: []string{trip.ToolHotelSearch}},
	})
	if err != nil {
		return nil, err
	}
	if hang != "" {
		registry[hang] = t.hanging(registry[hang])
	}
	limits := map[string]runner.ToolLimits{}
	for name := range registry {
		limits[name] = runner.ToolLimits{Timeout: t.Timeout}
	}
	limits[trip.ToolHotelSearch] = runner.ToolLimits{Retries: -1, Timeout: t.Timeout}
	for _, write := range []string{trip.ToolHold, trip.ToolRelease, trip.ToolPurchase} {
		// Their books are kept in this process: when it has died, nothing is on its way to them.
		limits[write] = runner.ToolLimits{SettleAfter: -1, Timeout: t.Timeout}
	}
	return runner.New(runner.Config{
		Turn: turn.Default(), Store: s, Tools: registry, Engine: t.Engine, Now: ticking(start), ToolLimits: limits,
	})
}

// goOn finishes what a killed process left.
func (t *story) goOn(ctx context.Context) error {
	if err := t.runner.Resume(ctx, tripID); err != nil {
		return err
	}
	in, err := t.runner.State(ctx, tripID)
	if errors.Is(err, store.ErrNotFound) {
		return nil // nothing is told yet
	}
	t.intent = in
	return err
}

// send sends one line under an id of its own: what was delivered before the kill is answered from the log.
func (t *story) send(ctx context.Context, i int, line string) error {
	data, _, err := console.Parse(line, &t.intent)
	if err != nil {
		return err
	}
	data = trip.WithAsk(data, "") // a line that is delivered again is the same whatever is asked by then
	said, replayed, last := false, false, i == len(lines)-1
	ev := trip.Event{ID: fmt.Sprintf("demo-%d", i+1), Data: data}
	for u, err := range t.runner.Handle(ctx, tripID, ev) {
		if err != nil {
			return err
		}
		if u.Decision != nil {
			t.intent = u.Decision.Next
		}
		if u.Replayed && !replayed {
			replayed = true
			t.printf("%s\n", t.paint("2", "  (in the log already: "+line+")"))
		}
		if u.Replayed && !last {
			continue
		}
		if !said && !u.Replayed {
			said = true
			t.printf("\n%s %s\n", t.paint("36", "you ›"), line)
		}
		t.print(u)
	}
	return nil
}

// print shows what an update tells a traveller, and what is done meanwhile.
func (t *story) print(u runner.Update) {
	if u.Kind == runner.Decided {
		for _, m := range u.Decision.UIMessages() {
			t.printf("%s %s\n", t.paint("32", "agent ›"), console.Printable(m))
		}
	}
	if text := console.Describe(u); text != "" {
		t.printf("%s\n", t.paint("2", console.Printable(text)))
	}
}

// record writes the log to a new file.
func (t *story) record(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) //nolint:gosec // its mask says who may read it
	if err != nil {
		return fmt.Errorf("legwork: %w", err)
	}
	return errors.Join(t.runner.Record(ctx, tripID, f), f.Close())
}

// hanging lets a handler do its work and then never answer.
func (t *story) hanging(h tools.Tool) tools.Tool {
	run := h.Run
	h.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
		if _, err := run(ctx, req); err != nil {
			return nil, err
		}
		t.printf("%s\n", killLine)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return h
}

// ticking returns a clock that moves one second at every look.
func ticking(start time.Time) func() time.Time {
	var looks atomic.Int64
	return func() time.Time { return start.Add(time.Duration(looks.Add(1)-1) * time.Second) }
}
