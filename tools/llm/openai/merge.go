package openai

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/trip"
)

// merge puts a streamed answer together. The pieces of a call belong together by their index,
// which may be 0, whatever comes between them. The zero value is ready.
type merge struct {
	text, refusal strings.Builder
	calls         []*openCall
	finish        string
	usage         llm.Usage
	chosen        bool // a choice came
}

// piece is a part of a call.
type piece struct {
	index               int64
	id, name, arguments string
}

// openCall is what has come of one call.
type openCall struct {
	index     int64
	id, name  string
	arguments strings.Builder
}

// count takes token counts. Some servers send running totals: the last one holds.
func (m *merge) count(u llm.Usage) {
	if u != (llm.Usage{}) {
		m.usage = u
	}
}

// choice takes what a chunk adds to the answer.
func (m *merge) choice(text, refusal, finish string) {
	m.chosen = true
	m.text.WriteString(text)
	m.refusal.WriteString(refusal)
	m.finish = cmp.Or(finish, m.finish)
}

// call takes a piece of a call.
//
//   - Errors: llm.ErrTooLarge when the answer proposes more calls than any turn may make.
func (m *merge) call(p piece) error {
	c := m.open(p.index, p.id)
	c.id = cmp.Or(c.id, p.id)
	if p.name != c.name { // some servers repeat the name in every piece
		c.name += p.name
	}
	c.arguments.WriteString(p.arguments)
	if len(m.calls) > trip.MaxCallsPerTurn {
		return llm.ErrTooLarge
	}
	return nil
}

// open returns the call that a piece belongs to. Some servers give every call the index 0: a
// piece with another id begins another call.
func (m *merge) open(index int64, id string) *openCall {
	for _, c := range slices.Backward(m.calls) {
		if c.index != index {
			continue
		}
		if id == "" || c.id == "" || c.id == id {
			return c
		}
		break
	}
	c := &openCall{index: index}
	m.calls = append(m.calls, c)
	return c
}

// begun reports whether anything of an answer came: a role alone, or a count, is none of it.
func (m *merge) begun() bool {
	return m.text.Len() > 0 || m.refusal.Len() > 0 || len(m.calls) > 0 || m.finish != ""
}

// answer returns what was put together, calls in the order of their index.
//
//   - Errors: llm.ErrEmpty, llm.ErrTruncated.
func (m *merge) answer() (llm.Answer, error) {
	switch {
	case m.finish != "":
	case m.chosen:
		return llm.Answer{}, llm.ErrTruncated
	default:
		return llm.Answer{}, llm.ErrEmpty
	}
	slices.SortStableFunc(m.calls, func(a, b *openCall) int { return cmp.Compare(a.index, b.index) })
	out := llm.Answer{Text: m.text.String(), FinishReason: m.finish, Usage: m.usage}
	if out.Text == "" {
		out.Text = m.refusal.String()
	}
	for _, c := range m.calls {
		out.Calls = append(out.Calls, tools.ToolCall{ID: c.id, Name: c.name, Arguments: []byte(c.arguments.String())})
	}
	return out, nil
}
