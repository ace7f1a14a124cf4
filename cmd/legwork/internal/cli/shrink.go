package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/shrink"
	"github.com/legwork-go/legwork/turn"
)

type shrinkFlags struct {
	differs, scn      bool
	state, rule, exec string
	limit             time.Duration
}

func (a *app) shrink() *cobra.Command {
	var f shrinkFlags
	cmd := &cobra.Command{
		Use:   "shrink (--differs | --state STATE | --rule ID | --exec CMD) [flags] FILE",
		Short: "Make a recording small that still does something",
		Long: `Leaves out of a recording what it does not need to do one thing: to differ from what was recorded, to come to a
state, to use a rule, or to satisfy a command. First turns go, then events, then members and words. Calls and results
stay together, and times rise. Where a few turns cannot do it from the beginning, the recording begins in its middle,
with the state there as the intent of its header.

The smallest recording that was found goes to standard output when nothing more can be left out, after --for, or at an
interrupt. Its digests are fresh, so it replays equal; with --differs the event that differs keeps what was recorded.

--exec runs CMD in a shell for each candidate, with the path of a file as its last argument; it exits with 0 while the
candidate still does it.

Exit code 0: done. 30: even the whole recording does not do it, CMD does not end for it in time, or FILE is
not a recording.`,
		Example: `  legwork shrink --differs trip.jsonl > small.jsonl
  legwork shrink --state retryable --scn trip.jsonl > fixtures/scenarios/retryable.scn
  legwork shrink --exec '! legwork replay --policy strict.json' trip.jsonl`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.runShrink(cmd.Context(), f, args[0]) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.differs, "differs", false, "it differs from what was recorded")
	flags.StringVar(&f.state, "state", "", "it comes to this `STATE`, such as retryable or error/retryable")
	flags.StringVar(&f.rule, "rule", "", "the rule `ID` decides, such as 1.4.cache")
	flags.StringVar(&f.exec, "exec", "", "the shell command `CMD` exits with 0")
	flags.DurationVar(&f.limit, "for", 20*time.Second, "print the best after this `TIME`")
	flags.BoolVar(&f.scn, "scn", false, "print a scenario, which begins at the beginning of the trip")
	return cmd
}

// looked returns what is looked for.
func (f *shrinkFlags) looked() (shrink.Looked, error) {
	named := 0
	for _, is := range []bool{f.differs, f.state != "", f.rule != "", f.exec != ""} {
		if is {
			named++
		}
	}
	switch {
	case named != 1:
		return shrink.Looked{}, usage("legwork shrink: say what it still has to do: one of --differs, " +
			"--state, --rule and --exec")
	case f.limit <= 0:
		return shrink.Looked{}, usage("--for: a time such as 20s")
	}
	return shrink.Looked{State: f.state, Rule: f.rule, Differs: f.differs, FromStart: f.scn}, nil
}

func (a *app) runShrink(ctx context.Context, f shrinkFlags, path string) error {
	look, err := f.looked()
	if err != nil {
		return err
	}
	in, name, err := openRecording(path, a.stdin)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	r, err := shrink.Read(name, turn.Default(), in)
	if err != nil {
		return err
	}
	var judge judge
	if f.exec != "" {
		dir, err := os.MkdirTemp("", "legwork-shrink-")
		if err != nil {
			return fmt.Errorf("legwork: --exec: %w", err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		judge.line, judge.path = f.exec, filepath.Join(dir, "candidate.jsonl")
		look.Holds = judge.holds
	}
	ctx, stop := context.WithTimeout(ctx, f.limit)
	defer stop()
	got, err := r.Shrink(ctx, look, func(better shrink.Result) {
		if a.coloured(a.stderr) {
			_, _ = fmt.Fprintf(a.stderr, "\r%s, %s, %d bytes \x1b[K", counted(better.Size.Turns, "turn"),
				counted(better.Size.Events, "event"), better.Size.Bytes)
		}
	})
	if a.coloured(a.stderr) {
		_, _ = fmt.Fprintln(a.stderr)
	}
	switch {
	case judge.err != nil:
		return judge.err
	case errors.Is(err, shrink.ErrNever):
		return fmt.Errorf("%w: %s: the whole recording does not do it%s", errInput, name, f.advice())
	case f.exec != "" && errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: --exec: it did not end within %s for the whole recording: see --for", errInput, f.limit)
	case err != nil:
		return fmt.Errorf("legwork: %s: it was not even known whether the whole recording does it: %w", name, err)
	case ctx.Err() != nil:
		_, _ = fmt.Fprintf(a.stderr, "legwork shrink: this is the best until now, of %d that were tried\n", got.Tried)
	}
	return a.printSmall(f, name, got.Lines)
}

// advice says what may be wrong with what is looked for.
func (f *shrinkFlags) advice() string {
	switch {
	case f.differs:
		return ": it replays equal, or has no digests of this version's form (see legwork replay)"
	case f.state != "":
		return ": no event leads to " + f.state + " (see legwork stats)"
	case f.rule != "":
		return ": rule " + f.rule + " decides no event (see legwork stats)"
	}
	return ": the command does not exit with 0 for it"
}

// printSmall prints the result, as a scenario if that is asked for.
func (a *app) printSmall(f shrinkFlags, name string, lines []byte) error {
	if !f.scn {
		_, err := a.stdout.Write(lines)
		return err
	}
	text, err := scenario.Write(name, turn.Default(), func(yield func(string) bool) {
		for line := range bytes.Lines(lines) {
			if !yield(string(bytes.TrimSpace(line))) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	_, err = a.stdout.Write([]byte(text))
	return err
}

// How a shell ends that cannot run a command.
const cannotExecute, notFound = 126, 127

// judge asks a command about candidates.
type judge struct {
	line, path string
	err        error // of asking
}

func (j *judge) holds(ctx context.Context, lines []byte) bool {
	if j.err != nil {
		return false
	}
	if err := os.WriteFile(j.path, lines, ownMode); err != nil {
		j.err = fmt.Errorf("legwork: --exec: %w", err)
		return false
	}
	run := exec.CommandContext(ctx, "sh", "-c", j.line+` "$@"`, "sh", j.path)
	var complaint head
	run.Stderr, run.WaitDelay = &complaint, time.Second // what it has started itself may hold its pipes
	err := run.Run()
	var ended *exec.ExitError
	switch {
	case err == nil || ctx.Err() != nil:
	case !errors.As(err, &ended):
		j.err = fmt.Errorf("legwork: --exec: %w", err)
	case ended.ExitCode() == cannotExecute || ended.ExitCode() == notFound:
		said := strings.TrimSpace(complaint.String())
		j.err = fmt.Errorf("%w: --exec: the shell cannot run it: %w: %s", errInput, err, said)
	}
	return err == nil
}
