package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// role says who speaks.
type role uint8

const (
	system role = iota
	user
	assistant
	tool
)

// roles are the wire names; "developer" and "function" are other names of two of them.
var roles = map[string]role{
	"system": system, "developer": system, "user": user, "assistant": assistant, "tool": tool, "function": tool,
}

// message is one message of a transcript. Which members count depends on the role.
type message struct {
	role   role
	text   string
	calls  []*call // of an assistant
	finish string  // the finish_reason of an assistant, where the log kept it
	callID string  // of a tool: the call that it answers
	name   string  // of a tool
	answer *call   // of a tool: the call that it answers, set by link
}

// call is one call that the model proposed.
type call struct {
	id, name string
	args     trip.Raw // canonical
	message  int      // the index of the message that proposed it
	answered bool
	place    int    // in the order in which the answers of its step are written
	queued   string // the engine's id of it, empty when the engine did not queue it
}

// maxNameBytes is the longest name of a tool.
const maxNameBytes = 256

type wireMessage struct {
	Role         *string         `json:"role"`
	Content      json.RawMessage `json:"content"`
	Refusal      *string         `json:"refusal"`
	ToolCalls    []wireCall      `json:"tool_calls"`
	FunctionCall *wireFunction   `json:"function_call"`
	FinishReason *string         `json:"finish_reason"`
	ToolCallID   *string         `json:"tool_call_id"`
	Name         *string         `json:"name"`

	// as AG-UI writes them
	CamelCalls  []wireCall `json:"toolCalls"`
	CamelCallID *string    `json:"toolCallId"`
}

// known are the members of a message that are about tools. Another one is not passed over: a call would be lost.
var known = map[string]bool{
	"tool_calls": true, "function_call": true, "tool_call_id": true, "toolCalls": true, "toolCallId": true,
}

// check refuses a message that has neither content nor calls, and one with calls in a form that is not known.
func (w *wireMessage) check(raw json.RawMessage) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if isTool(name) && !known[name] {
			return &fault{at: name, problem: "a member that is not understood: without it a call would be lost"}
		}
	}
	_, hasContent := members["content"]
	if !hasContent && len(w.ToolCalls) == 0 && w.FunctionCall == nil && w.Refusal == nil {
		return &fault{at: "content", problem: "missing: the message has neither content nor calls in a form that is known"}
	}
	return nil
}

type wireCall struct {
	ID       *string       `json:"id"`
	Function *wireFunction `json:"function"`
}

type wireFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// readMessage reads message i of a conversation. What it cuts it adds to notes.
func readMessage(raw json.RawMessage, notes *[]string, i int) (message, error) {
	var w wireMessage
	if err := json.Unmarshal(raw, &w); err != nil {
		if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is && wrong.Field != "" {
			return message{}, &fault{at: wrong.Field, problem: "of the wrong type: a " + wrong.Value}
		}
		return message{}, &fault{problem: "want an object with role and content"}
	}
	if w.Role == nil {
		return message{}, &fault{at: "role", problem: "missing: want system, user, assistant or tool"}
	}
	r, isKnown := roles[*w.Role]
	if !isKnown {
		return message{}, &fault{at: "role", problem: "want system, user, assistant or tool, got " + quoteShort(*w.Role)}
	}
	w.ToolCalls, w.ToolCallID = append(w.ToolCalls, w.CamelCalls...), cmp.Or(w.ToolCallID, w.CamelCallID)
	if err := w.check(raw); err != nil {
		return message{}, err
	}
	text, err := contentText(w.Content)
	if err != nil {
		return message{}, within("content", err)
	}
	m := message{
		role: r, text: text, callID: orEmpty(w.ToolCallID), name: orEmpty(w.Name),
		finish: orEmpty(w.FinishReason),
	}
	if r == assistant {
		if m.text == "" {
			m.text = orEmpty(w.Refusal)
		}
		if m.calls, err = readCalls(&w); err != nil {
			return message{}, err
		}
	}
	if r == user || r == assistant {
		m.text = cutText(m.text, trip.MaxTextBytes, notes, i)
	}
	return m, nil
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// contentText returns the text of a content: a string, null, or parts whose texts are joined by
// a line feed. A part that is no text is named in brackets.
func contentText(raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	switch raw[0] {
	case '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return text, err
	case '{':
		return string(raw), nil
	case '[':
		return partsText(raw)
	}
	return "", &fault{problem: "want a text, a list of parts or null"}
}

func partsText(raw json.RawMessage) (string, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", err
	}
	var lines []string
	for i, p := range parts {
		var part struct{ Type, Text, Refusal string }
		if json.Unmarshal(p, &part.Text) == nil {
			lines = append(lines, part.Text)
			continue
		}
		if json.Unmarshal(p, &part) != nil {
			return "", &fault{at: fmt.Sprintf("[%d]", i), problem: "want a part with a type"}
		}
		switch {
		case part.Text != "":
			lines = append(lines, part.Text)
		case part.Refusal != "":
			lines = append(lines, part.Refusal)
		case isTool(part.Type), part.Type == "":
			return "", notUnderstood(i, part.Type)
		case part.Type != "text":
			lines = append(lines, "["+part.Type+"]")
		}
	}
	return strings.Join(lines, "\n"), nil
}

