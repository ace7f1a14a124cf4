// Package anthropic is a language model behind the messages API of Anthropic.
//
// The SDK is used for one service alone and reads nothing from the environment. Its release is chosen,
// not the newest: later ones have a tracer, and what a model is told goes to the model and nowhere
// else (docs/adr/0016).
package anthropic

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/packages/param"
	"github.com/anthropics/anthropic-sdk-go/packages/ssestream"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/adapters/llm/internal/outbound"
	"github.com/legwork-go/legwork/tools"
)

// defaultURL is where Anthropic's own server is.
const defaultURL = "https://api.anthropic.com/"

// defaultMaxTokens bounds an answer when nobody says otherwise: the API wants a bound.
const defaultMaxTokens = 4096

// finishReasons are Anthropic's words in those of package llm. Another word stays as it is.
var finishReasons = map[string]string{
	"end_turn":      llm.FinishStop,
	"stop_sequence": llm.FinishStop,
	"tool_use":      llm.FinishCalls,
	"max_tokens":    llm.FinishLength,
	"refusal":       llm.FinishFiltered,
}

// model implements llm.Model.
type model struct {
	config   llm.Config
	messages sdk.MessageService
}

// New returns the model that a configuration names. It connects to nobody yet.
//
//   - Errors: llm.ErrConfig, llm.ErrKey.
func New(c llm.Config) (llm.Model, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return &model{config: c, messages: sdk.NewMessageService(
		option.WithBaseURL(strings.TrimRight(cmp.Or(c.BaseURL, defaultURL), "/")+"/"),
		option.WithHTTPClient(outbound.Client(c.Transport, c.Key)),
		option.WithMaxRetries(0),
		option.WithRequestTimeout(c.Timeout),
		option.WithAPIKey(c.Key),
	)}, nil
}

// Complete implements llm.Model.
func (m *model) Complete(ctx context.Context, ask llm.Ask) (llm.Answer, error) {
	send := m.stream
	if m.config.Whole {
		send = m.whole
	}
	res, began, err := send(ctx, &ask)
	var answer llm.Answer
	if err == nil {
		answer, err = read(res, ask.Format)
	}
	if err != nil {
		return llm.Answer{}, outbound.Broken(err, m.config.Key, began)
	}
	answer.Model = m.config.Model
	return answer, nil
}

// whole asks for an answer in one piece.
func (m *model) whole(ctx context.Context, ask *llm.Ask) (res *sdk.Message, began bool, err error) {
	ctx, begin := outbound.WatchBegin(ctx, ask.Began)
	res, err = m.messages.New(ctx, m.params(*ask))
	return res, begin.Done(), err
}

// stream asks for an answer piece by piece. A server that does not stream answers with a document, which is as good.
func (m *model) stream(ctx context.Context, ask *llm.Ask) (res *sdk.Message, began bool, err error) {
	begin := outbound.NewBegin(ask.Began)
	var raw *http.Response
	_, err = m.messages.New(ctx, m.params(*ask), option.WithJSONSet("stream", true),
		option.WithHeader("Accept", "text/event-stream"), option.WithResponseBodyInto(&raw))
	if err != nil {
		return nil, false, err
	}
	defer func(body io.Closer) { _ = body.Close() }(raw.Body)
	body := bufio.NewReader(raw.Body)
	res = new(sdk.Message)
	switch document, err := outbound.IsDocument(body); {
	case err != nil:
		return nil, false, err
	case document:
		begin.Now()
		return res, true, json.NewDecoder(body).Decode(res)
	}
	raw.Body = io.NopCloser(body)
	err = gather(res, ssestream.NewStream[sdk.MessageStreamEventUnion](ssestream.NewDecoder(raw), nil), begin, ask.Said)
	return res, begin.Done(), err
}

// gather puts the answer of a stream together. One that ends before it says so was cut.
func gather(
	res *sdk.Message, events *ssestream.Stream[sdk.MessageStreamEventUnion], begin *outbound.Begin, say func(words string),
) error {
	for events.Next() {
		event := events.Current()
		if err := res.Accumulate(event); err != nil {
			return err
		}
		switch event.Type {
		case "content_block_start":
			begin.Now()
			if say != nil && event.ContentBlock.Text != "" {
				say(event.ContentBlock.Text)
			}
		case "content_block_delta":
			if say != nil && event.Delta.Text != "" {
				say(event.Delta.Text)
			}
		case "message_stop":
			return nil
		}
	}
	if err := events.Err(); err != nil {
		return err
	}
	return io.ErrUnexpectedEOF
}

