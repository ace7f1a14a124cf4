package outbound

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/trip"
)

// Merge puts a streamed answer together. The pieces of a call belong together by their index,
// which may be 0, whatever comes between them. The zero value is ready.
type Merge struct {
	text, refusal strings.Builder
	calls         []*openCall
	finish        string
	usage         llm.Usage
	chosen        bool // a choice came
}

// Piece is a part of a call.
type Piece struct {
	Index               int64
	ID, Name, Arguments string
}

// openCall is what has come of one call.
type openCall struct {
	index     int64
	id, name  string
	arguments strings.Builder
}

// Usage takes token counts. Some servers send running totals: the last one holds.
func (m *Merge) Usage(u llm.Usage) {
	if u != (llm.Usage{}) {
		m.usage = u
	}
}

// Choice takes what a chunk adds to the answer.
func (m *Merge) Choice(text, refusal, finish string) {
	m.chosen = true
	m.text.WriteString(text)
	m.refusal.WriteString(refusal)
	m.finish = cmp.Or(finish, m.finish)
}

// Call takes a piece of a call.
//
// Errors: llm.ErrTooLarge when the answer proposes more calls than any turn may make.
func (m *Merge) Call(p Piece) error {
	c := m.open(p.Index, p.ID)
	c.id = cmp.Or(c.id, p.ID)
	if p.Name != c.name { // some servers repeat the name in every piece
		c.name += p.Name
	}
	c.arguments.WriteString(p.Arguments)
	if len(m.calls) > trip.MaxCallsPerTurn {
		return llm.ErrTooLarge
	}
	return nil
}

// open returns the call that a piece belongs to. Some servers give every call the index 0: a
// piece with another id begins another call.
func (m *Merge) open(index int64, id string) *openCall {
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

// Answer returns what was put together, calls in the order of their index.
//
// Errors: llm.ErrEmpty, llm.ErrTruncated.
func (m *Merge) Answer() (llm.Answer, error) {
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
