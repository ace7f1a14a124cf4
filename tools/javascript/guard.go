package javascript

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// The classes of objects that guards and the encoder tell apart (the internal class, which a
// script cannot change).
const (
	classArray   = "Array"
	classString  = "String"
	classRegExp  = "RegExp"
	classDate    = "Date"
	classError   = "Error"
	classPromise = "Promise"
)

// A guard looks at a call of a built-in function before it runs. It returns the receiver and the
// arguments to go on with, and panics with a RangeError or TypeError to refuse.
type guard func(m *machine, c goja.FunctionCall) goja.FunctionCall

// textGuards stand before the functions of String.prototype that can make much of little. The
// receiver and the arguments they weigh are made primitive first, so that a script cannot show one
// value to the guard and another to the function.
var textGuards = map[string]guard{
	"repeat":     guardRepeat,
	"padStart":   guardPad,
	"padEnd":     guardPad,
	"replace":    guardReplace,
	"replaceAll": guardReplaceAll,
	"split":      guardTakeApart,
	"match":      guardPattern,
	"matchAll":   guardPattern,
	"search":     guardPattern,
}

func guardRepeat(m *machine, c goja.FunctionCall) goja.FunctionCall {
	c.This = asText(c.This)
	times := c.Argument(0).ToInteger()
	m.spend(product(textLen(c.This), times))
	return m.withArgument(c, 0, m.vm.ToValue(times))
}

func guardPad(m *machine, c goja.FunctionCall) goja.FunctionCall {
	n := c.Argument(0).ToInteger()
	m.spend(n)
	return m.withArgument(c, 0, m.vm.ToValue(n))
}

func guardReplace(m *machine, c goja.FunctionCall) goja.FunctionCall {
	if _, object := c.Argument(0).(*goja.Object); object {
		return guardReplaceAll(m, c)
	}
	return m.guardReplacement(c, 1)
}

func guardReplaceAll(m *machine, c goja.FunctionCall) goja.FunctionCall {
	c = guardTakeApart(m, c)
	return m.guardReplacement(c, textLen(c.This)+1)
}

// guardReplacement bounds what a replacement text can make of so many matches. A replacement
// function is script itself and can be interrupted.
func (m *machine) guardReplacement(c goja.FunctionCall, matches int64) goja.FunctionCall {
	if _, ok := goja.AssertFunction(c.Argument(1)); ok {
		return c
	}
	c.This = asText(c.This)
	with := asText(c.Argument(1))
	around := int64(strings.Count(with.String(), "$`") + strings.Count(with.String(), "$'"))
	n := textLen(c.This)
	m.spend(n + product(matches, textLen(with)+product(around, n)))
	return m.withArgument(c, 1, with)
}

func guardTakeApart(m *machine, c goja.FunctionCall) goja.FunctionCall {
	c.This = asText(c.This)
	m.spend(product(textLen(c.This), maxUnits/maxSpreadChars))
	return c
}

// guardPattern bounds a text that is searched, because each match is many bytes, and a pattern
// that is made from a text.
func guardPattern(m *machine, c goja.FunctionCall) goja.FunctionCall {
	c = guardTakeApart(m, c)
	if isRegExp(c.Argument(0)) {
		return c
	}
	pattern := asText(c.Argument(0))
	m.guardPatternText(pattern)
	if goja.IsUndefined(c.Argument(0)) {
		return c
	}
	return m.withArgument(c, 0, pattern)
}

func (m *machine) guardPatternText(pattern goja.Value) {
	if textLen(pattern) > maxPatternChars {
		m.refuse("the regular expression is too long")
	}
}

// matchers are how the functions of texts reach a regular expression, and scripts may too.
var matchers = []*goja.Symbol{goja.SymMatch, goja.SymMatchAll, goja.SymReplace, goja.SymSearch, goja.SymSplit}

func guardMatched(m *machine, c goja.FunctionCall) goja.FunctionCall {
	text := asText(c.Argument(0))
	m.spend(product(textLen(text), maxUnits/maxSpreadChars))
	return m.withArgument(c, 0, text)
}

// globalGuards stand before functions of the global object.
var globalGuards = map[string]guard{
	"encodeURI": guardCoded, "encodeURIComponent": guardCoded, "escape": guardCoded,
	"decodeURI": guardCoded, "decodeURIComponent": guardCoded, "unescape": guardCoded,
	"parseInt": guardDigits, "parseFloat": guardDigits,
}

