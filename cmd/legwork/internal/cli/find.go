package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/cmd/legwork/internal/when"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/server/report"
)

// exprHelp says what an expression is made of.
const exprHelp = `EXPR is an expression of github.com/expr-lang/expr over
  trip      trip_id, file, engine, events, turns, states, tools and rules so far (lists of names)
  intent    the state after the event, as "replay --intent" prints it
  status    intent.status: phase, state, missing_required, last_tool_error, ask …
  event     seq, id, trip_id, turn, at, type, data
  decision  status, tool_calls, ui, ui_messages, rules, ask, ignored, outcome …
What is absent is nil; a name that does not exist is refused with its position.`

type findFlags struct {
	when         string
	events, json bool
}

func (a *app) find() *cobra.Command {
	var f findFlags
	cmd := &cobra.Command{
		Use:   "find --when EXPR",
		Short: "Find the trips, or the events, for which an expression holds",
		Long: `Folds recordings again and prints the trips for which an expression holds after their last event; one that
names event or decision holds for a trip when it holds after any of its events. With --events it prints every event
after which it holds. All processors work; the output is in the order of the recordings.

` + exprHelp + `

--json prints a line a trip: {"file","trip_id","seq","turn","phase","state","events","turns"}, or with --events a line
an event: {"file","trip_id","seq","turn","at","type","phase","state","rules"}. seq is the event after which it held.

Exit code 0: all was read, whether something was found or not. 30: a recording or EXPR is not one.`,
		Example: `  legwork find --when 'status.state == "retryable" && "holds_placed" in trip.states' recordings
  legwork find --when 'event.data.code == "timeout"' --events recordings
  legwork find --when 'intent.party.travelers.children > 0' --store trips.db`,
	}
	from := a.addArchive(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.runFind(cmd, f, from, args) }
	addWhen(cmd, &f.when)
	cmd.Flags().BoolVar(&f.events, "events", false, "print events, not trips")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON line a trip or event")
	return cmd
}

// addWhen gives a verb the flag --when, without which it does nothing.
func addWhen(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "when", "", "the expression `EXPR`")
}

// compileWhen reads --when.
func compileWhen(cmd *cobra.Command, text string) (*when.Expr, error) {
	if !cmd.Flags().Changed("when") {
		return nil, usage("%s: --when EXPR says what is looked for (see %s --help)", cmd.CommandPath(), cmd.CommandPath())
	}
	e, err := when.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("%w: --when: %w", errInput, err)
	}
	return e, nil
}

func (a *app) runFind(cmd *cobra.Command, f findFlags, from *archive, args []string) error {
	expr, err := compileWhen(cmd, f.when)
	if err != nil {
		return err
	}
	if from.server.url != "" && len(args) == 0 {
		err := a.runFindOn(cmd, f, &from.server)
		if !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, ops.ErrExpr) {
			return err
		} // the server does not look for this, or for nothing: its trips are read here
	}
	shown := a.progress()
	defer shown.stop()
	return from.each(cmd.Context(), args, func() func(context.Context, recording, *orderedWriter) error {
		s := search{flags: f, expr: expr.Clone(), shown: shown}
		return s.recording
	})
}

// search looks for what is found in one recording after another.
type search struct {
	flags findFlags
	expr  *when.Expr
	shown *progress

	// seen, when there is one, is told of each trip instead of printing those that are found; tell of what is found.
	seen  func(rep *replay.Replayer, found bool)
	found func(ops.Found)
}

// foundLine is a line of find --json.
type foundLine struct {
	File string `json:"file"`
	ops.Found
}

func (s *search) recording(ctx context.Context, r recording, out *orderedWriter) error {
	var facts when.Facts
	var last *replay.Step
	var hit *foundLine
	o := replay.Options{Unchecked: true, NoTexts: !s.expr.NeedsTexts()}
	var folded *replay.Replayer
	err := r.fold(ctx, o, func(rep *replay.Replayer, step *replay.Step) error {
		folded = rep
		if last == nil {
			facts.Engine = rep.Header().Engine
		}
		last = step
		if s.expr.NamesTrip() {
			facts.Add(step)
		}
		s.shown.events.Add(1)
		if !s.flags.events && !s.expr.NamesEvents() || hit != nil {
			return nil
		}
		holds, err := s.holds(step, &facts)
		switch {
		case err != nil || !holds:
			return err
		case s.flags.events:
			l := lineOf(step)
			l.Gist = report.Gist(&step.Event, false)
			s.print(out, l)
		default:
			hit = lineOf(step)
		}
		return nil
	})
	s.shown.files.Add(1)
	if err != nil || last == nil || s.flags.events {
		return err
	}
	if !s.expr.NamesEvents() {
		holds, err := s.holds(last, &facts)
		if err != nil {
			return err
		}
		if holds {
			hit = lineOf(last)
		}
	}
	if s.seen != nil {
		s.seen(folded, hit != nil)
		return nil
	}
	if hit != nil {
		hit.At, hit.Type, hit.Rules = "", "", nil
		hit.Phase, hit.State = last.Decision.Status.Phase(), last.Decision.Status.State()
		hit.Events, hit.Turns = last.Event.Seq, last.Event.Turn
		s.print(out, hit)
	}
	return nil
}

