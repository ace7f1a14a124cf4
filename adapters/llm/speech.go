package llm

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools"
)

// Many servers hand on what a model wrote as it is: with its thoughts, and with calls in the notation that the model
// was trained on. Both stand between marks. A mark without its end reaches to the end of the text.

// marks are how a part of a text that nobody shall read begins and ends; an empty end is that of the text.
type marks struct{ begin, end string }

// thoughtMarks enclose thoughts. An end without a beginning ends thoughts that began with the text: some models are
// given the beginning.
var thoughtMarks = []marks{
	{"<think>", "</think>"},
	{"<thinking>", "</thinking>"},
	{"<thought>", "</thought>"},
	{"<reasoning>", "</reasoning>"},
	{"[THINK]", "[/THINK]"},
	{"<|channel|>analysis", "<|end|>"},
}

// callMarks enclose calls. Of two that begin at one place the first counts.
var callMarks = []marks{
	{"<tool_calls>", "</tool_calls>"},
	{"<tool_call>", "</tool_call>"},
	{"<function_calls>", "</function_calls>"},
	{"<function_call>", "</function_call>"},
	{"<function=", "</function>"},
	{"<invoke", "</invoke>"},
	{"[TOOL_CALLS]", ""},
	{"<|python_tag|>", ""},
	{"<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"},
	{"<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"},
	{"<|channel|>commentary to=", "<|call|>"},
}

// noise is what stands around the parts of an answer in some notations.
var noise = regexp.MustCompile(`(?:<\|start\|>assistant)?(?:<\|channel\|>(?:final|commentary))?<\|[a-z_]+\|>`)

// withoutThoughts removes a model's thoughts from a text.
func withoutThoughts(text string) string {
	if !strings.ContainsAny(text, "<[") {
		return text
	}
	said, _ := cutOut(text, thoughtMarks)
	return said[endOfThoughts(said):]
}

// endOfThoughts returns where the thoughts end whose beginning is not marked, 0 when there are none.
func endOfThoughts(said string) (at int) {
	for _, m := range thoughtMarks {
		if m.begin[0] == '<' && m.end[1] == '|' {
			continue // that end is also the one of other parts
		}
		if i := strings.LastIndex(said[at:], m.end); i >= 0 {
			at += i + len(m.end)
		}
	}
	return at
}

// cutOut takes the marked parts out of a text. It looks for each mark once from where it stood last, for a text may be
// long and full of them.
func cutOut(text string, list []marks) (rest string, parts []string) {
	var b strings.Builder
	next := slices.Repeat([]int{-1}, len(list))
	for at := 0; ; {
		first := -1
		for i, m := range list {
			if next[i] < at {
				next[i] = indexFrom(text, m.begin, at)
			}
			if next[i] < len(text) && (first < 0 || next[i] < next[first]) {
				first = i
			}
		}
		if first < 0 {
			b.WriteString(text[at:])
			return b.String(), parts
		}
		begin, end := next[first], len(text)
		if list[first].end != "" {
			end = indexFrom(text, list[first].end, begin)
		}
		b.WriteString(text[at:begin])
		parts = append(parts, text[begin:end])
		at = min(end+len(list[first].end), len(text))
		if at == len(text) {
			return b.String(), parts
		}
	}
}

// indexFrom returns where a text has a part at or behind a place; its length where it has not.
func indexFrom(text, part string, from int) int {
	if i := strings.Index(text[from:], part); i >= 0 {
		return from + i
	}
	return len(text)
}

// readSpeech takes an answer's text apart: what the model says, and the calls that stand in the text where its server
// did not read them. marked says that there are marks of calls.
func readSpeech(text string, known []Definition) (said string, calls []tools.ToolCall, marked bool) {
	said, parts := cutOut(text, callMarks)
	for _, part := range parts {
		calls = append(calls, callsIn(part, known)...)
	}
	if len(parts) == 0 {
		if calls = bareCalls(said, known); len(calls) > 0 {
			said = ""
		}
	}
	return strings.TrimSpace(noise.ReplaceAllString(said, "")), calls, len(parts) > 0
}

// bareCalls reads a text that is nothing but calls of tools that are offered, without any mark.
func bareCalls(text string, known []Definition) []tools.ToolCall {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		inner = strings.TrimLeft(inner, "abcdefghijklmnopqrstuvwxyz_")
		text = strings.TrimSpace(strings.TrimSuffix(inner, "```"))
	}
	if !json.Valid([]byte(text)) {
		return nil
	}
	calls := callsOf(json.RawMessage(text))
	if slices.ContainsFunc(calls, func(c tools.ToolCall) bool { return find(known, c.Name) == nil }) {
		return nil
	}
	return calls
}

// maxTries bounds how often a part is read as JSON that is none.
const maxTries = 32

// maxPart bounds a part that is read for calls.
const maxPart = 64 << 10

