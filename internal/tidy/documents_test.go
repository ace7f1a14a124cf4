package tidy_test

import (
	"os"
	"path/filepath"
	"slices"
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

// The layout names every folder that a reader of the repository meets first.
func TestLayoutNamesEveryFolder(t *testing.T) {
	layout := read(t, "../../docs/layout.md")
	for _, parent := range []string{"", "adapters/", "examples/", "internal/", "lab/", "server/", "server/examples/", "store/", "tools/"} {
		for _, name := range folders(t, "../../"+parent) {
			if path := parent + name; !strings.Contains(layout, "`"+path+"`") && !strings.Contains(layout, "`"+path+"/") {
				t.Errorf("docs/layout.md does not name %s", path)
			}
		}
	}
}

// folders lists the folders in one that hold what somebody wrote for others to read.
func folders(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		other := slices.Contains([]string{"bin", "vendor", "testdata"}, name) || name == "internal" && dir != "../../"
		if e.IsDir() && !strings.HasPrefix(name, ".") && !other {
			names = append(names, name)
		}
	}
	return names
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
