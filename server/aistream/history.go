package aistream

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/server/view"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// UIMessage is one message of a chat, as useChat holds it.
type UIMessage struct {
	ID       string    `json:"id"`
	Role     string    `json:"role"`
	Metadata *Metadata `json:"metadata,omitempty"`
	Parts    []Part    `json:"parts"`
}

// Metadata say which choice a message of the user is.
type Metadata struct {
	AskID    string `json:"ask_id"`
	ChoiceID string `json:"choice_id"`
}

// Part is one part of a message. Which members it has depends on its type; those that it has not are left out of its
// JSON.
type Part struct {
	Type       string          `json:"type"`
	ID         string          `json:"id,omitempty"`
	Text       string          `json:"text,omitempty"`
	ToolName   string          `json:"toolName,omitempty"`
	ToolCallID string          `json:"toolCallId,omitempty"`
	State      string          `json:"state,omitempty"`
	Input      json.RawMessage `json:"input,omitempty"`
	Output     json.RawMessage `json:"output,omitempty"`
	ErrorText  string          `json:"errorText,omitempty"`
	Approval   *PartApproval   `json:"approval,omitempty"`
	Data       any             `json:"data,omitempty"`
}

// PartApproval is the approval that a call of a message waits for, or has got.
type PartApproval struct {
	ID       string `json:"id"`
	Approved *bool  `json:"approved,omitempty"`
}

// History serves the messages of the chat {id} so far.
func History(b *web.Backend) http.Handler {
	return b.Handler(func(w http.ResponseWriter, r *http.Request) error {
		list, err := messagesOf(r.Context(), b, r.PathValue("id"))
		if err != nil {
			return err
		}
		body, err := json.Marshal(list)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(append(body, '\n'))
		return nil
	})
}

func messagesOf(ctx context.Context, b *web.Backend, chat string) ([]UIMessage, error) {
	id, _, err := b.Find(ctx, chat)
	if err != nil {
		return nil, err
	}
	now, err := b.Runner.State(ctx, id)
	if err != nil {
		return nil, err
	}
	h := history{p: Projection{Chat: chat, Texts: b.Runner.Texts(), Catalog: b.Runner.Catalog()}, list: []UIMessage{}}
	h.log.Texts, h.log.Catalog = h.p.Texts, h.p.Catalog
	for u, err := range b.UpTo(ctx, id, now.Turn.Seq) {
		if err != nil {
			return nil, err
		}
		d := u.Decision
		if needsWhole(&d.Next) {
			if d, err = b.Whole(ctx, &u); err != nil {
				return nil, err
			}
		}
		h.add(&u.Event, d)
	}
	return h.end(&now), nil
}

// needsWhole reports whether an intent asks for the approval of what a model proposed, which updates of the past do not
// name.
func needsWhole(in *trip.Intent) bool {
	return in.Status.Ask != nil && slices.Contains(in.Status.Ask.About, trip.AboutWaiting)
}

// history builds the messages that a client has which was there all the time.
type history struct {
	p     Projection // of the last message of the assistant
	isSet bool       // there is one
	log   view.Log   // for what persons said
	list  []UIMessage
	texts map[string]int // where the open texts of the last message are
}

// add notes an event and what was decided on it.
func (h *history) add(ev *trip.Event, d *trip.Decision) {
	var said transcript.Message
	for _, i := range h.log.Add(ev, d) {
		if m := h.log.Message(i); m.Role == transcript.User {
			said = m
		}
	}
	if ev.Type().OpensTurn() {
		h.open(ev, d, &said)
	}
	if h.isSet {
		h.apply(h.p.Add(ev, d))
	}
}

// open begins the messages of a turn: what the user said, and the answer.
func (h *history) open(ev *trip.Event, d *trip.Decision, said *transcript.Message) {
	if h.isSet {
		if len(h.p.last.Turn.Outstanding) > 0 {
			h.apply(h.p.Supersede(&d.Next))
		}
		h.apply(h.p.Finish())
	}
	approval, answers := strings.CutPrefix(ev.ID, approvalEvent)
	again, regenerates := strings.CutPrefix(ev.ID, regenerateEvent)
	switch {
	case answers && h.goesOn(approval, ev):
		return
	case regenerates:
		if i := h.find(again); i >= 0 && h.list[i].Role == "user" {
			h.list = h.list[:i+1]
		} else if i >= 0 {
			h.list = h.list[:i]
		}
	default:
		h.says(ev, said)
	}
	h.p = Projection{Chat: h.p.Chat, Texts: h.p.Texts, Catalog: h.p.Catalog}
	h.isSet, h.texts = true, map[string]int{}
	h.apply(h.p.Start(MessageID(d.Next.Turn.Number), &d.Next))
}