func guardCoded(m *machine, c goja.FunctionCall) goja.FunctionCall {
	text := asText(c.Argument(0))
	m.spend(product(textLen(text), 4))
	return m.withArgument(c, 0, text)
}

func guardDigits(m *machine, c goja.FunctionCall) goja.FunctionCall {
	text := asText(c.Argument(0))
	if textLen(text) > maxDigits {
		m.refuse("the number is too long")
	}
	return m.withArgument(c, 0, text)
}

// objectGuards stand before the functions of Object that list a text character by character.
var objectGuards = map[string]guard{
	"keys": guardUnpackAll, "values": guardUnpackAll, "entries": guardUnpackAll, "assign": guardUnpackAll,
	"getOwnPropertyNames": guardUnpackAll, "getOwnPropertyDescriptors": guardUnpackAll,
}

func guardUnpackAll(m *machine, c goja.FunctionCall) goja.FunctionCall {
	for _, arg := range c.Arguments {
		m.unpack(arg)
	}
	return c
}

// unpack refuses to take apart what has too many parts.
func (m *machine) unpack(v goja.Value) {
	o, ok := v.(*goja.Object)
	switch {
	case !ok:
		m.spend(product(textLen(v), maxUnits/maxSpreadChars))
	case o.ClassName() == classArray:
		m.spend(lengthOf(o))
	case o.ClassName() == classString:
		m.spend(product(lengthOf(o), maxUnits/maxSpreadChars))
	}
}

// bigGuards stand before the functions of BigInt.
var bigGuards = map[string]guard{"asIntN": guardBits, "asUintN": guardBits}

func guardBits(m *machine, c goja.FunctionCall) goja.FunctionCall {
	bits := c.Argument(0).ToInteger()
	m.spend(bits)
	return m.withArgument(c, 0, m.vm.ToValue(bits))
}

// costOfPower refuses a power whose digits would not fit.
func (m *machine) costOfPower(base, exponent *big.Int) {
	if !exponent.IsInt64() {
		if base.BitLen() > 1 {
			m.refuse("the power is too large")
		}
		return
	}
	m.spend(product(int64(base.BitLen()), exponent.Int64()))
}

// costOfShift refuses a shift in either direction that would not fit.
func (m *machine) costOfShift(_, distance *big.Int) {
	if !distance.IsInt64() {
		m.refuse("the shift is too far")
	}
	d := distance.Int64()
	m.spend(max(d, -max(d, -maxUnits-1)))
}

// spend refuses a call that would make or visit more units than one built-in function may.
func (m *machine) spend(units int64) {
	if units > maxUnits {
		m.refuse("the result would be too large")
	}
}

// refuse throws a RangeError into the script.
func (m *machine) refuse(why string) {
	ctor, _ := goja.AssertConstructor(m.vm.Get("RangeError"))
	if ctor == nil {
		panic(m.vm.NewTypeError(why))
	}
	o, err := ctor(nil, m.vm.ToValue(why))
	if err != nil {
		panic(m.vm.NewTypeError(why))
	}
	panic(o)
}

// product multiplies without overflow: anything beyond maxUnits is as good as infinity.
func product(a, b int64) int64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	if a > maxUnits+1 || b > maxUnits+1 {
		return maxUnits + 1
	}
	return a * b
}

// asText is a value as a primitive text; null and undefined stay, for the function itself to refuse.
func asText(v goja.Value) goja.Value {
	if goja.IsUndefined(v) || goja.IsNull(v) {
		return v
	}
	return v.ToString()
}

// withArgument returns the call with one argument replaced. The caller's list stays as it is.
func (m *machine) withArgument(c goja.FunctionCall, i int, v goja.Value) goja.FunctionCall {
	args := make([]goja.Value, max(len(c.Arguments), i+1))
	for k := range args {
		args[k] = c.Argument(k)
	}
	args[i] = v
	c.Arguments = args
	return c
}

// textLen is the length of a text in characters. What is no text is short.
func textLen(v goja.Value) int64 {
	if s, ok := v.(goja.String); ok {
		return int64(s.Length())
	}
	return 0
}

// lengthOf reads a length that a script cannot have replaced: that of an array or a boxed text.
func lengthOf(o *goja.Object) int64 { return o.Get("length").ToInteger() }

func indexKey(i int64) string { return strconv.FormatInt(i, 10) }
