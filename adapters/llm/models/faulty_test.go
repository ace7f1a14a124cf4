package models_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/trip"
)

// proposed is what a step proposes, without what it cost.
type proposed struct {
	Text  string
	Calls []proposedCall `json:"tool_calls"`
}

type proposedCall struct {
	Name      string
	Arguments map[string]any
}

func readProposed(t interface{ Fatalf(string, ...any) }, raw []byte) proposed {
	var p proposed
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return p
}

// goodCalls are calls that streams are made of, with arguments that hold what ends arguments.
var goodCalls = []proposedCall{
	{"search_places", map[string]any{"location": "Lisbon", "category": "food"}},
	{"execute_javascript", map[string]any{"code": `"}{".length + [1].length // \"`}},
	{"search_places", map[string]any{"location": "Porto", "limit": 3.0}},
	{"execute_javascript", map[string]any{"code": "({a: {b: 2}}).a.b"}},
}

// chunkOf writes a piece of a call as a server sends it; an index or id that is "" is left out.
func chunkOf(index, id, name, arguments string) string {
	function := map[string]any{"arguments": arguments}
	if name != "" {
		function["name"] = name
	}
	call := map[string]any{"type": "function", "function": function}
	if index != "" {
		call["index"] = json.Number(index)
	}
	if id != "" {
		call["id"] = id
	}
	raw, err := json.Marshal(map[string]any{"choices": []any{map[string]any{
		"index": 0, "delta": map[string]any{"tool_calls": []any{call}}, "finish_reason": nil,
	}}, "error": nil})
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// faults are ways in which a server numbers the pieces of calls. Pieces of several calls come mixed where the index
// tells them apart.
type faults struct {
	index, id, name, finish string
	mixed                   bool
}

func drawFaults(t *rapid.T) faults {
	f := faults{
		index:  rapid.SampledFrom([]string{"right", "none", "zero"}).Draw(t, "index"),
		id:     rapid.SampledFrom([]string{"right", "first", "none", "changing", "shared"}).Draw(t, "id"),
		name:   rapid.SampledFrom([]string{"first", "every"}).Draw(t, "name"),
		finish: rapid.SampledFrom([]string{"tool_calls", "stop", "done"}).Draw(t, "finish"),
	}
	f.mixed = f.index == "right" && rapid.Bool().Draw(t, "mixed")
	return f
}

// piecesOf cuts a call into chunks.
func (f faults) piecesOf(t *rapid.T, n int, c proposedCall) []string {
	raw, err := json.Marshal(c.Arguments)
	if err != nil {
		t.Fatalf("%v", err)
	}
	parts := []string{""}
	for rest := string(raw); rest != ""; {
		k := rapid.IntRange(1, len(rest)).Draw(t, "cut")
		parts, rest = append(parts, rest[:k]), rest[k:]
	}
	if rapid.Bool().Draw(t, "at once") {
		parts = []string{string(raw)}
	}
	var out []string
	for i, part := range parts {
		index := map[string]string{"right": fmt.Sprint(n), "none": "", "zero": "0"}[f.index]
		id := map[string]string{"right": fmt.Sprint("c", n), "changing": fmt.Sprint("p", n, i), "shared": "c"}[f.id]
		if f.id == "first" && i == 0 {
			id = fmt.Sprint("c", n)
		}
		name := ""
		if i == 0 || f.name == "every" {
			name = c.Name
		}
		out = append(out, chunkOf(index, id, name, part))
	}
	return out
}

// TestFaultyStreams: however a server numbers the pieces of calls, the calls are those that the model made.
func TestFaultyStreams(t *testing.T) {
	t.Parallel()
	var chunks []string
	s := newServer(t)
	s.always = func(w http.ResponseWriter, r *http.Request) { events(chunks...)(w, r) }
	step := s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep]
	rapid.Check(t, func(t *rapid.T) {
		f := drawFaults(t)
		calls := goodCalls[:rapid.IntRange(1, len(goodCalls)).Draw(t, "calls")]
		var queues [][]string
		for n, c := range calls {
			queues = append(queues, f.piecesOf(t, n, c))
		}
		chunks = nil
		for len(queues) > 0 {
			k := 0
			if f.mixed && len(queues) > 1 && len(chunks) > 0 {
				k = rapid.IntRange(0, 1).Draw(t, "queue")
			}
			chunks = append(chunks, queues[k][0])
			if queues[k] = queues[k][1:]; len(queues[k]) == 0 {
				queues = append(queues[:k:k], queues[k+1:]...)
			}
		}
		if f.finish != "done" {
			chunks = append(chunks, `{"choices":[{"index":0,"delta":{},"finish_reason":"`+f.finish+`"}]}`)
		}
		chunks = append(chunks, "[DONE]")
		out, err := step.Run(t.Context(), request(assistArguments))
		if err != nil {
			t.Fatalf("%+v: %v\n%s", f, err, strings.Join(chunks, "\n"))
		}
		if diff := cmp.Diff(proposed{Calls: calls}, readProposed(t, out)); diff != "" {
			t.Errorf("%+v: %s\n%s", f, diff, strings.Join(chunks, "\n"))
		}
	})
}

