package cli

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
)

var graphFormats = map[string]func() string{"mermaid": reducer.Mermaid, "dot": reducer.Graphviz}

func (a *app) graph() *cobra.Command {
	var format string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "graph [flags] [FILE]",
		Short: "Draw the lifecycle of a trip, or the way of one trip through it",
		Long: `Draws the lifecycle table that the engine itself runs on, as a Mermaid state diagram or a Graphviz digraph.
Of a recording it draws the way that the trip took: each step with the seq and the event that led to it.`,
		Example: `  legwork graph                          Mermaid on standard output
  legwork graph --format dot | dot -Tsvg > lifecycle.svg
  legwork graph trip.jsonl               the way of one trip`,
		Args: maxOneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			draw, ok := graphFormats[format]
			switch {
			case !ok:
				return usage("--format %s: want mermaid or dot", format)
			case len(args) == 1:
				return a.graphTrip(cmd.Context(), args[0], format, asJSON)
			case asJSON:
				return a.writeJSON(reducer.Lifecycle())
			}
			_, err := io.WriteString(a.stdout, draw())
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "mermaid", "mermaid or dot")
	formats := cobra.FixedCompletions([]string{"mermaid", "dot"}, cobra.ShellCompDirectiveNoFileComp)
	_ = cmd.RegisterFlagCompletionFunc("format", formats) // fails only for a flag that is not there
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the table, or the steps of the trip, as one JSON document")
	return cmd
}

// walkedStep is a step of a trip from one status to another.
type walkedStep struct {
	Seq   int64    `json:"seq"`
	Event string   `json:"event"` // its type, and the tool
	From  string   `json:"from"`
	To    string   `json:"to"`
	Path  []string `json:"path"` // the labels of the lifecycle's edges
}

// graphTrip draws the way of a trip.
func (a *app) graphTrip(ctx context.Context, path, format string, asJSON bool) error {
	steps, first, err := a.wayOf(ctx, path)
	if err != nil {
		return err
	}
	if asJSON {
		return a.writeJSON(steps)
	}
	var b strings.Builder
	head, begin, edge, end := "stateDiagram-v2\n", "    [*] --> %s\n", "    %s --> %s: %d %s\n", ""
	if format == "dot" {
		head, begin = "digraph trip {\n    start [shape=point]\n", "    start -> %q\n"
		edge, end = "    %q -> %q [label=\"%d %s\"]\n", "}\n"
	}
	b.WriteString(head)
	fmt.Fprintf(&b, begin, first)
	for _, s := range steps {
		fmt.Fprintf(&b, edge, s.From, s.To, s.Seq, s.Event)
	}
	_, err = io.WriteString(a.stdout, b.String()+end)
	return err
}

// wayOf lists the steps of a recording that led from one status to another. first is the status that it begins in. A
// recording that is decided otherwise today is drawn as it is decided today.
func (a *app) wayOf(ctx context.Context, path string) (steps []walkedStep, first string, err error) {
	at, steps := trip.Status(0), []walkedStep{}
	o := replay.Options{NoTexts: true, Unchecked: true}
	err = a.file(path).fold(ctx, o, func(rep *replay.Replayer, step *replay.Step) error {
		if first == "" {
			start := rep.Start()
			at = start.Status.Node
			first = at.State()
		}
		if to := step.Decision.Status; to != at {
			steps = append(steps, walkedStep{
				Seq: step.Event.Seq, Event: eventName(&step.Event), From: at.State(), To: to.State(),
				Path: orEmpty(step.Decision.Path),
			})
			at = to
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	if first == "" {
		return nil, "", fmt.Errorf("%w: %s: it has no events", errInput, path)
	}
	return steps, first, nil
}

// eventName is the type of an event, of a tool's with the tool.
func eventName(ev *trip.Event) string {
	switch d := ev.Data.(type) {
	case trip.ToolResult:
		return string(ev.Type()) + " " + wordOf(d.ToolName)
	case trip.ToolError:
		return string(ev.Type()) + " " + wordOf(d.ToolName)
	default:
		return string(ev.Type())
	}
}

// notInWord is what would end a label of a diagram.
var notInWord = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

func wordOf(tool string) string { return notInWord.ReplaceAllString(tool, "_") }
