package scrub

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/turn"
)

// TestConstantsAreKnown reads the constants of package trip: a word that the engine compares with belongs to
// no person, and where scrub replaced it the copy would decide otherwise.
func TestConstantsAreKnown(t *testing.T) {
	files, err := filepath.Glob("../trip/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of trip: %v", err)
	}
	known, word := newVocabulary(turn.Default().Catalog), regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			constants, ok := d.(*ast.GenDecl)
			if !ok || constants.Tok != token.CONST {
				continue
			}
			ast.Inspect(constants, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				if text, err := strconv.Unquote(lit.Value); err == nil && word.MatchString(text) && !known.values[text] && !known.isPath(text) {
					t.Errorf("%s: %q", file, text)
				}
				return true
			})
		}
	}
}
