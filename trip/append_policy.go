package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends the policy as canonical JSON; quote_ttl in seconds. approval_binding is left out
// where it is the default: headers that were written before there was one keep their digest.
func (p Policy) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	if p.ApprovalBinding != BindStamp {
		dst = appendOptionalText(dst, "approval_binding", string(p.ApprovalBinding))
	}
	dst = wire.AppendKey(dst, "confirm_before_quote")
	dst = wire.AppendBool(dst, p.ConfirmBeforeQuote)
	dst = append(dst, `,"max_tokens":`...)
	dst = wire.AppendInt(dst, p.MaxTokens)
	dst = append(dst, `,"multitask":`...)
	dst = wire.AppendString(dst, string(p.Multitask))
	dst = appendSerial(dst, p.SerialToolCalls)
	dst = append(dst, `,"quote_ttl":`...)
	dst = wire.AppendInt(dst, p.QuoteTTLSeconds)
	dst = append(dst, `,"tool_choice":`...)
	dst = wire.AppendString(dst, p.ToolChoice)
	return append(dst, '}')
}

// appendSerial appends that calls are not to be made in parallel; that they may be is not written.
func appendSerial(dst []byte, serial bool) []byte {
	if !serial {
		return dst
	}
	return wire.AppendBool(wire.AppendKey(dst, "parallel_tool_calls"), false)
}
