package agui_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/legwork-go/legwork/internal/logtest"
	"github.com/legwork-go/legwork/server/agui"
	"github.com/legwork-go/legwork/trip"
)

// fixtures is where the recordings stand.
const fixtures = "../../fixtures"

// client is what a client makes of the events: it checks their order and keeps the state and what it was told.
type client struct {
	t        *testing.T
	verifier agui.Verifier
	state    []byte
	texts    map[string]string
	calls    map[string]string // results by call
	last     agui.Event
	lines    []string
}

// nullMember finds a member of an event that is null; what is quoted within a text is not meant.
var nullMember = regexp.MustCompile(`[^\\]":null`)

func (c *client) take(events []agui.Event) {
	c.t.Helper()
	for i := range events {
		e := &events[i]
		if err := c.verifier.Check(e); err != nil {
			c.t.Fatal(err)
		}
		line := e.JSON()
		isState := e.Type == agui.StateSnapshot || e.Type == agui.StateDelta
		if !json.Valid(line) || bytes.ContainsAny(line, "\n\r") || !isState && nullMember.Match(line) {
			c.t.Fatalf("not an event of one line without null: %s", line)
		}
		c.lines = append(c.lines, string(line))
		c.keep(e)
	}
}

func (c *client) keep(e *agui.Event) {
	c.t.Helper()
	if c.texts == nil {
		c.texts, c.calls = map[string]string{}, map[string]string{}
	}
	c.last = *e
	switch e.Type {
	case agui.StateSnapshot:
		c.state = e.Snapshot
	case agui.StateDelta:
		patch, err := jsonpatch.DecodePatch(e.Delta.(json.RawMessage))
		if err != nil {
			c.t.Fatal(err)
		}
		if c.state, err = patch.Apply(c.state); err != nil {
			c.t.Fatal(err)
		}
	case agui.MessagesSnapshot:
		c.snapshot(e.Messages)
	case agui.TextMessageContent:
		c.texts[e.MessageID] += e.Delta.(string)
	case agui.ToolCallStart:
		c.calls[e.ToolCallID] = ""
	case agui.ToolCallResult:
		c.calls[e.ToolCallID] = e.Content
	}
}

func (c *client) snapshot(list []agui.Message) {
	clear(c.texts) // what is not in it is gone
	for _, m := range list {
		switch {
		case m.Role == "tool":
			c.calls[m.ToolCallID] = m.Content
		case m.Content != "":
			c.texts[m.ID] = m.Content
		}
		for _, call := range m.ToolCalls {
			c.calls[call.ID] = ""
		}
	}
}

// sees checks that the client has the document of an intent.
func (c *client) sees(in *trip.Intent) {
	c.t.Helper()
	var p agui.Projection
	p.Thread = string(in.TripID)
	want := p.Start(in)[1].Snapshot
	if !jsonpatch.Equal(c.state, want) {
		c.t.Fatalf("the state is\n%s, want\n%s", c.state, want)
	}
}

// TestRecordingsAsRuns tells each turn of each recording as a run of its own.
func TestRecordingsAsRuns(t *testing.T) {
	logtest.Each(t, fixtures, func(t *testing.T, start *trip.Intent, log []logtest.Entry) {
		c := &client{t: t}
		in := start
		var p *agui.Projection
		said, queued := 0, 0
		for i := range log {
			ev, d := &log[i].Event, &log[i].Decision
			if p != nil && ev.Type().FromPerson() && len(in.Turn.Outstanding) > 0 {
				c.take(p.Supersede(&d.Next))
				c.take(p.Finish())
				p = nil
			}
			if p == nil {
				p = &agui.Projection{Thread: string(in.TripID), Run: "r"}
				c.take(p.Start(in))
			}
			c.take(p.Add(ev, d))
			in = &d.Next
			c.sees(in)
			said += len(d.UI)
			for _, call := range d.ToolCalls {
				if call.Name != trip.ToolAssistantStep {
					queued++
				}
			}
			if len(d.Next.Turn.Outstanding) == 0 {
				c.take(p.Finish())
				checkOutcome(t, &c.last, in)
				p = nil
			}
		}
		if err := c.verifier.End(); (err == nil) != (p == nil) {
			t.Error(err)
		}
		check(t, c, log, said, queued)
	})
}

