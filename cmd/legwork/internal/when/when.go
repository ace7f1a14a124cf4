package when

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"
)

// Expr is a compiled expression. It is not safe for concurrent use; Clone returns one for another goroutine.
type Expr struct {
	program *vm.Program
	machine vm.VM
	uses    map[string]map[string]bool // members by name; the empty member stands for the whole
	env     map[string]any
	built   builder
	bounded bool
}

// Compile reads an expression, which must be true or false.
//
//   - Errors: ErrExpr, with the position.
func Compile(text string) (*Expr, error) {
	if strings.TrimSpace(text) == "" {
		return nil, fmt.Errorf(`%w: it is empty: write one such as status.state == "retryable"`, ErrExpr)
	}
	if _, err := expr.Compile(text, expr.Env(names()), expr.AsBool()); err != nil { // with the names, for its errors
		return nil, fmt.Errorf("%w: %w", ErrExpr, err)
	}
	found, cost := &uses{members: map[string]map[string]bool{}, whole: map[string]int{}}, &costs{}
	program, err := expr.Compile(text, expr.AllowUndefinedVariables(), expr.Patch(found), expr.Patch(cost),
		expr.Patch(absentIsNil{}))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrExpr, err)
	}
	for name, n := range found.whole {
		if n > 0 {
			found.members[name][""] = true
		}
	}
	return &Expr{
		program: program, uses: found.members, env: map[string]any{}, bounded: !cost.high && len(text) <= maxBounded,
	}, nil
}

// Clone returns the same expression for another goroutine.
func (e *Expr) Clone() *Expr {
	return &Expr{program: e.program, uses: e.uses, env: map[string]any{}, bounded: e.bounded}
}

// Bounded reports whether the expression looks at each value of a moment a few times at most, and makes none that is
// larger: whoever wrote it cannot keep a processor busy with it, or fill the memory.
func (e *Expr) Bounded() bool { return e.bounded }

// NamesEvents reports whether the expression is about single events: it names event or decision.
func (e *Expr) NamesEvents() bool { return e.uses[nameEvent] != nil || e.uses[nameDecision] != nil }

// NamesTrip reports whether the expression needs the [Facts] of a trip.
func (e *Expr) NamesTrip() bool { return e.uses[nameTrip] != nil }

// NeedsTexts reports whether the expression reads a text that a person was shown.
func (e *Expr) NeedsTexts() bool {
	for name, members := range map[string][]string{
		nameIntent: {"status"}, nameDecision: {"ui", "ui_messages", "notes_added", "ask", "last_tool_error"},
		nameStatus: {"notes", "assumptions", "ask", "last_tool_error"},
	} {
		if e.uses[name] != nil && slices.ContainsFunc(members, func(m string) bool { return e.needs(name, m) }) {
			return true
		}
	}
	return false
}

// needs reports whether the expression names a member of a name, or all of it.
func (e *Expr) needs(name, member string) bool { return e.uses[name][member] || e.uses[name][""] }

// Holds reports whether the expression is true at a moment of a trip.
//
//   - Errors: ErrEval.
func (e *Expr) Holds(m *Moment) (bool, error) {
	e.built.into(e, m)
	out, err := e.machine.Run(e.program, e.env)
	switch {
	case err == nil:
		holds, ok := out.(bool)
		if !ok && out != nil {
			return false, fmt.Errorf("%w: it is %v, neither true nor false", ErrEval, out)
		}
		return holds, nil
	case strings.Contains(err.Error(), "nil"):
		return false, nil // what is absent is neither more nor less than anything, and has no length
	default:
		return false, fmt.Errorf("%w: %w", ErrEval, err)
	}
}

// The names that an expression may use.
const (
	nameTrip     = "trip"
	nameIntent   = "intent"
	nameStatus   = "status"
	nameEvent    = "event"
	nameDecision = "decision"
)

// uses collects which members of the names an expression uses.
type uses struct {
	members map[string]map[string]bool
	whole   map[string]int // names without a member behind them
}

// Visit implements ast.Visitor. A name is visited before the member of it.
func (u *uses) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if u.members[n.Value] == nil {
			u.members[n.Value] = map[string]bool{}
		}
		u.whole[n.Value]++
	case *ast.MemberNode:
		base, isName := n.Node.(*ast.IdentifierNode)
		member, isText := n.Property.(*ast.StringNode)
		if isName && isText && u.members[base.Value] != nil {
			u.members[base.Value][member.Value] = true
			u.whole[base.Value]--
		}
	}
}

// absentIsNil makes a member of nil, and an element behind the last one, nil.
type absentIsNil struct{}

// Visit implements ast.Visitor.
func (absentIsNil) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.MemberNode); ok {
		ast.Patch(node, &ast.BuiltinNode{Name: "get", Arguments: []ast.Node{n.Node, n.Property}})
	}
}

// mostBounded is how long the text of a bounded expression may be, in bytes.
const maxBounded = 4 << 10

// costs finds out whether an expression may take more than a look at each value.
type costs struct{ high bool }

// The functions and operators that a bounded expression may use. None of them makes a text or a list longer than its
// arguments.
var (
	boundedFunctions = []string{
		"all", "any", "none", "one", "count", "filter", "map", "find", "len", "lower", "upper", "trim",
	}
	boundedOperators = []string{
		"==", "!=", "<", "<=", ">", ">=", "and", "&&", "or", "||", "in", "contains", "startsWith", "endsWith", "matches",
		"??", "-", "*", "/", "%",
	}
)

// Visit implements ast.Visitor.
func (c *costs) Visit(node *ast.Node) {
	bounded := false
	switch n := (*node).(type) {
	case *ast.NilNode, *ast.IdentifierNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode,
		*ast.UnaryNode, *ast.ChainNode, *ast.MemberNode, *ast.PointerNode, *ast.ConditionalNode, *ast.ArrayNode:
		bounded = true
	case *ast.BinaryNode:
		bounded = slices.Contains(boundedOperators, n.Operator)
	case *ast.BuiltinNode:
		bounded = slices.Contains(boundedFunctions, n.Name)
	case *ast.PredicateNode: // of a loop, in which there is no other
		bounded = ast.Find(n.Node, func(node ast.Node) bool { _, loops := node.(*ast.PredicateNode); return loops }) == nil
	}
	c.high = c.high || !bounded
}
