package cli

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/cmd/legwork/internal/when"
	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
)

type bisectFlags struct {
	when string
	json bool
}

func (a *app) bisect() *cobra.Command {
	var f bisectFlags
	cmd := &cobra.Command{
		Use:   "bisect --when EXPR [flags] FILE",
		Short: "Find the first event after which an expression holds",
		Long: `Folds a recording and stops at the first event after which an expression holds. It prints its seq and turn, and
the event as inspect does, with the one before it and the one behind it.

` + exprHelp + `

--json prints one line: {"file","trip_id","seq","turn","at","type","phase","state","rules"}.

Exit code 0: found. 30: it never holds, or FILE or EXPR is not one.`,
		Example: `  legwork bisect --when 'status.state == "retryable"' trip.jsonl
  legwork bisect --when 'len(intent.working_memory.holds) > 1' trip.jsonl`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.runBisect(cmd, f, args[0]) },
	}
	addWhen(cmd, &f.when)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON line")
	return cmd
}

func (a *app) runBisect(cmd *cobra.Command, f bisectFlags, path string) error {
	expr, err := compileWhen(cmd, f.when)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.stdout)
	s := search{expr: expr}
	w := window{lines: timeline{app: a, out: out, blocks: scenario.NewBlocks()}, json: f.json}
	var facts when.Facts
	o := replay.Options{Unchecked: true}
	err = a.file(path).fold(cmd.Context(), o, func(rep *replay.Replayer, step *replay.Step) error {
		if facts.Events == 0 {
			facts.Engine, w.lines.before = rep.Header().Engine, rep.Start()
		}
		facts.Add(step)
		if w.found != nil {
			w.behind(step)
			return errEnough
		}
		holds, err := s.holds(step, &facts)
		if err == nil {
			w.add(step, holds)
		}
		return err
	})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	if w.found == nil {
		return fmt.Errorf("%w: %s: --when %s: it holds after none of the %s", errInput, path, f.when,
			counted(facts.Events, "event"))
	}
	if f.json {
		writeLine(out, w.found)
	}
	return out.Flush()
}

// window shows the event that was found between its neighbours.
type window struct {
	lines timeline
	json  bool
	found *foundLine

	previous trip.Event
	decided  trip.Decision
	began    bool
}

// add takes the next event, which may be the one that was looked for.
func (w *window) add(step *replay.Step, holds bool) {
	if holds {
		w.found = lineOf(step)
		if w.json {
			return
		}
		_, _ = fmt.Fprintf(w.lines.out, "%s: seq %d, turn %d, line %d\n\n", printable(step.File), step.Event.Seq,
			step.Event.Turn, step.Line)
		if w.began {
			w.lines.print(&replay.Step{File: step.File, Event: w.previous, Decision: &w.decided})
			w.lines.before = w.decided.Next
		}
		w.lines.print(step)
		w.lines.before = step.Decision.Next
		return
	}
	if w.began {
		w.lines.before = w.decided.Next
	}
	w.previous, w.began = step.Event, true
	w.decided = kept(step.Decision)
}

// behind shows the event behind the one that was found.
func (w *window) behind(step *replay.Step) {
	if !w.json {
		w.lines.print(step)
	}
}

// kept returns a decision that stays as it is while the fold goes on.
func kept(d *trip.Decision) trip.Decision {
	k := *d
	k.ToolCalls, k.UI, k.NotesAdded = slices.Clone(d.ToolCalls), slices.Clone(d.UI), slices.Clone(d.NotesAdded)
	k.Path, k.Rules = slices.Clone(d.Path), slices.Clone(d.Rules)
	return k
}
