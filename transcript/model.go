package transcript

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// ModelMessage is one message as a model sees it.
type ModelMessage struct {
	Role   string // user, assistant, tool or system
	Text   string
	Calls  []Call // of an assistant message: the calls that succeeded
	CallID string // of a tool message
}

// Model returns the newest messages for a model, oldest first: at most limit of them, 0 for
// all. Each call that is shown is followed at once by its one result, in call order; a failure is
// one safe line and nothing else, which for a calculation also has the kind of error, where it was, and the code. Such
// lines, and those about calls that were refused, are there in their turn alone: of an earlier one the model has what
// the person was told. What is only the person's to answer is not there at all.
//
// Rule: 3.0.lines-of-the-turn
func (p *Projection) Model(limit int) []ModelMessage {
	from := p.from(limit)
	next, _ := slices.BinarySearchFunc(p.lines, from, func(l line, i int) int { return l.before - i })
	var out []ModelMessage
	for i := from; i <= len(p.messages); i++ {
		for ; next < len(p.lines) && p.lines[next].before == i; next++ {
			if p.lines[next].turn == p.turn {
				out = append(out, ModelMessage{Role: "system", Text: p.lines[next].text})
			}
		}
		if i < len(p.messages) {
			out = p.messages[i].forModel(out, p.turn)
		}
	}
	return newest(out, limit)
}

// from returns the index of the oldest message that Model needs.
func (p *Projection) from(limit int) int {
	from, rest := len(p.messages), limit
	for from > 0 && (limit <= 0 || rest > 0) {
		from--
		rest -= len(p.messages[from].forModel(nil, p.turn))
	}
	return from
}

// Trim drops the oldest messages: those that Model does not need for limit messages. It keeps no memory of what it was
// made of but for what the others say.
func (p *Projection) Trim(limit int) {
	from := p.from(limit)
	next, _ := slices.BinarySearchFunc(p.lines, from, func(l line, i int) int { return l.before - i })
	old := *p
	*p = Projection{Texts: old.Texts, Catalog: old.Catalog, ask: old.ask, turn: old.turn}
	for _, l := range old.lines[next:] {
		p.lines = append(p.lines, line{l.before - from, l.turn, l.text})
	}
	for i, m := range old.messages[from:] {
		m.Text, m.Calls = strings.Clone(m.Text), slices.Clone(m.Calls)
		for k := range m.Calls {
			c := &m.Calls[k]
			c.Arguments, c.Result = trip.Raw(strings.Clone(string(c.Arguments))), trip.Raw(strings.Clone(string(c.Result)))
			if _, isOpen := old.open[c.ID]; isOpen {
				p.follow(callAt{i, k}, c.ID, c.Done())
			}
		}
		p.messages = append(p.messages, m)
	}
}

// forModel adds what a model sees of a message while a turn runs.
func (m *Message) forModel(out []ModelMessage, turn int64) []ModelMessage {
	switch m.Role {
	case User:
		return append(out, ModelMessage{Role: "user", Text: m.Text})
	case Assistant:
		if m.told && m.Turn == turn {
			return out
		}
		return append(out, ModelMessage{Role: "assistant", Text: m.Text})
	case Tools:
		return m.roundForModel(out, m.Turn == turn)
	}
	return out
}

// Rule: 3.0.failure-line
func (m *Message) roundForModel(out []ModelMessage, isRunning bool) []ModelMessage {
	var good []Call
	for _, c := range m.Calls {
		if c.Proposed && c.Result != "" {
			good = append(good, c)
		}
	}
	if len(good) > 0 {
		out = append(out, ModelMessage{Role: "assistant", Calls: good})
	}
	for _, c := range good {
		out = append(out, ModelMessage{Role: "tool", Text: string(c.Result), CallID: c.ID})
	}
	for _, c := range m.Calls {
		stands := isRunning || c.Class == trip.ClassOutcomeUnknown
		if stands && c.Proposed && c.Error != "" && isToldToModel(c.Class) {
			text := c.Name + ": " + c.Error
			if c.detail != "" {
				text += " (" + c.detail + ")"
			}
			if c.Name == trip.ToolJavaScript {
				text += ". It was called with " + string(c.Arguments)
			}
			out = append(out, ModelMessage{Role: "system", Text: text})
		}
	}
	return out
}

// isToldToModel reports whether a model hears of a failure: not when the person was asked, or
// stopped the turn.
func isToldToModel(c trip.Class) bool { return c != trip.ClassNeedsInput && c != trip.ClassCancelled }

// newest keeps the last messages, never a tool's result without its call.
func newest(list []ModelMessage, limit int) []ModelMessage {
	if limit <= 0 || len(list) <= limit {
		return list
	}
	list = list[len(list)-limit:]
	for len(list) > 0 && list[0].Role == "tool" {
		list = list[1:]
	}
	return list
}
