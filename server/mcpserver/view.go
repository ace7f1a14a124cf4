package mcpserver

import (
	"encoding/json"

	"github.com/legwork-go/legwork/trip"
)

// View is what a client is told of a trip. Lists are never null.
type View struct {
	TripID          string    `json:"trip_id"`
	Turn            int64     `json:"turn" jsonschema:"number of the turn"`
	Phase           string    `json:"phase" jsonschema:"intake, quote, book, completed, assist or error"`
	State           string    `json:"state" jsonschema:"state within the phase, such as presenting_options or holds_placed"`
	Messages        []string  `json:"messages" jsonschema:"what the agent says to the traveller in this turn"`
	MissingRequired []string  `json:"missing_required" jsonschema:"what is still missing before prices can be searched"`
	Bundles         []Bundle  `json:"bundles" jsonschema:"what can be selected with select_bundle"`
	Selected        string    `json:"selected_bundle_id,omitempty"`
	Confirmations   []string  `json:"required_confirmations" jsonschema:"what the traveller must confirm in request_hold: texts, and in_addition where this is bought beside a booking, which stays as it is"`
	Blocking        []string  `json:"blocking_issues" jsonschema:"why the selected bundle cannot be held"`
	Holds           []Hold    `json:"holds"`
	Ask             *Ask      `json:"ask,omitempty" jsonschema:"what the engine waits for; absent when it waits for nothing. Show text to the traveller and send the reply with answer or send_message; of kind approve, name id in approve_purchase"`
	Bookings        []Booking `json:"bookings"`
	LastError       *Failure  `json:"last_tool_error,omitempty" jsonschema:"what failed last; where state is retryable, sending 'try again' runs it again"`
}

// Bundle is one combination of flights and hotels.
type Bundle struct {
	BundleID  string   `json:"bundle_id"`
	Total     *Money   `json:"total,omitempty"`
	Why       string   `json:"why,omitempty"`
	Tradeoffs []string `json:"tradeoffs"`
}

// Money is a decimal amount in a currency.
type Money struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

// Hold is one item that is kept for the party.
type Hold struct {
	HoldID    string `json:"hold_id"`
	ItemType  string `json:"item_type"`
	Status    string `json:"status"`
	ExpiresAt string `json:"expires_at,omitempty"`
}

// Ask is a question to the traveller.
type Ask struct {
	Kind      string   `json:"kind" jsonschema:"missing, clarify, choose, confirm or approve"`
	ID        string   `json:"id"`
	About     []string `json:"about" jsonschema:"where in the trip's document it stands"`
	Text      string   `json:"text"`
	Choices   []Choice `json:"choices" jsonschema:"what answer takes; empty where only words answer"`
	ExpiresAt string   `json:"expires_at,omitempty"`
}

// Choice is one answer to an ask.
type Choice struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// Booking is one confirmed purchase.
type Booking struct {
	RecordLocator string `json:"record_locator,omitempty"`
	Status        string `json:"status"`
	Stale         bool   `json:"stale" jsonschema:"the requirements changed after it was made"`
}

// Failure is the safe sentence of a tool's failure.
type Failure struct {
	ToolName string `json:"tool_name"`
	Error    string `json:"error"`
}

// viewOf shows an intent, with what was said in the turn.
func viewOf(in *trip.Intent, messages []string) View {
	m := &in.WorkingMemory
	v := View{
		TripID: string(in.TripID), Turn: in.Turn.Number, Phase: in.Status.Node.Phase(), State: in.Status.Node.State(),
		Messages: list(messages), MissingRequired: list(in.Status.MissingRequired), Selected: m.Selected.BundleID,
		Bundles: []Bundle{}, Holds: []Hold{}, Bookings: []Booking{}, Confirmations: []string{}, Blocking: []string{},
	}
	for _, b := range m.RankedBundles {
		v.Bundles = append(v.Bundles,
			Bundle{BundleID: b.BundleID, Total: money(b.EstimatedTotal), Why: b.WhyThisBundle, Tradeoffs: list(b.Tradeoffs)})
	}
	for _, h := range m.Holds {
		v.Holds = append(v.Holds,
			Hold{HoldID: h.HoldID, ItemType: h.ItemType, Status: h.Status, ExpiresAt: h.ExpiresAt.String()})
	}
	for _, b := range m.Bookings {
		v.Bookings = append(v.Bookings, Booking{RecordLocator: b.RecordLocator, Status: b.Status, Stale: b.Stale})
	}
	if r := m.RiskReport; r != nil {
		v.Confirmations, v.Blocking = list(r.Required()), list(r.BlockingIssues)
	}
	if f := in.Status.LastToolError; f != nil {
		v.LastError = &Failure{ToolName: f.ToolName, Error: f.Error}
	}
	v.Ask = askOf(in.Status.Ask)
	return v
}

func askOf(a *trip.Ask) *Ask {
	if a == nil {
		return nil
	}
	out := &Ask{
		Kind: string(a.Kind), ID: a.ID, About: list(a.About), Text: a.Text, Choices: []Choice{},
		ExpiresAt: a.ExpiresAt.String(),
	}
	for _, c := range a.Choices {
		out.Choices = append(out.Choices, Choice{ID: c.ID, Label: c.Label})
	}
	return out
}

func list(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}

func money(m trip.Money) *Money {
	if m == (trip.Money{}) {
		return nil
	}
	var out Money
	if json.Unmarshal(m.AppendJSON(nil), &out) != nil {
		return nil
	}
	return &out
}

// document returns an intent as the client may see it: without the engine's own bookkeeping.
func document(in *trip.Intent) (map[string]any, error) {
	var doc map[string]any
	if err := json.Unmarshal(in.AppendJSON(nil), &doc); err != nil {
		return nil, err
	}
	delete(doc, "turn")
	delete(doc, "earlier_plans")
	return doc, nil
}
