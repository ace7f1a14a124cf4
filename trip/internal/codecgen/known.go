package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// knowns writes the readers of the canonical form. Each reports whether the text has that form.
func (p *schema) knowns(s *source) {
	for _, o := range p.all() {
		if !o.known {
			continue
		}
		p.knownGroup(s, o, o.root)
		if o.marks.array != "" {
			p.knownArray(s, o)
		}
	}
	p.knownEvents(s)
	p.beginnings(s)
	for _, name := range p.order {
		if p.marks[name].has("enum") && p.isKnown(name) {
			var equal []string
			for _, c := range p.consts[name] {
				equal = append(equal, "*p == "+c)
			}
			s.linef("func %sAt(c *wire.Cursor, p *%s) bool {\nreturn c.Text((*string)(p), MaxTextBytes) && (%s)\n}\n",
				lower(name), name, strings.Join(equal, " || "))
		}
	}
}

// knownEvents writes how the data of an event of a type that is known is read.
func (p *schema) knownEvents(s *source) {
	if !slices.ContainsFunc(p.events(), func(o *object) bool { return o.known }) {
		return
	}
	s.linef("// eventDataAt reads the data of an event of those types that are most of a log.")
	s.linef("func (d *decoder) eventDataAt(c *wire.Cursor, kind EventType, p *EventData) bool {\nswitch kind {")
	for _, o := range p.events() {
		if o.known {
			s.linef("case Type%s:\nvar v %s\nif !d.%sAt(c, &v) {\nreturn false\n}\n*p = v\nreturn true", o.name, o.name,
				lower(o.name))
		}
	}
	s.linef("}\nreturn false\n}\n")
}

// beginnings writes a table of how results begin. A member that several results have does not tell them
// apart, but the members of the objects in it do.
func (p *schema) beginnings(s *source) {
	var results []*object
	for _, o := range p.all() {
		if o.marks.result != "" {
			results = append(results, o)
		}
	}
	if len(results) == 0 {
		return
	}
	s.linef("// beginnings are how results begin in canonical form.\nvar beginnings = [...]beginning{")
	for _, o := range results {
		for _, m := range o.root.members {
			other := sharing(results, o, m.name)
			if other == nil {
				s.linef("{`{%q:`, %s},", m.name, o.marks.result)
				continue
			}
			for _, inner := range m.field.typ.object().root.members {
				if other.field.typ.object().root.find(inner.name) == nil {
					s.linef("{`{%q:[{%q:`, %s},", m.name, inner.name, o.marks.result)
				}
			}
		}
	}
	s.linef("}\n")
}

// sharing returns the member of that name that a result other than o has, nil when none has it.
func sharing(results []*object, o *object, name string) *member {
	for _, other := range results {
		if m := other.root.find(name); m != nil && other != o {
			return m
		}
	}
	return nil
}

// knownArray writes the reader of one element or more, up to the end of their list.
func (p *schema) knownArray(s *source, o *object) {
	name, array := lower(o.name), "d."+o.marks.array
	s.linef("func (d *decoder) %ssAt(c *wire.Cursor, p *[]%s, limit int) bool {", name, o.name)
	if p.has("decoder.reserve" + o.name + "s") {
		s.linef("d.reserve%ss(c.Rest())", o.name)
	}
	s.linef("from := len(%s)\nfor more := true; more; more = c.Pass(`,`) {", array)
	s.linef("%s = append(%s, %s{})", array, array, o.name)
	s.linef("if len(%s)-from > limit || !d.%sAt(c, &%s[len(%s)-1]) {\nreturn false\n}\n}", array, name, array, array)
	s.linef("*p = cut(%s, from)\nreturn c.Pass(`]`)\n}\n", array)
}

// isKnown reports whether a text of a closed set is read in the canonical form.
func (p *schema) isKnown(name string) bool {
	for _, o := range p.all() {
		for _, f := range o.fields {
			if o.known && !f.tag.rare && f.typ.name == name {
				return true
			}
		}
	}
	return false
}

// levels returns how deep values of a type nest.
func (p *schema) levels(t *typ) int {
	switch t.kind {
	case kindList, kindPointer:
		n := p.levels(t.elem)
		if t.kind == kindList {
			n++
		}
		return n
	case kindObject:
		deepest := 0
		for _, f := range t.held.fields {
			deepest = max(deepest, p.levels(f.typ)+strings.Count(f.tag.name, "."))
		}
		return deepest + 1
	case kindScalar:
		if t.under == "struct" && p.has(t.name+".AppendJSON") { // money
			return 1
		}
	case kindText, kindEnum, kindFlag, kindInteger, kindForeign:
	}
	return 0
}

// knownName returns the name of the reader of a group, without its At.
func (p *schema) knownName(o *object, g *group) string {
	name := strings.TrimSuffix(p.reader(o, g), "Members")
	if len(g.path) == 0 && p.has(name+"At", "decoder."+name+"At") {
		name += "Members"
	}
	return name
}

