package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends the event as one line of a recording without its line feed: canonical
// JSON in which absent envelope fields are left out. A tool's result is made canonical here;
// one that is no JSON at all is written as null.
func (e *Event) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	extra := e.Extra
	if e.At != 0 {
		dst, extra = appendMembersBefore(dst, extra, "at")
		dst = e.At.AppendJSON(wire.AppendKey(dst, "at"))
	}
	if e.Clock != 0 {
		dst, extra = appendMembersBefore(dst, extra, "clock")
		dst = e.Clock.AppendJSON(wire.AppendKey(dst, "clock"))
	}
	dst, extra = appendMembersBefore(dst, extra, "data")
	dst = wire.AppendKey(dst, "data")
	if e.Data == nil {
		dst = wire.AppendNull(dst)
	} else {
		dst = e.Data.AppendJSON(dst)
	}
	return e.appendTail(dst, extra)
}

// AppendDigested appends what AppendJSON does, from the line that it made of the event when it had
// no digests yet: the data need not be written again.
func (e *Event) AppendDigested(dst, line []byte) []byte {
	if len(e.Extra) > 0 {
		return e.AppendJSON(dst)
	}
	bare := *e
	bare.Decision, bare.State = "", ""
	dst = append(dst, line...)
	tail := len(bare.appendTail(dst, nil)) - len(dst)
	return e.appendTail(dst[:len(dst)-tail], nil)
}

// appendTail appends the members behind data and the brace.
func (e *Event) appendTail(dst []byte, extra []Member) []byte {
	dst, extra = appendEnvelopeText(dst, extra, "decision", string(e.Decision))
	dst, extra = appendEnvelopeText(dst, extra, "id", e.ID)
	dst, extra = appendEnvelopeInt(dst, extra, "seq", e.Seq)
	dst, extra = appendEnvelopeText(dst, extra, "state", string(e.State))
	dst, extra = appendEnvelopeText(dst, extra, "trip_id", string(e.Trip))
	dst, extra = appendEnvelopeInt(dst, extra, "turn", e.Turn)
	dst, extra = appendEnvelopeText(dst, extra, "type", string(e.Type()))
	dst = appendMembers(dst, extra)
	return append(dst, '}')
}

func appendEnvelopeText(dst []byte, extra []Member, key, value string) ([]byte, []Member) {
	if value == "" {
		return dst, extra
	}
	dst, extra = appendMembersBefore(dst, extra, key)
	return wire.AppendString(wire.AppendKey(dst, key), value), extra
}

func appendEnvelopeInt(dst []byte, extra []Member, key string, value int64) ([]byte, []Member) {
	if value == 0 {
		return dst, extra
	}
	dst, extra = appendMembersBefore(dst, extra, key)
	return wire.AppendInt(wire.AppendKey(dst, key), value), extra
}

// AppendJSON appends the event's data as canonical JSON.
func (d UserMessage) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendOptionalText(dst, "ask_id", d.AskID)
	dst = wire.AppendKey(dst, "text")
	dst = wire.AppendString(dst, d.Text)
	return append(dst, '}')
}

// AppendJSON appends the event's data as canonical JSON.
func (d UserSelectedBundle) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"bundle_id":`...)
	dst = wire.AppendString(dst, d.BundleID)
	return append(dst, '}')
}

// AppendJSON appends the event's data as canonical JSON.
func (d UserRequestHold) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendFullTexts(dst, "confirmations", d.Confirmations)
	return append(dst, '}')
}

// AppendJSON appends the event's data as canonical JSON.
func (d UserApprovedPurchase) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"approval_token":`...)
	dst = wire.AppendString(dst, d.ApprovalToken)
	dst = appendOptionalText(dst, "ask_id", d.AskID)
	dst = append(dst, `,"payment_method_id":`...)
	dst = wire.AppendString(dst, d.PaymentMethodID)
	return append(dst, '}')
}

// AppendJSON appends the event's data as canonical JSON.
func (IntentReady) AppendJSON(dst []byte) []byte { return append(dst, `{}`...) }

// AppendJSON appends the event's data as canonical JSON.
func (d ToolResult) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendFullInt(dst, "attempts", d.Attempts)
	dst = appendOptionalText(dst, "call_id", d.CallID)
	dst = wire.AppendKey(dst, "result")
	dst = appendForeign(dst, d.Result)
	dst = append(dst, `,"tool_name":`...)
	dst = wire.AppendString(dst, d.ToolName)
	return append(dst, '}')
}

// appendForeign appends the canonical form of JSON that came from outside.
func appendForeign(dst []byte, r Raw) []byte {
	out, err := wire.Canonical(dst, string(r), MaxDepth)
	if err != nil {
		return wire.AppendNull(dst)
	}
	return out
}

// AppendJSON appends the event's data as canonical JSON.
func (d ToolError) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendFullInt(dst, "attempts", d.Attempts)
	dst = appendOptionalText(dst, "call_id", d.CallID)
	dst = appendOptionalText(dst, "code", d.Code)
	dst = wire.AppendKey(dst, "error")
	dst = wire.AppendString(dst, d.Error)
	dst = appendOptionalBool(dst, "retryable", d.Retryable)
	dst = appendOptionalText(dst, "settled_by", d.SettledBy)
	dst = append(dst, `,"tool_name":`...)
	dst = wire.AppendString(dst, d.ToolName)
	return append(dst, '}')
}

// AppendJSON appends the event's data as canonical JSON.
func (d ScopeChanged) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendFullTexts(dst, "document_ids", d.DocumentIDs)
	dst = appendOptionalText(dst, "property_id", d.PropertyID)
	return append(dst, '}')
}

// AppendJSON appends the event's data as canonical JSON.
func (d TurnCancelled) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendOptionalText(dst, "reason", d.Reason)
	return append(dst, '}')
}
