package llm

import (
	"context"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Model is one language model on one server. It must honour ctx and may be used concurrently.
type Model interface {
	// Complete asks once, without any retry of its own.
	//
	// Errors: *Error.
	Complete(ctx context.Context, ask Ask) (Answer, error)
}

// Ask is what a model is asked.
type Ask struct {
	System   string
	Messages []tools.Message // roles user, assistant, tool and system; every call is answered once, at once
	Tools    []Definition
	Choice   string  // auto, none, required or the name of one of Tools; read only when there are Tools
	Serial   bool    // at most one call; read only when there are Tools
	Format   *Format // the answer's text must be a document of this schema; nil is free text
	Began    func()  // called once when the first piece of the answer is there; may be nil

	// Said is called with each piece of the answer's text as it comes, by a model that streams; may be nil.
	Said func(words string)
}

// Definition is a tool as a model sees it.
type Definition struct {
	Name        string
	Description string
	Arguments   []byte // JSON Schema of an object
}

// Format names the JSON Schema of a structured answer.
type Format struct {
	Name   string
	Schema []byte // JSON Schema of an object in strict form: see Strict
}

// Answer is what a model answered.
type Answer struct {
	Text         string
	Calls        []tools.ToolCall // Arguments as the model gave them, which may be no JSON
	FinishReason string           // stop, tool_calls, length, content_filter or the server's own word
	Usage        Usage
	Model        string // its name, as it was asked for
}

// Usage counts tokens.
type Usage struct {
	InputTokens  int64 `json:"input_tokens"`
	OutputTokens int64 `json:"output_tokens"`
}

// Add returns the sum. Negative counts, which some servers send, are 0.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		InputTokens:  max(u.InputTokens, 0) + max(v.InputTokens, 0),
		OutputTokens: max(u.OutputTokens, 0) + max(v.OutputTokens, 0),
	}
}

// The finish reasons that every provider's own are mapped to.
const (
	FinishStop     = "stop"
	FinishCalls    = "tool_calls"
	FinishLength   = "length"
	FinishFiltered = "content_filter"
)

// Error is why a model gave no answer.
type Error struct {
	Class      trip.Class
	Text       string        // raw, for the event log alone: bounded, without keys
	RetryAfter time.Duration // when the server wants to be asked again; negative when it did not say
	Began      bool          // the answer had begun when it broke off
}

// Error implements error.
func (e *Error) Error() string { return "llm: " + string(e.Class) + ": " + e.Text }
