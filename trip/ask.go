package trip

import "github.com/legwork-go/legwork/internal/wire"

// Ask is what the engine waits for: what would move the trip on (BEHAVIOUR 6.2). It stands in
// the intent and in the decision; a person's answer names its ID.
type Ask struct {
	Kind      AskKind
	ID        string   // the hash of what was shown
	About     []string // paths of the intent
	Text      string
	Choices   []Choice
	ExpiresAt Instant // when it lapses; zero when it does not
}

// AskKind says what an [Ask] waits for.
type AskKind string

// The kinds of ask. This version asks for approvals only.
const (
	AskMissing AskKind = "missing"
	AskClarify AskKind = "clarify"
	AskChoose  AskKind = "choose"
	AskConfirm AskKind = "confirm"
	AskApprove AskKind = "approve"
)

// Choice is one answer to an [Ask].
type Choice struct {
	ID    string
	Label string
}

// AskNone is the ask_id of an event that was accepted while no ask stood. It is no id of an ask, and
// differs from an absent one: a recording that was written by hand need not say what was shown.
const AskNone = "none"

// AskOf returns the ask that an event names, "" when it names none. ok is false for events that
// answer no ask.
func AskOf(data EventData) (id string, ok bool) {
	switch data := data.(type) {
	case UserMessage:
		return data.AskID, true
	case UserApprovedPurchase:
		return data.AskID, true
	case UserSelectedBundle, UserRequestHold, IntentReady, ScopeChanged, ToolResult, ToolError, TurnCancelled:
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
	case UserSelectedBundle, UserRequestHold, IntentReady, ScopeChanged, ToolResult, ToolError, TurnCancelled:
	}
	return data
}

// AppendJSON appends the ask as canonical JSON, nil as null.
func (a *Ask) AppendJSON(dst []byte) []byte {
	if a == nil {
		return wire.AppendNull(dst)
	}
	dst = append(dst, `{"about":`...)
	dst = wire.AppendStrings(dst, a.About)
	dst = append(dst, `,"choices":[`...)
	for i, c := range a.Choices {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"id":`...)
		dst = wire.AppendString(dst, c.ID)
		dst = append(dst, `,"label":`...)
		dst = wire.AppendString(dst, c.Label)
		dst = append(dst, '}')
	}
	dst = append(dst, ']')
	if a.ExpiresAt != 0 {
		dst = a.ExpiresAt.AppendJSON(wire.AppendKey(dst, "expires_at"))
	}
	dst = append(dst, `,"id":`...)
	dst = wire.AppendString(dst, a.ID)
	dst = append(dst, `,"kind":`...)
	dst = wire.AppendString(dst, string(a.Kind))
	dst = append(dst, `,"text":`...)
	dst = wire.AppendString(dst, a.Text)
	return append(dst, '}')
}

// ask reads an ask as a whole: it does not merge.
func (d *decoder) ask(p **Ask) {
	if d.Null() {
		return
	}
	var a Ask
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "about":
			d.textList(&a.About, MaxItems)
		case "choices":
			list(d, &a.Choices, MaxItems, Choice{}, (*decoder).choice)
		case "expires_at":
			d.instant(&a.ExpiresAt)
		case "id":
			d.text(&a.ID)
		case "kind":
			oneOf(d, &a.Kind, "missing, clarify, choose, confirm or approve", AskMissing, AskClarify, AskChoose, AskConfirm, AskApprove)
		case "text":
			d.text(&a.Text)
		default:
			d.skipUnknown()
		}
	}
	*p = &a
}

func (d *decoder) choice(c *Choice) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "id":
			d.text(&c.ID)
		case "label":
			d.text(&c.Label)
		default:
			d.skipUnknown()
		}
	}
}
