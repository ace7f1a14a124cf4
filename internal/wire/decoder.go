package wire

import (
	"unicode/utf8"
)

// MaxDepth is the deepest nesting that a Decoder can be told to allow.
const MaxDepth = 64

// MaxTextBytes is the longest text that a Decoder takes.
const MaxTextBytes = 1 << 30

const (
	headerSlots = 2                                // slots of the header of an open object
	noteSlots   = 64                               // member names are noted below this slot only
	slots       = noteSlots + headerSlots*MaxDepth // headers always find room
	maxNoted    = 24                               // an object with more names is checked by sorting, at its end
	manyNames   = 1 << 31                          // header bit: this object is checked by sorting
)

// Kind is the kind of the next value of the input.
type Kind uint8

// The kinds of values. Invalid is what is no start of a value, the end of the input included.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	Text
	List
	Object
)

// Decoder pulls values out of one JSON text. Its zero value must be Reset before use.
// It holds no pointer to itself and may live on the stack.
type Decoder struct {
	in    string
	whole string // the text as given; in becomes empty after an error
	pos   int
	first bool // the next Next or More is the first of its object or list
	lax   bool // member names are not checked for duplicates
	depth int
	max   int
	top   int // next free slot of names
	head  int // slot of the header of the innermost open object
	key   string
	keyAt int
	start int // where the last string started
	err   *Error

	// names holds for every open object a header (where its names in over start, the slot of
	// the outer header with the bit manyNames) and then the offsets of its first member names.
	names [slots]uint32
	over  []uint32 // offsets of the member names of open objects that have many
}

// Reset makes d read text from its start. Nesting deeper than maxDepth (at most MaxDepth)
// is an error. The text is checked to be valid UTF-8 as a whole.
func (d *Decoder) Reset(text string, maxDepth int) {
	d.in, d.whole, d.pos = text, text, 0
	d.first, d.lax = false, false
	d.depth, d.max = 0, min(maxDepth, MaxDepth)
	d.top, d.head = 0, 0
	d.key, d.keyAt, d.start, d.err = "", 0, 0, nil
	d.over = d.over[:0]
	if len(text) > MaxTextBytes {
		d.FailAt(0, "a shorter text", "too many bytes")
		return
	}
	if !utf8.ValidString(text) {
		d.FailAt(invalidAt(text), "valid UTF-8", "an invalid byte")
	}
}

func invalidAt(text string) int {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
				return i
			}
		}
	}
	return len(text)
}

// peek skips white space and returns the next byte, 0 at the end.
func (d *Decoder) peek() byte {
	for d.pos < len(d.in) {
		c := d.in[d.pos]
		if c > ' ' {
			return c
		}
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
		d.pos++
	}
	return 0
}

// Offset returns where the next value starts.
func (d *Decoder) Offset() int {
	d.peek()
	return d.pos
}

// Kind returns the kind of the next value without reading it.
func (d *Decoder) Kind() Kind { return kindOf(d.peek()) }

func kindOf(c byte) Kind {
	switch c {
	case '{':
		return Object
	case '[':
		return List
	case '"':
		return Text
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return Number
	}
	return Invalid
}

// Null reads a null if one is next and reports whether it did.
func (d *Decoder) Null() bool {
	if d.peek() != 'n' {
		return false
	}
	return d.literal("null")
}

// Bool reads true or false.
func (d *Decoder) Bool() bool {
	switch d.peek() {
	case 't':
		return d.literal("true")
	case 'f':
		d.literal("false")
		return false
	}
	d.Fail("true or false")
	return false
}

func (d *Decoder) literal(word string) bool {
	end := d.pos + len(word)
	if end > len(d.in) || d.in[d.pos:end] != word {
		d.Fail(word)
		return false
	}
	d.pos = end
	return true
}

// Object enters an object. Its members follow by Next.
func (d *Decoder) Object() bool {
	if d.peek() != '{' {
		d.Fail("an object")
		return false
	}
	if !d.enter() {
		return false
	}
	d.names[d.top+1] = uint32(d.head)
	d.head = d.top
	d.top += headerSlots
	return true
}

// List enters a list. Its elements follow by More.
func (d *Decoder) List() bool {
	if d.peek() != '[' {
		d.Fail("a list")
		return false
	}
	return d.enter()
}

func (d *Decoder) enter() bool {
	if d.depth >= d.max {
		d.Fail("less nesting")
		return false
	}
	d.depth++
	d.pos++
	d.first = true
	return true
}

// More reports whether the list has another element, and leaves the list if it has none.
func (d *Decoder) More() bool {
	c := d.peek()
	if c == ']' && d.depth > 0 {
		d.leave()
		return false
	}
	if d.first {
		d.first = false
		return d.err == nil
	}
	if c != ',' {
		d.Fail("',' or ']'")
		return false
	}
	d.pos++
	return true
}

