package replay

import (
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

func number(n int64) string { return strconv.FormatInt(n, 10) }

// AppendJSON appends the step as one line of `legwork replay --json` (formats 2), without a
// line feed. Digests are empty texts unless they were computed.
func (s *Step) AppendJSON(dst []byte) []byte {
	d := &s.Decision
	dst = append(dst, `{"file":`...)
	dst = wire.AppendString(dst, s.File)
	dst = append(dst, `,"seq":`...)
	dst = wire.AppendInt(dst, s.Event.Seq)
	dst = append(dst, `,"type":`...)
	dst = wire.AppendString(dst, string(s.Event.Type()))
	dst = append(dst, `,"phase":`...)
	dst = wire.AppendString(dst, d.Status.Phase())
	dst = append(dst, `,"state":`...)
	dst = wire.AppendString(dst, d.Status.State())
	dst = append(dst, `,"tool_calls":[`...)
	for i := range d.ToolCalls {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"call_id":`...)
		dst = wire.AppendString(dst, d.ToolCalls[i].CallID)
		dst = append(dst, `,"name":`...)
		dst = wire.AppendString(dst, d.ToolCalls[i].Name)
		dst = append(dst, `,"arguments":`...)
		dst = trip.AppendArguments(dst, d.ToolCalls[i].Arguments)
		dst = append(dst, '}')
	}
	dst = append(dst, `],"ui_messages":`...)
	dst = wire.AppendStrings(dst, d.UIMessages())
	dst = append(dst, `,"ui":[`...)
	for i := range d.UI {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = d.UI[i].AppendJSON(dst)
	}
	dst = append(dst, `],"rules":`...)
	dst = wire.AppendStrings(dst, d.Rules)
	dst = append(dst, `,"missing_required":`...)
	dst = wire.AppendStrings(dst, d.MissingRequired)
	dst = append(dst, `,"last_tool_error":`...)
	if d.LastToolError == nil {
		dst = append(dst, "null"...)
	} else {
		dst = d.LastToolError.AppendJSON(dst)
	}
	dst = append(dst, `,"ask":`...)
	dst = d.Ask.AppendJSON(dst)
	dst = append(dst, `,"notes_added":`...)
	dst = wire.AppendStrings(dst, trip.Texts(d.NotesAdded))
	if d.Ignored != "" {
		dst = append(dst, `,"ignored":`...)
		dst = wire.AppendString(dst, string(d.Ignored))
	}
	dst = append(dst, `,"decision":`...)
	dst = wire.AppendString(dst, string(s.DecisionDigest))
	dst = append(dst, `,"state_digest":`...)
	dst = wire.AppendString(dst, string(s.StateDigest))
	return append(dst, '}')
}
