package trip

import (
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
)

// dataField is a member of an event's data that some event type reads.
type dataField uint8

const (
	fieldText dataField = iota
	fieldAskID
	fieldBundleID
	fieldConfirmations
	fieldApprovalToken
	fieldPaymentMethodID
	fieldCallID
	fieldToolName
	fieldResult
	fieldError
	fieldCode
	fieldRetryable
	fieldAttempts
	fieldReason
	fieldSettledBy
	fieldDocumentIDs
	fieldPropertyID
	fieldCount
)

var dataFieldNames = [fieldCount]string{
	"text", "ask_id", "bundle_id", "confirmations", "approval_token", "payment_method_id", "call_id",
	"tool_name", "result", "error", "code", "retryable", "attempts", "reason", "settled_by",
	"document_ids", "property_id",
}

// dataSpans remembers where the members of data are, because the type that says which of
// them matter comes after them in canonical order. Offset 0 is absent: it is the brace of the line.
type dataSpans struct {
	object int // offset of data, 0 when absent
	null   bool
	at     [fieldCount]int
	result string // the result as it stands in the line
	typed  *typedResult
}

// DecodeEvent reads one line of a recording. Unknown members of the envelope are kept in
// Extra, those of data are dropped. A tool's result stays as it stands in the line; the texts
// of the event are parts of the line where that is possible, and keep it in memory.
//
// Errors: *MalformedError, which names the field.
func DecodeEvent(line string) (Event, error) {
	var d decoder
	var ev Event
	err := d.line(line, &ev)
	return ev, err
}

// EventReader decodes many events with the same working memory. Events that follow each other may
// share memory, so that one keeps its neighbours in it. Its zero value is ready; it is not safe for
// concurrent use.
type EventReader struct{ d decoder }

// An EventReader makes arrays for so many elements, a few kilobytes, which the lists of several
// events share. The events of longer lines share nothing: their texts would be kept for long.
const (
	eventPiece   = 32
	maxPieceLine = 16 << 10
)

// Decode is DecodeEvent.
func (r *EventReader) Decode(line string) (Event, error) {
	var ev Event
	err := r.DecodeInto(line, &ev)
	return ev, err
}

// DecodeInto is Decode without the copy: it writes the event to ev, an empty one on error.
func (r *EventReader) DecodeInto(line string, ev *Event) error {
	if len(line) <= maxPieceLine {
		r.d.piece = eventPiece
		return r.d.line(line, ev)
	}
	r.d = decoder{}
	err := r.d.line(line, ev)
	r.d = decoder{}
	return err
}

// moveOn leaves what the lines before have of the lists' memory to them. A line writes few lists.
func (d *decoder) moveOn() {
	moveBehind(&d.texts)
	moveBehind(&d.legs)
	moveBehind(&d.flights)
	moveBehind(&d.hotels)
	moveBehind(&d.stays)
	moveBehind(&d.ranked)
	moveBehind(&d.results)
}

// moveBehind leaves the elements of a list to others and keeps the room behind them.
func moveBehind[T any](list *[]T) {
	if n := len(*list); n > 0 {
		*list = (*list)[n:]
	}
}

// takeBack gives up what this line took of the lists' memory.
func (d *decoder) takeBack() {
	d.texts, d.legs, d.flights = d.texts[:0], d.legs[:0], d.flights[:0]
	d.hotels, d.stays, d.ranked = d.hotels[:0], d.stays[:0], d.ranked[:0]
	d.results = d.results[:0]
}

// line reads a line into ev, which is empty on error.
func (d *decoder) line(line string, ev *Event) error {
	*ev = Event{}
	if len(line) > MaxLineBytes {
		return &MalformedError{Want: "a line of at most " + strconv.Itoa(MaxLineBytes) + " bytes", Got: strconv.Itoa(len(line))}
	}
	d.moveOn()
	if d.canonicalEvent(line, ev) {
		return nil
	}
	d.Reset(line, MaxDepth)
	d.nightly = price{}
	d.event(ev)
	err := d.finish()
	if err != nil {
		*ev = Event{}
	}
	return err
}

