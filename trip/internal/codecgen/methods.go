package main

import (
	"fmt"
	"strings"
)

// methods writes the methods that events and arguments have in common, and comparisons.
func (p *schema) methods(s *source) {
	var types []string
	for _, o := range p.events() {
		types = append(types, "Type"+o.name)
	}
	if len(types) > 0 {
		s.linef("// known reports whether this version knows events of a type.\nfunc (t EventType) known() bool {\nswitch "+
			"t {\ncase %s:\nreturn true\n}\nreturn false\n}\n", strings.Join(types, ",\n"))
	}
	for _, o := range p.events() {
		s.linef("// Type implements EventData.\nfunc (%s) Type() EventType { return Type%s }\n", o.name, o.name)
		s.linef("func (v %s) appendJSON(dst []byte) []byte { return append%s(dst, &v) }\n", o.name, o.name)
	}
	for _, o := range p.all() {
		if o.marks.has("arguments") {
			e := ""
			if o.encoder {
				e = ", nil"
			}
			s.linef("func (v %s) appendJSON(dst []byte) []byte { return append%s(dst, &v%s) }\n", o.name, o.name, e)
		}
		if o.marks.has("equal") {
			s.linef("// Equal reports whether both ask for the same.\nfunc (v *%s) Equal(o *%s) bool {\nreturn %s\n}\n",
				o.name, o.name,
				strings.Join(p.equal("v.", "o.", o.fields, "slices.Equal"), " &&\n"))
		}
	}
}

// equal returns the conditions under which fields of two values are equal.
func (p *schema) equal(a, b string, fields []*field, lists string) []string {
	var terms []string
	for _, f := range fields {
		switch t := f.typ; {
		case p.comparable(t):
			terms = append(terms, fmt.Sprintf("%s%s == %s%s", a, f.name, b, f.name))
		case t.kind == kindPointer, t.kind == kindForeign:
			terms = append(terms, fmt.Sprintf("%s%s == %s%s", a, f.name, b, f.name))
		case t.kind == kindObject:
			terms = append(terms, p.equal(a+f.name+".", b+f.name+".", t.held.all(), lists)...)
		default:
			terms = append(terms, fmt.Sprintf("%s(%s%s, %s%s)", lists, a, f.name, b, f.name))
		}
	}
	return terms
}

// all returns the fields of an object, that of the unknown members included.
func (o *object) all() []*field {
	if o.extra == nil {
		return o.fields
	}
	extra := *o.extra
	extra.typ = &typ{kind: kindList}
	return append(o.fields[:len(o.fields):len(o.fields)], &extra)
}
