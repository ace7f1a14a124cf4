package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

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
directory (all recordings below it), or - for standard input. Many files are folded at once, on all
processors, and told in order. The last line counts files and events.

Exit code 0: all equal, or nothing recorded to compare. 10: a difference. 30: not a recording. 2: wrong usage.`,
		Example: `  legwork replay trip.jsonl
  legwork replay --json --intent fixtures/recordings
  legwork replay --until 12 trip.jsonl       stop after seq 12
  legwork replay --policy strict.json -      what would another policy have done?`,
		Args: atLeastOne,
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
	o := replay.Options{
		Digests: f.json, Until: f.until, NoTexts: !f.json && !f.intent, Catalogs: new(turn.Catalogs),
	}
	if f.policy != "" {
		p, err := readPolicy(f.policy, trip.DefaultPolicy())
		if err != nil {
			return err
		}
		o.Policy = &p
	}
	return (&replays{app: a, flags: f, options: o}).run(recordings(paths))
}

// malformed says where in a file of the person a document is not what it should be.
func malformed(path string, text []byte, err error) error {
	var bad *trip.MalformedError
	if !errors.As(err, &bad) || bad.Offset < 0 {
		return fmt.Errorf("%w: %s: %w", errInput, path, err)
	}
	line := 1 + bytes.Count(text[:min(bad.Offset, len(text))], []byte{'\n'})
	field := ""
	if bad.Field != "" {
		field = " field " + bad.Field + ":"
	}
	return fmt.Errorf("%w: %s:%d:%s want %s, got %s", errInput, path, line, field, bad.Want, bad.Got)
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
		return base, malformed(path, data, err)
	}
	if len(warnings) > 0 {
		return base, fmt.Errorf("%w: %s: unknown field %s", errInput, path, warnings[0].Path)
	}
	return p, nil
}

// readCatalog reads the tools of --catalog, and returns a catalog with them; without a file what it was given.
func readCatalog(path string, base catalog.Catalog) (with catalog.Catalog, own []catalog.Tool, err error) {
	if path == "" {
		return base, nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return base, nil, fmt.Errorf("%w: --catalog: %w", errInput, err)
	}
	if own, err = catalog.Parse(text); err == nil {
		with, err = base.With(own...)
	}
	if err != nil {
		return base, nil, fmt.Errorf("%w: --catalog: %s: %w", errInput, path, err)
	}
	return with, own, nil
}
