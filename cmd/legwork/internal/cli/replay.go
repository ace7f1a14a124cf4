package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// replayMemoryBytes is what a replay may use before the garbage collector works for it.
const replayMemoryBytes = 24 << 20

type replayFlags struct {
	json, intent bool
	policy       string
	until        int64
}

func (a *app) replay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay [flags] PATH…",
		Short: "Fold recordings again and compare them with what was recorded",
		Long: `Folds every event of each recording again. Where a recording carries digests, the replay must
reproduce them; the first difference is explained. A PATH is a file (.jsonl, also .gz and .zst), a
directory (all recordings below it), or - for standard input.

Exit code 0: all equal, or nothing recorded to compare. 10: a difference. 30: not a recording. 2: wrong usage.`,
		Example: `  legwork replay trip.jsonl
  legwork replay --json --intent fixtures/recordings
  legwork replay --until 12 trip.jsonl       stop after seq 12
  legwork replay --policy strict.json -      what would another policy have done?`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("until") && f.until < 1 {
				return usage("--until: a seq is 1 or more")
			}
			return a.runReplay(f, args)
		},
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON line an event")
	cmd.Flags().BoolVar(&f.intent, "intent", false, "print the intent after the last event, as a last line")
	cmd.Flags().StringVar(&f.policy, "policy", "", "a `FILE` with the engine policy to use instead of the recorded one")
	cmd.Flags().Int64Var(&f.until, "until", 0, "stop after this `SEQ`")
	return cmd
}

func (a *app) runReplay(f replayFlags, paths []string) error {
	files, err := recordings(paths)
	if err != nil {
		return err
	}
	o := replay.Options{Digests: f.json, Until: f.until, NoTexts: !f.json && !f.intent}
	if f.policy != "" {
		p, err := readPolicy(f.policy, trip.DefaultPolicy())
		if err != nil {
			return err
		}
		o.Policy = &p
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(replayMemoryBytes)
	out := bufio.NewWriterSize(a.stdout, 64<<10)
	run := replayRun{app: a, flags: f, options: o, out: out}
	for _, file := range files {
		run.file(file)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return run.first
}

// replayRun replays files one after another; the first failure decides the exit code.
type replayRun struct {
	app     *app
	flags   replayFlags
	options replay.Options
	out     *bufio.Writer
	first   error
	buf     []byte
}

func (r *replayRun) file(path string) {
	err := r.fold(path)
	if err == nil {
		return
	}
	_ = r.out.Flush()
	_, _ = fmt.Fprintln(r.app.stderr, r.app.red(err.Error()))
	if r.first == nil {
		r.first = fmt.Errorf("%w: %w", errSaid, err)
	}
}

func (r *replayRun) fold(path string) error {
	in, name, err := openRecording(path, r.app.stdin)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	rep := replay.New(name, turn.Default(), r.options)
	compared := false
	lines := replay.Read(in)
	if path != stdinPath { // what comes down a pipe is shown as it comes
		lines = ahead(lines)
	}
	for step, err := range rep.Fold(lines) {
		if step != nil {
			compared = compared || step.Event.Decision != "" || step.Event.State != ""
			r.printStep(step)
		}
		if err != nil {
			return err
		}
	}
	r.printEnd(rep, name, compared)
	return nil
}

func (r *replayRun) printStep(step *replay.Step) {
	if !r.flags.json {
		return
	}
	r.buf = append(step.AppendJSON(r.buf[:0]), '\n')
	_, _ = r.out.Write(r.buf)
}

func (r *replayRun) printEnd(rep *replay.Replayer, name string, compared bool) {
	for _, w := range rep.Warnings() {
		_, _ = fmt.Fprintf(r.app.stderr, "%s: header field %s is not known and was left out\n", name, printable(w.Path))
	}
	if h := rep.Header(); !h.Comparable() {
		compared = false
		_, _ = fmt.Fprintf(r.app.stderr,
			"%s: its digests are of another form than this engine makes, so they are not compared: record the trip anew to compare it\n", name)
	}
	if !r.flags.json {
		events, turns := rep.Counts()
		verdict := "nothing recorded to compare"
		if compared {
			verdict = "equal"
		}
		_, _ = fmt.Fprintf(r.out, "%s: %d events, %d turns, %s\n", name, events, turns, verdict)
	}
	if r.flags.intent {
		in := rep.Intent()
		r.buf = append(append(r.buf[:0], `{"file":`...), quoteJSON(name)...)
		r.buf = append(in.AppendJSON(append(r.buf, `,"intent":`...)), '}', '\n')
		_, _ = r.out.Write(r.buf)
	}
}

// readPolicy reads the engine policy of --policy; what the file leaves out is that of base, without one all is.
func readPolicy(path string, base trip.Policy) (trip.Policy, error) {
	if path == "" {
		return base, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return base, fmt.Errorf("%w: --policy: %w", errInput, err)
	}
	p, warnings, err := trip.MergePolicy(base, string(data))
	if err != nil {
		return base, fmt.Errorf("%w: %s: %w", errInput, path, err)
	}
	if len(warnings) > 0 {
		return base, fmt.Errorf("%w: %s: unknown field %s", errInput, path, warnings[0].Path)
	}
	return p, nil
}

// readCloser joins a reader with what must be closed behind it.
type readCloser struct {
	io.Reader
	close func() error
}

func (r readCloser) Close() error { return r.close() }

var errNotRecording = errors.New("not a recording: want .jsonl, .jsonl.gz or .jsonl.zst")
