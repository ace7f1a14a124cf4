package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/adapters/documents"
	"github.com/legwork-go/legwork/cmd/legwork/internal/when"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/trip"
)

type forgetFlags struct {
	person, archive, docs string
	dryRun, json          bool
}

func (a *app) forget() *cobra.Command {
	var p site
	var f forgetFlags
	cmd := &cobra.Command{
		Use:   "forget --person EXPR --store FILE | --postgres URL | --server URL",
		Short: "Erase what is kept of a person: trips, forks, archives, documents",
		Long: `Erases the trips for which an expression holds, and the forks of these, also where the expression does
not hold for them. With --archive the recordings of them in the folder or bucket of a retention go too, in all
their versions, and those of trips that are in no store any more; with --docs the documents of that store's folder
which only these trips have selected. What was done is reported.

A trip whose turn runs, or with a write in doubt, is kept and reported: cancel or settle it first. Backups,
logs and the books of suppliers are not reached: docs/retention.md says what they keep.

` + exprHelp + `

--json prints one object: {"trips","forks","archives","documents","kept","dry_run"}.

Exit code 0: all of it is erased, or there was nothing. 1: something was kept.`,
		Example: `  legwork forget --person 'intent.scope.owner == "user|7"' --dry-run --server https://trips.example
  legwork forget --person 'intent.scope.owner == "user|7"' --store trips.db --docs trips.db --archive archive`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 0:
				return errors.New("it takes no arguments: --person says who it is")
			case p.named() != 1:
				return errors.New("name one of --store, --postgres and --server")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.person == "" {
				return usage("--person EXPR says whose trips they are")
			}
			expr, err := when.Compile(f.person)
			if err != nil {
				return fmt.Errorf("%w: --person: %w", errInput, err)
			}
			return p.with(cmd.Context(), !f.dryRun, func(d ops.Desk) error {
				return a.runForget(cmd.Context(), &forgetting{app: a, flags: f, desk: d, expr: expr})
			})
		},
	}
	addPlace(cmd.Flags(), &p)
	cmd.Flags().StringVar(&f.person, "person", "", "the expression `EXPR` that holds for the person's trips")
	cmd.Flags().StringVar(&f.archive, "archive", "", "look into this folder or bucket (`PLACE`) of archived trips too")
	cmd.Flags().StringVar(&f.docs, "docs", "", "remove documents of the store `FILE` that only these trips have selected")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "report what would be erased, and erase nothing")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	return cmd
}

// forgetting is what is found of a person.
type forgetting struct {
	app   *app
	flags forgetFlags
	desk  ops.Desk
	expr  *when.Expr

	mu       sync.Mutex // guards the maps while trips are looked at
	held     map[trip.ID]bool
	origins  map[trip.ID][]trip.Origin
	selected map[trip.ID]trip.Scope
}

// forgot is the report.
type forgot struct {
	Trips     []trip.ID   `json:"trips"`     // for which the expression holds
	Forks     []trip.ID   `json:"forks"`     // that were made of them
	Archives  []string    `json:"archives"`  // files and objects
	Documents []forgotDoc `json:"documents"` // that only these trips have selected
	Kept      []keptTrip  `json:"kept"`
	DryRun    bool        `json:"dry_run"` // nothing was erased
}

type forgotDoc struct {
	Tenant  string `json:"tenant"`
	ID      string `json:"id"`
	Removed bool   `json:"removed"`
}

type keptTrip struct {
	TripID trip.ID `json:"trip_id"`
	Why    string  `json:"why"`
}

// look folds the recordings of an archive, and notes what has to be known of each trip.
func (f *forgetting) look(ctx context.Context, from *archive, paths []string, names map[trip.ID][]string) error {
	return from.each(ctx, paths, func() func(context.Context, recording, *orderedWriter) error {
		return func(ctx context.Context, r recording, out *orderedWriter) error {
			s := search{expr: f.expr.Clone(), shown: &progress{}, seen: func(rep *replay.Replayer, found bool) {
				f.mu.Lock()
				defer f.mu.Unlock()
				h, in := rep.Header(), rep.Intent()
				if h.TripID == "" { // a file that names no trip
					h.TripID = trip.ID(r.name)
				}
				f.held[h.TripID] = f.held[h.TripID] || found
				f.selected[h.TripID] = in.Scope
				if h.ForkedFrom != nil {
					f.origins[h.TripID] = h.ForkedFrom.All()
				}
				names[h.TripID] = append(names[h.TripID], r.name)
			}}
			return s.recording(ctx, r, out)
		}
	})
}

// isOf reports whether a trip is to be forgotten, and whether only because it is a fork.
func (f *forgetting) isOf(id trip.ID) (forgotten, fork bool) {
	if f.held[id] {
		return true, false
	}
	return slices.ContainsFunc(f.origins[id], func(o trip.Origin) bool { return f.held[o.TripID] }), true
}

