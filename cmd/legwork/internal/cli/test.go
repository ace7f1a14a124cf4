package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/legworktest/golden"
	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

type testFlags struct {
	update                bool
	catalog, policy, from string
}

func (a *app) test() *cobra.Command {
	var f testFlags
	cmd := &cobra.Command{
		Use:   "test [flags] PATH… | --from RECORDING",
		Short: "Test scenarios and recordings, or make a scenario of a recording",
		Long: `Runs each scenario (.scn) and compares its blocks with what happens, and folds each recording (.jsonl,
.jsonl.gz, .jsonl.zst) again and compares its digests. A PATH is a file, a folder, of which all below it are tested,
or - for a recording on standard input.

With --update what differs is written anew: the blocks of a scenario, the digests of a recording. It is written beside
the file, tested, and only then gets its name, so a file that would not hold afterwards stays as it was.

With --from a recording is written to standard output as a scenario that holds.

Exit code 0: all hold. 10: a difference. 30: not a scenario or recording. 2: wrong usage.`,
		Example: `  legwork test testdata
  legwork test --update story.scn && git diff story.scn
  legwork test --from trip.jsonl > story.scn
  legwork test --catalog tools.json --policy strict.json testdata`,
		RunE: func(_ *cobra.Command, args []string) error {
			cfg, policy, err := f.config()
			switch {
			case err != nil:
				return err
			case f.from != "" && (len(args) > 0 || f.update):
				return usage("--from: takes one recording and writes a scenario; test that afterwards")
			case f.from != "":
				return a.testFrom(f.from, cfg)
			case len(args) == 0:
				return usage("legwork test: name a scenario, a recording or a folder of them (see legwork test --help)")
			}
			return a.runTests(f, args, cfg, policy)
		},
	}
	cmd.Flags().BoolVar(&f.update, "update", false, "write what differs anew, if it holds afterwards")
	cmd.Flags().StringVar(&f.catalog, "catalog", "", "a `FILE` with a JSON list of tools beside the embedded ones")
	cmd.Flags().StringVar(&f.policy, "policy", "",
		"a `FILE` with the engine policy: of scenarios that name none, and instead of the one of recordings")
	cmd.Flags().StringVar(&f.from, "from", "", "write this `RECORDING` as a scenario")
	return cmd
}

// config returns what holds before a scenario says otherwise, and the policy to use instead of a recording's, if any.
func (f *testFlags) config() (turn.Config, *trip.Policy, error) {
	cfg := turn.Default()
	var err error
	if cfg.Catalog, _, err = readCatalog(f.catalog, cfg.Catalog); err != nil || f.policy == "" {
		return cfg, nil, err
	}
	cfg.Policy, err = readPolicy(f.policy, cfg.Policy)
	return cfg, &cfg.Policy, err
}

func (a *app) testFrom(path string, cfg turn.Config) error {
	lines, name, err := a.readLines(path)
	if err != nil {
		return err
	}
	text, err := scenario.Write(name, cfg, lines.all())
	if err != nil {
		return err
	}
	a.printf("%s", text)
	return nil
}

func (a *app) runTests(f testFlags, paths []string, cfg turn.Config, policy *trip.Policy) error {
	var worst error
	held, written, failed := 0, 0, 0
	fail := func(err error) {
		failed++
		worst = worse(worst, err)
	}
	for _, path := range paths {
		names, err := []string{path}, error(nil)
		if path != stdinPath {
			names, err = golden.Files(path)
		}
		if err != nil {
			_, _ = fmt.Fprintln(a.stderr, a.red(textOf(err)))
			fail(err)
		}
		for _, name := range names {
			isNew, err := a.testFile(f, name, cfg, policy)
			switch {
			case err != nil:
				fail(err)
			case isNew:
				written++
			default:
				held++
			}
		}
	}
	a.printf("%s: %d held, %d written, %d failed\n", counted(held+written+failed, "file"), held, written, failed)
	return worst
}

// testFile tests or updates one file, says what came of it, and reports whether it was written.
func (a *app) testFile(f testFlags, name string, cfg turn.Config, policy *trip.Policy) (written bool, err error) {
	var done golden.Result
	switch {
	case name == stdinPath && f.update:
		err = usage("--update: what is read from standard input is no file that can be written anew")
	case name == stdinPath:
		var in io.ReadCloser
		if in, _, err = openRecording(name, a.stdin); err == nil {
			done, err = golden.CheckFrom(name, in, cfg, policy)
			_ = in.Close()
		}
	case f.update && policy != nil && golden.IsRecording(name):
		err = usage("%s: --update --policy %s: a recording has its own policy", name, f.policy)
	case f.update:
		written, err = golden.Update(name, cfg)
	default:
		done, err = golden.Check(name, cfg, policy)
	}
	var d *golden.Difference
	switch {
	case errors.As(err, &d):
		_, _ = fmt.Fprintf(a.stderr, "%s differs from line %d on (- file, + now):\n%s", name, d.Line, printable(d.Lines()))
	case err != nil:
		_, _ = fmt.Fprintln(a.stderr, a.red(textOf(err)))
	case written:
		a.printf("%s: written\n", name)
	case done.Foreign:
		a.printf("%s: its digests are of another form, so they are not compared: --update writes today's\n", name)
	case !f.update && !done.Compared:
		a.printf("%s: %s, nothing recorded to compare\n", name, counted(int(done.Events), "event"))
	default:
		a.printf("%s: holds\n", name)
	}
	return written, err
}
