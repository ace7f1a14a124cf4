package aistream

import "encoding/json"

// The types of chunks that this package makes.
const (
	Start               = "start"
	StartStep           = "start-step"
	ResetStep           = "reset-step"
	TextStart           = "text-start"
	TextDelta           = "text-delta"
	TextEnd             = "text-end"
	ToolInputStart      = "tool-input-start"
	ToolInputAvailable  = "tool-input-available"
	ToolApprovalRequest = "tool-approval-request"
	ToolOutputAvailable = "tool-output-available"
	ToolOutputError     = "tool-output-error"
	ToolOutputDenied    = "tool-output-denied"
	DataIntent          = "data-intent"
	DataProgress        = "data-progress"
	Error               = "error"
	Abort               = "abort"
	Finish              = "finish"
)

// Done is the last line of a stream.
const Done = "[DONE]"

// Chunk is one part of a stream. Which members it has depends on its type; those that it has not are left out of its
// JSON.
type Chunk struct {
	Type      string `json:"type"`
	MessageID string `json:"messageId,omitempty"`

	ID    string `json:"id,omitempty"`
	Delta string `json:"delta,omitempty"`

	ToolCallID string          `json:"toolCallId,omitempty"`
	ToolName   string          `json:"toolName,omitempty"`
	Dynamic    bool            `json:"dynamic,omitempty"`
	Input      json.RawMessage `json:"input,omitempty"`
	Output     json.RawMessage `json:"output,omitempty"`
	ErrorText  string          `json:"errorText,omitempty"`
	ApprovalID string          `json:"approvalId,omitempty"`

	Data      any  `json:"data,omitempty"`
	Transient bool `json:"transient,omitempty"`

	Reason       string `json:"reason,omitempty"`
	FinishReason string `json:"finishReason,omitempty"`

	Seq int64 `json:"-"` // of the event of the trip whose last word it is, else 0
}

// Progress is the data of a data-progress: what the handler of a running call says.
type Progress struct {
	ToolCallID string `json:"toolCallId"`
	ToolName   string `json:"toolName"`
	Delta      string `json:"delta"`
}

// JSON returns the chunk on one line.
func (c *Chunk) JSON() []byte {
	line, err := json.Marshal(c)
	if err != nil {
		panic(err) // texts, and JSON that the engine wrote, always can be
	}
	return line
}
