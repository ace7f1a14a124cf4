package aistream

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/server/view"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// Projection makes the chunks of one answer. It is not safe for concurrent use.
type Projection struct {
	Chat    string          // what the client calls the trip
	Texts   texts.Table     // in which the failures of calls are told, by the trip's locale
	Catalog catalog.Catalog // what a person calls the tools of these calls

	log       view.Log
	told      map[string]trip.Class // the classes of the calls that were told
	last      *trip.Intent
	intent    string // the document that was told last
	words     words  // told, and not decided yet
	approval  string // id of the approval request whose answer the turn is; empty when it is none
	run       string // the call that it let run
	settled   bool   // its part has its outcome
	declined  bool   // the answer is a no
	cancelled bool
}

// intentID names the part that is the document of the trip.
const intentID = "intent"

// MessageID returns the id of the message that tells a turn.
func MessageID(turn int64) string { return "turn-" + strconv.FormatInt(turn, 10) }

// AskOf returns the id of the ask that an approval request is about.
func AskOf(approvalID string) string {
	ask, _, _ := strings.Cut(approvalID, ".")
	return ask
}

// approvalID names the approval request of a turn: what was declined or failed is asked for anew under another id. What
// a model proposed is approved under the name of its tool.
func approvalID(in *trip.Intent) string {
	id := in.Status.Ask.ID + "." + strconv.FormatInt(in.Turn.Number, 10)
	if slices.Contains(in.Status.Ask.About, trip.AboutWaiting) && len(in.Turn.PendingApproval) > 0 {
		id += "." + in.Turn.PendingApproval[0].Name
	}
	return id
}

// toolOf returns the tool that an approval request is about.
func toolOf(approvalID string) string {
	if parts := strings.SplitN(approvalID, ".", 3); len(parts) == 3 {
		return parts[2]
	}
	return trip.ToolPurchase
}

// approvalCall returns the id of the tool part of an approval request.
func approvalCall(id string) string { return "approve." + id }

// Start begins a message on a trip that is as in says.
func (p *Projection) Start(message string, in *trip.Intent) []Chunk {
	p.last = in
	return []Chunk{{Type: Start, MessageID: message}}
}

// Answer goes on with the message that asked for an approval: the next turn is the answer. What was to be approved is
// told again, for a client that builds the message anew.
func (p *Projection) Answer(approval string, approved bool) []Chunk {
	out := p.endApproval(nil)
	p.approval, p.run, p.settled, p.declined = approval, "", !approved, !approved
	ask := p.last.Status.Ask
	if ask == nil || ask.ID != AskOf(approval) {
		ask = &trip.Ask{}
	}
	if out = append(out, callOf(ask, approval)); !approved {
		out = append(out, Chunk{Type: ToolOutputDenied, ToolCallID: approvalCall(approval)})
	}
	return out
}

// endApproval ends the part of an approval that led to nothing.
func (p *Projection) endApproval(out []Chunk) []Chunk {
	if p.approval == "" || p.settled {
		return out
	}
	p.settled = true
	return append(out, Chunk{Type: ToolOutputError, ToolCallID: approvalCall(p.approval), ErrorText: "nothing was done"})
}

// Add tells of an event of the trip and of what was decided on it. The document is told where d has all of the intent.
func (p *Projection) Add(ev *trip.Event, d *trip.Decision) []Chunk {
	if p.told == nil {
		p.log.Texts, p.log.Catalog = p.Texts, p.Catalog
		p.told = map[string]trip.Class{}
	}
	if ev.Type().FromPerson() {
		p.cancelled = ev.Type() == trip.TypeTurnCancelled
	}
	p.last = &d.Next
	out := p.tellAll(p.log.Add(ev, d))
	if p.last.Schema != "" {
		out = p.tellIntent(out)
	}
	if len(out) > 0 {
		out[len(out)-1].Seq = ev.Seq
	}
	return out
}

// tellAll tells messages that were made or changed.
func (p *Projection) tellAll(touched []int) []Chunk {
	var out []Chunk
	for _, i := range touched {
		m := p.log.Message(i)
		if confirmed, is := p.confirm(out, &m); is {
			touched, out = slices.DeleteFunc(touched, func(k int) bool { return k == i }), confirmed
			break
		}
	}
	out = p.takeBack(out)
	for _, i := range touched {
		switch m := p.log.Message(i); m.Role {
		case transcript.Assistant:
			out = tellText(out, &m)
		case transcript.Tools:
			out = p.tellCalls(out, &m)
		case transcript.User: // the client has it
		}
	}
	return out
}

