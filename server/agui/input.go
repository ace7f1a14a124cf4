package agui

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/trip"
)

// Limits of a run's input.
const (
	MaxIDBytes  = 200 // of a run's id, which becomes part of an event's
	MaxMessages = 10_000
	MaxDepth    = wire.MaxDepth
)

// answerEvent begins the ids of the events that answer interrupts.
const answerEvent = "resume:"

// Input is what a client posts to begin a run, as far as it is used. Its own copy of the conversation and of the state
// decides nothing: the trip's log does.
type Input struct {
	Thread  string
	Run     string
	Message *UserMessage // the last message when it is the user's, else nil
	Answer  *Answer      // what resumes; nil when nothing does
	Cancel  bool         // the running turn is to end
	Reason  string       // why
}

// UserMessage is a message of the user.
type UserMessage struct{ ID, Text string }

// Answer is a client's answer to an interrupt. Only the texts that the answer contains are set.
type Answer struct {
	Interrupt string
	Declined  bool // the interrupt was cancelled

	Text            string
	ChoiceID        string
	ApprovalToken   string
	PaymentMethodID string
}

// Decode reads a RunAgentInput.
//
//   - Errors: ErrInput, which names the member.
func Decode(body []byte) (*Input, error) {
	var in *Input
	if err := web.Read(body, MaxDepth, func(d *web.Reader) { in = (&reader{d}).input() }); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	return in, nil
}

// reader reads the parts of an input. What is wrong is noted in the decoder.
type reader struct{ d *web.Reader }

func (r *reader) input() *Input {
	in, at := &Input{}, r.d.Offset()
	has := map[string]bool{}
	for r.d.Object(); r.d.Next(); {
		has[r.d.Key()] = true
		switch r.d.Key() {
		case "threadId":
			in.Thread = r.d.Text(0)
		case "runId":
			in.Run = r.d.Text(MaxIDBytes)
		case "messages":
			in.Message = r.messages()
		case "resume":
			in.Answer = r.resume()
		case "forwardedProps":
			r.forwarded(in)
		default:
			r.d.Skip()
		}
	}
	for _, name := range []string{"threadId", "runId", "messages"} {
		if !has[name] {
			r.d.Missing(at, name, "a value")
		}
	}
	return in
}

// messages returns the last message when it is the user's own.
func (r *reader) messages() *UserMessage {
	last := -1
	n := 0
	for r.d.List(); r.d.More(); n++ {
		last = r.d.Offset()
		if r.d.Skip(); n >= MaxMessages {
			r.d.FailAt(last, fmt.Sprintf("at most %d messages", MaxMessages), "more")
		}
	}
	if last < 0 || r.d.Failed() {
		return nil
	}
	after := r.d.Here()
	r.d.Seek(last)
	m := r.message()
	if !r.d.Failed() {
		r.d.Return(after)
	}
	return m
}

// message reads a message; nil when it is not the user's.
func (r *reader) message() *UserMessage {
	at, role, content := r.d.Offset(), "", -1
	m := &UserMessage{}
	for r.d.Object(); r.d.Next(); {
		switch r.d.Key() {
		case "id":
			m.ID = r.d.Text(trip.MaxEventIDBytes)
		case "role":
			role = r.d.Text(0)
		case "content":
			content = r.d.Offset()
			r.d.Skip()
		default:
			r.d.Skip()
		}
	}
	switch {
	case r.d.Failed(), role != "user", strings.HasPrefix(m.ID, answerEvent): // an answer that the client was told
		return nil
	case m.ID == "":
		r.d.Missing(at, "id", "a text")
	case content < 0:
		r.d.Missing(at, "content", "a text or a list of parts")
	default:
		r.d.Seek(content)
		m.Text = r.content()
	}
	return m
}

