package documents_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/legwork-go/legwork/adapters/documents"
)

func Example() {
	dir, err := os.MkdirTemp("", "documents")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "terms.md")
	if err := os.WriteFile(path, []byte("# Villa Sette\n\nA dog costs 15 EUR a night."), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	lib := documents.Open(filepath.Join(dir, "index"))
	if _, err := lib.Add(ctx, "acme", "villa-7", path); err != nil {
		fmt.Println(err)
		return
	}
	found, err := lib.FindPassages(ctx, "acme", "Are dogs allowed, and what do they cost?", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found[0].Text)
	others, _ := lib.FindPassages(ctx, "someone else", "dog", nil)
	fmt.Println(len(others))
	// Output:
	// # Villa Sette
	//
	// A dog costs 15 EUR a night.
	// 0
}
