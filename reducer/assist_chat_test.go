package reducer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// second is the time between two events of a chat.
const second = 1_000_000_000

// chat is a conversation with the assistant, told by what the model and the tools answer.
type chat struct {
	t   testing.TB
	cfg turn.Config
	in  trip.Intent
	d   trip.Decision // of the last event
}

// openChat starts a trip of a header in which a message asks for something else than a plan, so
// that the model is asked for its first step, also where documents are selected.
func openChat(t testing.TB, header, message string) *chat {
	t.Helper()
	c := openTrip(t, header)
	c.cfg.Policy.RetrieveFirst = trip.False
	return c.says(message)
}

// openTrip starts a trip of a header.
func openTrip(t testing.TB, header string) *chat {
	t.Helper()
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1",` + header + `}`)
	if err != nil {
		t.Fatal(err)
	}
	c := &chat{t: t}
	if c.cfg, err = turn.Configure(turn.Default(), h); err != nil {
		t.Fatal(err)
	}
	if c.in, err = midst.Start(c.cfg, h); err != nil {
		t.Fatal(err)
	}
	return c
}

// ask is openChat on an empty trip.
func ask(t testing.TB, message string) *chat { t.Helper(); return openChat(t, `"intent":{}`, message) }

func (c *chat) event(data trip.EventData) *chat {
	c.t.Helper()
	at := max(c.in.UpdatedAt, trip.Instant(1_772_355_600*second)) + second
	next, d, err := turn.Step(c.cfg, c.in, trip.Event{At: at, Data: data})
	if err != nil {
		c.t.Fatal(err)
	}
	c.in, c.d = next, d
	return c
}

// says sends a message, which the extraction takes for an open request.
func (c *chat) says(message string) *chat {
	c.t.Helper()
	c.event(trip.UserMessage{Text: message})
	return c.gives(trip.ToolExtract, `{"request":{"kind":"assist"}}`)
}

// proposes answers the running assistant step.
func (c *chat) proposes(proposal string) *chat {
	c.t.Helper()
	return c.gives(trip.ToolAssistantStep, proposal)
}

// calls answers the running assistant step with calls: name and arguments in turn.
func (c *chat) calls(pairs ...string) *chat {
	c.t.Helper()
	list := make([]string, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, `{"name":"`+pairs[i]+`","arguments":`+pairs[i+1]+`}`)
	}
	return c.proposes(`{"tool_calls":[` + strings.Join(list, ",") + `]}`)
}

// gives settles the oldest call of a tool with a result.
func (c *chat) gives(tool, result string) *chat {
	c.t.Helper()
	c.event(trip.ToolResult{ToolName: tool, Result: trip.Raw(result)})
	if c.d.Ignored != "" {
		c.t.Fatalf("a result of %s is ignored: %s", tool, c.d.Ignored)
	}
	return c
}

// fails settles the oldest call of a tool with an error.
func (c *chat) fails(tool, code, text string) *chat {
	c.t.Helper()
	c.event(trip.ToolError{ToolName: tool, Code: code, Error: text})
	if c.d.Ignored != "" {
		c.t.Fatalf("an error of %s is ignored: %s", tool, c.d.Ignored)
	}
	return c
}

// queues compares what the last event queued: "name arguments", of an assistant step the name.
func (c *chat) queues(want ...string) *chat {
	c.t.Helper()
	var got []string
	for _, call := range c.d.ToolCalls {
		if call.Name == trip.ToolAssistantStep {
			got = append(got, call.Name)
			continue
		}
		got = append(got, call.Name+" "+string(trip.AppendArguments(nil, call.Arguments)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		c.t.Errorf("queued (-want +got):\n%s", diff)
	}
	return c
}

// shows compares the messages of the last event.
func (c *chat) shows(want ...string) *chat {
	c.t.Helper()
	if diff := cmp.Diff(want, c.d.UIMessages()); diff != "" {
		c.t.Errorf("messages (-want +got):\n%s", diff)
	}
	return c
}

// notes compares the notes of the last event.
func (c *chat) notes(want ...string) *chat {
	c.t.Helper()
	if diff := cmp.Diff(want, trip.Texts(c.d.NotesAdded)); diff != "" {
		c.t.Errorf("notes (-want +got):\n%s", diff)
	}
	return c
}

// is compares the status after the last event.
func (c *chat) is(want trip.Status) *chat {
	c.t.Helper()
	if c.d.Status != want {
		c.t.Errorf("status %s, want %s", c.d.Status, want)
	}
	return c
}

// step returns the arguments of the assistant step that the last event queued.
func (c *chat) step() trip.AssistArguments {
	c.t.Helper()
	i := slices.IndexFunc(c.d.ToolCalls, func(call trip.Call) bool { return call.Name == trip.ToolAssistantStep })
	if i < 0 {
		c.t.Fatalf("no assistant step is queued, but %v", c.d.ToolCalls)
	}
	args, ok := c.d.ToolCalls[i].Arguments.(trip.AssistArguments)
	if !ok {
		c.t.Fatalf("the assistant step has arguments of %T", c.d.ToolCalls[i].Arguments)
	}
	return args
}

// tool is a tool for a test's catalog, as JSON.
func tool(name, more string) string {
	return `{"name":"` + name + `","effect":"read","proposable":true,"arguments":{"type":"object"},"result":{}` + more + `}`
}

// withTools is the header of an empty trip with more tools.
func withTools(tools ...string) string {
	return `"intent":{},"catalog":[` + strings.Join(tools, ",") + `]`
}
