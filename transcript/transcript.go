package transcript

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/texts"
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

// Message is one entry of the conversation. Its ID is stable: the same log gives the same ids. As JSON it is an object
// of these members; instants are RFC 3339, and what is empty is left out but for id, seq, turn, at, event and role.
type Message struct {
	ID    string         `json:"id"`  // "m{seq}.{n}": the nth message of the event at seq, 0 for what the person did
	Seq   int64          `json:"seq"` // of that event
	Turn  int64          `json:"turn"`
	At    trip.Instant   `json:"at"`
	Event trip.EventType `json:"event"` // the type of that event
	Role  Role           `json:"role"`
	Text  string         `json:"text,omitempty"`  // of User and Assistant
	Calls []Call         `json:"calls,omitempty"` // of Tools, in call order

	Model        string `json:"model,omitempty"`         // of Tools that a model proposed, or its answer: which one, when its handler said so
	InputTokens  int64  `json:"input_tokens,omitempty"`  // what that step used
	OutputTokens int64  `json:"output_tokens,omitempty"` //

	told bool // it says of a failure what a model has as a line of its own
}

// Call is one tool call of a round, with its result once it has one. Arguments and result are there of what a model
// proposed alone: the engine's own calls carry whole plans, tokens and payment methods.
type Call struct {
	ID        string
	Name      string
	Arguments trip.Raw
	Proposed  bool       // a model proposed it; the engine queued the others itself
	Class     trip.Class // empty while outstanding
	Result    trip.Raw   // of a success
	Error     string     // of a failure: its one safe line

	detail string // of a failed calculation: what a model is told beside that line
}

// MarshalJSON implements json.Marshaler: call_id, name, proposed, class, arguments, result and error; what is empty is
// left out.
func (c Call) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID        string          `json:"call_id"`
		Name      string          `json:"name"`
		Proposed  bool            `json:"proposed,omitempty"`
		Class     trip.Class      `json:"class,omitempty"`
		Arguments json.RawMessage `json:"arguments,omitempty"`
		Result    json.RawMessage `json:"result,omitempty"`
		Error     string          `json:"error,omitempty"`
	}{c.ID, c.Name, c.Proposed, c.Class, json.RawMessage(c.Arguments), json.RawMessage(c.Result), c.Error})
}

// Done reports whether the call has its result. One whose outcome is unknown has: its safe line,
// until the one event that settles it.
func (c Call) Done() bool { return c.Class != "" }

// callAt says where a call is: the index of its message, and its own in it.
type callAt struct{ message, call int }

// Projection is the transcript of one trip. The zero value is that of an empty log, in English. It is
// not safe for concurrent use.
type Projection struct {
	Texts   texts.Table     // in which failures are told, by the trip's locale
	Catalog catalog.Catalog // what a person calls the tools of failures; the zero one has the engine's own

	messages []Message
	open     map[string]callAt // calls that an event may still settle
	running  int               // those of them that are not done
	lines    []line            // what a model is told beside calls and texts, in order
	ask      *trip.Ask         // that stands: what a choice is one of
	turn     int64             // the number of the last event's
}

// line is a safe line for the model that stands before a message. It holds for its turn.
type line struct {
	before int // index of the message that it precedes, which may be yet to come
	turn   int64
	text   string
}

// Add projects one event of the log and what was decided on it, in constant time whatever the
// log's length. It returns the indexes of the messages that it made or changed, ascending.
//
// Rule: 3.0.transcript
func (p *Projection) Add(ev trip.Event, d trip.Decision) []int {
	var touched []int
	p.turn = d.Next.Turn.Number
	if text, ok := p.own(ev.Data, d.Next.Request.Locale); ok {
		touched = append(touched, p.append(&ev, &d, 0, Message{Role: User, Text: text}))
	}
	p.ask = d.Ask
	if ev.Type().OpensTurn() || ev.Type() == trip.TypeTurnCancelled {
		touched = append(touched, p.closeRounds(&d.Next)...)
	}
	told := slices.ContainsFunc(d.NotesAdded, func(n trip.Message) bool { return n.Key == "note.tool_execution_error" })
	if at, ok := p.open[d.Settled]; ok && d.Settled != "" {
		if p.putResult(at, ev, &d) {
			touched = append(touched, at.message)
		}
		told = told || p.messages[at.message].Calls[at.call].Proposed
	}
	calls := queued(&d)
	for i, said := range d.UI {
		m := Message{Role: Assistant, Text: said.Text, told: told && reducer.TellsFailure(said)}
		if len(calls) == 0 && i == len(d.UI)-1 {
			m.proposedBy(ev.Data)
		}
		touched = append(touched, p.append(&ev, &d, i+1, m))
	}
	for _, note := range d.NotesAdded {
		if note.Key == "note.not_admitted" {
			told := trip.Message{Key: "assist.not_admitted", Params: note.Params}
			p.lines = append(p.lines, line{len(p.messages), p.turn, p.Texts.Render(d.Next.Request.Locale, told)})
		}
	}
	if len(calls) > 0 {
		round := Message{Role: Tools, Calls: calls}
		round.proposedBy(ev.Data)
		i := p.append(&ev, &d, len(d.UI)+1, round)
		touched = append(touched, i)
		for k, c := range calls {
			p.follow(callAt{i, k}, c.ID, false)
		}
	}
	slices.Sort(touched)
	return slices.Compact(touched)
}

