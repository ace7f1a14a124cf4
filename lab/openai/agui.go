package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// aguiEvent is an event of AG-UI, in any of its forms.
type aguiEvent struct {
	Type      string
	ThreadID  string            `json:"threadId"`
	MessageID string            `json:"messageId"`
	Role      string            `json:"role"`
	Delta     json.RawMessage   `json:"delta"` // a text, but of states a list
	CallID    string            `json:"toolCallId"`
	CallName  string            `json:"toolCallName"`
	ParentID  string            `json:"parentMessageId"`
	Content   json.RawMessage   `json:"content"`
	Messages  []json.RawMessage `json:"messages"`
	Input     *struct{ Messages []json.RawMessage }
	Data      json.RawMessage // of an event of a recording, which is not meant
}

// aguiTypes are the events that say something of messages and calls. All others, such as those of states, steps and
// thoughts, say nothing of them.
var aguiTypes = []string{
	"RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "MESSAGES_SNAPSHOT", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT",
	"TEXT_MESSAGE_END", "TEXT_MESSAGE_CHUNK", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_CHUNK",
	"TOOL_CALL_RESULT",
}

// isAGUI reports whether a value is an event of AG-UI.
func isAGUI(raw json.RawMessage) bool {
	var e aguiEvent
	return json.Unmarshal(raw, &e) == nil && e.Data == nil && slices.Contains(aguiTypes, e.Type)
}

// threads are the conversations of an event log.
type threads struct {
	list []*thread
	now  *thread
}

// thread is what the events say of one conversation.
type thread struct {
	id       string
	line     int
	messages []json.RawMessage
	open     []*chatMessage // those that the events write, in order; they follow messages
	byID     map[string]*chatMessage
	args     map[string]string // of calls, by id
}

// add takes an event.
func (l *threads) add(v value) error {
	var e aguiEvent
	if err := json.Unmarshal(v.text, &e); err != nil {
		return &fault{problem: "line " + fmt.Sprint(v.line) + ": " + err.Error()}
	}
	if e.Type == "RUN_STARTED" || l.now == nil {
		i := slices.IndexFunc(l.list, func(t *thread) bool { return t.id == e.ThreadID })
		if i < 0 {
			i = len(l.list)
			l.list = append(l.list, &thread{
				id: e.ThreadID, line: v.line, byID: map[string]*chatMessage{}, args: map[string]string{},
			})
		}
		l.now = l.list[i]
	}
	return l.now.event(&e)
}

func (t *thread) event(e *aguiEvent) error {
	switch e.Type {
	case "RUN_STARTED":
		if e.Input != nil && len(e.Input.Messages) > 0 {
			t.replace(e.Input.Messages)
		}
	case "MESSAGES_SNAPSHOT":
		t.replace(e.Messages)
	case "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK":
		t.message(e.MessageID, e.Role).Content += shown(e.Delta)
	case "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_CHUNK":
		return t.call(e)
	case "TOOL_CALL_RESULT":
		text, err := contentText(e.Content)
		if err != nil {
			return err
		}
		t.open = append(t.open, &chatMessage{Role: "tool", ToolCallID: e.CallID, Content: text})
	case "":
		return &fault{problem: "it has no type: want an event of AG-UI"}
	default:
		if isTool(e.Type) && e.Type != "TOOL_CALL_END" {
			return &fault{problem: fmt.Sprintf("an event of type %q is not understood: without it a call would be lost", e.Type)}
		}
	}
	return nil
}

// replace takes the messages of a snapshot instead of all that came before.
func (t *thread) replace(list []json.RawMessage) {
	t.messages, t.open = list, nil
	clear(t.byID)
	clear(t.args)
}

// message returns the message that an event is about.
func (t *thread) message(id, role string) *chatMessage {
	if n := len(t.open); id == "" && n > 0 && t.open[n-1].Role == "assistant" {
		return t.open[n-1]
	}
	if m := t.byID[id]; m != nil && id != "" {
		return m
	}
	m := &chatMessage{Role: cmp.Or(role, "assistant")}
	t.open, t.byID[id] = append(t.open, m), m
	return m
}

func (t *thread) call(e *aguiEvent) error {
	if e.CallName != "" {
		m := t.message(e.ParentID, "assistant")
		m.ToolCalls = append(m.ToolCalls, chatCall{ID: e.CallID, Function: chatFunction{Name: e.CallName}})
		t.args[e.CallID] = ""
	}
	if _, begun := t.args[e.CallID]; !begun {
		return &fault{at: e.CallID, problem: e.Type + " of a call that was not begun: a part of the log is missing"}
	}
	t.args[e.CallID] += shown(e.Delta)
	return nil
}

// errNobody is why a log of events is refused in which nobody says anything.
var errNobody = &fault{
	at: "RUN_STARTED", problem: "no event says what the person said: want input.messages there, or a MESSAGES_SNAPSHOT",
}

// isUser reports whether a message is a person's.
func isUser(raw json.RawMessage) bool {
	var m struct{ Role string }
	return json.Unmarshal(raw, &m) == nil && m.Role == "user"
}

// conversation returns the messages of the thread in the form of chat completions.
func (t *thread) conversation() ([]json.RawMessage, error) {
	list := slices.Clone(t.messages)
	for _, m := range t.open {
		for i := range m.ToolCalls {
			c := &m.ToolCalls[i]
			text, err := json.Marshal(t.args[c.ID])
			if err != nil {
				return nil, err
			}
			c.Function.Arguments = text
		}
		raw, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		list = append(list, raw)
	}
	if !slices.ContainsFunc(list, isUser) {
		return nil, errNobody
	}
	return list, nil
}
