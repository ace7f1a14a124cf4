package javascript

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// console keeps what a script prints, up to a limit that is said in its last line.
type console struct {
	lines []string
	left  int // bytes
	full  bool
}

func (c *console) print(line string) {
	if c.full {
		return
	}
	if len(line) > c.left || len(c.lines) >= maxLines {
		c.close()
		return
	}
	c.left -= len(line)
	c.lines = append(c.lines, line)
}

// close says once that the rest is left out.
func (c *console) close() {
	if !c.full {
		c.full = true
		c.lines = append(c.lines, "(more was printed and left out)")
	}
}

// installConsole offers console.log and its sisters. They only keep lines.
func (m *machine) installConsole() {
	object := m.vm.NewObject()
	write := m.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		if m.console.full {
			return goja.Undefined()
		}
		parts := make([]string, len(c.Arguments))
		for i, arg := range c.Arguments {
			parts[i] = m.printed(arg)
		}
		m.console.print(strings.Join(parts, " "))
		return goja.Undefined()
	})
	for _, name := range []string{"log", "info", "warn", "error", "debug"} {
		m.must(object.Set(name, write))
	}
	m.must(m.vm.Set("console", object))
}

// printed is one argument of console.log: a text as it is, a number as JavaScript says it,
// anything else as JSON where it has such a form.
func (m *machine) printed(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		if textLen(v) > int64(m.console.left) {
			m.console.close()
			return ""
		}
		return v.String()
	}
	if o.ClassName() == classError {
		return o.String()
	}
	e := encoder{m: m, left: m.console.left}
	if err := e.value(o, "$", 0); err != nil {
		return fmt.Sprintf("(%s)", err)
	}
	return e.out.String()
}
