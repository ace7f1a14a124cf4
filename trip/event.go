package trip

// EventType is the wire name of an event.
type EventType string

// The closed set of event types (BEHAVIOUR 1).
const (
	TypeUserMessage          EventType = "USER_MESSAGE"
	TypeUserSelectedBundle   EventType = "USER_SELECTED_BUNDLE"
	TypeUserRequestHold      EventType = "USER_REQUEST_HOLD"
	TypeUserApprovedPurchase EventType = "USER_APPROVED_PURCHASE"
	TypeIntentReady          EventType = "INTENT_READY"
	TypeToolResult           EventType = "TOOL_RESULT"
	TypeToolError            EventType = "TOOL_ERROR"
	TypeTurnCancelled        EventType = "TURN_CANCELLED"
)

// OpensTurn reports whether an event of this type starts a turn.
func (t EventType) OpensTurn() bool {
	switch t {
	case TypeUserMessage, TypeUserSelectedBundle, TypeUserRequestHold, TypeUserApprovedPurchase, TypeIntentReady:
		return true
	case TypeToolResult, TypeToolError, TypeTurnCancelled:
		return false
	}
	return false
}

// Event is one recorded fact of one trip. At is the only clock that a decision may read.
type Event struct {
	Seq  int64  // position in the trip's log, from 1
	ID   string // unique id of the event; empty in hand-written recordings
	Trip ID
	Turn int64 // the turn that the event belongs to; 0 when the writer left it out
	At   Instant
	Data EventData

	// Decision and State are the digests that a recording carries for this event,
	// empty when it carries none.
	Decision Digest
	State    Digest

	// Extra holds unknown members of the envelope as canonical JSON, sorted by key;
	// they are kept and ignored.
	Extra []Member
}

// Type returns the wire name of the event, or "" when it has no data.
func (e Event) Type() EventType {
	if e.Data == nil {
		return ""
	}
	return e.Data.Type()
}

// Member is one key of a JSON object with its canonical value.
type Member struct {
	Key   string
	Value Raw
}

// EventData is the closed sum of what an event can carry.
//
//sumtype:decl
type EventData interface {
	// Type returns the wire name of the event.
	Type() EventType
	// AppendJSON appends the data as canonical JSON.
	AppendJSON(dst []byte) []byte
	isEventData()
}

// UserMessage is something the traveller said.
//
//codec:event known
type UserMessage struct {
	Text string `wire:"text,required"`
}

// UserSelectedBundle picks one of the presented bundles.
//
//codec:event
type UserSelectedBundle struct {
	BundleID string `wire:"bundle_id,required"`
}

// UserRequestHold asks to hold what is selected; Confirmations answer the risk report.
//
//codec:event
type UserRequestHold struct {
	Confirmations []string `wire:"confirmations,optional"`
}

// UserApprovedPurchase approves the purchase of what the holds message showed.
//
//codec:event
type UserApprovedPurchase struct {
	ApprovalToken   string `wire:"approval_token,required"`
	PaymentMethodID string `wire:"payment_method_id,required"`
}

// IntentReady says that another system wrote a complete intent: no extraction is needed.
//
//codec:event
type IntentReady struct{}

// ToolResult is the answer of a queued call. An empty CallID settles the oldest
// outstanding call of ToolName (recordings only).
//
//codec:event known
type ToolResult struct {
	CallID   string `wire:"call_id,optional"`
	ToolName string `wire:"tool_name,required,as=toolName"`
	Result   Raw    `wire:"result,required=any JSON value,as=result"`
	Attempts int64  `wire:"attempts,optional"` // how often the runner ran the tool; 0 when not recorded

	typed *typedResult `wire:"-"` // what was read of Result on the way; nil when nothing was
}

// ToolError is the failure of a queued call. Error is raw text: it stays in the log.
//
//codec:event
type ToolError struct {
	CallID    string  `wire:"call_id,optional"`
	ToolName  string  `wire:"tool_name,required,as=toolName"`
	Error     string  `wire:"error,required"`
	Code      string  `wire:"code,optional"`
	Retryable OptBool `wire:"retryable,optional"`
	Attempts  int64   `wire:"attempts,optional"`
}

// TurnCancelled ends the running turn at the traveller's or operator's wish.
//
//codec:event
type TurnCancelled struct {
	Reason string `wire:"reason,optional"`
}