// check compares what a client knows with the log.
func check(t *testing.T, c *client, log []logtest.Entry, said, queued int) {
	t.Helper()
	texts := 0
	for i := range log {
		for _, m := range log[i].Decision.UI {
			for _, text := range c.texts {
				if text == m.Text {
					texts++
					break
				}
			}
		}
	}
	if texts != said {
		t.Errorf("%d of %d texts were told", texts, said)
	}
	if len(c.calls) != queued {
		t.Errorf("%d of %d calls were told", len(c.calls), queued)
	}
	open := 0
	for id, result := range c.calls {
		if result == "" {
			open++
		} else if !json.Valid([]byte(result)) {
			t.Errorf("the result of call %s is %q", id, result)
		}
	}
	for _, out := range log[len(log)-1].Decision.Next.Turn.Outstanding {
		if out.Name != trip.ToolAssistantStep {
			open--
		}
	}
	if open != 0 {
		t.Errorf("%d calls have no result and are not outstanding", open)
	}
	told := strings.Join(c.lines, "\n")
	for i := range log {
		if a, ok := log[i].Event.Data.(trip.UserApprovedPurchase); ok {
			for _, secret := range []string{"idempotency_key", quoted(a.ApprovalToken), quoted(a.PaymentMethodID)} {
				if strings.Contains(told, secret) {
					t.Errorf("%s was told", secret)
				}
			}
		}
	}
}

// quoted is a text as it stands in JSON that is itself quoted: the arguments of a call.
func quoted(text string) string { return `\"` + text + `\"` }

// checkOutcome compares how a run ended with what the trip waits for.
func checkOutcome(t *testing.T, e *agui.Event, in *trip.Intent) {
	t.Helper()
	ask := in.Status.Ask
	if ask == nil || ask.Kind != trip.AskApprove && (ask.Kind != trip.AskConfirm || ask.Key == "ask.hold") {
		if e.Outcome.Type != agui.Success {
			t.Errorf("the outcome is %s", e.JSON())
		}
		return
	}
	if e.Outcome.Type != agui.Interrupt || len(e.Outcome.Interrupts) != 1 || e.Outcome.Interrupts[0].ID != ask.ID {
		t.Errorf("the outcome is %s, the trip waits for %s", e.JSON(), ask.AppendJSON(nil))
	}
}

// TestSupersede interrupts each turn of each recording at each of its events with another message. Who was told of that
// turn knows of each call what one knows who comes back later.
func TestSupersede(t *testing.T) {
	interrupted := 0
	logtest.Each(t, fixtures, func(t *testing.T, start *trip.Intent, log []logtest.Entry) {
		for i := range log {
			next, d := logtest.Interrupt(t, &log[i])
			if d == nil {
				continue
			}
			interrupted++
			c := &client{t: t}
			p := agui.Projection{Thread: string(start.TripID), Run: "r"}
			c.take(p.Start(start))
			for k := range log[:i+1] {
				c.take(p.Add(&log[k].Event, &log[k].Decision))
			}
			c.take(p.Supersede(&d.Next))
			c.take(p.Finish())
			if c.last.Outcome.Type != agui.Cancelled {
				t.Errorf("at %d the run ends with %s", i+1, c.last.JSON())
			}
			all := append(slices.Clone(log[:i+1]), logtest.Entry{Event: *next, Decision: *d})
			later := comeBack(t, start, all, i+2)
			for id, result := range c.calls {
				if result == "" || result != later.calls[id] {
					t.Errorf("at %d the result of call %s is %q, later %q", i+1, id, result, later.calls[id])
				}
			}
			c.take(p.Start(&d.Next))
			before := len(c.calls)
			c.take(p.Add(next, d)) // who goes on with the same stream is told nothing twice
			if queued := len(d.ToolCalls); len(c.calls) > before+queued {
				t.Errorf("at %d %d calls were told anew", i+1, len(c.calls)-before)
			}
		}
	})
	if interrupted < 20 {
		t.Errorf("%d turns were interrupted", interrupted)
	}
}

// TestComingBack begins a run at each event of each recording: the conversation so far, then the rest. At the end
// the client knows what one knows who was there all the time.
func TestComingBack(t *testing.T) {
	logtest.Each(t, fixtures, func(t *testing.T, start *trip.Intent, log []logtest.Entry) {
		whole := comeBack(t, start, log, 0)
		if len(whole.texts) == 0 || len(whole.calls) == 0 {
			t.Fatal("nothing was told")
		}
		for from := range log {
			got := comeBack(t, start, log, from+1)
			if diff := cmp.Diff(whole.texts, got.texts) + cmp.Diff(whole.calls, got.calls); diff != "" {
				t.Fatalf("from %d:\n%s", from+1, diff)
			}
		}
	})
}

// comeBack returns a client who comes after the first events, and what it knows in the end.
func comeBack(t *testing.T, start *trip.Intent, log []logtest.Entry, from int) *client {
	t.Helper()
	c := &client{t: t}
	p := agui.Projection{Thread: string(start.TripID), Run: "r"}
	in := start
	for i := range log[:from] {
		p.Take(&log[i].Event, &log[i].Decision)
		in = &log[i].Decision.Next
	}
	c.take(p.Start(in))
	c.take(p.Messages())
	for i := from; i < len(log); i++ {
		c.take(p.Add(&log[i].Event, &log[i].Decision))
	}
	end := &log[len(log)-1].Decision.Next
	c.sees(end)
	if len(end.Turn.Outstanding) == 0 {
		c.take(p.Finish())
	}
	return c
}

