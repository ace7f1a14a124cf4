package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/lab/sim"
)

func (a *app) sim() *cobra.Command {
	var cfg sim.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sim [flags]",
		Short: "Drive the runner in a simulated world that fails in every way, from one seed",
		Long: `Runs random conversations with a simulated clock, store, tools and supplier: every class of error,
hangs, panics, lost answers, duplicates, interrupts, crashes around each commit and call, failing and
full disks. After every step the invariants are checked: nothing lost, nothing twice, every turn ends,
the log folds to the same state, no raw error text. A failure prints its seed and a shrunk recording.`,
		Example: `  legwork sim --seed 1 --turns 200000
  legwork sim --seed 42 --turns 5000000`,
		Args: noneGiven,
		RunE: func(*cobra.Command, []string) error {
			if cfg.Turns < 1 || cfg.Workers < 0 {
				return usage("--turns %d, --workers %d: want at least one turn, and no negative number", cfg.Turns, cfg.Workers)
			}
			report, err := sim.Run(cfg)
			if err != nil {
				return fmt.Errorf("%w: %w", errUnsound, err)
			}
			if asJSON {
				return a.writeJSON(report)
			}
			a.printf("seed %d: %s\n", cfg.Seed, report)
			return nil
		},
	}
	cmd.Flags().Uint64Var(&cfg.Seed, "seed", 1, "the `SEED` that everything follows from")
	cmd.Flags().Int64Var(&cfg.Turns, "turns", 200_000, "at least so many turns")
	cmd.Flags().IntVar(&cfg.Workers, "workers", 0, "conversations at once (default: one a processor)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