func (a *app) runForget(ctx context.Context, f *forgetting) error {
	f.held, f.origins, f.selected = map[trip.ID]bool{}, map[trip.ID][]trip.Origin{}, map[trip.ID]trip.Scope{}
	stored, archived := map[trip.ID][]string{}, map[trip.ID][]string{}
	if err := f.look(ctx, &archive{app: a, desk: f.desk}, nil, stored); err != nil {
		return err
	}
	if f.flags.archive != "" {
		if err := f.look(ctx, &archive{app: a}, []string{f.flags.archive}, archived); err != nil {
			return err
		}
	}
	done := forgot{
		Trips: []trip.ID{}, Forks: []trip.ID{}, Archives: []string{}, Documents: []forgotDoc{}, Kept: []keptTrip{},
		DryRun: f.flags.dryRun,
	}
	err := f.eraseTrips(ctx, stored, &done)
	if err == nil {
		err = f.eraseArchived(ctx, archived, &done)
	}
	if err == nil {
		err = f.eraseDocuments(ctx, &done)
	}
	a.printForgot(&done, f.flags.json)
	if err == nil && len(done.Kept) > 0 {
		err = fmt.Errorf("legwork: %s kept: see the report", counted(len(done.Kept), "trip"))
	}
	return err
}

// eraseTrips erases the trips of the desk.
func (f *forgetting) eraseTrips(ctx context.Context, stored map[trip.ID][]string, done *forgot) error {
	for _, id := range slices.Sorted(maps.Keys(stored)) {
		forgotten, fork := f.isOf(id)
		if !forgotten {
			continue
		}
		t, err := f.desk.Trip(ctx, id)
		switch {
		case isNotFound(err):
			continue
		case err != nil:
			return err
		case len(t.InDoubt) > 0:
			done.Kept = append(done.Kept, keptTrip{id, "what became of a write is not known: settle it first"})
			continue
		case len(t.Outstanding) > 0 || t.Waiting > 0:
			done.Kept = append(done.Kept, keptTrip{id, "a turn runs: cancel it, or wait"})
			continue
		}
		if !f.flags.dryRun {
			if err := f.desk.Delete(ctx, id, t.Seq); err != nil && !isNotFound(err) {
				done.Kept = append(done.Kept, keptTrip{id, err.Error()})
				continue
			}
		}
		if fork {
			done.Forks = append(done.Forks, id)
		} else {
			done.Trips = append(done.Trips, id)
		}
	}
	return nil
}

// eraseArchived removes archived recordings.
func (f *forgetting) eraseArchived(ctx context.Context, archived map[trip.ID][]string, done *forgot) error {
	if len(archived) == 0 {
		return nil
	}
	from, err := openArchive(ctx, f.flags.archive)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(archived)) {
		if forgotten, _ := f.isOf(id); !forgotten {
			continue
		}
		for _, name := range archived[id] {
			if !f.flags.dryRun {
				if err := from.Remove(ctx, name); err != nil {
					return err
				}
			}
			done.Archives = append(done.Archives, name)
		}
	}
	return nil
}

// eraseDocuments removes the documents that these trips have selected, and no other one.
func (f *forgetting) eraseDocuments(ctx context.Context, done *forgot) error {
	type document struct{ tenant, id string }
	theirs, others := map[document]bool{}, map[document]bool{}
	for id, scope := range f.selected {
		forgotten, _ := f.isOf(id)
		for _, doc := range scope.DocumentIDs {
			d := document{scope.Tenant, doc}
			if forgotten {
				theirs[d] = true
			} else {
				others[d] = true
			}
		}
	}
	lib := documents.Open(documentsPath(f.flags.docs))
	for _, d := range slices.SortedFunc(maps.Keys(theirs), func(x, y document) int {
		return cmp.Or(cmp.Compare(x.tenant, y.tenant), cmp.Compare(x.id, y.id))
	}) {
		if others[d] {
			continue
		}
		removed := f.flags.docs != "" && !f.flags.dryRun
		if removed {
			if err := lib.Remove(ctx, d.tenant, d.id); err != nil && !errors.Is(err, documents.ErrNotFound) {
				return refused(err)
			}
		}
		done.Documents = append(done.Documents, forgotDoc{d.tenant, d.id, removed})
	}
	return nil
}

func (a *app) printForgot(done *forgot, asJSON bool) {
	if asJSON {
		writeLine(a.stdout, done)
		return
	}
	verb := "erased"
	if done.DryRun {
		verb = "would erase"
	}
	say := func(format string, args ...any) { a.printf("%s\n", printable(fmt.Sprintf(format, args...))) }
	for _, id := range done.Trips {
		say("%s trip %s", verb, id)
	}
	for _, id := range done.Forks {
		say("%s fork %s", verb, id)
	}
	for _, file := range done.Archives {
		say("%s archive %s", verb, file)
	}
	for _, d := range done.Documents {
		if d.Removed || done.DryRun {
			say("%s document %s of %s", verb, d.ID, cmp.Or(d.Tenant, "no tenant"))
		} else {
			say("left document %s of %s: --docs FILE removes it", d.ID, cmp.Or(d.Tenant, "no tenant"))
		}
	}
	for _, k := range done.Kept {
		say("kept trip %s: %s", k.TripID, k.Why)
	}
	say("%s, %s, %s, %s; %d kept", counted(len(done.Trips), "trip"), counted(len(done.Forks), "fork"),
		counted(len(done.Archives), "archive"), counted(len(done.Documents), "document"), len(done.Kept))
}