func (d *Decoder) leave() {
	d.pos++
	d.depth--
	d.first = false
}

// Next reads the next member name of the object, or leaves the object and reports false.
// The caller must then read or Skip the member's value.
func (d *Decoder) Next() bool {
	at := d.pos
	switch {
	case d.first || at+1 >= len(d.in):
		at = d.nextName()
	case d.in[at] == ',' && d.in[at+1] == '"':
		at++
	case d.in[at] == '}' && d.depth > 0:
		d.leaveObject()
		return false
	default:
		at = d.nextName()
	}
	if at < 0 {
		return false
	}
	d.keyAt, d.first = at, false
	end := plainTo(d.in, at+1)
	if end+1 < len(d.in) && d.in[end] == '"' && d.in[end+1] == ':' {
		d.key, d.pos = d.in[at+1:end], end+2
		d.noteName(true)
		return d.err == nil
	}
	return d.nextSlow()
}

// Member reads the next member name if it is exactly the given one, quotes and colon included
// and without white space, and reports whether it did. It saves Next and a search for the
// name where a writer's order is known; an object's names must be asked for in ascending
// order, each once, before the first Next, which reads what is left in any order.
func (d *Decoder) Member(quoted string) bool {
	at := d.pos
	if !d.first {
		if at >= len(d.in) || d.in[at] != ',' {
			return false
		}
		at++
	}
	end := at + len(quoted)
	if end > len(d.in) || d.in[at:end] != quoted || d.top >= noteSlots {
		return false
	}
	d.names[d.top] = uint32(at + 1)
	d.top++
	d.first, d.pos = false, end
	return true
}

// nextName finds the quote of the next member name, or -1 when the object ends or is broken.
func (d *Decoder) nextName() int {
	c := d.peek()
	if c == '}' && d.depth > 0 {
		d.leaveObject()
		return -1
	}
	if !d.first {
		if c != ',' {
			d.Fail("',' or '}'")
			return -1
		}
		d.pos++
		c = d.peek()
	}
	if c != '"' {
		d.Fail("a member name")
		return -1
	}
	return d.pos
}

func (d *Decoder) leaveObject() {
	outer := d.names[d.head+1]
	if outer&manyNames != 0 {
		d.checkNames()
	}
	d.top, d.head = d.head, int(outer&^manyNames)
	d.leave()
}

// nextSlow reads a member name with an escape in it or with white space after it.
func (d *Decoder) nextSlow() bool {
	d.pos = d.keyAt
	d.key = d.scanString()
	d.noteName(d.pos-d.keyAt == len(d.key)+2)
	if d.peek() != ':' {
		d.Fail("':'")
		return false
	}
	d.pos++
	return true
}

// Key returns the member name that Next read.
func (d *Decoder) Key() string { return d.key }

// KeyOffset returns where the member name that Next read starts.
func (d *Decoder) KeyOffset() int { return d.keyAt }

// Raw reads over one value and returns its text as it stands in the input.
func (d *Decoder) Raw() string {
	start := d.Offset()
	d.Skip()
	return d.Since(start)
}

// Since returns the text from an offset to where d is; it is empty after an error.
func (d *Decoder) Since(offset int) string {
	if d.err != nil {
		return ""
	}
	return d.in[offset:d.pos]
}

// Seek makes the value at offset the next one. The offset must come from Offset, and the
// values up to it must have been read before; Seek is for reading a skipped value later.
func (d *Decoder) Seek(offset int) {
	if d.err == nil {
		d.pos = offset
	}
}

// Place is where a Decoder stands, to be returned to.
type Place struct {
	pos, depth, top, head, over int
	first                       bool
}

// Here returns where d stands: before a value, with no error.
func (d *Decoder) Here() Place {
	return Place{pos: d.Offset(), depth: d.depth, top: d.top, head: d.head, over: len(d.over), first: d.first}
}

// Return goes back to a place in the same or an outer object or list, and forgets what was
// read since, errors included.
func (d *Decoder) Return(to Place) {
	d.in, d.err = d.whole, nil
	d.pos, d.depth, d.top, d.head, d.first = to.pos, to.depth, to.top, to.head, to.first
	d.over = d.over[:to.over]
}

// Rest returns the input from where d stands.
func (d *Decoder) Rest() string { return d.in[d.pos:] }

// Take reads over the next n bytes, which the caller has found to be one whole value of at
// most one level: a number, or an object of plain members. It reports whether d may nest that deep.
func (d *Decoder) Take(n int) bool {
	if d.depth >= d.max {
		return false
	}
	d.pos += n
	d.first = false
	return true
}

// End refuses anything but white space after the last value.
func (d *Decoder) End() {
	if d.peek(); d.err == nil && d.pos < len(d.in) {
		d.Fail("the end of the input")
	}
}
