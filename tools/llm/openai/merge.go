package openai

import (
	"cmp"
	"slices"
	"strings"

	sdk "github.com/openai/openai-go/v3"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/trip"
)

// merge puts a streamed answer together. The pieces of a call belong together by their index,
// which may be 0, whatever comes between them.
type merge struct {
	text, refusal strings.Builder
	calls         []*piece
	finish        string
	usage         llm.Usage
	chosen        bool // a choice came
}

// piece is what has come of one call.
type piece struct {
	index     int64
	id, name  string
	arguments strings.Builder
}

// add takes the next chunk. Of several choices the first counts.
//
// Errors: llm.ErrTooLarge when the answer proposes more calls than any turn may make.
func (m *merge) add(chunk *sdk.ChatCompletionChunk) error {
	if u := chunk.Usage; u.PromptTokens != 0 || u.CompletionTokens != 0 {
		// Some servers send running totals: the last one holds.
		m.usage = llm.Usage{InputTokens: u.PromptTokens, OutputTokens: u.CompletionTokens}
	}
	for i := range chunk.Choices {
		c := &chunk.Choices[i]
		if c.Index != 0 {
			continue
		}
		m.chosen = true
		m.text.WriteString(c.Delta.Content)
		m.refusal.WriteString(c.Delta.Refusal)
		m.finish = cmp.Or(c.FinishReason, m.finish)
		for j := range c.Delta.ToolCalls {
			m.addCall(&c.Delta.ToolCalls[j])
		}
	}
	if len(m.calls) > trip.MaxCallsPerTurn {
		return llm.ErrTooLarge
	}
	return nil
}

func (m *merge) addCall(d *sdk.ChatCompletionChunkChoiceDeltaToolCall) {
	p := m.open(d.Index, d.ID)
	p.id = cmp.Or(p.id, d.ID)
	if d.Function.Name != p.name { // some servers repeat the name in every piece
		p.name += d.Function.Name
	}
	p.arguments.WriteString(d.Function.Arguments)
}

// open returns the call that a piece belongs to. Some servers give every call the index 0: a
// piece with another id begins another call.
func (m *merge) open(index int64, id string) *piece {
	for _, p := range slices.Backward(m.calls) {
		if p.index != index {
			continue
		}
		if id == "" || p.id == "" || p.id == id {
			return p
		}
		break
	}
	p := &piece{index: index}
	m.calls = append(m.calls, p)
	return p
}

// answer returns what was put together, calls in the order of their index.
//
// Errors: llm.ErrEmpty, llm.ErrTruncated.
func (m *merge) answer() (llm.Answer, error) {
	switch {
	case m.finish != "":
	case m.chosen:
		return llm.Answer{}, llm.ErrTruncated
	default:
		return llm.Answer{}, llm.ErrEmpty
	}
	slices.SortStableFunc(m.calls, func(a, b *piece) int { return cmp.Compare(a.index, b.index) })
	out := llm.Answer{Text: m.text.String(), FinishReason: m.finish, Usage: m.usage}
	if out.Text == "" {
		out.Text = m.refusal.String()
	}
	for _, p := range m.calls {
		out.Calls = append(out.Calls, tools.ToolCall{ID: p.id, Name: p.name, Arguments: []byte(p.arguments.String())})
	}
	return out, nil
}
