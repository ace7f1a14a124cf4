package trip

import "github.com/legwork-go/legwork/internal/wire"

// Nearly all lines of a log are messages and results of searches, of the ranker and of the
// extraction. Such a line is read here from its first byte to its last, in the form in which
// AppendJSON writes it, without the decoder's bookkeeping. Any other line is read by the decoder
// from its beginning. Readers of objects are generated; each reports whether the text has that form.

// canonicalEvent reads a line, or leaves ev empty. Of d it takes but the lists' memory.
func (d *decoder) canonicalEvent(line string, ev *Event) bool {
	c := wire.NewCursor(line)
	if d.eventAt(&c, ev) && c.Ends() {
		return true
	}
	*ev = Event{}
	d.takeBack()
	return false
}

func (d *decoder) eventAt(c *wire.Cursor, ev *Event) bool {
	var at string
	var kind EventType
	if !c.Pass(`{"at":`) || !c.Text(&at, MaxTextBytes) || !c.Pass(`,"data":`) ||
		!d.eventDataAt(c, typeAtEnd(c.Rest()), &ev.Data) || d.tailAt(c, ev, &kind) < 0 {
		return false
	}
	var err error
	ev.At, err = d.calendar.instant(at)
	return err == nil && kind == ev.Type() && c.Pass(`}`)
}

func (d *decoder) toolResultAt(c *wire.Cursor, r *ToolResult) bool {
	ok := d.toolResultMembersAt(c, r)
	r.Value = d.kind.of(r.ToolName, d.value)
	return ok
}

// tailAt reads all members of an event that stand behind data, up to the brace, and returns where
// the type is; -1 when there are others than a log has.
func (d *decoder) tailAt(c *wire.Cursor, ev *Event, kind *EventType) (kindAt int) {
	ok := (!c.Pass(`,"decision":`) || digestAt(c, &ev.Decision)) &&
		(!c.Pass(`,"id":`) || c.Text(&ev.ID, MaxTextBytes)) &&
		(!c.Pass(`,"said":[`) || d.textsAt(c, &ev.Said, MaxItems)) &&
		(!c.Pass(`,"sections":{`) || sectionsAt(c, &ev.Sections)) &&
		c.Pass(`,"seq":`) && c.Int(&ev.Seq) && ev.Seq > 0 &&
		(!c.Pass(`,"state":`) || digestAt(c, &ev.State)) &&
		(!c.Pass(`,"trip_id":`) || c.Text((*string)(&ev.Trip), MaxTextBytes)) &&
		(!c.Pass(`,"turn":`) || c.Int(&ev.Turn)) && c.Pass(`,"type":`)
	if !ok {
		return -1
	}
	kindAt = c.Offset()
	if !c.Text((*string)(kind), MaxTextBytes) || !c.At('}') {
		return -1
	}
	return kindAt
}

// sectionsAt reads the sections that an event changed, behind their brace.
func sectionsAt(c *wire.Cursor, p *[]Section) bool {
	const usual = 4
	out := make([]Section, 0, usual)
	for last := ""; len(out) < len(intentSections); {
		var s Section
		if !c.Text(&s.Name, MaxTextBytes) || s.Name <= last || !c.Pass(`:`) ||
			!c.Pass(`null`) && !digestAt(c, &s.Digest) {
			return false
		}
		out, last = append(out, s), s.Name
		if *p = out; c.Pass(`}`) {
			return true
		}
		if !c.Pass(`,`) {
			return false
		}
	}
	return false
}

func digestAt(c *wire.Cursor, p *Digest) bool {
	return c.Text((*string)(p), MaxTextBytes) && *p != ""
}

// canonicalTail reads the members behind data, or leaves d where it was.
func (d *decoder) canonicalTail(ev *Event, kind *EventType) (kindAt int) {
	c, tail := d.Cursor(), Event{}
	kindAt = d.tailAt(&c, &tail, kind)
	if kindAt < 0 || !d.Jump(&c, 0) {
		return -1
	}
	ev.Decision, ev.ID, ev.Said, ev.Sections, ev.Seq = tail.Decision, tail.ID, tail.Said, tail.Sections, tail.Seq
	ev.State, ev.Trip, ev.Turn = tail.State, tail.Trip, tail.Turn
	return kindAt
}

// resultAt reads a result of a known form.
func (d *decoder) resultAt(c *wire.Cursor, p *Raw) bool {
	from, ok := c.Offset(), false
	d.kind = guess(c.Rest())
	switch d.kind {
	case resultFlights:
		r := one(d, &d.flightResults)
		d.value, ok = r, d.flightResultAt(c, r)
	case resultHotels:
		r := one(d, &d.hotelResults)
		d.value, ok = r, d.hotelResultAt(c, r)
	case resultBundles:
		r := one(d, &d.bundleResults)
		d.value, ok = r, d.bundleResultAt(c, r)
	case resultExtraction:
		r := new(Extraction)
		d.value, ok = r, d.extractionAt(c, r)
	case resultOther:
	}
	*p = Raw(c.Since(from))
	return ok && len(*p) <= MaxResultBytes
}

// toolNameAt reads the name of a tool.
func toolNameAt(c *wire.Cursor, p *string) bool { return c.Text(p, MaxTextBytes) && *p != "" }

func optBoolAt(c *wire.Cursor, p *OptBool) bool {
	switch {
	case c.Pass(`true`):
		*p = True
	case c.Pass(`false`):
		*p = False
	default:
		return false
	}
	return true
}

// optIntAt reads a number from 0 up to a limit.
func optIntAt(c *wire.Cursor, p *OptInt, limit int64) bool {
	p.Set = c.Int(&p.Value)
	return p.Set && p.Value <= limit
}

// numberAt reads a whole number.
func numberAt(c *wire.Cursor, p *Number) bool {
	text := wire.CanonicalInt(c.Rest())
	*p = Number(text)
	c.Skip(len(text))
	return text != ""
}

func moneyAt(c *wire.Cursor, p *Money) bool {
	n := canonicalMoney(c.Rest(), p)
	c.Skip(n)
	return n > 0
}

func dateAt(c *wire.Cursor, p *Date) bool {
	var text string
	if !c.Text(&text, MaxTextBytes) {
		return false
	}
	var err error
	*p, err = ParseDate(text)
	return err == nil
}

func instantAt(c *wire.Cursor, p *Instant) bool {
	var text string
	if !c.Text(&text, MaxTextBytes) {
		return false
	}
	var err error
	*p, err = ParseInstant(text)
	return err == nil
}

// placeAt reads a place that is a code or an object.
func (d *decoder) placeAt(c *wire.Cursor, p *Place) bool {
	ok := c.Text(&p.Code, MaxTextBytes) || d.placeMembersAt(c, p)
	p.trim()
	return ok
}
