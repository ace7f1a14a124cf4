package documents_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/documents"
)

// BenchmarkFindPassages includes opening and closing the index, as every search does.
func BenchmarkFindPassages(b *testing.B) {
	dir := b.TempDir()
	lib := documents.Open(filepath.Join(dir, "index"))
	for i := range 20 {
		text := fmt.Sprintf("# Document %d\n\n", i) + strings.Repeat("The deposit is returned on departure. Dogs are welcome.\n\n", 200)
		add(b, lib, "acme", "", write(b, dir, fmt.Sprintf("%d.md", i), text))
	}
	for b.Loop() {
		if len(passages(b, lib, "acme", "what about the deposit", nil)) == 0 {
			b.Fatal("nothing found")
		}
	}
}
