package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/docs"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/tally"
	"github.com/legwork-go/legwork/trip"
)

func (a *app) stats() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count what happened in recordings: states, bookings, calls, rules",
		Long: `Folds recordings again, on all processors, and counts trips, events and turns, the states that trips ended in,
bookings and how long they took, calls by tool and outcome class, and events by the rules that decided them.

  repeated     calls of the same tool and arguments as one that had succeeded before in the trip
  retried      the same where none had succeeded
  wasted       calls that cannot have helped: repeated within their turn; of a tool that had failed for good in
               that turn (permanent, denied, rate_limited); or whose answer came when nobody waited for it

Percentiles are exact to one part in sixteen. A rule was never used when it decided no event; rules that decide nothing
by themselves are not counted. --json lists them, the text says how many they are.

--json prints one object: {"trips","events","turns","states","bookings","time_to_book","calls","classes","open","tools",
"repeated","retried","wasted","rules","rules_never_used"}.

Exit code 0: all was read. 30: something was not; the rest is counted.`,
		Example: `  legwork stats recordings
  legwork stats --json --store trips.db | jq .classes`,
	}
	from := a.addArchive(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.runStats(cmd.Context(), asJSON, from, args) }
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func (a *app) runStats(ctx context.Context, asJSON bool, from *archive, args []string) error {
	shown := a.progress()
	var counts []*tally.Tally
	var mu sync.Mutex
	failed := from.each(ctx, args, func() func(context.Context, recording, *orderedWriter) error {
		count := tally.New()
		mu.Lock()
		counts = append(counts, count)
		mu.Unlock()
		return func(ctx context.Context, r recording, _ *orderedWriter) error {
			watch := count.Trip()
			o := replay.Options{Unchecked: true, NoTexts: true}
			err := r.fold(ctx, o, func(_ *replay.Replayer, step *replay.Step) error {
				shown.events.Add(1)
				watch.Step(step)
				return nil
			})
			if err == nil {
				watch.End()
			}
			shown.files.Add(1)
			return err
		}
	})
	shown.stop()
	all := tally.New()
	for _, count := range counts {
		all.Add(count)
	}
	if ctx.Err() != nil || failed != nil && all.Trips == 0 { // nothing was counted
		return failed
	}
	report := statsReport{Tally: all, NeverUsed: neverUsed(all.Rules)}
	if asJSON {
		if err := a.writeJSON(report); err != nil {
			return err
		}
		return failed
	}
	out := bufio.NewWriter(a.stdout)
	report.print(out)
	if err := out.Flush(); err != nil {
		return err
	}
	return failed
}

// statsReport is what stats prints.
type statsReport struct {
	*tally.Tally
	NeverUsed []string `json:"rules_never_used"`
}

// neverUsed returns the rules of the book that decided nothing. Those that the book marks as held elsewhere, or as not
// built, cannot.
func neverUsed(used map[string]int64) []string {
	out := []string{}
	for id, text := range docs.Rules() {
		if used[id] == 0 && !strings.HasSuffix(text, ")*") {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func (r *statsReport) print(out *bufio.Writer) {
	_, _ = fmt.Fprintf(out, "%s, %s, %s, %s\n", counted(r.Trips, "trip"), counted(r.Events, "event"),
		counted(r.Turns, "turn"), counted(r.Bookings, "booking"))
	if s, t := &r.Book.Seconds, &r.Book.Turns; s.N() > 0 {
		_, _ = fmt.Fprintf(out, "until booked: half within %s and %s, nine of ten within %s and %s, the longest %s and %s\n",
			period(s.Percentile(50)), counted(t.Percentile(50), "turn"), period(s.Percentile(90)),
			counted(t.Percentile(90), "turn"), period(s.Max()), counted(t.Max(), "turn"))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(w, "\ntrips ended in\t\n")
	for _, state := range byCount(r.States) {
		_, _ = fmt.Fprintf(w, "  %s\t%d\n", state, r.States[state])
	}
	_, _ = fmt.Fprintf(w, "\ncalls\t%d\n", r.Calls)
	for _, tool := range byCount(callsOf(r.Tools)) {
		t := r.Tools[tool]
		_, _ = fmt.Fprintf(w, "  %s\t%d\t%s\n", printable(tool), t.Calls, classList(t))
	}
	waste := &r.Wasted
	_, _ = fmt.Fprintf(w, "repeated\t%d\nretried\t%d\nwasted\t%d\t%d again in their turn, %d after a final failure, "+
		"%d answers that nobody waited for\n",
		r.Repeated, r.Retried, waste.Calls, waste.InTurn, waste.AfterFinal, waste.Unused)
	_, _ = fmt.Fprintf(w, "\nrules used\t%d\n", len(r.Rules))
	for _, rule := range byCount(r.Rules) {
		_, _ = fmt.Fprintf(w, "  %s\t%d\n", rule, r.Rules[rule])
	}
	if r.Events == 0 { // then they say nothing
		_ = w.Flush()
		return
	}
	_, _ = fmt.Fprintf(w, "rules never used\t%d\t--json lists them\n", len(r.NeverUsed))
	_ = w.Flush()
}

// byCount returns names, the most frequent first.
func byCount(counts map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), strings.Compare(x, y))
	})
}

func callsOf(tools map[string]*tally.Tool) map[string]int64 {
	out := map[string]int64{}
	for name, t := range tools {
		out[name] = t.Calls
	}
	return out
}

// classList says how many calls of a tool ended in which class.
func classList(t *tally.Tool) string {
	var parts []string
	for _, class := range slices.SortedFunc(maps.Keys(t.Classes), func(x, y trip.Class) int {
		return cmp.Or(cmp.Compare(t.Classes[y], t.Classes[x]), strings.Compare(string(x), string(y)))
	}) {
		parts = append(parts, fmt.Sprintf("%d %s", t.Classes[class], class))
	}
	if t.Open > 0 {
		parts = append(parts, fmt.Sprintf("%d open", t.Open))
	}
	return strings.Join(parts, ", ")
}

// period says a number of seconds in its two greatest units.
func period(seconds int64) string {
	const minute, hour, day = 60, 60 * 60, 24 * 60 * 60
	switch {
	case seconds < 2*minute:
		return fmt.Sprintf("%d s", seconds)
	case seconds < 2*hour:
		return fmt.Sprintf("%d min %d s", seconds/minute, seconds%minute)
	case seconds < 2*day:
		return fmt.Sprintf("%d h %d min", seconds/hour, seconds%hour/minute)
	default:
		return fmt.Sprintf("%d d %d h", seconds/day, seconds%day/hour)
	}
}
