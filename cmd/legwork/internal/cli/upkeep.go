package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
)

func (a *app) check() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Verify a store: pages, hash chains, snapshots against logs, outstanding calls",
		Long: `Reads the whole store and says which trips are damaged; the others stay usable. Every log is
walked along its hash chain (a changed, missing or reordered event is found), folded again, and
compared with its snapshot. What a killed process left in the journal beside the store is checked
with it; nothing is written. A trip whose events are whole, but which this version decides otherwise than the
one that wrote it, is named too; it is not damaged and can be gone on with.

A store that a process has open is checked in a backup of it. With --server a running legwork serve is asked for
the recordings of its trips, which are folded again; its file is not looked at.

Exit code 0: sound. 10: some trips are decided otherwise. 21: damage was found.`,
		Example: `  legwork check --store trips.db
  legwork check --store trips.db --json | jq .damaged`,
	}
	from := a.addStore(cmd).orServer(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if path, _ := from.of(cmd, args); path != "" {
			return a.runCheck(cmd.Context(), &site{store: path}, asJSON)
		}
		report, err := from.server.check(cmd.Context())
		if err != nil {
			return err
		}
		return a.printCheck(report, asJSON)
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// runCheck verifies the trips of a place.
func (a *app) runCheck(ctx context.Context, p *site, asJSON bool) error {
	return p.with(ctx, reading, func(d ops.Desk) error {
		report, err := d.Check(ctx)
		if err != nil {
			return err
		}
		return a.printCheck(report, asJSON)
	})
}

// checkLine is what `check --json` prints.
type checkLine struct {
	Trips    int64    `json:"trips"`
	Events   int64    `json:"events"`
	Findings []string `json:"findings"`
	Omitted  int64    `json:"omitted"`
	Damaged  []string `json:"damaged"`
	Differ   []string `json:"differ"`
}

func (a *app) printCheck(report store.CheckReport, asJSON bool) error {
	line := checkLine{
		Trips: report.Trips, Events: report.Events, Findings: []string{}, Omitted: report.Omitted,
		Damaged: []string{}, Differ: []string{},
	}
	for _, f := range report.Findings {
		line.Findings = append(line.Findings, f.String())
	}
	for _, id := range report.Damaged() {
		line.Damaged = append(line.Damaged, string(id))
	}
	for _, id := range report.Differing() {
		line.Differ = append(line.Differ, string(id))
	}
	if asJSON {
		if err := a.writeJSON(line); err != nil {
			return err
		}
	} else {
		for _, f := range line.Findings {
			a.printf("%s\n", f)
		}
		a.printf("%d trips, %d events, %d findings\n", line.Trips, line.Events, int64(len(line.Findings))+line.Omitted)
	}
	switch {
	case report.IsDamaged():
		return fmt.Errorf("%w: %d of %d trips are damaged; the others stay usable", errDamage, len(line.Damaged), line.Trips)
	case len(line.Differ) > 0:
		return fmt.Errorf("%w: this version decides %d of %d trips otherwise than the one that wrote them; they can be "+
			"gone on with",
			replay.ErrDifference, len(line.Differ), line.Trips)
	}
	return nil
}

func (a *app) compact() *cobra.Command {
	var asJSON bool
	var keep store.Retention
	cmd := &cobra.Command{
		Use:   "compact",
		Short: "Shrink a store, after forgetting what a retention does not keep",
		Long: `Rewrites the store into a smaller file and swaps it in; it can be killed at any moment. Before
that, history snapshots (never the newest) and idle trips go that the flags do not keep. The
server is stopped for that: one process holds the file.`,
		Example: `  legwork compact --store trips.db
  legwork compact --store trips.db --keep-turns 20 --idle-after 2160h`,
	}
	from := a.addStore(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		path, _ := from.of(cmd, args)
		return a.runCompact(cmd.Context(), path, keep, asJSON)
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().IntVar(&keep.KeepTurns, "keep-turns", 0,
		"history snapshots to keep of each trip (`N` newest; 0 keeps all)")
	cmd.Flags().DurationVar(&keep.MaxAge, "max-age", 0, "forget history snapshots that are older")
	cmd.Flags().DurationVar(&keep.IdleAfter, "idle-after", 0,
		"forget whole trips that were idle for so long and have nothing pending")
	return cmd
}

func (a *app) runCompact(ctx context.Context, path string, keep store.Retention, asJSON bool) error {
	s, err := openWritten(path)
	if err != nil {
		return err
	}
	pruned, err := s.Prune(ctx, keep)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	report, err := bolt.Compact(ctx, path, bolt.Options{})
	if err != nil {
		return err
	}
	if asJSON {
		return a.writeJSON(map[string]int64{
			"before": report.Before, "after": report.After,
			"removed_snapshots": pruned.Snapshots, "removed_trips": pruned.Removed,
		})
	}
	a.printf("%d snapshots and %d trips removed; %d bytes became %d\n", pruned.Snapshots, pruned.Removed, report.Before,
		report.After)
	return nil
}

func (a *app) export() *cobra.Command {
	var out string
	var all bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write trips of a store as recordings",
		Long: `Writes a trip as a recording to standard output, or to --out FILE. Of several trips, or with --all of every
trip, each becomes a file of its own in the folder --out DIR.`,
		Example: `  legwork export --store trips.db t1 > t1.jsonl
  legwork export --store trips.db --out t1.jsonl t1
  legwork export --store trips.db --all --out recordings
  legwork export --postgres "$DATABASE_URL" --all --out recordings`,
	}
	from := a.addStore(cmd, "TRIP…").orServer(cmd).orPostgres(cmd)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		isNamed := from.path != "" || from.isElsewhere()
		switch {
		case all && len(args) > 0:
			return errors.New("--all: every trip is written: name none")
		case isNamed && (all || len(args) > 1) && out == "":
			return errors.New("--out: name the folder to write the trips into")
		case isNamed && (all || len(args) > 1):
			args = from.rest // any number
		}
		return from.check(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		path, rest := from.of(cmd, args)
		trips := &archive{app: a, site: site{path, from.postgres, from.server}}
		return a.runExport(cmd.Context(), trips, rest, out)
	}
	cmd.Flags().StringVarP(&out, "out", "o", "",
		"write to this `FILE` instead of standard output, or several trips into this DIR")
	cmd.Flags().BoolVar(&all, "all", false, "write every trip")
	return cmd
}

// runExport writes trips as recordings: one to standard output or to a file; several, or without ids all, each to a
// file in a folder.
func (a *app) runExport(ctx context.Context, from *archive, ids []string, out string) error {
	all, closed, err := from.all(ctx, ids)
	if err != nil {
		return err
	}
	defer closed()
	if len(ids) == 1 {
		for r, err := range all {
			return errors.Join(err, a.exportTrip(r, out, storeFiles(from.store)))
		}
	}
	if err := makeFolder(out); err != nil {
		return err
	}
	var list []recording
	for r, err := range all {
		if err != nil {
			return err
		}
		list = append(list, r)
	}
	names := fileNames{}
	return each(a, list, func(r recording) error {
		file := filepath.Join(out, names.of(r.name)+".jsonl")
		if err := a.exportTrip(r, file, storeFiles(from.store)); err != nil {
			return err
		}
		a.printf("%s\n", file)
		return nil
	})
}

// exportTrip writes a recording to a file that is none of others, or to standard output.
func (a *app) exportTrip(r recording, out string, others []string) error {
	in, _, err := r.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	if out == "" {
		_, err := io.Copy(a.stdout, in)
		return err
	}
	f, err := createOut("out", out, others...)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, in); err != nil {
		f.discard()
		return fmt.Errorf("legwork: the recording was cut short: %w", err)
	}
	return f.finish()
}
