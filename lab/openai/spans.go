package openai

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// span is a span of OpenTelemetry: as OTLP writes it in JSON, or as exporters for a console do.
type span struct {
	Name       string
	TraceID    string `json:"traceId"`
	SnakeTrace string `json:"trace_id"`
	Context    struct {
		TraceID string `json:"trace_id"`
	}
	Attributes json.RawMessage // a list of keys and values, or an object
	Scope      []scopeSpans    `json:"scopeSpans"`
	Resource   []span          `json:"resourceSpans"`
	Spans      []json.RawMessage

	attributes map[string]json.RawMessage
	line       int
}

type scopeSpans struct{ Spans []json.RawMessage }

// isSpans reports whether a value is a span, or a document of spans.
func isSpans(raw json.RawMessage) bool {
	var s map[string]json.RawMessage
	if json.Unmarshal(raw, &s) != nil {
		return false
	}
	has := func(name string) bool { return s[name] != nil }
	return has("resourceSpans") || has("scopeSpans") ||
		!has("messages") && slices.ContainsFunc([]string{"traceId", "trace_id", "spanId", "context"}, has)
}

// spansOf lists the spans of a value.
func spansOf(v value) (list []*span, err error) {
	s := &span{line: v.line}
	if err := json.Unmarshal(v.text, s); err != nil {
		return nil, &fault{problem: "a span cannot be read: " + err.Error()}
	}
	var inner []json.RawMessage
	for _, r := range append(s.Resource, *s) {
		for _, scope := range r.Scope {
			inner = append(inner, scope.Spans...)
		}
	}
	if len(inner) == 0 && len(s.Resource) == 0 {
		s.attributes = attributesOf(s.Attributes)
		return []*span{s}, nil
	}
	for _, raw := range inner {
		more, err := spansOf(value{line: v.line, text: raw})
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// attributesOf reads attributes in either form.
func attributesOf(raw json.RawMessage) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &all) == nil {
		return all
	}
	var pairs []struct {
		Key   string
		Value json.RawMessage
	}
	_ = json.Unmarshal(raw, &pairs) // a span without attributes says nothing of a conversation
	for _, p := range pairs {
		all[p.Key] = plain(p.Value)
	}
	return all
}

// plain takes a value of OTLP out of the object that names its type.
func plain(raw json.RawMessage) json.RawMessage {
	var v struct {
		StringValue *string
		IntValue    json.RawMessage
		ArrayValue  *struct{ Values []json.RawMessage }
		KvlistValue *struct {
			Values []struct {
				Key   string
				Value json.RawMessage
			}
		}
		BoolValue, DoubleValue json.RawMessage
	}
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	var out any
	switch {
	case v.StringValue != nil:
		out = *v.StringValue
	case v.ArrayValue != nil:
		list := make([]json.RawMessage, len(v.ArrayValue.Values))
		for i, e := range v.ArrayValue.Values {
			list[i] = plain(e)
		}
		out = list
	case v.KvlistValue != nil:
		object := map[string]json.RawMessage{}
		for _, p := range v.KvlistValue.Values {
			object[p.Key] = plain(p.Value)
		}
		out = object
	case v.IntValue != nil:
		return v.IntValue
	case v.BoolValue != nil:
		return v.BoolValue
	case v.DoubleValue != nil:
		return v.DoubleValue
	}
	text, err := json.Marshal(out)
	if err != nil { // it was decoded from JSON
		panic(err)
	}
	return text
}

// The attributes that tell a conversation.
const (
	attrConversation = "gen_ai.conversation.id"
	attrInput        = "gen_ai.input.messages"
	attrOutput       = "gen_ai.output.messages"
	attrOperation    = "gen_ai.operation.name"
)

func (s *span) text(name string) (text string) {
	_ = json.Unmarshal(s.attributes[name], &text) // of another type it says nothing
	return text
}

// of says to which conversation a span belongs.
func (s *span) of() string {
	for _, id := range []string{s.text(attrConversation), s.TraceID, s.SnakeTrace, s.Context.TraceID} {
		if id != "" {
			return id
		}
	}
	return ""
}

// messages reads the messages of an attribute: a list, or the JSON of one in a text.
func (s *span) messages(name string) ([]spanMessage, error) {
	raw := s.attributes[name]
	var inner string
	if json.Unmarshal(raw, &inner) == nil {
		raw = json.RawMessage(inner)
	}
	if len(raw) == 0 {
		return nil, nil
	}
	var list []spanMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, &fault{at: name, problem: "want a list of messages with roles and parts"}
	}
	return list, nil
}

type spanMessage struct {
	Role  string
	Parts []spanPart
}

type spanPart struct {
	Type      string
	Content   json.RawMessage
	ID        string
	Name      string
	Arguments json.RawMessage
	Response  json.RawMessage
	Result    json.RawMessage
}

// told is the conversation of some spans: what the span that knows the most was given, and what it answered.
func told(list []*span) ([]chatMessage, error) {
	var longest []spanMessage
	var isModel bool
	for _, s := range list {
		isModel = isModel || slices.Contains([]string{"chat", "text_completion", "generate_content"}, s.text(attrOperation))
		in, err := s.messages(attrInput)
		if err != nil {
			return nil, err
		}
		out, err := s.messages(attrOutput)
		if err != nil {
			return nil, err
		}
		if all := append(in, out...); len(all) >= len(longest) {
			longest = all
		}
	}
	switch {
	case len(longest) == 0 && isModel:
		return nil, &fault{
			at: attrInput, problem: "missing: the spans do not say what was said: record the contents of messages",
		}
	case len(longest) == 0:
		return nil, nil
	}
	var said []chatMessage
	for i := range longest {
		more, err := longest[i].chat()
		if err != nil {
			return nil, within(fmt.Sprintf("messages[%d]", i), err)
		}
		said = append(said, more...)
	}
	return said, nil
}

// chat writes a message of a span as those of chat completions.
func (m *spanMessage) chat() ([]chatMessage, error) {
	own := chatMessage{Role: m.Role}
	var results []chatMessage
	for i, p := range m.Parts {
		switch {
		case p.Type == "text":
			own.say(shown(p.Content))
		case p.Type == "tool_call":
			function := chatFunction{Name: p.Name, Arguments: p.Arguments}
			own.ToolCalls = append(own.ToolCalls, chatCall{ID: p.ID, Function: function})
		case p.Type == "tool_call_response":
			answer := p.Response
			if answer == nil {
				answer = p.Result
			}
			results = append(results, chatMessage{Role: "tool", ToolCallID: p.ID, Content: shown(answer)})
		case isTool(p.Type), p.Type == "":
			return nil, within("parts", notUnderstood(i, p.Type))
		case p.Type != "reasoning" && !strings.HasPrefix(p.Type, "thinking"):
			own.say("[" + p.Type + "]")
		}
	}
	if own.Content == "" && len(own.ToolCalls) == 0 && len(results) > 0 {
		return results, nil
	}
	return append(results, own), nil
}

// shown is a text as it is, and any other value as JSON.
func shown(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}
