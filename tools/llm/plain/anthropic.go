package plain

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/tools/llm/internal/outbound"
)

const (
	anthropicURL     = "https://api.anthropic.com"
	anthropicVersion = "2023-06-01"
)

// messages implements llm.Model on the messages API of Anthropic.
type messages struct {
	config llm.Config
	poster poster
}

type messageAsk struct {
	Model      string         `json:"model"`
	MaxTokens  int64          `json:"max_tokens"`
	System     string         `json:"system,omitempty"`
	Messages   []message      `json:"messages"`
	Tools      []messageTool  `json:"tools,omitempty"`
	ToolChoice *messageChoice `json:"tool_choice,omitempty"`
}

type message struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

// block is one block of content: text, tool_use or tool_result.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   []block         `json:"content,omitempty"`
	IsError   *bool           `json:"is_error,omitempty"`
}

type messageTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
}

type messageChoice struct {
	Type string `json:"type"`
	Name string `json:"name,omitempty"`
	One  bool   `json:"disable_parallel_tool_use,omitempty"`
}

type messageAnswer struct {
	Content []struct {
		Type  string          `json:"type"`
		Text  string          `json:"text"`
		ID    string          `json:"id"`
		Name  string          `json:"name"`
		Input json.RawMessage `json:"input"`
	} `json:"content"`
	StopReason string `json:"stop_reason"`
	Usage      struct {
		InputTokens              int64 `json:"input_tokens"`
		CacheCreationInputTokens int64 `json:"cache_creation_input_tokens"`
		CacheReadInputTokens     int64 `json:"cache_read_input_tokens"`
		OutputTokens             int64 `json:"output_tokens"`
	} `json:"usage"`
}

// Complete implements llm.Model.
func (m *messages) Complete(ctx context.Context, ask llm.Ask) (answer llm.Answer, err error) {
	err = m.poster.post(ctx, m.ask(ask), func(body io.Reader) error {
		var res messageAnswer
		if err := decode(body, &res); err != nil {
			return err
		}
		answer, err = res.answer(ask.Format)
		answer.Model = m.config.Model
		return err
	})
	return answer, err
}

// answer takes text and calls out of a message. A structured answer is the input of the one tool
// that it was asked with.
func (a *messageAnswer) answer(f *llm.Format) (llm.Answer, error) {
	if len(a.Content) == 0 && a.StopReason == "" {
		return llm.Answer{}, llm.ErrEmpty
	}
	u := &a.Usage
	out := llm.Answer{FinishReason: outbound.FinishReason(a.StopReason), Usage: llm.Usage{
		InputTokens:  max(u.InputTokens, 0) + max(u.CacheCreationInputTokens, 0) + max(u.CacheReadInputTokens, 0),
		OutputTokens: u.OutputTokens,
	}}
	for _, b := range a.Content {
		switch b.Type {
		case "text":
			out.Text += b.Text
		case "tool_use":
			if f != nil && b.Name == f.Name {
				out.Text = string(b.Input)
				return out, nil
			}
			out.Calls = append(out.Calls, tools.ToolCall{ID: b.ID, Name: b.Name, Arguments: b.Input})
		}
	}
	return out, nil
}

// ask writes an ask in the words of the API.
func (m *messages) ask(ask llm.Ask) messageAsk {
	a := messageAsk{
		Model: m.config.Model, MaxTokens: cmp.Or(m.config.MaxTokens, outbound.AnthropicMaxTokens),
		System: ask.System, Messages: messagesOf(ask.Messages),
	}
	for _, t := range ask.Tools {
		a.Tools = append(a.Tools, messageTool{Name: t.Name, Description: t.Description, InputSchema: t.Arguments})
	}
	switch {
	case ask.Format != nil:
		a.Tools = []messageTool{{Name: ask.Format.Name, Description: llm.StructuredPurpose, InputSchema: ask.Format.Schema}}
		a.ToolChoice = &messageChoice{Type: "tool", Name: ask.Format.Name}
	case len(ask.Tools) > 0:
		a.ToolChoice = messageChoiceOf(ask.Choice)
		a.ToolChoice.One = ask.Serial && ask.Choice != llm.ChoiceNone
	}
	return a
}

func messageChoiceOf(name string) *messageChoice {
	switch name {
	case llm.ChoiceAuto, llm.ChoiceNone:
		return &messageChoice{Type: name}
	case llm.ChoiceRequired:
		return &messageChoice{Type: "any"}
	default:
		return &messageChoice{Type: "tool", Name: name}
	}
}

// messagesOf writes a conversation: results, and the system's lines, are the person's turn here, and
// messages of one side in a row are one message.
func messagesOf(list []tools.Message) []message {
	var out []message
	for _, m := range llm.Framed(list) {
		role, blocks := blocksOf(m)
		if n := len(out); n > 0 && out[n-1].Role == role {
			out[n-1].Content = append(out[n-1].Content, blocks...)
			continue
		}
		out = append(out, message{Role: role, Content: blocks})
	}
	return out
}

func blocksOf(m tools.Message) (role string, blocks []block) {
	switch m.Role {
	case "tool":
		failed := llm.Failed(m.Content)
		return "user", []block{{Type: "tool_result", ToolUseID: m.ToolCallID, Content: []block{{Type: "text", Text: m.Content}}, IsError: &failed}}
	case "assistant":
		if strings.TrimSpace(m.Content) != "" {
			blocks = append(blocks, block{Type: "text", Text: m.Content})
		}
		for _, c := range m.ToolCalls {
			blocks = append(blocks, block{Type: "tool_use", ID: c.ID, Name: c.Name, Input: c.Arguments})
		}
		return "assistant", blocks
	case "system":
		return "user", []block{{Type: "text", Text: "System: " + m.Content}}
	default:
		return "user", []block{{Type: "text", Text: m.Content}}
	}
}
