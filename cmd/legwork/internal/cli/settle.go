package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/trip"
)

type settleFlags struct {
	store, succeeded string
	failed, json     bool
}

func (a *app) settle() *cobra.Command {
	var f settleFlags
	cmd := &cobra.Command{
		Use:   "settle [flags] --store FILE TRIP CALL",
		Short: "Say what became of a write call whose outcome is unknown",
		Long: `A hold or purchase that timed out is never repeated blindly: its call stays open until lookups by its
idempotency key have found out what became of it, or until you settle it here. Find TRIP and CALL with
legwork inspect --store FILE TRIP; what the supplier answered goes into a JSON file.

A call that was settled as not made and turns out to have been made is settled with --succeeded too.

With --failed the next attempt has the same idempotency key: you know that the call was not made, but
its supplier has not answered it, and should it arrive after all, it is the same purchase.`,
		Example: `  legwork settle --store trips.db t1 6ba7b810-… --succeeded confirmation.json
  legwork settle --store trips.db t1 6ba7b810-… --failed`,
		Args: exactly(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.store == "" {
				return usage("--store: name the store of the trip")
			}
			return a.runSettle(cmd.Context(), f, trip.ID(args[0]), args[1])
		},
	}
	cmd.Flags().StringVar(&f.store, "store", "", "the store `FILE` of the trip")
	cmd.Flags().StringVar(&f.succeeded, "succeeded", "", "the call was made: a `FILE` with its result as JSON")
	cmd.Flags().BoolVar(&f.failed, "failed", false, "the call was certainly not made")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON line an update")
	return cmd
}

func (a *app) runSettle(ctx context.Context, f settleFlags, id trip.ID, callID string) error {
	s, err := settlement(f.succeeded, f.failed)
	if err != nil {
		return err
	}
	return (&site{store: f.store}).with(ctx, writing, func(d ops.Desk) error {
		local, _ := d.(*ops.Local)
		updates, err := local.Runner.Settle(ctx, id, callID, s)
		for _, u := range updates {
			a.printUpdate(runFlags{json: f.json}, u)
		}
		return err
	})
}

// settlement reads what became of a call: a file with its result, or that it was certainly not made.
func settlement(succeeded string, failed bool) (s runner.Settlement, err error) {
	s.Failed = failed
	if failed == (succeeded != "") {
		return s, usage("say either --succeeded FILE or --failed")
	}
	if succeeded != "" {
		if s.Result, err = os.ReadFile(succeeded); err != nil {
			err = fmt.Errorf("%w: --succeeded: %w", errInput, err)
		}
	}
	return s, err
}
