package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// sampleKey is of the form that idempotency keys have.
const sampleKey = "f059cd26-585a-550e-ad5e-dba73ca096f3"

// fits holds what a definition says of members against the schemas that should have them: a name that is misspelt would
// switch off in silence what it is for.
func (t *Tool) fits(arguments, result *jsonschema.Schema) error {
	if t.Idempotency != "" {
		if err := t.takesKey(arguments); err != nil {
			return fmt.Errorf("%w: idempotency: %w", ErrTool, err)
		}
	}
	if t.Answers && !mayAnswer(result, t.AnswerMember()) {
		return fmt.Errorf("%w: answers: the schema of the result has no %q with an answer: add it there, "+
			"or say in answer_in which member has it", ErrTool, t.AnswerMember())
	}
	for i, source := range t.Sources {
		field := fmt.Sprintf("sources[%d]", i)
		if _, ok := declared(arguments, source.Argument); !ok || source.Argument == "" {
			return fmt.Errorf("%w: %s.argument: the schema of the arguments has no %q: add it there, or mend the name",
				ErrTool, field, source.Argument)
		}
		for _, from := range source.From {
			if !slices.Contains([]string{FromState, FromLookup, FromStep}, from) {
				return fmt.Errorf("%w: %s.from: want %s, %s or %s, got %q", ErrTool, field, FromState, FromLookup, FromStep, from)
			}
		}
	}
	if t.Produces != "" && !hasIDs(result, t.Produces) {
		return fmt.Errorf("%w: produces: want list[] or list[].member of what the schema of the result has, got %q",
			ErrTool, t.Produces)
	}
	return nil
}

// takesKey reports whether the arguments have a member for the idempotency key, which the engine adds after it has
// checked what a model proposes.
func (t *Tool) takesKey(arguments *jsonschema.Schema) error {
	name := t.Idempotency
	member, ok := declared(arguments, name)
	switch s := alone(arguments); {
	case t.Effect == Read:
		return errors.New("only a tool that writes is given a key: leave it out")
	case !ok:
		return fmt.Errorf("the schema of the arguments has no %q: add it there, or mend the name", name)
	case member != nil && member.Validate(sampleKey) != nil:
		return fmt.Errorf("the schema of the arguments does not let %q be a text such as %s: let it", name, sampleKey)
	case t.Proposable && s != nil && slices.Contains(s.Required, name):
		return fmt.Errorf("the schema of the arguments requires %q, which no model can know: take it out of required", name)
	}
	return nil
}

// mayAnswer reports whether a result may have a member with an answer in it.
func mayAnswer(result *jsonschema.Schema, name string) bool {
	member, ok := declared(result, name)
	return ok && isOfType(result, "object") && (member == nil || isOfType(member, "string", "number", "integer", "boolean",
		"array", "object"))
}

// isOfType reports whether a schema lets a value be of one of these types.
func isOfType(s *jsonschema.Schema, types ...string) bool {
	if s = alone(s); s == nil || s.Types == nil {
		return true
	}
	return slices.ContainsFunc(s.Types.ToStrings(), func(t string) bool { return slices.Contains(types, t) })
}

// hasIDs reports whether a result has ids at a path, list[] or list[].member.
func hasIDs(result *jsonschema.Schema, path string) bool {
	name, member, isList := strings.Cut(path, "[]")
	list, ok := declared(result, name)
	switch {
	case !isList, name == "", !ok:
		return false
	case member == "":
		return true
	}
	member, isMember := strings.CutPrefix(member, ".")
	_, ok = declared(itemsOf(list), member)
	return isMember && member != "" && ok
}

// declared returns the schema of a member, nil when that is not told, and whether objects may be meant to have the
// member: a schema that names members names this one.
func declared(s *jsonschema.Schema, name string) (member *jsonschema.Schema, ok bool) {
	s = alone(s)
	if s == nil || len(s.Properties) == 0 && !isClosed(s) {
		return nil, true
	}
	member, ok = s.Properties[name]
	return member, ok
}

// isClosed reports whether objects may have only the members that a schema names.
func isClosed(s *jsonschema.Schema) bool {
	others, ok := s.AdditionalProperties.(bool)
	return ok && !others
}

// itemsOf returns the schema of the items of a list, nil when that is not told.
func itemsOf(s *jsonschema.Schema) *jsonschema.Schema {
	if s = alone(s); s == nil {
		return nil
	}
	if items, is := s.Items.(*jsonschema.Schema); is {
		return items
	}
	return s.Items2020
}

// alone returns the schema that says by itself which members there are; nil for one that is put together of several,
// which is believed.
func alone(s *jsonschema.Schema) *jsonschema.Schema {
	const maxRefs = 16
	for range maxRefs {
		switch {
		case s == nil, s.Bool != nil, s.DynamicRef != nil, s.RecursiveRef != nil, s.If != nil,
			len(s.AllOf)+len(s.AnyOf)+len(s.OneOf)+len(s.PatternProperties)+len(s.DependentSchemas) > 0,
			s.Ref != nil && len(s.Properties) > 0:
			return nil
		case s.Ref == nil:
			return s
		}
		s = s.Ref
	}
	return nil
}
