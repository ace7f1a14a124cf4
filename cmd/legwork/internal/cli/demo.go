package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// demoTrip is the trip of the demo.
const demoTrip trip.ID = "demo"

// demoHang is the tool in whose call the demo is killed.
const demoHang = trip.ToolPurchase

// demoKillLine is what the child prints when it may be killed.
const demoKillLine = "*** the supplier has booked; the answer is on its way"

func (a *app) demo() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "demo [flags]",
		Short: "The whole story: from a message to a booking, with a failing search and a SIGKILL",
		Long: `Runs one trip with the embedded tools on a bbolt store: the first hotel search times out, "try
again" searches only what is missing, a bundle is picked, checked, held and bought. The process is
killed with SIGKILL in the middle of the purchase and started again: nothing is bought twice. Then
the recording is replayed and must be equal.`,
		Example: `  legwork demo
  legwork demo --dir /tmp/demo     keep store and recording there`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runDemo(cmd.Context(), dir, asJSON) },
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the `FOLDER` for store and recording (default: a new temporary one)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print only the outcome, as one JSON object")
	return cmd
}

func (a *app) runDemo(ctx context.Context, dir string, asJSON bool) error {
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "legwork-demo-"); err != nil {
			return fmt.Errorf("legwork: %w", err)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("legwork: --dir: %w", err)
	}
	storePath := filepath.Join(dir, "demo.db")
	if _, err := os.Stat(storePath); err == nil {
		return fmt.Errorf("%w: %s is there already: name another folder", errInput, storePath)
	}
	show := func(line string) {
		if !asJSON {
			a.printf("%s\n", line)
		}
	}
	killed, err := demoChild(ctx, storePath, true, show)
	if err != nil {
		return err
	}
	if !killed {
		return errors.New("legwork: the demo came to its end before it could be killed")
	}
	show(a.paint(a.stdout, "31", "*** killed with SIGKILL; starting again"))
	if _, err := demoChild(ctx, storePath, false, show); err != nil {
		return err
	}
	return a.demoOutcome(ctx, storePath, filepath.Join(dir, "demo.jsonl"), asJSON)
}

// demoChild runs the story in a process of its own. With hang it is killed in the purchase.
func demoChild(ctx context.Context, storePath string, hang bool, show func(string)) (killed bool, err error) {
	self, err := os.Executable()
	if err != nil {
		return false, fmt.Errorf("legwork: %w", err)
	}
	args := []string{"demo-trip", "--store", storePath}
	if hang {
		args = append(args, "--hang", demoHang)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false, fmt.Errorf("legwork: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return false, fmt.Errorf("legwork: %w", err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		show(lines.Text())
		if hang && strings.Contains(lines.Text(), demoKillLine) {
			killed = true
			_ = cmd.Process.Kill()
		}
	}
	if err := cmd.Wait(); err != nil && !killed {
		return false, fmt.Errorf("legwork: the story failed: %w", err)
	}
	return killed, nil
}

// outcome is what the demo comes to.
type outcome struct {
	Turns       int64  `json:"turns"`
	Events      int64  `json:"events"`
	Calls       int64  `json:"calls"`
	State       string `json:"state"`
	ReplayEqual bool   `json:"replay_equal"`
	File        string `json:"file"`
}

// demoOutcome writes the recording, replays it and prints the closing lines.
func (a *app) demoOutcome(ctx context.Context, storePath, recording string, asJSON bool) error {
	s, err := openStore(storePath)
	if err != nil {
		return err
	}
	out, err := createOut("dir", recording)
	if err == nil {
		err = recordTrip(ctx, out, s, demoTrip)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	o := outcome{File: recording}
	f, err := os.Open(recording)
	if err != nil {
		return fmt.Errorf("legwork: %w", err)
	}
	defer func() { _ = f.Close() }()
	rep := replay.New(recording, turn.Default(), replay.Options{})
	compared := int64(0)
	for step, err := range rep.Lines(f) {
		if err != nil {
			return err
		}
		o.Calls += int64(len(step.Decision.ToolCalls))
		if step.Event.Decision != "" && step.Event.State != "" {
			compared++
		}
	}
	in := rep.Intent()
	o.Events, o.Turns = rep.Counts()
	o.State, o.ReplayEqual = in.Status.Node.String(), compared == o.Events
	if asJSON {
		if err := a.writeJSON(o); err != nil {
			return err
		}
	} else {
		a.printf("\nstate: %s\nturns: %d\nevents: %d\ncalls: %d\nreplay equal: %t\nfile written: %s\n",
			o.State, o.Turns, o.Events, o.Calls, o.ReplayEqual, o.File)
	}
	if in.Status.Node != trip.Booked || !o.ReplayEqual {
		return fmt.Errorf("legwork: the demo did not end as it should: %s", o.State)
	}
	return nil
}