func (d *decoder) event(ev *Event) {
	var spans dataSpans
	var kind EventType
	start, clockAt := d.Offset(), 0
	d.Object()
	if d.Member(`"at":`) {
		d.instant(&ev.At)
	}
	if d.Member(`"data":`) {
		d.dataSpans(&spans)
	}
	kindAt := d.canonicalTail(ev, &kind)
	for d.Next() {
		switch d.Key() {
		case "at":
			d.instant(&ev.At)
		case "clock":
			clockAt = d.Offset()
			d.instant(&ev.Clock)
		case "data":
			d.dataSpans(&spans)
		case "decision":
			d.digest(&ev.Decision)
		case "id":
			d.text(&ev.ID)
		case "seq":
			d.integer(&ev.Seq, 1, wire.MaxInt)
		case "state":
			d.digest(&ev.State)
		case "trip_id":
			readText(d, &ev.Trip)
		case "turn":
			d.count(&ev.Turn)
		case "type":
			kindAt = d.Offset()
			kind = EventType(d.String())
		default:
			d.keep(&ev.Extra)
		}
	}
	if kindAt < 0 {
		d.Missing(start, "type", "an event type")
		return
	}
	if ev.Clock != 0 && ev.Clock >= ev.At {
		d.FailAt(clockAt, "an instant before at", ev.Clock.String())
		return
	}
	if len(ev.Extra) > 1 {
		sortMembers(ev.Extra)
	}
	end := d.Offset()
	d.eventData(ev, kind, kindAt, start, &spans)
	d.Seek(end)
}

// digest reads what a recording holds a replay against, or a null for none; an empty one would compare
// nothing.
func (d *decoder) digest(p *Digest) {
	if d.Null() {
		return
	}
	at := d.Offset()
	readText(d, p)
	if *p == "" && !d.Failed() {
		d.FailAt(at, "a digest", "an empty text")
	}
}

// dataSpans skips data and remembers where its members are.
func (d *decoder) dataSpans(s *dataSpans) {
	s.object = d.Offset()
	if d.Null() {
		s.null = true
		return
	}
	d.Object()
	if d.Member(`"attempts":`) {
		d.dataSpan(s, fieldAttempts)
	}
	if d.Member(`"call_id":`) {
		d.dataSpan(s, fieldCallID)
	}
	if d.Member(`"result":`) {
		d.dataSpan(s, fieldResult)
	}
	if d.Member(`"tool_name":`) {
		d.dataSpan(s, fieldToolName)
	}
	for d.Next() {
		d.dataSpan(s, fieldOf(d.Key()))
	}
}

func (d *decoder) dataSpan(s *dataSpans, f dataField) {
	if f == fieldCount {
		d.Skip()
		return
	}
	s.at[f] = d.Offset()
	if f != fieldResult {
		d.Skip()
		return
	}
	if s.typed = d.typedResult(); s.typed == nil {
		d.Skip()
	}
	s.result = d.Since(s.at[f])
}

func fieldOf(key string) dataField {
	switch key {
	case "text":
		return fieldText
	case "ask_id":
		return fieldAskID
	case "bundle_id":
		return fieldBundleID
	case "confirmations":
		return fieldConfirmations
	case "approval_token":
		return fieldApprovalToken
	case "payment_method_id":
		return fieldPaymentMethodID
	case "call_id":
		return fieldCallID
	case "tool_name":
		return fieldToolName
	case "result":
		return fieldResult
	case "error":
		return fieldError
	case "code":
		return fieldCode
	case "retryable":
		return fieldRetryable
	case "attempts":
		return fieldAttempts
	case "reason":
		return fieldReason
	case "settled_by":
		return fieldSettledBy
	case "document_ids":
		return fieldDocumentIDs
	case "property_id":
		return fieldPropertyID
	}
	return fieldCount
}

// eventData reads the members of data that events of a type have.
func (d *decoder) eventData(ev *Event, kind EventType, kindAt, start int, s *dataSpans) {
	switch kind {
	case TypeIntentReady:
		ev.Data = IntentReady{}
		return
	case TypeTurnCancelled:
		var data TurnCancelled
		d.dataText(s, fieldReason, &data.Reason)
		ev.Data = data
		return
	case TypeUserMessage, TypeUserSelectedBundle, TypeUserRequestHold, TypeUserApprovedPurchase, TypeScopeChanged, TypeToolResult, TypeToolError:
	default:
		d.FailAt(kindAt, "an event type that this version knows", wire.Quote(string(kind)))
		return
	}
	if s.object == 0 {
		switch kind { //nolint:exhaustive // all members of these may be left out
		case TypeUserRequestHold:
			ev.Data = UserRequestHold{}
			return
		case TypeScopeChanged:
			ev.Data = ScopeChanged{}
			return
		}
		d.Missing(start, "data", "an object")
		return
	}
	if s.null {
		d.FailAt(s.object, "an object", "null")
		return
	}
	if kind == TypeToolResult || kind == TypeToolError {
		d.toolData(ev, kind, s)
	} else {
		d.userData(ev, kind, s)
	}
}

