package plain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/tools/llm/internal/outbound"
)

const openaiURL = "https://api.openai.com/v1"

// completions implements llm.Model on chat completions.
type completions struct {
	config llm.Config
	poster poster
}

type completionAsk struct {
	Model               string              `json:"model"`
	Messages            []completionMessage `json:"messages"`
	Tools               []completionTool    `json:"tools,omitempty"`
	ToolChoice          any                 `json:"tool_choice,omitempty"`
	ParallelToolCalls   *bool               `json:"parallel_tool_calls,omitempty"`
	ResponseFormat      any                 `json:"response_format,omitempty"`
	MaxTokens           int64               `json:"max_tokens,omitempty"`
	MaxCompletionTokens int64               `json:"max_completion_tokens,omitempty"`
	Stream              bool                `json:"stream,omitempty"`
	StreamOptions       any                 `json:"stream_options,omitempty"`
}

type completionMessage struct {
	Role       string           `json:"role"`
	Content    *string          `json:"content,omitempty"`
	Refusal    string           `json:"refusal,omitempty"` // of answers
	ToolCalls  []completionCall `json:"tool_calls,omitempty"`
	ToolCallID string           `json:"tool_call_id,omitempty"`
}

type completionCall struct {
	Index    int64  `json:"index,omitempty"` // of pieces of a stream
	ID       string `json:"id,omitempty"`
	Type     string `json:"type,omitempty"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type completionTool struct {
	Type     string             `json:"type"`
	Function completionFunction `json:"function"`
}

type completionFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

// completionAnswer is a whole answer, or a chunk of a streamed one.
type completionAnswer struct {
	Choices []struct {
		Index        int64             `json:"index"`
		Message      completionMessage `json:"message"`
		Delta        completionMessage `json:"delta"`
		FinishReason string            `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int64 `json:"prompt_tokens"`
		CompletionTokens int64 `json:"completion_tokens"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

func (a *completionAnswer) usage() llm.Usage {
	return llm.Usage{InputTokens: a.Usage.PromptTokens, OutputTokens: a.Usage.CompletionTokens}
}

// failed reports an error that came in place of an answer.
func (a *completionAnswer) failed() error {
	if len(a.Error) == 0 || bytes.Equal(a.Error, []byte("null")) {
		return nil
	}
	return fmt.Errorf("the server failed while it answered: %s", a.Error)
}

// Complete implements llm.Model.
func (m *completions) Complete(ctx context.Context, ask llm.Ask) (answer llm.Answer, err error) {
	err = m.poster.post(ctx, m.ask(ask), func(body io.Reader) error {
		if m.config.Whole {
			answer, err = wholeCompletion(body)
		} else {
			answer, err = streamedCompletion(body)
		}
		answer.Model = m.config.Model
		return err
	})
	return answer, err
}

func wholeCompletion(body io.Reader) (llm.Answer, error) {
	var res completionAnswer
	if err := decode(body, &res); err != nil {
		return llm.Answer{}, err
	}
	if len(res.Choices) == 0 {
		return llm.Answer{}, errors.Join(llm.ErrEmpty, res.failed())
	}
	choice := &res.Choices[0]
	answer := llm.Answer{FinishReason: choice.FinishReason, Usage: res.usage(), Text: choice.Message.Refusal}
	if text := choice.Message.Content; text != nil && *text != "" {
		answer.Text = *text
	}
	for _, c := range choice.Message.ToolCalls {
		answer.Calls = append(answer.Calls, tools.ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: []byte(c.Function.Arguments)})
	}
	return answer, nil
}

func streamedCompletion(body io.Reader) (llm.Answer, error) {
	var merged outbound.Merge
	for data, err := range events(body) {
		if err != nil {
			return llm.Answer{}, err
		}
		if bytes.HasPrefix(data, []byte("[DONE]")) {
			continue
		}
		var chunk completionAnswer
		if err := json.Unmarshal(data, &chunk); err != nil {
			return llm.Answer{}, fmt.Errorf("a chunk is not JSON of this API: %w", err)
		}
		if err := addChunk(&merged, &chunk); err != nil {
			return llm.Answer{}, err
		}
	}
	return merged.Answer()
}

// addChunk takes the next chunk of a stream. Of several choices the first counts.
func addChunk(m *outbound.Merge, chunk *completionAnswer) error {
	if err := chunk.failed(); err != nil {
		return err
	}
	m.Usage(chunk.usage())
	for i := range chunk.Choices {
		c := &chunk.Choices[i]
		if c.Index != 0 {
			continue
		}
		text := ""
		if c.Delta.Content != nil {
			text = *c.Delta.Content
		}
		m.Choice(text, c.Delta.Refusal, c.FinishReason)
		for _, d := range c.Delta.ToolCalls {
			if err := m.Call(outbound.Piece{Index: d.Index, ID: d.ID, Name: d.Function.Name, Arguments: d.Function.Arguments}); err != nil {
				return err
			}
		}
	}
	return nil
}

// ask writes an ask in the words of the API.
func (m *completions) ask(ask llm.Ask) completionAsk {
	a := completionAsk{Model: m.config.Model}
	if m.config.BaseURL == "" {
		a.MaxCompletionTokens = m.config.MaxTokens
	} else { // the older name is the one that other servers know
		a.MaxTokens = m.config.MaxTokens
	}
	if !m.config.Whole {
		a.Stream, a.StreamOptions = true, map[string]bool{"include_usage": true}
	}
	if ask.Format != nil {
		a.ResponseFormat = m.format(&ask)
	}
	a.Messages = append(a.Messages, completionMessage{Role: "system", Content: &ask.System})
	for i := range ask.Messages {
		a.Messages = append(a.Messages, completionOf(&ask.Messages[i]))
	}
	for _, t := range ask.Tools {
		a.Tools = append(a.Tools, completionTool{Type: "function", Function: completionFunction{Name: t.Name, Description: t.Description, Parameters: t.Arguments}})
	}
	if len(a.Tools) > 0 {
		a.ToolChoice = completionChoice(ask.Choice)
		if ask.Serial {
			a.ParallelToolCalls = new(bool)
		}
	}
	return a
}

// format asks for a structured answer in the way that the server knows.
func (m *completions) format(ask *llm.Ask) any {
	switch m.config.Format {
	case llm.FormatObject:
		ask.System += llm.SchemaPrompt(ask.Format)
		return map[string]string{"type": "json_object"}
	case llm.FormatText:
		ask.System += llm.SchemaPrompt(ask.Format)
		return nil
	default:
		return map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": ask.Format.Name, "strict": true, "schema": json.RawMessage(ask.Format.Schema),
		}}
	}
}

func completionChoice(name string) any {
	switch name {
	case llm.ChoiceAuto, llm.ChoiceNone, llm.ChoiceRequired:
		return name
	default:
		return map[string]any{"type": "function", "function": map[string]string{"name": name}}
	}
}

func completionOf(m *tools.Message) completionMessage {
	out := completionMessage{Role: m.Role, ToolCallID: m.ToolCallID}
	if m.Content != "" || len(m.ToolCalls) == 0 {
		out.Content = &m.Content
	}
	for _, c := range m.ToolCalls {
		call := completionCall{ID: c.ID, Type: "function"}
		call.Function.Name, call.Function.Arguments = c.Name, string(c.Arguments)
		out.ToolCalls = append(out.ToolCalls, call)
	}
	return out
}
