package transcript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// Role says who a message is from.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tools     Role = "tools" // a round of calls with their results
)

// Message is one entry of the conversation. Its ID is stable: the same log gives the same ids.
type Message struct {
	ID    string // "m{seq}.{n}": the nth message of the event at seq
	Turn  int64
	At    trip.Instant
	Role  Role
	Text  string // of User and Assistant
	Calls []Call // of Tools, in call order
}

// Call is one tool call of a round, with its result once it has one.
type Call struct {
	ID        string
	Name      string
	Arguments trip.Raw
	Proposed  bool       // a model proposed it; the engine queued the others itself
	Class     trip.Class // empty while outstanding
	Result    trip.Raw   // of a success
	Error     string     // of a failure: its one safe line
}

// Done reports whether the call has its result.
func (c Call) Done() bool { return c.Class != "" }

// place is where a call stands.
type place struct{ message, call int }

// Projection is the transcript of one trip. The zero value is that of an empty log.
type Projection struct {
	messages []Message
	open     map[string]place // calls without a result
	texts    []line           // what a model is told beside calls and texts
}

// line is a safe line for the model that stands after a message.
type line struct {
	after int // index of the message that it follows, -1 for none
	text  string
}

// Add projects one event and what was decided on it. It returns the indexes of the messages
// that it made or changed, ascending.
func (p *Projection) Add(ev trip.Event, d trip.Decision) []int {
	var touched []int
	if m, ok := ev.Data.(trip.UserMessage); ok {
		touched = append(touched, p.append(ev, len(touched), Message{Role: User, Text: m.Text, Turn: d.Next.Turn.Number}))
	}
	if ev.Type().OpensTurn() || ev.Type() == trip.TypeTurnCancelled {
		touched = append(touched, p.closeRounds(&d.Next)...)
	}
	if i, ok := p.settle(ev, d); ok {
		touched = append(touched, i)
	}
	n := 0
	for _, text := range d.UIMessages {
		n++
		touched = append(touched, p.append(ev, n, Message{Role: Assistant, Text: text, Turn: d.Next.Turn.Number}))
	}
	for _, note := range d.NotesAdded {
		if strings.HasPrefix(note, "[not_admitted] ") {
			p.texts = append(p.texts, line{len(p.messages) - 1, strings.TrimPrefix(note, "[not_admitted] ")})
		}
	}
	if i, ok := p.addRound(ev, n+1, d); ok {
		touched = append(touched, i)
	}
	slices.Sort(touched)
	return slices.Compact(touched)
}

func (p *Projection) append(ev trip.Event, n int, m Message) int {
	m.ID = "m" + strconv.FormatInt(ev.Seq, 10) + "." + strconv.Itoa(n)
	m.At = ev.At
	p.messages = append(p.messages, m)
	return len(p.messages) - 1
}

// addRound adds the calls that the decision queued. Asking the model is no call of the
// conversation, and what repairs a call of a running round joins that round.
func (p *Projection) addRound(ev trip.Event, n int, d trip.Decision) (int, bool) {
	var calls []Call
	for _, c := range d.ToolCalls {
		if c.Name == trip.ToolAssistantStep {
			continue
		}
		_, proposed := c.Arguments.(trip.RawArguments)
		calls = append(calls, Call{ID: c.CallID, Name: c.Name, Arguments: trip.Raw(c.Arguments.AppendJSON(nil)), Proposed: proposed})
	}
	if len(calls) == 0 {
		return 0, false
	}
	i := p.append(ev, n, Message{Role: Tools, Turn: d.Next.Turn.Number, Calls: calls})
	if p.open == nil {
		p.open = map[string]place{}
	}
	for k, c := range calls {
		p.open[c.ID] = place{i, k}
	}
	return i, true
}

// settle puts a result where its call is.
func (p *Projection) settle(ev trip.Event, d trip.Decision) (int, bool) {
	at, ok := p.open[d.Settled]
	if d.Settled == "" || !ok {
		return 0, false
	}
	c := p.change(at)
	c.Class = d.Outcome
	switch data := ev.Data.(type) {
	case trip.ToolResult:
		if c.Class == trip.ClassOK || c.Class == trip.ClassEmpty {
			c.Result = data.Result
		}
	default:
	}
	if c.Result == "" {
		c.Error = reducer.SafeError(c.Name, c.Class)
	}
	if c.Class != trip.ClassOutcomeUnknown { // the one event that settles it may still come
		delete(p.open, d.Settled)
	}
	return at.message, true
}

// change returns a call of a message whose list of calls is copied first: messages that were
// handed out do not change.
func (p *Projection) change(at place) *Call {
	m := &p.messages[at.message]
	m.Calls = slices.Clone(m.Calls)
	return &m.Calls[at.call]
}

// closeRounds gives the calls of a superseded turn their outcome.
func (p *Projection) closeRounds(next *trip.Intent) []int {
	var touched []int
	for i := len(p.messages) - 1; i >= 0 && len(p.open) > 0; i-- {
		m := &p.messages[i]
		if m.Turn < next.Turn.Number-1 {
			break
		}
		for k := range m.Calls {
			if m.Calls[k].Done() || slices.ContainsFunc(next.Turn.Outstanding, func(o trip.Pending) bool { return o.CallID == m.Calls[k].ID }) {
				continue
			}
			touched = append(touched, i)
			p.close(place{i, k}, next)
		}
	}
	return touched
}

func (p *Projection) close(at place, next *trip.Intent) {
	c := p.change(at)
	c.Class = trip.ClassCancelled
	if slices.ContainsFunc(next.Turn.Unknown, func(o trip.Pending) bool { return o.CallID == c.ID }) {
		c.Class = trip.ClassOutcomeUnknown
	} else {
		delete(p.open, c.ID)
	}
	c.Error = reducer.SafeError(c.Name, c.Class)
}

// Messages returns the conversation for a page, oldest first. The slice is the projection's own.
func (p *Projection) Messages() []Message { return p.messages }