// MessageID returns the id of the nth message of the event at seq, which may be yet to come.
func MessageID(seq int64, n int) string {
	return "m" + strconv.FormatInt(seq, 10) + "." + strconv.Itoa(n)
}

// proposedBy notes which model proposed the round, or answered, and what its step used.
// Rule: 3.0.model-shown
func (m *Message) proposedBy(data trip.EventData) {
	res, ok := data.(trip.ToolResult)
	if !ok || res.ToolName != trip.ToolAssistantStep {
		return
	}
	if p, err := trip.DecodeProposal(res.Result); err == nil {
		m.Model, m.InputTokens, m.OutputTokens = p.Model, p.InputTokens, p.OutputTokens
	}
}

// append adds the nth message of an event.
func (p *Projection) append(ev *trip.Event, d *trip.Decision, n int, m Message) int {
	m.ID = MessageID(d.Next.Turn.Seq, n)
	m.Seq, m.Turn, m.At, m.Event = d.Next.Turn.Seq, d.Next.Turn.Number, ev.Time(), ev.Type()
	p.messages = append(p.messages, m)
	return len(p.messages) - 1
}

// queued returns the calls of a decision. Asking the model is no call of the conversation.
// Rule: 3.0.visible
func queued(d *trip.Decision) []Call {
	var calls []Call
	for _, c := range d.ToolCalls {
		if c.Name == trip.ToolAssistantStep {
			continue
		}
		call := Call{ID: c.CallID, Name: c.Name, Proposed: c.Proposed}
		if c.Proposed {
			call.Arguments = trip.Raw(trip.AppendArguments(nil, c.Arguments))
		}
		calls = append(calls, call)
	}
	return calls
}

// follow opens a call for its result.
func (p *Projection) follow(at callAt, callID string, isDone bool) {
	if p.open == nil {
		p.open = map[string]callAt{}
	}
	p.open[callID] = at
	if !isDone {
		p.running++
	}
}

// putResult puts a result where its call is, and reports whether that says something new: an outcome
// that was unknown may stay so.
func (p *Projection) putResult(at callAt, ev trip.Event, d *trip.Decision) (changed bool) {
	was := p.messages[at.message].Calls[at.call]
	c := was
	c.Class, c.Result, c.Error, c.detail = d.Outcome, "", "", ""
	res, isResult := ev.Data.(trip.ToolResult)
	switch isGood := isResult && (c.Class == trip.ClassOK || c.Class == trip.ClassEmpty); {
	case isGood && c.Proposed:
		c.Result = res.Result
	case !isGood:
		c.Error = p.failure(&d.Next, c)
		if isResult && c.Name == trip.ToolJavaScript {
			c.detail = calculationFailure(res.Result)
		}
	}
	if !calls.IsUnknown(&d.Next, c.ID) {
		delete(p.open, c.ID)
	}
	if c == was {
		return false
	}
	*p.finish(at) = c
	return true
}

// finish returns a call to write its outcome. Its message's list of calls is copied first:
// messages that were handed out do not change.
func (p *Projection) finish(at callAt) *Call {
	m := &p.messages[at.message]
	m.Calls = slices.Clone(m.Calls)
	c := &m.Calls[at.call]
	if !c.Done() {
		p.running--
	}
	return c
}

// Interrupt gives the calls that are still out the outcome that the event which interrupts their turn gives them, for
// whoever is told of that turn alone and not of the event. next is the intent after it. Where the event is added after
// all, it changes nothing more of these calls. It returns the indexes of the messages that it changed, ascending.
func (p *Projection) Interrupt(next trip.Intent) []int {
	touched := p.closeRounds(&next)
	slices.Sort(touched)
	return slices.Compact(touched)
}

// closeRounds gives the calls that a new turn or a cancellation superseded their outcome. They
// are all of the turn that ends, so that it looks no further back.
func (p *Projection) closeRounds(next *trip.Intent) []int {
	var touched []int
	for i := len(p.messages) - 1; i >= 0 && p.running > 0; i-- {
		for k, c := range p.messages[i].Calls {
			if !c.Done() {
				touched = append(touched, i)
				p.close(callAt{i, k}, next)
			}
		}
	}
	return touched
}

func (p *Projection) close(at callAt, next *trip.Intent) {
	c := p.finish(at)
	c.Class = trip.ClassCancelled
	if calls.IsUnknown(next, c.ID) {
		c.Class = trip.ClassOutcomeUnknown
	} else {
		delete(p.open, c.ID)
	}
	c.Error = p.failure(next, *c)
}

// failure is the one safe line about a call that failed.
func (p *Projection) failure(in *trip.Intent, c Call) string {
	return p.Texts.Render(in.Request.Locale, reducer.FailureIn(p.Catalog, c.Name, c.Class))
}

// Len returns how many messages there are.
func (p *Projection) Len() int { return len(p.messages) }

// Message returns message i, counted from 0. What later events do to it does not change it.
func (p *Projection) Message(i int) Message { return p.messages[i] }

// Messages returns the conversation for a page, oldest first: a copy that later events do not
// change. A stream takes the messages that Add names instead.
func (p *Projection) Messages() []Message { return slices.Clone(p.messages) }
