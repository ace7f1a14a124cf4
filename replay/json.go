package replay

import (
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

func number(n int64) string { return strconv.FormatInt(n, 10) }

// AppendJSON appends the step as one line of `legwork replay --json` (formats 2), without a
// line feed. Digests are empty texts unless they were computed.
func (s *Step) AppendJSON(dst []byte) []byte {
	d := s.Decision
	dst = append(dst, '{')
	dst = wire.AppendString(wire.AppendKey(dst, "file"), s.File)
	dst = wire.AppendInt(wire.AppendKey(dst, "seq"), s.Event.Seq)
	dst = wire.AppendString(wire.AppendKey(dst, "type"), string(s.Event.Type()))
	dst = wire.AppendString(wire.AppendKey(dst, "phase"), d.Status.Phase())
	dst = wire.AppendString(wire.AppendKey(dst, "state"), d.Status.State())
	dst = append(wire.AppendKey(dst, "tool_calls"), '[')
	for i := range d.ToolCalls {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		dst = wire.AppendString(wire.AppendKey(dst, "call_id"), d.ToolCalls[i].CallID)
		dst = wire.AppendString(wire.AppendKey(dst, "name"), d.ToolCalls[i].Name)
		dst = trip.AppendArguments(wire.AppendKey(dst, "arguments"), d.ToolCalls[i].Arguments)
		dst = append(dst, '}')
	}
	dst = append(dst, ']')
	dst = wire.AppendStrings(wire.AppendKey(dst, "ui_messages"), texts.ForPrograms(d.UI))
	dst = append(wire.AppendKey(dst, "ui"), '[')
	for i := range d.UI {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = d.UI[i].AppendJSON(dst)
	}
	dst = append(dst, ']')
	dst = wire.AppendStrings(wire.AppendKey(dst, "rules"), d.Rules)
	dst = wire.AppendStrings(wire.AppendKey(dst, "missing_required"), d.MissingRequired)
	dst = wire.AppendKey(dst, "last_tool_error")
	if d.LastToolError == nil {
		dst = wire.AppendNull(dst)
	} else {
		dst = d.LastToolError.AppendJSON(dst)
	}
	dst = d.Ask.AppendJSON(wire.AppendKey(dst, "ask"))
	dst = wire.AppendStrings(wire.AppendKey(dst, "notes_added"), trip.Texts(d.NotesAdded))
	if d.Ignored != "" {
		dst = wire.AppendString(wire.AppendKey(dst, "ignored"), string(d.Ignored))
	}
	dst = wire.AppendString(wire.AppendKey(dst, "decision"), string(s.DecisionDigest))
	dst = wire.AppendString(wire.AppendKey(dst, "state_digest"), string(s.StateDigest))
	return append(dst, '}')
}
