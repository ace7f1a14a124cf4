package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends what others compare of the decision, as canonical JSON: status, calls,
// messages, missing fields, the last error, what is asked, notes and why it was ignored.
func (d *Decision) AppendJSON(dst []byte) []byte { return d.appendThrough(dst, nil) }

// appendThrough appends the decision with what an encoder keeps; e may be nil.
func (d *Decision) appendThrough(dst []byte, e *Encoder) []byte {
	dst = append(dst, '{')
	if d.Ask != nil {
		dst = d.Ask.AppendJSON(wire.AppendKey(dst, "ask"))
	}
	dst = appendOptionalText(dst, "ignored", string(d.Ignored))
	dst = wire.AppendKey(dst, "last_tool_error")
	dst = d.LastToolError.AppendJSON(dst)
	dst = append(dst, `,"missing_required":`...)
	dst = wire.AppendStrings(dst, d.MissingRequired)
	dst = append(dst, `,"notes_added":`...)
	dst = wire.AppendStrings(dst, d.NotesAdded)
	dst = append(dst, `,"status":{"phase":"`...)
	dst = append(dst, d.Status.Phase()...)
	dst = append(dst, `","state":"`...)
	dst = append(dst, d.Status.State()...)
	dst = append(dst, `"},"tool_calls":[`...)
	for i := range d.ToolCalls {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = d.ToolCalls[i].appendThrough(dst, e)
	}
	dst = append(dst, `],"ui_messages":`...)
	dst = wire.AppendStrings(dst, d.UIMessages)
	return append(dst, '}')
}

// AppendJSON appends the call as canonical JSON.
func (c *Call) AppendJSON(dst []byte) []byte { return c.appendThrough(dst, nil) }

// appendThrough appends the call with what an encoder keeps; e may be nil. Arguments that hold
// parts of the intent are written through it.
func (c *Call) appendThrough(dst []byte, e *Encoder) []byte {
	dst = append(dst, `{"arguments":`...)
	switch a := c.Arguments.(type) {
	case nil:
		dst = append(dst, `{}`...)
	case ExtractArguments:
		dst = a.appendThrough(dst, e)
	case RankArguments:
		dst = a.appendThrough(dst, e)
	default:
		dst = a.AppendJSON(dst)
	}
	dst = append(dst, `,"call_id":`...)
	dst = wire.AppendString(dst, c.CallID)
	dst = append(dst, `,"name":`...)
	dst = wire.AppendString(dst, c.Name)
	return append(dst, '}')
}
