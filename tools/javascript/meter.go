package javascript

import "github.com/dop251/goja"

// meter walks a value as a native function would and stops the call when that would be too much:
// lists that share their parts grow exponentially when they are written out.
type meter struct {
	m    *machine
	left int64 // units that may still be used
}

// use takes units and refuses when there are none left.
func (t *meter) use(units int64) {
	t.left -= min(units, maxUnits+1)
	if t.left < 0 {
		t.m.refuse("the result would be too large")
	}
}

// enter refuses to go deeper than native recursion may.
func (t *meter) enter(depth int64) {
	if depth > maxParseDepth {
		t.m.refuse("the value is nested too deeply or contains itself")
	}
}

// text walks what joining v with a separator of so many characters would write.
func (t *meter) text(v goja.Value, separator, depth int64) {
	t.enter(depth)
	t.use(1)
	o, ok := v.(*goja.Object)
	if !ok {
		t.use(textLen(v))
		return
	}
	if o.ClassName() != classArray {
		return // its toString is script or short
	}
	n := lengthOf(o)
	t.use(product(n, separator))
	for i := range n {
		if item := o.Get(indexKey(i)); item != nil && item != o {
			t.text(item, 1, depth+1)
		}
	}
}

// elements walks what flattening v by so many levels would list.
func (t *meter) elements(v goja.Value, levels, depth int64) {
	t.enter(depth)
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != classArray {
		t.use(1)
		return
	}
	n := lengthOf(o)
	t.use(n)
	if levels <= 0 {
		return
	}
	for i := range n {
		if item, ok := o.Get(indexKey(i)).(*goja.Object); ok && item.ClassName() == classArray {
			t.elements(item, levels-1, depth+1)
		}
	}
}

// document walks what JSON.stringify would write with so many characters of indent. It reads
// getters once more than the function does.
func (t *meter) document(v goja.Value, indent, depth int64) {
	t.enter(depth)
	t.use(1 + indent*depth)
	o, ok := v.(*goja.Object)
	if !ok {
		t.use(textLen(v))
		return
	}
	if o.ClassName() == classArray {
		n := lengthOf(o)
		t.use(n)
		for i := range n {
			if item := o.Get(indexKey(i)); item != nil {
				t.document(item, indent, depth+1)
			}
		}
		return
	}
	for _, key := range o.Keys() {
		t.use(int64(len(key)))
		if item := o.Get(key); item != nil {
			t.document(item, indent, depth+1)
		}
	}
}

// jsonGuards stand before the functions of JSON.
var jsonGuards = map[string]guard{"stringify": guardStringify, "parse": guardParse}

// guardStringify lets the function itself report a circle: the meter meets it as depth, so the
// message names both.
func guardStringify(m *machine, c goja.FunctionCall) goja.FunctionCall {
	indent := int64(0)
	if len(c.Arguments) > 2 {
		indent = 10 // the most that the standard allows
	}
	t := meter{m: m, left: maxUnits}
	t.document(c.Argument(0), indent, 0)
	return c
}

// guardParse bounds the recursion of the parser, which is native.
func guardParse(m *machine, c goja.FunctionCall) goja.FunctionCall {
	text := asText(c.Argument(0))
	m.spend(textLen(text))
	depth, inText := int64(0), false
	source := text.String()
	for i := 0; i < len(source); i++ {
		switch b := source[i]; {
		case inText && b == '\\':
			i++
		case b == '"':
			inText = !inText
		case inText:
		case b == '[' || b == '{':
			if depth++; depth > maxParseDepth {
				m.refuse("the JSON text is nested too deeply")
			}
		case b == ']' || b == '}':
			depth--
		}
	}
	return m.withArgument(c, 0, text)
}
