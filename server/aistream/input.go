package aistream

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/trip"
)

// Limits of a request.
const (
	MaxIDBytes  = 200 // of a message's id, which becomes part of an event's
	MaxMessages = 10_000
	MaxDepth    = wire.MaxDepth
)

// The triggers of a request.
const (
	Submit     = "submit-message"
	Regenerate = "regenerate-message"
)

// What the ids begin with of the events that answer approval requests and of those that regenerate a message.
const (
	approvalEvent   = "approval:"
	regenerateEvent = "regenerate:"
)

// retry is what is said for a request to regenerate.
const retry = "try again"

// Input is what a client posts for an answer, as far as it is used. Its own copy of the conversation decides nothing:
// the trip's log does.
type Input struct {
	Chat      string
	Trigger   string
	MessageID string    // the message that is regenerated, edited or gone on with; may be empty
	Message   *Message  // the last one, or of MessageID when that is an answer to an approval request; nil without any
	Approval  *Approval // the answer to an approval request, in that message; else nil

	ApprovalToken   string
	PaymentMethodID string
	Resume          bool // who goes away comes back: the end of the connection does not stop the turn
}

// IsEdit reports whether the user's message may say something else under the id that it had before.
func (in *Input) IsEdit() bool {
	m := in.Message
	return in.Trigger == Submit && m != nil && m.IsUser && m.ID == in.MessageID && m.ChoiceID == ""
}

// Message is a message of the client.
type Message struct {
	ID       string
	IsUser   bool
	Text     string // of the user: its text parts
	AskID    string // of the user: the choice that it is, when its metadata say so
	ChoiceID string
}

// Approval is the answer to an approval request.
type Approval struct {
	ID       string
	Approved bool
	Reason   string
}

// Decode reads a chat request.
//
//   - Errors: ErrInput, which names the member.
func Decode(body []byte) (*Input, error) {
	var in *Input
	if err := web.Read(body, MaxDepth, func(d *web.Reader) { in = (&reader{d}).input() }); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	return in, nil
}

// reader reads the parts of a request. What is wrong is noted in the decoder.
type reader struct{ d *web.Reader }

func (r *reader) input() *Input {
	in, at, messages := &Input{Trigger: Submit}, r.d.Offset(), -1
	for r.d.Object(); r.d.Next(); {
		switch r.d.Key() {
		case "id":
			in.Chat = r.d.Text(0)
		case "trigger":
			if in.Trigger = r.d.Text(0); in.Trigger != Submit && in.Trigger != Regenerate {
				r.d.FailAt(r.d.Start(), Submit+" or "+Regenerate, wire.Quote(in.Trigger))
			}
		case "messageId":
			if !r.d.Null() {
				in.MessageID = r.d.Text(MaxIDBytes)
			}
		case "messages":
			messages = r.d.Offset()
			r.d.Skip()
		case "approval_token":
			in.ApprovalToken = r.d.Text(trip.MaxTextBytes)
		case "payment_method_id":
			in.PaymentMethodID = r.d.Text(trip.MaxTextBytes)
		case "resume":
			in.Resume = r.d.Bool()
		default:
			r.d.Skip()
		}
	}
	switch {
	case r.d.Failed():
	case in.Chat == "":
		r.d.Missing(at, "id", "a text")
	case messages < 0:
		r.d.Missing(at, "messages", "a list")
	default:
		end := r.d.Here()
		r.d.Seek(messages)
		if r.messages(in); !r.d.Failed() {
			r.d.Return(end)
		}
	}
	return in
}

// messages reads the last message, or the one that is gone on with.
func (r *reader) messages(in *Input) {
	meant, isNamed, n := -1, false, 0
	for r.d.List(); r.d.More(); n++ {
		at := r.d.Offset()
		if n >= MaxMessages {
			r.d.FailAt(at, fmt.Sprintf("at most %d messages", MaxMessages), "more")
		}
		if id := r.id(); !isNamed {
			meant, isNamed = at, id != "" && id == in.MessageID
		}
	}
	if meant >= 0 && !r.d.Failed() {
		r.d.Seek(meant)
		r.message(in)
	}
}

// id reads over a message and returns its id.
func (r *reader) id() (id string) {
	for r.d.Object(); r.d.Next(); {
		if r.d.Key() == "id" && r.d.Kind() == wire.Text {
			id = r.d.String()
		} else {
			r.d.Skip()
		}
	}
	return id
}

func (r *reader) message(in *Input) {
	m, at, role := &Message{}, r.d.Offset(), ""
	parts, metadata := -1, -1
	for r.d.Object(); r.d.Next(); {
		switch r.d.Key() {
		case "id":
			m.ID = r.d.Text(MaxIDBytes)
		case "role":
			role = r.d.Text(0)
		case "parts":
			parts = r.d.Offset()
			r.d.Skip()
		case "metadata":
			metadata = r.d.Offset()
			r.d.Skip()
		default:
			r.d.Skip()
		}
	}
	switch {
	case r.d.Failed():
		return
	case m.ID == "":
		r.d.Missing(at, "id", "a text")
	case parts < 0:
		r.d.Missing(at, "parts", "a list")
	}
	if in.Message, m.IsUser = m, role == "user"; m.IsUser && metadata >= 0 && !r.d.Failed() {
		r.d.Seek(metadata)
		r.metadata(m)
	}
	if r.d.Seek(parts); m.IsUser && m.ChoiceID == "" {
		r.texts(m, at)
	} else if !m.IsUser {
		r.approval(in)
	}
}

