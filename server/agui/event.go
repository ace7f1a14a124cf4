package agui

import (
	"encoding/json"

	"github.com/legwork-go/legwork/trip"
)

// Version is the version of the protocol.
const Version = "1.0"

// The types of events that this package makes.
const (
	RunStarted         = "RUN_STARTED"
	RunFinished        = "RUN_FINISHED"
	RunError           = "RUN_ERROR"
	StepStarted        = "STEP_STARTED"
	StepFinished       = "STEP_FINISHED"
	TextMessageStart   = "TEXT_MESSAGE_START"
	TextMessageContent = "TEXT_MESSAGE_CONTENT"
	TextMessageEnd     = "TEXT_MESSAGE_END"
	ToolCallStart      = "TOOL_CALL_START"
	ToolCallArgs       = "TOOL_CALL_ARGS"
	ToolCallEnd        = "TOOL_CALL_END"
	ToolCallResult     = "TOOL_CALL_RESULT"
	StateSnapshot      = "STATE_SNAPSHOT"
	StateDelta         = "STATE_DELTA"
	MessagesSnapshot   = "MESSAGES_SNAPSHOT"
	Custom             = "CUSTOM"
)

// Event is one event of a run. Which members it has depends on its type; those that it has not are left out of its
// JSON.
type Event struct {
	Type      string `json:"type"`
	Timestamp int64  `json:"timestamp,omitempty"` // milliseconds since 1970

	ThreadID        string          `json:"threadId,omitempty"`
	RunID           string          `json:"runId,omitempty"`
	ProtocolVersion string          `json:"protocolVersion,omitempty"`
	Result          json.RawMessage `json:"result,omitempty"`
	Outcome         *Outcome        `json:"outcome,omitempty"`

	Code    string `json:"code,omitempty"`
	Message string `json:"message,omitempty"`

	StepName string `json:"stepName,omitempty"`

	MessageID       string `json:"messageId,omitempty"`
	Role            string `json:"role,omitempty"`
	Delta           any    `json:"delta,omitempty"` // a text, or the JSON Patch of a STATE_DELTA
	ToolCallID      string `json:"toolCallId,omitempty"`
	ToolCallName    string `json:"toolCallName,omitempty"`
	ParentMessageID string `json:"parentMessageId,omitempty"`
	Content         string `json:"content,omitempty"`

	Snapshot json.RawMessage `json:"snapshot,omitempty"`
	Messages []Message       `json:"messages,omitempty"`

	Name  string `json:"name,omitempty"`
	Value any    `json:"value,omitempty"`

	Seq int64 `json:"-"` // of the event of the trip whose last word it is, else 0
}

// The types of outcomes.
const (
	Success   = "success"
	Interrupt = "interrupt"
	Cancelled = "cancelled"
)

// Outcome says how a run ended.
type Outcome struct {
	Type       string           `json:"type"`
	Interrupts []InterruptEntry `json:"interrupts,omitempty"`
}

// InterruptEntry is what a run that was interrupted waits for.
type InterruptEntry struct {
	ID             string          `json:"id"`
	Reason         string          `json:"reason"`
	Message        string          `json:"message,omitempty"`
	ResponseSchema json.RawMessage `json:"responseSchema,omitempty"`
	ExpiresAt      string          `json:"expiresAt,omitempty"`
}

// Message is one message of a conversation.
type Message struct {
	ID         string     `json:"id"`
	Role       string     `json:"role"`
	Content    string     `json:"content,omitempty"`
	ToolCalls  []ToolCall `json:"toolCalls,omitempty"`
	ToolCallID string     `json:"toolCallId,omitempty"`
}

// ToolCall is one call of an assistant message.
type ToolCall struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"` // "function"
	Function Function `json:"function"`
}

// Function says which tool is called. Arguments is JSON.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Progress is the value of CUSTOM legwork.progress: what the handler of a running call says.
type Progress struct {
	ToolCallID   string `json:"toolCallId"`
	ToolCallName string `json:"toolCallName"`
	Delta        string `json:"delta"`
}

// ProgressName is the name of the CUSTOM event that carries a [Progress].
const ProgressName = "legwork.progress"

// JSON returns the event on one line.
func (e *Event) JSON() []byte {
	line, err := json.Marshal(e)
	if err != nil {
		panic(err) // texts, and JSON that the engine wrote, always can be
	}
	return line
}

// millis returns an instant as a timestamp.
func millis(at trip.Instant) int64 { return int64(at) / 1e6 }
