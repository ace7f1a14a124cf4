package tidy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The list of decisions names each of them, so that a number without a file is explained there.
func TestDecisionsAreListed(t *testing.T) {
	files, err := filepath.Glob("../../docs/adr/[0-9]*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no decisions: %v", err)
	}
	list := read(t, "../../docs/adr/README.md")
	for _, file := range files {
		if !strings.Contains(list, "("+filepath.Base(file)+")") {
			t.Errorf("docs/adr/README.md does not name %s", filepath.Base(file))
		}
	}
}

// The layout in the README names every folder that a reader of the repository meets first.
func TestReadmeNamesEveryFolder(t *testing.T) {
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	_, layout, found := strings.Cut(read(t, "../../README.md"), "## Layout")
	if !found {
		t.Fatal("README.md has no layout")
	}
	layout, _, _ = strings.Cut(layout, "\n## ")
	for _, e := range entries {
		if built := e.Name() == "bin" || e.Name() == "vendor"; !e.IsDir() || built || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if !strings.Contains(layout, "`"+e.Name()+"`") && !strings.Contains(layout, "`"+e.Name()+"/") {
			t.Errorf("the layout in README.md does not name %s", e.Name())
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
