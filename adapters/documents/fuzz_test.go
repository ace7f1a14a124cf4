package documents_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/documents"
)

// refusals are all that may be said about a file that can be opened.
var refusals = []error{
	documents.ErrTooLarge, documents.ErrTooSlow, documents.ErrEncoding, documents.ErrPDF, documents.ErrNoText,
}

// FuzzAdd adds any file: it is refused and nothing is kept, or it is kept, listed and can be removed.
func FuzzAdd(f *testing.F) {
	names := []string{"a.pdf", "a.md", "a.txt"}
	small := []string{"xref.pdf", "columns.pdf", "count.pdf", "tree.pdf"}
	for _, b := range bombs {
		if slices.Contains(small, b.name) {
			f.Add(uint8(0), b.content())
		}
	}
	f.Add(uint8(0), pdfOf("title", "some text\non two lines", "and another page"))
	f.Add(uint8(1), []byte(terms))
	f.Add(uint8(2), []byte("\ufeffword\u00ad \u202eword\r\n"))
	dir := f.TempDir()
	lib := documents.Open(filepath.Join(dir, "index"))
	lib.SetPDFTime(5 * time.Second)
	// The reader is compiled here: one input may take ten seconds, then the fuzzer takes it for hung.
	id := add(f, lib, "acme", "", write(f, dir, "a.pdf", string(pdfOf("", "text"))))
	if err := lib.Remove(context.Background(), "acme", id); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, kind uint8, content []byte) {
		path := write(t, dir, names[int(kind)%len(names)], string(content))
		id, err := lib.Add(context.Background(), "acme", "", path)
		kept := list(t, lib, "acme")
		if err != nil {
			if len(kept) > 0 || !slices.ContainsFunc(refusals, func(known error) bool { return errors.Is(err, known) }) {
				t.Fatalf("%v, kept %+v", err, kept)
			}
			return
		}
		if len(kept) != 1 || kept[0].ID != id || kept[0].Chunks < 1 || kept[0].Title == "" {
			t.Fatalf("%s: kept %+v", id, kept)
		}
		if err := lib.Remove(context.Background(), "acme", id); err != nil {
			t.Fatal(err)
		}
	})
}
