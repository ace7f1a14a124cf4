package catalog_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
)

// TestCheck: a definition that would not do what it says is refused, by an error that names the tool, the member and
// the remedy.
func TestCheck(t *testing.T) {
	arguments := func(schema string) func(*catalog.Tool) {
		return func(t *catalog.Tool) { t.Arguments = json.RawMessage(schema) }
	}
	answer := func(in, schema string) func(*catalog.Tool) {
		return func(t *catalog.Tool) { t.Answers, t.AnswerIn, t.Result = true, in, json.RawMessage(schema) }
	}
	named := func(name string, offered bool) func(*catalog.Tool) {
		return func(t *catalog.Tool) { t.Name, t.Proposable = name, offered }
	}
	write := func(change func(*catalog.Tool)) func(*catalog.Tool) {
		return func(t *catalog.Tool) { t.Effect = catalog.Write; change(t) }
	}
	const keyed = `{"properties":{"key":{"type":"string"}},"required":["key"]}`
	for name, tc := range map[string]struct {
		change func(*catalog.Tool)
		want   string // "" when it is as it should be
	}{
		"misspelt keyword": {arguments(`{"propertis":{"to":{}}}`), "arguments: catalog: bad tool: propertis is no keyword of JSON Schema: write properties"},
		"misspelt below": {
			arguments(`{"properties":{"to":{"items":{"anyOf":[{"maxLenght":3}]}}}}`),
			"properties.to.items.anyOf[0].maxLenght is no keyword of JSON Schema: write maxLength",
		},
		"misspelt in a result": {func(t *catalog.Tool) { t.Result = json.RawMessage(`{"requird":["a"]}`) }, "result: catalog: bad tool: requird"},
		"wrong case":           {arguments(`{"additionalproperties":false}`), "write additionalProperties"},
		"without its dollar":   {arguments(`{"properties":{"to":{"ref":"#/$defs/a"}}}`), "properties.to.ref is no keyword of JSON Schema: write $ref"},
		"misspelt definition":  {arguments(`{"$defs":{"a":{"enumm":[1]}}}`), "$defs.a.enumm"},
		"names of members":     {arguments(`{"properties":{"requird":{},"typ":{"properties":{"item":{}}}},"required":["typ"]}`), ""},
		"values":               {arguments(`{"default":{"propertis":1},"enum":[{"typ":1}],"examples":[{"requird":2}]}`), ""},
		"annotations":          {arguments(`{"x-order":1,"example":{},"nullable":true,"name":"a","id":"b","comment":"c","note":"d"}`), ""},
		"older keywords": {arguments(`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{}},` +
			`"dependencies":{"a":["b"]},"items":[{}],"additionalItems":true}`), ""},
		"answer nowhere": {
			answer("", `{"properties":{"text":{"type":"string"}}}`),
			`answers: the schema of the result has no "result" with an answer: add it there, or say in answer_in`,
		},
		"answer elsewhere":       {answer("text", `{"properties":{"text":{"type":"string"}}}`), ""},
		"answer misspelt":        {answer("txt", `{"properties":{"text":{"type":"string"}}}`), `has no "txt"`},
		"answer of nothing":      {answer("", `{"properties":{"result":{"type":"null"}}}`), "answers"},
		"answer that is no part": {answer("", `{"type":"string"}`), "answers"},
		"answer or nothing":      {answer("", `{"properties":{"result":{"type":["null","integer"]}}}`), ""},
		"answer of anything":     {answer("", `{"type":"object"}`), ""},
		"name with a dot":        {named("acme.mail", true), `tool "acme.mail": catalog: bad tool: name: a model may propose it`},
		"name that is too long":  {named(strings.Repeat("a", 65), true), "name"},
		"name for nobody":        {named("acme.mail", false), ""},
		"retries of a write":     {write(func(t *catalog.Tool) { t.Retries = 1 }), "retries: a write is never tried again by itself"},
		"key of a read":          {func(t *catalog.Tool) { t.Idempotency = "key" }, "idempotency: only a tool that writes is given a key"},
		"key of a model": {
			write(func(t *catalog.Tool) { t.Idempotency, t.Proposable, t.Arguments = "key", true, json.RawMessage(keyed) }),
			`requires "key", which no model can know`,
		},
		"key of the engine": {write(func(t *catalog.Tool) { t.Idempotency, t.Arguments = "key", json.RawMessage(keyed) }), ""},
	} {
		t.Run(name, func(t *testing.T) {
			tool := catalog.Tool{Name: "send_mail", Effect: catalog.Read, Arguments: json.RawMessage(`{}`), Result: json.RawMessage(`{}`)}
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

// TestCheckField: the schema of a field of one's own is of keywords that exist.
func TestCheckField(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"string","pattern":"^CC-"}`: "",
		`{"type":"string","patern":"^CC-"}`:  "ext.acme.center: catalog: bad tool: patern is no keyword of JSON Schema: write pattern",
		``:                                   "",
	} {
		f := catalog.Field{Path: "ext.acme.center", Schema: json.RawMessage(schema)}
		switch err := f.Check(); {
		case want == "" && err != nil:
			t.Error(err)
		case want != "" && (!errors.Is(err, catalog.ErrField) || !strings.Contains(err.Error(), want)):
			t.Errorf("got %v, want an ErrField with %q", err, want)
		}
	}
}
