package tidy

import (
	"go/ast"
	"go/token"
	"os"
	"strings"
	"unicode/utf8"
)

// The limits of what a reader holds in mind.
const (
	MaxFunctionLines = 70
	MaxFileLines     = 600
	MaxTestColumns   = 160 // of a line of a test; what an example prints has no place to be broken
)

// Size reports functions and files that are too long, and lines of tests that are too wide. Generated files are left
// out.
func Size() Check {
	return Check{Name: "size", Run: func(p *Package, report Report) {
		for _, f := range p.files() {
			if n := p.Fset.File(f.Package).LineCount(); n > MaxFileLines {
				report(f.Package, "the file has %d lines, more than %d", n, MaxFileLines)
			}
			for _, d := range f.Decls {
				p.functions(d, report)
			}
			p.columns(f, report)
		}
	}}
}

// columns reports the wide lines of a test.
func (p *Package) columns(f *ast.File, report Report) {
	file := p.Fset.File(f.Package)
	if !strings.HasSuffix(file.Name(), "_test.go") {
		return
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		report(f.Package, "%v", err)
	}
	line := 0
	for l := range strings.Lines(string(text)) {
		line++
		n := utf8.RuneCountInString(strings.TrimRight(l, "\n"))
		if n > MaxTestColumns && !strings.HasPrefix(strings.TrimSpace(l), "//") {
			report(file.LineStart(line), "the line has %d columns, more than %d", n, MaxTestColumns)
		}
	}
}

// functions reports the long functions of one declaration: a function, or the function values
// of a variable. A function in a function counts for the outer one.
func (p *Package) functions(d ast.Decl, report Report) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			p.measure(n.Pos(), n.End(), n.Name.Name, report)
			return false
		case *ast.FuncLit:
			p.measure(n.Pos(), n.End(), "a function value", report)
			return false
		}
		return true
	})
}

func (p *Package) measure(pos, end token.Pos, name string, report Report) {
	if n := p.Fset.Position(end).Line - p.Fset.Position(pos).Line + 1; n > MaxFunctionLines {
		report(pos, "%s has %d lines, more than %d", name, n, MaxFunctionLines)
	}
}
