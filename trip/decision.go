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

	Next  Intent    `wire:"-"` // the intent after the event
	Rules []string  `wire:"-"` // ids of the rules that decided, in order, such as "1.4.cache"
	Path  []Trigger `wire:"-"` // lifecycle edges walked, in order

	Settled string `wire:"-"` // the call that a tool event settled; empty when it settled none
	Outcome Class  `wire:"-"` // its class
}

// Reset empties d but for Next, which is left to be overwritten, and keeps the memory of its
// lists for the next decision: copies of d that share them must be gone, and calls that were copied
// out of it too, since an extraction's arguments read Next.
func (d *Decision) Reset() {
	clear(d.ToolCalls)
	d.Status, d.MissingRequired, d.LastToolError, d.Ask, d.Ignored = 0, nil, nil, nil, ""
	d.ToolCalls, d.UI, d.NotesAdded, d.Path = d.ToolCalls[:0], d.UI[:0], d.NotesAdded[:0], d.Path[:0]
	d.Rules, d.Settled, d.Outcome = d.Rules[:0], "", ""
}

// UIMessages returns the texts that the person is shown.
func (d *Decision) UIMessages() []string { return Texts(d.UI) }

// AddNote adds a note to the intent after the event.
func (d *Decision) AddNote(m Message) {
	d.Next.AddNote(m)
	d.NotesAdded = append(d.NotesAdded, m)
}

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

// Trigger is the label of a lifecycle edge.
type Trigger uint8

// Call is one queued tool invocation. Its arguments may read the decision that queued it: whoever keeps
// a call beyond that keeps their bytes, as RawArguments.
type Call struct {
	CallID    string    `wire:"call_id"`
	Name      string    `wire:"name"`
	Arguments Arguments `wire:"arguments,required=an object,as=callArguments,kept"`
	Proposed  bool      `wire:"proposed,optional"` // a model or its plan proposed it; the engine made the others itself
}

// Arguments are a call's arguments: a typed value for the tools that the reducer queues
// itself, [RawArguments] for those a model proposed. AppendJSON writes canonical JSON.
type Arguments interface {
	AppendJSON(dst []byte) []byte
}

// RawArguments are canonical JSON that came from outside.
type RawArguments Raw
