package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

func (a *app) deleteTrip() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "delete --store FILE TRIP",
		Short: "Erase a stored trip",
		Long: `Erases a trip from a store: its log, its snapshots, what waits in it. A trip with calls that a crash left, or
with messages that wait, is refused: finish it with legwork run --store FILE --trip TRIP first.

The bytes stay on free pages of the file until others take their place; legwork compact makes the file anew
without them. Backups and recordings that were made before have the trip still, and so have the books of suppliers.`,
		Example: `  legwork delete --store trips.db t1 && legwork compact --store trips.db`,
		Args:    exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if path == "" {
				return usage("--store: name the store of the trip")
			}
			return a.runDelete(cmd.Context(), path, trip.ID(args[0]))
		},
	}
	cmd.Flags().StringVar(&path, "store", "", "the store `FILE` of the trip")
	return cmd
}

func (a *app) runDelete(ctx context.Context, path string, id trip.ID) (err error) {
	db, err := openWritten(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	r, err := runner.New(runner.Config{Store: db, Engine: engineVersion})
	if err != nil {
		return err
	}
	if err := errors.Join(r.Delete(ctx, id), r.Close(ctx)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "deleted %s\n", id)
	return err
}
