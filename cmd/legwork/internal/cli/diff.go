package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

type diffFlags struct {
	old, policy, catalog, accept string
	html, json                   bool
}

func (a *app) diff() *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff (--old BINARY | --policy FILE | --catalog FILE)",
		Short: "Tell what another version, policy or catalog decides differently over recordings",
		Long: `Folds each recording twice and tells which events are decided differently: by this command and by an older
one (--old, its "replay --json"), or with the recorded and with the given policy or catalog. Differences are grouped by
what is noticed of them, then by the rule that explains them, with one small example each:
  status     where the trip stands
  calls      which tools are called
  arguments  with what
  ui         what the person is shown or asked
  intent     what is remembered, of which nobody sees anything yet (not against --old)
  words      only how the same is put

With a policy or a catalog each event is decided from the recorded state, so no difference follows from an earlier one.
Against --old each version goes its own way: what may follow from an earlier difference of the recording is counted
and is in no group. Where the states parted though nothing was noticed, the rules of that event count, too.
--policy FILE overrides fields of the recorded policy; --catalog FILE is a list of tools, as in a header, which replace
those of the same name.

--accept FILE signs off what is meant: a line a group, KIND RULE, with an optional text of what changes, as they are
printed. Lines that match nothing any more are told on standard error.

--json prints a line a difference: {"file","seq","type","kind","old","new","rules_old","rules_new","also"?,"after"?,
"parted"?} (also: what else differs; after: seq of the difference that it may follow from; parted: {"seq","rules_old",
"rules_new"} of the event at which the states parted before it), then
{"files","events","differ","by_rule","accepted","broken"?} (broken: recordings that could not be compared).
--html prints one page with filters that needs nothing else.

Exit code 0: nothing differs, or all is accepted. 10: something differs. 30: a recording, a file or what the old binary
says is not one.`,
		Example: `  legwork diff --policy strict.json recordings
  legwork diff --old ./legwork-v1.2 --accept meant.txt recordings
  legwork diff --catalog tools.json --html --store trips.db > diff.html`,
	}
	from := a.addArchive(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.runDiff(cmd.Context(), f, from, args) }
	flags := cmd.Flags()
	flags.StringVar(&f.old, "old", "", "compare with this older `BINARY` of the command")
	flags.StringVar(&f.policy, "policy", "", "a `FILE` with fields of the engine policy to compare with the recorded one")
	flags.StringVar(&f.catalog, "catalog", "", "a `FILE` with a list of tools to compare with the recorded catalog")
	flags.StringVar(&f.accept, "accept", "", "a `FILE` of groups that are meant")
	flags.BoolVar(&f.html, "html", false, "print a page")
	flags.BoolVar(&f.json, "json", false, "print one JSON line a difference")
	return cmd
}

// check refuses flags that do not go together.
func (f *diffFlags) check(args []string) error {
	switch {
	case f.old == "" && f.policy == "" && f.catalog == "":
		return usage("legwork diff: say what to compare with: --old BINARY, --policy FILE or --catalog FILE")
	case f.old != "" && (f.policy != "" || f.catalog != ""):
		return usage("--old, --policy and --catalog: compare with another version, or with another policy or catalog")
	case f.old != "" && slices.Contains(args, stdinPath):
		return usage("--old: standard input is read only once: name a file")
	case f.html && f.json:
		return usage("--html and --json: choose one")
	}
	return nil
}

func (a *app) runDiff(ctx context.Context, f diffFlags, from *archive, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	accepted, err := readAccepted(f.accept)
	if err != nil {
		return err
	}
	compare, err := f.comparison(ctx)
	if err != nil {
		return err
	}
	run := diffRun{app: a, flags: f, compare: compare, shown: a.progress()}
	limit := 1
	if f.old != "" {
		limit = maxTogether
	}
	recordings, closed, err := from.all(ctx, args)
	if err != nil {
		return err
	}
	defer closed() // only here: the report reads its examples again
	failed := from.work(ctx, recordings, limit, run.worker)
	run.shown.stop()
	if ctx.Err() != nil {
		return failed
	}
	all := diffs.NewCollector()
	for _, c := range run.collected {
		all.Merge(c)
	}
	report := diffReport{
		app: a, Collector: all, Groups: all.Groups(), sources: &run.sources, broken: from.broken.Load(),
	}
	unused := accepted.Sign(report.Groups)
	if err := report.write(ctx, f); err != nil {
		return err
	}
	if failed == nil { // else what it matches may stand in what was not compared
		for _, e := range unused {
			_, _ = fmt.Fprintf(a.stderr, "%s:%d: %s: it matches no difference any more: remove the line\n", f.accept, e.Line,
				printable(e.Text))
		}
	}
	if failed == nil && report.isOpen() {
		return fmt.Errorf("%w: %w", errSaid, replay.ErrDifference)
	}
	return failed
}

// readAccepted reads --accept.
func readAccepted(path string) (diffs.Accepted, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: --accept: %w", errInput, err)
	}
	list, err := diffs.ParseAccepted(string(text))
	if err != nil {
		return nil, fmt.Errorf("%w: --accept: %s: %w", errInput, path, err)
	}
	return list, nil
}

