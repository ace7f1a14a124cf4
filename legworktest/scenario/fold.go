package scenario

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
)

// fold folds one event, checks what every event promises and appends it to the log. The error
// of an event that the engine refused is a *rejection.
func (p *play) fold(ev trip.Event) (trip.Decision, error) {
	ev.Seq, ev.Trip = p.last()+1, p.header.TripID
	return p.foldAsWritten(ev)
}

// foldAsWritten folds an event whose seq and trip are its writer's.
func (p *play) foldAsWritten(ev trip.Event) (trip.Decision, error) {
	settled := settles(&p.intent, ev)
	before := p.intent.AppendJSON(nil)
	next, decision, err := p.step(p.cfg, p.intent, ev)
	if after := p.intent.AppendJSON(nil); !bytes.Equal(before, after) {
		return decision, fmt.Errorf("the step modified its input:\n  was %s\n  is  %s", before, after)
	}
	if err != nil {
		if !bytes.Equal(before, next.AppendJSON(nil)) {
			return decision, fmt.Errorf("an error changed the intent: %w", err)
		}
		return decision, &rejection{err}
	}
	e := entry{
		event: ev.AppendJSON(nil), decision: decision.AppendJSON(nil), state: next.AppendJSON(nil), settled: settled,
	}
	if err := promises(ev, e, decision); err != nil {
		return decision, err
	}
	if err := p.again(before, ev, e, decision); err != nil {
		return decision, err
	}
	p.intent, p.now, p.log = next, ev.At, append(p.log, e)
	return decision, nil
}

// again folds an event from the document of the state before it, as after a crash, and holds the results together.
func (p *play) again(before []byte, ev trip.Event, e entry, d trip.Decision) error {
	read, _, err := trip.DecodeIntent(string(before))
	if err != nil {
		return fmt.Errorf("the state cannot be read back: %w", err)
	}
	next, decided, err := p.step(p.cfg, read, ev)
	if err != nil {
		return fmt.Errorf("the state that was read back refuses the event: %w", err)
	}
	if !bytes.Equal(e.state, next.AppendJSON(nil)) || !bytes.Equal(e.decision, decided.AppendJSON(nil)) {
		return fmt.Errorf("folding the same event twice gives different bytes")
	}
	if d.Digest() != decided.Digest() || d.Next.Digest() != next.Digest() {
		return fmt.Errorf("folding the same event from the state that was read back gives another digest")
	}
	return nil
}

// promises checks one decision.
func promises(ev trip.Event, e entry, d trip.Decision) error {
	if !bytes.Equal(e.state, d.Next.AppendJSON(nil)) {
		return fmt.Errorf("the decision's next intent is not the step's intent")
	}
	if d.Next.Status.Node != d.Status {
		return fmt.Errorf("the decision says %s, the intent %s", d.Status, d.Next.Status.Node)
	}
	if d.Status == trip.ReadyToQuote {
		return fmt.Errorf("an event ended in the transient status %s", d.Status)
	}
	// The person's own words are the one place where any text may stand.
	if _, said := ev.Data.(trip.UserMessage); !said && bytes.Contains(e.state, []byte(canary)) {
		return fmt.Errorf("raw error text stands in the intent")
	}
	for _, m := range d.UIMessages() {
		if strings.Contains(m, canary) {
			return fmt.Errorf("raw error text stands in a message: %q", m)
		}
	}
	return nil
}

// rejection is the engine's refusal of an event: an answer, not a fault of the scenario.
type rejection struct{ error }

// settles returns the id of the call that a tool event settles, else its own call id.
func settles(in *trip.Intent, ev trip.Event) string {
	var callID, tool string
	switch d := ev.Data.(type) {
	case trip.ToolResult:
		callID, tool = d.CallID, d.ToolName
	case trip.ToolError:
		callID, tool = d.CallID, d.ToolName
	default:
		return ""
	}
	if callID != "" {
		return callID
	}
	if m := calls.Find(in, "", tool, ev.Turn); m.Ignored == "" {
		return m.Pending.CallID
	}
	return ""
}
