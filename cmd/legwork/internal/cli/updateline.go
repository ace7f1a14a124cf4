package cli

import (
	"encoding/json"

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
