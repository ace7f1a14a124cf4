package trip

// Decision is what Reduce makes of one event. The exported wire form (AppendJSON) holds
// what others compare; Next, Rule, Path, Settled and Outcome explain it and are left out of
// the digest.
type Decision struct {
	Status          Status
	ToolCalls       []Call
	UIMessages      []string
	MissingRequired []string
	LastToolError   *ToolFailure
	Ask             *Ask // that of the intent after the event; nil when nothing is waited for
	NotesAdded      []string
	Ignored         Ignored // empty when the event counted

	Next Intent    // the intent after the event
	Rule string    // section of the rule book that decided, such as "1.4"
	Path []Trigger // lifecycle edges walked, in order

	Settled string // the call that a tool event settled; empty when it settled none
	Outcome Class  // its class
}

// Reset empties d but for Next, which is left to be overwritten, and keeps the memory of its
// lists for the next decision: copies of d that share them must be gone, and calls that were copied
// out of it too, since an extraction's arguments read Next.
func (d *Decision) Reset() {
	clear(d.ToolCalls)
	d.Status, d.MissingRequired, d.LastToolError, d.Ask, d.Ignored = 0, nil, nil, nil, ""
	d.ToolCalls, d.UIMessages, d.NotesAdded, d.Path = d.ToolCalls[:0], d.UIMessages[:0], d.NotesAdded[:0], d.Path[:0]
	d.Rule, d.Settled, d.Outcome = "", "", ""
}

// AddNote adds a note to the intent after the event.
func (d *Decision) AddNote(text string) {
	d.Next.AddNote(text)
	d.NotesAdded = append(d.NotesAdded, text)
}

// Ignored says why an event changed nothing.
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
	CallID    string
	Name      string
	Arguments Arguments
}

// Arguments are a call's arguments: a typed value for the tools that the reducer queues
// itself, [RawArguments] for those a model proposed. AppendJSON writes canonical JSON.
type Arguments interface {
	AppendJSON(dst []byte) []byte
}

// RawArguments are canonical JSON that came from outside.
type RawArguments Raw
