package models_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

const (
	stopped   = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
	usageOnly = `{"choices":[],"usage":{"prompt_tokens":31,"completion_tokens":7,"total_tokens":38}}`
)

// delta is a chunk with a piece of a call.
func delta(index, id, name, arguments string) string {
	return `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":` + index + `,"id":"` + id +
		`","type":"function","function":{"name":"` + name + `","arguments":"` + strings.ReplaceAll(arguments, `"`, `\"`) + `"}}]}}]}`
}

func TestStreamMergesParallelCallsByIndex(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(": a comment keeps the line open\n\n"))
		events(
			`{"choices":[{"index":0,"delta":{"role":"assistant","content":"One "}}]}`,
			`{"choices":[{"index":1,"delta":{"content":"another choice"}}]}`,
			delta("0", "call-a", "search_places", ""),
			delta("1", "call-b", "execute_javascript", `{"co`),
			delta("0", "", "", `{"location":`),
			delta("1", "", "", `de":"1+1"}`),
			`{"choices":[{"index":0,"delta":{"content":"moment."}}]}`,
			delta("0", "", "", `"Lisbon"}`),
			delta("2", "call-c", "no_such_tool", ""),
			stopped, usageOnly, "[DONE]")(w, r)
	})
	got := runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
	want := `{"text":"One moment.","tool_calls":[` +
		`{"id":"call-a","name":"search_places","arguments":{"location":"Lisbon"}},` +
		`{"id":"call-b","name":"execute_javascript","arguments":{"code":"1+1"}},` +
		`{"id":"call-c","name":"no_such_tool","arguments":{}}],` +
		`"finish_reason":"tool_calls","usage":{"input_tokens":31,"output_tokens":7},"model":"m"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Some servers give every call the index 0, or repeat id and name in every piece.
func TestStreamOfServersThatCountBadly(t *testing.T) {
	t.Parallel()
	s := newServer(t, events(
		delta("0", "a", "search_places", `{"location":`),
		delta("0", "a", "search_places", `"Porto"}`),
		delta("0", "b", "search_places", `{"location":"Faro"}`),
		stopped))
	got := runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
	want := `{"tool_calls":[{"id":"a","name":"search_places","arguments":{"location":"Porto"}},` +
		`{"id":"b","name":"search_places","arguments":{"location":"Faro"}}],` +
		`"finish_reason":"tool_calls","usage":{"input_tokens":0,"output_tokens":0},"model":"m"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestOpenAIAsk(t *testing.T) {
	t.Parallel()
	s := newServer(t, events(`{"choices":[{"index":0,"delta":{"content":"Eat fish."},"finish_reason":"stop"}]}`))
	got := runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments,
		tools.Message{Role: "user", Content: "Food?"},
		tools.Message{
			Role: "assistant", Content: "I look.",
			ToolCalls: []tools.ToolCall{{ID: "c7", Name: "search_places", Arguments: []byte(`{"location":"Lisbon"}`)}},
		},
		tools.Message{Role: "tool", ToolCallID: "c7", Content: `{"results":[]}`},
		tools.Message{Role: "system", Content: "web_search: the search took too long"}))
	if want := `{"text":"Eat fish.","finish_reason":"stop","usage":{"input_tokens":0,"output_tokens":0},"model":"m"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	a := s.asked[0]
	if a.path != "/chat/completions" || a.header.Get("Authorization") != "Bearer "+canary {
		t.Errorf("asked %s as %s", a.path, a.header.Get("Authorization"))
	}
	messages, _ := a.body["messages"].([]any)
	system, _ := messages[0].(map[string]any)
	if text, _ := system["content"].(string); !strings.Contains(text, `"today":"Sunday 2026-03-01"`) {
		t.Errorf("the system prompt does not say the day: %s", text)
	}
	want := []any{
		map[string]any{"role": "user", "content": "Food?"},
		map[string]any{
			"role": "assistant", "content": "I look.",
			"tool_calls": []any{map[string]any{
				"id": "c7", "type": "function",
				"function": map[string]any{"name": "search_places", "arguments": `{"location":"Lisbon"}`},
			}},
		},
		map[string]any{"role": "tool", "tool_call_id": "c7", "content": `{"results":[]}`},
		map[string]any{"role": "system", "content": "web_search: the search took too long"},
	}
	if diff := cmp.Diff(want, messages[1:]); diff != "" {
		t.Error(diff)
	}
	if len(a.body["tools"].([]any)) != 2 || a.body["tool_choice"] != "auto" || a.body["stream"] != true {
		t.Errorf("tools %v, choice %v, stream %v", a.body["tools"], a.body["tool_choice"], a.body["stream"])
	}
}

// A plan is a form of the answer: the model is offered a way to make one where a tool takes what another one finds,
// and what it makes is the plan of its proposal.
func TestPlanOfAModel(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Status.Ask = &trip.Ask{Kind: trip.AskChoose, Text: "Which option shall I take?"}
	req := request(`{"allowed_tools":["retrieve_docs","retrieve_chunks"],"tool_choice":"auto"}`)
	req.Intent = in
	const steps = `{"steps":[{"id":"find","tool":"retrieve_docs","args":{"query":"pool"}},{"id":"read",` +
		`"tool":"retrieve_chunks","args":{"query":"pool","document_ids":["<from_step_find>"]}}]}`
	s := newServer(t, events(delta("0", "a", "make_plan", steps), stopped),
		events(delta("0", "a", "make_plan", steps), delta("1", "b", "make_plan", steps), stopped), events(delta("0", "a", "make_plan", steps), stopped))
	for range 2 { // the second time it makes two plans first
		got := runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], req)
		var proposal struct {
			Plan      any   `json:"plan"`
			ToolCalls []any `json:"tool_calls"`
		}
		var want any
		if json.Unmarshal([]byte(got), &proposal) != nil || json.Unmarshal([]byte(steps), &want) != nil {
			t.Fatal(got)
		}
		if diff := cmp.Diff(want, proposal.Plan); diff != "" || len(proposal.ToolCalls) > 0 {
			t.Errorf("got %s: %s", got, diff)
		}
	}
	if !strings.Contains(s.asked[2].text(t), "two plans") || !strings.Contains(s.asked[0].text(t), `"ask":{"kind":"choose"`) {
		t.Errorf("the model is told %s", s.asked[2].text(t))
	}
	s = newServer(t, events(`{"choices":[{"index":0,"delta":{"content":"Done."},"finish_reason":"stop"}]}`))
	runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(`{"allowed_tools":["web_search","search_places"],"tool_choice":"auto"}`))
	if n := len(s.asked[0].body["tools"].([]any)); n != 2 {
		t.Errorf("a model with two tools that do not need each other is offered %d", n)
	}
}

// A landing step offers no tool to call, but the servers are told of those that were called.
func TestOpenAILanding(t *testing.T) {
	t.Parallel()
	s := newServer(t, events(`{"choices":[{"index":0,"delta":{"content":"Done."},"finish_reason":"stop"}]}`))
	runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(`{"allowed_tools":[],"tool_choice":"none"}`,
		tools.Message{Role: "user", Content: "5!"},
		tools.Message{Role: "assistant", ToolCalls: []tools.ToolCall{{ID: "c7", Name: "execute_javascript", Arguments: []byte(`{"code":"120"}`)}}},
		tools.Message{Role: "tool", ToolCallID: "c7", Content: `{"result":120}`}))
	if list, _ := s.asked[0].body["tools"].([]any); len(list) != 1 || s.asked[0].body["tool_choice"] != "none" {
		t.Errorf("tools %v, choice %v", list, s.asked[0].body["tool_choice"])
	}
}

func TestToolChoice(t *testing.T) {
	t.Parallel()
	named := map[string]any{"type": "function", "function": map[string]any{"name": "search_places"}}
	for choice, want := range map[string]any{"required": "required", "search_places": named, "web_search": "auto", "": "auto"} {
		s := newServer(t, events(`{"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}`))
		runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(`{"allowed_tools":["search_places"],"tool_choice":"`+choice+`"}`))
		if diff := cmp.Diff(want, s.asked[0].body["tool_choice"]); diff != "" {
			t.Errorf("%q: %s", choice, diff)
		}
	}
}

