package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/adapters/documents"
)

type docsFlags struct {
	json                    bool
	store, tenant, property string
}

func (a *app) docs() *cobra.Command {
	var f docsFlags
	cmd := &cobra.Command{
		Use:   "docs",
		Short: "Keep the travellers' documents that the assistant may read",
		Long: `Adds text, Markdown and PDF files to the full-text index beside a store (FILE.docs). A document belongs
to one tenant: the trips of another one never find it. Without --tenant it belongs to the trips that have none.`,
		Example: `  legwork docs add --store trips.db --tenant acme terms.pdf visa.md
  legwork docs list --store trips.db --tenant acme`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&f.store, "store", "", "the store `FILE` whose trips may read the documents")
	cmd.PersistentFlags().StringVar(&f.tenant, "tenant", "", "whose documents they are")
	cmd.PersistentFlags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.AddCommand(a.docsAdd(&f), a.docsList(&f), a.docsRemove(&f))
	return cmd
}

// library opens the documents beside the store.
func (f *docsFlags) library(cmd *cobra.Command) (*documents.Library, error) {
	if f.store == "" {
		return nil, usage("--store: name the store whose trips may read the documents")
	}
	for name, value := range map[string]string{"tenant": f.tenant, "property": f.property} {
		if flag := cmd.Flags().Lookup(name); flag != nil && flag.Changed && strings.TrimSpace(value) == "" {
			return nil, usage("--%s is empty: give a name, or leave the flag out", name)
		}
	}
	lib := documents.Open(documentsPath(f.store))
	if dir, err := os.UserCacheDir(); err == nil { // without one the reader of PDFs is compiled every time
		lib.SetPDFCache(filepath.Join(dir, "legwork"))
	}
	return lib, nil
}

// refused tells a file, a name or an id that cannot be used from a fault of the index.
func refused(err error) error {
	if isOneOf(err, fs.ErrNotExist, documents.ErrKind, documents.ErrNotFile, documents.ErrTooLarge, documents.ErrTooSlow,
		documents.ErrEncoding, documents.ErrPDF, documents.ErrNoText, documents.ErrTenantFull, documents.ErrName,
		documents.ErrNotFound) {
		return fmt.Errorf("%w: %w", errInput, err)
	}
	return err
}

func (a *app) docsAdd(f *docsFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "add PATH…",
		Short: "Add documents",
		Long: `Adds files (txt, md, pdf), and of folders all such files in them. A file that is there already is not
added again; a changed one replaces what its path held before.

PDFs are read in a sandbox with limits of time and memory. The first one takes a few seconds: the reader is
compiled and kept in the user's cache folder (legwork/pdfium).`,
		Example: `  legwork docs add --store trips.db --tenant acme --property villa-7 terms.pdf
  legwork docs add --store trips.db papers`,
		Args: atLeastOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := f.library(cmd)
			if err != nil {
				return err
			}
			paths, err := files(args)
			if err != nil {
				return err
			}
			for _, path := range paths {
				id, err := lib.Add(cmd.Context(), f.tenant, f.property, path)
				if err != nil {
					return refused(err)
				}
				if f.json {
					writeLine(a.stdout, map[string]string{"document_id": id, "path": path})
					continue
				}
				a.printf("%s  %s\n", id, path)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&f.property, "property", "", "the property that the documents are about")
	return cmd
}

// files lists the paths, and of folders the files in them that can be read, by name.
func files(paths []string) ([]string, error) {
	var out []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			out = append(out, path) // what is wrong with a file is told when it is added
			continue
		}
		before := len(out)
		err = filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() && documents.Reads(name) {
				out = append(out, name)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("legwork: %w", err)
		}
		if len(out) == before {
			return nil, fmt.Errorf("%w: %s: the folder holds no txt, md or pdf file", errInput, path)
		}
	}
	return out, nil
}

func (a *app) docsList(f *docsFlags) *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the documents of a tenant",
		Example: "  legwork docs list --store trips.db --tenant acme",
		Args:    noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error {
			lib, err := f.library(cmd)
			if err != nil {
				return err
			}
			list, err := lib.List(cmd.Context(), f.tenant)
			if err != nil {
				return refused(err)
			}
			if len(list) == 0 {
				if err := mustBeThere(f.store, documentsPath(f.store)); err != nil {
					return err
				}
			}
			for _, d := range list {
				if f.json {
					writeLine(a.stdout, d)
					continue
				}
				a.printf("%s  %s  (%s)\n", d.ID, d.Title, counted(d.Chunks, "passage"))
			}
			return nil
		},
	}
}

func (a *app) docsRemove(f *docsFlags) *cobra.Command {
	return &cobra.Command{
		Use:     "remove ID…",
		Short:   "Remove documents",
		Example: "  legwork docs remove --store trips.db --tenant acme 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
		Args:    atLeastOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := f.library(cmd)
			if err != nil {
				return err
			}
			for _, id := range args {
				if err := lib.Remove(cmd.Context(), f.tenant, id); err != nil {
					return fmt.Errorf("%w: %s", refused(err), id)
				}
			}
			return nil
		},
	}
}
