package main

import (
	"cmp"
	"slices"
	"strings"
)

// readers writes the readers of any JSON, and those of texts of a closed set.
func (p *schema) readers(s *source) {
	for _, o := range p.all() {
		if o.read {
			p.readGroup(s, o, o.root)
			p.readArray(s, o)
		}
	}
	for _, name := range p.order {
		if m := p.marks[name]; m.has("enum") {
			consts := p.consts[name]
			s.linef("func (d *decoder) %s(p *%s) {\noneOf(d, p, %q, %s)\n}\n", lower(name), name, p.wanted(name),
				strings.Join(consts, ", "))
		}
	}
	p.readEvents(s)
}

// wanted says what a text of a closed set should be: its mark's words, else its constants.
func (p *schema) wanted(name string) string {
	values := p.values(name)
	return cmp.Or(p.marks[name].want, strings.Join(values[:len(values)-1], ", ")+" or "+values[len(values)-1])
}

// reader returns the name of the generated reader of a group.
func (p *schema) reader(o *object, g *group) string {
	name := lower(o.name)
	for _, part := range g.path {
		for word := range strings.SplitSeq(part, "_") {
			name += upper(word)
		}
	}
	if len(g.path) == 0 && p.has("decoder."+name) {
		name += "Members"
	}
	return name
}

// readGroup writes the reader of a group, and those of the groups in it.
func (p *schema) readGroup(s *source, o *object, g *group) {
	own := len(g.path) == 0
	counts := own && o.marks.result != ""
	result, post, skip := "", "", "d.skipUnknown()"
	if counts {
		result, post, skip = " (members int)", " members++ ", "d.skipOther()"
	}
	s.linef("func (d *decoder) %s(v *%s)%s {", p.reader(o, g), o.name, result)
	if !own {
		s.linef("if d.Null() {\nreturn\n}")
	}
	extra := own && o.extra != nil
	if extra {
		s.linef("var extra []Member")
		skip = "d.keep(&extra)"
	}
	if extra || p.looksBack(o, g) {
		s.linef("at := d.Offset()")
	}
	p.locals(s, o, g)
	if len(g.members) == 0 {
		s.linef("for d.Object(); d.Next(); %s{\n%s\n}\n}\n", post, skip)
		return
	}
	s.linef("for d.Object(); d.Next(); %s{\nswitch d.Key() {", post)
	for _, m := range g.members {
		s.linef("case %q:", m.name)
		p.readMember(s, o, m)
		if f := m.field; f != nil && f.tag.one != "" {
			s.linef("case %q:\nd.oneText(&v.%s)", f.tag.one, f.name)
		}
	}
	s.linef("default:\n%s\n}\n}", skip)
	if extra {
		s.linef("d.extra(at, &v.%s, extra)", o.extra.name)
	}
	p.checks(s, o, g)
	if counts {
		s.linef("return members")
	}
	s.linef("}\n")
	for _, m := range g.members {
		if m.group != nil {
			p.readGroup(s, o, m.group)
		}
	}
}

// in reports whether a field stands in a group.
func (f *field) in(g *group) bool {
	return slices.ContainsFunc(g.members, func(m *member) bool { return m.field == f })
}

// looksBack reports whether the reader of a group says what is missing in it.
func (p *schema) looksBack(o *object, g *group) bool {
	return slices.ContainsFunc(o.fields, func(f *field) bool {
		return f.in(g) && (f.tag.want != "" || f.tag.filled || strings.Contains(f.tag.name, "+"))
	})
}

// remembers reports whether a reader notes that it met a field: zero may be its value.
func (p *schema) remembers(f *field) bool {
	return f.tag.want != "" && !p.has(f.typ.name+".IsSet")
}

func (p *schema) locals(s *source, o *object, g *group) {
	for _, f := range o.fields {
		switch {
		case !f.in(g):
		case strings.Contains(f.tag.name, "+"):
			s.linef("var %s string", strings.ReplaceAll(f.tag.name, "+", ", "))
		case p.remembers(f):
			s.linef("has%s := false", f.name)
		}
	}
}

// checks writes what is looked at when all members were read.
func (p *schema) checks(s *source, o *object, g *group) {
	for _, f := range o.fields {
		x := "v." + f.name
		switch {
		case !f.in(g):
		case strings.Contains(f.tag.name, "+"):
			s.linef("d.%s(at, &%s, %s)", lower(f.typ.name), x, strings.ReplaceAll(f.tag.name, "+", ", "))
		case f.tag.filled:
			s.linef("if %s == \"\" {\nd.Missing(at, %q, \"a text\")\n}", x, f.tag.name)
		case p.remembers(f):
			s.linef("if !has%s {\nd.Missing(at, %q, %q)\n}", f.name, f.tag.name, f.tag.want)
		case f.tag.want != "":
			s.linef("if !%s {\nd.Missing(at, %q, %q)\n}", p.present(x, f.typ), f.tag.name, f.tag.want)
		}
	}
}

func (p *schema) readMember(s *source, o *object, m *member) {
	f := m.field
	switch {
	case m.group != nil:
		s.linef("d.%s(v)", p.reader(o, m.group))
		return
	case m.part:
		s.linef("d.text(&%s)", m.name)
		return
	}
	if p.remembers(f) {
		s.linef("has%s = true", f.name)
	}
	if f.tag.given != "" {
		s.linef("v.%s = d.Kind() != wire.Null", f.tag.given)
	}
	p.read(s, f)
}

