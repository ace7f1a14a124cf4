// Package cli is the command line of Legwork: one file a verb. It parses flags, calls the
// packages that do the work, and turns their errors into exit codes.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/legwork-go/legwork/tools"
)

// Main runs the program with these arguments and returns its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return MainWith(nil, args, stdin, stdout, stderr)
}

// MainWith is Main of a program that has another backend for legwork serve.
func MainWith(b Backend, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&app{stdin: stdin, stdout: &sink{Writer: stdout}, stderr: stderr, backend: b}).main(args)
}

// main runs the program once and returns its exit code.
func (a *app) main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := a.root()
	root.SetArgs(args)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = a.stdout.failed()
	}
	if a.giveBack != nil {
		err = errors.Join(err, a.giveBack())
	}
	if err != nil && !errors.Is(err, errSaid) {
		said := strings.ReplaceAll(textOf(err), context.Canceled.Error(), "interrupted")
		_, _ = fmt.Fprintln(a.stderr, a.red(said))
	}
	return exitCode(err)
}

// textOf returns what is said of an error. An error about a file begins with the file, not with the name of the package
// that has read it, which is another verb's, too.
func textOf(err error) string {
	for _, reader := range []string{"replay: ", "openai: ", "scenario: "} {
		if text, ok := strings.CutPrefix(err.Error(), reader); ok {
			return text
		}
	}
	return err.Error()
}

// app is what all verbs share: the streams and the flags of the root.
type app struct {
	stdin  io.Reader
	stdout *sink
	stderr io.Writer
	colour string // auto, always or never

	giveBack func() error // after a verb: see lend

	backend    Backend                                         // of legwork serve
	middleware []func(name string, next tools.Tool) tools.Tool // around the tools of legwork serve: of its tests
}

func (a *app) root() *cobra.Command {
	if a.backend == nil {
		a.backend = none{}
	}
	root := &cobra.Command{
		Use:   "legwork",
		Short: "A deterministic turn engine for trip-planning agents",
		Long: `Legwork turns a conversation about a trip into decisions: a pure reducer maps every event to
a status, the tools to call and the messages to show. Every conversation is a recording that
replays byte for byte.`,
		Example: `  legwork demo                      the whole story, from a message to a booking
  legwork chat                      talk about a trip
  legwork run --record trip.jsonl   talk about a trip and record it
  legwork replay trip.jsonl         fold the recording again and compare
  legwork inspect trip.jsonl        read it as a timeline`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       readBuild().String(),
		Args:          noneGiven,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains([]string{"auto", "always", "never"}, a.colour) {
				return usage("--color %s: want auto, always or never", a.colour)
			}
			a.giveBack = lend(storesOf(cmd))
			return nil
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if bad := (*pflag.InvalidValueError)(nil); errors.As(err, &bad) {
			err = badValue(bad)
		}
		return usage("%s: %v (see %s --help)", cmd.CommandPath(), err, cmd.CommandPath())
	})
	root.PersistentFlags().StringVar(&a.colour, "color", "auto",
		"colour the output: auto (only on a terminal), always or never")
	root.AddCommand(a.demo(), a.demoTripVerb(), a.run(), a.chat(), a.replay(), a.test(), a.scrub(), a.fork(), a.inspect(),
		a.check(), a.compact(),
		a.backup(), a.export(), a.settle(), a.deleteTrip(), a.docs(), a.eval(), a.graph(), a.sim(), a.importVerb(),
		a.read(), a.find(), a.bisect(), a.diff(), a.shrink(), a.stats(), a.mcp(), a.serve(), a.token(), a.ops(),
		a.forget(), a.version())
	root.SetVersionTemplate("{{.Version}}")
	root.SetIn(a.stdin)
	root.SetOut(a.stdout) // before the verb completion is made, which remembers it
	root.SetErr(a.stderr)
	completeOwn(root)
	wrapArgs(root)
	return root
}

// badValue says what a flag takes. The library tells which function of Go could not read the value.
func badValue(e *pflag.InvalidValueError) error {
	want, known := map[string]string{
		"bool": "true or false", "int": "a whole number", "int64": "a whole number", "duration": `a duration such as "10s"`,
		"uint64": "a whole number that is not negative", "float64": "a number",
	}[e.GetFlag().Value.Type()]
	if !known {
		return e
	}
	return fmt.Errorf("--%s %q: want %s", e.GetFlag().Name, e.GetValue(), want) //nolint:err113 // usage wraps it
}

// completeOwn makes cobra's own verbs refuse what they do not know, as all others do: a topic of
// help, a shell of completion.
func completeOwn(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.RunE = func(_ *cobra.Command, args []string) error {
				topic, rest, err := root.Find(args)
				if err != nil || len(rest) > 0 {
					return usage("legwork help: there is no verb %q (see legwork --help)", strings.Join(args, " "))
				}
				topic.InitDefaultHelpFlag()
				return topic.Help()
			}
		case "completion":
			c.Args = noneGiven
			c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// wrapArgs makes errors of wrong arguments usage errors.
func wrapArgs(cmd *cobra.Command) {
	check := cmd.Args
	if check == nil {
		check = cobra.ArbitraryArgs
	}
	cmd.Args = func(c *cobra.Command, args []string) error {
		err := check(c, args)
		if err == nil {
			err = stdinOnce(args)
		}
		if err != nil {
			return usage("%s: %v (see %s --help)", c.CommandPath(), err, c.CommandPath())
		}
		return nil
	}
	for _, c := range cmd.Commands() {
		wrapArgs(c)
	}
}

var errStdinTwice = errors.New("standard input (-) is read only once: name it once")

// stdinOnce refuses standard input as more than one of the arguments.
func stdinOnce(args []string) error {
	if first := slices.Index(args, stdinPath); first >= 0 && slices.Contains(args[first+1:], stdinPath) {
		return errStdinTwice
	}
	return nil
}

// coloured reports whether what is written to w may hold colours.
func (a *app) coloured(w io.Writer) bool {
	switch a.colour {
	case "always":
		return true
	case "never":
		return false
	}
	if s, ok := w.(*sink); ok {
		w = s.Writer
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func (a *app) red(text string) string { return a.paint(a.stderr, "31", printable(text)) }

func (a *app) paint(w io.Writer, code, text string) string {
	if !a.coloured(w) {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
