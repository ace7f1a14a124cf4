package wire

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error says where a text is not what its reader expects.
type Error struct {
	Path   string // such as data.options[0].total_price; empty for the whole text
	Offset int    // byte offset in the text
	Want   string
	Got    string
	Ends   bool // the text ends at Offset
	Marked bool // a byte order mark is at Offset, as some editors put it before UTF-8 text
}

// Error implements error.
func (e *Error) Error() string {
	where := "byte " + strconv.Itoa(e.Offset)
	if e.Path != "" {
		where = e.Path + " (" + where + ")"
	}
	return "wire: " + where + ": want " + e.Want + ", got " + e.Got
}

// Err returns the first error as an *Error, or nil.
func (d *Decoder) Err() error {
	if d.err == nil {
		return nil
	}
	return d.err
}

// Failed reports whether there was an error.
func (d *Decoder) Failed() bool { return d.err != nil }

// Fail records that the next value is not what was wanted.
func (d *Decoder) Fail(want string) {
	d.peek()
	d.FailAt(d.pos, want, d.describe(d.pos))
}

// FailAt records an error at an offset. Only the first error is kept.
func (d *Decoder) FailAt(offset int, want, got string) {
	d.fail(offset, "", want, got)
}

// Missing records that the object at an offset lacks a member.
func (d *Decoder) Missing(object int, name, want string) {
	d.fail(object, name, want, "nothing")
}

func (d *Decoder) fail(offset int, member, want, got string) {
	if d.err != nil {
		return
	}
	path := PathAt(d.whole, offset)
	if member != "" && path != "" {
		path += "."
	}
	d.err = &Error{
		Path: path + member, Offset: offset, Want: want, Got: got,
		Ends: offset >= len(d.in), Marked: strings.HasPrefix(d.in[min(offset, len(d.in)):], "\ufeff"),
	}
	d.in, d.pos = "", 0
}

// describe says what stands at an offset, without its content: errors may be shown.
func (d *Decoder) describe(offset int) string {
	if offset >= len(d.in) {
		return "the end of the input"
	}
	switch kindOf(d.in[offset]) {
	case Object:
		return "an object"
	case List:
		return "a list"
	case Text:
		return "a string"
	case Number:
		return "a number"
	case Bool, Null:
		if end := wordEnd(d.in, offset); end > 0 {
			return d.in[offset:end]
		}
	case Invalid:
	}
	r, _ := utf8.DecodeRuneInString(d.in[offset:])
	return strconv.QuoteRune(r)
}
