package trip

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

// Policy holds the engine's options: a plain versioned value, recorded in the header of
// a recording. It is not the intent's travel policy.
//
//codec:read write
type Policy struct {
	ConfirmBeforeQuote bool      `wire:"confirm_before_quote"` // default false
	QuoteTTLSeconds    int64     `wire:"quote_ttl,as=seconds"` // default 1200; "20m" and a number of seconds are read
	Multitask          Multitask `wire:"multitask"`            // default enqueue
	ToolChoice         string    `wire:"tool_choice"`          // auto, none, required or a tool's name; default auto
	MaxTokens          int64     `wire:"max_tokens"`           // tokens a turn may use before it lands; 0 is no limit
}

// DefaultPolicy returns the policy that holds when nobody says otherwise.
func DefaultPolicy() Policy {
	return Policy{QuoteTTLSeconds: 1200, Multitask: Enqueue, ToolChoice: "auto"}
}
