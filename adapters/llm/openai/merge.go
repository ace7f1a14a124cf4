package openai

import (
	"cmp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/adapters/llm"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// merge puts a streamed answer together. The zero value is ready.
//
// The pieces of a call should share its index, and the first should have its id and name. Servers leave the index out,
// or count all calls as 0, leave ids out, change the id from piece to piece, give two calls one id, or repeat the
// name. So a piece goes to the call that its index and id fit best, and one with a name begins another call where
// that call cannot go on with it: its arguments are whole.
type merge struct {
	text, refusal strings.Builder
	calls         []*openCall
	finish        string
	usage         llm.Usage
	chosen        bool // a choice came
}

// noIndex is the index of a piece that has none.
const noIndex = -1

// piece is a part of a call.
type piece struct {
	index               int64 // may be noIndex
	id, name, arguments string
}

// openCall is what has come of one call.
type openCall struct {
	index     int64
	id, name  string
	arguments strings.Builder
	extent    extent
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
	if p == (piece{index: p.index}) {
		return nil
	}
	c := m.match(p)
	if c == nil || c.endsBefore(p) {
		c = &openCall{index: p.index}
		m.calls = append(m.calls, c)
	}
	c.add(p)
	if len(m.calls) > trip.MaxCallsPerTurn {
		return llm.ErrTooLarge
	}
	return nil
}

// match returns the call that a piece fits best, nil where none does: the last one of its index and id, else of its
// index, and of a piece without an index the last of its id, else the last one.
func (m *merge) match(p piece) *openCall {
	var best *openCall
	for _, c := range slices.Backward(m.calls) {
		if p.index != noIndex && c.index != noIndex && c.index != p.index {
			continue
		}
		if p.id != "" && c.id == p.id {
			return c
		}
		if best == nil {
			best = c
		}
	}
	return best
}

// endsBefore reports whether a piece that fits a call begins the next one.
func (c *openCall) endsBefore(p piece) bool {
	other := p.id != "" && c.id != "" && p.id != c.id
	switch {
	case p.name == "":
		return other && c.extent.closed
	case c.name == "":
		return false
	case c.extent.closed:
		return true
	case c.extent.empty(): // names may come in pieces too, but not with another id
		return p.name != c.name && (other || p.id == "" && c.id == "")
	default:
		begins := !c.extent.quoted && strings.HasPrefix(strings.TrimSpace(p.arguments), "{")
		return p.name != c.name && (other || begins) || other && begins
	}
}

func (c *openCall) add(p piece) {
	if c.index == noIndex {
		c.index = p.index
	}
	c.id = cmp.Or(c.id, p.id)
	if p.name != c.name { // some servers repeat the name in every piece
		c.name += p.name
	}
	c.arguments.WriteString(p.arguments)
	c.extent.read(p.arguments)
}

// begun reports whether anything of an answer came: a role alone, or a count, is none of it.
func (m *merge) begun() bool {
	return m.text.Len() > 0 || m.refusal.Len() > 0 || len(m.calls) > 0 || m.finish != ""
}

// answer returns what was put together, calls in the order of their index; done says that the server ended the stream.
//
//   - Errors: llm.ErrEmpty, llm.ErrTruncated.
func (m *merge) answer(done bool) (llm.Answer, error) {
	switch {
	case m.finish != "":
	case done && (m.text.Len() > 0 || m.refusal.Len() > 0 || len(m.calls) > 0):
		m.finish = finishOf(len(m.calls))
	case m.chosen:
		return llm.Answer{}, llm.ErrTruncated
	default:
		return llm.Answer{}, llm.ErrEmpty
	}
	if !slices.ContainsFunc(m.calls, func(c *openCall) bool { return c.index == noIndex }) {
		slices.SortStableFunc(m.calls, func(a, b *openCall) int { return cmp.Compare(a.index, b.index) })
	}
	text := cmp.Or(m.text.String(), m.refusal.String())
	out := llm.Answer{Text: text, FinishReason: m.finish, Usage: m.usage}
	for i, c := range m.calls {
		if c.extent.empty() && slices.ContainsFunc(m.calls[:i], func(b *openCall) bool { return b.name == c.name }) {
			continue // the name of a call that was whole, said once more
		}
		out.Calls = append(out.Calls, tools.ToolCall{ID: c.id, Name: c.name, Arguments: []byte(c.arguments.String())})
	}
	return out, nil
}

// finishOf is the reason for an answer whose server gave none.
func finishOf(calls int) string {
	if calls > 0 {
		return llm.FinishCalls
	}
	return llm.FinishStop
}

// extent follows a JSON object that comes in pieces, to know when it is whole.
type extent struct {
	depth           int
	begun           bool // anything but blanks came
	quoted, escaped bool
	closed          bool
}

func (e *extent) empty() bool { return !e.begun }

func (e *extent) read(text string) {
	for i := range len(text) {
		c := text[i]
		switch {
		case e.escaped:
			e.escaped = false
		case e.quoted:
			e.escaped, e.quoted = c == '\\', c != '"'
		case c == '"':
			e.quoted = true
		case c == '{' || c == '[':
			e.depth++
		case c == '}' || c == ']':
			e.depth--
			e.closed = e.closed || e.depth == 0
		}
		e.begun = e.begun || c > ' '
	}
}
