package agui

import (
	"encoding/json"
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/server/view"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// Projection makes the events of one run. It is not safe for concurrent use.
type Projection struct {
	Thread    string // what the client calls the trip
	Run       string
	Own       []string // ids of the events that the client sent, whose messages it shows itself
	Dismissed string   // the interrupt that the client does not want to answer

	// History returns the conversation up to the event at seq: words that were told before a decision and were not
	// confirmed by it are taken back by telling all of it. Default: what was added to this projection.
	History func(seq int64) []Message

	Texts   texts.Table     // in which the failures of calls are told, by the trip's locale
	Catalog catalog.Catalog // what a person calls the tools of these calls

	log       view.Log
	names     map[string]string     // the ids of the person's messages that their senders gave, by our own
	outcomes  map[string]trip.Class // of the calls whose result was told
	last      *trip.Intent
	at        trip.Instant
	state     string // the document that was told last
	step      string // the open one
	words     words  // told, and not decided yet
	cancelled bool   // the last event of a person ended the turn
}

// Take records an event that the client already knows, or will get from [Projection.Messages].
func (p *Projection) Take(ev *trip.Event, d *trip.Decision) {
	if p.add(ev, d); len(p.Own) == 0 {
		p.cancelled = false // an earlier run was: a client that only comes back is told what is waited for
	}
}

// Start returns the events that open the run: RUN_STARTED and a snapshot of the trip's state, in.
func (p *Projection) Start(in *trip.Intent) []Event {
	p.last, p.at, p.state = in, in.UpdatedAt, view.Intent(in, p.Thread)
	return []Event{
		p.event(Event{Type: RunStarted, ThreadID: p.Thread, RunID: p.Run, ProtocolVersion: Version}),
		p.event(Event{Type: StateSnapshot, Snapshot: json.RawMessage(p.state)}),
	}
}

// Messages returns the conversation that was noted so far, and the step that it is in. Where nobody has said anything
// there is none.
func (p *Projection) Messages() []Event {
	list := p.messages()
	if list == nil {
		return nil
	}
	return p.enter([]Event{p.event(Event{Type: MessagesSnapshot, Messages: list})})
}

func (p *Projection) messages() []Message {
	var list []Message
	for i := range p.log.Len() {
		m := p.log.Message(i)
		list = p.appendMessage(list, &m)
	}
	return list
}

// Add tells of an event of the trip and of what was decided on it.
func (p *Projection) Add(ev *trip.Event, d *trip.Decision) []Event {
	out := p.tellAll(nil, p.add(ev, d))
	if state := view.Intent(p.last, p.Thread); state != p.state {
		out = append(out, p.event(Event{Type: StateDelta, Delta: json.RawMessage(wire.Patch(p.state, state))}))
		p.state = state
	}
	out = p.enter(out)
	if len(out) > 0 {
		out[len(out)-1].Seq = ev.Seq
	}
	return out
}

// tellAll tells messages that were made or changed.
func (p *Projection) tellAll(out []Event, touched []int) []Event {
	for _, i := range touched {
		m := p.log.Message(i)
		if confirmed, is := p.confirm(out, &m); is {
			touched, out = slices.DeleteFunc(touched, func(k int) bool { return k == i }), confirmed
			break
		}
	}
	if p.words.id != "" {
		for _, i := range touched {
			m := p.log.Message(i)
			p.appendMessage(nil, &m) // its calls are told
		}
		return p.takeBack(out)
	}
	for _, i := range touched {
		m := p.log.Message(i)
		out = p.message(out, &m)
	}
	return out
}

// Report tells what the handler of a running call says.
func (p *Projection) Report(id, name, delta string) []Event {
	return []Event{p.event(Event{Type: Custom, Name: ProgressName, Value: Progress{id, name, delta}})}
}

// Supersede reports that another event has interrupted the turn; next is the intent after it. The outstanding calls get
// no other result.
func (p *Projection) Supersede(next *trip.Intent) []Event {
	p.cancelled = true
	return p.tellAll(p.takeBack(nil), p.log.Interrupt(next))
}

// Finish ends the run.
func (p *Projection) Finish() []Event {
	out := p.leave(p.takeBack(nil))
	end := Event{Type: RunFinished, ThreadID: p.Thread, RunID: p.Run, Outcome: &Outcome{Type: Success}}
	end.Result, _ = json.Marshal(map[string]string{
		"phase": p.last.Status.Node.Phase(),
		"state": p.last.Status.Node.State(),
	})
	switch ask := p.last.Status.Ask; {
	case p.cancelled:
		end.Outcome.Type = Cancelled
	case ask != nil && stops(ask) && ask.ID != p.Dismissed:
		end.Outcome = &Outcome{Type: Interrupt, Interrupts: []InterruptEntry{interruptOf(p.last)}}
	}
	return append(out, p.event(end))
}

// Fail ends the run with a fault: its code is for programs, the message for the person.
func (p *Projection) Fail(code, message string) []Event {
	var out []Event
	if p.words.id != "" {
		out = append(out, p.event(Event{Type: TextMessageEnd, MessageID: p.words.id}))
		p.words = words{}
	}
	return append(out, p.event(Event{Type: RunError, Code: code, Message: message}))
}

// add notes an event, and returns which messages it made or changed.
func (p *Projection) add(ev *trip.Event, d *trip.Decision) []int {
	if p.names == nil {
		p.log.Texts, p.log.Catalog = p.Texts, p.Catalog
		p.names, p.outcomes = map[string]string{}, map[string]trip.Class{}
	}
	touched := p.log.Add(ev, d)
	for _, i := range touched {
		if m := p.log.Message(i); m.Role == transcript.User && ev.ID != "" {
			p.names[m.ID] = ev.ID
		}
	}
	if ev.Type().FromPerson() {
		p.cancelled = ev.Type() == trip.TypeTurnCancelled
	}
	p.last, p.at = &d.Next, ev.Time()
	return touched
}

// event stamps an event.
func (p *Projection) event(e Event) Event {
	e.Timestamp = millis(p.at)
	return e
}

// enter changes the step to the status in which the trip waits for calls.
func (p *Projection) enter(out []Event) []Event {
	step := ""
	if len(p.last.Turn.Outstanding) > 0 {
		step = p.last.Status.Node.String()
	}
	if step == p.step {
		return out
	}
	out = p.leave(out)
	if p.step = step; step != "" {
		out = append(out, p.event(Event{Type: StepStarted, StepName: step}))
	}
	return out
}

// leave ends the open step.
func (p *Projection) leave(out []Event) []Event {
	if p.step == "" {
		return out
	}
	out = append(out, p.event(Event{Type: StepFinished, StepName: p.step}))
	p.step = ""
	return out
}

// message tells a message, or what is new of it.
func (p *Projection) message(out []Event, m *transcript.Message) []Event {
	switch m.Role {
	case transcript.User:
		if id := p.nameOf(m); !slices.Contains(p.Own, id) {
			out = p.tellText(out, id, "user", m.Text)
		}
	case transcript.Assistant:
		out = p.tellText(out, m.ID, "assistant", m.Text)
	case transcript.Tools:
		out = p.tellCalls(out, m)
	}
	return out
}

func (p *Projection) tellText(out []Event, id, role, text string) []Event {
	if text == "" {
		return out
	}
	return append(out,
		p.event(Event{Type: TextMessageStart, MessageID: id, Role: role}),
		p.event(Event{Type: TextMessageContent, MessageID: id, Delta: text}),
		p.event(Event{Type: TextMessageEnd, MessageID: id}))
}

// tellCalls tells the calls of a round when it is new, and the results that came since.
func (p *Projection) tellCalls(out []Event, m *transcript.Message) []Event {
	for i := range m.Calls {
		c := &m.Calls[i]
		known, isKnown := p.outcomes[c.ID]
		if !isKnown {
			out = append(out,
				p.event(Event{Type: ToolCallStart, ToolCallID: c.ID, ToolCallName: c.Name, ParentMessageID: m.ID}),
				p.event(Event{Type: ToolCallArgs, ToolCallID: c.ID, Delta: string(c.Arguments)}),
				p.event(Event{Type: ToolCallEnd, ToolCallID: c.ID}))
		}
		if c.Done() && known != c.Class {
			out = append(out, p.event(Event{
				Type: ToolCallResult, MessageID: resultID(c), ToolCallID: c.ID, Role: "tool", Content: contentOf(c),
			}))
		}
		p.outcomes[c.ID] = c.Class
	}
	return out
}

// appendMessage appends a message, and the results of its calls.
func (p *Projection) appendMessage(list []Message, m *transcript.Message) []Message {
	switch m.Role {
	case transcript.User:
		list = append(list, Message{ID: p.nameOf(m), Role: "user", Content: m.Text})
	case transcript.Assistant:
		list = append(list, Message{ID: m.ID, Role: "assistant", Content: m.Text})
	case transcript.Tools:
		round, results := Message{ID: m.ID, Role: "assistant"}, []Message(nil)
		for i := range m.Calls {
			c := &m.Calls[i]
			round.ToolCalls = append(round.ToolCalls, ToolCall{c.ID, "function", Function{c.Name, string(c.Arguments)}})
			if c.Done() {
				results = append(results, Message{ID: resultID(c), Role: "tool", ToolCallID: c.ID, Content: contentOf(c)})
			}
			p.outcomes[c.ID] = c.Class
		}
		list = append(append(list, round), results...)
	}
	return list
}

// nameOf returns the id of a person's message as its sender gave it.
func (p *Projection) nameOf(m *transcript.Message) string {
	if id := p.names[m.ID]; id != "" {
		return id
	}
	return m.ID
}

// resultID names the message of a result. A write whose outcome was unknown gets a second one when it is settled.
func resultID(c *transcript.Call) string { return c.ID + "." + string(c.Class) }

// contentOf returns the result of a call, or the safe line of its failure.
func contentOf(c *transcript.Call) string {
	if c.Result != "" {
		return string(c.Result)
	}
	failure := append([]byte(`{"class":`), wire.AppendString(nil, string(c.Class))...)
	failure = wire.AppendString(append(failure, `,"error":`...), c.Error)
	return string(append(failure, '}'))
}
