package trip

// Decision is what Reduce makes of one event. The exported wire form (AppendJSON) holds
// what others compare; Next, Rules, Path, Settled and Outcome explain it and are left out of
// the digest.
//
//codec:read write
type Decision struct {
	Status          Status       `wire:"status,required=an object,as=node"`
	ToolCalls       []Call       `wire:"tool_calls"`
	UI              []Message    `wire:"ui"` // what the person is shown
	MissingRequired []string     `wire:"missing_required"`
	LastToolError   *ToolFailure `wire:"last_tool_error,null"`
	Ask             *Ask         `wire:"ask,optional"` // that of the intent after the event; nil when nothing is waited for
	NotesAdded      []Message    `wire:"notes_added"`
	Ignored         Ignored      `wire:"ignored,optional"` // empty when the event counted

	Next  Intent   `wire:"-"` // the intent after the event
	Rules []string `wire:"-"` // ids of the rules that decided, in order, such as "1.4.cache"
	Path  []string `wire:"-"` // labels of the lifecycle edges walked, in order, such as "search"

	Settled string `wire:"-"` // the call that a tool event settled; empty when it settled none
	Outcome Class  `wire:"-"` // its class
}

// UIMessages returns the texts that the person is shown. What programs get of a failure instead is made by
// texts.ForPrograms.
func (d *Decision) UIMessages() []string { return Texts(d.UI) }

// Ignored says why an event changed nothing.
//
//codec:enum a reason for ignoring
type Ignored string

// The reasons for ignoring an event.
const (
	DuplicateResult Ignored = "duplicate_result"
	StaleTurn       Ignored = "stale_turn"
	NotOutstanding  Ignored = "not_outstanding"
)

// Call is one queued tool invocation.
type Call struct {
	CallID    string    `wire:"call_id"`
	Name      string    `wire:"name"`
	Arguments Arguments `wire:"arguments,required=an object,as=callArguments,kept"`
	Proposed  bool      `wire:"proposed,optional"` // a model or its plan proposed it; the engine made the others itself
}

// Arguments are a call's arguments: a typed value for the tools that the reducer queues
// itself, [RawArguments] for those a model proposed.
type Arguments interface {
	appendJSON(dst []byte) []byte
}

// AppendArguments appends the arguments of a call as canonical JSON.
func AppendArguments(dst []byte, a Arguments) []byte { return a.appendJSON(dst) }

// RawArguments are canonical JSON that came from outside.
type RawArguments Raw
