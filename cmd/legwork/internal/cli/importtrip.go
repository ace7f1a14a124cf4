package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

func (a *app) importRecording() *cobra.Command {
	var storePath, id string
	var o runner.ImportOptions
	cmd := &cobra.Command{
		Use:   "recording [flags] PATH…",
		Short: "Put recordings into a store as trips that can be gone on with",
		Long: `Folds each recording, compares its digests, and appends it to the store as a new trip, turn by turn,
with the snapshot of each turn's end. What a hand-written recording leaves out (ids, times, seqs, call
ids) is written as the fold counted it. An import that was cut short is gone on with by the same command:
what the store has already is passed over. A trip with another log is left as it is. A PATH is a file, a directory
(all recordings below it), or -.

The recording's own store may have performed what is pending at its end. So nothing of that is run here: its last
turn is cancelled, and what became of a hold or purchase that was out stays in doubt and is not looked up, until
you say that this store goes on with the trip (--go-on, also later, by the same command), or settle it
(legwork settle). With --go-on calls that are out are performed, and writes looked up, by who opens the store next.`,
		Example: `  legwork import recording --store trips.db trip.jsonl
  legwork import recording --store trips.db recordings
  legwork import recording --store trips.db --go-on trip.jsonl`,
		Args: atLeastOne,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			files := recordings(args)
			switch {
			case storePath == "":
				return usage("--store: name the store to import into")
			case id != "" && len(files) > 1:
				return usage("--trip: it names one trip, and there are %s", counted(len(files), "recording"))
			}
			var s store.Store
			if slices.ContainsFunc(files, func(f located) bool { return f.err == nil }) { // else none is made
				if s, err = openStore(storePath); err != nil {
					return err
				}
				defer func() { err = errors.Join(err, s.Close()) }()
			}
			return each(a, files, func(f located) error {
				if f.err != nil {
					return f.err
				}
				return a.importTrip(cmd.Context(), s, f.path, trip.ID(id), o)
			})
		},
	}
	cmd.Flags().StringVar(&storePath, "store", "", "the store `FILE`")
	cmd.Flags().BoolVar(&o.GoOn, "go-on", false, "this store goes on with the trip: no other one does any more")
	cmd.Flags().StringVar(&id, "trip", "",
		"the trip's `ID` in the store (default: the recording's own; only without a header may it differ)")
	return cmd
}

// each does something with each of several things. What fails is said and stops no other; the worst failure is
// returned.
func each[T any](a *app, list []T, do func(T) error) (worst error) {
	if len(list) == 1 {
		return do(list[0])
	}
	for _, one := range list {
		if err := do(one); err != nil {
			_, _ = fmt.Fprintln(a.stderr, a.red(textOf(err)))
			worst = worse(worst, err)
		}
	}
	return worst
}

// importTrip puts a recording into a store. One that names no trip is given a header: its trip is named by id, or after
// the file.
func (a *app) importTrip(ctx context.Context, s store.Store, path string, id trip.ID, o runner.ImportOptions) error {
	file, name, err := openRecording(path, a.stdin)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewReaderSize(file, trip.MaxLineBytes)
	var in io.Reader = lines
	added := 0
	if namesNoTrip(lines) {
		if id == "" {
			id = trip.ID(strings.TrimSuffix(strings.TrimSuffix(filepath.Base(name), ".gz"), ".zst"))
		}
		header := trip.Header{Recording: trip.RecordingVersion, TripID: id}
		in, added = io.MultiReader(bytes.NewReader(append(header.AppendJSON(nil), '\n')), lines), 1
	} else if id != "" {
		return usage("--trip %s: %s says itself which trip it is: leave --trip out", id, path)
	}
	r, err := runner.New(runner.Config{Store: s, Tools: tools.Registry{}, Engine: engineVersion})
	if err != nil {
		return err
	}
	done, err := r.Import(ctx, in, o)
	if err := errors.Join(of(err, path, added), r.Close(ctx)); err != nil {
		return err
	}
	a.printf("%s: %s imported as trip %s\n", path, counted(done.Events, "event"), done.Trip)
	if done.Ended > 0 && done.InDoubt == 0 {
		a.printf("%s: its last turn is cancelled: nothing of it is run here\n", path)
	}
	if done.InDoubt > 0 {
		a.printf("%s in doubt, and not looked up: say --go-on if this store goes on with the trip, or use legwork settle\n",
			counted(done.InDoubt, "write"))
	}
	return nil
}

// namesNoTrip reports whether a recording begins with an event that does not say of which trip it is.
func namesNoTrip(lines *bufio.Reader) bool {
	begin, _ := lines.Peek(lines.Size()) // what cannot be read is told by the import
	first, _, _ := strings.Cut(string(begin), "\n")
	ev, err := trip.DecodeEvent(first)
	return err == nil && ev.Trip == ""
}

// of says in an error which file, and which of its lines, it is about.
func of(err error, path string, added int) error {
	var bad *replay.InputError
	var d *replay.Difference
	switch {
	case errors.As(err, &bad):
		bad.File, bad.Line = path, max(bad.Line-added, 0)
	case errors.As(err, &d):
		d.File, d.Line = path, max(d.Line-added, 0)
	}
	return err
}