// read takes text and calls out of an answer. A structured answer is the input of the one tool
// that it was asked with.
func read(res *sdk.Message, f *llm.Format) (llm.Answer, error) {
	answer := llm.Answer{
		FinishReason: cmp.Or(finishReasons[string(res.StopReason)], string(res.StopReason)),
		Usage:        llm.Usage{InputTokens: input(&res.Usage), OutputTokens: res.Usage.OutputTokens},
	}
	if len(res.Content) == 0 && res.StopReason == "" {
		return llm.Answer{}, llm.ErrEmpty
	}
	for i := range res.Content {
		block := &res.Content[i]
		switch block.Type {
		case "text":
			answer.Text += block.Text
		case "tool_use":
			if f != nil && block.Name == f.Name {
				answer.Text = string(block.Input)
				return answer, nil
			}
			answer.Calls = append(answer.Calls, tools.ToolCall{ID: block.ID, Name: block.Name, Arguments: block.Input})
		}
	}
	return answer, nil
}

// input counts all that was read, from a cache or not.
func input(u *sdk.Usage) int64 {
	return max(u.InputTokens, 0) + max(u.CacheCreationInputTokens, 0) + max(u.CacheReadInputTokens, 0)
}

// params writes an ask in the words of the API.
func (m *model) params(ask llm.Ask) sdk.MessageNewParams {
	p := sdk.MessageNewParams{
		Model:     sdk.Model(m.config.Model),
		MaxTokens: cmp.Or(m.config.MaxTokens, defaultMaxTokens),
		System:    []sdk.TextBlockParam{{Text: ask.System}},
		Messages:  messages(ask.Messages),
	}
	for _, t := range ask.Tools {
		p.Tools = append(p.Tools, tool(t.Name, t.Description, t.Arguments))
	}
	switch {
	case ask.Format != nil:
		p.Tools = []sdk.ToolUnionParam{tool(ask.Format.Name, llm.StructuredPurpose, ask.Format.Schema)}
		p.ToolChoice = sdk.ToolChoiceParamOfTool(ask.Format.Name)
	case len(ask.Tools) > 0:
		p.ToolChoice = choice(ask.Choice, ask.Serial)
	}
	return p
}

func tool(name, description string, schema []byte) sdk.ToolUnionParam {
	return sdk.ToolUnionParam{OfTool: &sdk.ToolParam{
		Name:        name,
		Description: sdk.String(description),
		InputSchema: param.Override[sdk.ToolInputSchemaParam](json.RawMessage(schema)),
	}}
}

func choice(name string, serial bool) sdk.ToolChoiceUnionParam {
	var one param.Opt[bool]
	if serial {
		one = sdk.Bool(true)
	}
	switch name {
	case llm.ChoiceAuto:
		return sdk.ToolChoiceUnionParam{OfAuto: &sdk.ToolChoiceAutoParam{DisableParallelToolUse: one}}
	case llm.ChoiceNone:
		return sdk.ToolChoiceUnionParam{OfNone: &sdk.ToolChoiceNoneParam{}}
	case llm.ChoiceRequired:
		return sdk.ToolChoiceUnionParam{OfAny: &sdk.ToolChoiceAnyParam{DisableParallelToolUse: one}}
	default:
		return sdk.ToolChoiceUnionParam{OfTool: &sdk.ToolChoiceToolParam{Name: name, DisableParallelToolUse: one}}
	}
}

// messages writes a conversation: results, and the system's lines, are the person's turn here, and
// messages of one side in a row are one message.
func messages(list []tools.Message) []sdk.MessageParam {
	var out []sdk.MessageParam
	for _, m := range llm.Framed(list) {
		role, blocks := blocks(m)
		if n := len(out); n > 0 && out[n-1].Role == role {
			out[n-1].Content = append(out[n-1].Content, blocks...)
			continue
		}
		out = append(out, sdk.MessageParam{Role: role, Content: blocks})
	}
	return out
}

func blocks(m tools.Message) (sdk.MessageParamRole, []sdk.ContentBlockParamUnion) {
	switch m.Role {
	case "tool":
		return sdk.MessageParamRoleUser,
			[]sdk.ContentBlockParamUnion{sdk.NewToolResultBlock(m.ToolCallID, m.Content, llm.Failed(m.Content))}
	case "assistant":
		var out []sdk.ContentBlockParamUnion
		if strings.TrimSpace(m.Content) != "" {
			out = append(out, sdk.NewTextBlock(m.Content))
		}
		for _, c := range m.ToolCalls {
			out = append(out, sdk.NewToolUseBlock(c.ID, json.RawMessage(c.Arguments), c.Name))
		}
		return sdk.MessageParamRoleAssistant, out
	case "system":
		return sdk.MessageParamRoleUser, []sdk.ContentBlockParamUnion{sdk.NewTextBlock("System: " + m.Content)}
	default:
		return sdk.MessageParamRoleUser, []sdk.ContentBlockParamUnion{sdk.NewTextBlock(m.Content)}
	}
}
