package main

import "fmt"

// state says whether a member is the first of its object, which has no comma.
type state uint8

const (
	first  state = iota
	either       // members that may be left out came before
	later
)

// writers writes the functions that append canonical JSON.
func (p *schema) writers(s *source) {
	for _, o := range p.all() {
		switch {
		case !o.write:
		case o.marks.has("sections"):
			p.sections(s, o)
		default:
			s.linef("func append%s(dst []byte, v *%s%s) []byte {", upper(o.name), o.name, parameter(o))
			s.literal("{")
			if o.extra == nil {
				p.writeMembers(s, o.root.members, first)
			} else {
				p.writeAmongOthers(s, o)
			}
			s.literal("}")
			s.linef("return %s\n}\n", s.dst())
		}
	}
	for _, o := range p.listed() {
		s.linef("func append%ss(dst []byte, list []%s%s) []byte {\ndst = append(dst, '[')\nfor i := range list {",
			upper(o.name), o.name, parameter(o))
		s.linef("dst = append%s(comma(dst, i), &list[i]%s)\n}\nreturn append(dst, ']')\n}\n", upper(o.name), argument(o))
	}
}

// listed returns the objects of which lists are written.
func (p *schema) listed() []*object {
	var out []*object
	for _, o := range p.all() {
		if o.write && p.isListed(o) && !p.has("append"+o.name+"s") {
			out = append(out, o)
		}
	}
	return out
}

func (p *schema) isListed(o *object) bool {
	for _, in := range p.all() {
		for _, f := range in.fields {
			if t := f.typ; in.write && t.kind == kindList && t.object() == o {
				return true
			}
		}
	}
	return false
}

// parameter and argument are the encoder of a writer that takes one.
func parameter(o *object) string {
	if o.encoder {
		return ", e *Encoder"
	}
	return ""
}

func argument(o *object) string {
	if o.encoder {
		return ", e"
	}
	return ""
}

// writeAmongOthers writes the members of an object each at its place among those that are not known.
func (p *schema) writeAmongOthers(s *source, o *object) {
	s.flush()
	s.linef("extra := v.%s", o.extra.name)
	for _, m := range o.root.members {
		s.flush()
		s.linef("dst, extra = appendMembersBefore(dst, extra, %q)", m.name)
		p.writeMember(s, m, either)
	}
	s.flush()
	s.linef("dst = appendMembers(dst, extra)")
}

// writeMembers writes the members of a group and returns the state behind them.
func (p *schema) writeMembers(s *source, members []*member, st state) state {
	for _, m := range members {
		st = p.writeMember(s, m, st)
	}
	return st
}

// writeMember writes a member and returns the state behind it.
func (p *schema) writeMember(s *source, m *member, st state) state {
	f := m.field
	if m.group == nil && (f.tag.rule == orLeft || f.tag.rule == orNil) {
		p.writeOptional(s, m, st)
		return max(st, either)
	}
	p.key(s, m.name, st)
	switch {
	case m.group != nil:
		s.literal("{")
		p.writeMembers(s, m.group.members, first)
		s.literal("}")
	case f.tag.rule == orNull && (f.typ.kind == kindObject || f.typ.kind == kindPointer):
		s.flush()
		s.linef("if %s {\ndst = %s\n} else {\ndst = wire.AppendNull(dst)\n}", p.present("v."+f.name, f.typ),
			p.write("dst", m))
	default:
		s.linef("dst = %s", p.write(s.dst(), m))
	}
	return later
}

// key makes the name of a member pending.
func (p *schema) key(s *source, name string, st state) {
	switch st {
	case first:
		s.literal(`"` + name + `":`)
	case later:
		s.literal(`,"` + name + `":`)
	case either:
		s.flush()
		s.key = name
	}
}

// writeOptional writes a member that may be left out.
func (p *schema) writeOptional(s *source, m *member, st state) {
	s.flush()
	f := m.field
	x, present := "v."+f.name, p.present("v."+f.name, f.typ)
	p.key(s, m.name, max(st, either))
	switch {
	case f.typ.kind == kindFlag && f.tag.as == "" && st == later:
		s.literal("true")
		s.linef("if %s {\ndst = %s\n}", x, s.dst())
	case f.typ.kind == kindObject && !p.comparable(f.typ):
		at := lower(f.name)
		s.linef("%s := len(dst)\ndst = %s\ndst = unlessEmpty(dst, %s)", at, p.write(s.dst(), m), at)
	default:
		if f.tag.rule == orNil {
			present = x + " != nil"
		}
		if f.tag.unless != "" {
			present += fmt.Sprintf(" && %s != %s", x, f.tag.unless)
		}
		s.linef("if %s {\ndst = %s\n}", present, p.write(s.dst(), m))
	}
}

// write returns the expression that appends the value of a member.
func (p *schema) write(dst string, m *member) string {
	f := m.field
	x, t := "v."+f.name, f.typ
	e := ""
	if p.takesEncoder(f) {
		e = ", e"
	}
	if name := "append" + upper(f.tag.as+" "); f.tag.as != "" && p.has(name[:len(name)-1]) {
		return fmt.Sprintf("%s(%s, %s%s)", name[:len(name)-1], dst, x, e)
	}
	if m.part {
		return fmt.Sprintf("wire.AppendString(%s, %s.%s())", dst, x, upper(m.name))
	}
	switch t.kind {
	case kindText, kindEnum:
		if t.name != "string" {
			x = "string(" + x + ")"
		}
		if f.tag.rule == orNull {
			return fmt.Sprintf("appendText(%s, %s)", dst, x)
		}
		return fmt.Sprintf("wire.AppendString(%s, %s)", dst, x)
	case kindFlag:
		return fmt.Sprintf("wire.AppendBool(%s, %s)", dst, x)
	case kindInteger:
		return fmt.Sprintf("wire.AppendInt(%s, %s)", dst, x)
	case kindObject:
		return fmt.Sprintf("append%s(%s, &%s%s)", upper(t.name), dst, x, e)
	case kindPointer:
		return fmt.Sprintf("append%s(%s, %s%s)", upper(t.elem.name), dst, x, e)
	case kindList:
		return p.writeList(dst, x, f, e)
	case kindScalar, kindForeign:
	}
	if p.has(t.name + ".AppendJSON") {
		return fmt.Sprintf("%s.AppendJSON(%s)", x, dst)
	}
	return fmt.Sprintf("append%s(%s, %s)", t.name, dst, x)
}

// writeList returns the expression that appends a list.
func (p *schema) writeList(dst, x string, f *field, e string) string {
	var write string
	switch elem := f.typ.elem; {
	case f.typ.isTexts():
		write = "wire.AppendStrings"
	case elem.kind == kindText, elem.kind == kindEnum:
		write = "appendTexts"
	case elem.kind == kindInteger:
		write = "wire.AppendInts"
	default:
		write = "append" + upper(elem.name) + "s"
	}
	if f.tag.kept && !f.typ.elem.takes() {
		return fmt.Sprintf("appendKept(%s, e, %s, %s)", dst, x, write)
	}
	return fmt.Sprintf("%s(%s, %s%s)", write, dst, x, e)
}

// takes reports whether the writer of a type takes an encoder.
func (t *typ) takes() bool { return t.held != nil && t.held.encoder }