func (d *decoder) userData(ev *Event, kind EventType, s *dataSpans) {
	switch kind { //nolint:exhaustive // the caller chose the user's types
	case TypeUserMessage:
		var data UserMessage
		d.requiredText(s, fieldText, &data.Text)
		d.askID(s, &data.AskID)
		ev.Data = data
	case TypeUserSelectedBundle:
		var data UserSelectedBundle
		d.requiredText(s, fieldBundleID, &data.BundleID)
		ev.Data = data
	case TypeUserRequestHold:
		var data UserRequestHold
		if d.seekData(s, fieldConfirmations) {
			d.textList(&data.Confirmations, MaxItems)
		}
		ev.Data = data
	case TypeUserApprovedPurchase:
		var data UserApprovedPurchase
		d.requiredText(s, fieldApprovalToken, &data.ApprovalToken)
		d.requiredText(s, fieldPaymentMethodID, &data.PaymentMethodID)
		d.askID(s, &data.AskID)
		ev.Data = data
	case TypeScopeChanged:
		var data ScopeChanged
		if d.seekData(s, fieldDocumentIDs) {
			list(d, &data.DocumentIDs, MaxItems, "", (*decoder).filled)
		}
		d.dataText(s, fieldPropertyID, &data.PropertyID)
		ev.Data = data
	}
}

// askID reads the ask that an event names. An empty text could mean anything.
func (d *decoder) askID(s *dataSpans, p *string) {
	if !d.seekData(s, fieldAskID) || d.Null() {
		return
	}
	d.element(p)
	if *p == "" && !d.Failed() {
		d.FailAt(s.at[fieldAskID], `the id of an ask or "`+AskNone+`"`, "an empty text")
	}
}

func (d *decoder) toolData(ev *Event, kind EventType, s *dataSpans) {
	var call ToolError
	d.dataText(s, fieldCallID, &call.CallID)
	d.requiredText(s, fieldToolName, &call.ToolName)
	if call.ToolName == "" {
		d.FailAt(s.at[fieldToolName], "the name of a tool", "an empty text")
	}
	if d.seekData(s, fieldAttempts) {
		d.count(&call.Attempts)
	}
	if kind == TypeToolResult {
		d.toolResult(ev, &call, s)
		return
	}
	d.requiredText(s, fieldError, &call.Error)
	d.dataText(s, fieldCode, &call.Code)
	if d.seekData(s, fieldRetryable) {
		d.truth(&call.Retryable)
	}
	if d.seekData(s, fieldSettledBy) && !d.Null() {
		at := d.Offset()
		if d.text(&call.SettledBy); call.SettledBy != SettledByLookup {
			d.FailAt(at, `"`+SettledByLookup+`"`, wire.Quote(call.SettledBy))
		}
	}
	ev.Data = call
}

func (d *decoder) toolResult(ev *Event, call *ToolError, s *dataSpans) {
	at := s.at[fieldResult]
	if at == 0 {
		d.Missing(s.object, "result", "any JSON value")
		return
	}
	if len(s.result) > MaxResultBytes {
		d.FailAt(at, "at most "+strconv.Itoa(MaxResultBytes)+" bytes", strconv.Itoa(len(s.result)))
		return
	}
	ev.Data = ToolResult{CallID: call.CallID, ToolName: call.ToolName, Result: Raw(s.result), Attempts: call.Attempts, typed: s.typed}
}

// seekData moves to a member of data and reports whether there is one.
func (d *decoder) seekData(s *dataSpans, f dataField) bool {
	if s.at[f] == 0 {
		return false
	}
	d.Seek(s.at[f])
	return true
}

func (d *decoder) dataText(s *dataSpans, f dataField, p *string) {
	if d.seekData(s, f) {
		d.text(p)
	}
}

func (d *decoder) requiredText(s *dataSpans, f dataField, p *string) {
	if !d.seekData(s, f) {
		d.Missing(s.object, dataFieldNames[f], "a string")
		return
	}
	d.element(p)
}
