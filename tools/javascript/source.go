package javascript

import (
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// The names under which rewritten code finds its guards. They cannot be spelled in a script.
const (
	guardPower   = " power"
	guardShift   = " shift"
	guardUnshift = " unshift"
	guardUnpack  = " unpack"
	guardOnce    = " once"
	guardPiece   = " piece"
	guardPart    = " part"
)

// scriptName is the file name of the script in positions.
const scriptName = "script"

// compile turns the code of a call into a program. Code that returns at the top level is read
// as the body of a function.
//
// Errors:  ErrNesting, ErrAsync, or the first syntax error with its line and column.
func compile(code string) (*goja.Program, error) {
	if nesting(code) > maxNesting || repeatedLabels(code) > maxLabels {
		return nil, ErrNesting
	}
	program, err := parse(code)
	if err != nil && strings.Contains(err.Error(), "Illegal return statement") {
		program, err = parse("(function(){" + code + "\n})()")
	}
	if err != nil && awaits.MatchString(code) {
		return nil, ErrAsync
	}
	if err != nil {
		return nil, syntaxError(err)
	}
	g := grafter{seen: map[uintptr]bool{}}
	g.visit(reflect.ValueOf(program))
	if g.async {
		return nil, ErrAsync
	}
	compiled, err := goja.CompileAST(program, false)
	if err != nil {
		return nil, syntaxError(err)
	}
	return compiled, nil
}

// awaits finds the word that only asynchronous code may use, to explain why the code does not parse.
var awaits = regexp.MustCompile(`\bawait\b`)

// parse never looks for source maps: goja would open the file that a comment names.
func parse(code string) (*ast.Program, error) {
	return parser.ParseFile(nil, scriptName, code, 0, parser.WithDisableSourceMaps)
}

// syntaxError keeps the first message only; the rest are mostly its consequences.
func syntaxError(err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n")
	text = strings.TrimSuffix(text, " (and 1 more errors)")
	return fmt.Errorf("javascript: syntax error: %s", strings.TrimPrefix(text, "SyntaxError: "))
}

// nesting is an upper bound of how deeply brackets are nested: it counts those in texts too.
func nesting(code string) int {
	depth, deepest := 0, 0
	for i := range len(code) {
		switch code[i] {
		case '(', '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return deepest
}

// labels finds what may be a label: a name and a colon that follow neither a brace nor a comma
// (a key) nor a question mark (a choice).
var labels = regexp.MustCompile(`(?:^|[^{,?\s\p{Z}])[\s\p{Z}]*([\p{L}_$][\p{L}\d_$]*)[\s\p{Z}]*:`)

// repeatedLabels is how often the most frequent label stands in the code. The parser makes an
// error of every pair of equal nested labels.
func repeatedLabels(code string) int {
	most, count := 0, map[string]int{}
	for at := 0; at < len(code); {
		m := labels.FindStringSubmatchIndex(code[at:])
		if m == nil {
			break
		}
		name := code[at+m[2] : at+m[3]]
		count[name]++
		most = max(most, count[name])
		at += m[1] - 1 // the colon may come before the next label
	}
	return most
}

// grafter walks a syntax tree once: it finds asynchronous code and puts guards around the
// operators that a built-in function cannot guard.
type grafter struct {
	seen  map[uintptr]bool // the tree shares nodes
	async bool
}

var (
	expressionType = reflect.TypeFor[ast.Expression]()
	fileType       = reflect.TypeFor[*file.File]()
)

func (g *grafter) visit(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		g.visitInterface(v)
	case reflect.Pointer:
		if v.IsNil() || v.Type() == fileType || g.seen[v.Pointer()] {
			return
		}
		g.seen[v.Pointer()] = true
		g.note(v.Interface())
		g.visit(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				g.visit(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			g.visit(v.Index(i))
		}
	}
}

func (g *grafter) visitInterface(v reflect.Value) {
	if v.IsNil() {
		return
	}
	g.visit(v.Elem())
	if v.Type() != expressionType || !v.CanSet() {
		return
	}
	node, _ := v.Interface().(ast.Expression)
	if grafted := graft(node); grafted != nil {
		v.Set(reflect.ValueOf(grafted))
	}
}

// note looks at each node once. What is spread is guarded in place.
func (g *grafter) note(node any) {
	switch n := node.(type) {
	case *ast.SpreadElement:
		n.Expression = guardCall(guardUnpack, n.Expression.Idx0(), n.Expression)
	case *ast.BinaryExpression:
		if n.Operator == token.PLUS {
			n.Right = piece(n.Right)
		}
	case *ast.AssignExpression:
		if n.Operator == token.PLUS {
			n.Right = piece(n.Right)
		}
	case *ast.TemplateLiteral:
		graftTemplate(n)
	case *ast.FunctionLiteral:
		g.async = g.async || n.Async
	case *ast.ArrowFunctionLiteral:
		g.async = g.async || n.Async
	case *ast.AwaitExpression:
		g.async = true
	}
}

// piece bounds what + may add to a text, so that no text grows faster than the watch over the heap
// sees: one that doubles itself fills a machine within a few steps.
func piece(right ast.Expression) ast.Expression {
	if isShort(right) {
		return right
	}
	return guardCall(guardPiece, right.Idx0(), right, numeral(right, maxPieceChars))
}

// isShort reports whether an expression cannot be a long text: a literal, or a number's.
func isShort(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral, *ast.UnaryExpression:
		return true
	case *ast.BinaryExpression:
		return n.Operator == token.MINUS || n.Operator == token.MULTIPLY || n.Operator == token.SLASH || n.Operator == token.REMAINDER
	}
	return false
}

// graftTemplate bounds the parts of a template text, which are put together in one step.
func graftTemplate(n *ast.TemplateLiteral) {
	if n.Tag != nil {
		return // a call of a function, which has a guard of its own
	}
	for i, e := range n.Expressions {
		if !isShort(e) {
			n.Expressions[i] = guardCall(guardPart, e.Idx0(), e, numeral(e, maxUnits/int64(len(n.Expressions))))
		}
	}
}

func numeral(at ast.Expression, n int64) *ast.NumberLiteral {
	return &ast.NumberLiteral{Idx: at.Idx0(), Literal: strconv.FormatInt(n, 10), Value: n}
}

// graft returns what stands in for node, or nil when it may stay.
func graft(node ast.Expression) ast.Expression {
	switch n := node.(type) {
	case *ast.BinaryExpression:
		if name := guardOf(n.Operator); name != "" && !harmless(n.Right) {
			return guardCall(name, n.Idx0(), n.Left, n.Right)
		}
	case *ast.AssignExpression:
		return graftAssign(n)
	}
	return nil
}

// graftAssign guards `a **= b`. Any other target than a plain name is evaluated once only,
// so there the right side alone is guarded, more strictly.
func graftAssign(n *ast.AssignExpression) ast.Expression {
	name := guardOf(n.Operator)
	if name == "" || harmless(n.Right) {
		return nil
	}
	if id, ok := n.Left.(*ast.Identifier); ok {
		return &ast.AssignExpression{
			Operator: token.ASSIGN, Left: id, Right: guardCall(name, n.Idx0(), id, n.Right),
		}
	}
	n.Right = guardCall(guardOnce, n.Right.Idx0(), n.Right)
	return nil
}

func guardOf(op token.Token) string {
	switch op {
	case token.EXPONENT:
		return guardPower
	case token.SHIFT_LEFT:
		return guardShift
	case token.SHIFT_RIGHT:
		return guardUnshift
	}
	return ""
}

// harmless reports whether an exponent or a distance is a plain number, which cannot make a BigInt grow.
func harmless(right ast.Expression) bool {
	n, ok := right.(*ast.NumberLiteral)
	if !ok {
		return false
	}
	_, bigInt := n.Value.(*big.Int)
	return !bigInt
}

func guardCall(name string, at file.Idx, args ...ast.Expression) *ast.CallExpression {
	return &ast.CallExpression{
		Callee: &ast.Identifier{Name: unistring.NewFromString(name), Idx: at}, LeftParenthesis: at,
		ArgumentList: args, RightParenthesis: at,
	}
}