// saying is a chunk, or with "message" a whole choice, that says a text.
func saying(member, text, finish string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	if finish != "null" {
		finish = `"` + finish + `"`
	}
	return `{"choices":[{"index":0,"` + member + `":{"role":"assistant","content":` + string(raw) + `},"finish_reason":` + finish + `}]}`
}

const placesCall = `{"name":"search_places","arguments":{"location":"Lisbon"}}`

// TestSpeechOfModels: what a model thinks reaches nobody, calls that stand in its text run, and notation that can be
// read as nothing is asked for again and never told. Both families of servers are the same here.
func TestSpeechOfModels(t *testing.T) {
	t.Parallel()
	lisbon := []proposedCall{{"search_places", map[string]any{"location": "Lisbon"}}}
	both := append(lisbon[:1:1], proposedCall{"execute_javascript", map[string]any{"code": "1+1"}})
	const eat = "Lisbon has many places to eat."
	for name, c := range map[string]struct {
		text string
		want proposed
	}{
		"thoughts":                   {"<think>The user may be poor.</think>" + eat, proposed{Text: eat}},
		"thoughts without beginning": {"The user may be poor.\n</think>\n\n" + eat, proposed{Text: eat}},
		"thoughts of another name":   {"[THINK]poor[/THINK]" + eat + "<thinking>no</thinking>", proposed{Text: eat}},
		"channels": {
			"<|channel|>analysis<|message|>poor<|end|><|start|>assistant<|channel|>final<|message|>" + eat + "<|return|>",
			proposed{Text: eat},
		},
		"no notation":        {"If a < b, <b>bold</b> [1] {\"a\":1} is fine.", proposed{Text: "If a < b, <b>bold</b> [1] {\"a\":1} is fine."}},
		"a call":             {"<tool_call>" + placesCall + "</tool_call>", proposed{Calls: lisbon}},
		"a call that is cut": {"I look.<tool_call>\n" + placesCall, proposed{Text: "I look.", Calls: lisbon}},
		"a thought of a call": {
			"<think><tool_call>{\"name\":\"web_search\",\"arguments\":{}}</tool_call></think><tool_call>" + placesCall + "</tool_call>",
			proposed{Calls: lisbon},
		},
		"two calls": {"<tool_call>" + placesCall +
			"</tool_call>\n<tool_call>{\"name\":\"execute_javascript\",\"arguments\":\"{\\\"code\\\":\\\"1+1\\\"}\"}</tool_call>", proposed{Calls: both}},
		"a list":        {"[TOOL_CALLS][" + placesCall + "]", proposed{Calls: lisbon}},
		"a name before": {"<function=search_places>{\"location\":\"Lisbon\"}</function>", proposed{Calls: lisbon}},
		"parameters":    {"<tool_call><function=search_places><parameter=location>\nLisbon\n</parameter></function></tool_call>", proposed{Calls: lisbon}},
		"parameters of two": {`<function_calls><invoke name="search_places"><parameter name="location">Lisbon</` +
			`parameter></invoke><invoke name="execute_javascript"><parameter name="code">1+1</parameter></invoke></function_calls>`, proposed{Calls: both}},
		"keys and values": {"<tool_call>search_places\n<arg_key>location</arg_key>\n<arg_value>Lisbon</arg_value>\n</tool_call>", proposed{Calls: lisbon}},
		"a section": {`<|tool_calls_section_begin|><|tool_call_begin|>functions.search_places:0<|tool_call_argument_begin|>{"location":"Lisbon"}<|` +
			`tool_call_end|><|tool_calls_section_end|>`, proposed{Calls: lisbon}},
		"a tag of Python":      {`<|python_tag|>{"name":"search_places","parameters":{"location":"Lisbon"}}`, proposed{Calls: lisbon}},
		"a function in a call": {"```json\n{\"type\":\"function\",\"function\":" + placesCall + "}\n```", proposed{Calls: lisbon}},
		"bare":                 {placesCall, proposed{Calls: lisbon}},
		"bare, not offered":    {`{"name":"Ana","arguments":{}}`, proposed{Text: `{"name":"Ana","arguments":{}}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, model := range []llm.Config{streamed, whole, claude} {
				s := newServer(t, talking(model, c.text))
				got := readProposed(t, []byte(runs(t, s.registry(t, model, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))))
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%s: %s", model.Provider, diff)
				}
			}
		})
	}
	for name, text := range map[string]string{
		"a call that is no call":   "<tool_call>search_places please</tool_call>",
		"a call of nothing":        "<tool_call>{}</tool_call>",
		"garbage beside a promise": "I look.<function=web>{{{{",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, model := range []llm.Config{streamed, whole, claude} {
				s := newServer(t, talking(model, text), talking(model, eat))
				got := readProposed(t, []byte(runs(t, s.registry(t, model, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))))
				if diff := cmp.Diff(proposed{Text: eat}, got); diff != "" || s.count() != 2 {
					t.Errorf("%s: asked %d times: %s", model.Provider, s.count(), diff)
				}
				s = newServer(t, talking(model, text), talking(model, text))
				fails(t, s.registry(t, model, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed)
			}
		})
	}
}

// TestAnAnswerOfNothing is asked for once more; of nothing, twice, the turn makes what it can.
func TestAnAnswerOfNothing(t *testing.T) {
	t.Parallel()
	for _, model := range []llm.Config{streamed, whole, claude} {
		s := newServer(t, talking(model, "<think>hm"), talking(model, " "))
		got := readProposed(t, []byte(runs(t, s.registry(t, model, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))))
		if diff := cmp.Diff(proposed{}, got); diff != "" || s.count() != 2 {
			t.Errorf("%s: asked %d times: %s", model.Provider, s.count(), diff)
		}
	}
}

// talking answers an assistant's step with a text.
func talking(model llm.Config, text string) http.HandlerFunc {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	switch {
	case model.Provider == llm.Anthropic:
		return body(200, `{"type":"message","role":"assistant","content":[{"type":"text","text":`+string(quoted)+`}],"stop_reason":"end_turn","usage":{}}`)
	case model.Whole:
		return body(200, saying("message", text, "stop"))
	default:
		return events(saying("delta", text, "null"), saying("delta", "", "stop"))
	}
}

// TestStreamsOfAnotherForm: what a server sends in place of a stream, and how it ends one.
func TestStreamsOfAnotherForm(t *testing.T) {
	t.Parallel()
	const yes = "Yes, there are."
	raw := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = w.Write([]byte(text))
		}
	}
	for name, answer := range map[string]http.HandlerFunc{
		"done without a reason":      events(saying("delta", yes, "null"), "[DONE]"),
		"nothing after a reason":     events(saying("delta", yes, "stop")),
		"no blank line at the end":   raw("data: " + saying("delta", yes, "null") + "\n\ndata: [DONE]"),
		"no blanks, carriage return": raw("data:" + saying("delta", yes, "null") + "\r\n\r\ndata:[DONE]\r\n\r\n"),
		"an error that is null":      events(strings.Replace(saying("delta", yes, "stop"), "{", `{"error":null,`, 1), "[DONE]"),
		"a document":                 body(200, saying("message", yes, "stop")),
		"a document behind blanks":   raw("\n \r\n\uFEFF" + saying("message", yes, "stop")),
		"a document without reason":  body(200, saying("message", yes, "null")),
		"a message in one event":     events(saying("message", yes, "stop"), "[DONE]"),
		"more behind the end":        events(saying("delta", yes, "null"), "[DONE]", "{{{", saying("delta", " No.", "stop")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, answer)
			got := readProposed(t, []byte(runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))))
			if diff := cmp.Diff(proposed{Text: yes}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	for name, answer := range map[string]http.HandlerFunc{
		"a document of a failure": body(200, `{"error":{"message":"overloaded"}}`),
		"a document that is cut":  body(200, `{"choices":[{"index":0,"message":{"content":"Ye`),
		"an event of a failure":   events(saying("delta", yes, "null"), `{"error":"overloaded"}`, "[DONE]"),
	} {
		s := newServer(t, answer)
		t.Log(name, fails(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments), trip.ClassFailed))
	}
}

// TestWhatIsGoodOfAStep: of calls that cannot be read, also when asked again, the others run; one that says a member
// twice, not the same, is none.
func TestWhatIsGoodOfAStep(t *testing.T) {
	t.Parallel()
	good := chunkOf("0", "a", "search_places", `{"location":"Lisbon"}`)
	for name, bad := range map[string]string{
		"arguments that are cut":   chunkOf("1", "b", "execute_javascript", `{"code":"1+`),
		"arguments that are none":  chunkOf("1", "b", "execute_javascript", `code`),
		"no name":                  chunkOf("1", "b", "", `{"code":"1+1"}`),
		"a member twice":           chunkOf("1", "b", "search_places", `{"location":"Porto","location":"Faro"}`),
		"a member twice, below":    chunkOf("1", "b", "search_places", `{"x":[{"location":"Porto","location":"Faro"}]}`),
		"a number that is too big": chunkOf("1", "b", "search_places", `{"limit":1e999}`),
	} {
		s := newServer(t, events(good, bad, "[DONE]"), events(good, bad, "[DONE]"))
		got := readProposed(t, []byte(runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))))
		want := proposed{Calls: []proposedCall{{"search_places", map[string]any{"location": "Lisbon"}}}}
		if diff := cmp.Diff(want, got); diff != "" || s.count() != 2 {
			t.Errorf("%s: asked %d times: %s", name, s.count(), diff)
		}
	}
	same := chunkOf("0", "a", "search_places", `{"location":"Porto","location":"Porto"}`)
	s := newServer(t, events(same, "[DONE]"))
	got := readProposed(t, []byte(runs(t, s.registry(t, streamed, llm.Options{})[trip.ToolAssistantStep], request(assistArguments))))
	if diff := cmp.Diff(proposed{Calls: []proposedCall{{"search_places", map[string]any{"location": "Porto"}}}}, got); diff != "" {
		t.Error(diff)
	}
}
