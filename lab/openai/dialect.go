package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// spoken is one message in the form of chat completions, and where it stood in the log.
type spoken struct {
	at      string
	message chatMessage
}

// chatMessage is a message as this package writes it for its own reader.
type chatMessage struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"` // also where it is empty
	ToolCalls  []chatCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

type chatCall struct {
	ID       string       `json:"id"`
	Function chatFunction `json:"function"`
}

type chatFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

// anyMessage is a message in whatever form: which members it has tells the form.
type anyMessage struct {
	Role        string
	Content     json.RawMessage
	Parts       []json.RawMessage // of the AI SDK
	Invocations []invocation      `json:"toolInvocations"` // of its older versions
}

// translate writes the messages of another form as those of chat completions. ok is false where they are those already.
func translate(raw []json.RawMessage) (list []spoken, ok bool, err error) {
	messages := make([]anyMessage, len(raw))
	var form func(*anyMessage) ([]chatMessage, error)
	for i := range raw {
		if !isMessage(raw[i], &messages[i]) {
			return nil, false, nil // its reader says what is wrong
		}
		switch m := &messages[i]; {
		case m.Parts != nil || m.Invocations != nil:
			form = (*anyMessage).ofUI
		case blocksOf(m.Content, "tool_use", "tool_result") && form == nil:
			form = (*anyMessage).ofAnthropic
		}
	}
	if form == nil {
		return nil, false, nil
	}
	for i := range messages {
		said, err := form(&messages[i])
		if err != nil {
			return nil, true, within(fmt.Sprintf("messages[%d]", i), err)
		}
		for _, m := range said {
			list = append(list, spoken{at: fmt.Sprintf("messages[%d]", i), message: m})
		}
	}
	return list, true, nil
}

func isMessage(raw json.RawMessage, m *anyMessage) bool { return json.Unmarshal(raw, m) == nil }

// block is a part of a message: of Anthropic's, or of the AI SDK's.
type block struct {
	Type string
	Text string

	ID        string // of a tool_use
	Name      string
	Input     json.RawMessage
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage // of a tool_result
	IsError   bool            `json:"is_error"`

	invocation
	Invocation *invocation `json:"toolInvocation"`
}

// blocksOf reports whether a content is a list that has a block of one of these types.
func blocksOf(content json.RawMessage, types ...string) bool {
	var blocks []block
	return json.Unmarshal(content, &blocks) == nil &&
		slices.ContainsFunc(blocks, func(b block) bool { return slices.Contains(types, b.Type) })
}

// isTool reports whether a type of a part is about a tool: such a part is never left out.
func isTool(kind string) bool {
	kind = strings.ToLower(kind)
	return strings.Contains(kind, "tool") || strings.Contains(kind, "function") || strings.Contains(kind, "mcp")
}

// notUnderstood refuses a part.
func notUnderstood(i int, kind string) error {
	return &fault{
		at:      fmt.Sprintf("[%d]", i),
		problem: "a part of type " + quoteShort(kind) + " is not understood: without it a call would be lost",
	}
}

// ofAnthropic writes a message of Anthropic's API.
func (m *anyMessage) ofAnthropic() ([]chatMessage, error) {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return []chatMessage{{Role: m.Role, Content: text}}, nil
	}
	var blocks []block
	if err := json.Unmarshal(m.Content, &blocks); err != nil {
		return nil, &fault{at: "content", problem: "want a text or a list of blocks"}
	}
	own := chatMessage{Role: m.Role}
	var results []chatMessage
	for i, b := range blocks {
		switch {
		case b.Type == "text":
			own.say(b.Text)
		case b.Type == "tool_use":
			own.ToolCalls = append(own.ToolCalls, chatCall{ID: b.ID, Function: chatFunction{Name: b.Name, Arguments: b.Input}})
		case b.Type == "tool_result":
			text, err := contentText(b.Content)
			if err != nil {
				return nil, within(fmt.Sprintf("content[%d]", i), err)
			}
			results = append(results, chatMessage{Role: "tool", ToolCallID: b.ToolUseID, Content: failed(b.IsError, text)})
		case isTool(b.Type):
			return nil, within("content", notUnderstood(i, b.Type))
		case b.Type != "thinking" && b.Type != "redacted_thinking":
			own.say("[" + b.Type + "]")
		}
	}
	if own.Content == "" && len(own.ToolCalls) == 0 && len(results) > 0 {
		return results, nil
	}
	return append(results, own), nil
}

