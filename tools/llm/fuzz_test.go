package llm

import (
	"encoding/json"
	"slices"
	"testing"
)

// FuzzObject reads any text that a model wrote: it is no object, or one that can be written again, without nulls.
func FuzzObject(f *testing.F) {
	for _, text := range []string{
		`{"a":1}`, "```json\n{\"a\":{\"b\":null}}\n```", `Sure! {"a":[null,{"b":null}]} Anything else?`, `{} {}`, `}{`, `{"a":1e999}`, `{"a":1,"a":null}`, "{\"\xff\":1}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := object(text)
		if err != nil {
			return
		}
		prune(doc)
		raw, err := json.Marshal(doc)
		if err != nil || doc == nil {
			t.Fatalf("%q: %v", text, err)
		}
		again, err := object(string(raw))
		if err != nil || len(again) != len(doc) || hasNullMember(again) {
			t.Errorf("%q: %s, %v", text, raw, err)
		}
	})
}

func hasNullMember(v any) bool {
	switch node := v.(type) {
	case map[string]any:
		for _, member := range node {
			if member == nil || hasNullMember(member) {
				return true
			}
		}
	case []any:
		if slices.ContainsFunc(node, hasNullMember) {
			return true
		}
	}
	return false
}
