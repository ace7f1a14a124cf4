package javascript

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// maxOddities is how many values that JSON cannot say a note names.
const maxOddities = 5

// encoder writes a value of the script as JSON, within limits, and remembers what JSON cannot say.
type encoder struct {
	m    *machine
	out  bytes.Buffer
	left int            // bytes that may still be written
	path []*goja.Object // the objects being written, to find circles
	odd  []string       // "Infinity at $.rate": written as null
}

// value writes v. where says its place for the note.
//
// Errors:  errCircular, errTooDeep, errTooBig, errPromise. Code of the script that runs meanwhile
// (getters, toJSON) may throw or be interrupted: those are panics of goja.
func (e *encoder) value(v goja.Value, where string, depth int) error {
	if o, ok := v.(*goja.Object); ok {
		return e.object(o, where, depth)
	}
	if goja.IsUndefined(v) || v == nil {
		return e.oddity("undefined", where)
	}
	if _, symbol := v.(*goja.Symbol); symbol {
		return e.oddity("a symbol", where)
	}
	switch x := v.Export().(type) {
	case nil:
		return e.write("null")
	case bool, int64:
		return e.write(v.String())
	case float64:
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return e.oddity(v.String(), where)
		}
		return e.write(v.String())
	case *big.Int:
		return e.bigInt(x)
	case string:
		return e.text(x)
	}
	return e.oddity("a value of another kind", where)
}

func (e *encoder) write(s string) error {
	if e.left -= len(s); e.left < 0 {
		return errTooBig
	}
	e.out.WriteString(s)
	return nil
}

// oddity writes null and says so in the note: nothing is presented as what it is not.
func (e *encoder) oddity(what, where string) error {
	if len(e.odd) < maxOddities {
		e.odd = append(e.odd, what+" at "+where)
	}
	return e.write("null")
}

func (e *encoder) bigInt(n *big.Int) error {
	if n.BitLen() > e.left*3 { // a digit is more than three bits
		return errTooBig
	}
	return e.write(`"` + n.String() + `"`)
}

func (e *encoder) text(s string) error {
	if len(s) > e.left {
		return errTooBig
	}
	quoted, err := quote(s)
	if err != nil {
		return err
	}
	return e.write(quoted)
}

// quote is a JSON string. Halves of characters were replaced when the text left the machine.
func quote(s string) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func (e *encoder) object(o *goja.Object, where string, depth int) error {
	if depth >= maxDepth {
		return errTooDeep
	}
	for _, outer := range e.path {
		if outer == o {
			return errCircular
		}
	}
	e.path = append(e.path, o)
	defer func() { e.path = e.path[:len(e.path)-1] }()
	switch o.ClassName() {
	case classPromise:
		return errPromise
	case classDate:
		return e.date(o, where)
	case classArray:
		return e.array(o, where, depth)
	case classRegExp, classError:
		return e.text(o.String())
	case "Number", classString, "Boolean", "BigInt", "Symbol":
		return e.boxed(o, where, depth)
	}
	if _, callable := goja.AssertFunction(o); callable {
		return e.oddity("a function", where)
	}
	if o.ExportType().Kind() == reflect.Slice {
		return e.list(o, where, depth) // a Map, a Set or a typed array
	}
	return e.members(o, where, depth)
}

// boxed writes new Number(1) as 1.
func (e *encoder) boxed(o *goja.Object, where string, depth int) error {
	valueOf, ok := goja.AssertFunction(o.Get("valueOf"))
	if !ok {
		return e.oddity("an object", where)
	}
	v, err := valueOf(o)
	if err != nil {
		panic(err)
	}
	if _, still := v.(*goja.Object); still {
		return e.oddity("an object", where)
	}
	return e.value(v, where, depth)
}

func (e *encoder) date(o *goja.Object, where string) error {
	t, ok := o.Export().(time.Time)
	if !ok || goja.IsNaN(o.ToNumber()) {
		return e.oddity("an invalid date", where)
	}
	return e.text(t.UTC().Format("2006-01-02T15:04:05.000Z"))
}

func (e *encoder) array(o *goja.Object, where string, depth int) error {
	n := lengthOf(o)
	if n > int64(e.left) {
		return errTooBig
	}
	if err := e.write("["); err != nil {
		return err
	}
	for i := range n {
		if i > 0 {
			if err := e.write(","); err != nil {
				return err
			}
		}
		if err := e.value(o.Get(indexKey(i)), where+"["+indexKey(i)+"]", depth+1); err != nil {
			return err
		}
	}
	return e.write("]")
}

// list writes what iterating over o yields.
func (e *encoder) list(o *goja.Object, where string, depth int) error {
	err := e.write("[")
	i := int64(0)
	e.m.vm.ForOf(o, func(v goja.Value) bool {
		if i > 0 && err == nil {
			err = e.write(",")
		}
		if err == nil {
			err = e.value(v, where+"["+indexKey(i)+"]", depth+1)
		}
		i++
		return err == nil
	})
	if err != nil {
		return err
	}
	return e.write("]")
}

// members writes a plain object. Like JSON.stringify it leaves out undefined and functions, and
// honours toJSON.
func (e *encoder) members(o *goja.Object, where string, depth int) error {
	if toJSON, ok := goja.AssertFunction(o.Get("toJSON")); ok {
		v, err := toJSON(o)
		if err != nil {
			panic(err)
		}
		return e.value(v, where, depth+1)
	}
	if err := e.write("{"); err != nil {
		return err
	}
	first := true
	for _, key := range o.Keys() {
		v := o.Get(key)
		if v == nil || goja.IsUndefined(v) {
			continue
		}
		if _, callable := goja.AssertFunction(v); callable {
			continue
		}
		if !first {
			if err := e.write(","); err != nil {
				return err
			}
		}
		first = false
		if err := e.text(key); err != nil {
			return err
		}
		if err := e.write(":"); err != nil {
			return err
		}
		if err := e.value(v, where+"."+key, depth+1); err != nil {
			return err
		}
	}
	return e.write("}")
}
