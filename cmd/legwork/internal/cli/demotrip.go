package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/tools/sandbox"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// demoStory is what the traveller says and does, in order.
var demoStory = []string{
	"Two of us want to fly from New York to London on May 1st, back on May 8th, and we need a hotel",
	"try again",
	"/select 1",
	"/hold *",
	"/approve",
}

// demoStart is when the story begins, so that it is the same every time.
var demoStart = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// demoTripVerb is the process that the demo kills: it goes on where the log stands.
func (a *app) demoTripVerb() *cobra.Command {
	var storePath, hang string
	cmd := &cobra.Command{
		Use:    "demo-trip",
		Short:  "One process of the demo",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runDemoTrip(cmd.Context(), storePath, hang)
		},
	}
	cmd.Flags().StringVar(&storePath, "store", "", "the store")
	cmd.Flags().StringVar(&hang, "hang", "", "the tool that hangs after it has done its work")
	return cmd
}

func (a *app) runDemoTrip(ctx context.Context, storePath, hang string) (err error) {
	s, err := openStore(storePath)
	if err != nil {
		return err
	}
	box, err := newToolbox(storePath, "",
		embedded.Options{Sandbox: sandbox.Config{FirstFails: []string{trip.ToolHotelSearch}}})
	if err != nil {
		_ = s.Close()
		return err
	}
	defer func() { err = errors.Join(err, box.Close(), s.Close()) }()
	if hang != "" {
		box.Registry[hang] = a.hanging(box.Registry[hang])
	}
	box.limits[trip.ToolHotelSearch] = runner.ToolLimits{Retries: -1}
	r, err := runner.New(runner.Config{
		Turn: turn.Default(), Store: s, Tools: box.Registry, Engine: engineVersion, Now: ticking(demoStart),
		ToolLimits: box.limits,
	})
	if err != nil {
		return err
	}
	t, err := resume(ctx, s, r, demoTrip, func(*replay.Step) {}) // the story tells it
	if err != nil {
		return err
	}
	for i, line := range demoStory {
		if err := a.demoStep(ctx, t, i, line); err != nil {
			return err
		}
	}
	return r.Close(ctx)
}

// demoStep sends one line under an id of its own: what was delivered before the kill is
// answered from the log.
func (a *app) demoStep(ctx context.Context, t *talk, i int, line string) error {
	data, _, err := console.Parse(line, &t.intent)
	if err != nil {
		return err
	}
	data = trip.WithAsk(data, "") // a line that is delivered again is the same whatever is asked by then
	said, replayed, last := false, false, i == len(demoStory)-1
	id := fmt.Sprintf("demo-%d", i+1)
	return t.send(ctx, id, data, func(u runner.Update) {
		if u.Replayed && !replayed {
			replayed = true
			a.printf("%s\n", a.paint(a.stdout, "2", "  (in the log already: "+line+")"))
		}
		if u.Replayed && !last {
			return
		}
		if !said && !u.Replayed {
			said = true
			a.printf("\n%s %s\n", a.paint(a.stdout, "36", "you ›"), line)
		}
		a.printUpdate(runFlags{}, u)
	})
}

// hanging lets a handler do its work and then never answer.
func (a *app) hanging(h tools.Tool) tools.Tool {
	run := h.Run
	h.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
		if _, err := run(ctx, req); err != nil {
			return nil, err
		}
		a.printf("%s\n", demoKillLine)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return h
}