// TestInterrupts answers what each kind of ask shows as its schema says, and with what it does not allow.
const answered = `{"threadId":"t1","runId":"r1","messages":[],"resume":[{"interruptId":"a1","status":"resolved","payload":%}]}`

func TestInterrupts(t *testing.T) {
	choices := []trip.Choice{{ID: "b1", Label: "The cheapest"}, {ID: "b2", Label: "The fastest"}}
	for _, c := range []struct {
		name      string
		ask       trip.Ask
		pays      string // what the trip has
		reason    string
		good, bad []string
	}{
		{
			"confirm",
			trip.Ask{Kind: trip.AskConfirm, About: []string{"itinerary"}, Choices: choices},
			"",
			"legwork:confirm",
			[]string{`{"choice_id":"b2"}`, `{"text":"the first"}`},
			[]string{`{}`, `{"text":""}`, `{"choice_id":"b3"}`, `"b1"`, `{"choice_id":"b1","text":"x"}`},
		},
		{
			"approve",
			trip.Ask{Kind: trip.AskApprove, Choices: choices, ExpiresAt: 1_800_000_000_000_000_000},
			"",
			"legwork:approval",
			[]string{`{"approval_token":"t","payment_method_id":"p"}`, `{"text":"no"}`},
			[]string{`{"approval_token":"t"}`, `{"choice_id":"b1"}`, `{"approval_token":"","payment_method_id":"p"}`},
		},
		{
			"approve, and the trip has what pays",
			trip.Ask{Kind: trip.AskApprove, Choices: choices},
			"pm_trip",
			"legwork:approval",
			[]string{`{"approval_token":"t"}`, `{"approval_token":"t","payment_method_id":"p"}`},
			[]string{`{"payment_method_id":"p"}`},
		},
		{
			"approve what a model proposed",
			trip.Ask{Kind: trip.AskApprove, About: []string{trip.AboutWaiting}, Choices: choices},
			"",
			"legwork:approval",
			[]string{`{"choice_id":"b1"}`, `{"text":"no"}`},
			[]string{`{"approval_token":"t","payment_method_id":"p"}`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := trip.NewIntent()
			in.Status.Ask, in.Party.PaymentMethodID = &c.ask, c.pays
			c.ask.ID, c.ask.Text = "a1", "Which one?"
			p := agui.Projection{Thread: "t1", Run: "r1"}
			p.Start(&in)
			got := p.Finish()[0].Outcome.Interrupts[0]
			if got.Reason != c.reason || got.ID != "a1" || got.Message != "Which one?" || (got.ExpiresAt == "2027-01-15T08:00:00Z") != (c.ask.ExpiresAt != 0) {
				t.Errorf("got %+v", got)
			}
			schema := compile(t, got.ResponseSchema)
			for _, answer := range append(c.good, c.bad...) {
				doc, err := jsonschema.UnmarshalJSON(strings.NewReader(answer))
				if err != nil {
					t.Fatal(err)
				}
				_, decodes := agui.Decode([]byte(strings.Replace(answered, "%", answer, 1)))
				good := len(c.good) > 0 && answer == c.good[0] || len(c.good) > 1 && answer == c.good[1]
				if err := schema.Validate(doc); (err == nil) != good {
					t.Errorf("%s: the schema says %v", answer, err)
				}
				if good && decodes != nil {
					t.Errorf("%s: %v", answer, decodes)
				}
			}
		})
	}
}

// TestPlainQuestionsAreNoInterrupts: a client may not send a plain message while an interrupt is open.
func TestPlainQuestionsAreNoInterrupts(t *testing.T) {
	for _, ask := range []trip.Ask{
		{Kind: trip.AskMissing},
		{Kind: trip.AskClarify},
		{Kind: trip.AskChoose, Choices: []trip.Choice{{ID: "b1"}}},
		{Kind: trip.AskConfirm, About: []string{"working_memory.selected"}, Choices: []trip.Choice{{ID: "yes"}}},
	} {
		in := trip.NewIntent()
		in.Status.Ask = &ask
		p := agui.Projection{Thread: "t1", Run: "r1"}
		p.Start(&in)
		if got := p.Finish()[0].Outcome; got.Type != agui.Success || got.Interrupts != nil {
			t.Errorf("%s: the outcome is %+v", ask.Kind, got)
		}
	}
}

func compile(t *testing.T, schema []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("answer.json", doc); err != nil {
		t.Fatal(err)
	}
	out, err := c.Compile("answer.json")
	if err != nil {
		t.Fatal(err)
	}
	return out
}
