package documents_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/documents"
)

// What is in the folder of the cache is used if it is sound, and never stands in the way.
func TestPDFCache(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute under the race detector")
	}
	dir, ctx := t.TempDir(), context.Background()
	compileInto := func() {
		t.Helper()
		if err := documents.CompilePDFReader(ctx, dir); err != nil {
			t.Fatal(err)
		}
	}
	compileInto()
	kept := cached(t, dir)
	if len(kept) != 1 {
		t.Fatalf("kept %v", kept)
	}
	code, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(code)
	damaged[len(damaged)/2] ^= 1
	if err := os.WriteFile(kept[0], damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	compileInto()
	if left := cached(t, dir); len(left) != 0 {
		t.Errorf("the damaged file is still there: %v", left)
	}
	if err := os.MkdirAll(filepath.Dir(kept[0]), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept[0], code, 0o600); err != nil {
		t.Fatal(err)
	}
	before := modified(t, kept[0])
	compileInto()
	if modified(t, kept[0]) != before {
		t.Error("a sound file was not used")
	}
}

func TestCompilerIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := documents.CompilePDFReader(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func cached(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "pdfium", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func modified(t *testing.T, path string) time.Time {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}

// More PDFs come at once than are read at once; each is read, and one of them is damaged.
func TestManyPDFsAtOnce(t *testing.T) {
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	var wg sync.WaitGroup
	for i := range 8 {
		content := pdfOf("t", fmt.Sprintf("text number %d", i))
		if i == 3 {
			content = content[:len(content)/2]
		}
		path := write(t, dir, fmt.Sprintf("%d.pdf", i), string(content))
		wg.Go(func() {
			_, err := lib.Add(context.Background(), "acme", "", path)
			if (i == 3) != errors.Is(err, documents.ErrPDF) || i != 3 && err != nil {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if n := len(list(t, lib, "acme")); n != 7 {
		t.Errorf("%d documents, want 7", n)
	}
}
