// Package embedding is the program of docs/embedding.md: the travel desk of a company, made with the public packages.
package embedding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

var baggage = catalog.Tool{
	Name: "baggage_rules", Description: "Says how many bags are free.",
	Effect: catalog.Read, Proposable: true, Answers: true, TimeoutMillis: 2000,
	Arguments: json.RawMessage(`{"type": "object"}`),
	Result:    json.RawMessage(`{"type": "object", "required": ["result"]}`),
}

func baggageRules(context.Context, tools.Request) ([]byte, error) {
	return []byte(`{"result": "One suitcase of 23 kg is free."}`), nil
}

var sendMail = catalog.Tool{
	Name: "send_mail", Description: "Sends an e-mail.", Called: "the e-mail",
	Effect: catalog.Write, Proposable: true, Idempotency: "key", TimeoutMillis: 5000,
	Arguments: json.RawMessage(`{"type": "object", "required": ["to", "text"],
		"properties": {"to": {"type": "string"}, "text": {"type": "string"}, "key": {"type": "string"}}}`),
	Result: json.RawMessage(`{"type": "object"}`),
}

// outbox stands for a mail server that keeps what it sent by idempotency key.
type outbox struct {
	mu   sync.Mutex
	sent map[string]string
}

func (o *outbox) send(_ context.Context, req tools.Request) ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent[req.Key] = string(req.Arguments) // the same key again is the same e-mail
	return []byte(`{"sent": true}`), nil
}

// lookup says what became of a call whose answer was lost.
func (o *outbox) lookup(_ context.Context, req tools.Request) (result []byte, found bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, found = o.sent[req.Key]
	return []byte(`{"sent": true}`), found, nil
}

var travelBan = catalog.Tool{
	Name: "travel_ban", Description: "Whether the company travels there.",
	Effect: catalog.Read, Runs: catalog.BeforeQuote, OnFailure: catalog.Block, TimeoutMillis: 2000,
	Arguments: json.RawMessage(`{"type": "object"}`),
	Result:    json.RawMessage(`{"type": "object"}`),
}

func checkTravelBan(_ context.Context, req tools.Request) ([]byte, error) {
	if strings.Contains(string(req.Arguments), `"country":"XX"`) {
		return nil, tools.Failure(trip.ClassDenied, "the country is on the list") // this text stays in the log
	}
	return []byte(`{}`), nil
}

func flights(_ context.Context, req tools.Request) ([]byte, error) {
	var q struct {
		Origin        string `json:"origin"`
		Destination   string `json:"destination"`
		DepartureDate string `json:"departure_date"`
	}
	if err := json.Unmarshal(req.Arguments, &q); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
	}
	return json.Marshal(map[string]any{"options": []any{map[string]any{
		"option_id": "harbour-" + q.DepartureDate, "refundable": true, "cabin": "economy",
		"total_price": map[string]string{"amount": "640.00", "currency": "USD"},
		"ext":         map[string]string{"fare_key": "HA7|Y|" + q.DepartureDate}, // comes back with hold and purchase
		"segments": []any{map[string]any{
			"from": q.Origin, "to": q.Destination, "airline": "Harbour Air", "flight_number": "HA 7", "stops": 0,
			"depart_at": q.DepartureDate + "T09:00:00Z", "arrive_at": q.DepartureDate + "T16:30:00Z",
		}},
	}}})
}

var costCenter = catalog.Field{
	Path: "ext.acme.cost_center", Question: "Which cost center pays?",
	Schema: json.RawMessage(`{"type": "string", "pattern": "^CC-[0-9]+$"}`),
}

// reads knows our words, and asks the embedded extractor for the rest.
func reads(next tools.Tool) tools.Tool {
	embedded := next.Run
	next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
		switch message := req.Intent.Request.UserMessage; {
		case strings.HasPrefix(message, "CC-"):
			return json.Marshal(map[string]any{"trip_intent": map[string]any{
				"ext": map[string]any{"acme": map[string]string{"cost_center": message}},
			}})
		case strings.Contains(message, "mail"):
			return []byte(`{"request": {"kind": "assist"}}`), nil // for the assistant, not for the plan
		}
		return embedded(ctx, req)
	}
	return next
}

