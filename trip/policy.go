package trip

import "bytes"

// Multitask says what a user event during a running turn does.
//
//codec:enum
type Multitask string

// The multitask policies.
const (
	Enqueue   Multitask = "enqueue"
	Interrupt Multitask = "interrupt"
	Reject    Multitask = "reject"
)

// ApprovalBinding says what an approval that names no ask of its own approves.
//
//codec:enum
type ApprovalBinding string

// The approval bindings.
const (
	BindStamp  ApprovalBinding = "stamp"  // the ask that stood when the runner accepted the event
	BindStrict ApprovalBinding = "strict" // nothing
)

// LodgingUnsaid says what the reading of a message makes of a trip for which nobody spoke of a place to sleep.
//
//codec:enum
type LodgingUnsaid string

// What is done about lodging that nobody spoke of.
const (
	LodgingOffer  LodgingUnsaid = "offer"  // none is searched, and one is offered beside the options
	LodgingSearch LodgingUnsaid = "search" // it is searched
	LodgingNone   LodgingUnsaid = "none"   // none is searched, and none is offered
)

// AssumeLodgingUnsaid is the key of the assumption that no place to sleep is wanted because nobody spoke of one.
const AssumeLodgingUnsaid = "assume.lodging_unsaid"

// Policy holds the engine's options: a plain versioned value, recorded in the header of
// a recording. It is not the intent's travel policy.
//
//codec:read write
type Policy struct {
	ApprovalBinding    ApprovalBinding `wire:"approval_binding,unless=BindStamp"`              // default stamp
	ConfirmBeforeQuote bool            `wire:"confirm_before_quote"`                           // default false
	QuoteTTLSeconds    int64           `wire:"quote_ttl,as=seconds"`                           // default 1200; "20m" and a number of seconds are read
	Multitask          Multitask       `wire:"multitask"`                                      // default enqueue
	ToolChoice         string          `wire:"tool_choice"`                                    // auto, none, required or a tool's name; default auto
	MaxTokens          int64           `wire:"max_tokens"`                                     // tokens a turn may use before it lands; 0 is no limit
	SerialToolCalls    bool            `wire:"parallel_tool_calls,optional,as=serial"`         // a model proposes one call at a time; turned round on the wire
	ApproveInWords     bool            `wire:"approve_in_words,optional"`                      // "approve 1480.00" buys, with a known payment method
	Required           []string        `wire:"required,optional"`                              // beside rule 1.2, in this order: see FieldPath
	LodgingUnsaid      LodgingUnsaid   `wire:"lodging_unsaid,unless=LodgingOffer"`             // default offer; the reading is told of another
	MaxDateSearches    int64           `wire:"max_date_searches,optional,max=MaxDateSearches"` // flight searches of one round where days or routes are open; 0 is DefaultDateSearches
	RetrieveFirst      OptBool         `wire:"retrieve_first,optional"`                        // documents are looked into before a model is asked: of the tenant too, or (false) only where the reading says so; default those that are selected
}

// Equal reports whether both policies say the same.
func (p Policy) Equal(o Policy) bool { return bytes.Equal(p.AppendJSON(nil), o.AppendJSON(nil)) }

// DefaultPolicy returns the policy that holds when nobody says otherwise.
//
// Rule: 3.0.choice
func DefaultPolicy() Policy {
	return Policy{
		ApprovalBinding: BindStamp, QuoteTTLSeconds: 1200, Multitask: Enqueue, ToolChoice: "auto",
		LodgingUnsaid: LodgingOffer,
	}
}
