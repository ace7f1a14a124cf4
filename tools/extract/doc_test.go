package extract

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocNamesEachFile: the page of the package is the map of its files, so it names all of them and no others.
//
// Rule: 6.7.accounted
func TestDocNamesEachFile(t *testing.T) {
	page, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\b[a-z_]+\.go\b`).FindAllString(string(page), -1)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file != "doc.go" && file != "errors.go" && !strings.HasSuffix(file, "_test.go") && !slices.Contains(named, file) {
			t.Errorf("doc.go does not say what %s is for", file)
		}
	}
	for _, file := range named {
		if !slices.Contains(files, file) {
			t.Errorf("doc.go names %s, which is no file", file)
		}
	}
}
