// Package openai is a language model behind the chat completions of OpenAI, or of any server that
// speaks the same.
//
// The SDK is used for one service alone and reads nothing from the environment. Its release is chosen,
// not the newest: later ones bring a dozen modules more (docs/adr/0016).
package openai

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/adapters/llm/internal/outbound"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// defaultURL is where OpenAI's own server is.
const defaultURL = "https://api.openai.com/v1/"

// model implements llm.Model.
type model struct {
	config llm.Config
	chat   sdk.ChatCompletionService
}

// New returns the model that a configuration names. It connects to nobody yet.
//
//   - Errors: llm.ErrConfig, llm.ErrKey.
func New(c llm.Config) (llm.Model, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	options := []option.RequestOption{
		option.WithBaseURL(strings.TrimRight(cmp.Or(c.BaseURL, defaultURL), "/") + "/"),
		option.WithHTTPClient(outbound.Client(c.Transport, c.Key)),
		option.WithMaxRetries(0),
	}
	if c.Key != "" {
		options = append(options, option.WithAPIKey(c.Key))
	}
	return &model{config: c, chat: sdk.NewChatCompletionService(options...)}, nil
}

// Complete implements llm.Model.
func (m *model) Complete(ctx context.Context, ask llm.Ask) (llm.Answer, error) {
	params, err := m.params(ask)
	if err != nil {
		return llm.Answer{}, &llm.Error{Class: trip.ClassInvalidArguments, Text: err.Error(), RetryAfter: -1}
	}
	send := m.stream
	if m.config.Whole {
		send = m.whole
	}
	answer, began, err := send(ctx, params, &ask)
	if err != nil {
		return llm.Answer{}, outbound.Broken(err, m.config.Key, began)
	}
	answer.Model = m.config.Model
	return answer, nil
}

// whole asks for an answer in one piece.
func (m *model) whole(
	ctx context.Context, params sdk.ChatCompletionNewParams, ask *llm.Ask,
) (answer llm.Answer, began bool, err error) {
	ctx, begin := outbound.WatchBegin(ctx, ask.Began)
	res, err := m.chat.New(ctx, params)
	if err == nil {
		answer, err = read(res)
	}
	return answer, begin.Done(), err
}

// stream asks for an answer piece by piece. A server that does not stream answers with a document, which is as good.
func (m *model) stream(
	ctx context.Context, params sdk.ChatCompletionNewParams, ask *llm.Ask,
) (answer llm.Answer, began bool, err error) {
	begin := outbound.NewBegin(ask.Began)
	params.StreamOptions.IncludeUsage = sdk.Bool(true)
	var res *http.Response
	_, err = m.chat.New(ctx, params, option.WithJSONSet("stream", true), option.WithHeader("Accept", "text/event-stream"),
		option.WithResponseBodyInto(&res))
	if err != nil {
		return llm.Answer{}, false, err
	}
	defer func() { _ = res.Body.Close() }()
	body := bufio.NewReader(res.Body)
	switch document, err := outbound.IsDocument(body); {
	case err != nil:
		return llm.Answer{}, false, err
	case document:
		begin.Now()
		answer, err = readDocument(body)
		return answer, true, err
	}
	answer, err = gather(newEvents(body), begin, ask.Said)
	return answer, begin.Done(), err
}

// gather puts the answer of a stream together.
func gather(stream *events, begin *outbound.Begin, say func(words string)) (llm.Answer, error) {
	var merged merge
	said := 0
	for {
		data, err := stream.next()
		if err != nil {
			return llm.Answer{}, err
		}
		if data == nil {
			return merged.answer(stream.done)
		}
		chunk, err := readChunk(data)
		if err != nil {
			return llm.Answer{}, err
		}
		if err := add(&merged, &chunk); err != nil {
			return llm.Answer{}, err
		}
		if merged.begun() {
			begin.Now()
		}
		if more := merged.text.String()[said:]; say != nil && more != "" {
			say(more)
			said += len(more)
		}
	}
}

// readDocument reads an answer that came in one piece where a stream was asked for.
func readDocument(r io.Reader) (llm.Answer, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return llm.Answer{}, err
	}
	if _, err := readChunk(raw); err != nil { // the document of a failure
		return llm.Answer{}, err
	}
	var res sdk.ChatCompletion
	if err := json.Unmarshal(raw, &res); err != nil {
		return llm.Answer{}, err
	}
	return read(&res)
}

