package tidy

import (
	"go/ast"
	"go/token"
	"go/types"
)

// globals reports package variables that are written outside of init and of their declaration.
func globals(p *Package, report Report) {
	g := written{info: p.TypesInfo, report: report}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil || fn.Recv == nil && fn.Name.Name == "init" {
				continue
			}
			ast.Inspect(fn.Body, g.visit)
		}
	}
}

type written struct {
	info   *types.Info
	report Report
}

func (g *written) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			g.targets(n.Lhs...)
		}
	case *ast.IncDecStmt:
		g.targets(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			g.targets(n.Key, n.Value)
		}
	case *ast.CallExpr:
		if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && g.writes(id) {
			g.targets(n.Args[0])
		}
	}
	return true
}

// writes reports whether a call of this name changes its first argument.
func (g *written) writes(id *ast.Ident) bool {
	b, ok := g.info.Uses[id].(*types.Builtin)
	return ok && (b.Name() == "delete" || b.Name() == "clear" || b.Name() == "copy")
}

func (g *written) targets(exprs ...ast.Expr) {
	for _, e := range exprs {
		if v := g.root(e); v != nil {
			g.report(e.Pos(), "package variable %s is written outside of init", v.Name())
		}
	}
}

// root returns the package variable that an expression stands in, or nil.
func (g *written) root(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.SelectorExpr:
			if v := g.global(x.Sel); v != nil {
				return v
			}
			e = x.X
		case *ast.Ident:
			return g.global(x)
		default:
			return nil
		}
	}
}

// global returns the package variable that an identifier names, or nil.
func (g *written) global(id *ast.Ident) *types.Var {
	v, ok := g.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}