// callsIn reads the calls of a marked part: JSON objects that name a tool and its arguments, the arguments behind the
// name of a tool that is offered, or parameters one by one.
func callsIn(part string, known []Definition) []tools.ToolCall {
	var calls []tools.ToolCall
	for at, tries := 0, 0; tries < maxTries && len(part) <= maxPart; {
		i := strings.IndexAny(part[at:], "{[")
		if i < 0 {
			break
		}
		var doc json.RawMessage
		dec := json.NewDecoder(strings.NewReader(part[at+i:]))
		if dec.Decode(&doc) != nil {
			tries++
			at += i + 1
			continue
		}
		before := part[:at+i]
		at += i + int(dec.InputOffset())
		if found := callsOf(doc); len(found) > 0 {
			calls = append(calls, found...)
		} else if tool := lastNamed(before, known); tool != nil && doc[0] == '{' {
			calls = append(calls, tools.ToolCall{Name: tool.Name, Arguments: doc})
		}
	}
	if len(calls) > 0 {
		return calls
	}
	return callsByParameter(part, known)
}

// namedCall is a call as JSON, in the words of one notation or another.
type namedCall struct {
	Name       string          `json:"name"`
	Tool       string          `json:"tool"`
	ToolName   string          `json:"tool_name"`
	Function   json.RawMessage `json:"function"`
	Arguments  json.RawMessage `json:"arguments"`
	Parameters json.RawMessage `json:"parameters"`
	Args       json.RawMessage `json:"args"`
	Input      json.RawMessage `json:"input"`
}

// callsOf reads a JSON document that is a call, or a list of calls.
func callsOf(doc json.RawMessage) []tools.ToolCall {
	var list []json.RawMessage
	if json.Unmarshal(doc, &list) != nil {
		list = []json.RawMessage{doc}
	}
	var out []tools.ToolCall
	for _, item := range list {
		var c namedCall
		if json.Unmarshal(item, &c) != nil {
			return nil
		}
		if inner := callsOf(c.Function); len(inner) == 1 && c.Name == "" {
			out = append(out, inner[0])
			continue
		}
		_ = json.Unmarshal(c.Function, &c.ToolName) // else it is no name
		name := cmp.Or(c.Name, c.ToolName, c.Tool)
		arguments := cmp.Or(string(c.Arguments), string(c.Parameters), string(c.Args), string(c.Input))
		if name == "" || arguments == "" {
			return nil
		}
		var quoted string
		if json.Unmarshal([]byte(arguments), &quoted) == nil && quoted != "" {
			arguments = quoted
		}
		out = append(out, tools.ToolCall{Name: name, Arguments: []byte(arguments)})
	}
	return out
}

// parameter is one argument of a call that is written as elements.
var parameter = regexp.MustCompile(`(?s)<parameter(?:=|\s+name=)"?([\w.-]+)"?[^>]*>(.*?)</parameter>` +
	`|<arg_key>\s*([\w.-]+)\s*</arg_key>\s*<arg_value>(.*?)</arg_value>`)

// callsByParameter reads calls whose arguments are elements, each behind the name of its tool.
func callsByParameter(part string, known []Definition) []tools.ToolCall {
	type open struct {
		tool *Definition
		args map[string]json.RawMessage
		end  int // of its last parameter
	}
	var list []open
	for _, m := range parameter.FindAllStringSubmatchIndex(part, -1) {
		name, value := m[2:4], m[4:6]
		if name[0] < 0 {
			name, value = m[6:8], m[8:10]
		}
		from := 0
		if n := len(list); n > 0 {
			from = list[n-1].end
		}
		if tool := lastNamed(part[from:m[0]], known); tool != nil {
			list = append(list, open{tool: tool, args: map[string]json.RawMessage{}})
		}
		if len(list) == 0 {
			return nil
		}
		c := &list[len(list)-1]
		key := part[name[0]:name[1]]
		c.args[key], c.end = c.tool.value(key, strings.TrimSpace(part[value[0]:value[1]])), m[1]
	}
	var out []tools.ToolCall
	for _, c := range list {
		if args, err := json.Marshal(c.args); err == nil {
			out = append(out, tools.ToolCall{Name: c.tool.Name, Arguments: args})
		}
	}
	return out
}

// value writes an argument that came as a text: as JSON, unless it is none or the tool wants a text.
func (d *Definition) value(name, text string) json.RawMessage {
	var schema struct {
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
	}
	_ = json.Unmarshal(d.Arguments, &schema) // without it nothing is said of the argument
	if schema.Properties[name].Type != "string" && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text) //nolint:errchkjson // a text can be written
	return quoted
}

// lastNamed returns the tool whose name stands last in a text, as a word of its own.
func lastNamed(text string, known []Definition) *Definition {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
	for _, w := range slices.Backward(words) {
		if d := find(known, w); d != nil {
			return d
		}
	}
	return nil
}

func find(known []Definition, name string) *Definition {
	i := slices.IndexFunc(known, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return &known[i]
}
