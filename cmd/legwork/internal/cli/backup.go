package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/store/bolt"
)

func (a *app) backup() *cobra.Command {
	var asJSON bool
	var o bolt.BackupOptions
	cmd := &cobra.Command{
		Use:   "backup",
		Short: "Copy a store to one new file, also while a process has it open and writes",
		Long: `Writes the store to a new file that opens alone and has everything that was accepted before. The
store's own files are only read. TARGET gets its name when it is whole and durable; a file that is
there already is never written over. The tokens of FILE.tokens, where there are any, are copied to
TARGET.tokens.

To restore, end the process that has the store open, move FILE and FILE.journal away, and copy the
backup to FILE, and TARGET.tokens to FILE.tokens.

Where the journal of a killed process is lost or damaged, --salvage writes what can still be read.
Exit code 0: the backup is whole. 21: something could not be read and is not in it.`,
		Example: `  legwork backup --store trips.db backup-2026-03-01.db
  legwork check --store backup-2026-03-01.db`,
	}
	from := a.addStore(cmd, "TARGET")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		path, rest := from.of(cmd, args)
		return a.runBackup(cmd.Context(), path, rest[0], o, asJSON)
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&o.Salvage, "salvage", false, "go without what cannot be read of the journal")
	return cmd
}

func (a *app) runBackup(ctx context.Context, path, target string, o bolt.BackupOptions, asJSON bool) error {
	switch {
	case target == stdinPath, strings.HasSuffix(target, "/"):
		return usage("%s: name a file", target)
	case slices.ContainsFunc(storeFiles(path), func(other string) bool { return isSame(target, other) }):
		return usage("%s: it belongs to the store: name another file", target)
	}
	hasTokens, err := backUpTokens(path, target)
	if err != nil {
		return err
	}
	report, err := bolt.Backup(ctx, path, target, o)
	if err != nil && hasTokens {
		err = errors.Join(err, os.Remove(target+tokensSuffix))
	}
	if errors.Is(err, fs.ErrExist) {
		return usage("%v: name another file, or move that one away", err)
	}
	if err != nil {
		return err
	}
	if err := a.printBackup(target, report, asJSON); err != nil {
		return err
	}
	if report.Lost != nil {
		return fmt.Errorf("%w: %s is written without what could not be read: %w", errDamage, target, report.Lost)
	}
	return nil
}

// backUpTokens copies the tokens of a store, before the store: no token of the backup is of a later day. It reports
// whether the store has any.
func backUpTokens(path, target string) (hasTokens bool, err error) {
	tokens, err := os.ReadFile(path + tokensSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := os.Stat(target); err == nil {
		return false, usage("%s: it is there already: name another file, or move that one away", target)
	}
	f, err := os.OpenFile(target+tokensSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, usage("%s: it is there already: name another file, or move that one away", target+tokensSuffix)
	}
	if err != nil {
		return false, err
	}
	_, err = f.Write(tokens)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err == nil, err
}

func (a *app) printBackup(target string, report bolt.BackupReport, asJSON bool) error {
	if asJSON {
		return a.writeJSON(map[string]any{"bytes": report.Bytes, "target": target, "whole": report.Lost == nil})
	}
	a.printf("%s: %d bytes\n", target, report.Bytes)
	return nil
}
