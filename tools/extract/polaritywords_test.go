package extract

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestOneLayerDenies: what denies stands in the lexicon and is read by polarity.go. No other code has a word for "not" of
// its own, alone or in a phrase: it asks for the class, or how what it reads stands.
// Rule: 6.7.polarity
func TestOneLayerDenies(t *testing.T) {
	denying := slices.Concat(denying, class("denial"), class("denial-verb"))
	denying = slices.DeleteFunc(denying, func(w string) bool { // a verb is also an act, and "minus" a sign
		return strings.Contains(w, " ") || slices.Contains(class("give-up"), w) || w == "minus"
	})
	if len(denying) < 50 {
		t.Fatalf("%d words deny", len(denying))
	}
	isSaid := func(text string) bool { // what a message can say: other texts name classes, rules and fields
		return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz ") == ""
	}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "polarity.go" {
			continue
		}
		set := gotoken.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SwitchStmt:
				field, isField := n.Tag.(*ast.SelectorExpr)
				return !isField || field.Sel.Name != "how" // a table, not a message
			case *ast.CallExpr:
				f, isName := n.Fun.(*ast.Ident)
				return !isName || !slices.Contains([]string{"class", "is", "phrases"}, f.Name) // the name of a class
			case *ast.BinaryExpr:
				_, isCell := n.X.(*ast.IndexExpr)
				return !isCell // a table, not a message
			case *ast.AssignStmt:
				_, isLit := n.Rhs[0].(*ast.BasicLit)
				return !isLit // it is written, not compared with
			}
			lit, isLit := n.(*ast.BasicLit)
			if !isLit || lit.Kind != gotoken.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil || !isSaid(text) {
				return true
			}
			for w := range strings.FieldsSeq(text) {
				if slices.Contains(denying, w) {
					t.Errorf("%s: %q has a word of its own for not", set.Position(lit.Pos()), text)
				}
			}
			return true
		})
	}
}
