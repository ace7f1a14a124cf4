package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/trip"
)

func (a *app) deleteTrip() *cobra.Command {
	var path string
	var server remote
	cmd := &cobra.Command{
		Use:   "delete --store FILE TRIP | --server URL TRIP",
		Short: "Erase a stored trip",
		Long: `Erases a trip from a store: its log, its snapshots, what waits in it. A trip with calls that a crash left, or
with messages that wait, is refused: finish it with legwork run --store FILE --trip TRIP first. A store that a running
legwork serve has open is reached with --server; a trip whose turn runs there is refused until that has ended.

The bytes stay on free pages of the file until others take their place; legwork compact makes the file anew
without them. Backups and recordings that were made before have the trip still, and so have the books of suppliers.`,
		Example: `  legwork delete --store trips.db t1 && legwork compact --store trips.db
  legwork delete --server http://127.0.0.1:8080 t1`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id := trip.ID(args[0])
			erase := server.delete
			switch {
			case path != "" && server.url != "":
				return usage(storeOrServer)
			case path != "":
				erase = func(ctx context.Context, id trip.ID) error {
					return (&site{store: path}).with(ctx, writing, func(d ops.Desk) error { return d.Delete(ctx, id, ops.AnySeq) })
				}
			case server.url == "":
				return usage("--store: name the store of the trip, or with --server the legwork serve that has it open")
			}
			if err := erase(cmd.Context(), id); err != nil {
				return err
			}
			_, err := fmt.Fprintf(a.stdout, "deleted %s\n", printable(string(id)))
			return err
		},
	}
	cmd.Flags().StringVar(&path, "store", "", "the store `FILE` of the trip")
	addRemote(cmd, &server, auth.Write)
	return cmd
}
