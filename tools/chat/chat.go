package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Limits of one turn and of what is read.
const (
	maxCalls        = 6       // proposed calls whose results stand in the turn
	maxMessageRunes = 4000    // of the person's message that rules look at
	maxResultBytes  = 1 << 20 // of a tool's result
)

// The values of tool_choice; any other is the name of a tool.
const (
	choiceAuto     = "auto"
	choiceNone     = "none"
	choiceRequired = "required"
)

// Step is what the assistant does next.
type Step struct {
	Text         string `json:"text,omitempty"`
	ToolCalls    []Call `json:"tool_calls,omitempty"`
	Plan         *Plan  `json:"plan,omitempty"`
	FinishReason string `json:"finish_reason"` // "stop" with a text, "tool_calls" with calls or a plan
	Usage        Usage  `json:"usage"`
}

// Call is one proposed call. It has no id: the engine names calls.
type Call struct {
	Name      string `json:"name"`
	Arguments any    `json:"arguments"`
}

// Plan is a list of steps that run one after another.
type Plan struct {
	Steps []PlanStep `json:"steps"`
}

// PlanStep is one step of a plan.
type PlanStep struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
	Args any    `json:"args"`
}

// Usage is always zero: no model was used.
type Usage struct {
	InputTokens  int64 `json:"input_tokens"`
	OutputTokens int64 `json:"output_tokens"`
}

// Handler performs assistant_step by rules. It has no state, and is safe for concurrent use.
type Handler struct {
	// English gives a message in the words of English that its rules know; earlier are the messages before it, the
	// newest last. Nil for people who write English.
	English func(message string, earlier []string) string
}

// Run decides the next step of the conversation.
//
//   - Errors: class invalid_arguments when the arguments cannot be read; timeout, cancelled.
func (h Handler) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, err
	}
	args, err := tools.Arguments[struct {
		AllowedTools []string `json:"allowed_tools"`
		ToolChoice   string   `json:"tool_choice"`
	}](req)
	if err != nil {
		return nil, err
	}
	t := h.readTurn(req, args.AllowedTools, args.ToolChoice)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(t.next()); err != nil {
		return nil, tools.Failure(trip.ClassFailed, "chat: "+err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// next answers when there is anything to answer with, else proposes what the rules find.
func (t *turn) next() Step {
	if t.choice == choiceNone || len(t.allowed) == 0 || len(t.findings) >= maxCalls ||
		t.hasAnswer() && !t.onlyReadFirst() {
		return say(t.answer())
	}
	proposed := t.propose()
	if proposed.Plan == nil && len(proposed.ToolCalls) == 0 {
		return say(t.answer())
	}
	proposed.FinishReason = "tool_calls"
	return proposed
}

func say(text string) Step { return Step{Text: text, FinishReason: "stop"} }

// may reports whether a tool may be proposed.
func (t *turn) may(tool string) bool {
	named := t.choice != choiceAuto && t.choice != choiceRequired && t.choice != ""
	return slices.Contains(t.allowed, tool) && (!named || t.choice == tool)
}

// today is the day of the call in UTC.
func (t *turn) today() trip.Date {
	at := time.Unix(0, int64(t.at)).UTC()
	return trip.NewDate(at.Year(), int(at.Month()), at.Day())
}
