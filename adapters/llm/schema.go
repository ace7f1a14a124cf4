package llm

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// unchecked are the keywords that servers with strict schemas may not know. The answer is
// checked against the whole schema afterwards.
var unchecked = []string{
	"pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "format",
	"default", "$schema",
}

// Strict turns a JSON Schema into the form that servers with strict structured output accept:
// every object is closed, all its members are required, and those that were optional may be
// null. The keywords that such servers may not know are left out.
//
//   - Errors: ErrConfig when the text is no JSON Schema.
func Strict(schema []byte) ([]byte, error) {
	var node map[string]any
	if err := json.Unmarshal(schema, &node); err != nil {
		return nil, fmt.Errorf("%w: schema: %w", ErrConfig, err)
	}
	out, err := json.Marshal(strict(node))
	if err != nil {
		return nil, fmt.Errorf("%w: schema: %w", ErrConfig, err)
	}
	return out, nil
}

// strict rewrites a schema in place.
func strict(node map[string]any) map[string]any {
	for _, key := range unchecked {
		delete(node, key)
	}
	if values, ok := node["enum"].([]any); ok && node["type"] == nil {
		node["type"] = typesOf(values)
	}
	if items, ok := node["items"].(map[string]any); ok {
		node["items"] = strict(items)
	}
	if list, ok := node["anyOf"].([]any); ok {
		for _, v := range list {
			if branch, ok := v.(map[string]any); ok {
				strict(branch)
			}
		}
	}
	if members, ok := node["properties"].(map[string]any); ok || isObject(node) {
		closeObject(node, members)
	}
	return node
}

// isObject reports whether a schema lets an object pass by its type.
func isObject(node map[string]any) bool {
	list, _ := node["type"].([]any)
	return node["type"] == "object" || slices.Contains(list, any("object"))
}

// closeObject requires all members; one that could be left out may be null instead.
func closeObject(node, members map[string]any) {
	required, _ := node["required"].([]any)
	for name, v := range members {
		member, ok := v.(map[string]any)
		if !ok {
			continue
		}
		strict(member)
		if !slices.Contains(required, any(name)) && !nullable(member) {
			members[name] = map[string]any{"anyOf": []any{member, map[string]any{"type": "null"}}}
		}
	}
	node["additionalProperties"] = false
	node["required"] = append([]string{}, slices.Sorted(maps.Keys(members))...) // of none an empty list, not null
}

// nullable reports whether a schema lets null pass.
func nullable(node map[string]any) bool {
	switch t := node["type"].(type) {
	case string:
		return t == "null"
	case []any:
		return slices.Contains(t, any("null"))
	}
	branches, _ := node["anyOf"].([]any)
	return slices.ContainsFunc(branches, func(v any) bool {
		branch, ok := v.(map[string]any)
		return ok && nullable(branch)
	})
}

// typesOf names the JSON types of the values of an enum, each once, in order.
func typesOf(values []any) []any {
	var out []any
	for _, v := range values {
		name := "string"
		switch v.(type) {
		case nil:
			name = "null"
		case bool:
			name = "boolean"
		case float64:
			name = "number"
		}
		if !slices.Contains(out, any(name)) {
			out = append(out, name)
		}
	}
	return out
}
