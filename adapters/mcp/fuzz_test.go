package mcp

import (
	"encoding/json"
	"testing"
	"time"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// FuzzOutcome reads any result of a call: it fails, or is a JSON object within the limit.
func FuzzOutcome(f *testing.F) {
	for _, text := range []string{
		`{"content":[{"type":"text","text":"7 degrees"}]}`, `{"content":[],"structuredContent":{"a":1e400}}`,
		`{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}}`,
		`{"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}`,
		`{"isError":true,"content":[{"type":"image","data":"aGk=","mimeType":"image/png"}]}`, `{"structuredContent":null}`, `null`, `{"content":null,"isError":null}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var res sdk.CallToolResult
		if json.Unmarshal([]byte(text), &res) != nil {
			return
		}
		out, err := outcome(&res)
		if err != nil {
			return
		}
		var doc map[string]any
		if err := json.Unmarshal(out, &doc); err != nil || doc == nil || len(out) > trip.MaxResultBytes {
			t.Errorf("%q: %s, %v", text, out, err)
		}
	})
}

// FuzzDescribe reads what any server says of a tool: it is refused, or a catalog takes it.
func FuzzDescribe(f *testing.F) {
	for _, text := range []string{
		`{"name":"get","description":"a\u0000b","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}},"annotations":{"readOnlyHint":true}}`,
		`{"name":"put","inputSchema":{"properties":{"idempotency_key":{"type":"string"}},"required":["idempotency_key",7]},"outputSchema":{"type":"object"}}`,
		`{"name":"","inputSchema":{"$ref":"#"}}`, `{"name":"x","inputSchema":{"$ref":"http://169.254.169.254/"}}`,
		`{"name":"x","inputSchema":{"type":"object","pattern":"("}}`,
		`{"name":"x","inputSchema":{"type":"object"},"outputSchema":{"$ref":"file:///etc/passwd"}}`,
		`{"name":"x","inputSchema":{"properties":{"q":{"pattern":"^(?!a)"}},"patternProperties":{"(?<=a)b":{}},` +
			`"additionalProperties":false},"outputSchema":{"properties":{"q":{"pattern":"(a)\\1"}}}}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var tool sdk.Tool
		if json.Unmarshal([]byte(text), &tool) != nil {
			return
		}
		entry, _, err := describe(&tool, "s", Trust{}, time.Second)
		if err != nil {
			return
		}
		c, err := catalog.New(entry)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		_ = c.CheckResult(entry.Name, `{"a":1}`)
		if len(entry.Name) > maxNameBytes || !utf8.ValidString(entry.Description) || len([]rune(entry.Description)) > maxDescriptionRunes {
			t.Errorf("%q: %+v", text, entry)
		}
	})
}
