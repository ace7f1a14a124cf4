package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// mutant is one planted mistake.
type mutant struct {
	id    int
	where string // file:line
	fn    string // the function that it is in
	kind  string
	text  string // the code that it changes, on one line
}

// key names a mutant in survivors.txt: it stays the same when lines move.
func (m mutant) key() string {
	return fmt.Sprintf("%s %s: %s", m.fn, m.kind, m.text)
}

// edit puts text at an offset of a file, in place of the next cut bytes.
type edit struct {
	offset, cut int
	text        string
	opens       bool
}

// planter rewrites the files of one package.
type planter struct {
	pkg     *packages.Package
	dir     string
	next    int // id of the next mutant
	mutants []mutant

	name   string // of the file being read
	source []byte
	edits  []edit
	fn     string
}

// plant writes the package's files with all mistakes in them below folder, and returns the mistakes
// and the overlay that puts the files in the place of the real ones.
func plant(dir, folder string) ([]mutant, map[string]string, error) {
	config := &packages.Config{Mode: packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedSyntax |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps}
	loaded, err := packages.Load(config, "./"+dir)
	if err != nil {
		return nil, nil, err
	}
	if len(loaded) != 1 || len(loaded[0].Errors) > 0 {
		return nil, nil, fmt.Errorf("cannot be loaded: %v", loaded)
	}
	p := &planter{pkg: loaded[0], dir: dir, next: 1}
	overlay := map[string]string{}
	for i, file := range p.pkg.Syntax {
		path := p.pkg.CompiledGoFiles[i]
		if ast.IsGenerated(file) {
			continue
		}
		text, err := p.file(path, file)
		if err != nil {
			return nil, nil, err
		}
		planted := filepath.Join(folder, filepath.Base(path))
		if err := os.WriteFile(planted, text, 0o600); err != nil {
			return nil, nil, err
		}
		overlay[path] = planted
	}
	planted := filepath.Join(folder, "mutant_switch.go")
	if err := os.WriteFile(planted, fmt.Appendf(nil, switchCode, p.pkg.Name, p.next), 0o600); err != nil {
		return nil, nil, err
	}
	overlay[filepath.Join(filepath.Dir(p.pkg.CompiledGoFiles[0]), "mutant_switch.go")] = planted
	return p.mutants, overlay, nil
}

// file returns a file's text with all mistakes in it.
func (p *planter) file(name string, file *ast.File) ([]byte, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	p.name, p.source, p.edits = filepath.Base(name), source, nil
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		p.fn = p.dir + "." + functionName(fn)
		ast.Inspect(fn.Body, p.visit)
	}
	return p.apply(), nil
}

func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + fn.Name.Name
	}
	return fn.Name.Name
}

// apply returns the file with the edits made. At one offset what closes comes before what opens; of
// two that open the one planted first is the outer one, of two that close the inner one.
func (p *planter) apply() []byte {
	slices.SortStableFunc(p.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(rank(a), rank(b)))
	})
	var out []byte
	at := 0
	for i := 0; i < len(p.edits); {
		j := i
		for j < len(p.edits) && p.edits[j].offset == p.edits[i].offset && rank(p.edits[j]) == rank(p.edits[i]) {
			j++
		}
		group := p.edits[i:j]
		if !group[0].opens && group[0].cut == 0 {
			slices.Reverse(group) // planted last means innermost: it closes first
		}
		for _, e := range group {
			out = append(out, p.source[at:e.offset]...)
			out = append(out, e.text...)
			at = e.offset + e.cut
		}
		i = j
	}
	return append(out, p.source[at:]...)
}

func rank(e edit) int {
	switch {
	case e.opens:
		return 1
	case e.cut > 0:
		return 2
	}
	return 0
}

func (p *planter) offset(pos token.Pos) int { return p.pkg.Fset.Position(pos).Offset }

// add numbers a new mistake.
func (p *planter) add(n ast.Node, kind string) int {
	text := strings.Join(strings.Fields(string(p.source[p.offset(n.Pos()):p.offset(n.End())])), " ")
	if len(text) > 160 {
		text = text[:160] + "…"
	}
	id := p.next
	p.next++
	p.mutants = append(p.mutants, mutant{
		id: id, where: fmt.Sprintf("%s/%s:%d", p.dir, p.name, p.pkg.Fset.Position(n.Pos()).Line),
		fn: p.fn, kind: kind, text: text,
	})
	return id
}

// wrap puts text before and after a node.
func (p *planter) wrap(n ast.Node, before, after string) {
	p.edits = append(p.edits,
		edit{offset: p.offset(n.Pos()), text: before, opens: true},
		edit{offset: p.offset(n.End()), text: after})
}

func (p *planter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		p.statements(n.List)
	case *ast.CaseClause:
		p.statements(n.Body)
		for _, e := range n.List {
			p.condition(e)
		}
	case *ast.CommClause:
		p.statements(n.Body)
	case *ast.IfStmt:
		p.condition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			p.boundary(n.Cond) // a loop whose condition is turned round may never end
		}
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			p.condition(e)
		}
	case *ast.BinaryExpr:
		p.arithmetic(n)
	}
	return true
}

// isValue reports whether an expression is computed at run time and has an underlying type of this kind.
func (p *planter) isValue(e ast.Expr, kind types.BasicInfo) bool {
	tv, ok := p.pkg.TypesInfo.Types[e]
	if !ok || !tv.IsValue() || tv.Value != nil { // the cases of a type switch are types
		return false
	}
	basic, ok := tv.Type.Underlying().(*types.Basic)
	return ok && basic.Info()&kind != 0
}