// add takes the next chunk of a stream. Of several choices the first counts. Some servers send the whole message in one
// chunk.
func add(m *merge, chunk *sdk.ChatCompletionChunk) error {
	m.count(llm.Usage{InputTokens: chunk.Usage.PromptTokens, OutputTokens: chunk.Usage.CompletionTokens})
	for i := range chunk.Choices {
		c := &chunk.Choices[i]
		if c.Index != 0 {
			continue
		}
		delta := &c.Delta
		if message, is := c.JSON.ExtraFields["message"]; is && !c.JSON.Delta.Valid() {
			if err := json.Unmarshal([]byte(message.Raw()), delta); err != nil {
				return err
			}
		}
		m.choice(delta.Content, delta.Refusal, c.FinishReason)
		for j := range delta.ToolCalls {
			d := &delta.ToolCalls[j]
			p := piece{index: d.Index, id: d.ID, name: d.Function.Name, arguments: d.Function.Arguments}
			if !d.JSON.Index.Valid() {
				p.index = noIndex
			}
			if err := m.call(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// read takes text and calls out of an answer that came in one piece.
func read(res *sdk.ChatCompletion) (llm.Answer, error) {
	if len(res.Choices) == 0 {
		return llm.Answer{}, llm.ErrEmpty
	}
	choice := &res.Choices[0]
	answer := llm.Answer{
		Text:         cmp.Or(choice.Message.Content, choice.Message.Refusal),
		FinishReason: cmp.Or(choice.FinishReason, finishOf(len(choice.Message.ToolCalls))),
		Usage:        llm.Usage{InputTokens: res.Usage.PromptTokens, OutputTokens: res.Usage.CompletionTokens},
	}
	for _, c := range choice.Message.ToolCalls {
		answer.Calls = append(answer.Calls,
			tools.ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: []byte(c.Function.Arguments)})
	}
	return answer, nil
}

// params writes an ask in the words of the API.
func (m *model) params(ask llm.Ask) (sdk.ChatCompletionNewParams, error) {
	p := sdk.ChatCompletionNewParams{Model: m.config.Model}
	switch {
	case m.config.MaxTokens == 0:
	case m.config.BaseURL == "":
		p.MaxCompletionTokens = sdk.Int(m.config.MaxTokens)
	default: // the older name is the one that other servers know
		p.MaxTokens = sdk.Int(m.config.MaxTokens)
	}
	m.setFormat(&p, &ask)
	p.Messages = append(p.Messages, sdk.SystemMessage(ask.System))
	for _, msg := range ask.Messages {
		p.Messages = append(p.Messages, message(msg))
	}
	for _, t := range ask.Tools {
		f := sdk.FunctionDefinitionParam{Name: t.Name, Description: sdk.String(t.Description)}
		if err := json.Unmarshal(t.Arguments, &f.Parameters); err != nil {
			return p, err
		}
		p.Tools = append(p.Tools, sdk.ChatCompletionFunctionTool(f))
	}
	if len(ask.Tools) > 0 {
		p.ToolChoice = choice(ask.Choice)
		if ask.Serial {
			p.ParallelToolCalls = sdk.Bool(false)
		}
	}
	return p, nil
}

// setFormat asks for a structured answer in the way that the server knows.
func (m *model) setFormat(p *sdk.ChatCompletionNewParams, ask *llm.Ask) {
	if ask.Format == nil {
		return
	}
	switch m.config.Format {
	case llm.FormatObject:
		p.ResponseFormat.OfJSONObject = &sdk.ResponseFormatJSONObjectParam{}
		ask.System += llm.SchemaPrompt(ask.Format)
	case llm.FormatText:
		ask.System += llm.SchemaPrompt(ask.Format)
	default:
		p.ResponseFormat.OfJSONSchema = &sdk.ResponseFormatJSONSchemaParam{
			JSONSchema: sdk.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: ask.Format.Name, Strict: sdk.Bool(true), Schema: json.RawMessage(ask.Format.Schema),
			},
		}
	}
}

func choice(name string) sdk.ChatCompletionToolChoiceOptionUnionParam {
	switch name {
	case llm.ChoiceAuto, llm.ChoiceNone, llm.ChoiceRequired:
		return sdk.ChatCompletionToolChoiceOptionUnionParam{OfAuto: sdk.String(name)}
	default:
		return sdk.ToolChoiceOptionFunctionToolChoice(sdk.ChatCompletionNamedToolChoiceFunctionParam{Name: name})
	}
}

func message(m tools.Message) sdk.ChatCompletionMessageParamUnion {
	switch m.Role {
	case "system":
		return sdk.SystemMessage(m.Content)
	case "tool":
		return sdk.ToolMessage(m.Content, m.ToolCallID)
	case "assistant":
		var out sdk.ChatCompletionAssistantMessageParam
		if m.Content != "" {
			out.Content.OfString = sdk.String(m.Content)
		}
		for _, c := range m.ToolCalls {
			out.ToolCalls = append(out.ToolCalls,
				sdk.ChatCompletionMessageToolCallUnionParam{OfFunction: &sdk.ChatCompletionMessageFunctionToolCallParam{
					ID:       c.ID,
					Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{Name: c.Name, Arguments: string(c.Arguments)},
				}})
		}
		return sdk.ChatCompletionMessageParamUnion{OfAssistant: &out}
	default:
		return sdk.UserMessage(m.Content)
	}
}
