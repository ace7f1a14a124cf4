package main

import (
	"cmp"
	"fmt"
)

// cleaners writes what makes the data of an event what would be read from its line.
func (p *schema) cleaners(s *source) {
	s.linef("// eventData cleans the data of an event; nil when this version does not know its type.")
	s.linef("func (c *cleaner) eventData(data EventData) EventData {\nswitch v := data.(type) {")
	for _, o := range p.events() {
		s.linef("case %s:", o.name)
		for _, f := range o.fields {
			p.clean(s, f)
		}
		s.linef("return v")
	}
	s.linef("}\nreturn nil\n}")
}

// clean writes the statement that cleans a field. What has a reader written by hand, or of the type alone, has a
// cleaner of that name.
func (p *schema) clean(s *source, f *field) {
	member, x := fmt.Sprintf("%q", "data."+f.tag.name), "v."+f.name
	limit := ""
	if f.tag.max != "" {
		limit = ", " + f.tag.max
	}
	switch t := f.typ; {
	case f.tag.as != "":
		call := fmt.Sprintf("c.%s(%s, &%s%s)", f.tag.as, member, x, limit)
		if f.tag.rule == orLeft && t.kind != kindList {
			call = fmt.Sprintf("if %s {\n%s\n}", p.present(x, t), call)
		}
		s.linef("%s", call)
	case t.kind == kindText && t.name == "string":
		s.linef("c.text(%s, &%s)", member, x)
	case t.kind == kindFlag, t.name == "OptBool": // each of their values can be read
	case t.name == "OptInt":
		s.linef("c.integer(%s, &%s.Value, %s)", member, x, cmp.Or(f.tag.max, "wire.MaxInt"))
	case t.kind == kindInteger:
		s.linef("c.integer(%s, &%s, %s)", member, x, cmp.Or(f.tag.max, "wire.MaxInt"))
	case t.isTexts():
		s.linef("c.textList(%s, &%s, %s)", member, x, cmp.Or(f.tag.max, "MaxItems"))
	default:
		s.linef("c.%s(%s, &%s%s)", lower(t.name), member, x, limit)
	}
	if f.tag.want != "" && !p.remembers(f) {
		s.linef("if !(%s) {\nc.fail(%s, %q, \"nothing\")\n}", p.present(x, f.typ), member, f.tag.want)
	}
}