func (p *Projection) tellIntent(out []Chunk) []Chunk {
	intent := view.Intent(p.last, p.Chat)
	if intent == p.intent {
		return out
	}
	p.intent = intent
	return append(out, Chunk{Type: DataIntent, ID: intentID, Data: json.RawMessage(intent)})
}

// Report tells what the handler of a running call says.
func (p *Projection) Report(id, name, delta string) []Chunk {
	return []Chunk{{Type: DataProgress, ID: id, Data: Progress{id, name, delta}, Transient: true}}
}

// Supersede tells that another event has interrupted the turn, after which the intent is as next says: the calls that
// were out have no other outcome.
func (p *Projection) Supersede(next *trip.Intent) []Chunk {
	p.cancelled = true
	out := p.takeBack(nil)
	for _, i := range p.log.Interrupt(next) {
		m := p.log.Message(i)
		out = p.tellCalls(out, &m)
	}
	return out
}

// Finish ends the message.
func (p *Projection) Finish() []Chunk {
	out := p.endApproval(p.takeBack(nil))
	if p.cancelled {
		return append(out, Chunk{Type: Abort, Reason: "the turn was cancelled"})
	}
	reason := "stop"
	switch ask := p.last.Status.Ask; {
	case ask != nil && ask.Kind == trip.AskApprove && p.declined && ask.ID == AskOf(p.approval): // not asked at once again
	case ask != nil && ask.Kind == trip.AskApprove && approvalID(p.last) != p.approval:
		out, reason = append(out, requestOf(p.last)...), "tool-calls"
	case p.last.Status.Node == trip.ErrorRetryable, p.last.Status.Node == trip.ErrorOutcomeUnknown:
		reason = "error"
	}
	return append(out, Chunk{Type: Finish, FinishReason: reason})
}

// Fail ends the message with a fault, in words for the person.
func (p *Projection) Fail(text string) []Chunk {
	return append(p.takeBack(nil), Chunk{Type: Error, ErrorText: text})
}

// requestOf asks for an approval, as a call that waits for it.
func requestOf(in *trip.Intent) []Chunk {
	id := approvalID(in)
	return []Chunk{callOf(in.Status.Ask, id), {Type: ToolApprovalRequest, ToolCallID: approvalCall(id), ApprovalID: id}}
}

// callOf is the tool part of an approval request: what would be done, and until when.
func callOf(ask *trip.Ask, id string) Chunk {
	input, err := json.Marshal(struct {
		Text      string `json:"text"`
		ExpiresAt string `json:"expires_at,omitempty"`
	}{ask.Text, ask.ExpiresAt.String()})
	if err != nil {
		panic(err) // texts always can be
	}
	return Chunk{
		Type: ToolInputAvailable, ToolCallID: approvalCall(id), ToolName: toolOf(id), Dynamic: true, Input: input,
	}
}

func tellText(out []Chunk, m *transcript.Message) []Chunk {
	if m.Text == "" {
		return out
	}
	return append(out, Chunk{Type: TextStart, ID: m.ID}, Chunk{Type: TextDelta, ID: m.ID, Delta: m.Text},
		Chunk{Type: TextEnd, ID: m.ID})
}

// tellCalls tells the calls of a round when it is new, and the outcomes that came since.
func (p *Projection) tellCalls(out []Chunk, m *transcript.Message) []Chunk {
	for i := range m.Calls {
		c := &m.Calls[i]
		id := c.ID
		isApproved := p.isApproved(c)
		if isApproved {
			id, p.run = approvalCall(p.approval), c.ID
		}
		class, isTold := p.told[c.ID]
		if !isTold && !isApproved {
			out = append(out,
				Chunk{Type: ToolInputStart, ToolCallID: id, ToolName: c.Name, Dynamic: true},
				Chunk{
					Type: ToolInputAvailable, ToolCallID: id, ToolName: c.Name, Dynamic: true,
					Input: json.RawMessage(c.Arguments),
				})
		}
		if c.Done() && class != c.Class {
			out = append(out, outcomeOf(c, id))
			p.settled = p.settled || isApproved
		}
		p.told[c.ID] = c.Class
	}
	return out
}

// isApproved reports whether a call is the one that the approval let run.
func (p *Projection) isApproved(c *transcript.Call) bool {
	if p.run != "" {
		return c.ID == p.run
	}
	return p.approval != "" && !p.settled && c.Name == toolOf(p.approval)
}

// outcomeOf tells the result of a call, or the safe line of its failure.
func outcomeOf(c *transcript.Call, id string) Chunk {
	if c.Result != "" {
		return Chunk{Type: ToolOutputAvailable, ToolCallID: id, Output: json.RawMessage(c.Result)}
	}
	return Chunk{Type: ToolOutputError, ToolCallID: id, ErrorText: c.Error}
}
