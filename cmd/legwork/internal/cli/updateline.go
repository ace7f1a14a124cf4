package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// update is one line of `run --json`.
type update struct {
	Kind       string            `json:"kind"`
	Trip       trip.ID           `json:"trip"`
	Seq        int64             `json:"seq"`
	Turn       int64             `json:"turn"`
	At         string            `json:"at"`
	Event      trip.EventType    `json:"event"`
	EventID    string            `json:"event_id,omitempty"`
	Phase      string            `json:"phase,omitempty"`
	State      string            `json:"state,omitempty"`
	UIMessages []string          `json:"ui_messages,omitempty"`
	Plan       []runner.PlanStep `json:"plan,omitempty"`
	Call       *updateCall       `json:"call,omitempty"`
}

// updateCall is the call of a line: with its arguments when it starts, and with its result when it has ended.
type updateCall struct {
	ID        string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Class     trip.Class      `json:"class,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Attempts  int64           `json:"attempts,omitempty"`
}

func updateLine(u runner.Update) update {
	line := update{
		Kind: u.Kind.String(), Trip: u.Trip, Seq: u.Seq, Turn: u.Turn, At: u.At.String(), Event: u.Event.Type(),
		EventID: u.EventID,
		Plan:    u.NewPlan(),
	}
	if d := u.Decision; u.Kind == runner.Decided || u.Kind == runner.TurnEnded {
		line.Phase, line.State = d.Status.Phase(), d.Status.State()
		if u.Kind == runner.Decided {
			line.UIMessages = texts.ForPrograms(d.UI)
		}
	}
	if c := u.Call; c != nil {
		line.Call = &updateCall{
			ID: c.ID, Name: c.Name, Arguments: json.RawMessage(c.Arguments), Class: c.Class, Result: json.RawMessage(c.Result),
			Attempts: c.Attempts,
		}
	}
	return line
}

// describe says an update in a few words for a person, "" for those that need none.
func describe(u runner.Update) string {
	switch u.Kind {
	case runner.CallStarted:
		return "… " + u.Call.Name + console.Gist(u.Call.Arguments)
	case runner.CallFinished:
		return fmt.Sprintf("  %s: %s%s%s", u.Call.Name, u.Call.Class, console.ByModel(u.Call.Name, u.Call.Result),
			console.Gist(u.Call.Result))
	case runner.Decided:
		return describePlan(u.NewPlan())
	case runner.Queued, runner.Accepted, runner.TurnEnded, runner.Reported:
	}
	return ""
}

// describePlan names the tools of a plan in their order.
func describePlan(steps []runner.PlanStep) string {
	if steps == nil {
		return ""
	}
	names := make([]string, len(steps))
	for i := range steps {
		names[i] = steps[i].Tool
	}
	return "  plan: " + strings.Join(names, ", then ")
}
