package main

import "strings"

// sections writes an object by its members, its sections: a table of them, and functions that write, find and compare
// the one at a place in that table.
func (p *schema) sections(s *source, o *object) {
	s.linef("// %sSections are the sections of %s, sorted by name.\nvar %sSections = [...]section{", lower(o.name), o.name,
		lower(o.name))
	for _, m := range o.root.members {
		s.linef("{name: %q, own: %t},", m.name, m.field.tag.own)
	}
	s.linef("}\n")
	s.linef("// appendSection appends the value of a section.")
	s.linef("func (v *%s) appendSection(dst []byte, i int%s) []byte {\nswitch i {", o.name, parameter(o))
	p.eachSection(s, o, func(m *member) string { return "return " + p.write("dst", m) })
	s.linef("}\nreturn dst\n}\n")
	s.linef("// hasSection reports whether a section is there: some are left out where they are empty.")
	s.linef("func (v *%s) hasSection(i int) bool {\nswitch i {", o.name)
	for i, m := range o.root.members {
		if f := m.field; f.tag.rule == orLeft {
			s.linef("case %d: // %s\nreturn %s", i, m.name, p.present("v."+f.name, f.typ))
		}
	}
	s.linef("}\nreturn true\n}\n")
	s.linef("// sameSection reports whether both have the same section. Lists, and what is pointed to, are compared by " +
		"where they\n// stand.")
	s.linef("func (v *%s) sameSection(o *%s, i int) bool {\nswitch i {", o.name, o.name)
	p.eachSection(s, o, func(m *member) string {
		return "return " + strings.Join(p.equal("v.", "o.", []*field{m.field}, "sameList"), " &&\n")
	})
	s.linef("}\nreturn false\n}\n")
}

// eachSection writes a case for each section.
func (p *schema) eachSection(s *source, o *object, body func(*member) string) {
	for i, m := range o.root.members {
		s.linef("case %d: // %s\n%s", i, m.name, body(m))
	}
}
