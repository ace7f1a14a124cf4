package runner

import (
	"encoding/json"

	"github.com/legwork-go/legwork/trip"
)

// updateJSON is the JSON form of an Update.
type updateJSON struct {
	Kind       string          `json:"kind"`
	Trip       trip.ID         `json:"trip_id,omitempty"`
	Seq        int64           `json:"seq,omitempty"`
	Turn       int64           `json:"turn,omitempty"`
	At         string          `json:"at,omitempty"`
	EventID    string          `json:"event_id,omitempty"`
	Replayed   bool            `json:"replayed,omitempty"`
	Superseded bool            `json:"superseded,omitempty"`
	Event      json.RawMessage `json:"event,omitempty"`
	Call       *callJSON       `json:"call,omitempty"`
	Delta      string          `json:"delta,omitempty"`
	Message    string          `json:"message_id,omitempty"`
	Offset     int             `json:"offset,omitempty"`
	Decision   json.RawMessage `json:"decision,omitempty"`
	Plan       []PlanStep      `json:"plan,omitempty"`
}

type callJSON struct {
	ID        string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Class     trip.Class      `json:"class,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Attempts  int64           `json:"attempts,omitempty"`
	StartedAt string          `json:"started_at,omitempty"`
	EndedAt   string          `json:"ended_at,omitempty"`
}

// MarshalJSON implements json.Marshaler. The members are kind, trip_id, seq, turn, at, event_id, replayed,
// superseded; event in queued, accepted, call_finished and decided, as a line of a recording has it but for raw error
// text; decision in decided and turn_ended; plan in decided where one begins, a list of id, tool and args; delta in
// reported, with message_id and offset where it is the words of an answer; and call in call_started, call_finished and
// reported, with call_id, name, arguments, class, result, attempts, started_at and ended_at. What is empty is left out;
// instants are RFC 3339.
func (u Update) MarshalJSON() ([]byte, error) {
	out := updateJSON{
		Kind: u.Kind.String(), Trip: u.Trip, Seq: u.Seq, Turn: u.Turn, At: instantText(u.At), EventID: u.EventID,
		Replayed: u.Replayed, Superseded: u.Superseded, Delta: u.Delta, Message: u.Message, Offset: u.Offset,
		Plan: u.NewPlan(),
	}
	switch u.Kind {
	case Queued, Accepted, CallFinished, Decided:
		if u.Event.Data != nil {
			out.Event = u.Event.AppendJSON(nil)
		}
	case CallStarted, TurnEnded, Reported:
	}
	if (u.Kind == Decided || u.Kind == TurnEnded) && u.Decision != nil {
		out.Decision = u.Decision.AppendJSON(nil)
	}
	if c := u.Call; c != nil {
		out.Call = &callJSON{
			ID: c.ID, Name: c.Name, Arguments: json.RawMessage(c.Arguments), Class: c.Class, Result: json.RawMessage(c.Result),
			Attempts: c.Attempts, StartedAt: instantText(c.StartedAt), EndedAt: instantText(c.EndedAt),
		}
	}
	return json.Marshal(out)
}

// instantText writes an instant, or nothing for one that is not known.
func instantText(at trip.Instant) string {
	if at == 0 {
		return ""
	}
	return at.String()
}
