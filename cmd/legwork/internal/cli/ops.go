package cli

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/trip"
)

// ops returns the operator's verbs: the same ones for a store that nobody has open, a database, and a running server.
func (a *app) ops() *cobra.Command {
	var p site
	cmd := &cobra.Command{
		Use:   "ops",
		Short: "What an operator does to trips: list, inspect, settle, retry, move, prune and more",
		Long: `The trips of all tenants, of a store that no process has open (--store FILE), of a database
(--postgres URL), or of a running legwork serve (--server URL, with a token of legwork token create
--operator). Trips are named as the engine names them: TENANT/NAME.

A trip that is stuck is found, understood and settled:

  legwork ops list --attention --server URL
  legwork ops inspect acme/t1 --server URL
  legwork ops settle acme/t1 CALL --failed --server URL

At a database nothing is performed here: what is tried again or cancelled is left to a server of it.`,
		Example: `  legwork ops list --attention --server https://trips.example
  legwork ops retry $(legwork ops list --state error/retryable --ids --store trips.db) --store trips.db
  legwork ops find --when '"booking_confirm_and_purchase" in trip.tools' --postgres postgres://db/trips`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addPlace(cmd.PersistentFlags(), &p)
	cmd.AddCommand(a.opsList(&p), a.opsFind(&p), a.opsInspect(&p), a.opsExport(&p), a.opsSettle(&p),
		a.opsAct(&p, "retry", "Try again what failed or was left",
			`Looks up again what is in doubt, takes up what a crash has left, or, where a turn ended in an error,
says "try again" for the person. A trip of a store is worked on here, with the embedded tools; one of a database by a server of it.`,
			ops.Desk.Retry),
		a.opsAct(&p, "cancel", "End the turn that runs, and what waits behind it",
			"Sends TURN_CANCELLED. A write that is out stays in doubt until it is settled.", ops.Desk.Cancel),
		a.opsMove(&p), a.opsDelete(&p), a.opsCheck(&p), a.opsPrune(&p))
	for _, verb := range cmd.Commands() {
		check := verb.Args
		verb.Args = func(cmd *cobra.Command, args []string) error {
			if p.named() != 1 {
				return errors.New("name one of --store, --postgres and --server")
			}
			return check(cmd, args)
		}
	}
	return cmd
}

// addPlace adds the flags that say where an operator's trips are.
func addPlace(flags *pflag.FlagSet, p *site) {
	flags.StringVar(&p.store, "store", "", "the store `FILE`, which no process has open")
	flags.StringVar(&p.postgres, "postgres", "", "the database at this `URL`")
	flags.StringVar(&p.server.url, "server", "", "the legwork serve at this `URL`")
	flags.StringVar(&p.server.token, "token", "", "the `TOKEN` of an operator for --server (default $LEGWORK_TOKEN)")
}

// someTrips wants the ids of trips.
func someTrips(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name the trips: legwork ops list --ids prints them")
	}
	return nil
}

func (a *app) opsList(p *site) *cobra.Command {
	var f ops.Filter
	var asJSON, ids bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List trips by how they stand",
		Long: `Lists the trips of all tenants. --attention lists those that somebody has to look at: a write is in
doubt, a turn failed, a call or an event waits for longer than a turn may take, or the trip cannot be read.

--json prints a line a trip: {"trip_id","seq","phase","state","owner","created_at","updated_at","idle_seconds",
"outstanding","in_doubt","waiting","last_error","attention"}.`,
		Example: `  legwork ops list --attention --store trips.db
  legwork ops list --state error/retryable --idle 1h --json --server https://trips.example`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := ops.ParseFilter(f.Query(), math.MaxInt32); err != nil {
				return usage("--%v", err)
			}
			return p.with(cmd.Context(), reading, func(d ops.Desk) error {
				out := bufio.NewWriter(a.stdout)
				table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
				for t, err := range ops.All(cmd.Context(), d, f) {
					switch {
					case err != nil:
						return errors.Join(table.Flush(), out.Flush(), err)
					case asJSON:
						writeLine(out, t)
					case ids:
						_, _ = fmt.Fprintf(out, "%s\n", t.ID)
					default:
						_, _ = fmt.Fprintf(table, "%s\t%s/%s\t%s\t%s\t%s\n", printable(string(t.ID)), t.Phase, t.State,
							idle(&t), cmp.Or(t.Attention, "-"), printable(cmp.Or(t.Unreadable, t.LastError)))
					}
				}
				return errors.Join(table.Flush(), out.Flush())
			})
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.State, "state", nil, "only trips in this `STATE`, such as error/retryable; may be repeated")
	flags.StringVar(&f.Tenant, "tenant", "", "only trips of this tenant (`NAME`)")
	flags.DurationVar(&f.Idle, "idle", 0, "only trips without an event for so long, such as 1h")
	flags.BoolVar(&f.Attention, "attention", false, "only trips that somebody has to look at")
	flags.BoolVar(&asJSON, "json", false, "print one JSON line a trip")
	flags.BoolVar(&ids, "ids", false, "print the ids alone")
	return cmd
}

