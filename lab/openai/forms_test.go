package openai

import (
	_ "embed"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/spans.jsonl
var spans string

// The same conversation in every form: a question, a call with its answer, a call that fails, and the end.
var forms = map[string]string{
	"chat completions": `{"id":"x","messages":[{"role":"user","content":"Two tickets"},{"role":"assistant",` +
		`"content":"Let me see","tool_calls":[{"id":"a","function":{"name":"find_room","arguments":"{\"day\":1}"}},` +
		`{"id":"b","function":{"name":"book_tickets","arguments":"{\"count\":2}"}}]},{"role":"tool","tool_call_id":"a",` +
		`"content":"{\"room\":4}"},{"role":"tool","tool_call_id":"b","content":"Error: sold out"},{"role":"assistant","content":"Nothing left"}]}`,
	"anthropic": `{"id":"x","messages":[{"role":"user","content":"Two tickets"},{"role":"assistant",` +
		`"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Let me see"},{"type":"tool_use","id":"a",` +
		`"name":"find_room","input":{"day":1}},{"type":"tool_use","id":"b","name":"book_tickets","input":{"count":2}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text",` +
		`"text":"{\"room\":4}"}]},{"type":"tool_result","tool_use_id":"b","is_error":true,"content":"sold out"}]},` +
		`{"role":"assistant","content":[{"type":"text","text":"Nothing left"}]}]}`,
	"ai sdk": `{"id":"x","messages":[{"id":"m1","role":"user","parts":[{"type":"text","text":"Two tickets"}]},` +
		`{"id":"m2","role":"assistant","parts":[{"type":"step-start"},{"type":"reasoning","text":"hm"},{"type":"text",` +
		`"text":"Let me see"},{"type":"tool-find_room","toolCallId":"a","state":"output-available","input":{"day":1},` +
		`"output":{"room":4}},{"type":"dynamic-tool","toolName":"book_tickets","toolCallId":"b","state":"output-error",` +
		`"input":{"count":2},"errorText":"sold out"},{"type":"step-start"},{"type":"text","text":"Nothing left"}]}]}`,
	"ai sdk 4": `{"id":"x","messages":[{"role":"user","content":"Two tickets","parts":[{"type":"text","text":"Two ` +
		`tickets"}]},{"role":"assistant","content":"","parts":[{"type":"text","text":"Let me see"},` +
		`{"type":"tool-invocation","toolInvocation":{"state":"result","toolCallId":"a","toolName":"find_room",` +
		`"args":{"day":1},"result":{"room":4}}},{"type":"tool-invocation","toolInvocation":{"state":"result",` +
		`"toolCallId":"b","toolName":"book_tickets","args":{"count":2},"result":"Error: sold out"}},{"type":"text","text":"Nothing left"}]}]}`,
	"ag-ui": `data: {"type":"RUN_STARTED","threadId":"x","runId":"r1","input":{"messages":[{"id":"u","role":"user","content":"Two tickets"}]}}

data: {"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}
data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"Let me "}
data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"see"}
data: {"type":"TEXT_MESSAGE_END","messageId":"m"}
data: {"type":"TOOL_CALL_START","toolCallId":"a","toolCallName":"find_room","parentMessageId":"m"}
data: {"type":"TOOL_CALL_ARGS","toolCallId":"a","delta":"{\"day\""}
data: {"type":"TOOL_CALL_ARGS","toolCallId":"a","delta":":1}"}
data: {"type":"TOOL_CALL_END","toolCallId":"a"}
data: {"type":"STATE_DELTA","delta":[]}
data: {"type":"TOOL_CALL_CHUNK","toolCallId":"b","toolCallName":"book_tickets","parentMessageId":"m","delta":"{\"count\":2}"}
data: {"type":"TOOL_CALL_RESULT","messageId":"r","toolCallId":"a","content":"{\"room\":4}"}
data: {"type":"TOOL_CALL_RESULT","messageId":"s","toolCallId":"b","content":"Error: sold out"}
data: {"type":"TEXT_MESSAGE_CHUNK","messageId":"n","role":"assistant","delta":"Nothing left"}
data: {"type":"RUN_FINISHED","threadId":"x","runId":"r1"}
`,
	"ag-ui snapshot": `[{"type":"RUN_STARTED","threadId":"x","runId":"r1"},{"type":"MESSAGES_SNAPSHOT",` +
		`"messages":[{"id":"u","role":"user","content":"Two tickets"},{"id":"m","role":"assistant","content":"Let me see",` +
		`"toolCalls":[{"id":"a","type":"function","function":{"name":"find_room","arguments":"{\"day\":1}"}},{"id":"b",` +
		`"type":"function","function":{"name":"book_tickets","arguments":"{\"count\":2}"}}]},{"id":"r","role":"tool",` +
		`"toolCallId":"a","content":"{\"room\":4}"},{"id":"s","role":"tool","toolCallId":"b","content":"Error: sold out"},` +
		`{"id":"n","role":"assistant","content":"Nothing left"}]}]`,
	"spans": spans,
	"otlp": `{"resourceSpans":[{"resource":{"attributes":[]},"scopeSpans":[{"scope":{},"spans":[{"name":"GET /",` +
		`"traceId":"t0","spanId":"0"},{"name":"chat m","traceId":"t1","spanId":"3",` +
		`"attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},{"key":"gen_ai.conversation.id",` +
		`"value":{"stringValue":"x"}},{"key":"gen_ai.input.messages",` +
		`"value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"role","value":{"stringValue":"user"}},` +
		`{"key":"parts","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"type",` +
		`"value":{"stringValue":"text"}},{"key":"content","value":{"stringValue":"Two tickets"}}]}}]}}}]}}]}}},` +
		`{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",` +
		`\"content\":\"Let me see\"},{\"type\":\"tool_call\",\"id\":\"a\",\"name\":\"find_room\",` +
		`\"arguments\":{\"day\":1}},{\"type\":\"tool_call\",\"id\":\"b\",\"name\":\"book_tickets\",` +
		`\"arguments\":{\"count\":2}}]},{\"role\":\"tool\",\"parts\":[{\"type\":\"tool_call_response\",\"id\":\"a\",` +
		`\"response\":\"{\\\"room\\\":4}\"},{\"type\":\"tool_call_response\",\"id\":\"b\",\"response\":\"Error: sold ` +
		`out\"}]},{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"Nothing left\"}]}]"}}]}]}]}]}`,
}

// TestForms: every form gives the same recording.
func TestForms(t *testing.T) {
	want := ""
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range forms {
			if !yield(name) {
				return
			}
		}
	}) {
		tools := Infer(Read("x", []byte(forms[name])))
		n := 0
		for c, err := range Read("x", []byte(forms[name])) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			n++
			made, err := Convert(c, tools, "v0.1.0")
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			_, events, _ := strings.Cut(string(made.Lines), "\n")
			if want == "" {
				want = events
			}
			if events != want || made.Calls != 2 {
				t.Errorf("%s: %d calls, and the events are\n%s\nnot\n%s", name, made.Calls, events, want)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d conversations", name, n)
		}
	}
}

