package planted

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
)

// switched is the package that a changed engine asks which changes are switched on.
const switched = `package planted

import (
	"os"
	"slices"
	"strings"
)

var on = strings.Split(os.Getenv("LEGWORK_PLANTED"), " ")

func Is(rule string) bool { return slices.Contains(on, rule) }

func Or[T any](rule string, was, is T) T {
	if Is(rule) {
		return is
	}
	return was
}
`

// source is a file that is rewritten. Comments are left out: they would end up beside something else.
type source struct {
	files *token.FileSet
	file  *ast.File
}

func parse(name string, text []byte) (*source, error) {
	s := &source{files: token.NewFileSet()}
	var err error
	s.file, err = parser.ParseFile(s.files, name, text, 0)
	return s, err
}

func (s *source) text() ([]byte, error) {
	var out bytes.Buffer
	err := format.Node(&out, s.files, s.file)
	return out.Bytes(), err
}

func (s *source) imports(path string) {
	spec := &ast.ImportSpec{Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(path)}}
	s.file.Decls = slices.Insert(s.file.Decls, 0, ast.Decl(&ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{spec}}))
}

// A refactoring changes a file and nothing that it does, and reports in how many places.
type refactoring func(s *source) int

var refactorings = []struct {
	name string
	do   refactoring
}{
	{"rename locals", renameLocals},
	{"reorder functions", reorder},
	{"extract variables", extract},
	{"invert if and else", invert},
	{"swap operands", swap},
	{"write and as not or", deMorgan},
	{"write else as a block", elseBlock},
}

// renameLocals renames the variables that functions declare by :=, where no member has the name of one.
func renameLocals(s *source) (n int) {
	members := map[string]bool{}
	ast.Inspect(s.file, func(node ast.Node) bool {
		if kv, ok := node.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				members[key.Name] = true
			}
		}
		return true
	})
	ast.Inspect(s.file, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if !ok || id.Obj == nil || id.Obj.Kind != ast.Var || members[id.Name] || id.Name == "_" {
			return true
		}
		if a, isLocal := id.Obj.Decl.(*ast.AssignStmt); isLocal && a.Tok == token.DEFINE {
			id.Name += "Renamed"
			n++
		}
		return true
	})
	return n
}

// reorder turns the order of the functions around.
func reorder(s *source) int {
	var functions, others []ast.Decl
	for _, d := range s.file.Decls {
		if _, ok := d.(*ast.FuncDecl); ok {
			functions = append(functions, d)
		} else {
			others = append(others, d)
		}
	}
	slices.Reverse(functions)
	s.file.Decls = append(others, functions...)
	return len(functions)
}

// extract gives what is returned a name first.
func extract(s *source) (n int) {
	ast.Inspect(s.file, func(node ast.Node) bool {
		block, ok := node.(*ast.BlockStmt)
		if !ok {
			return true
		}
		for i := len(block.List) - 1; i >= 0; i-- {
			r, ok := block.List[i].(*ast.ReturnStmt)
			if !ok || len(r.Results) != 1 {
				continue
			}
			if _, isComparison := r.Results[0].(*ast.BinaryExpr); !isComparison {
				continue
			}
			name := ast.NewIdent("extracted")
			define := &ast.AssignStmt{Lhs: []ast.Expr{name}, Tok: token.DEFINE, Rhs: r.Results}
			block.List[i] = &ast.ReturnStmt{Results: []ast.Expr{ast.NewIdent("extracted")}}
			block.List = slices.Insert(block.List, i, ast.Stmt(define))
			n++
		}
		return true
	})
	return n
}

func not(x ast.Expr) ast.Expr { return &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: x}} }

// invert turns if and else around.
func invert(s *source) (n int) {
	ast.Inspect(s.file, func(node ast.Node) bool {
		if i, ok := node.(*ast.IfStmt); ok {
			if other, ok := i.Else.(*ast.BlockStmt); ok {
				i.Cond, i.Body, i.Else = not(i.Cond), other, i.Body
				n++
			}
		}
		return true
	})
	return n
}

// swap turns comparisons around.
func swap(s *source) (n int) {
	other := map[token.Token]token.Token{
		token.EQL: token.EQL, token.NEQ: token.NEQ,
		token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
	}
	ast.Inspect(s.file, func(node ast.Node) bool {
		if b, ok := node.(*ast.BinaryExpr); ok && other[b.Op] != 0 {
			b.X, b.Y, b.Op = &ast.ParenExpr{X: b.Y}, &ast.ParenExpr{X: b.X}, other[b.Op]
			n++
		}
		return true
	})
	return n
}

// deMorgan writes a && b as !(!a || !b).
func deMorgan(s *source) (n int) {
	ast.Inspect(s.file, func(node ast.Node) bool {
		if i, ok := node.(*ast.IfStmt); ok {
			if b, ok := i.Cond.(*ast.BinaryExpr); ok && b.Op == token.LAND {
				i.Cond = not(&ast.BinaryExpr{X: not(b.X), Op: token.LOR, Y: not(b.Y)})
				n++
			}
		}
		return true
	})
	return n
}

// elseBlock writes else if as an if in the block of else.
func elseBlock(s *source) (n int) {
	ast.Inspect(s.file, func(node ast.Node) bool {
		if i, ok := node.(*ast.IfStmt); ok {
			if next, ok := i.Else.(*ast.IfStmt); ok {
				i.Else = &ast.BlockStmt{List: []ast.Stmt{next}}
				n++
			}
		}
		return true
	})
	return n
}

// spread is a step that no number of files divides: it leads to each once.
const spread = 10007

// refactor makes one refactoring of each of as many files as are wanted, the kinds in turn, and says of which. A kind
// that a file has no place for is passed over.
func refactor(files map[string][]byte, wanted int) (done []string, err error) {
	names := slices.Sorted(maps.Keys(files))
	kind := 0
	for i := range names {
		name := names[i*spread%len(names)] // not those of one package alone
		for range refactorings {
			if len(done) == wanted {
				return done, nil
			}
			r := refactorings[kind%len(refactorings)]
			kind++
			s, err := parse(name, files[name])
			if err != nil {
				return nil, err
			}
			places := r.do(s)
			if places == 0 {
				continue
			}
			if files[name], err = s.text(); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, r.name, err)
			}
			done = append(done, fmt.Sprintf("%s in %s, %d places", r.name, filepath.Base(name), places))
			break
		}
	}
	return done, nil
}
