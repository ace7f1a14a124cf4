package tidy

import (
	"go/ast"
	"go/token"
)

// The limits of what a reader holds in mind.
const (
	MaxFunctionLines = 70
	MaxFileLines     = 600
)

// Size reports functions and files that are too long. Generated files are left out.
func Size() Check {
	return Check{Name: "size", Run: func(p *Package, report Report) {
		for _, f := range p.files() {
			if n := p.Fset.File(f.Package).LineCount(); n > MaxFileLines {
				report(f.Package, "the file has %d lines, more than %d", n, MaxFileLines)
			}
			for _, d := range f.Decls {
				p.functions(d, report)
			}
		}
	}}
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
