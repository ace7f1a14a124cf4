package trip

import (
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// AppendJSON appends the event as one line of a recording without its line feed: canonical
// JSON in which absent envelope fields are left out. A tool's result is made canonical here;
// one that is no JSON at all is written as null.
func (e *Event) AppendJSON(dst []byte) []byte {
	dst, extra := e.appendHead(append(dst, '{'), e.Extra)
	dst, extra = appendMembersBefore(dst, extra, "data")
	dst = wire.AppendKey(dst, "data")
	if e.Data == nil {
		dst = wire.AppendNull(dst)
	} else {
		dst = e.Data.appendJSON(dst)
	}
	return e.appendTail(dst, extra)
}

// AppendDigested appends what AppendJSON does, from the line that it made of the event when it had neither digests nor
// what was said and called: the data need not be written again. The line is not in the memory behind dst.
func (e *Event) AppendDigested(dst, line []byte) []byte {
	if len(e.Extra) > 0 || e.At == 0 {
		return e.AppendJSON(dst)
	}
	bare := *e
	bare.Decision, bare.State, bare.Sections, bare.Said, bare.Called = "", "", nil, nil, nil
	start := len(dst)
	dst, _ = bare.appendHead(append(dst, '{'), nil)
	head := len(dst) - start
	dst, _ = e.appendHead(append(dst[:start], '{'), nil)
	dst = append(dst, line[head:]...)
	tail := len(bare.appendTail(dst, nil)) - len(dst)
	return e.appendTail(dst[:len(dst)-tail], nil)
}

// appendHead appends the members before data.
func (e *Event) appendHead(dst []byte, extra []Member) ([]byte, []Member) {
	if e.At != 0 {
		dst, extra = appendMembersBefore(dst, extra, "at")
		dst = appendInstant(wire.AppendKey(dst, "at"), e.At)
	}
	if len(e.Called) > 0 {
		dst, extra = appendMembersBefore(dst, extra, "called")
		dst = append(wire.AppendKey(dst, "called"), '[')
		for i := range e.Called {
			dst = appendCalled(comma(dst, i), &e.Called[i])
		}
		dst = append(dst, ']')
	}
	if e.Clock != 0 {
		dst, extra = appendMembersBefore(dst, extra, "clock")
		dst = appendInstant(wire.AppendKey(dst, "clock"), e.Clock)
	}
	return dst, extra
}

// appendTail appends the members behind data and the brace.
func (e *Event) appendTail(dst []byte, extra []Member) []byte {
	dst, extra = appendEnvelopeText(dst, extra, "decision", string(e.Decision))
	dst, extra = appendEnvelopeText(dst, extra, "id", e.ID)
	if len(e.Said) > 0 {
		dst, extra = appendMembersBefore(dst, extra, "said")
		dst = wire.AppendStrings(wire.AppendKey(dst, "said"), e.Said)
	}
	if len(e.Sections) > 0 {
		dst, extra = appendMembersBefore(dst, extra, "sections")
		dst = appendSections(wire.AppendKey(dst, "sections"), e.Sections)
	}
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

// DecodeEvent reads one line of a recording. Unknown members of the envelope are kept in
// Extra, those of data are dropped. A tool's result stays as it stands in the line; the texts
// of the event are parts of the line where that is possible, and keep it in memory.
//
//   - Errors: *MalformedError, which names the field.
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

// eventPiece is how many elements an EventReader allocates at once: a few kilobytes that the lists of several events
// share. Lines longer than maxPieceLine share nothing, because a kept neighbour would keep their text in memory.
const (
	eventPiece   = 32
	maxPieceLine = 16 << 10
)

// Decode reads as DecodeEvent does, into ev: an empty event on error.
func (r *EventReader) Decode(line string, ev *Event) error {
	if len(line) <= maxPieceLine {
		r.d.piece = eventPiece
		return r.d.line(line, ev)
	}
	r.d = decoder{}
	err := r.d.line(line, ev)
	r.d = decoder{}
	return err
}

// line reads a line into ev, which is empty on error.
func (d *decoder) line(line string, ev *Event) error {
	*ev = Event{}
	if len(line) > MaxLineBytes {
		return &MalformedError{
			Want: "a line of at most " + strconv.Itoa(MaxLineBytes) + " bytes",
			Got:  strconv.Itoa(len(line)),
		}
	}
	d.moveOn()
	if d.canonicalEvent(line, ev) {
		return nil
	}
	d.Reset(line, MaxDepth)
	d.event(ev)
	err := d.finish()
	if err != nil {
		*ev = Event{}
	}
	return err
}

// event reads a line in any form. The type says how data is to be read, and stands behind it in canonical
// order: so it is looked up at the end of the line. Where it is not there, data is skipped and read later.
// Rule: 1.7.unknown-type, 1.7.bad-field
func (d *decoder) event(ev *Event) {
	kind, dataAt := typeAtEnd(d.Rest()), -1
	start, clockAt := d.Offset(), 0
	d.Object()
	if d.Member(`"at":`) {
		d.instant(&ev.At)
	}
	if d.Member(`"called":`) {
		list(d, &ev.Called, MaxItems, (*decoder).called)
	}
	if d.Member(`"data":`) {
		dataAt = d.data(ev, kind)
	}
	kindAt := d.canonicalTail(ev, &kind)
	for d.Next() {
		switch d.Key() {
		case "at":
			d.instant(&ev.At)
		case "called":
			list(d, &ev.Called, MaxItems, (*decoder).called)
		case "clock":
			clockAt = d.Offset()
			d.instant(&ev.Clock)
		case "data":
			dataAt = d.data(ev, kind)
		case "decision":
			d.digest(&ev.Decision)
		case "id":
			d.text(&ev.ID)
		case "said":
			list(d, &ev.Said, MaxItems, (*decoder).said)
		case "sections":
			d.sections(&ev.Sections)
		case "seq":
			d.integer(&ev.Seq, 1, wire.MaxInt)
		case "state":
			d.digest(&ev.State)
		case "trip_id":
			readText(d, &ev.Trip)
		case "turn":
			d.integer(&ev.Turn, 0, wire.MaxInt)
		case "type":
			kindAt = d.Offset()
			kind = EventType(d.String())
		default:
			d.keep(&ev.Extra)
		}
	}
	sortMembers(ev.Extra)
	switch {
	case kindAt < 0:
		d.Missing(start, "type", "an event type")
	case ev.Clock != 0 && ev.Clock >= ev.At:
		d.FailAt(clockAt, "an instant before at", ev.Clock.String())
	case !kind.known():
		d.FailAt(kindAt, "an event type that this version knows", wire.Quote(string(kind)))
	case ev.Data == nil && dataAt >= 0:
		end := d.Offset()
		d.Seek(dataAt)
		d.data(ev, kind)
		d.Seek(end)
	case ev.Data == nil:
		if ev.Data = noData(kind); ev.Data == nil {
			d.Missing(start, "data", "an object")
		}
	}
}

// typeAtEnd returns the type of an event in canonical order, empty for another line. In a line that is well
// formed these are the last member and the brace, for a quote within a text has a backslash before it.
func typeAtEnd(line string) EventType {
	const before, behind = `,"type":"`, `"}`
	end := len(line) - len(behind)
	if end < 0 || line[end:] != behind {
		return ""
	}
	from := end
	for from > 0 && line[from-1] != '"' {
		from--
	}
	if !strings.HasSuffix(line[:from], before) {
		return ""
	}
	return EventType(line[from:end])
}

// data reads the data of an event, or skips it when its type is not known yet. It returns where it is.
func (d *decoder) data(ev *Event, kind EventType) (at int) {
	at = d.Offset()
	switch {
	case !kind.known() && d.Kind() != wire.Object && d.Kind() != wire.Null:
		d.Fail("an object")
	case !kind.known():
		d.Skip()
	case !d.Null():
		ev.Data = d.eventData(kind)
	case kind == TypeIntentReady || kind == TypeTurnCancelled:
		ev.Data = noData(kind)
	default:
		d.FailAt(at, "an object", "null")
	}
	return at
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

// said reads a text that was shown. It is as long as it was made.
func (d *decoder) said(p *string) { *p = d.String() }

// toolResult reads a result, with what was read of it on the way.
func (d *decoder) toolResult(r *ToolResult) {
	d.kind = resultOther
	d.toolResultMembers(r)
	r.Value = d.kind.of(r.ToolName, d.value)
}

// toolName reads the name of a tool.
func (d *decoder) toolName(p *string) {
	at := d.Offset()
	if d.element(p); *p == "" {
		d.FailAt(at, "the name of a tool", "an empty text")
	}
}

// askID reads the ask that an event names. An empty text could mean anything.
func (d *decoder) askID(p *string) {
	at := d.Offset()
	if d.Null() {
		return
	}
	if d.anyText(p); *p == "" {
		d.FailAt(at, `the id of an ask or "`+AskNone+`"`, "an empty text")
	}
}

func askIDAt(c *wire.Cursor, p *string) bool { return c.Text(p, MaxTextBytes) && *p != "" }

// settledBy reads who settled a call, when not its tool.
func (d *decoder) settledBy(p *string) {
	at := d.Offset()
	if d.Null() {
		return
	}
	if d.anyText(p); *p != SettledByLookup {
		d.FailAt(at, `"`+SettledByLookup+`"`, wire.Quote(*p))
	}
}

// filledTexts reads a list of texts of which none is empty.
func (d *decoder) filledTexts(p *[]string) { list(d, p, MaxItems, (*decoder).filled) }

// result reads a result as it stands in the line.
func (d *decoder) result(p *Raw) {
	at := d.Offset()
	if !d.readInPlace() {
		d.Skip()
	}
	text := d.Since(at)
	if len(text) > MaxResultBytes {
		d.FailAt(at, "at most "+strconv.Itoa(MaxResultBytes)+" bytes", strconv.Itoa(len(text)))
	}
	*p = Raw(text)
}
