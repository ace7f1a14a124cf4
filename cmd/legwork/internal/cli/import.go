package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/lab/openai"
	"github.com/legwork-go/legwork/replay"
)

// maxTranscriptBytes is how much of a log is read: it is held in memory, because the catalog is
// inferred from all of it.
const maxTranscriptBytes = 512 << 20

func (a *app) importVerb() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FORMAT",
		Short: "Make recordings of other logs, or trips of recordings",
		Long:  "Turns logs of other agents into recordings, and recordings into trips of a store.",
		Args:  noneGiven,
		RunE:  func(*cobra.Command, []string) error { return usage("name what to import (see legwork import --help)") },
	}
	cmd.AddCommand(a.importTranscripts(), a.importRecording())
	return cmd
}

type transcriptFlags struct {
	json, force bool
	out         string
}

func (a *app) importTranscripts() *cobra.Command {
	var f transcriptFlags
	cmd := &cobra.Command{
		Use:     "transcript [flags] FILE",
		Aliases: []string{"openai-chat", "anthropic", "ai-sdk", "ag-ui", "otel"},
		Short:   "Turn the transcripts of other agents into recordings",
		Long: `Turns every conversation of FILE (- is standard input, .gz and .zst are read too) into one recording.
FILE holds JSON lines or one JSON document. Its form is told by what it holds:
  messages of OpenAI's chat completions, of Anthropic's messages, or of the AI SDK (UI messages): a conversation
  is {"id":…,"messages":[…]} or a plain list of messages;
  events of AG-UI, as JSON lines or as a stream of server-sent events: a conversation is a thread;
  spans of OpenTelemetry with gen_ai.input.messages and gen_ai.output.messages, as OTLP JSON or a span a line:
  a conversation is a gen_ai.conversation.id or a trace.
What is none of these, or has a part about a tool that is not understood, is refused with its place.

User messages become USER_MESSAGE and an extraction that finds an open request, the assistant's
become answers of assistant_step (messages in a row are one answer; before the first user message
they stand in the recording and the engine ignores them), those of tools TOOL_RESULT, or TOOL_ERROR
where the text starts with "Error" or is an object with an error. System messages are left out but
for their SHA-256. A failed call that changes something is taken as a definite refusal.

The tools of the log are inferred from all calls in FILE and stand in the header of every recording,
so that legwork replay needs nothing else. The events carry digests. Times are counted.

--json prints one line a conversation: {"file","line","conversation"?,"trip_id","events","turns","calls",
"ignored","notes":[…]} or {"line","conversation"?,"error"}.

Exit code 0: all were imported. 30: some were not; the others are.`,
		Example: `  legwork import transcript log.jsonl              into the folder log
  legwork import transcript --out recordings log.jsonl && legwork replay recordings`,
		Args: exactly(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.runTranscripts(f, args[0]) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "write into this `DIR` (default: named after FILE, in the current folder)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON line a conversation")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace files that hold something else")
	return cmd
}

func (a *app) runTranscripts(f transcriptFlags, path string) error {
	in, name, err := openRecording(path, a.stdin)
	if err != nil {
		return err
	}
	data, err := readTranscripts(in, name)
	_ = in.Close()
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = outputFolder(path)
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return fmt.Errorf("legwork: %w", err)
	}
	run := transcriptRun{app: a, flags: f, tools: openai.Infer(openai.Read(name, data)), names: fileNames{}}
	for c, err := range openai.Read(name, data) {
		if err := run.conversation(c, err); err != nil {
			return err
		}
	}
	if !f.json {
		renamed := run.tools.Renamed()
		for _, name := range slices.Sorted(maps.Keys(renamed)) {
			a.printf("%s is the engine's own: it is called %s\n", name, renamed[name])
		}
		a.printf("%s in %s, %s inferred\n", counted(run.written, "recording"), f.out, counted(len(run.tools.List()), "tool"))
	}
	if run.refused > 0 {
		return fmt.Errorf("%w: %w: %s", errSaid, errInput, counted(run.refused, "conversation"))
	}
	return nil
}

