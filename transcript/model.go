package transcript

import "github.com/legwork-go/legwork/trip"

// ModelMessage is one message as a model sees it.
type ModelMessage struct {
	Role   string // user, assistant, tool or system
	Text   string
	Calls  []Call // of an assistant message: the calls that succeeded
	CallID string // of a tool message
}

// Model returns the newest messages for a model, oldest first: at most limit of them, 0 for
// all. Each call that is shown is followed at once by its one result, in call order; a failure is
// one safe line and nothing else.
func (p *Projection) Model(limit int) []ModelMessage {
	var out []ModelMessage
	next := 0
	for i := range p.messages {
		out = p.messages[i].forModel(out)
		for next < len(p.texts) && p.texts[next].after <= i {
			out = append(out, ModelMessage{Role: "system", Text: p.texts[next].text})
			next++
		}
	}
	return newest(out, limit)
}

func (m *Message) forModel(out []ModelMessage) []ModelMessage {
	switch m.Role {
	case User:
		return append(out, ModelMessage{Role: "user", Text: m.Text})
	case Assistant:
		return append(out, ModelMessage{Role: "assistant", Text: m.Text})
	case Tools:
		return m.roundForModel(out)
	}
	return out
}

func (m *Message) roundForModel(out []ModelMessage) []ModelMessage {
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
		if c.Proposed && c.Done() && c.Result == "" && c.Class != trip.ClassCancelled {
			out = append(out, ModelMessage{Role: "system", Text: c.Name + ": " + c.Error})
		}
	}
	return out
}

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
