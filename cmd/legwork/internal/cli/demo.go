package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/cmd/legwork/internal/demo"
)

func (a *app) demo() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "demo [flags]",
		Short: "The whole story: from a message to a booking, with a failing search and a SIGKILL",
		Long: `Runs one trip with the embedded tools on a bbolt store: the first hotel search times out, "try
again" searches only what is missing, a bundle is picked, checked, held and bought. The process is
killed with SIGKILL in the middle of the purchase and started again: nothing is bought twice. Then
the recording is replayed and must be equal.`,
		Example: `  legwork demo
  legwork demo --dir /tmp/demo     keep store and recording there`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o := a.demoOptions()
			o.Dir, o.JSON = dir, asJSON
			err := demo.Run(cmd.Context(), o)
			if errors.Is(err, demo.ErrThere) {
				return fmt.Errorf("%w: %w", errInput, err)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the `FOLDER` for store and recording (default: a new temporary one)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print only the outcome, as one JSON object")
	return cmd
}

// demoTripVerb is the process that the demo kills: it goes on where the log stands.
func (a *app) demoTripVerb() *cobra.Command {
	return &cobra.Command{
		Use:    demo.Verb,
		Short:  "One process of the demo",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return demo.Child(cmd.Context(), a.demoOptions(), args)
		},
	}
}

func (a *app) demoOptions() demo.Options {
	paint := func(code, text string) string { return a.paint(a.stdout, code, text) }
	return demo.Options{Out: a.stdout, Paint: paint, Engine: engineVersion, Timeout: unhurried}
}
