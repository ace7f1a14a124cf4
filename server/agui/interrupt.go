package agui

import (
	"encoding/json"
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// reasons are the reasons of interrupts by what is waited for.
var reasons = map[trip.AskKind]string{
	trip.AskConfirm: "legwork:confirm",
	trip.AskApprove: "legwork:approval",
}

// stops reports whether an ask stopped the turn: an approval, or a yes or no without which nothing that was asked for
// goes on. A client may not send a plain message while an interrupt is open, so everything else that is asked is none:
// what is missing, a list of options, the offer to hold one. The next message answers it, or says something else.
func stops(ask *trip.Ask) bool {
	return ask.Kind == trip.AskApprove ||
		ask.Kind == trip.AskConfirm && !slices.Contains(ask.About, "working_memory.selected")
}

// interruptOf returns the interrupt that asks what a trip waits for.
func interruptOf(in *trip.Intent) InterruptEntry {
	ask := in.Status.Ask
	return InterruptEntry{
		ID: ask.ID, Reason: reasons[ask.Kind], Message: ask.Text, ResponseSchema: schemaOf(in),
		ExpiresAt: ask.ExpiresAt.String(),
	}
}

// schema is the part of JSON Schema that an answer takes.
type schema struct {
	Type       string            `json:"type,omitempty"`
	Title      string            `json:"title,omitempty"`
	Const      string            `json:"const,omitempty"`
	MinLength  int               `json:"minLength,omitempty"`
	Properties map[string]schema `json:"properties,omitempty"`
	Required   []string          `json:"required,omitempty"`
	Closed     *bool             `json:"additionalProperties,omitempty"`
	OneOf      []schema          `json:"oneOf,omitempty"`
}

// schemaOf returns the JSON Schema of an answer: one of the choices or words, and of the approval of a purchase what
// pays, which may be left out where the trip has it.
func schemaOf(in *trip.Intent) json.RawMessage {
	ask, text := in.Status.Ask, schema{Type: "string", MinLength: 1}
	ways := []schema{closed(map[string]schema{"text": text}, "text")}
	switch {
	case ask.Kind == trip.AskApprove && !slices.Contains(ask.About, trip.AboutWaiting):
		required := []string{"approval_token"}
		if in.Party.PaymentMethodID == "" {
			required = append(required, "payment_method_id")
		}
		ways = append(ways,
			closed(map[string]schema{"approval_token": text, "payment_method_id": text}, required...))
	case len(ask.Choices) > 0:
		choice := schema{Type: "string"}
		for i := range ask.Choices {
			choice.OneOf = append(choice.OneOf, schema{Const: ask.Choices[i].ID, Title: ask.Choices[i].Label})
		}
		ways = append(ways, closed(map[string]schema{"choice_id": choice}, "choice_id"))
	}
	doc, err := json.Marshal(schema{Type: "object", OneOf: ways})
	if err != nil {
		panic(err) // texts always can be
	}
	return doc
}

// closed is an object of these members and no others.
func closed(properties map[string]schema, required ...string) schema {
	return schema{Properties: properties, Required: required, Closed: new(bool)}
}