// idle says for how long nothing has happened to a trip.
func idle(t *ops.Trip) string {
	if t.UpdatedAt == 0 {
		return "no event"
	}
	return period(t.IdleSeconds)
}

func (a *app) opsFind(p *site) *cobra.Command {
	var f findFlags
	cmd := &cobra.Command{
		Use:   "find --when EXPR [TRIP…]",
		Short: "Find the trips, or the events, for which an expression holds",
		Long: `legwork find over the trips of all tenants: each is folded again, here, or by the server that has them.

` + exprHelp,
		Example: `  legwork ops find --when 'event.data.code == "timeout"' --events --server https://trips.example`,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.with(cmd.Context(), reading, func(d ops.Desk) error {
				if on, looks := d.(ops.Finder); looks && len(args) == 0 {
					return a.runFindOn(cmd, f, on)
				}
				return a.runFind(cmd, f, &archive{app: a, desk: d}, args)
			})
		},
	}
	addWhen(cmd, &f.when)
	cmd.Flags().BoolVar(&f.events, "events", false, "print events, not trips")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON line a trip or event")
	return cmd
}

func (a *app) opsInspect(p *site) *cobra.Command {
	var f inspectFlags
	cmd := &cobra.Command{
		Use:   "inspect TRIP",
		Short: "Read a trip as a timeline, and what has to be done about it",
		Long:  "legwork inspect for a trip of any tenant; behind the timeline stands what is open, and how it is settled.",
		Example: `  legwork ops inspect acme/t1 --server https://trips.example
  legwork ops inspect acme/t1 --store trips.db --html > t1.html`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id := trip.ID(args[0])
			return p.with(cmd.Context(), reading, func(d ops.Desk) error {
				t, err := d.Trip(cmd.Context(), id)
				if err != nil {
					return err
				}
				in, err := d.Recording(cmd.Context(), id)
				if err != nil {
					return err
				}
				defer func() { _ = in.Close() }()
				switch {
				case f.html:
					return a.writeTimelinePage(f, in, string(id))
				case f.json:
					return a.printTimeline(f, in, string(id))
				}
				err = a.printTimeline(f, in, string(id))
				a.printStanding(&t)
				return err
			})
		},
	}
	f.addTo(cmd)
	return cmd
}

// printStanding says how a trip stands, and what can be done about it.
func (a *app) printStanding(t *ops.Trip) {
	say := func(format string, args ...any) { a.printf("%s", printable(fmt.Sprintf(format, args...))+"\n") }
	a.printf("\n")
	say("%s: %s/%s after event %d, %s ago: %s", t.ID, t.Phase, t.State, t.Seq, idle(t), cmp.Or(t.Attention, "well"))
	for _, c := range t.InDoubt {
		say("in doubt  %s for %s, key %s", c.Tool, period(c.Seconds), c.Key)
		say("          ask the supplier for this key, then: legwork ops settle %s %s --succeeded FILE | --failed",
			t.ID, c.CallID)
	}
	for _, c := range t.Outstanding {
		say("out       %s for %s (call %s)", c.Tool, period(c.Seconds), c.CallID)
	}
	if t.Waiting > 0 {
		say("waiting   %s", counted(t.Waiting, "event"))
	}
	if t.LastError != "" {
		say("error     %s", t.LastError)
	}
	switch t.Attention {
	case ops.Failed, ops.Stalled:
		say("          legwork ops retry %s", t.ID)
	case ops.Unreadable:
		say("unreadable %s", t.Unreadable)
	}
}

