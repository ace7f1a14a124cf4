package trip

// EventType is the wire name of an event.
type EventType string

// The closed set of event types (behaviour 1).
const (
	TypeUserMessage          EventType = "USER_MESSAGE"
	TypeUserSelectedBundle   EventType = "USER_SELECTED_BUNDLE"
	TypeUserRequestHold      EventType = "USER_REQUEST_HOLD"
	TypeUserApprovedPurchase EventType = "USER_APPROVED_PURCHASE"
	TypeIntentReady          EventType = "INTENT_READY"
	TypeToolResult           EventType = "TOOL_RESULT"
	TypeToolError            EventType = "TOOL_ERROR"
	TypeScopeChanged         EventType = "SCOPE_CHANGED"
	TypeUserAnswered         EventType = "USER_ANSWERED"
	TypeIntentPatched        EventType = "INTENT_PATCHED"
	TypeTurnCancelled        EventType = "TURN_CANCELLED"
)

// OpensTurn reports whether an event of this type starts a turn.
func (t EventType) OpensTurn() bool {
	switch t {
	case TypeUserMessage, TypeUserSelectedBundle, TypeUserRequestHold, TypeUserApprovedPurchase, TypeIntentReady,
		TypeUserAnswered:
		return true
	case TypeToolResult, TypeToolError, TypeScopeChanged, TypeIntentPatched, TypeTurnCancelled:
		return false
	}
	return false
}

// FromPerson reports whether events of this type come from persons and not from calls.
func (t EventType) FromPerson() bool {
	return t.OpensTurn() || t == TypeScopeChanged || t == TypeIntentPatched || t == TypeTurnCancelled
}

// Event is one recorded fact of one trip. Its Time is the only clock that a decision may read.
type Event struct {
	Seq  int64  // position in the trip's log, from 1
	ID   string // unique id of the event; empty in hand-written recordings
	Trip ID
	Turn int64   // the turn that the event belongs to; 0 when the writer left it out
	At   Instant // orders the log: never before that of the previous event
	Data EventData

	// Clock is what the clock said, if that was before the At of the previous event because the clock had been set back.
	// Otherwise it is absent, and At is what the clock said.
	Clock Instant

	// Decision and State are the digests that a recording carries for this event,
	// empty when it carries none.
	Decision Digest
	State    Digest

	// Sections are the sections of the intent that the event changed, sorted by name. They tell where a replay
	// that makes another State differs.
	Sections []Section

	// Said holds the texts that the person was shown of the decision, as the trip's log keeps them. Nothing is
	// decided by them, and no digest covers them.
	Said []string

	// Called are the calls that the decision queued, in order, as the trip's log keeps them for whoever compares:
	// nothing is decided by them.
	Called []Called

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

// Time returns when the event happened, as its writer's clock said.
//
// Rule: 1.0.clock
func (e *Event) Time() Instant {
	if e.Clock != 0 {
		return e.Clock
	}
	return e.At
}

// Called is a call that a decision queued, as the event's line tells it. Arguments longer than MaxCalledBytes are left
// out there.
//
//codec:read write
type Called struct {
	Name      string `wire:"name"`
	Arguments Raw    `wire:"arguments,optional"`
}

// CalledOf returns the calls of a decision as the event's line tells them: of the intent that an extraction is given no
// text is told.
func CalledOf(d *Decision) []Called {
	if len(d.ToolCalls) == 0 {
		return nil
	}
	out, bare := make([]Called, len(d.ToolCalls)), new(textless)
	for i := range d.ToolCalls {
		c := &d.ToolCalls[i]
		out[i].Name = c.Name
		if args := AppendArguments(nil, bare.arguments(c.Arguments)); len(args) <= MaxCalledBytes {
			out[i].Arguments = Raw(args)
		}
	}
	return out
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
	appendJSON(dst []byte) []byte
}

// AppendData appends the data of an event as canonical JSON.
func AppendData(dst []byte, data EventData) []byte { return data.appendJSON(dst) }

// UserMessage is something the traveller said. AskID is the ask that stood when it was accepted,
// [AskNone] when none did; empty when nobody noted it.
//
//codec:event known
type UserMessage struct {
	Text  string `wire:"text,required"`
	AskID string `wire:"ask_id,optional,as=askID"`
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

// UserApprovedPurchase approves the purchase of exactly what an ask showed. AskID is that ask; where
// the client named none, the runner notes the one that stood when it accepted the event, or
// [AskNone]. In a recording without it, what was shown last is meant.
//
//codec:event
type UserApprovedPurchase struct {
	ApprovalToken   string `wire:"approval_token,required"`
	PaymentMethodID string `wire:"payment_method_id,required"`
	AskID           string `wire:"ask_id,optional,as=askID"`
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
	Broken   string `wire:"broken,optional"`   // what in Result is not as its tool's entry says; stays in the log

	// Value is what Result says, as ReadResult reads it, once somebody has read it; else nil. A result
	// that is an error in disguise has none.
	Value Result `wire:"-"`
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
	SettledBy string  `wire:"settled_by,optional,as=settledBy"` // SettledByLookup when not the tool itself said that the call was not made, else empty
	Imported  bool    `wire:"imported,optional"`                // of class outcome_unknown: the call was made out of another store, and nobody asks what became of it until somebody says to go on
}

// SettledByLookup says of a failed write call that somebody found out that it was not made: the tool
// itself did not answer. It settles the call, and is no definite outcome: the next attempt for the same
// items has the same idempotency key (behaviour 1.5).
const SettledByLookup = "lookup"

// ScopeChanged says what the conversation may look into from now on: the selected documents, the property,
// or neither. What it does not name is not in the scope any more; the tenant stays.
//
//codec:event
type ScopeChanged struct {
	DocumentIDs []string `wire:"document_ids,optional,as=filledTexts"`
	PropertyID  string   `wire:"property_id,optional"`
}

// UserAnswered answers an ask with one of its choices: no extraction is needed.
//
//codec:event
type UserAnswered struct {
	AskID    string `wire:"ask_id,required,as=askID"`
	ChoiceID string `wire:"choice_id,required"`
}

// IntentPatched changes the intent as another system or an operator wishes: a merge patch, which waits for
// the end of the running turn and opens none.
//
//codec:event
type IntentPatched struct {
	Patch Raw `wire:"patch,required=an object,as=patch"`
}

// TurnCancelled ends the running turn at the traveller's or operator's wish.
//
//codec:event
type TurnCancelled struct {
	Reason string `wire:"reason,optional"`
}