// TestOneCallAtATime is asked for in the words of each API.
func TestOneCallAtATime(t *testing.T) {
	t.Parallel()
	serial := `{"allowed_tools":["search_places"],"parallel_tool_calls":false,"tool_choice":"auto"}`
	for arguments, want := range map[string]any{serial: false, assistArguments: nil} {
		s := newServer(t, events(`{"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}`))
		runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(arguments))
		if got := s.asked[0].body["parallel_tool_calls"]; got != want {
			t.Errorf("%s asks for %v, want %v", arguments, got, want)
		}
		s = newServer(t, body(200, `{"type":"message","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn","usage":{}}`))
		runs(t, s.registry(t, claude, llm.Options{})[trip.ToolAssistantStep], request(arguments))
		choice, _ := s.asked[0].body["tool_choice"].(map[string]any)
		if one := choice["disable_parallel_tool_use"]; (one == true) != (want == false) {
			t.Errorf("%s asks for %v", arguments, choice)
		}
	}
}

func TestOpenAIHostileStreams(t *testing.T) {
	t.Parallel()
	text := `{"choices":[{"index":0,"delta":{"content":"Half an ans"}}]}`
	cases := map[string]struct {
		answer http.HandlerFunc
		class  trip.Class
		says   string
	}{
		"ends early":     {events(text), trip.ClassFailed, llm.ErrTruncated.Error()},
		"only a role":    {events(`{"choices":[{"index":0,"delta":{"role":"assistant"}}]}`, "[DONE]"), trip.ClassFailed, llm.ErrTruncated.Error()},
		"empty choices":  {events(`{"choices":[]}`, "[DONE]"), trip.ClassFailed, llm.ErrEmpty.Error()},
		"nothing":        {events(), trip.ClassFailed, llm.ErrEmpty.Error()},
		"wrong JSON":     {events(text, `{"choices":[`), trip.ClassFailed, ""},
		"an error event": {events(text, `{"error":{"message":"out of memory `+canary+`"}}`), trip.ClassFailed, "out of memory"},
		"huge": {
			endless("text/event-stream", "", `data: {"choices":[{"index":0,"delta":{"content":"aaaaaaaaaaaaaaaa"}}]}`+"\n\n"),
			trip.ClassFailed, llm.ErrTooLarge.Error(),
		},
		"huge line": {endless("text/event-stream", "data: ", "a"), trip.ClassFailed, llm.ErrTooLarge.Error()},
		"cut line": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("Content-Length", "4000")
			_, _ = w.Write([]byte("data: " + text + "\n\n"))
		}, trip.ClassFailed, "EOF"},
		"too many calls": {func(w http.ResponseWriter, r *http.Request) {
			var list []string
			for i := range 60 {
				list = append(list, delta("0", "id"+strconv.Itoa(i), "search_places", "{}"))
			}
			events(append(list, stopped)...)(w, r)
		}, trip.ClassFailed, llm.ErrTooLarge.Error()},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, c.answer)
			said := fails(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), c.class)
			if !strings.Contains(said, c.says) {
				t.Errorf("said %q, want %q", said, c.says)
			}
			if s.count() != 1 {
				t.Errorf("asked %d times", s.count())
			}
		})
	}
}

