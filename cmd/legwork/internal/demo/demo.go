// Package demo tells the story of one trip: from a message to a booking, with a search that fails and a process that is
// killed in the middle of the purchase. It uses the engine and its light handlers alone, so that `make demo` compiles
// no more than that.
package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Options say how the story is told.
type Options struct {
	Out     io.Writer
	Paint   func(code, text string) string // gives a text a colour; nil leaves it plain
	Dir     string                         // for store and recording; "" is a new temporary folder
	JSON    bool                           // print only the outcome, as one JSON object
	Engine  string                         // version that the recording names
	Timeout time.Duration                  // of a tool; 0 is that of the catalog
}

// Verb is the first argument of the processes that [Run] starts and kills: the program then calls [Child].
const Verb = "demo-trip"

// tripID is the trip of the demo.
const tripID trip.ID = "demo"

// hangsIn is the tool in whose call the process is killed.
const hangsIn = trip.ToolPurchase

// killLine is what the child prints when it may be killed.
const killLine = "*** the supplier has booked; the answer is on its way"

func (o Options) printf(format string, args ...any) { _, _ = fmt.Fprintf(o.Out, format, args...) }

func (o Options) paint(code, text string) string {
	if o.Paint == nil {
		return text
	}
	return o.Paint(code, text)
}

// Run tells the story in processes of their own, replays its recording and prints what came of it.
func Run(ctx context.Context, o Options) error {
	if o.Dir == "" {
		var err error
		if o.Dir, err = os.MkdirTemp("", "legwork-demo-"); err != nil {
			return fmt.Errorf("legwork: %w", err)
		}
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil { //nolint:gosec // the process's mask says who may read it
		return fmt.Errorf("legwork: --dir: %w", err)
	}
	storePath, recording := filepath.Join(o.Dir, "demo.db"), filepath.Join(o.Dir, "demo.jsonl")
	for _, path := range []string{storePath, recording} {
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%w: %s is there already: name another folder", ErrThere, path)
		}
	}
	show := func(line string) {
		if !o.JSON {
			o.printf("%s\n", line)
		}
	}
	killed, err := process(ctx, show, storePath, hangsIn, "")
	if err != nil {
		return err
	}
	if !killed {
		return errors.New("legwork: the demo came to its end before it could be killed")
	}
	show(o.paint("31", "*** killed with SIGKILL; starting again"))
	if _, err := process(ctx, show, storePath, "", recording); err != nil {
		return err
	}
	return o.outcome(recording)
}

// Child is what a process does that Run started, with the arguments behind [Verb].
func Child(ctx context.Context, o Options, args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("legwork: %s takes a store, a tool that hangs and a recording, or empty texts", Verb)
	}
	return Trip(ctx, o, args[0], args[1], args[2])
}

// process runs the story in a process of its own. With hang it is killed in the call of that tool.
func process(
	ctx context.Context, show func(string), storePath, hang, recording string,
) (killed bool, err error) {
	self, err := os.Executable()
	if err != nil {
		return false, fmt.Errorf("legwork: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, Verb, storePath, hang, recording)
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
		if hang != "" && strings.Contains(lines.Text(), killLine) {
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

// outcome replays the recording and prints the closing lines.
func (o Options) outcome(recording string) error {
	f, err := os.Open(recording)
	if err != nil {
		return fmt.Errorf("legwork: %w", err)
	}
	defer func() { _ = f.Close() }()
	result := outcome{File: recording}
	rep := replay.New(recording, turn.Default(), replay.Options{})
	compared := int64(0)
	for step, err := range rep.Lines(f) {
		if err != nil {
			return err
		}
		result.Calls += int64(len(step.Decision.ToolCalls))
		if step.Event.Decision != "" && step.Event.State != "" {
			compared++
		}
	}
	node := rep.Intent().Status.Node
	result.Events, result.Turns = rep.Counts()
	result.State, result.ReplayEqual = node.String(), compared == result.Events
	if o.JSON {
		if err := json.NewEncoder(o.Out).Encode(result); err != nil {
			return err
		}
	} else {
		o.printf("\nstate: %s\nturns: %d\nevents: %d\ncalls: %d\nreplay equal: %t\nfile written: %s\n",
			result.State, result.Turns, result.Events, result.Calls, result.ReplayEqual, result.File)
	}
	if node != trip.Booked || !result.ReplayEqual {
		return fmt.Errorf("legwork: the demo did not end as it should: %s", result.State)
	}
	return nil
}
