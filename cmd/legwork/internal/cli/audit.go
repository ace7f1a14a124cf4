package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/lab/audit"
	"github.com/legwork-go/legwork/lab/openai"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/turn"
)

// auditPeekBytes is how much of a file tells what it holds.
const auditPeekBytes = 64 << 10

type auditFlags struct {
	json bool
	html string
	top  int
}

func (a *app) audit() *cobra.Command {
	var f auditFlags
	cmd := &cobra.Command{
		Use:   "audit [flags] PATH…",
		Short: "Tell what the engine's rules see in recordings and agent transcripts",
		Long: `Folds conversations and tells what became of their calls, what was done twice or in vain, what error
text people saw, and which calls the engine would not have run. A PATH is a recording, a log in the form
of OpenAI chat completions (told apart by content), a directory of them, or - for standard input.

Of an imported log the calls are those that the other agent made, with what its tools answered. A call
counts as
  repeated               same tool and canonical arguments after a success, in the turn or later
  retried                same tool and canonical arguments, no success before
  after a final failure  the tool had failed in that turn with permanent, denied or rate_limited
  cut                    a bound of the assistant loop keeps it from running: the same call again, a
                         budget, ten good rounds, three failed ones, 50 calls, a bad proposal
  not run                the turn was over when it was proposed, or none was open
An all-failure round is one in which every call failed. An error is shown when a text of the assistant
repeats the words of a tool's error, or a clause of at least four words of it. Tokens are estimated: the
characters of arguments and answers, divided by four.

--json prints one object:
  {"format":"legwork.audit.v1","conversations",TALLY…,
   "tools":[{"name","calls","classes":{CLASS:n},"unanswered","not_run"}],   most calls first
   "list":[{"file","trip_id",TALLY…,"where":[{"turn","seq","kind","tool"?,"count"}]}]}   worst first
  TALLY: "turns","model_steps","calls","classes":{CLASS:n},"unanswered","repeats_in_turn","repeats",
   "retries","after_permanent","failed_rounds","errors_shown",
   "cut" and "skipped": {"calls","characters","tokens","reasons":[{"reason","calls","tokens"}]}
"repeats" holds "repeats_in_turn"; "kind" is repeat, after_permanent, failed_round, error_shown or cut.

Exit code 0: all was read. 30: something was not; the report is of the rest. 10: a recording does not
replay equal and was left out.`,
		Example: `  legwork audit recordings
  legwork audit --html audit.html log.jsonl
  legwork audit --json log.jsonl | jq .cut`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.runAudit(f, args) },
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	cmd.Flags().StringVar(&f.html, "html", "", "write a page with charts to this `FILE`")
	cmd.Flags().IntVar(&f.top, "top", 15, "list the `N` worst conversations")
	return cmd
}

func (a *app) runAudit(f auditFlags, paths []string) error {
	if f.top < 0 {
		return usage("--top: a number of 0 or more")
	}
	files, err := recordings(paths)
	if err != nil {
		return err
	}
	run := auditRun{app: a, audit: audit.New()}
	for _, file := range files {
		run.note(run.file(file))
	}
	if err := a.writeReport(f, files, run.audit.Report()); err != nil {
		return err
	}
	return run.first
}

func (a *app) writeReport(f auditFlags, files []string, r audit.Report) error {
	if f.html != "" {
		out, err := createOut("html", f.html, files...)
		if err != nil {
			return err
		}
		if err := r.Page(out); err != nil {
			out.discard()
			return fmt.Errorf("legwork: the page: %w", err)
		}
		if err := out.finish(); err != nil {
			return err
		}
	}
	if f.json {
		return a.writeJSON(r)
	}
	return r.Table(a.stdout, f.top)
}

// auditRun audits files one after another; the first failure decides the exit code.
type auditRun struct {
	app   *app
	audit *audit.Audit
	first error
}

// note says what cannot be audited and goes on.
func (r *auditRun) note(err error) {
	if err == nil {
		return
	}
	_, _ = fmt.Fprintln(r.app.stderr, r.app.red(err.Error()))
	if r.first == nil {
		if errors.Is(err, openai.ErrTranscript) {
			err = fmt.Errorf("%w: %w", errInput, err)
		}
		r.first = fmt.Errorf("%w: %w", errSaid, err)
	}
}

func (r *auditRun) file(path string) error {
	in, name, err := openRecording(path, r.app.stdin)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	br := bufio.NewReaderSize(in, auditPeekBytes)
	start, err := br.Peek(auditPeekBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return &replay.InputError{File: name, Err: err, Hint: "the file cannot be read"}
	}
	if openai.IsTranscript(start) {
		return r.transcripts(br, name)
	}
	return r.recording(br, name, name)
}

// transcripts audits the conversations of a log as if they had been imported.
func (r *auditRun) transcripts(in io.Reader, name string) error {
	data, err := readTranscripts(in, name)
	if err != nil {
		return err
	}
	tools := openai.Infer(openai.Read(name, data))
	for c, err := range openai.Read(name, data) {
		var made openai.Recording
		if err == nil {
			made, err = openai.Convert(c, tools, engineVersion)
		}
		if err == nil {
			err = r.recording(bytes.NewReader(made.Lines), string(made.TripID), name)
		}
		r.note(err)
	}
	return nil
}

// recording audits a recording; file is what the report calls it.
func (r *auditRun) recording(in io.Reader, name, file string) error {
	rep := replay.New(name, turn.Default(), replay.Options{})
	watch := r.audit.Conversation(file)
	for step, err := range rep.Lines(in) {
		if err != nil {
			return err
		}
		watch.Step(step)
	}
	watch.End()
	return nil
}