// assistant stands for a language model, which package adapters/llm asks.
func assistant(_ context.Context, req tools.Request) ([]byte, error) {
	if len(req.Intent.Turn.Assist.Answers) > 0 {
		return []byte(`{"text": "It is sent.", "finish_reason": "stop"}`), nil
	}
	return []byte(`{"tool_calls": [{"name": "send_mail", "arguments": {"to": "ann@example.com", "text": "I am in Lisbon."}}]}`), nil
}

// made returns what a runner is made of: how the desk decides, and what performs its calls.
func made(mail *outbox) (turn.Config, tools.Registry, error) {
	config := turn.Default()
	var err error
	config.Catalog, err = config.Catalog.With(baggage, sendMail, travelBan)
	if err != nil {
		return config, nil, err
	}
	config.Catalog, err = config.Catalog.WithFields(costCenter)
	config.Policy.Required = []string{costCenter.Path}
	registry, bad := embedded.Tools(embedded.Options{}) // pretend hotels, ranking, holds
	if err := errors.Join(err, bad); err != nil {
		return config, nil, err
	}
	registry[baggage.Name] = tools.Tool{Run: baggageRules}
	registry[sendMail.Name] = tools.Tool{Run: mail.send, Lookup: mail.lookup}
	registry[travelBan.Name] = tools.Tool{Run: checkTravelBan}
	registry[trip.ToolFlightSearch] = tools.Tool{Run: flights}
	registry[trip.ToolExtract] = reads(registry[trip.ToolExtract])
	registry[trip.ToolAssistantStep] = tools.Tool{Run: assistant}
	return config, registry, nil
}

// open opens the desk on a store, which stays the caller's to close.
func open(ctx context.Context, s store.Store, mail *outbox) (*runner.Runner, error) {
	config, registry, err := made(mail)
	if err != nil {
		return nil, err
	}
	r, err := runner.New(runner.Config{Store: s, Turn: config, Tools: registry})
	if err != nil {
		return nil, err
	}
	if _, err := r.Recover(ctx); err != nil { // turns that a crash cut short go on
		return nil, errors.Join(err, r.Close(context.WithoutCancel(ctx)))
	}
	return r, nil
}

// say sends a message and returns what the person is told, and asked.
func say(
	ctx context.Context, r *runner.Runner, id trip.ID, data trip.EventData,
) (said []string, ask *trip.Ask, err error) {
	for update, err := range r.Handle(ctx, id, trip.Event{Data: data}) {
		if err != nil {
			return said, nil, err
		}
		if update.Kind == runner.Decided {
			said, ask = append(said, update.Decision.UIMessages()...), update.Decision.Ask
		}
	}
	return said, ask, nil
}

// follow writes what happens to a trip after an event, and all that comes, until ctx ends.
func follow(ctx context.Context, r *runner.Runner, id trip.ID, after int64, out io.Writer) error {
	for update, err := range r.Watch(ctx, id, after) {
		switch {
		case errors.Is(err, context.Canceled):
			return nil
		case err != nil:
			return err
		case update.Kind == runner.Decided:
			if _, err := fmt.Fprintln(out, update.Seq, update.Decision.Status, update.Decision.UIMessages()); err != nil {
				return err
			}
		}
	}
	return nil
}

// approve answers the ask for what a model wants to write.
func approve(ctx context.Context, r *runner.Runner, id trip.ID, ask *trip.Ask) ([]string, error) {
	said, _, err := say(ctx, r, id, trip.UserAnswered{AskID: ask.ID, ChoiceID: "approve"})
	return said, err
}

// bill says which cost center pays, as another system knows it.
func bill(ctx context.Context, r *runner.Runner, id trip.ID, center string) error {
	patch, err := json.Marshal(map[string]any{"ext": map[string]any{"acme": map[string]string{"cost_center": center}}})
	if err != nil {
		return err
	}
	return r.Patch(ctx, id, trip.Raw(patch))
}
