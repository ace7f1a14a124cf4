package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

type runFlags struct {
	engineFlags
	json, quiet       bool
	trip, record, now string
	input             string // the file of messages; empty for standard input
	scope             scope
}

func (a *app) run() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:     "run [flags] [FILE]",
		Aliases: []string{"record"},
		Short:   "Talk about a trip: messages from a file or standard input, with the embedded tools",
		Long: `Drives one trip with the embedded tools and shows what the agent says. With --store the trip is
kept and can be gone on with: what a killed process has left is finished first. With --record the
conversation is written as a recording that legwork replay folds again; until the end it stands
beside FILE, under a name that ends in .part.

` + console.LineHelp,
		Example: `  echo "Two of us from New York to London on May 1st, back on the 8th" | legwork run
  legwork run --record trip.jsonl messages.txt
  legwork run --store trips.db --trip t1        go on with a stored trip
  legwork run --store trips.db --tenant acme    a trip that may read the documents of a tenant
  legwork run --now 2026-03-01T09:00:00Z --json messages.txt`,
		Args: maxOneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			in, closeInput, err := a.scriptInput(args)
			if err != nil {
				return err
			}
			defer closeInput()
			f.input = strings.Join(args, "") // there is one at most
			return a.runTrip(cmd.Context(), f, in)
		},
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON line an update")
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "show what the agent says, not the calls")
	cmd.Flags().StringVar(&f.store, "store", "", "keep the trip in this store `FILE` (default: in memory)")
	cmd.Flags().StringVar(&f.trip, "trip", "trip", "the trip's `ID`")
	cmd.Flags().StringVar(&f.record, "record", "", "write the recording to this `FILE`")
	cmd.Flags().StringVar(&f.policy, "policy", "", "a `FILE` with the engine policy of a new trip")
	cmd.Flags().StringVar(&f.now, "now", "", "start the clock at this RFC 3339 `TIME` and move it one second an event")
	addScope(cmd, &f.scope)
	addOutside(cmd, &f.outside)
	return cmd
}

func (a *app) scriptInput(args []string) (io.Reader, func(), error) {
	if len(args) == 0 || args[0] == stdinPath {
		return a.stdin, func() {}, nil
	}
	f, err := os.Open(args[0])
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w: name a file of messages; a trip is named with --trip", errInput, err)
	}
	return f, func() { _ = f.Close() }, nil
}

func (a *app) runTrip(ctx context.Context, f runFlags, in io.Reader) (err error) {
	if err := store.CheckID(trip.ID(f.trip)); err != nil {
		return usage("--trip: %v", err)
	}
	rec, err := f.recorder()
	if err != nil {
		return err
	}
	defer rec.discard()
	on, err := f.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, on.Close()) }()
	c := runner.Config{Store: on.store}
	if f.now != "" {
		if c.Now, err = countingClock(f.now); err != nil {
			return err
		}
	}
	if err := a.configure(ctx, &f.engineFlags, on.box, trip.DefaultPolicy(), &c); err != nil {
		return err
	}
	r, err := runner.New(c)
	if err != nil {
		return err
	}
	rec.follow(on.store, trip.ID(f.trip))
	err = a.talk(ctx, f, on.store, r, in, rec)
	ctx = context.WithoutCancel(ctx)
	err = errors.Join(err, r.Close(ctx))
	if errors.Is(err, errUsage) {
		return err
	}
	return errors.Join(err, rec.finish(ctx))
}

// recorder begins the recording; nil if there is to be none.
func (f *runFlags) recorder() (*recorder, error) {
	if f.record == "" {
		return nil, nil
	}
	out, err := createOut("record", f.record, append(storeFiles(f.store), f.input, f.policy)...)
	if err != nil {
		return nil, err
	}
	return &recorder{out: out}, nil
}

// talk goes on with a trip, or begins it.
func (a *app) talk(
	ctx context.Context, f runFlags, s store.Store, r *runner.Runner, in io.Reader, rec *recorder,
) error {
	t, err := resume(ctx, s, r, trip.ID(f.trip), func(step *replay.Step) { a.printStep(f, step) })
	if err != nil {
		return err
	}
	if err := f.scope.createTrip(ctx, t); err != nil {
		return err
	}
	return a.converse(ctx, f, t, in, rec)
}

