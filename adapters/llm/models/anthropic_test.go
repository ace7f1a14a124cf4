package models_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

func TestAnthropicCalls(t *testing.T) {
	t.Parallel()
	s := newServer(t, body(200, `{"type":"message","role":"assistant","model":"claude","content":[
		{"type":"thinking","thinking":"hm","signature":"x"},
		{"type":"text","text":"I look."},
		{"type":"tool_use","id":"toolu_a","name":"search_places","input":{"location":"Lisbon"}},
		{"type":"tool_use","id":"toolu_b","name":"no_such_tool","input":{}}],
		"stop_reason":"tool_use","usage":{"input_tokens":20,"cache_read_input_tokens":4,"cache_creation_input_tokens":1,"output_tokens":9}}`))
	got := runs(t, s.registry(t, claude, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
	want := `{"text":"I look.","tool_calls":[{"id":"toolu_a","name":"search_places","arguments":{"location":"Lisbon"}},` +
		`{"id":"toolu_b","name":"no_such_tool","arguments":{}}],"finish_reason":"tool_calls","usage":{"input_tokens":25,"output_tokens":9},"model":"claude"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	a := s.asked[0]
	if a.path != "/v1/messages" || a.header.Get("X-Api-Key") != canary || a.header.Get("Anthropic-Version") == "" {
		t.Errorf("asked %s with %v", a.path, a.header)
	}
	list, _ := a.body["tools"].([]any)
	first, _ := list[0].(map[string]any)
	schema, _ := first["input_schema"].(map[string]any)
	if len(list) != 2 || first["name"] != "search_places" || schema["type"] != "object" || schema["additionalProperties"] != false {
		t.Errorf("tools %v", list)
	}
}

const messageStart = `{"type":"message_start","message":{"type":"message","role":"assistant","model":"claude","content":[],"stop_reason":null,` +
	`"usage":{"input_tokens":20,"cache_read_input_tokens":4,"cache_creation_input_tokens":1,"output_tokens":1}}}`

func messageEnd(reason string) string {
	return `{"type":"message_delta","delta":{"stop_reason":"` + reason + `"},"usage":{"output_tokens":9}}`
}

// typed answers with server-sent events that have the type of their data.
func typed(data ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, d := range data {
			var of struct{ Type string }
			_ = json.Unmarshal([]byte(d), &of)
			_, _ = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", of.Type, d)
		}
	}
}

func TestAnthropicStreams(t *testing.T) {
	t.Parallel()
	stream := []string{
		messageStart, `{"type":"ping"}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`,
		`{"type":"content_block_stop","index":0}`,
		`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"I look."}}`,
		`{"type":"content_block_stop","index":1}`,
		`{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_a","name":"search_places","input":{}}}`,
		`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"location\":"}}`,
		`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"\"Lisbon\"}"}}`,
		`{"type":"content_block_stop","index":2}`,
		messageEnd("tool_use"), `{"type":"message_stop"}`,
	}
	s := newServer(t, typed(stream...))
	got := runs(t, s.registry(t, claude, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
	want := `{"text":"I look.","tool_calls":[{"id":"toolu_a","name":"search_places","arguments":{"location":"Lisbon"}}],` +
		`"finish_reason":"tool_calls","usage":{"input_tokens":25,"output_tokens":9},"model":"claude"}`
	if got != want || s.asked[0].body["stream"] != true {
		t.Errorf("got  %s\nwant %s\nasked for a stream: %v", got, want, s.asked[0].body["stream"])
	}
	for _, cut := range []int{1, 4, 8, 11, len(stream) - 1} {
		s := newServer(t, typed(stream[:cut]...))
		fails(t, s.registry(t, claude, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed)
		failed := newServer(t, typed(append(slices.Clone(stream[:cut]), `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)...))
		text := fails(t, failed.registry(t, claude, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed)
		if !strings.Contains(text, "Overloaded") {
			t.Errorf("after %d events: %s", cut, text)
		}
	}
}

func TestAnthropicConversation(t *testing.T) {
	t.Parallel()
	s := newServer(t, body(200, `{"type":"message","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn",`+
		`"usage":{"input_tokens":1,"output_tokens":1}}`))
	got := runs(t, s.registry(t, claude, llm.Options{})[trip.ToolAssistantStep], request(`{"allowed_tools":[],"tool_choice":"none"}`,
		tools.Message{Role: "assistant", Content: "Hello."},
		tools.Message{Role: "user", Content: "1/0 and food"},
		tools.Message{Role: "assistant", ToolCalls: []tools.ToolCall{
			{ID: "c1", Name: "execute_javascript", Arguments: []byte(`{"code":"1/0"}`)},
			{ID: "c2", Name: "search_places", Arguments: []byte(`{"location":"Lisbon"}`)},
		}},
		tools.Message{Role: "tool", ToolCallID: "c2", Content: `{"results":[1]}`},
		tools.Message{Role: "tool", ToolCallID: "c1", Content: `{"error":"Infinity"}`},
		tools.Message{Role: "system", Content: "web_search: the search took too long"},
		tools.Message{Role: "assistant", Content: "One moment."}))
	if want := `{"text":"Done.","finish_reason":"stop","usage":{"input_tokens":1,"output_tokens":1},"model":"claude"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	text := func(s string) map[string]any { return map[string]any{"type": "text", "text": s} }
	result := func(id, s string, failed bool) map[string]any {
		return map[string]any{"type": "tool_result", "tool_use_id": id, "is_error": failed, "content": []any{text(s)}}
	}
	want := []any{
		map[string]any{"role": "user", "content": []any{text("The beginning of this conversation is left out.")}},
		map[string]any{"role": "assistant", "content": []any{text("Hello.")}},
		map[string]any{"role": "user", "content": []any{text("1/0 and food")}},
		map[string]any{"role": "assistant", "content": []any{
			map[string]any{"type": "tool_use", "id": "c1", "name": "execute_javascript", "input": map[string]any{"code": "1/0"}},
			map[string]any{"type": "tool_use", "id": "c2", "name": "search_places", "input": map[string]any{"location": "Lisbon"}},
		}},
		map[string]any{"role": "user", "content": []any{
			result("c1", `{"error":"Infinity"}`, true), result("c2", `{"results":[1]}`, false), text("System: web_search: the search took too long"),
		}},
		map[string]any{"role": "assistant", "content": []any{text("One moment.")}},
		map[string]any{"role": "user", "content": []any{text("Go on with my last message.")}},
	}
	if diff := cmp.Diff(want, s.asked[0].body["messages"]); diff != "" {
		t.Error(diff)
	}
	if list, _ := s.asked[0].body["tools"].([]any); len(list) != 2 {
		t.Errorf("tools %v: the API wants those that were called", list)
	}
	if diff := cmp.Diff(map[string]any{"type": "none"}, s.asked[0].body["tool_choice"]); diff != "" {
		t.Error(diff)
	}
}

func TestAnthropicForcesTheForm(t *testing.T) {
	t.Parallel()
	s := newServer(t, said(claude, extracted))
	runs(t, s.registry(t, claude, llm.Options{})[trip.ToolExtract], request(extractArguments(t)))
	want := map[string]any{"type": "tool", "name": trip.ToolExtract}
	if diff := cmp.Diff(want, s.asked[0].body["tool_choice"]); diff != "" {
		t.Error(diff)
	}
}

func TestAnthropicHostileAnswers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"wrong JSON": {body(200, `{"content":[{`), ""},
		"no JSON":    {body(200, `<html>`, "Content-Type", "text/html"), ""},
		"nothing":    {body(200, `{}`), llm.ErrEmpty.Error()},
		"huge":       {endless("application/json", `{"content":[{"type":"text","text":"`, "a"), llm.ErrTooLarge.Error()},
		"cut": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "4000")
			_, _ = w.Write([]byte(`{"content":[`))
		}, "EOF"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, c.answer)
			text := fails(t, s.registry(t, claude, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed)
			if !strings.Contains(text, c.says) {
				t.Errorf("said %q, want %q", text, c.says)
			}
		})
	}
}

// A stop without content is an answer: the engine lands with the results that it has.
func TestAnthropicEmptyStop(t *testing.T) {
	t.Parallel()
	s := newServer(t, body(200, `{"type":"message","content":[],"stop_reason":"refusal","usage":{"input_tokens":1,"output_tokens":0}}`))
	got := runs(t, s.registry(t, claude, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
	if want := `{"finish_reason":"content_filter","usage":{"input_tokens":1,"output_tokens":0},"model":"claude"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
