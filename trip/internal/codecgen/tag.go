package main

import (
	"errors"
	"fmt"
	"go/ast"
	"reflect"
	"strconv"
	"strings"
)

// rule says what stands for a value that is zero or empty.
type rule uint8

const (
	always rule = iota // the value itself
	orLeft             // nothing
	orNull             // null
	orNil              // nothing for a nil list, the list for an empty one
)

// tag is what a field's tag says.
type tag struct {
	name   string
	rule   rule
	want   string // of required; empty when it is not
	max    string
	one    string
	given  string
	as     string
	unless string // of unless, whose rule is orLeft

	filled, nulls, kept, own, rare bool
}

// parseTag reads a tag. A struct that has one tag has one on each field, so that none is forgotten.
func parseTag(lit *ast.BasicLit) (t tag, err error) {
	if lit == nil {
		return t, errors.New(`a field without a tag: say "-" when it is not on the wire`)
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return t, err
	}
	value, ok := reflect.StructTag(text).Lookup("wire")
	if !ok {
		return t, errors.New(`a field without a tag wire: say "-" when it is not on the wire`)
	}
	parts := strings.Split(value, ",")
	if t.name = parts[0]; t.name == "" || strings.ContainsAny(t.name, "\"\\`") {
		return t, fmt.Errorf("%q is no name of a member", t.name)
	}
	for _, option := range parts[1:] {
		if err := t.option(option); err != nil {
			return t, err
		}
	}
	return t, nil
}

func (t *tag) option(option string) error {
	key, value, valued := strings.Cut(option, "=")
	texts := map[string]*string{"max": &t.max, "one": &t.one, "given": &t.given, "as": &t.as, "unless": &t.unless}
	flags := map[string]*bool{"filled": &t.filled, "nulls": &t.nulls, "kept": &t.kept, "own": &t.own, "rare": &t.rare}
	rules := map[string]rule{"optional": orLeft, "null": orNull, "nil": orNil}
	switch {
	case key == "required":
		if t.want = value; !valued {
			t.want = "a string"
		}
	case texts[key] != nil && value != "":
		*texts[key] = value
		if key == "unless" {
			t.rule = orLeft
		}
	case flags[key] != nil && !valued:
		*flags[key] = true
	case rules[key] != always && !valued:
		t.rule = rules[key]
	default:
		return fmt.Errorf("no option is called %q: there are %v, %v, %v and required", option, keys(texts),
			keys(flags), keys(rules))
	}
	return nil
}
