package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/report"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

type inspectFlags struct {
	json  bool
	raw   bool
	html  bool
	store string
	turn  int64

	server remote
}

func (a *app) inspect() *cobra.Command {
	var f inspectFlags
	cmd := &cobra.Command{
		Use:   "inspect [flags] PATH | --store FILE TRIP | --server URL TRIP",
		Short: "Read a trip as a timeline: turns, decisions, what changed",
		Long: `Prints a recording, or a trip of a store, as a timeline: each turn, each event with the rule that
decided, the status it led to, what changed in the intent, the calls queued and the messages shown.
Recorded digests are compared on the way; a difference is shown where it happens.

--html prints one page to mail to a colleague, which needs nothing else: the timeline with search and filters, each
decision with its rules and their texts, what changed between any two points, the calls with how long they took, and the
way through the lifecycle. It holds what was said and called: treat it as the recording.

Of a failure it tells the class and the safe sentence, as everything else does. With --raw it shows the tool's own
text, which stands in the recording and may hold what is nobody else's business: keys, addresses, names.`,
		Example: `  legwork inspect trip.jsonl
  legwork inspect --turn 2 trip.jsonl          only the second turn
  legwork inspect --store trips.db t1          a trip of a store
  legwork inspect --raw trip.jsonl             with what the tools said of their failures
  legwork inspect --html trip.jsonl > trip.html
  legwork inspect --json trip.jsonl | jq .ui_messages`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.html && (f.json || f.turn != 0) {
				return usage("--html shows the whole trip: leave --json and --turn out")
			}
			in, name, err := a.inspected(cmd, f, args[0])
			if err != nil {
				return err
			}
			defer func() { _ = in.Close() }()
			if f.html {
				return a.writeTimelinePage(f, in, name)
			}
			return a.printTimeline(f, in, name)
		},
	}
	f.addTo(cmd)
	cmd.Flags().StringVar(&f.store, "store", "", "read the trip from this store `FILE`")
	addRemote(cmd, &f.server, auth.Read)
	return cmd
}

// addTo adds the flags that say what of a trip is printed.
func (f *inspectFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON line an event")
	cmd.Flags().BoolVar(&f.raw, "raw", false, "show the raw error text of tools; it may hold secrets")
	cmd.Flags().BoolVar(&f.html, "html", false, "print a page")
	cmd.Flags().Int64Var(&f.turn, "turn", 0, "print only turn `N`")
}

func (a *app) inspected(cmd *cobra.Command, f inspectFlags, target string) (io.ReadCloser, string, error) {
	switch {
	case f.store != "" && f.server.url != "":
		return nil, "", usage(storeOrServer)
	case f.server.url != "":
		return f.server.recording(cmd.Context(), trip.ID(target))
	case f.store == "":
		return openRecording(target, a.stdin)
	}
	return a.openTrip(cmd.Context(), f.store, trip.ID(target))
}

func (a *app) printTimeline(f inspectFlags, in io.Reader, name string) (err error) {
	out := bufio.NewWriter(a.stdout)
	defer func() { err = cmp.Or(err, out.Flush()) }()
	t := timeline{app: a, flags: f, out: out, blocks: scenario.NewBlocks()}
	rep := replay.New(name, turn.Default(), replay.Options{})
	began := false
	for step, err := range rep.Lines(in) {
		if step != nil && !began {
			t.before, began = rep.Start(), true
		}
		if step != nil && (f.turn == 0 || f.turn == step.Event.Turn) {
			t.print(step)
		}
		if step != nil {
			t.before = step.Decision.Next
		}
		if err != nil {
			return err
		}
	}
	if last := t.before.Turn.Number; f.turn != 0 && t.turn == 0 {
		return usage("--turn %d: the last turn of %s is %d", f.turn, name, last)
	}
	return nil
}

