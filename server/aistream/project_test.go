package aistream_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/logtest"
	"github.com/legwork-go/legwork/server/aistream"
	"github.com/legwork-go/legwork/trip"
)

// client is what a client makes of the chunks: it refuses those that its parser would.
type client struct {
	t      *testing.T
	texts  map[string]string // of the parts that were told
	open   string            // the text part that is told
	step   map[string]bool   // the parts of the step that can be taken back; nil without any
	states map[string]string // of the tool parts
	intent json.RawMessage
	lines  []string
	last   aistream.Chunk
}

func (c *client) take(chunks []aistream.Chunk) {
	c.t.Helper()
	if c.texts == nil {
		c.texts, c.states = map[string]string{}, map[string]string{}
	}
	for i := range chunks {
		line := chunks[i].JSON()
		if !json.Valid(line) || bytes.ContainsAny(line, "\n\r") {
			c.t.Fatalf("not JSON of one line: %s", line)
		}
		c.lines = append(c.lines, string(line))
		c.last = chunks[i]
		c.keep(&chunks[i])
	}
}

func (c *client) keep(chunk *aistream.Chunk) {
	c.t.Helper()
	_, isText := c.texts[chunk.ID]
	state, isTool := c.states[chunk.ToolCallID]
	ok := true
	switch chunk.Type {
	case aistream.StartStep:
		c.step = map[string]bool{}
	case aistream.ResetStep:
		ok = c.step != nil
		for id := range c.step {
			delete(c.texts, id)
			delete(c.states, id)
		}
		c.open, c.step = "", map[string]bool{}
	case aistream.TextStart:
		ok = !isText && c.open == ""
		c.texts[chunk.ID], c.open = "", chunk.ID
	case aistream.TextDelta:
		ok = c.open == chunk.ID && chunk.Delta != ""
		c.texts[chunk.ID] += chunk.Delta
	case aistream.TextEnd:
		ok = c.open == chunk.ID
		c.open = ""
	case aistream.ToolInputStart:
		ok = !isTool && chunk.ToolName != ""
		c.states[chunk.ToolCallID] = "streaming"
	case aistream.ToolInputAvailable:
		ok = (!isTool || state == "streaming" || state == "requested") && json.Valid(chunk.Input)
		c.states[chunk.ToolCallID] = "called"
	case aistream.ToolApprovalRequest:
		ok = state == "called" && chunk.ApprovalID != ""
		c.states[chunk.ToolCallID] = "requested"
	case aistream.ToolOutputAvailable:
		ok = state == "called" && json.Valid(chunk.Output)
		c.states[chunk.ToolCallID] = "done"
	case aistream.ToolOutputError, aistream.ToolOutputDenied:
		ok = state == "called"
		c.states[chunk.ToolCallID] = "done"
	case aistream.DataIntent:
		ok = chunk.ID == "intent"
		c.intent = chunk.Data.(json.RawMessage)
	case aistream.Start:
		ok = chunk.MessageID != ""
	}
	if c.step != nil && (chunk.Type == aistream.TextStart || chunk.Type == aistream.ToolInputStart) {
		c.step[chunk.ID+chunk.ToolCallID] = true
	}
	if !ok {
		c.t.Fatalf("out of order: %s", chunk.JSON())
	}
}

// TestRecordingsAsMessages tells each turn of each recording as a message. Approvals answer the request that was told.
func TestRecordingsAsMessages(t *testing.T) {
	logtest.Each(t, "../../fixtures", func(t *testing.T, start *trip.Intent, log []logtest.Entry) {
		c := &client{t: t}
		in := start
		var p *aistream.Projection
		request, said := "", 0
		for i := range log {
			ev, d := &log[i].Event, &log[i].Decision
			if p != nil && ev.Type().FromPerson() {
				c.take(p.Supersede(&d.Next))
				c.take(p.Finish())
				p = nil
			}
			if p == nil {
				p = &aistream.Projection{Chat: "t1"}
				c.take(p.Start(aistream.MessageID(d.Next.Turn.Number), in))
				if ev.Type() == trip.TypeUserApprovedPurchase {
					c.take(p.Answer(request, true))
				}
			}
			c.take(p.Add(ev, d))
			said += len(d.UI)
			if in = &d.Next; len(in.Turn.Outstanding) > 0 {
				continue
			}
			c.take(p.Finish())
			if n := len(c.lines); strings.Contains(c.lines[max(n-2, 0)], aistream.ToolApprovalRequest) {
				var asked aistream.Chunk
				if err := json.Unmarshal([]byte(c.lines[n-2]), &asked); err != nil {
					t.Fatal(err)
				}
				if request = asked.ApprovalID; aistream.AskOf(request) != in.Status.Ask.ID {
					t.Errorf("%s is not for %s", request, in.Status.Ask.ID)
				}
			}
			p = nil
		}
		if len(c.texts) != said {
			t.Errorf("%d of %d texts were told", len(c.texts), said)
		}
		checkDone(t, c, log)
	})
}