// event is one that was decided twice.
type event struct {
	old, now []string          // the rules
	differs  *diffs.Difference // nil where nothing does
}

// compareRecordings compares recordings, one after another.
type compareRecordings func(ctx context.Context, batch []recording, told audience)

// audience is told of each event of a recording, and then what is wrong with it, if anything.
type audience struct {
	event func(recording, event)
	ended func(error)
}

// comparison returns how the flags compare recordings.
func (f *diffFlags) comparison(ctx context.Context) (compareRecordings, error) {
	if f.old != "" {
		return newOldBinary(ctx, f.old, oldPatience)
	}
	sides, err := f.sides()
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, batch []recording, told audience) {
		for _, r := range batch {
			told.ended(r.compareSides(ctx, sides, func(e event) { told.event(r, e) }))
		}
	}, nil
}

// compareSides compares what two configurations make of the recording.
func (r recording) compareSides(ctx context.Context, sides replay.Sides, see func(event)) error {
	in, name, err := r.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	for p, err := range replay.CompareSides(name, sides, r.lines(in)) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		e := event{old: p.Old.Rules, now: p.New.Rules}
		if len(p.Kinds) > 0 {
			d := diffs.OfPair(p)
			e.differs = &d
		}
		see(e)
	}
	return nil
}

// sides returns the recorded configuration and that with the given policy and catalog.
func (f *diffFlags) sides() (replay.Sides, error) {
	if _, err := readPolicy(f.policy, trip.DefaultPolicy()); err != nil { // said once, not for each recording
		return nil, err
	}
	standard := turn.Default().Catalog
	changed, tools, err := readCatalog(f.catalog, standard)
	if err != nil {
		return nil, err
	}
	var recorded turn.Catalogs
	return func(h trip.Header) (old, now turn.Config, err error) {
		if old, err = recorded.Configure(turn.Default(), h); err != nil {
			return old, now, err
		}
		now = old
		if now.Policy, err = readPolicy(f.policy, old.Policy); err != nil {
			return old, now, err
		}
		if old.Catalog == standard { // a catalog compiles its schemas once: not for each recording
			now.Catalog = changed
		} else if now.Catalog, err = old.Catalog.With(tools...); err != nil {
			return old, now, err
		}
		now, err = turn.Configure(now, trip.Header{}) // checks what it requires
		return old, now, err
	}, nil
}

// diffRun compares recordings on several processors.
type diffRun struct {
	app     *app
	flags   diffFlags
	compare compareRecordings
	shown   *progress
	sources sync.Map // recordings by file, for their examples

	mu        sync.Mutex
	collected []*diffs.Collector
}

// worker makes the work of one processor.
func (r *diffRun) worker() batchWork {
	c := diffs.NewCollector()
	r.mu.Lock()
	r.collected = append(r.collected, c)
	r.mu.Unlock()
	last := -1 // the recording that differed last
	return func(ctx context.Context, batch []recording, out *orderedWriter) (failed []error) {
		r.compare(ctx, batch, audience{
			event: func(rec recording, e event) {
				r.shown.events.Add(1)
				c.Event(e.old, e.now)
				if e.differs == nil {
					return
				}
				if r.flags.json {
					writeLine(out, e.differs)
				}
				c.Add(*e.differs, rec.order)
				if rec.order != last {
					last = rec.order
					r.sources.Store(e.differs.File, rec)
				}
			},
			ended: func(err error) {
				r.shown.files.Add(1)
				if err == nil {
					c.Files++
					return
				}
				failed = append(failed, err)
			},
		})
		return failed
	}
}

// diffReport is what diff prints.
type diffReport struct {
	*diffs.Collector
	app     *app
	Groups  []*diffs.Group
	sources *sync.Map
	broken  int64 // recordings that could not be compared
}

// diffTotals is the last line of diff --json.
type diffTotals struct {
	Files    int64            `json:"files"`
	Events   int64            `json:"events"`
	Differ   int64            `json:"differ"`
	ByRule   map[string]int64 `json:"by_rule"`
	Accepted int64            `json:"accepted"`
	Broken   int64            `json:"broken,omitempty"`
}

// isOpen reports whether a difference is not signed off.
func (r *diffReport) isOpen() bool {
	return slices.ContainsFunc(r.Groups, func(g *diffs.Group) bool { return !g.Accepted })
}

func (r *diffReport) accepted() (events int64) {
	for _, g := range r.Groups {
		if g.Accepted {
			events += g.Events
		}
	}
	return events
}

func (r *diffReport) write(ctx context.Context, f diffFlags) error {
	if f.json {
		return r.app.writeJSON(diffTotals{r.Files, r.Events, r.Differ, diffs.ByRule(r.Groups), r.accepted(), r.broken})
	}
	for _, g := range r.Groups {
		if err := r.around(ctx, g); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(r.app.stdout)
	if f.html {
		if err := r.page(out, f); err != nil {
			return err
		}
		return out.Flush()
	}
	r.print(out)
	return out.Flush()
}

// maxBefore is how many events before the one of an example are shown.
const maxBefore = 2

// errEnough ends the reading of a recording of which no more is needed.
var errEnough = errors.New("legwork: enough was read")
