package main

import (
	"fmt"
	"go/ast"
)

// kind is how values of a type stand on the wire.
type kind uint8

const (
	kindText    kind = iota // a string
	kindEnum                // one of a closed set of strings
	kindFlag                // true or false
	kindInteger             // an int64
	kindScalar              // a type with functions written by hand
	kindObject              // a struct with tags
	kindPointer             // to one
	kindList                // of any of these
	kindForeign             // a type that functions written by hand know
)

// typ is the type of a field.
type typ struct {
	kind  kind
	name  string // in Go
	under string // the predeclared type below a scalar; "struct" for a struct
	elem  *typ   // of a list or a pointer
	held  *object
}

// object returns the struct that a type is, points to or lists.
func (t *typ) object() *object {
	for t.elem != nil {
		t = t.elem
	}
	return t.held
}

// typeOf says what a type is.
func (p *schema) typeOf(expr ast.Expr) (*typ, error) {
	switch x := expr.(type) {
	case *ast.Ident:
		return p.named(x.Name)
	case *ast.StarExpr:
		elem, err := p.typeOf(x.X)
		if err != nil || elem.kind != kindObject {
			return nil, fmt.Errorf("a pointer to something that is no object: %w", err)
		}
		return &typ{kind: kindPointer, name: "*" + elem.name, elem: elem}, nil
	case *ast.ArrayType:
		elem, err := p.typeOf(x.Elt)
		if err != nil {
			return nil, err
		}
		return &typ{kind: kindList, name: "[]" + elem.name, elem: elem}, nil
	}
	return nil, fmt.Errorf("a type that has no form on the wire: %T", expr)
}

// named says what a type with a name is.
func (p *schema) named(name string) (*typ, error) {
	switch name {
	case "string":
		return &typ{kind: kindText, name: name}, nil
	case "bool":
		return &typ{kind: kindFlag, name: name}, nil
	case "int64":
		return &typ{kind: kindInteger, name: name}, nil
	}
	if o := p.objects[name]; o != nil {
		return &typ{kind: kindObject, name: name, held: o}, nil
	}
	spec := p.types[name]
	if spec == nil {
		return nil, fmt.Errorf("the type %s is not declared here", name)
	}
	switch x := spec.Type.(type) {
	case *ast.Ident:
		switch {
		case p.marks[name].has("enum"):
			return &typ{kind: kindEnum, name: name}, nil
		case p.has("decoder." + lower(name)):
			return &typ{kind: kindScalar, name: name, under: x.Name}, nil
		case x.Name == "string":
			return &typ{kind: kindText, name: name}, nil
		}
	case *ast.StructType:
		return &typ{kind: kindScalar, name: name, under: "struct"}, nil
	case *ast.ArrayType:
		t, err := p.typeOf(x)
		if err != nil {
			return nil, err
		}
		t.name = name
		return t, nil
	}
	return &typ{kind: kindForeign, name: name}, nil
}

// present returns the condition under which the value of an expression is neither zero nor empty.
func (p *schema) present(x string, t *typ) string {
	switch t.kind {
	case kindText, kindEnum:
		return x + ` != ""`
	case kindFlag:
		return x
	case kindInteger:
		return x + " != 0"
	case kindList:
		return "len(" + x + ") > 0"
	case kindPointer, kindForeign:
		return x + " != nil"
	case kindObject:
		return x + " != (" + t.name + "{})"
	case kindScalar:
	}
	switch {
	case p.has(t.name + ".IsSet"):
		return x + ".IsSet()"
	case t.under == "string":
		return x + ` != ""`
	case t.under == "struct":
		return x + ".Set"
	}
	return x + " != 0"
}

// comparable reports whether values of a type can be compared with ==, and are equal then.
func (p *schema) comparable(t *typ) bool {
	switch t.kind {
	case kindList, kindPointer, kindForeign:
		return false
	case kindObject:
		for _, f := range t.held.fields {
			if !p.comparable(f.typ) {
				return false
			}
		}
		return t.held.extra == nil
	case kindText, kindEnum, kindFlag, kindInteger, kindScalar:
	}
	return true
}

// isTexts reports whether a type is a list of strings.
func (t *typ) isTexts() bool {
	return t.kind == kindList && t.elem.kind == kindText && t.elem.name == "string"
}