// TestSupersede interrupts each turn of each recording at each of its events with another message: every call that was
// told has its outcome.
func TestSupersede(t *testing.T) {
	interrupted := 0
	logtest.Each(t, "../../fixtures", func(t *testing.T, start *trip.Intent, log []logtest.Entry) {
		for i := range log {
			_, d := logtest.Interrupt(t, &log[i])
			if d == nil {
				continue
			}
			interrupted++
			c := &client{t: t}
			p := aistream.Projection{Chat: "t1"}
			c.take(p.Start("m", start))
			for k := range log[:i+1] {
				c.take(p.Add(&log[k].Event, &log[k].Decision))
			}
			c.take(p.Supersede(&d.Next))
			c.take(p.Finish())
			for id, state := range c.states {
				if state != "done" {
					t.Errorf("at %d the call %s is %s", i+1, id, state)
				}
			}
		}
	})
	if interrupted < 20 {
		t.Errorf("%d turns were interrupted", interrupted)
	}
}

// checkDone checks that what ended was told to be, and that nothing was told that pays or approves.
func checkDone(t *testing.T, c *client, log []logtest.Entry) {
	t.Helper()
	end := &log[len(log)-1].Decision.Next
	for id, state := range c.states {
		outstanding := slices.ContainsFunc(end.Turn.Outstanding, func(o trip.Pending) bool {
			return o.CallID == id || o.Name == trip.ToolPurchase && strings.HasPrefix(id, "approve.")
		})
		if state != "done" && !outstanding && state != "requested" {
			t.Errorf("the call %s is %s", id, state)
		}
	}
	told := strings.Join(c.lines, "\n")
	for _, hidden := range []string{`"turn":{`, "idempotency_key", "approval_token", "payment_method_id"} {
		if strings.Contains(told, hidden) {
			t.Errorf("%s was told", hidden)
		}
	}
	for i := range log {
		if a, ok := log[i].Event.Data.(trip.UserApprovedPurchase); ok && strings.Contains(told, `"`+a.PaymentMethodID+`"`) {
			t.Error("what pays was told")
		}
	}
}

func TestHowMessagesEnd(t *testing.T) {
	ask := &trip.Ask{Kind: trip.AskApprove, ID: "a1", Text: "Buy all of it?", ExpiresAt: 1_800_000_000_000_000_000}
	at := func(s trip.Status, ask *trip.Ask) *trip.Intent {
		in := trip.NewIntent()
		in.Status.Node, in.Status.Ask, in.Turn.Number = s, ask, 3
		return &in
	}
	for _, c := range []struct {
		name, answers string
		approved      bool
		in            *trip.Intent
		want          string
	}{
		{"at rest", "", false, at(trip.PresentingOptions, nil), `{"type":"finish","finishReason":"stop"}`},
		{"failed", "", false, at(trip.ErrorRetryable, nil), `{"type":"finish","finishReason":"error"}`},
		{
			"an approval", "", false, at(trip.HoldsPlaced, ask),
			`{"type":"tool-input-available","toolCallId":"approve.a1.3","toolName":"booking_confirm_and_purchase","dynamic":true,` +
				`"input":{"text":"Buy all of it?","expires_at":"2027-01-15T08:00:00Z"}}
{"type":"tool-approval-request","toolCallId":"approve.a1.3","approvalId":"a1.3"}
{"type":"finish","finishReason":"tool-calls"}`,
		},
		{"declined", "a1.3", false, at(trip.HoldsPlaced, ask), `{"type":"finish","finishReason":"stop"}`},
		{"declined in the turn before", "a1.2", false, at(trip.HoldsPlaced, ask), `{"type":"finish","finishReason":"stop"}`},
		{
			"approved for nothing", "a0.2", true, at(trip.Booked, nil),
			`{"type":"tool-output-error","toolCallId":"approve.a0.2","errorText":"nothing was done"}
{"type":"finish","finishReason":"stop"}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := aistream.Projection{}
			p.Start("turn-3", c.in)
			if c.answers != "" {
				p.Answer(c.answers, c.approved)
			}
			var got []string
			for _, chunk := range p.Finish() {
				got = append(got, string(chunk.JSON()))
			}
			if text := strings.Join(got, "\n"); text != c.want {
				t.Errorf("got\n%s\nwant\n%s", text, c.want)
			}
		})
	}
	p := aistream.Projection{}
	p.Start("turn-3", at(trip.QuotingFlights, nil))
	p.Supersede(at(trip.QuotingFlights, nil))
	if got := p.Finish(); len(got) != 1 || got[0].Type != aistream.Abort {
		t.Errorf("superseded: %+v", got)
	}
}
