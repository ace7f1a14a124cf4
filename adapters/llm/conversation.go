package llm

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/legwork-go/legwork/tools"
)

// maxContentBytes bounds one message of the conversation that is sent.
const maxContentBytes = 24 << 10

const (
	roleSystem    = "system"
	roleUser      = "user"
	roleAssistant = "assistant"
	roleTool      = "tool"
)

// Texts that stand in a conversation where something is missing.
const (
	noResult = `{"error":"no result"}`
	cutMark  = "\n[the rest was left out]"
)

// conversation makes messages well-formed for every provider: each call is followed at once by
// its one result, in call order; a result without a call, and a message without content, is left
// out; a long content is cut.
func conversation(messages []tools.Message) []tools.Message {
	out := make([]tools.Message, 0, len(messages))
	for i, m := range messages {
		m.Content = shorten(m.Content)
		switch m.Role {
		case roleTool: // stands where its call is
		case roleAssistant:
			out = appendCalls(out, m, messages[i+1:])
		case roleUser, roleSystem:
			if strings.TrimSpace(m.Content) != "" {
				out = append(out, tools.Message{Role: m.Role, Content: m.Content})
			}
		}
	}
	return out
}

// appendCalls appends an assistant message and the results of its calls, which stand before the
// next message that is not a tool's.
func appendCalls(out []tools.Message, m tools.Message, rest []tools.Message) []tools.Message {
	if strings.TrimSpace(m.Content) == "" && len(m.ToolCalls) == 0 {
		return out
	}
	if end := slices.IndexFunc(rest, func(n tools.Message) bool { return n.Role != roleTool }); end >= 0 {
		rest = rest[:end]
	}
	m.ToolCalls = slices.Clone(m.ToolCalls)
	out = append(out, tools.Message{Role: roleAssistant, Content: m.Content, ToolCalls: m.ToolCalls})
	for i, call := range m.ToolCalls {
		if !json.Valid(call.Arguments) {
			m.ToolCalls[i].Arguments = []byte("{}")
		}
		result := tools.Message{Role: roleTool, ToolCallID: call.ID, Content: noResult}
		if j := slices.IndexFunc(rest, func(n tools.Message) bool { return n.ToolCallID == call.ID }); j >= 0 {
			result.Content = shorten(rest[j].Content)
		}
		out = append(out, result)
	}
	return out
}

// shorten cuts a text at its bound, between two characters.
func shorten(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= maxContentBytes {
		return text
	}
	end := maxContentBytes
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + cutMark
}

// Failed reports whether a tool's result says that the tool failed: an object with a non-empty
// text `error`.
func Failed(result string) bool {
	var doc struct {
		Error string `json:"error"`
	}
	return json.Unmarshal([]byte(result), &doc) == nil && doc.Error != ""
}

// Framed lets the person begin and end a conversation, for servers that want it so: where the
// assistant does, a short message of the person is put before or after it.
func Framed(messages []tools.Message) []tools.Message {
	if len(messages) == 0 {
		return messages
	}
	if messages[0].Role == roleAssistant {
		messages = slices.Insert(slices.Clone(messages), 0, tools.Message{Role: roleUser, Content: openingText})
	}
	if messages[len(messages)-1].Role == roleAssistant {
		messages = append(slices.Clip(messages), tools.Message{Role: roleUser, Content: closingText})
	}
	return messages
}
