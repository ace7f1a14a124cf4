package agui

import (
	"encoding/json"

	"github.com/legwork-go/legwork/trip"
)

// reasons are the reasons of interrupts by what is waited for.
var reasons = map[trip.AskKind]string{
	trip.AskMissing: "legwork:missing_required",
	trip.AskClarify: "legwork:clarify",
	trip.AskChoose:  "legwork:choose",
	trip.AskConfirm: "legwork:confirm",
	trip.AskApprove: "legwork:approval",
}

// interruptOf returns the interrupt that asks what the engine waits for.
func interruptOf(ask *trip.Ask) InterruptEntry {
	return InterruptEntry{
		ID: ask.ID, Reason: reasons[ask.Kind], Message: ask.Text, ResponseSchema: schemaOf(ask),
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

// schemaOf returns the JSON Schema of an answer: one of the choices or words, and of an approval what pays.
func schemaOf(ask *trip.Ask) json.RawMessage {
	text := schema{Type: "string", MinLength: 1}
	ways := []schema{closed(map[string]schema{"text": text}, "text")}
	switch {
	case ask.Kind == trip.AskApprove:
		ways = append(ways, closed(map[string]schema{"approval_token": text, "payment_method_id": text}, "approval_token",
			"payment_method_id"))
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
