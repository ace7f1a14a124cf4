package tidy

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Purity reports what could make a decision depend on more than its input: goroutines, channels,
// select, the order of a map, floats and written package variables. exempt names files, as
// "dir/file.go", in which floats are allowed, each with the reason.
func Purity(exempt map[string]string) Check {
	return Check{Name: "purity", Run: func(p *Package, report Report) {
		for _, f := range p.Syntax {
			v := purity{info: p.TypesInfo, report: report}
			v.floats = exempt[p.Dir+"/"+p.filename(f)] == ""
			ast.Inspect(f, v.visit)
		}
		globals(p, report)
	}}
}

type purity struct {
	info   *types.Info
	report Report
	floats bool              // floats are reported
	sorted map[ast.Expr]bool // calls whose result is sorted at once
}

func (v *purity) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		v.report(n.Pos(), "go statement")
	case *ast.SelectStmt:
		v.report(n.Pos(), "select")
	case *ast.ChanType:
		v.report(n.Pos(), "channel type")
	case *ast.SendStmt:
		v.report(n.Pos(), "channel send")
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			v.report(n.Pos(), "channel receive")
		}
	case *ast.RangeStmt:
		v.ranged(n)
	case *ast.CallExpr:
		v.call(n)
	}
	if e, ok := n.(ast.Expr); ok && v.floats && v.isFloat(e) {
		v.report(e.Pos(), "float")
	}
	return true
}

// ranged reports a range over a map or over a channel.
func (v *purity) ranged(n *ast.RangeStmt) {
	switch core(v.info.TypeOf(n.X)).(type) {
	case *types.Map:
		v.report(n.Pos(), "range over a map")
	case *types.Chan:
		v.report(n.Pos(), "range over a channel")
	}
}

// call reports an iterator over a map that is not sorted at once.
func (v *purity) call(n *ast.CallExpr) {
	pkg, name := v.callee(n)
	if pkg == "slices" && (name == "Sorted" || name == "SortedFunc" || name == "SortedStableFunc") {
		if v.sorted == nil {
			v.sorted = map[ast.Expr]bool{}
		}
		v.sorted[n.Args[0]] = true
	}
	if pkg == "maps" && (name == "All" || name == "Keys" || name == "Values") && !v.sorted[n] {
		v.report(n.Pos(), "unsorted maps.%s", name)
	}
}

// callee returns the package path and name of a called package function.
func (v *purity) callee(n *ast.CallExpr) (pkg, name string) {
	fun := ast.Unparen(n.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	f, ok := v.info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil {
		return "", ""
	}
	return f.Pkg().Path(), f.Name()
}

func (v *purity) isFloat(e ast.Expr) bool {
	t := v.info.TypeOf(e)
	if t == nil {
		return false
	}
	b, ok := core(t).(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}

// core returns the underlying type; of a type parameter the one that all its types share.
func core(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	constraint, ok := p.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for etyp := range constraint.EmbeddedTypes() {
		switch e := etyp.(type) {
		case *types.Union:
			if e.Len() > 0 {
				return e.Term(0).Type().Underlying()
			}
		default:
			return e.Underlying()
		}
	}
	return nil
}