// read writes the statement that reads the value of a field.
func (p *schema) read(s *source, f *field) {
	x, t := "&v."+f.name, f.typ
	limit := ""
	if f.tag.max != "" {
		limit = ", " + f.tag.max
	}
	if f.tag.as != "" && p.has("decoder."+f.tag.as) {
		s.linef("d.%s(%s%s)", f.tag.as, x, limit)
		return
	}
	switch t.kind {
	case kindText:
		switch {
		case f.tag.want != "":
			s.linef("d.element(%s)", x)
		case t.name == "string":
			s.linef("d.text(%s)", x)
		default:
			s.linef("readText(d, %s)", x)
		}
	case kindFlag:
		s.linef("d.flag(%s)", x)
	case kindInteger:
		s.linef("d.integer(%s, 0, %s)", x, cmp.Or(f.tag.max, "wire.MaxInt"))
	case kindPointer:
		s.linef("whole(d, %s, (*decoder).%s)", x, lower(t.elem.name))
	case kindList:
		p.readList(s, f, x)
	case kindObject:
		if name := lower(t.name); p.has("decoder."+name) || f.tag.want != "" {
			s.linef("d.%s(%s)", name, x)
		} else {
			s.linef("if !d.Null() {\nd.%s(%s)\n}", name, x)
		}
	case kindEnum, kindScalar, kindForeign:
		s.linef("d.%s(%s%s)", lower(t.name), x, limit)
	}
}

func (p *schema) readList(s *source, f *field, x string) {
	elem, limit := f.typ.elem, cmp.Or(f.tag.max, "MaxItems")
	name := lower(elem.name)
	switch {
	case f.tag.rule == orNil && f.typ.isTexts():
		s.linef("d.givenTexts(%s, %s)", x, limit)
	case f.typ.isTexts():
		s.linef("d.textList(%s, %s)", x, limit)
	case elem.kind == kindText:
		s.linef("namedTexts(d, %s, %s)", x, limit)
	case p.has("decoder." + name + "s"), elem.held.marks.array != "":
		s.linef("d.%ss(%s, %s)", name, x, limit)
	case f.tag.nulls:
		s.linef("if !d.Null() {\nat := d.Offset()\nfor d.List(); d.another(at, len(v.%s), %s); {", f.name, limit)
		s.linef("v.%s = append(v.%s, %s{})\nif !d.Null() {\nd.%s(&v.%s[len(v.%s)-1])\n}\n}\n}", f.name, f.name, elem.name,
			name, f.name, f.name)
	case f.tag.rule == orNil:
		s.linef("givenList(d, %s, %s, (*decoder).%s)", x, limit, name)
	default:
		s.linef("list(d, %s, %s, (*decoder).%s)", x, limit, name)
	}
}

// readArray writes the reader of lists that share an array. Elements that are known are tried in canonical
// form first; what that left behind is taken back.
func (p *schema) readArray(s *source, o *object) {
	if o.marks.array == "" {
		return
	}
	name, array := lower(o.name), "d."+o.marks.array
	s.linef("func (d *decoder) %ss(p *[]%s, limit int) {\nif d.Null() {\nreturn\n}", name, o.name)
	s.linef("at, from := d.Offset(), len(%s)\nfor d.List(); d.another(at, len(%s)-from, limit); {", array, array)
	s.linef("%s = append(%s, %s{})\nv := &%s[len(%s)-1]", array, array, o.name, array, array)
	if o.marks.has("known") {
		s.linef("c, texts, legs := d.Cursor(), len(d.texts), len(d.legs)")
		s.linef("if d.%sAt(&c, v) && d.Jump(&c, %d) {\ncontinue\n}", name, p.levels(&typ{kind: kindObject, held: o}))
		s.linef("*v, d.texts, d.legs = %s{}, d.texts[:texts], d.legs[:legs]", o.name)
	}
	s.linef("d.%s(v)\n}\n*p = cut(%s, from)\n}\n", name, array)
}

// readEvents writes how the data of an event is read by its type.
func (p *schema) readEvents(s *source) {
	if len(p.events()) == 0 {
		return
	}
	s.linef("// eventData reads the data of an event of a type; nil when this version does not know it.")
	s.linef("func (d *decoder) eventData(kind EventType) EventData {\nswitch kind {")
	for _, o := range p.events() {
		s.linef("case Type%s:\nvar v %s\nd.%s(&v)\nreturn v", o.name, o.name, lower(o.name))
	}
	s.linef("}\nreturn nil\n}\n")
	s.linef("// noData returns the data of an event whose line has none; nil when something of it is required.")
	s.linef("func noData(kind EventType) EventData {\nswitch kind {")
	var required []string
	for _, o := range p.events() {
		if p.looksBack(o, o.root) {
			required = append(required, "Type"+o.name)
		} else {
			s.linef("case Type%s:\nreturn %s{}", o.name, o.name)
		}
	}
	if len(required) > 0 {
		s.linef("case %s:", strings.Join(required, ",\n"))
	}
	s.linef("}\nreturn nil\n}")
}

// events returns the types that are the data of events.
func (p *schema) events() []*object {
	var out []*object
	for _, o := range p.all() {
		if o.marks.has("event") {
			out = append(out, o)
		}
	}
	return out
}

// values returns the texts of the constants of a type.
func (p *schema) values(name string) []string {
	var out []string
	for _, c := range p.consts[name] {
		out = append(out, p.texts[c])
	}
	return out
}