// holds evaluates the expression; an error says where.
func (s *search) holds(step *replay.Step, facts *when.Facts) (bool, error) {
	holds, err := s.expr.Holds(&when.Moment{Step: step, Facts: facts})
	if err != nil {
		return false, fmt.Errorf("%w: %s:%d: seq %d: --when: %w", errInput, step.File, step.Line, step.Event.Seq, err)
	}
	return holds, nil
}

func lineOf(step *replay.Step) *foundLine {
	ev, d := &step.Event, step.Decision
	return &foundLine{step.File, ops.Found{
		TripID: ev.Trip, Seq: ev.Seq, Turn: ev.Turn, At: ev.At.String(), Type: ev.Type(),
		Phase: d.Status.Phase(), State: d.Status.State(), Rules: orEmpty(d.Rules),
	}}
}

func (s *search) print(out io.Writer, l *foundLine) {
	if s.found != nil {
		s.found(l.Found)
		return
	}
	s.flags.print(out, l)
}

func (f findFlags) print(out io.Writer, l *foundLine) {
	switch {
	case f.json:
		l.Gist = ""
		writeLine(out, l)
	case f.events:
		_, _ = fmt.Fprintf(out, "%s: seq %d, turn %d, %s %s, %s/%s\n", printable(l.File), l.Seq, l.Turn, l.Type,
			printable(l.Gist), l.Phase, l.State)
	default:
		_, _ = fmt.Fprintf(out, "%s: trip %s, %s, %s/%s\n", printable(l.File), printable(string(l.TripID)),
			counted(l.Events, "event"), l.Phase, l.State)
	}
}

// runFindOn has a server look for what is found, and prints that as it comes.
func (a *app) runFindOn(cmd *cobra.Command, f findFlags, on ops.Finder) error {
	if _, err := compileWhen(cmd, f.when); err != nil {
		return err
	}
	var broken error
	for found, err := range on.Find(cmd.Context(), ops.Query{When: f.when, Events: f.events}) {
		switch {
		case err != nil:
			return err
		case found.Error != "":
			broken = fmt.Errorf("%w: %w: %s", errSaid, errInput, found.Error)
			_, _ = fmt.Fprintln(a.stderr, a.red(printable(found.Error)))
		default:
			f.print(a.stdout, &foundLine{cmp.Or(found.Name, string(found.TripID)), found})
		}
	}
	return broken
}

// unread is what is said of a trip that cannot be looked at. What is wrong with a store is for its operator.
func unread(q ops.Query, err error) string {
	if q.Bounded && !errors.Is(err, errInput) && !errors.Is(err, replay.ErrInput) {
		return "the trip cannot be read"
	}
	return err.Error()
}

// finder looks for trips of a desk, one after another: a server has other things to do.
type finder struct{ desk ops.Desk }

// Find implements ops.Finder.
func (f finder) Find(ctx context.Context, q ops.Query) iter.Seq2[ops.Found, error] {
	return func(yield func(ops.Found, error) bool) {
		expr, err := when.Compile(q.When)
		if err != nil {
			yield(ops.Found{}, fmt.Errorf("%w: %w", ops.ErrExpr, err))
			return
		}
		if q.Bounded && !expr.Bounded() {
			yield(ops.Found{},
				fmt.Errorf("%w: it may take too long here: legwork find reads the recordings for it", ops.ErrExpr))
			return
		}
		goesOn := true
		s := search{flags: findFlags{events: q.Events}, expr: expr, shown: &progress{}, found: func(found ops.Found) {
			goesOn = goesOn && yield(found, nil)
		}}
		for t, err := range ops.All(ctx, f.desk, ops.Filter{Tenant: q.Tenant}) {
			if err != nil {
				yield(ops.Found{}, err)
				return
			}
			if q.Owner != "" && t.Owner != q.Owner {
				continue
			}
			open := func() (io.ReadCloser, string, error) {
				in, err := f.desk.Recording(ctx, t.ID)
				return in, string(t.ID), err
			}
			err := s.recording(ctx, recording{name: string(t.ID), open: open}, nil)
			switch {
			case !goesOn || ctx.Err() != nil:
				return
			case isNotFound(err): // erased meanwhile
			case err != nil && !yield(ops.Found{TripID: t.ID, Error: unread(q, err)}, nil):
				return
			}
		}
	}
}
