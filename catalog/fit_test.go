package catalog_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
)

// TestDefaultFits: what the embedded tools say of members is in their schemas.
func TestDefaultFits(t *testing.T) {
	for tool := range catalog.Default().Tools {
		if err := tool.Check(); err != nil {
			t.Error(err)
		}
	}
}

// TestFits: a name in a definition that its schemas do not have is refused, where they tell.
func TestFits(t *testing.T) {
	const closed = `{"type":"object","properties":{"to":{"type":"string"}},"additionalProperties":false}`
	key := func(name string) func(*catalog.Tool) {
		return func(t *catalog.Tool) { t.Effect, t.Idempotency = catalog.Write, name }
	}
	source := func(argument string, from ...string) func(*catalog.Tool) {
		return func(t *catalog.Tool) { t.Sources = []catalog.Source{{Argument: argument, From: from}} }
	}
	produces := func(path string) func(*catalog.Tool) { return func(t *catalog.Tool) { t.Produces = path } }
	for name, tc := range map[string]struct {
		change            func(*catalog.Tool)
		arguments, result string
		want              string // "" when it fits
	}{
		"closed to the key":      {key("key"), closed, `{}`, `idempotency: the schema of the arguments has no "key"`},
		"closed to any":          {key("key"), `{"additionalProperties":false}`, `{}`, `has no "key"`},
		"a key that is no text":  {key("key"), `{"properties":{"key":{"type":"integer"}}}`, `{}`, `does not let "key" be a text`},
		"a key that is too long": {key("to"), `{"properties":{"to":{"maxLength":20}}}`, `{}`, `does not let "to" be a text`},
		"declared key":           {key("to"), closed, `{}`, ""},
		"beside the key":         {key("key"), `{"properties":{"to":{}}}`, `{}`, `has no "key": add it there, or mend the name`},
		"open to the key":        {key("key"), `{"type":"object"}`, `{}`, ""},
		"put together":           {key("key"), `{"allOf":[` + closed + `]}`, `{}`, ""},
		"elsewhere":              {key("key"), `{"$ref":"#/$defs/a","$defs":{"a":` + closed + `}}`, `{}`, `has no "key"`},
		"unknown source":         {source("to", "state", "model"), closed, `{}`, `sources[0].from: want state, lookup or step, got "model"`},
		"misspelt argument":      {source("too", "state"), closed, `{}`, `sources[0].argument: the schema of the arguments has no "too"`},
		"no argument":            {source("", "state"), `{}`, `{}`, `sources[0].argument`},
		"sources":                {source("to", "state", "lookup", "step"), closed, `{}`, ""},
		"no list":                {produces("documents"), `{}`, `{}`, `produces: want list[] or list[].member`},
		"no name":                {produces("[].id"), `{}`, `{}`, "produces"},
		"no member":              {produces("documents[]."), `{}`, `{}`, "produces"},
		"beside the member":      {produces("documents[]id"), `{}`, `{}`, "produces"},
		"misspelt list":          {produces("documents[].id"), `{}`, `{"properties":{"docs":{"type":"array"}}}`, `got "documents[].id"`},
		"misspelt member":        {produces("docs[].id"), `{}`, `{"properties":{"docs":{"items":{"properties":{"name":{}}}}}}`, "produces"},
		"ids":                    {produces("docs[].id"), `{}`, `{"properties":{"docs":{"items":{"properties":{"id":{}}}}}}`, ""},
		"a list of ids":          {produces("docs[]"), `{}`, `{"properties":{"docs":{}}}`, ""},
		"ids that nobody tells":  {produces("docs[].id"), `{}`, `{}`, ""},
		"an older draft": {
			produces("docs[].id"), `{}`,
			`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"docs":{"items":{"properties":{"name":{}}}}}}`, "produces",
		},
	} {
		t.Run(name, func(t *testing.T) {
			tool := catalog.Tool{Name: "send_mail", Effect: catalog.Read, Arguments: json.RawMessage(tc.arguments), Result: json.RawMessage(tc.result)}
			tc.change(&tool)
			switch err := tool.Check(); {
			case tc.want == "" && err != nil:
				t.Error(err)
			case tc.want != "" && (!errors.Is(err, catalog.ErrTool) || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("got %v, want an ErrTool with %q", err, tc.want)
			}
		})
	}
}

// TestTextsOfATool: what is no UTF-8 would be read back as something else.
func TestTextsOfATool(t *testing.T) {
	for name, change := range map[string]func(*catalog.Tool){
		"name":        func(t *catalog.Tool) { t.Name = "send\xff" },
		"description": func(t *catalog.Tool) { t.Description = "\xff" },
		"source":      func(t *catalog.Tool) { t.Sources = []catalog.Source{{Argument: "\xff"}} },
	} {
		tool := catalog.Tool{Name: "send_mail", Effect: catalog.Read, Arguments: json.RawMessage(`{}`), Result: json.RawMessage(`{}`)}
		change(&tool)
		if _, err := catalog.New(tool); !errors.Is(err, catalog.ErrTool) || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("%s: %v, want that it is not UTF-8", name, err)
		}
	}
}