// timeline prints one step after another.
type timeline struct {
	app    *app
	flags  inspectFlags
	out    *bufio.Writer
	before trip.Intent
	blocks *scenario.Blocks
	turn   int64
}

func (t *timeline) print(step *replay.Step) {
	isNew := step.Event.Turn != t.turn
	t.turn = step.Event.Turn
	if t.flags.json {
		t.printJSON(step)
		return
	}
	paint := func(code, text string) string { return t.app.paint(t.app.stdout, code, text) }
	ev, d := &step.Event, step.Decision
	if isNew {
		_, _ = fmt.Fprintf(t.out, "%s\n", paint("1", fmt.Sprintf("turn %d", ev.Turn)))
	}
	_, _ = fmt.Fprintf(t.out, "%5d  %s  %s %s\n", ev.Seq, ev.Time(), paint("36", string(ev.Type())),
		printable(report.Gist(&step.Event, t.flags.raw)))
	switch path := strings.Join(d.Path, ", "); {
	case len(d.Rules) > 0 && path != "":
		_, _ = fmt.Fprintf(t.out, "       rule %s (%s)\n", strings.Join(d.Rules, ", "), path)
	case len(d.Rules) > 0:
		_, _ = fmt.Fprintf(t.out, "       rule %s\n", strings.Join(d.Rules, ", "))
	case path != "":
		_, _ = fmt.Fprintf(t.out, "       path %s\n", path)
	}
	for _, line := range t.blocks.Lines(t.before, *d) {
		_, _ = fmt.Fprintf(t.out, "       %s\n", t.colourLine(printable(line)))
	}
	for _, note := range trip.Texts(d.NotesAdded) {
		_, _ = fmt.Fprintf(t.out, "       note   %s\n", printable(note))
	}
}

// colourLine paints a block line by its prefix.
func (t *timeline) colourLine(line string) string {
	codes := map[string]string{"status": "33", "queue": "35", "ui": "32", "clear": "31", "reject": "31"}
	prefix, _, _ := strings.Cut(line, " ")
	if code, ok := codes[prefix]; ok {
		return t.app.paint(t.app.stdout, code, prefix) + strings.TrimPrefix(line, prefix)
	}
	return line
}

// inspectLine is one event of `inspect --json`.
type inspectLine struct {
	Seq        int64           `json:"seq"`
	Turn       int64           `json:"turn"`
	At         string          `json:"at"`
	Type       trip.EventType  `json:"type"`
	Gist       string          `json:"gist"`
	Rules      []string        `json:"rules"`
	Path       []string        `json:"path"`
	Phase      string          `json:"phase"`
	State      string          `json:"state"`
	Queued     []string        `json:"queued"`
	UIMessages []string        `json:"ui_messages"`
	Notes      []string        `json:"notes_added"`
	Ignored    trip.Ignored    `json:"ignored,omitempty"`
	Changed    []inspectChange `json:"changed"`
}

type inspectChange struct {
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
}

func (t *timeline) printJSON(step *replay.Step) {
	ev, d := &step.Event, step.Decision
	line := inspectLine{
		Seq: ev.Seq, Turn: ev.Turn, At: ev.At.String(), Type: ev.Type(), Gist: report.Gist(&step.Event, t.flags.raw),
		Rules: orEmpty(d.Rules),
		Path:  orEmpty(d.Path), Phase: d.Status.Phase(), State: d.Status.State(), Queued: []string{},
		UIMessages: orEmpty(texts.ForPrograms(d.UI)), Notes: orEmpty(trip.Texts(d.NotesAdded)), Ignored: d.Ignored,
		Changed: []inspectChange{},
	}
	for i := range d.ToolCalls {
		line.Queued = append(line.Queued, d.ToolCalls[i].Name)
	}
	for _, c := range applier.Diff(t.before, d.Next) {
		line.Changed = append(line.Changed, inspectChange{Path: c.Path, Before: string(c.Before), After: string(c.After)})
	}
	writeLine(t.out, line)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