// condition plants what can be wrong with a truth value: it is turned round, one half is left out, or
// a limit is off by one.
func (p *planter) condition(e ast.Expr) {
	if !p.isValue(e, types.IsBoolean) {
		return
	}
	if paren, ok := e.(*ast.ParenExpr); ok {
		p.condition(paren.X)
		return
	}
	if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.LAND || b.Op == token.LOR) {
		p.halves(b)
		p.condition(b.X)
		p.condition(b.Y)
		return
	}
	p.wrap(e, fmt.Sprintf("mutantNot(%d, ", p.add(e, "turned round")), ")")
	p.boundary(e)
}

func (p *planter) halves(e *ast.BinaryExpr) {
	name := map[token.Token]string{token.LAND: "mutantAnd", token.LOR: "mutantOr"}[e.Op]
	left, right := p.add(e, "without its right half"), p.add(e, "without its left half")
	p.wrap(e, fmt.Sprintf("%s(%d, %d, func() bool { return bool(", name, left, right), ") })")
	p.edits = append(p.edits, edit{offset: p.offset(e.OpPos), cut: 2, text: ") }, func() bool { return bool("})
}

// boundary plants a limit that is off by one.
func (p *planter) boundary(e ast.Expr) {
	b, ok := e.(*ast.BinaryExpr)
	if !ok {
		return
	}
	name := map[token.Token]string{
		token.LSS: "mutantLess", token.LEQ: "mutantAtMost", token.GTR: "mutantMore", token.GEQ: "mutantAtLeast",
	}[b.Op]
	if name == "" || !p.isInteger(b.X) || !p.isInteger(b.Y) {
		return
	}
	p.wrap(e, fmt.Sprintf("%s(%d, ", name, p.add(e, "off by one")), ")")
	p.edits = append(p.edits, edit{offset: p.offset(b.OpPos), cut: len(b.Op.String()), text: ","})
}

func (p *planter) isInteger(e ast.Expr) bool {
	basic, ok := p.pkg.TypesInfo.Types[e].Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// arithmetic turns a plus into a minus and back.
func (p *planter) arithmetic(e *ast.BinaryExpr) {
	name := map[token.Token]string{token.ADD: "mutantPlus", token.SUB: "mutantMinus"}[e.Op]
	if name == "" || !p.isValue(e, types.IsInteger) ||
		!p.isValue(e.X, types.IsInteger) && !p.isValue(e.Y, types.IsInteger) {
		return
	}
	p.wrap(e, fmt.Sprintf("%s(%d, ", name, p.add(e, "other sign")), ")")
	p.edits = append(p.edits, edit{offset: p.offset(e.OpPos), cut: 1, text: ","})
}

// statements plants the leaving out of each statement that declares nothing.
func (p *planter) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if !isPanic(s.X) {
				p.skip(s)
			}
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE && !p.isBlank(s) {
				p.skip(s)
			}
		case *ast.IncDecStmt:
			p.skip(s)
		case *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt:
			p.skip(s)
		}
	}
}

func (p *planter) skip(s ast.Stmt) {
	p.wrap(s, fmt.Sprintf("if mutantKeep(%d) { ", p.add(s, "left out")), " }")
}

func isPanic(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}

// isBlank reports whether an assignment gives its value to nobody.
func (p *planter) isBlank(s *ast.AssignStmt) bool {
	for _, l := range s.Lhs {
		if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// switchCode is what the planted calls stand on. Where LEGWORK_REACHED names a file, the ids of all mistakes that are
// come by go there, and none is made.
const switchCode = `package %s

import (
	"os"
	"strconv"
	"sync/atomic"
)

var mutantNow = func() int {
	n, _ := strconv.Atoi(os.Getenv("LEGWORK_MUTANT"))
	return n
}()

const mutantCount = %d

var mutantReached = func() *os.File {
	name := os.Getenv("LEGWORK_REACHED")
	if name == "" {
		return nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	return file
}()

var mutantSeen [mutantCount]atomic.Bool

func mutantIs(id int) bool {
	if mutantReached != nil && !mutantSeen[id].Swap(true) {
		if _, err := mutantReached.WriteString(strconv.Itoa(id) + " "); err != nil {
			panic(err)
		}
	}
	return mutantNow == id
}

type mutantInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

func mutantKeep(id int) bool { return !mutantIs(id) }

func mutantNot[T ~bool](id int, v T) T { return v != T(mutantIs(id)) }

func mutantAnd(noRight, noLeft int, a, b func() bool) bool {
	switch {
	case mutantIs(noRight):
		return a()
	case mutantIs(noLeft):
		return b()
	}
	return a() && b()
}

func mutantOr(noRight, noLeft int, a, b func() bool) bool {
	switch {
	case mutantIs(noRight):
		return a()
	case mutantIs(noLeft):
		return b()
	}
	return a() || b()
}

func mutantLess[T mutantInteger](id int, a, b T) bool    { return a < b || mutantIs(id) && a == b }
func mutantAtMost[T mutantInteger](id int, a, b T) bool  { return a < b || !mutantIs(id) && a == b }
func mutantMore[T mutantInteger](id int, a, b T) bool    { return a > b || mutantIs(id) && a == b }
func mutantAtLeast[T mutantInteger](id int, a, b T) bool { return a > b || !mutantIs(id) && a == b }

func mutantPlus[T mutantInteger](id int, a, b T) T {
	if mutantIs(id) {
		return a - b
	}
	return a + b
}

func mutantMinus[T mutantInteger](id int, a, b T) T {
	if mutantIs(id) {
		return a + b
	}
	return a - b
}
`
