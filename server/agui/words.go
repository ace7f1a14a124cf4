package agui

import (
	"strings"

	"github.com/legwork-go/legwork/transcript"
)

// words is the message whose words are being told, before anything is decided about it. The zero value is none.
type words struct{ id, text string }

// Say tells the next words of a message that nothing is decided about yet; offset is how many bytes of it were told
// before. Who has missed some waits for the decision.
func (p *Projection) Say(message string, offset int, delta string) []Event {
	var out []Event
	switch {
	case p.words == words{} && offset == 0 && delta != "":
		p.words.id = message
		out = append(out, p.event(Event{Type: TextMessageStart, MessageID: message, Role: "assistant"}))
	case p.words.id != message, offset != len(p.words.text), delta == "":
		return nil
	}
	p.words.text += delta
	return append(out, p.event(Event{Type: TextMessageContent, MessageID: message, Delta: delta}))
}

// confirm tells the rest of a message whose words were told, and reports whether they are how it begins.
func (p *Projection) confirm(out []Event, m *transcript.Message) ([]Event, bool) {
	rest, isSaid := strings.CutPrefix(m.Text, p.words.text)
	if p.words.id == "" || m.ID != p.words.id || m.Role != transcript.Assistant || !isSaid {
		return out, false
	}
	if rest != "" {
		out = append(out, p.event(Event{Type: TextMessageContent, MessageID: m.ID, Delta: rest}))
	}
	out = append(out, p.event(Event{Type: TextMessageEnd, MessageID: m.ID}))
	p.words = words{}
	return out, true
}

// takeBack ends the message whose words were told, where nothing was decided that begins with them: the conversation as
// it is takes its place. The calls of it are told with that.
func (p *Projection) takeBack(out []Event) []Event {
	if p.words.id == "" {
		return out
	}
	out = append(out, p.event(Event{Type: TextMessageEnd, MessageID: p.words.id}))
	p.words = words{}
	var list []Message
	if p.History != nil {
		list = p.History(p.last.Turn.Seq)
	} else {
		list = p.messages()
	}
	return append(out, p.event(Event{Type: MessagesSnapshot, Messages: list}))
}