// script reads lines beside the conversation, so that an interrupt need not wait for a person.
type script struct {
	lines chan string
	err   error // why the lines ended; to be read after them
}

func read(ctx context.Context, in io.Reader) *script {
	s := &script{lines: make(chan string)}
	go func() {
		defer close(s.lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(make([]byte, 0, 64<<10), trip.MaxLineBytes)
		n := 1
		for ; scanner.Scan(); n++ {
			select {
			case s.lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
		switch err := scanner.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			s.err = fmt.Errorf("line %d: %w: the line is longer than %d bytes", n, errInput, trip.MaxLineBytes)
		case err != nil:
			s.err = fmt.Errorf("line %d: %w: %w", n, errInput, err)
		}
	}()
	return s
}

// next returns the next line; ok is false at the end and after an interrupt.
func (s *script) next(ctx context.Context) (line string, ok bool, err error) {
	select {
	case <-ctx.Done():
		return "", false, nil
	case line, ok = <-s.lines:
		if !ok {
			return "", false, s.err
		}
		return line, true, nil
	}
}

// converse sends the lines of a script one after another.
func (a *app) converse(ctx context.Context, f runFlags, t *talk, in io.Reader, rec *recorder) error {
	lines := read(ctx, in)
	prompt := a.coloured(a.stdout) && in == a.stdin
	for n := 1; ; n++ {
		if prompt {
			a.printf("%s ", a.paint(a.stdout, "36", "you ›"))
		}
		line, more, err := lines.next(ctx)
		if !more || ctx.Err() != nil {
			if prompt {
				a.printf("\n")
			}
			return err
		}
		data, ok, err := parseLine(line, &t.intent)
		if err != nil && prompt {
			a.printf("%s\n", a.paint(a.stdout, "31", err.Error()))
			continue
		}
		if err != nil {
			return f.at(n, err)
		}
		if !ok {
			continue
		}
		if !f.json && !prompt {
			a.printf("you › %s\n", printable(strings.TrimSpace(line)))
		}
		err = t.send(ctx, "", data, func(u runner.Update) { a.printUpdate(f, u) })
		switch {
		case errors.Is(err, errInput) && prompt:
			a.printf("%s\n", a.paint(a.stdout, "31", err.Error()))
		case errors.Is(err, errInput):
			return f.at(n, err)
		case err != nil:
			return err
		}
		if err := errors.Join(rec.add(context.WithoutCancel(ctx)), a.stdout.failed()); err != nil {
			return err
		}
		if text := console.Hints[t.intent.Status.Node]; text != "" && prompt {
			a.printf("%s\n", a.paint(a.stdout, "2", text))
		}
	}
}

// at says in which line of which file an error is.
func (f *runFlags) at(line int, err error) error {
	if f.input == "" || f.input == stdinPath {
		return fmt.Errorf("line %d: %w", line, err)
	}
	return fmt.Errorf("%s: line %d: %w", f.input, line, err)
}

// parseLine reads a line of a script.
func parseLine(line string, in *trip.Intent) (data trip.EventData, ok bool, err error) {
	if data, ok, err = console.Parse(line, in); err != nil {
		err = fmt.Errorf("%w: %w", errInput, err)
	}
	return data, ok, err
}

// printStep shows a step that nobody has seen: what a killed process had left was finished by it.
func (a *app) printStep(f runFlags, step *replay.Step) {
	ev := &step.Event
	a.printUpdate(f, runner.Update{
		Kind: runner.Decided, Trip: ev.Trip, Seq: ev.Seq, Turn: ev.Turn, At: ev.Time(), Event: *ev, EventID: ev.ID,
		Decision: step.Decision,
	})
}

func (a *app) printUpdate(f runFlags, u runner.Update) {
	if f.json {
		writeLine(a.stdout, updateLine(u))
		return
	}
	if u.Kind == runner.Decided {
		for _, m := range u.Decision.UIMessages() {
			a.printf("%s %s\n", a.paint(a.stdout, "32", "agent ›"), printable(m))
		}
	}
	if text := console.Describe(u); text != "" && !f.quiet {
		a.printf("%s\n", a.paint(a.stdout, "2", printable(text)))
	}
}

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }
