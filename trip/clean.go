package trip

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/legwork-go/legwork/internal/wire"
)

// Clean returns the event that [DecodeEvent] reads from its line, without writing one: texts are valid UTF-8, foreign
// JSON is canonical, empty lists are nil, unknown members are sorted. It shares no list with e.
//
//   - Errors: *MalformedError for an event whose line could not be read. It has no offset.
func (e *Event) Clean() (Event, error) {
	out := *e
	c := cleaner{room: lineRoom}
	c.instant("at", &out.At)
	c.instant("clock", &out.Clock)
	if out.Clock != 0 && out.Clock >= out.At {
		c.fail("clock", "an instant before at", out.Clock.String())
	}
	c.text("decision", (*string)(&out.Decision))
	c.text("id", &out.ID)
	c.said(&out.Said)
	c.sections(&out.Sections)
	c.called(&out.Called)
	c.text("state", (*string)(&out.State))
	c.text("trip_id", (*string)(&out.Trip))
	c.integer("turn", &out.Turn, wire.MaxInt)
	if out.Seq != 0 {
		c.within("seq", out.Seq, 1, wire.MaxInt)
	}
	if out.Data = c.eventData(out.Data); out.Data == nil {
		c.fail("type", "an event type", "nothing")
	}
	c.extra(&out.Extra)
	if c.err == nil && c.room > MaxLineBytes { // perhaps: each byte was counted as one that is escaped
		if n := len(out.AppendJSON(nil)); n > MaxLineBytes {
			c.fail("", "a line of at most "+strconv.Itoa(MaxLineBytes)+" bytes", strconv.Itoa(n))
		}
	}
	if c.err != nil {
		return Event{}, c.err
	}
	return out, nil
}

// cleaner turns the fields of an event into what a decoder would read back. The code for an event's data is generated
// from the types' tags. Each function here has the effect of writing a field and reading it with the decoder's function
// of the same name.
type cleaner struct {
	err  *MalformedError // the first one
	room int             // no line of what was seen is longer
}

const (
	lineRoom   = 1 << 10       // for the names of an event's members, numbers and times
	memberRoom = 64            // for the name of a member, quotes and a comma
	escapeRoom = len(`\u0000`) // for any byte of a text
	dataDepth  = MaxDepth - 2  // levels of JSON in the data of an event
	extraDepth = MaxDepth - 1  // and of a member beside it
	noOffset   = -1            // of an error in what was never a text
)

func (c *cleaner) fail(field, want, got string) {
	if c.err == nil {
		c.err = &MalformedError{Field: field, Offset: noOffset, Want: want, Got: got}
	}
}

func (c *cleaner) within(field string, v, low, high int64) {
	if v < low || v > high {
		c.fail(field, "an integer from "+strconv.FormatInt(low, 10)+" to "+strconv.FormatInt(high, 10),
			strconv.FormatInt(v, 10))
	}
}

func (c *cleaner) integer(field string, p *int64, high int64) { c.within(field, *p, 0, high) }

// instant cleans a time. One before 1970 is written as none.
func (c *cleaner) instant(field string, p *Instant) {
	if *p = max(*p, 0); int64(*p)/nanosPerSecond >= lastSecond {
		c.fail(field, "an RFC 3339 instant from 1970 to 2261", "a later one")
	}
}

// valid replaces what is no UTF-8, as a writer of JSON does.
func (c *cleaner) valid(p *string) {
	if !utf8.ValidString(*p) {
		*p = string([]rune(*p))
	}
	c.room += memberRoom + escapeRoom*len(*p)
}

func (c *cleaner) text(field string, p *string) {
	if c.valid(p); len(*p) > MaxTextBytes {
		c.fail(field, "at most "+strconv.Itoa(MaxTextBytes)+" bytes", strconv.Itoa(len(*p)))
	}
}

// filled cleans a text that must not be empty.
func (c *cleaner) filled(field, want string, p *string) {
	if c.text(field, p); *p == "" {
		c.fail(field, want, "an empty text")
	}
}

func (c *cleaner) toolName(field string, p *string) { c.filled(field, "the name of a tool", p) }

func (c *cleaner) askID(field string, p *string) {
	c.filled(field, `the id of an ask or "`+AskNone+`"`, p)
}

func (c *cleaner) settledBy(field string, p *string) {
	if c.text(field, p); *p != SettledByLookup {
		c.fail(field, `"`+SettledByLookup+`"`, wire.Quote(*p))
	}
}

// list cleans each text of a copy of a list.
func (c *cleaner) list(field string, p *[]string, limit int, clean func(field string, p *string)) {
	*p = append([]string(nil), *p...)
	if len(*p) > limit {
		c.fail(field, "at most "+strconv.Itoa(limit)+" elements", "more")
		return
	}
	for i := range *p {
		clean(field+"["+strconv.Itoa(i)+"]", &(*p)[i])
	}
}

func (c *cleaner) textList(field string, p *[]string, limit int) { c.list(field, p, limit, c.text) }

func (c *cleaner) filledTexts(field string, p *[]string) {
	c.list(field, p, MaxItems, func(field string, p *string) { c.filled(field, "a text", p) })
}

// said cleans the texts that were shown. They are as long as they were made.
func (c *cleaner) said(p *[]string) {
	c.list("said", p, MaxItems, func(_ string, p *string) { c.valid(p) })
}

// sections cleans the sections that an event changed, of which each has a name of its own.
func (c *cleaner) sections(p *[]Section) {
	*p = append([]Section(nil), *p...)
	if len(*p) > MaxItems {
		c.fail("sections", "at most "+strconv.Itoa(MaxItems)+" sections", "more")
		return
	}
	for i := range *p {
		s := &(*p)[i]
		c.valid(&s.Name)
		c.text("sections."+s.Name, (*string)(&s.Digest))
	}
	slices.SortFunc(*p, func(a, b Section) int { return wire.CompareUTF16(a.Name, b.Name) })
	for i := 1; i < len(*p); i++ {
		if name := (*p)[i].Name; name == (*p)[i-1].Name {
			c.fail("sections."+name, "a name that no other section has", "the same twice")
		}
	}
}

// called cleans the calls that a decision queued.
func (c *cleaner) called(p *[]Called) {
	*p = append([]Called(nil), *p...)
	if len(*p) > MaxItems {
		c.fail("called", "at most "+strconv.Itoa(MaxItems)+" elements", "more")
		return
	}
	for i := range *p {
		call := &(*p)[i]
		field := "called[" + strconv.Itoa(i) + "]"
		if c.text(field+".name", &call.Name); call.Arguments != "" {
			c.raw(field+".arguments", &call.Arguments, dataDepth-1)
		}
	}
}

// raw makes JSON canonical.
func (c *cleaner) raw(field string, p *Raw, deepest int) {
	text, err := wire.CanonicalText(string(*p), deepest)
	if err != nil {
		c.fail(field, "JSON that has a canonical form", "something else")
	}
	*p = Raw(text)
	c.room += memberRoom + len(text)
}

func (c *cleaner) patch(field string, p *Raw) {
	c.raw(field, p, dataDepth)
	if *p != "" && (*p)[0] != '{' {
		c.fail(field, "an object", "something else")
	}
}

// result cleans the result of a tool. One that has no canonical form is written as null.
func (c *cleaner) result(field string, p *Raw) {
	text, err := wire.CanonicalText(string(*p), dataDepth)
	if err != nil {
		if text, err = wire.CanonicalText(string(*p), MaxDepth); err == nil {
			c.fail(field, "less nesting", "an object or a list")
		} else {
			text = "null"
		}
	}
	*p = Raw(text)
	if len(*p) > MaxResultBytes {
		c.fail(field, "at most "+strconv.Itoa(MaxResultBytes)+" bytes", strconv.Itoa(len(*p)))
	}
	c.room += memberRoom + len(*p)
}

// extra cleans the unknown members of the envelope. None may have the name of a known one: it would be read as that.
func (c *cleaner) extra(p *[]Member) {
	*p = append([]Member(nil), *p...)
	for i := range *p {
		m := &(*p)[i]
		if c.valid(&m.Key); slices.Contains(sent, m.Key) || IsStamped(m.Key) {
			c.fail(m.Key, "a name that no other member has", "that of a member of its own")
		}
		if m.Value == "" {
			m.Value = "null"
		}
		c.raw(m.Key, &m.Value, extraDepth)
	}
	sortMembers(*p)
	for i := 1; i < len(*p); i++ {
		if key := (*p)[i].Key; key == (*p)[i-1].Key {
			c.fail(key, "a name that no other member has", "the same twice")
		}
	}
}

// The members of an event that this version knows: its sender writes some, and recording it adds the others.
var (
	sent    = []string{"data", "id", "type"}
	stamped = []string{
		"at", "called", "clock", "decision", "said", "sections", "seq", "state", "trip_id", "turn",
	}
)

// IsStamped reports whether a member of an event is one that its recorder writes, whatever its sender wrote.
func IsStamped(key string) bool { return slices.Contains(stamped, key) }
