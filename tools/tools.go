// Package tools is what a tool handler and the engine say to each other: a [Tool] performs
// calls, a [Registry] finds it by name, and an [Error] says how it failed. The handlers that
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

// Tool performs the calls of one tool. It is a value: a wrapper copies it and replaces Run, and the lookup
// stays.
type Tool struct {
	// Run performs one call. It must honour ctx, which has the values of the context that was given to Handle,
	// and may run concurrently. A write tool acts at most once for a key: an attempt whose answer was lost may
	// be followed by another under the same key, perhaps with another approval or payment method, and is the
	// same purchase.
	//
	// Output:  the result as a JSON document of the tool's result schema.
	// Errors:  an *Error says the class; any other error is class failed, and its text stays in the log.
	Run func(ctx context.Context, req Request) ([]byte, error)

	// Lookup, which a write tool should have unless its catalog entry says settle: repeat, finds out what became of a call
	// whose answer was lost: it returns the result that Run would have returned for this idempotency key.
	//
	// req is the call as Run was given it, with the same CallID, Arguments and Key; At and Intent are those of the moment,
	// and there are no Messages. Arguments are empty of a call that an older version of Legwork left in the store.
	//
	// found=false says that the supplier's books have nothing under the key now. It does not say that
	// nothing will come: after a timeout the order may still be in a queue, in a retry of a gateway or in
	// a batch on its way to the books, which no remote system can tell. So it is believed only when the
	// tool's settle_after (catalog) has passed since the last attempt ended, and twice in a row; and
	// even then the next attempt for the same items has the same key. Set settle_after to the longest
	// time that the supplier may take to enter an order.
	//
	// Whatever cannot be said for certain is an error: books that cannot be reached or read, an answer
	// that is a page or a replica behind. An error is asked for again later. Lookup must honour ctx, may
	// run concurrently, and must change nothing.
	Lookup func(ctx context.Context, req Request) (result []byte, found bool, err error)
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

// Registry maps a tool's wire name to the tool.
type Registry map[string]Tool