// knownGroup writes the reader of a group, and those of the groups in it.
func (p *schema) knownGroup(s *source, o *object, g *group) {
	var members []*member
	for _, m := range g.members {
		if m.group != nil || !m.field.tag.rare {
			members = append(members, m)
		}
	}
	terms := p.terms(o, members)
	if len(g.path) > 0 { // its brace was read with its name
		terms[0] = strings.Replace(terms[0], "c.Pass(`{`)", "", 1)
		terms[0] = strings.Replace(terms[0], "`{", "`", 1)
		if terms[0] == "" {
			terms = terms[1:]
		}
	}
	s.linef("func (d *decoder) %sAt(c *wire.Cursor, v *%s) bool {\nreturn %s\n}\n", p.knownName(o, g), o.name,
		strings.Join(terms, " &&\n"))
	for _, m := range members {
		if m.group != nil {
			p.knownGroup(s, o, m.group)
		}
	}
}

// terms are the conditions under which an object has the canonical form. The bracket of a list and the brace of a group
// are matched together with their names. Optional members before the first mandatory one match the comma after them
// instead of the one before.
func (p *schema) terms(o *object, members []*member) []string {
	lead := 0
	for lead < len(members) && !p.stands(o, members[lead]) {
		lead++
	}
	terms := []string{"c.Pass(`{`)"}
	for i, m := range members {
		read, name := p.readKnown(o, m), fmt.Sprintf("%q:", m.name)
		switch {
		case m.group != nil:
			name += "{"
		case m.field.typ.kind == kindList:
			name += "["
		}
		switch {
		case lead == len(members):
			terms = append(terms, fmt.Sprintf("(!c.Name(`,%s`) || %s)", name, read))
		case i < lead:
			terms = append(terms, fmt.Sprintf("(!c.Pass(`%s`) || %s && c.Pass(`,`))", name, read))
		case lead == 0 && i == 0:
			terms = []string{fmt.Sprintf("c.Pass(`{%s`) && %s", name, read)}
		case i == lead:
			terms = append(terms, fmt.Sprintf("c.Pass(`%s`) && %s", name, read))
		case p.stands(o, m):
			terms = append(terms, fmt.Sprintf("c.Pass(`,%s`) && %s", name, read))
		default:
			terms = append(terms, fmt.Sprintf("(!c.Pass(`,%s`) || %s)", name, read))
		}
	}
	return append(terms, "c.Pass(`}`)")
}

// stands reports whether a member is there in every canonical form. Of an object that is only read it is
// not, unless the reader requires it.
func (p *schema) stands(o *object, m *member) bool {
	if m.group != nil || o.marks.has("sparse") {
		return o.write && m.group != nil
	}
	t := &m.field.tag
	return t.want != "" || o.write && (t.rule == always || t.rule == orNull)
}

// readKnown returns the condition that the value of a member has the canonical form.
func (p *schema) readKnown(o *object, m *member) string {
	if m.group != nil {
		return fmt.Sprintf("d.%sAt(c, v)", p.knownName(o, m.group))
	}
	f := m.field
	x, t := "&v."+f.name, f.typ
	limit := ""
	if f.tag.max != "" {
		limit = ", " + f.tag.max
	}
	nullable := f.tag.rule != always || !o.write && f.tag.want == ""
	if f.tag.as != "" && p.has(f.tag.as+"At", "decoder."+f.tag.as+"At") {
		return p.at(f.tag.as, x, limit)
	}
	read := p.at(lower(t.name), x, limit)
	switch t.kind {
	case kindText:
		if t.name != "string" {
			x = "(*string)(" + x + ")"
		}
		if nullable {
			return fmt.Sprintf("c.TextOrNull(%s, MaxTextBytes)", x)
		}
		return fmt.Sprintf("c.Text(%s, MaxTextBytes)", x)
	case kindInteger:
		if read = fmt.Sprintf("c.Int(%s)", x); f.tag.max != "" {
			read = fmt.Sprintf("(%s && v.%s <= %s)", read, f.name, f.tag.max)
		}
	case kindList:
		read = p.knownList(f, x)
		if f.tag.given != "" {
			return fmt.Sprintf("given(&v.%s) && %s", f.tag.given, read)
		}
		return read
	case kindObject:
		if !p.has(lower(t.name)+"At", "decoder."+lower(t.name)+"At") {
			read = "d." + read
		}
		return read
	case kindEnum, kindFlag, kindScalar, kindPointer, kindForeign:
	}
	if nullable {
		return "(" + read + " || c.Pass(`null`))"
	}
	return read
}

func (p *schema) knownList(f *field, x string) string {
	if f.typ.isTexts() {
		return fmt.Sprintf("d.textsAt(c, %s, %s)", x, cmp.Or(f.tag.max, "MaxItems"))
	}
	name := lower(f.typ.name)
	if !p.has("decoder." + name + "At") {
		name = lower(f.typ.elem.name) + "s"
	}
	return fmt.Sprintf("d.%sAt(c, %s, %s)", name, x, cmp.Or(f.tag.max, "MaxItems"))
}

// at returns the call of a function written by hand, which may be a method of the decoder.
func (p *schema) at(name, x, limit string) string {
	receiver := ""
	if p.has("decoder." + name + "At") {
		receiver = "d."
	}
	return fmt.Sprintf("%s%sAt(c, %s%s)", receiver, name, x, limit)
}
