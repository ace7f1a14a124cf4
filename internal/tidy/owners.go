package tidy

import (
	"go/ast"
	"go/types"
	"slices"
)

// Owners reports assignments to the fields of types that are another package's to change. others are the types, as
// "import/path.Name".
func Owners(others ...string) Check {
	return Check{Name: "owners", Run: func(p *Package, report Report) {
		visit := func(target ast.Expr) {
			if index, ok := ast.Unparen(target).(*ast.IndexExpr); ok {
				target = index.X
			}
			sel, ok := ast.Unparen(target).(*ast.SelectorExpr)
			if !ok {
				return
			}
			if owner := ownerOf(p.TypesInfo.Selections[sel]); slices.Contains(others, owner) {
				report(sel.Pos(), "writes %s of %s", sel.Sel.Name, owner)
			}
		}
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, target := range n.Lhs {
						visit(target)
					}
				case *ast.IncDecStmt:
					visit(n.X)
				}
				return true
			})
		}
	}}
}

// ownerOf returns the type that declares the field of a selection, also where another type embeds it.
func ownerOf(s *types.Selection) string {
	if s == nil || s.Kind() != types.FieldVal {
		return ""
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		st, ok := core(deref(t)).(*types.Struct)
		if !ok {
			return ""
		}
		t = st.Field(i).Type()
	}
	named, ok := deref(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

func deref(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
