package javascript

import (
	"slices"

	"github.com/dop251/goja"
)

// unguarded are the functions of Array.prototype whose cost does not depend on the length.
var unguarded = []string{"constructor", "length", "push", "pop", "at", "keys", "values", "entries"}

// mutators change their receiver, so that a copy cannot stand in for it.
var mutators = []string{"fill", "sort", "splice", "reverse", "copyWithin", "shift", "unshift"}

// arrayGuard bounds a function of Array.prototype. Native loops run as long as `length` says, and
// only an array's own length is honest: other receivers are copied to an array first.
func arrayGuard(name string) guard {
	extra := arrayExtras[name]
	return func(m *machine, c goja.FunctionCall) goja.FunctionCall {
		c.This = m.honest(c.This, slices.Contains(mutators, name))
		if o, ok := c.This.(*goja.Object); ok {
			m.spend(lengthOf(o))
		}
		if extra != nil {
			c = extra(m, c)
		}
		return c
	}
}

// arrayExtras weigh what depends on more than the length.
var arrayExtras = map[string]guard{
	"join":           guardJoin,
	"toString":       guardJoin,
	"toLocaleString": guardJoin,
	"flat":           guardFlat,
	"concat":         guardConcat,
}

// honest returns an array, a text, or null and undefined for the function itself to refuse.
func (m *machine) honest(v goja.Value, mutates bool) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() == classArray {
		m.unpack(v)
		return v
	}
	if mutates {
		panic(m.vm.NewTypeError("this function works on arrays only"))
	}
	return m.copyOf(o)
}

// copyOf reads an array-like object once.
func (m *machine) copyOf(o *goja.Object) *goja.Object {
	length := o.Get("length")
	if length == nil {
		return m.vm.NewArray()
	}
	n := length.ToInteger()
	m.spend(product(n, maxUnits/maxSpreadChars))
	items := make([]any, max(n, 0))
	for i := range items {
		item := o.Get(indexKey(int64(i)))
		if item == nil {
			item = goja.Undefined()
		}
		items[i] = item
	}
	return m.vm.NewArray(items...)
}

func guardJoin(m *machine, c goja.FunctionCall) goja.FunctionCall {
	sep := c.Argument(0)
	each := int64(1)
	if !goja.IsUndefined(sep) {
		sep = asText(sep)
		each = max(textLen(sep), int64(len("null")))
		c = m.withArgument(c, 0, sep)
	}
	t := meter{m: m, left: maxUnits}
	t.text(c.This, each, 0)
	return c
}

func guardFlat(m *machine, c goja.FunctionCall) goja.FunctionCall {
	depth := int64(1)
	if !goja.IsUndefined(c.Argument(0)) {
		depth = c.Argument(0).ToInteger()
		c = m.withArgument(c, 0, m.vm.ToValue(depth))
	}
	t := meter{m: m, left: maxUnits}
	t.elements(c.This, min(depth, maxParseDepth+1), 0)
	return c
}

// guardConcat asks every object once whether it is to be spread, and answers for it from then on.
func guardConcat(m *machine, c goja.FunctionCall) goja.FunctionCall {
	total := int64(0)
	args := make([]goja.Value, len(c.Arguments))
	for i, v := range c.Arguments {
		o, ok := v.(*goja.Object)
		switch {
		case !ok || o.ClassName() == classArray:
			args[i] = v
		case isTrue(o.GetSymbol(goja.SymIsConcatSpreadable)):
			args[i] = m.copyOf(o)
		default:
			args[i] = m.vm.NewArray(o)
		}
		if o, ok := args[i].(*goja.Object); ok {
			total += min(lengthOf(o), maxUnits+1)
		}
	}
	m.spend(total)
	c.Arguments = args
	return c
}

func isTrue(v goja.Value) bool { return v != nil && v.ToBoolean() }

// listOf reads an iterable or array-like object once.
func (m *machine) listOf(o *goja.Object) *goja.Object {
	if !iterable(o) {
		return m.copyOf(o)
	}
	var items []any
	m.vm.ForOf(o, func(v goja.Value) bool {
		items = append(items, v)
		m.spend(product(int64(len(items)), maxUnits/maxSpreadChars))
		return true
	})
	return m.vm.NewArray(items...)
}

func iterable(o *goja.Object) bool {
	iterator := o.GetSymbol(goja.SymIterator)
	return iterator != nil && !goja.IsUndefined(iterator)
}

// guardFrom copies what is no iterable to an array, whose length is honest.
func guardFrom(m *machine, c goja.FunctionCall) goja.FunctionCall {
	o, ok := c.Argument(0).(*goja.Object)
	if !ok {
		m.unpack(c.Argument(0))
		return c
	}
	if iterable(o) {
		m.unpack(o)
		return c
	}
	return m.withArgument(c, 0, m.copyOf(o))
}

// guardApply does the same for the list of arguments of Function.prototype.apply.
func guardApply(m *machine, c goja.FunctionCall) goja.FunctionCall {
	o, ok := c.Argument(1).(*goja.Object)
	if !ok {
		return c
	}
	if o.ClassName() != classArray {
		o = m.copyOf(o)
	}
	m.spend(product(lengthOf(o), maxUnits/maxSpreadChars))
	return m.withArgument(c, 1, o)
}

// guardRaw keeps String.raw to the templates of tagged literals.
func guardRaw(m *machine, c goja.FunctionCall) goja.FunctionCall {
	o, ok := c.Argument(0).(*goja.Object)
	if !ok {
		return c
	}
	raw, ok := o.Get("raw").(*goja.Object)
	if !ok || raw.ClassName() != classArray || o.ClassName() != classArray {
		panic(m.vm.NewTypeError("String.raw is for template literals only"))
	}
	m.spend(lengthOf(raw))
	return c
}