// says adds what the user said. An edit takes the place of what it edits, and of all that came after.
func (h *history) says(ev *trip.Event, said *transcript.Message) {
	if said.ID == "" { // nobody's words: the trip was begun by another system
		return
	}
	m := UIMessage{ID: ev.ID, Role: "user", Parts: []Part{{Type: "text", Text: said.Text}}}
	if edited, _, isEdit := strings.Cut(ev.ID, editMark); isEdit && h.find(edited) >= 0 {
		m.ID, h.list = edited, h.list[:h.find(edited)]
	}
	if ev.ID == "" || calls.IsReserved(ev.ID) {
		m.ID = said.ID
	}
	if a, ok := ev.Data.(trip.UserAnswered); ok {
		m.Metadata = &Metadata{a.AskID, a.ChoiceID}
	}
	h.list = append(h.list, m)
}

// goesOn goes on with the message that asked for an approval, and reports whether that is the last one.
func (h *history) goesOn(approval string, ev *trip.Event) bool {
	if !h.isSet {
		return false
	}
	part := h.call(approvalCall(approval))
	if part == nil {
		return false
	}
	approved := approves(ev)
	part.Approval = &PartApproval{ID: approval, Approved: &approved}
	h.apply(h.p.Answer(approval, approved))
	return true
}

// find returns where a message is, or -1.
func (h *history) find(id string) int {
	return slices.IndexFunc(h.list, func(m UIMessage) bool { return m.ID == id })
}

// call returns the part of a call in the last message; nil when it has none.
func (h *history) call(id string) *Part {
	parts := h.list[len(h.list)-1].Parts
	i := slices.IndexFunc(parts, func(p Part) bool { return p.ToolCallID == id })
	if i < 0 {
		return nil
	}
	return &parts[i]
}

// apply does with chunks what a client does.
func (h *history) apply(chunks []Chunk) {
	for i := range chunks {
		if c := &chunks[i]; c.Type == Start {
			h.list = append(h.list, UIMessage{ID: c.MessageID, Role: "assistant", Parts: []Part{}})
		} else {
			h.chunk(&h.list[len(h.list)-1], c)
		}
	}
}

func (h *history) chunk(m *UIMessage, c *Chunk) {
	switch c.Type {
	case TextStart:
		h.texts[c.ID] = len(m.Parts)
		m.Parts = append(m.Parts, Part{Type: "text", State: "streaming"})
	case TextDelta:
		m.Parts[h.texts[c.ID]].Text += c.Delta
	case TextEnd:
		m.Parts[h.texts[c.ID]].State = "done"
	case ToolInputStart, ToolInputAvailable, ToolApprovalRequest, ToolOutputAvailable, ToolOutputError, ToolOutputDenied:
		part := h.call(c.ToolCallID)
		if part == nil {
			m.Parts = append(m.Parts, Part{Type: "dynamic-tool", ToolName: c.ToolName, ToolCallID: c.ToolCallID})
			part = h.call(c.ToolCallID)
		}
		part.note(c)
	}
}

// states are the states of calls by the chunk that told of them last.
var states = map[string]string{
	ToolInputStart:      "input-streaming",
	ToolInputAvailable:  "input-available",
	ToolApprovalRequest: "approval-requested",
	ToolOutputAvailable: "output-available",
	ToolOutputError:     "output-error",
	ToolOutputDenied:    "output-denied",
}

// note notes what a chunk tells of a call.
func (p *Part) note(c *Chunk) {
	p.State = states[c.Type]
	if c.Input != nil {
		p.Input = c.Input
	}
	if c.ApprovalID != "" {
		p.Approval = &PartApproval{ID: c.ApprovalID}
	}
	p.Output, p.ErrorText = c.Output, c.ErrorText
}

// end returns the messages of a trip that is as now. The document of the trip stands in the last one.
func (h *history) end(now *trip.Intent) []UIMessage {
	if !h.isSet {
		return h.list
	}
	h.p.last = now
	if len(now.Turn.Outstanding) == 0 {
		h.apply(h.p.Finish())
	}
	last := &h.list[len(h.list)-1]
	doc := json.RawMessage(view.Intent(now, h.p.Chat))
	last.Parts = append(last.Parts, Part{Type: DataIntent, ID: intentID, Data: doc})
	return h.list
}