// TestRefused: what is in no form that is known, or has a part about a tool that is not understood, is refused with its
// place and the reason. Taken, its calls would be lost.
func TestRefused(t *testing.T) {
	for src, want := range map[string]string{
		`{"messages":[{"role":"user","content":[{"type":"text","text":"x"}]},{"role":"assistant",` +
			`"content":[{"type":"server_tool_use",` +
			`"id":"a","name":"web_search","input":{}}]}]}`: `x:1: messages[1].content[0]: a part of type "server_tool_use" is not understood`,
		`{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n",` +
			`"input":{}},{"type":"mcp_tool_use","id":"b"}]}]}`: `messages[1].content[1]: a part of type "mcp_tool_use" is not understood`,
		`[{"role":"user","parts":[{"type":"text","text":"x"}]},{"role":"assistant","parts":[{"type":"tool-x",` +
			`"toolCallId":"a","state":"brooding","input":{}}]}]`: `messages[1].parts[0].state: a call in the state "brooding" is not understood`,
		`[{"role":"user","parts":[{"type":"text","text":"x"}]},{"role":"assistant",` +
			`"parts":[{"type":"tool-result","result":1}]}]`: `messages[1].parts[0]: a part of type "tool-result" is not understood`,
		`{"messages":[{"role":"user","parts":[{"text":"x"}]}]}`: `messages[0].parts[0]: a part of type "" is not understood`,
		`{"messages":[{"role":"user","content":[{"text":"x"}]},` +
			`{"role":"assistant","content":[{"toolUse":{"name":"n"}}]}]}`: `messages[1].content[0]: a part of type "" is not understood`,
		`{"messages":[{"role":"user","content":"x"},` +
			`{"role":"assistant","toolRequests":[{"name":"n"}]}]}`: `messages[1].toolRequests: a member that is not understood`,
		`{"messages":[{"role":"user","content":"x"},{"role":"assistant","body":"y"}]}`: `messages[1].content: missing`,
		`{"contents":[{"role":"user","parts":[{"text":"x"}]}]}`:                        `x:1: messages: missing`,
		`{"type":"RUN_STARTED","threadId":"x"}` + "\n" +
			`{"type":"TOOL_CALL_ARGS","toolCallId":"a","delta":"{}"}`: `x:2: a: TOOL_CALL_ARGS of a call that was not begun`,
		`{"type":"RUN_STARTED","threadId":"x"}` + "\n" +
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"hello"}`: `no event says what the person said`,
		`{"name":"chat m","traceId":"t","attributes":{"gen_ai.operation.name":"chat"}}`: `gen_ai.input.messages: missing: the spans do not say what was said`,
		`{"name":"GET /","traceId":"t","attributes":{"http.method":"GET"}}`:             `no span is of a model`,
		`{"name":"chat m","traceId":"t","attributes":{"gen_ai.input.messages":"[{\"role\":\"user\",` +
			`\"parts\":[{\"type\":\"server_tool_call\"}]}]"}}`: `messages[0].parts[0]: a part of type "server_tool_call" is not understood`,
		`{"type":"RUN_STARTED","threadId":"x"}` + "\n" +
			`{"type":"TOOL_CALL_APPROVAL","toolCallId":"a"}`: `x:2: an event of type "TOOL_CALL_APPROVAL" is not understood`,
		`{"type":"RUN_STARTED","threadId":"x"}` + "\n" + `{"messages":[{"role":"user","content":"x"}]}`:           `x:2: it has no type: want an event of AG-UI`,
		`{"name":"chat m","traceId":"t","attributes":{}}` + "\n" + `{"messages":[{"role":"user","content":"x"}]}`: `x:2: want a span`,
		`null`: `x:1: want an object with a list of messages`,
		"\n{\"messages\":[{\"role\":\"user\",\"content\":\"\xff\"}]}":                                     `x:2: want valid UTF-8`,
		`{"recording":"legwork/1","trip_id":"t1"}` + "\n" + `{"type":"USER_MESSAGE","data":{"text":"x"}}`: `x:1: messages: missing`,
	} {
		refused := 0
		for c, err := range Read("x", []byte(src)) {
			if err == nil {
				t.Errorf("%s is taken: %+v", src, c)
				continue
			}
			if refused == 0 && !strings.Contains(err.Error(), want) {
				t.Errorf("%s\n  got  %v\n  want %s", src, err, want)
			}
			refused++
		}
		if refused == 0 {
			t.Errorf("%s: nothing is said", src)
		}
	}
}
