package javascript

import (
	"maps"
	"slices"

	"github.com/dop251/goja"
)

// removed are globals that reach the host, make code from text, or let a script lie to guards.
var removed = []string{"eval", "Proxy", "Reflect", "Promise", "GoError", "ArrayBuffer", "DataView", "WeakRef", "FinalizationRegistry"}

// typedArrays may be made from a number, an array or one another, up to maxUnits elements.
var typedArrays = []string{
	"Uint8Array", "Uint8ClampedArray", "Int8Array", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array",
	"Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
}

// installGuards closes the machine before the script sees it.
func (m *machine) installGuards() {
	global := m.vm.GlobalObject()
	m.guardAll(m.prototype("String"), textGuards)
	m.guardAll(m.object("String"), map[string]guard{"raw": guardRaw})
	m.guardSymbol(m.prototype("String"), goja.SymIterator, guardTakeApart)
	for _, symbol := range matchers {
		m.guardSymbol(m.prototype("RegExp"), symbol, guardMatched)
	}
	m.guardAll(global, globalGuards)
	m.guardAll(m.object("Object"), objectGuards)
	m.guardAll(m.object("JSON"), jsonGuards)
	m.guardAll(m.object("BigInt"), bigGuards)
	m.guardAll(m.object("Array"), map[string]guard{"from": guardFrom})
	m.guardAll(m.prototype("Function"), map[string]guard{"apply": guardApply})
	m.guardArrays()
	m.guardViews()
	for _, name := range removed {
		m.must(global.Delete(name))
	}
	m.must(global.DefineDataProperty(guardUnpack, m.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		m.unpack(c.Argument(0))
		return c.Argument(0)
	}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
}

func (m *machine) object(name string) *goja.Object { return m.vm.Get(name).ToObject(m.vm) }

func (m *machine) prototype(name string) *goja.Object {
	return m.object(name).Get("prototype").ToObject(m.vm)
}

// guardAll puts each guard before the function of its name.
func (m *machine) guardAll(object *goja.Object, guards map[string]guard) {
	for _, name := range slices.Sorted(maps.Keys(guards)) {
		m.guardOne(object, name, guards[name])
	}
}

func (m *machine) guardOne(object *goja.Object, name string, g guard) {
	original, ok := goja.AssertFunction(object.Get(name))
	if !ok {
		return // this version of goja does not have it
	}
	m.must(object.DefineDataProperty(name, m.guarded(name, original, g), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

func (m *machine) guarded(name string, original goja.Callable, g guard) goja.Value {
	wrapper := m.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		c = g(m, c)
		v, err := original(c.This, c.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	}).ToObject(m.vm)
	m.must(wrapper.DefineDataProperty("name", m.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return wrapper
}

// guardSymbol puts a guard before the function of a symbol, for good: spreading and Array.from go
// through the iterator of texts, the functions of texts through those of regular expressions.
func (m *machine) guardSymbol(proto *goja.Object, symbol *goja.Symbol, g guard) {
	original, ok := goja.AssertFunction(proto.GetSymbol(symbol))
	if !ok {
		return // this version of goja does not have it
	}
	m.must(proto.DefineDataPropertySymbol(symbol, m.guarded("["+symbol.String()+"]", original, g),
		goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
}

func (m *machine) guardArrays() {
	proto := m.prototype("Array")
	for _, name := range proto.GetOwnPropertyNames() {
		if !slices.Contains(unguarded, name) {
			m.guardOne(proto, name, arrayGuard(name))
		}
	}
	m.must(proto.DefineDataPropertySymbol(goja.SymIterator, proto.GetSymbol(goja.SymIterator),
		goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
}

// guardViews bounds what all typed arrays share.
func (m *machine) guardViews() {
	views := m.object("Uint8Array").Prototype()
	m.guardAll(views.Get("prototype").ToObject(m.vm), map[string]guard{"join": guardViewJoin})
	m.must(views.Delete("from"))
	m.must(views.Delete("of"))
}

// constructorChecks look at the arguments of constructors that allocate by a number or compile a
// text; the prelude puts them in place. Each returns the arguments to go on with.
func (m *machine) constructorChecks() *goja.Object {
	checks := m.vm.NewObject()
	add := func(name string, check func([]goja.Value) []goja.Value) {
		m.must(checks.Set(name, func(c goja.FunctionCall) goja.Value {
			args := check(c.Arguments)
			list := make([]any, len(args))
			for i, arg := range args {
				list[i] = arg
			}
			return m.vm.NewArray(list...)
		}))
	}
	add("RegExp", m.patternArguments)
	add("BigInt", m.bigArguments)
	for _, name := range typedArrays {
		if m.vm.Get(name) != nil {
			add(name, m.viewArguments)
		}
	}
	return checks
}

func (m *machine) patternArguments(args []goja.Value) []goja.Value {
	if len(args) == 0 || isRegExp(args[0]) || goja.IsUndefined(args[0]) {
		return args
	}
	args = slices.Clone(args)
	args[0] = asText(args[0])
	m.guardPatternText(args[0])
	return args
}

func isRegExp(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == classRegExp
}

// bigArguments refuses long numerals; an object must become primitive before it is asked for.
func (m *machine) bigArguments(args []goja.Value) []goja.Value {
	if len(args) == 0 {
		return args
	}
	v := args[0]
	if _, object := v.(*goja.Object); object {
		v = asText(v)
	}
	if textLen(v) > maxDigits {
		m.refuse("the BigInt has too many digits")
	}
	return []goja.Value{v}
}

// viewArguments lets a typed array be made from a number, an array or another typed array.
func (m *machine) viewArguments(args []goja.Value) []goja.Value {
	if len(args) == 0 {
		return args
	}
	o, ok := args[0].(*goja.Object)
	switch {
	case !ok:
		n := args[0].ToInteger()
		m.spend(n)
		return []goja.Value{m.vm.ToValue(n)}
	case o.ClassName() == classArray:
		m.spend(lengthOf(o))
		return []goja.Value{o}
	}
	return []goja.Value{m.listOf(o)}
}

func guardViewJoin(m *machine, c goja.FunctionCall) goja.FunctionCall {
	sep := asText(c.Argument(0))
	if o, ok := c.This.(*goja.Object); ok {
		m.spend(product(m.copyOf(o).Get("length").ToInteger(), textLen(sep)+24))
	}
	return m.withArgument(c, 0, sep)
}