// readCalls reads the calls of an assistant's message, the old form of one call included.
func readCalls(w *wireMessage) ([]*call, error) {
	var calls []*call
	for i, c := range w.ToolCalls {
		at := fmt.Sprintf("tool_calls[%d]", i)
		if c.Function == nil {
			return nil, &fault{at: at + ".function", problem: "missing: want a name and arguments"}
		}
		read, err := readCall(orEmpty(c.ID), c.Function)
		if err != nil {
			return nil, within(at+".function", err)
		}
		calls = append(calls, read)
	}
	if w.FunctionCall != nil {
		read, err := readCall("", w.FunctionCall)
		if err != nil {
			return nil, within("function_call", err)
		}
		calls = append(calls, read)
	}
	return calls, nil
}

func readCall(id string, f *wireFunction) (*call, error) {
	if strings.TrimSpace(f.Name) == "" || len(f.Name) > maxNameBytes {
		return nil, &fault{
			at:      "name",
			problem: "want the name of a tool, of at most " + strconv.Itoa(maxNameBytes) + " bytes",
		}
	}
	text := strings.TrimSpace(string(f.Arguments))
	var inner string
	if json.Unmarshal(f.Arguments, &inner) == nil && text != "null" { // the form of the API: JSON in a string
		text = strings.TrimSpace(inner)
	}
	if text == "" || text == "null" {
		text = "{}"
	}
	args, err := trip.CanonicalRaw(text)
	if err != nil {
		if m, is := errors.AsType[*trip.MalformedError](err); is {
			return nil, &fault{at: "arguments", problem: "not JSON: at byte " + strconv.Itoa(m.Offset) + " want " + m.Want}
		}
		return nil, &fault{at: "arguments", problem: "not JSON"}
	}
	if args[0] != '{' {
		return nil, &fault{at: "arguments", problem: "want an object"}
	}
	return &call{id: id, name: f.Name, args: args}, nil
}

// link finds the call that each answer of a tool belongs to: by its id among the calls that are
// still open, the newest message first, because logs use ids again; without an id by its name.
func link(messages []message) error {
	var open []*call // those of the newest message last
	for i := range messages {
		m := &messages[i]
		if m.role != tool {
			for _, c := range m.calls {
				c.message = i
			}
			open = append(open, m.calls...)
			continue
		}
		at := newest(open, func(c *call) bool {
			return !c.answered && (m.callID != "" && c.id == m.callID || m.callID == "" && c.name == m.name)
		})
		switch {
		case at != nil:
			at.answered, m.answer = true, at
		case m.callID == "" && m.name == "":
			return &fault{
				at:      fmt.Sprintf("messages[%d].tool_call_id", i),
				problem: "missing: an answer names the call that it belongs to",
			}
		case m.callID == "":
			return &fault{at: fmt.Sprintf("messages[%d].name", i), problem: "no open call of this tool: " + quoteShort(m.name)}
		default:
			return &fault{
				at:      fmt.Sprintf("messages[%d].tool_call_id", i),
				problem: "no open call has this id: " + quoteShort(m.callID),
			}
		}
	}
	return nil
}

// newest returns the call to answer: the oldest of those that fit in the newest message that has any.
func newest(open []*call, fits func(*call) bool) *call {
	var found *call
	for i := len(open) - 1; i >= 0 && (found == nil || open[i].message == found.message); i-- {
		if fits(open[i]) {
			found = open[i]
		}
	}
	return found
}

// cutText shortens a text to a limit at a whole character and notes it.
func cutText(text string, limit int, notes *[]string, i int) string {
	if len(text) <= limit {
		return text
	}
	*notes = append(*notes, fmt.Sprintf("messages[%d]: %d bytes, cut to %d", i, len(text), limit))
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}

// quoteShort quotes a text of a log in an error, shortened.
func quoteShort(text string) string {
	const limit = 60
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "…"
	}
	return strconv.Quote(text)
}