// metadata reads which choice a message is. Other metadata are the client's own.
func (r *reader) metadata(m *Message) {
	if r.d.Kind() != wire.Object {
		return
	}
	choice := map[string]string{}
	for r.d.Object(); r.d.Next(); {
		if key := r.d.Key(); r.d.Kind() == wire.Text {
			choice[key] = r.d.String()
		} else {
			r.d.Skip()
		}
	}
	if choice["ask_id"] != "" && choice["choice_id"] != "" {
		m.AskID, m.ChoiceID = choice["ask_id"], choice["choice_id"]
	}
}

// texts reads what a user's message says.
func (r *reader) texts(m *Message, at int) {
	var texts []string
	for r.d.List(); r.d.More(); {
		part, kind, text := r.d.Offset(), "", ""
		for r.d.Object(); r.d.Next(); {
			switch r.d.Key() {
			case "type":
				kind = r.d.String()
			case "text":
				text = r.d.String()
			default:
				r.d.Skip()
			}
		}
		if kind == "file" {
			r.d.FailAt(part, "a part of type text", "a file")
		}
		if kind == "text" && text != "" {
			texts = append(texts, text)
		}
	}
	if m.Text = strings.Join(texts, "\n"); m.Text == "" {
		r.d.Missing(at, "parts", "a text part that is not empty")
	}
}

// approval reads the last answer to an approval request of an assistant's message.
func (r *reader) approval(in *Input) {
	for r.d.List(); r.d.More(); {
		state, a := "", (*Approval)(nil)
		for r.d.Object(); r.d.Next(); {
			switch key := r.d.Key(); {
			case key == "state" && r.d.Kind() == wire.Text:
				state = r.d.String()
			case key == "approval" && r.d.Kind() == wire.Object:
				a = r.answer()
			default:
				r.d.Skip()
			}
		}
		if state == "approval-responded" && a != nil {
			in.Approval = a
		}
	}
}

func (r *reader) answer() *Approval {
	a, at := &Approval{}, r.d.Offset()
	for r.d.Object(); r.d.Next(); {
		switch r.d.Key() {
		case "id":
			a.ID = r.d.Text(MaxIDBytes)
		case "approved":
			a.Approved = r.d.Bool()
		case "reason":
			if r.d.Kind() == wire.Text {
				a.Reason = r.d.String()
			} else {
				r.d.Skip()
			}
		default:
			r.d.Skip()
		}
	}
	if a.ID == "" {
		r.d.Missing(at, "id", "a text")
	}
	return a
}

// Event returns the event that the request is for a trip as in says. Of an edit it is what was sent first: the handler
// names what came later.
//
//   - Errors: ErrInput where an approval names no method of payment and the trip has none.
func (in *Input) Event(now *trip.Intent) (*trip.Event, error) {
	m, a := in.Message, in.Approval
	switch {
	case in.Trigger == Regenerate:
		return &trip.Event{
			ID:   regenerateEvent + cmp.Or(in.MessageID, MessageID(now.Turn.Number)),
			Data: trip.UserMessage{Text: retry},
		}, nil
	case a != nil:
		data, err := in.answer(now)
		if err != nil {
			return nil, err
		}
		return &trip.Event{ID: approvalEvent + a.ID, Data: data}, nil
	case m == nil || !m.IsUser:
		return nil, fmt.Errorf("%w: messages: want the user's message at the end, or an answer to an approval request",
			ErrInput)
	case m.ChoiceID != "":
		return &trip.Event{ID: m.ID, Data: trip.UserAnswered{AskID: m.AskID, ChoiceID: m.ChoiceID}}, nil
	}
	return &trip.Event{ID: m.ID, Data: trip.UserMessage{Text: m.Text}}, nil
}

// answer is what the answer to an approval request says. What a model proposed is approved as it is; a purchase takes
// what pays.
func (in *Input) answer(now *trip.Intent) (trip.EventData, error) {
	a := in.Approval
	ask, tool := AskOf(a.ID), toolOf(a.ID)
	pays := cmp.Or(in.PaymentMethodID, now.Party.PaymentMethodID)
	switch {
	case a.Approved && tool != trip.ToolPurchase:
		return trip.UserAnswered{AskID: ask, ChoiceID: trip.ChoiceApprove}, nil
	case a.Approved && pays == "":
		return nil, fmt.Errorf("%w: payment_method_id: want what pays, for the trip names none", ErrInput)
	case a.Approved:
		return trip.UserApprovedPurchase{
			ApprovalToken: cmp.Or(in.ApprovalToken, a.ID), PaymentMethodID: pays, AskID: ask,
		}, nil
	case a.Reason != "":
		return trip.UserMessage{Text: a.Reason, AskID: ask}, nil
	}
	return trip.UserAnswered{AskID: ask, ChoiceID: trip.ChoiceNo}, nil
}
