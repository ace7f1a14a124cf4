package trip

import (
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// Ask is what the engine waits for: what would move the trip on (behaviour 6.2). It stands in
// the intent and in the decision; a person's answer names its ID.
type Ask struct {
	Kind      AskKind  `wire:"kind"`
	ID        string   `wire:"id"`    // the hash of what was shown
	About     []string `wire:"about"` // paths of the intent
	Text      string   `wire:"text"`
	Key       string   `wire:"key,optional"` // what Text is made of
	Refs      *Refs    `wire:"refs,optional"`
	Params    Params   `wire:"params,optional,as=params"`
	Choices   []Choice `wire:"choices"`
	ExpiresAt Instant  `wire:"expires_at,optional"` // when it lapses; zero when it does not
}

// The choices of an ask that wants an approval, or a yes or a no.
const (
	ChoiceApprove = "approve"
	ChoiceYes     = "yes"
	ChoiceNo      = "no"
)

// Offers reports whether an answer is one of the choices of the ask; of no ask, nothing is. A purchase is approved by
// an event of its own, and declined by [ChoiceNo].
func (a *Ask) Offers(answer UserAnswered) bool {
	return a != nil && a.ID == answer.AskID &&
		(a.Kind == AskApprove && answer.ChoiceID == ChoiceNo ||
			slices.ContainsFunc(a.Choices, func(c Choice) bool { return c.ID == answer.ChoiceID }))
}

// IsOf reports whether the ask is the one of a question: it is about the same, and offers the same choices.
func (a *Ask) IsOf(q *Question) bool {
	return len(a.Choices) == len(q.Choices) && (q.About == "" || slices.Contains(a.About, q.About)) &&
		!slices.ContainsFunc(q.Choices, func(c QuestionChoice) bool { return !a.hasChoice(c.Label) })
}

func (a *Ask) hasChoice(label string) bool {
	return slices.ContainsFunc(a.Choices, func(c Choice) bool { return c.Params.Get("text") == label })
}

// AskKind says what an [Ask] waits for.
//
//codec:enum
type AskKind string

// The kinds of ask.
const (
	AskMissing AskKind = "missing"
	AskClarify AskKind = "clarify"
	AskChoose  AskKind = "choose"
	AskConfirm AskKind = "confirm"
	AskApprove AskKind = "approve"
)

// Choice is one answer to an [Ask].
type Choice struct {
	ID     string `wire:"id"`
	Label  string `wire:"label"`
	Key    string `wire:"key,optional"` // what Label is made of
	Refs   *Refs  `wire:"refs,optional"`
	Params Params `wire:"params,optional,as=params"`
}

// Message returns what the text of the ask is made of.
func (a *Ask) Message() Message { return Message{Key: a.Key, Refs: a.Refs, Params: a.Params} }

// Message returns what the label is made of.
func (c *Choice) Message() Message { return Message{Key: c.Key, Refs: c.Refs, Params: c.Params} }

// AskNone is the ask_id of an event that was accepted while no ask stood. It is no id of an ask, and
// differs from an absent one: a recording that was written by hand need not say what was shown.
const AskNone = "none"

// AboutWaiting is what an ask of kind approve is about when writes wait that a model proposed: a [UserAnswered]
// answers it. One that is about holds takes a [UserApprovedPurchase].
const AboutWaiting = "turn.waiting"

// KeyDays is the key of the ask that wants one of the days and routes that were listed (behaviour 5.8).
const KeyDays = "ask.days"

// KeyStartOver is the key of the ask whether to give back what is held and begin anew (behaviour 6.1).
const KeyStartOver = "ask.start_over"

// AskOf returns the ask that an event names, "" when it names none. ok is false for events that
// answer no ask.
func AskOf(data EventData) (id string, ok bool) {
	switch data := data.(type) {
	case UserMessage:
		return data.AskID, true
	case UserApprovedPurchase:
		return data.AskID, true
	case UserAnswered:
		return data.AskID, true
	case UserSelectedBundle, UserRequestHold, IntentReady, ScopeChanged, IntentPatched, ToolResult, ToolError,
		TurnCancelled:
	}
	return "", false
}

// WithAsk returns the data of an event with another ask_id, "" for none. Data of events that answer
// no ask is returned as it is.
func WithAsk(data EventData, id string) EventData {
	switch data := data.(type) {
	case UserMessage:
		data.AskID = id
		return data
	case UserApprovedPurchase:
		data.AskID = id
		return data
	case UserAnswered:
		data.AskID = id
		return data
	case UserSelectedBundle, UserRequestHold, IntentReady, ScopeChanged, IntentPatched, ToolResult, ToolError,
		TurnCancelled:
	}
	return data
}

// AppendJSON appends the ask as canonical JSON, nil as null.
func (a *Ask) AppendJSON(dst []byte) []byte {
	if a == nil {
		return wire.AppendNull(dst)
	}
	return appendAsk(dst, a)
}
