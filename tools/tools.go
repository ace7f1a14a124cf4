// Package tools is what a tool handler and the engine say to each other: a [Handler] performs
// one call, a [Registry] finds it by name, and an [Error] says how it failed. The handlers that
// ship with Legwork are in the folders below, one each.
package tools

import (
	"context"

	"github.com/legwork-go/legwork/trip"
)

// Request is one call to perform. Arguments are canonical JSON.
type Request struct {
	Trip      trip.ID
	CallID    string
	Name      string
	Arguments []byte
	At        trip.Instant // the event time of the decision that queued the call: a tool's "now"
	Key       string       // idempotency key of a write call, else empty
	Intent    trip.Intent  // the intent when the call was queued; read only
	Messages  []Message    // the conversation for a model, oldest first; only for assistant_step
}

// Message is one message of the conversation as a model sees it.
type Message struct {
	Role       string // system, user, assistant or tool
	Content    string
	ToolCalls  []ToolCall // of an assistant message
	ToolCallID string     // of a tool message
}

// ToolCall is a call that an assistant message made.
type ToolCall struct {
	ID        string
	Name      string
	Arguments []byte
}

// Handler performs calls of one tool. It must honour ctx and may run concurrently.
//
// Output:  the result as a JSON document of the tool's result schema.
// Errors:  an *Error says the class; any other error is class failed, and its text stays in the log.
type Handler interface {
	Run(ctx context.Context, req Request) ([]byte, error)
}

// HandlerFunc adapts a function to Handler.
type HandlerFunc func(ctx context.Context, req Request) ([]byte, error)

// Run calls f.
func (f HandlerFunc) Run(ctx context.Context, req Request) ([]byte, error) { return f(ctx, req) }

// Looker is what a write tool offers for recovery: the outcome of the call that was made with
// this idempotency key, if it was made. found=false means that it definitely was not made.
type Looker interface {
	Lookup(ctx context.Context, tripID trip.ID, key string) (result []byte, found bool, err error)
}

// Error is a failure with its class. Text is raw: it goes to the event log and nowhere else.
type Error struct {
	Class     trip.Class
	Text      string
	Retryable trip.OptBool
}

// Error implements error.
func (e *Error) Error() string { return "tools: " + string(e.Class) + ": " + e.Text }

// Failure makes an *Error of a class.
func Failure(class trip.Class, text string) *Error { return &Error{Class: class, Text: text} }

// Registry maps a tool's wire name to its handler.
type Registry map[string]Handler
