package catalog

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// What the value of a keyword of JSON Schema holds, where that is schemas.
type holds uint8

const (
	noSchema     holds = iota
	oneSchema          // a schema, or a list of them
	namedSchemas       // schemas by name
)

// keywords are those of JSON Schema 2020-12, with those of older drafts and of OpenAPI that say nothing else.
var keywords = map[string]holds{
	"$schema": noSchema, "$id": noSchema, "$ref": noSchema, "$anchor": noSchema, "$comment": noSchema,
	"$dynamicRef": noSchema, "$dynamicAnchor": noSchema, "$vocabulary": noSchema,
	"$recursiveRef": noSchema, "$recursiveAnchor": noSchema,
	"type": noSchema, "enum": noSchema, "const": noSchema,
	"multipleOf": noSchema, "maximum": noSchema, "minimum": noSchema,
	"exclusiveMaximum": noSchema, "exclusiveMinimum": noSchema,
	"maxLength": noSchema, "minLength": noSchema, "pattern": noSchema, "format": noSchema,
	"maxItems": noSchema, "minItems": noSchema, "uniqueItems": noSchema, "maxContains": noSchema, "minContains": noSchema,
	"maxProperties": noSchema, "minProperties": noSchema, "required": noSchema, "dependentRequired": noSchema,
	"title": noSchema, "description": noSchema, "default": noSchema, "deprecated": noSchema, "readOnly": noSchema,
	"writeOnly": noSchema, "examples": noSchema, "example": noSchema, "nullable": noSchema, "comment": noSchema,
	"contentEncoding": noSchema, "contentMediaType": noSchema,
	"$defs": namedSchemas, "definitions": namedSchemas, "properties": namedSchemas, "patternProperties": namedSchemas,
	"dependentSchemas": namedSchemas, "dependencies": namedSchemas,
	"items": oneSchema, "prefixItems": oneSchema, "additionalItems": oneSchema, "unevaluatedItems": oneSchema,
	"contains": oneSchema, "additionalProperties": oneSchema, "unevaluatedProperties": oneSchema,
	"propertyNames": oneSchema, "allOf": oneSchema, "anyOf": oneSchema, "oneOf": oneSchema, "not": oneSchema,
	"if": oneSchema, "then": oneSchema, "else": oneSchema, "contentSchema": oneSchema,
}

// spelt refuses a schema with a member that is nearly a keyword: a validator passes over what it does not know, and
// what was meant would not be checked. Other members that are no keywords are annotations.
func spelt(schema json.RawMessage) error {
	var doc any
	if err := json.Unmarshal(schema, &doc); err != nil {
		return fmt.Errorf("%w: schema: %w", ErrTool, err)
	}
	return speltIn(doc, "")
}

func speltIn(schema any, at string) error {
	if list, is := schema.([]any); is {
		for i, s := range list {
			if err := speltIn(s, at+"["+strconv.Itoa(i)+"]"); err != nil {
				return err
			}
		}
		return nil
	}
	members, _ := schema.(map[string]any) // true, false and a list of names hold no keywords
	for _, name := range slices.Sorted(maps.Keys(members)) {
		place := strings.TrimPrefix(at+"."+name, ".")
		what, known := keywords[name]
		if meant := nearest(name); !known && meant != "" {
			return fmt.Errorf("%w: %s is no keyword of JSON Schema: write %s", ErrTool, place, meant)
		}
		switch what {
		case oneSchema:
			if err := speltIn(members[name], place); err != nil {
				return err
			}
		case namedSchemas:
			named, _ := members[name].(map[string]any)
			for _, member := range slices.Sorted(maps.Keys(named)) {
				if err := speltIn(named[member], place+"."+member); err != nil {
					return err
				}
			}
		case noSchema:
		}
	}
	return nil
}

// nearest returns the keyword that a name was meant to be: the same but for its case or the $ before it, or with a
// letter in eight too many, too few or wrong. Short names, and those that differ in their first letter, are words of
// their own. It returns "" when there is none.
func nearest(name string) string {
	const shortest = 4
	for _, keyword := range slices.Sorted(maps.Keys(keywords)) {
		if strings.EqualFold(name, keyword) || strings.EqualFold("$"+name, keyword) && len(keyword) >= shortest {
			return keyword
		}
		limit := max(1, len(keyword)/4)
		if len(keyword) >= shortest && name != "" && name[0] == keyword[0] &&
			apart(strings.ToLower(name), strings.ToLower(keyword)) <= limit {
			return keyword
		}
	}
	return ""
}

// apart counts the letters that must be put in, left out, changed or swapped with the next to make one text of another.
func apart(a, b string) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range now {
		now[j] = j
	}
	for i := range len(a) {
		before, last, now = last, now, before
		now[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
	}
	return now[len(b)]
}