// readTranscripts reads a log as a whole.
func readTranscripts(in io.Reader, name string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxTranscriptBytes+1))
	if err != nil {
		return nil, &replay.InputError{File: name, Err: err, Hint: "the file cannot be read on"}
	}
	if len(data) > maxTranscriptBytes {
		return nil, fmt.Errorf("%w: %s has more than %d bytes: split it", errInput, name, maxTranscriptBytes)
	}
	return data, nil
}

// outputFolder is the file's name without its folder and endings.
func outputFolder(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	if name == "" || name == stdinPath {
		return "imported"
	}
	if info, err := os.Stat(name); err == nil && !info.IsDir() { // the log itself has no ending
		name += ".recordings"
	}
	return name
}

// transcriptRun imports conversations one after another; what cannot be is said and left out.
type transcriptRun struct {
	app     *app
	flags   transcriptFlags
	tools   openai.Tools
	names   fileNames
	written int
	refused int
}

// transcriptLine is one line of `import transcript --json`.
type transcriptLine struct {
	File         string   `json:"file,omitempty"`
	Line         int      `json:"line"`
	Conversation string   `json:"conversation,omitempty"`
	TripID       string   `json:"trip_id,omitempty"`
	Events       int64    `json:"events"`
	Turns        int64    `json:"turns"`
	Calls        int      `json:"calls"`
	Ignored      int      `json:"ignored"`
	Notes        []string `json:"notes"`
}

type transcriptError struct {
	Line         int    `json:"line"`
	Conversation string `json:"conversation,omitempty"`
	Error        string `json:"error"`
}

// conversation imports one conversation. The error that it returns is one of writing.
func (r *transcriptRun) conversation(c openai.Conversation, err error) error {
	var recording openai.Recording
	if err == nil {
		recording, err = openai.Convert(c, r.tools, engineVersion)
	}
	if err != nil {
		r.refused++
		_, _ = fmt.Fprintln(r.app.stderr, r.app.red(textOf(err)))
		if r.flags.json {
			return r.app.writeJSON(transcriptError{Line: c.Line, Conversation: c.ID, Error: err.Error()})
		}
		return nil
	}
	path := filepath.Join(r.flags.out, r.names.of(string(recording.TripID))+".jsonl")
	if err := place(path, recording.Lines, r.flags.force); err != nil {
		return err
	}
	r.written++
	if r.flags.json {
		return r.app.writeJSON(transcriptLine{
			File: path, Line: c.Line, Conversation: c.ID, TripID: string(recording.TripID), Events: recording.Events,
			Turns: recording.Turns, Calls: recording.Calls, Ignored: recording.Ignored, Notes: orEmpty(recording.Notes),
		})
	}
	r.app.printf("%s: %s, %s, %s\n", path, counted(int(recording.Events), "event"), counted(int(recording.Turns), "turn"),
		counted(recording.Calls, "call"))
	for _, note := range recording.Notes {
		r.app.printf("  %s\n", note)
	}
	return nil
}

// fileNames are the names that a run has given to files, in lower case.
type fileNames map[string]bool

// of makes a file name of an id that nothing else of this run has.
func (taken fileNames) of(id string) string {
	const limit = 120
	name := strings.TrimLeft(strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.':
			return c
		}
		return '_'
	}, id), ".")
	if len(name) > limit {
		name = name[:limit]
	}
	if name == "" {
		name = "conversation"
	}
	free := name
	for n := 2; taken[strings.ToLower(free)]; n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	taken[strings.ToLower(free)] = true
	return free
}

// place writes a file as a whole. A file that holds something else stays, unless it may be replaced.
func place(path string, data []byte, force bool) error {
	switch there, err := os.ReadFile(path); {
	case err == nil && bytes.Equal(there, data):
		return nil
	case err == nil && !force:
		return fmt.Errorf("legwork: %s is there and holds something else: use another --out, or --force", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("legwork: %w", err)
	}
	out, err := openOut(path)
	if err != nil {
		return fmt.Errorf("legwork: %w", err)
	}
	_, _ = out.Write(data) // finish tells
	return out.finish()
}

// counted writes "1 turn" or "2 turns".
func counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(int64(n), 10) + " " + noun + "s"
}
