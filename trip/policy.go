package trip

// Multitask says what a user event during a running turn does.
type Multitask string

// The multitask policies.
const (
	Enqueue   Multitask = "enqueue"
	Interrupt Multitask = "interrupt"
	Reject    Multitask = "reject"
)

// ApprovalBinding says what an approval that names no ask of its own approves.
type ApprovalBinding string

// The approval bindings.
const (
	BindStamp  ApprovalBinding = "stamp"  // the ask that stood when the runner accepted the event
	BindStrict ApprovalBinding = "strict" // nothing
)

// Policy holds the engine's options: a plain versioned value, recorded in the header of
// a recording. It is not the intent's travel policy.
type Policy struct {
	ApprovalBinding    ApprovalBinding // default stamp
	ConfirmBeforeQuote bool            // default false
	QuoteTTLSeconds    int64           // default 1200; "20m" and a number of seconds are read
	Multitask          Multitask       // default enqueue
	ToolChoice         string          // auto, none, required or a tool's name; default auto
	MaxTokens          int64           // tokens a turn may use before it lands; 0 is no limit
	SerialToolCalls    bool            // a model proposes one call at a time; on the wire parallel_tool_calls, turned round
}

// DefaultPolicy returns the policy that holds when nobody says otherwise.
func DefaultPolicy() Policy {
	return Policy{ApprovalBinding: BindStamp, QuoteTTLSeconds: 1200, Multitask: Enqueue, ToolChoice: "auto"}
}
