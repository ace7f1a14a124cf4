package mcp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/adapters/mcp"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// plainServer speaks the protocol word for word: it lists tools and answers each call with a result.
func plainServer(t *testing.T, list, result string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&req) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if len(req.ID) == 0 {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		answer := map[string]string{
			"initialize": `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"box","version":"1"}}`,
			"tools/list": list,
			"tools/call": result,
		}[req.Method]
		w.Header().Set("Content-Type", "application/json")
		if answer == "" {
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, req.ID)
			return
		}
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, req.ID, answer)
	}))
	t.Cleanup(s.Close)
	return s
}

// TestResultsOfNothing: whatever a server leaves null, a call has a result or a failure, and nothing falls.
func TestResultsOfNothing(t *testing.T) {
	t.Parallel()
	const list = `{"tools":[{"name":"look","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`
	for _, result := range []string{`{"content":[null]}`, `[]`, `7`, `"a"`, `{"content":7}`} {
		_, reg := join(t, plainServer(t, list, result).URL, mcp.Config{})
		_, err := reg["box_look"].Run(t.Context(), say("x"))
		failsAs(t, err, trip.ClassFailed)
	}
	for result, want := range map[string]string{
		`null`:             `{"result":""}`,
		`{}`:               `{"result":""}`,
		`{"content":null}`: `{"result":""}`,
		`{"content":[{"type":"text","text":null}]}`:                                          `{"result":""}`,
		`{"content":[{"type":"text","text":"null"}],"structuredContent":null}`:               `{"result":"null"}`,
		`{"content":[{"type":"resource","resource":null},{"type":"text","text":"a"}]}`:       `{"result":"a"}`,
		`{"content":[{"type":"text","text":"{\"a\":null}"}],"structuredContent":{"a":null}}`: `{"a":null}`,
	} {
		t.Run(result, func(t *testing.T) {
			t.Parallel()
			_, reg := join(t, plainServer(t, list, result).URL, mcp.Config{})
			out, err := reg["box_look"].Run(t.Context(), say("x"))
			if err != nil || string(out) != want {
				t.Errorf("got %s, %v; want %s", out, err, want)
			}
		})
	}
}

// TestToolsOfNothing: a tool that is null, or whose schemas are, does not keep the others out.
func TestToolsOfNothing(t *testing.T) {
	t.Parallel()
	list := `{"tools":[null,{"name":"a","inputSchema":null,"outputSchema":null,"annotations":null},{"name":"b"},{"name":null,"inputSchema":{"type":"object"}}]}`
	s, reg := join(t, plainServer(t, list, `{}`).URL, mcp.Config{})
	if reg["box_a"].Run == nil || reg["box_b"].Run == nil {
		t.Errorf("%d tools, skipped %v", len(reg), s.Skipped())
	}
	for _, nothing := range []string{`null`, `{}`, `{"tools":null}`, `{"tools":[]}`, `{"tools":[null]}`} {
		if _, reg := join(t, plainServer(t, nothing, `{}`).URL, mcp.Config{}); len(reg) != 0 {
			t.Errorf("%s: %d tools", nothing, len(reg))
		}
	}
}

// TestSchemasWithLookahead: a pattern that Go cannot match stands in the way of no tool. The rest of the schema counts,
// the model is told the pattern, and the server checks it.
func TestSchemasWithLookahead(t *testing.T) {
	t.Parallel()
	list := `{"tools":[{"name":"look","annotations":{"readOnlyHint":true},
		"inputSchema":{"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string","description":"a word",
		"pattern":"^(?!admin)\\w+$"},
			"code":{"type":"string","pattern":"^[A-Z]{3}$"}},"patternProperties":{"^x(?=-)":{"type":"string"}}},
		"outputSchema":{"type":"object","required":["answer"],"properties":{"answer":{"type":"string","pattern":"(a)\\1"}}}}]}`
	s, _ := join(t, plainServer(t, list, `{}`).URL, mcp.Config{})
	c, err := catalog.Default().With(s.Tools()...)
	if err != nil || len(s.Tools()) != 1 {
		t.Fatalf("%v, skipped %v", err, s.Skipped())
	}
	for arguments, ok := range map[trip.Raw]bool{
		`{"text":"admin"}`: true, `{"text":"a","code":"LIS"}`: true, `{"text":"a","code":"lis"}`: false,
		`{"text":7}`: false, `{}`: false, `{"text":"a","x-a":"b"}`: true,
	} {
		if err := c.CheckArguments("box_look", arguments); (err == nil) != ok {
			t.Errorf("%s: %v", arguments, err)
		}
	}
	if c.CheckResult("box_look", `{"answer":"aa"}`) != nil || c.CheckResult("box_look", `{}`) == nil {
		t.Error("the rest of the schema of the result does not count")
	}
	if tool, _ := c.Tool("box_look"); !strings.Contains(string(tool.Arguments), `a word (pattern: ^(?!admin)\\w+$)`) {
		t.Errorf("the model is not told the pattern: %s", tool.Arguments)
	}
}