// content reads the content of a user's message: a text, or parts that are texts.
func (r *reader) content() string {
	if r.d.Kind() != wire.List {
		return r.d.Text(0)
	}
	var texts []string
	for r.d.List(); r.d.More(); {
		at, kind, text := r.d.Offset(), "", ""
		for r.d.Object(); r.d.Next(); {
			switch r.d.Key() {
			case "type":
				kind = r.d.Text(0)
			case "text":
				text = r.d.Text(0)
			default:
				r.d.Skip()
			}
		}
		if kind != "text" {
			r.d.FailAt(at, "a part of type text", wire.Quote(kind))
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "\n")
}

// resume reads the answer to the one interrupt that a trip can have.
func (r *reader) resume() *Answer {
	var a *Answer
	for r.d.List(); r.d.More(); {
		if a != nil {
			r.d.Fail("one answer: a trip waits for one thing at a time")
			return nil
		}
		a = r.answer()
	}
	return a
}

func (r *reader) answer() *Answer {
	a, at := &Answer{}, r.d.Offset()
	status, payload, statusAt := "", -1, at
	for r.d.Object(); r.d.Next(); {
		switch r.d.Key() {
		case "interruptId":
			a.Interrupt = r.d.Text(trip.MaxEventIDBytes)
		case "status":
			statusAt, status = r.d.Offset(), r.d.Text(0)
		case "payload":
			payload = r.d.Offset()
			r.d.Skip()
		default:
			r.d.Skip()
		}
	}
	after := r.d.Here()
	switch {
	case r.d.Failed():
	case a.Interrupt == "":
		r.d.Missing(at, "interruptId", "a text")
	case status == "cancelled":
		a.Declined = true
	case status != "resolved":
		r.d.FailAt(statusAt, "resolved or cancelled", wire.Quote(status))
	case payload < 0:
		r.d.Missing(at, "payload", "an object as the interrupt's responseSchema says")
	default:
		if r.d.Seek(payload); r.payload(a) {
			r.d.Return(after)
		}
	}
	return a
}

// payload reads an answer as the schema of an interrupt says, and reports whether it is one.
func (r *reader) payload(a *Answer) bool {
	at := r.d.Offset()
	members := map[string]*string{
		"text": &a.Text, "choice_id": &a.ChoiceID, "approval_token": &a.ApprovalToken,
		"payment_method_id": &a.PaymentMethodID,
	}
	n := 0
	for r.d.Object(); r.d.Next(); n++ {
		into := members[r.d.Key()]
		if into == nil {
			r.d.Fail("no such member in an answer: text, choice_id, or approval_token and payment_method_id")
			return false
		}
		*into = r.d.Text(trip.MaxTextBytes)
	}
	approves := a.ApprovalToken != "" && (n == 1 || n == 2 && a.PaymentMethodID != "")
	if !r.d.Failed() && (n != 1 || a.Text == "" && a.ChoiceID == "") && !approves {
		r.d.FailAt(at, "text, or choice_id, or approval_token and payment_method_id", "another object")
	}
	return !r.d.Failed()
}

// forwarded reads what is meant for this server. Anything else belongs to others.
func (r *reader) forwarded(in *Input) {
	if r.d.Kind() != wire.Object {
		r.d.Skip()
		return
	}
	for r.d.Object(); r.d.Next(); {
		switch r.d.Key() {
		case "cancel":
			in.Cancel = r.d.Bool()
		case "reason":
			in.Reason = r.d.Text(trip.MaxTextBytes)
		default:
			r.d.Skip()
		}
	}
}

// Events returns what the input says to a trip that is as now: the answer to what it waits for, and the message that
// comes with it, in this order; none when it says nothing new. A declined interrupt is answered with no where that is a
// choice, unless a message says what is meant instead; else it changes nothing.
//
//   - Errors: ErrInput where an approval names no method of payment and the trip has none.
func (in *Input) Events(now *trip.Intent) ([]trip.Event, error) {
	if in.Cancel {
		return []trip.Event{{ID: "cancel:" + in.Run, Data: trip.TurnCancelled{Reason: in.Reason}}}, nil
	}
	var out []trip.Event
	if in.Answer != nil && !(in.Answer.Declined && in.Message != nil) {
		data, err := in.Answer.data(now)
		if err != nil {
			return nil, err
		}
		if data != nil {
			out = append(out, trip.Event{ID: in.Answer.eventID(in.Run), Data: data})
		}
	}
	if in.Message != nil {
		out = append(out, trip.Event{ID: in.Message.ID, Data: trip.UserMessage{Text: in.Message.Text}})
	}
	return out, nil
}

// eventID names the event of an answer: the same run may answer another interrupt later.
func (a *Answer) eventID(run string) string {
	return answerEvent + run + ":" + wire.Hash([]byte(a.Interrupt))
}

// data is what an answer says; nil when that is nothing.
func (a *Answer) data(now *trip.Intent) (trip.EventData, error) {
	switch {
	case a.Declined:
		no := trip.UserAnswered{AskID: a.Interrupt, ChoiceID: trip.ChoiceNo}
		if !now.Status.Ask.Offers(no) {
			return nil, nil
		}
		return no, nil
	case a.ApprovalToken != "":
		pays := cmp.Or(a.PaymentMethodID, now.Party.PaymentMethodID)
		if pays == "" {
			return nil, fmt.Errorf("%w: resume[0].payload.payment_method_id: want what pays, for the trip names none", ErrInput)
		}
		return trip.UserApprovedPurchase{
			ApprovalToken: a.ApprovalToken, PaymentMethodID: pays, AskID: a.Interrupt,
		}, nil
	case a.ChoiceID != "":
		return trip.UserAnswered{AskID: a.Interrupt, ChoiceID: a.ChoiceID}, nil
	}
	return trip.UserMessage{Text: a.Text, AskID: a.Interrupt}, nil
}
