package runnertest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// The answers of tools that do what is expected of them: a one-way flight that one adult can book.
const (
	Extracted = `{"trip_intent":{"origin":"LIS","destination":"FCO","trip_type":"one_way","dates":{"departure_date":"2099-05-01"},
		"travelers":{"adults":1,"children":0,"infants":0},"lodging":{"needed":false}},"missing_required_fields":[],"clarifying_questions":[]}`
	NothingExtracted = `{"trip_intent":{},"missing_required_fields":[],"clarifying_questions":[]}`
	Assist           = `{"trip_intent":{},"missing_required_fields":[],"clarifying_questions":[],"request":{"kind":"assist"}}`
	Flights          = `{"options":[{"option_id":"f1","total_price":{"amount":"100.00","currency":"USD"}}]}`
	Bundles          = `{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":[],"estimated_total":{"amount":"100.00","currency":"USD"},"why_this_bundle":"cheap","tradeoffs":[]}]}`
	NoRisk           = `{"risks":[],"blocking_issues":[],"required_user_confirmations":[]}`
	Held             = `{"holds":[{"hold_id":"h1","item_type":"flight","option_id":"f1","status":"held","expires_at":"2099-01-01T00:00:00Z"}]}`
	Bought           = `{"confirmation":{"record_locator":"ABC123","status":"confirmed","tickets":[]}}`
	Followup         = `{"message":"Where do you want to go?"}`
)

// usual is what each tool answers as long as nothing else is said.
var usual = map[string]string{
	trip.ToolExtract: Extracted, trip.ToolFlightSearch: Flights, trip.ToolRank: Bundles, trip.ToolRiskCheck: NoRisk,
	trip.ToolHold: Held, trip.ToolPurchase: Bought, trip.ToolFollowup: Followup, trip.ToolRelease: `{}`,
	trip.ToolHotelSearch: `{"options":[]}`, trip.ToolAssistantStep: `{"text":"I do not know.","finish_reason":"stop"}`,
}

// Script is what a tool does in the place of its usual answer.
type Script func(ctx context.Context, req tools.Request) ([]byte, error)

// World is a set of scripted tools, and the books of a supplier in which its writes stand by their keys. It is safe for
// concurrent use.
type World struct {
	mu      sync.Mutex
	scripts map[string]Script
	made    []tools.Request
	books   map[string][]byte
	closed  bool
}

// NewWorld returns a world in which all tools answer as usual.
func NewWorld() *World { return &World{scripts: map[string]Script{}, books: map[string][]byte{}} }

// On replaces what a tool does; nil lets it do the usual again.
func (w *World) On(tool string, s Script) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.scripts[tool] = s
}

// CloseBooks says whether lookups fail.
func (w *World) CloseBooks(closed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = closed
}

// Enter puts the answer of a write into the books.
func (w *World) Enter(key, answer string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.books[key] = []byte(answer)
}

// Made returns the calls of a tool that were made.
func (w *World) Made(tool string) []tools.Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.made), func(r tools.Request) bool { return r.Name != tool })
}

func (w *World) run(ctx context.Context, req tools.Request) ([]byte, error) {
	w.mu.Lock()
	w.made = append(w.made, req)
	s := w.scripts[req.Name]
	w.mu.Unlock()
	if s != nil {
		return s(ctx, req)
	}
	if req.Key != "" {
		w.Enter(req.Key, usual[req.Name])
	}
	return []byte(usual[req.Name]), nil
}

func (w *World) look(_ context.Context, req tools.Request) (answer []byte, found bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, false, errors.New("the books are closed, SECRET")
	}
	answer, found = w.books[req.Key]
	return answer, found, nil
}

// Tools are the tools of the world. The writes among them can be looked up.
func (w *World) Tools() tools.Registry {
	reg := tools.Registry{}
	for name := range usual {
		reg[name] = tools.Tool{Run: w.run}
	}
	for _, name := range []string{trip.ToolHold, trip.ToolRelease, trip.ToolPurchase} {
		reg[name] = tools.Tool{Run: w.run, Lookup: w.look}
	}
	return reg
}

// Answers makes a script that always returns a text.
func Answers(text string) Script {
	return func(context.Context, tools.Request) ([]byte, error) { return []byte(text), nil }
}

// Fails makes a script that always returns an error of a class.
func Fails(class trip.Class) Script {
	return func(context.Context, tools.Request) ([]byte, error) {
		return nil, tools.Failure(class, "SECRET of the supplier")
	}
}

// Waits makes a script that does what another one does once a gate is closed, or ends with its context.
func Waits(gate <-chan struct{}, then Script) Script {
	return func(ctx context.Context, req tools.Request) ([]byte, error) {
		select {
		case <-gate:
			return then(ctx, req)
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(patience):
			return nil, errors.New("runnertest: the gate was not opened")
		}
	}
}
