package transcript_test

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// secret stands in every raw error text. It must not appear in any message.
const secret = "sk-4242"

// entry is one event of a log with its decision.
type entry struct {
	event    trip.Event
	decision trip.Decision
}

// log folds events and projects them.
type log struct {
	t       rapid.TB
	cfg     turn.Config
	in      trip.Intent
	entries []entry
	p       transcript.Projection
	touched []int // by the last event
}

// bookTaxi is a write tool that a model may propose.
const bookTaxi = `{"name":"book_taxi","effect":"write","proposable":true,"unattended":true,"arguments":{"type":"object"},"result":{}}`

func start(t rapid.TB) *log {
	t.Helper()
	return startWith(t, bookTaxi)
}

// startWith begins a log with a tool of an embedder's.
func startWith(t rapid.TB, tool string) *log {
	t.Helper()
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","catalog":[` + tool + `],"intent":{"itinerary":{"lodging":{"stays":[
		{"location_code":"LIS"},{"location_code":"OPO"}]}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	l := &log{t: t}
	if l.cfg, err = turn.Configure(turn.Default(), h); err != nil {
		t.Fatal(err)
	}
	if l.in, err = turn.Start(l.cfg, h); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *log) add(data trip.EventData) *log {
	l.t.Helper()
	ev := trip.Event{At: l.in.UpdatedAt + 1_000_000_000, Data: data}
	next, d, err := turn.Step(l.cfg, l.in, ev)
	if err != nil {
		l.t.Fatal(err)
	}
	l.in = next
	l.entries = append(l.entries, entry{ev, d})
	l.touched = l.p.Add(ev, d)
	return l
}

// asks sends a message that the extraction takes for an open request.
func (l *log) asks(text string) *log {
	l.t.Helper()
	return l.add(trip.UserMessage{Text: text}).gives(trip.ToolExtract, `{"request":{"kind":"assist"}}`)
}

func (l *log) proposes(proposal string) *log {
	l.t.Helper()
	return l.gives(trip.ToolAssistantStep, proposal)
}

func (l *log) gives(tool, result string) *log {
	l.t.Helper()
	return l.add(trip.ToolResult{ToolName: tool, Result: trip.Raw(result)})
}

func (l *log) fails(tool, code string) *log {
	l.t.Helper()
	return l.add(trip.ToolError{ToolName: tool, Code: code, Error: secret})
}

// page writes messages as lines, calls with what became of them.
func page(messages []transcript.Message) []string {
	var out []string
	for _, m := range messages {
		if m.Role != transcript.Tools {
			out = append(out, fmt.Sprintf("%s %s: %s", m.ID, m.Role, m.Text))
			continue
		}
		for _, c := range m.Calls {
			out = append(out, fmt.Sprintf("%s %s %s: %s %s%s", m.ID, c.Name, c.Arguments, c.Class, c.Result, c.Error))
		}
	}
	return out
}

// talk writes what a model sees as lines.
func talk(messages []transcript.ModelMessage) []string {
	var out []string
	for _, m := range messages {
		line := m.Role + ": " + m.Text
		for _, c := range m.Calls {
			line += c.Name + " " + string(c.Arguments) + ";"
		}
		out = append(out, line)
	}
	return out
}