func TestOpenAIWhole(t *testing.T) {
	t.Parallel()
	s := newServer(t, body(200, `{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[`+
		`{"id":"a","type":"function","function":{"name":"search_places","arguments":"{\"location\":\"Lisbon\"}"}}]},"finish_reason":"tool_calls"}],`+
		`"usage":{"prompt_tokens":5,"completion_tokens":6}}`))
	got := runs(t, s.registry(t, whole, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
	want := `{"tool_calls":[{"id":"a","name":"search_places","arguments":{"location":"Lisbon"}}],` +
		`"finish_reason":"tool_calls","usage":{"input_tokens":5,"output_tokens":6},"model":"m"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for name, answer := range map[string]http.HandlerFunc{
		"empty choices": body(200, `{"choices":[]}`),
		"wrong JSON":    body(200, `{"choices":[{`),
		"no JSON":       body(200, `<html>hello</html>`, "Content-Type", "text/html"),
		"huge":          endless("application/json", `{"choices":[{"message":{"content":"`, "a"),
	} {
		s := newServer(t, answer)
		t.Log(name, fails(t, s.registry(t, whole, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed))
	}
}

// A call whose arguments are no object is asked for once more, then the step fails.
func TestArgumentsThatAreNoJSON(t *testing.T) {
	t.Parallel()
	bad := events(delta("0", "a", "search_places", `{"location": Lisbon`), stopped, usageOnly)
	good := events(delta("0", "b", "search_places", `{"location":"Lisbon"}`), stopped, usageOnly)
	s := newServer(t, bad, good)
	got := runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))
	want := `{"tool_calls":[{"id":"b","name":"search_places","arguments":{"location":"Lisbon"}}],` +
		`"finish_reason":"tool_calls","usage":{"input_tokens":62,"output_tokens":14},"model":"m"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, arguments := range []string{`[1]`, `7`, `nothing`} {
		again := events(delta("0", "a", "search_places", arguments), stopped)
		s = newServer(t, again, again)
		fails(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed)
		if s.count() != 2 {
			t.Errorf("asked %d times", s.count())
		}
	}
	nameless := events(delta("0", "a", "", `{}`), stopped)
	s = newServer(t, nameless, nameless)
	fails(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed)
}

func TestSlowDripEndsWithTheDeadline(t *testing.T) {
	t.Parallel()
	for _, c := range []llm.Config{streamed, whole, claude} {
		s := newServer(t, drip)
		fails(t, s.registry(t, c, llm.Options{Timeout: 100 * time.Millisecond})[trip.ToolAssistantStep], request(assistArguments), trip.ClassTimeout)
	}
}