func (m *chatMessage) say(text string) {
	if m.Content != "" && text != "" {
		m.Content += "\n"
	}
	m.Content += text
}

// failed says of an answer that it is an error, as chat completions do.
func failed(yes bool, text string) string {
	if yes && !strings.HasPrefix(text, "Error") {
		return "Error: " + text
	}
	return text
}

// invocation is a call of the AI SDK with its answer.
type invocation struct {
	ToolName   string
	ToolCallID string `json:"toolCallId"`
	State      string
	Args       json.RawMessage // of older versions
	Result     json.RawMessage // of older versions
	Output     json.RawMessage
	ErrorText  string
}

// answeredIn says of the states of a call whether it has its answer. Others are not known.
var answeredIn = map[string]bool{
	"output-available": true, "output-error": true, "result": true, "output-denied": true,
	"input-streaming": false, "input-available": false, "approval-requested": false, "approval-responded": false,
	"partial-call": false, "call": false,
}

// ofUI writes a message of the AI SDK: each step of it is a message of its own, with the answers behind it.
func (m *anyMessage) ofUI() ([]chatMessage, error) {
	u := uiMessage{own: chatMessage{Role: m.Role}}
	if text := ""; len(m.Parts) == 0 && json.Unmarshal(m.Content, &text) == nil {
		for i := range m.Invocations {
			if err := u.call(&m.Invocations[i], m.Invocations[i].ToolName, m.Invocations[i].Args); err != nil {
				return nil, within(fmt.Sprintf("toolInvocations[%d]", i), err)
			}
		}
		u.own.say(text)
	}
	for i, raw := range m.Parts {
		var b block
		if err := json.Unmarshal(raw, &b); err != nil {
			return nil, &fault{at: fmt.Sprintf("parts[%d]", i), problem: "want a part with a type"}
		}
		if err := u.part(i, &b); err != nil {
			return nil, within("parts", err)
		}
	}
	u.flush()
	return u.out, nil
}

// uiMessage is a message of the AI SDK that is being written.
type uiMessage struct {
	own     chatMessage
	results []chatMessage
	out     []chatMessage
}

func (u *uiMessage) part(i int, b *block) error {
	name, isStatic := strings.CutPrefix(b.Type, "tool-")
	var err error
	switch {
	case b.Type == "tool-invocation" && b.Invocation != nil:
		err = u.call(b.Invocation, b.Invocation.ToolName, b.Invocation.Args)
	case b.Type == "dynamic-tool":
		err = u.call(&b.invocation, b.ToolName, b.Input)
	case isStatic && b.ToolCallID != "":
		err = u.call(&b.invocation, name, b.Input)
	case b.Type == "text":
		u.next()
		u.own.say(b.Text)
	case b.Type == "step-start":
		u.next()
	case isTool(b.Type):
		return notUnderstood(i, b.Type)
	case b.Type == "file":
		u.own.say("[file]")
	case b.Type == "reasoning", strings.HasPrefix(b.Type, "source"), strings.HasPrefix(b.Type, "data-"):
	default:
		return notUnderstood(i, b.Type)
	}
	if err != nil {
		return within(fmt.Sprintf("[%d]", i), err)
	}
	return nil
}

func (u *uiMessage) call(c *invocation, name string, input json.RawMessage) error {
	isAnswered, known := answeredIn[c.State]
	if !known {
		return &fault{at: "state", problem: "a call in the state " + quoteShort(c.State) + " is not understood"}
	}
	function := chatFunction{Name: name, Arguments: input}
	u.own.ToolCalls = append(u.own.ToolCalls, chatCall{ID: c.ToolCallID, Function: function})
	if !isAnswered {
		return nil
	}
	answer := c.Output
	if answer == nil {
		answer = c.Result
	}
	text := string(bytes.TrimSpace(answer))
	var plain string
	if json.Unmarshal(answer, &plain) == nil {
		text = plain
	}
	if c.State == "output-error" || c.State == "output-denied" {
		text = failed(true, c.ErrorText)
	}
	u.results = append(u.results, chatMessage{Role: "tool", ToolCallID: c.ToolCallID, Content: text})
	return nil
}

// next begins another step where calls stand already.
func (u *uiMessage) next() {
	if len(u.own.ToolCalls) > 0 {
		u.flush()
	}
}

func (u *uiMessage) flush() {
	if u.own.Content != "" || len(u.own.ToolCalls) > 0 || len(u.out) == 0 {
		u.out = append(append(u.out, u.own), u.results...)
	}
	u.own, u.results = chatMessage{Role: u.own.Role}, nil
}