func (a *app) opsExport(p *site) *cobra.Command {
	var out string
	var all bool
	cmd := &cobra.Command{
		Use:     "export TRIP… | --all",
		Short:   "Write trips as recordings",
		Long:    "Writes a trip to standard output or to --out FILE; several, or --all, into the folder --out DIR.",
		Example: `  legwork ops export --all --out recordings --server https://trips.example`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case all == (len(args) > 0):
				return errors.New("name the trips, or say --all")
			case len(args) != 1 && out == "":
				return errors.New("--out: name the folder to write the trips into")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.with(cmd.Context(), reading, func(d ops.Desk) error {
				return a.runExport(cmd.Context(), &archive{app: a, desk: d}, args, out)
			})
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to this `FILE`, or several trips into this DIR")
	cmd.Flags().BoolVar(&all, "all", false, "write every trip")
	return cmd
}

func (a *app) opsSettle(p *site) *cobra.Command {
	var succeeded string
	var failed bool
	cmd := &cobra.Command{
		Use:   "settle TRIP CALL",
		Short: "Say what became of a write call whose outcome is unknown",
		Long: `legwork ops inspect TRIP names the calls that are in doubt, and the keys by which their suppliers know
them. What the supplier answered goes into a JSON file. With --failed the call was certainly not made.`,
		Example: `  legwork ops settle acme/t1 6ba7b810-… --succeeded confirmation.json --server https://trips.example
  legwork ops settle acme/t1 6ba7b810-… --failed --store trips.db`,
		Args: exactly(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := settlement(succeeded, failed)
			if err != nil {
				return err
			}
			return p.with(cmd.Context(), writing, func(d ops.Desk) error {
				t, err := d.Settle(cmd.Context(), trip.ID(args[0]), args[1], s)
				if err != nil {
					return err
				}
				a.printDone("settled", &t)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&succeeded, "succeeded", "", "the call was made: a `FILE` with its result as JSON")
	cmd.Flags().BoolVar(&failed, "failed", false, "the call was certainly not made")
	return cmd
}

// printDone says what was done to a trip, and how it stands.
func (a *app) printDone(what string, t *ops.Trip) {
	text := fmt.Sprintf("%s %s: %s/%s", what, t.ID, t.Phase, t.State)
	if t.Attention != "" {
		text += ", " + t.Attention
	}
	a.printf("%s\n", printable(text))
}

// opsAct returns a verb that does something to each of several trips.
func (a *app) opsAct(
	p *site, name, short, long string, do func(ops.Desk, context.Context, trip.ID) (ops.Trip, error),
) *cobra.Command {
	return &cobra.Command{
		Use: name + " TRIP…", Short: short, Long: long,
		Example: "  legwork ops " + name + " acme/t1 acme/t2 --server https://trips.example",
		Args:    someTrips,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.with(cmd.Context(), writing, func(d ops.Desk) error {
				return each(a, args, func(id string) error {
					t, err := do(d, cmd.Context(), trip.ID(id))
					if err != nil {
						return err
					}
					a.printDone(past(name), &t)
					return nil
				})
			})
		},
	}
}

// past returns what was done.
func past(verb string) string {
	return map[string]string{"retry": "tried again", "cancel": "cancelled"}[verb]
}

func (a *app) opsMove(p *site) *cobra.Command {
	var to site
	cmd := &cobra.Command{
		Use:   "move TRIP… --to-store FILE | --to-postgres URL | --to-server URL",
		Short: "Move trips at rest to another store, database or server",
		Long: `Copies each trip with its log, erases it where it was, and lets it go on where it is now. A trip whose
turn runs, or that changes meanwhile, stays where it was. What is in doubt is looked up by the new place.`,
		Example: `  legwork ops move acme/t1 --store trips.db --to-postgres postgres://db/trips`,
		Args:    someTrips,
		RunE: func(cmd *cobra.Command, args []string) error {
			if to.named() != 1 {
				return usage("name one of --to-store, --to-postgres and --to-server")
			}
			if to.store != "" && p.store != "" && isSame(to.store, p.store) {
				return usage("--to-store %s: the trips are there", to.store)
			}
			return p.with(cmd.Context(), writing, func(from ops.Desk) error {
				return to.with(cmd.Context(), writing, func(there ops.Desk) error {
					return each(a, args, func(id string) error {
						t, err := ops.Move(cmd.Context(), from, there, trip.ID(id))
						if err != nil {
							return err
						}
						a.printDone("moved", &t)
						return nil
					})
				})
			})
		},
	}
	cmd.Flags().StringVar(&to.store, "to-store", "", "to this store `FILE`, which must be there")
	cmd.Flags().StringVar(&to.postgres, "to-postgres", "", "to the database at this `URL`")
	cmd.Flags().StringVar(&to.server.url, "to-server", "", "to the legwork serve at this `URL`")
	cmd.Flags().StringVar(&to.server.token, "to-token", "", "the `TOKEN` of an operator for --to-server (default $LEGWORK_TOKEN)")
	return cmd
}

func (a *app) opsDelete(p *site) *cobra.Command {
	return &cobra.Command{
		Use:     "delete TRIP…",
		Short:   "Erase trips",
		Long:    "Erases trips: their logs, snapshots, what waits. A trip whose turn runs is refused: cancel it, or wait.",
		Example: "  legwork ops delete acme/t1 --server https://trips.example",
		Args:    someTrips,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.with(cmd.Context(), writing, func(d ops.Desk) error {
				return each(a, args, func(id string) error {
					if err := d.Delete(cmd.Context(), trip.ID(id), ops.AnySeq); err != nil {
						return err
					}
					a.printf("deleted %s\n", printable(id))
					return nil
				})
			})
		},
	}
}

func (a *app) opsCheck(p *site) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Verify the logs, snapshots and calls of all trips",
		Long: `legwork check for a store, a database or a running server, which verifies what it has open itself.

Exit code 0: sound. 10: some trips are decided otherwise. 21: damage was found.`,
		Example: "  legwork ops check --server https://trips.example",
		Args:    noneGiven,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.runCheck(cmd.Context(), p, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func (a *app) opsPrune(p *site) *cobra.Command {
	var r ops.Retention
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "prune [flags]",
		Short: "Remove idle trips, archived as recordings, and old snapshots",
		Long: `Removes what the flags do not keep. A trip with something in doubt, with calls that are out or events that
wait stays, and so does one that goes on meanwhile. With --archive each trip is first
written to a folder or a bucket as a recording, which legwork import recording brings back.

` + bucketHelp,
		Example: `  legwork ops prune --idle-after 2160h --archive archive --server https://trips.example
  legwork ops prune --keep-turns 20 --store trips.db`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if r.IdleAfter <= 0 && r.KeepTurns <= 0 && r.MaxAge <= 0 {
				return usage("say what goes: --idle-after, --keep-turns or --max-age")
			}
			kept, err := openArchive(cmd.Context(), dir)
			if err != nil {
				return err
			}
			return p.with(cmd.Context(), writing, func(d ops.Desk) error {
				done, err := ops.Prune(cmd.Context(), d, r, kept)
				if asJSON {
					return errors.Join(a.writeJSON(done), err)
				}
				verb := "removed"
				if r.DryRun {
					verb = "would remove"
				}
				for _, id := range done.Trips {
					a.printf("%s %s\n", verb, printable(string(id)))
				}
				a.printf("%d trips and %d snapshots removed, %d idle trips kept\n", map[bool]int{false: len(done.Trips)}[r.DryRun],
					done.Snapshots, done.Kept)
				return err
			})
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&r.IdleAfter, "idle-after", 0, "remove trips without an event for so long, such as 2160h")
	flags.IntVar(&r.KeepTurns, "keep-turns", 0, "history snapshots to keep of each trip (`N` newest; 0 keeps all)")
	flags.DurationVar(&r.MaxAge, "max-age", 0, "forget history snapshots that are older")
	flags.StringVar(&dir, "archive", "", "write each trip to this folder or bucket (`PLACE`) before it is removed")
	flags.BoolVar(&r.DryRun, "dry-run", false, "say which trips would be removed, and remove nothing")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// archived is where recordings of trips are that were removed.
type archived interface {
	ops.Archive
	// Remove removes a recording by the name under which it is read.
	Remove(ctx context.Context, name string) error
}

// openArchive returns the archive of a folder or a bucket; without a name none.
func openArchive(ctx context.Context, place string) (archived, error) {
	switch {
	case place == "":
		return nil, nil
	case isBucket(place):
		return openBucket(ctx, place)
	}
	if err := makeFolder(place); err != nil {
		return nil, err
	}
	return folderArchive{place}, nil
}

// folderArchive keeps recordings in a folder, a file each.
type folderArchive struct{ dir string }

// Keep implements ops.Archive.
func (f folderArchive) Keep(_ context.Context, id trip.ID, recording io.Reader) error {
	out, err := createOut("archive", filepath.Join(f.dir, fileOf(id)))
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, recording); err != nil {
		out.discard()
		return fmt.Errorf("legwork: --archive: %w", err)
	}
	return out.finish()
}

// Remove implements archived.
func (f folderArchive) Remove(_ context.Context, name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("legwork: --archive: %w", err)
	}
	return nil
}

// fileOf returns the name of a trip's file: its escaped id, and a part of the hash of that, since some file systems
// take two names that differ in case alone for one, and none takes long ones.
func fileOf(id trip.ID) string {
	const limit = 120
	name, sum := url.PathEscape(string(id)), sha256.Sum256([]byte(id))
	return fmt.Sprintf("%s-%x.jsonl", name[:min(len(name), limit)], sum[:6])
}
