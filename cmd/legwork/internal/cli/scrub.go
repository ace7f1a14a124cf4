package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/scrub"
	"github.com/legwork-go/legwork/turn"
)

type scrubFlags struct{ key, back, out string }

func (a *app) scrub() *cobra.Command {
	var f scrubFlags
	cmd := &cobra.Command{
		Use:   "scrub [flags] PATH…",
		Short: "Take what belongs to persons out of recordings, so that they can be shown and still replay equal",
		Long: `Writes each recording again without names, addresses, numbers, ids and words of persons: every word that is not
known to be the engine's or a tool's own is replaced by a stand-in, the same for the same word. After each event the
copy has the same status, by the same rules, and calls the same tools in the same order; its digests are new, and it
replays equal. One file goes to standard output; with --out, which folders and several files need, each becomes
DIR/TRIP.jsonl, where TRIP is the stand-in of the trip's id (of a second recording with that id TRIP-2, and so on).

Prices, places by code, days and times stay. A recording that would be decided otherwise is refused with its line.

Exit code 0: all are clean. 30: some were refused; the others are written.`,
		Example: `  legwork scrub trip.jsonl > clean.jsonl
  legwork scrub --key "$KEY" --map back.json --out clean recordings   the same stand-ins every time, and the way back`,
		Args: atLeastOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("key") && f.key == "" {
				return usage("--key: it is empty: name one, or leave it out for another one each time")
			}
			return a.runScrub(f, args)
		},
	}
	cmd.Flags().StringVar(&f.key, "key", "", "the `KEY` of the stand-ins: keep it secret (default: another one each time)")
	cmd.Flags().StringVar(&f.back, "map", "", "write a `FILE`, for you alone, that says what each stand-in is for")
	cmd.Flags().StringVar(&f.out, "out", "", "write into this `DIR`")
	return cmd
}

func (a *app) runScrub(f scrubFlags, paths []string) error {
	files := recordings(paths)
	if f.out == "" && len(files) != 1 {
		return usage("--out: %s: name the folder to write them into", counted(len(files), "recording"))
	}
	key := []byte(f.key)
	if len(key) == 0 {
		key = make([]byte, 32)
		_, _ = rand.Read(key) // never fails
	}
	var back *outFile
	if f.back != "" {
		read := make([]string, len(files))
		for i := range files {
			read[i] = files[i].path
		}
		var err error
		if back, err = createOut("map", f.back, read...); err != nil {
			return err
		}
		defer back.discard()
		if err := setMode(back.file, ownMode); err != nil {
			return fmt.Errorf("legwork: --map: %w", err)
		}
	}
	if err := makeFolder(f.out); err != nil {
		return err
	}
	run := scrubRun{app: a, flags: f, key: key, names: fileNames{}, back: map[string][]string{}}
	first := each(a, files, run.file)
	if back != nil {
		writeLine(back, run.back)
		if err := back.finish(); err != nil {
			return err
		}
	}
	return first
}

// makeFolder makes a folder to write into. A link, which whoever can write beside it may have put there, is none.
func makeFolder(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("legwork: --out: %w", err)
	}
	if entry, err := os.Lstat(filepath.Clean(dir)); err == nil && entry.Mode()&os.ModeSymlink != 0 {
		return usage("--out %s: it is a link: name the folder that it leads to", dir)
	}
	return nil
}

// scrubRun cleans one file after another.
type scrubRun struct {
	app   *app
	flags scrubFlags
	key   []byte
	names fileNames
	back  map[string][]string
}

func (r *scrubRun) file(f located) error {
	if f.err != nil {
		return f.err
	}
	lines, name, err := r.app.readLines(f.path)
	if err != nil {
		return err
	}
	clean, err := scrub.Recording(name, turn.Default(), r.key, lines.all())
	if err != nil {
		return err
	}
	var text []byte
	for _, line := range clean.Lines {
		text = append(append(text, line...), '\n')
	}
	for standIn, of := range clean.Back {
		for _, text := range of {
			if !slices.Contains(r.back[standIn], text) {
				r.back[standIn] = append(r.back[standIn], text)
			}
		}
	}
	if r.flags.out == "" {
		r.app.printf("%s", text)
		return nil
	}
	out := filepath.Join(r.flags.out, r.names.of(string(clean.TripID))+".jsonl")
	if err := place(out, text, false); errors.Is(err, errLink) {
		return usage("--out: %s is a link: remove it, or name another folder", out)
	} else if err != nil {
		return err
	}
	r.app.printf("%s: %s\n", out, counted(len(clean.Lines)-1, "event"))
	return nil
}
