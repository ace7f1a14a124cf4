package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
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
			if f.failed == (f.succeeded != "") {
				return usage("say either --succeeded FILE or --failed")
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

func (a *app) runSettle(ctx context.Context, f settleFlags, id trip.ID, callID string) (err error) {
	s := runner.Settlement{Failed: f.failed}
	if f.succeeded != "" {
		if s.Result, err = os.ReadFile(f.succeeded); err != nil {
			return fmt.Errorf("%w: --succeeded: %w", errInput, err)
		}
	}
	db, err := openWritten(f.store)
	if err != nil {
		return err
	}
	box, err := newToolbox(f.store, "", embedded.Options{})
	if err != nil {
		return errors.Join(err, db.Close())
	}
	defer func() { err = errors.Join(err, box.Close(), db.Close()) }()
	r, err := runner.New(runner.Config{
		Turn: turn.Default(), Store: db, Tools: box.Registry, ToolLimits: box.limits,
		Engine: engineVersion,
	})
	if err != nil {
		return err
	}
	updates, err := r.Settle(ctx, id, callID, s)
	for _, u := range updates {
		a.printUpdate(runFlags{json: f.json}, u)
	}
	if errors.Is(err, runner.ErrNotOpen) || errors.Is(err, runner.ErrResult) {
		err = fmt.Errorf("%w: %w", errInput, err)
	}
	return errors.Join(err, r.Close(ctx))
}
