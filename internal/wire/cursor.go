package wire

import (
	"math/bits"
	"unicode/utf8"
)

// Cursor reads a value whose members and their order are known, without the bookkeeping of a
// [Decoder]. Its methods report whether the text goes on as it is asked to, canonical and without
// escapes. Where it does not, the cursor is dropped and the Decoder, which it left alone, reads
// the value.
type Cursor struct {
	in  string
	pos int
}

// NewCursor returns a cursor at the begin of a text of which nothing is known, not even that it is valid
// UTF-8. It is when the cursor has read it to its end.
func NewCursor(text string) Cursor { return Cursor{in: text} }

// Cursor returns a cursor at the next value.
func (d *Decoder) Cursor() Cursor { return Cursor{d.in, d.Offset()} }

// Jump moves d to the position of c. c must have read one whole value of that many levels, or whole members of an
// object after its first one. Jump returns false, and moves nothing, if d has failed, if d is before the first member
// of an object, or if the value is nested too deeply.
func (d *Decoder) Jump(c *Cursor, levels int) bool {
	if d.err != nil || d.first || d.depth+levels > d.max {
		return false
	}
	d.pos = c.pos
	return true
}

// Pass reads a known part of the text.
func (c *Cursor) Pass(text string) bool {
	end := c.pos + len(text)
	if end > len(c.in) || c.in[c.pos:end] != text {
		return false
	}
	c.pos = end
	return true
}

// Name reads the name of a member, given with its comma and colon. The first member of an object has
// no comma.
func (c *Cursor) Name(text string) bool {
	if c.pos > 0 && c.in[c.pos-1] == '{' {
		text = text[1:]
	}
	return c.Pass(text)
}

// Text reads a string of at most limit bytes, which must be valid UTF-8. It looks for the end itself
// where eight bytes are left: a call would cost more than the look at a short text.
func (c *Cursor) Text(p *string, limit int) bool {
	if !c.At('"') {
		return false
	}
	n := c.pos + 1
	for ; n <= len(c.in)-8; n += 8 {
		if m := escaped(load(c.in, n)); m != 0 {
			n += bits.TrailingZeros64(m) >> 3
			return c.cut(p, n, limit) || c.in[n] >= utf8.RuneSelf && c.foreign(p, n, limit)
		}
	}
	n += asciiTo(c.in[n:])
	return c.cut(p, n, limit) || c.foreign(p, n, limit)
}

// foreign goes on at n with a text that is not all ASCII.
func (c *Cursor) foreign(p *string, n, limit int) bool {
	end := plainTo(c.in, n)
	return utf8.ValidString(c.in[n:end]) && c.cut(p, end, limit)
}

// cut takes the text from behind a quote up to n, if there is a quote.
func (c *Cursor) cut(p *string, n, limit int) bool {
	if n >= len(c.in) || c.in[n] != '"' || n-c.pos-1 > limit {
		return false
	}
	*p = c.in[c.pos+1 : n]
	c.pos = n + 1
	return true
}

// TextOrNull reads a string of at most limit bytes, or a null, which leaves what is there.
func (c *Cursor) TextOrNull(p *string, limit int) bool { return c.Text(p, limit) || c.Pass("null") }

// Int reads an integer from 0 on, of at most 15 digits.
func (c *Cursor) Int(p *int64) bool {
	text, v := c.in[c.pos:], int64(0)
	for n, b := range []byte(text[:min(len(text), maxDigits+1)]) {
		if b-'0' < 10 {
			v = v*10 + int64(b-'0')
			continue
		}
		if !isCanonicalInt(text, n) {
			return false
		}
		*p = v
		c.pos += n
		return true
	}
	return false
}

// At reports whether the next byte is b, which it leaves.
func (c *Cursor) At(b byte) bool { return c.pos < len(c.in) && c.in[c.pos] == b }

// Ends reports whether nothing is left of the text.
func (c *Cursor) Ends() bool { return c.pos == len(c.in) }

// Since returns the text from an offset to where c is.
func (c *Cursor) Since(offset int) string { return c.in[offset:c.pos] }

// Offset returns where c is.
func (c *Cursor) Offset() int { return c.pos }

// Rest returns the text from where c is.
func (c *Cursor) Rest() string { return c.in[c.pos:] }

// Skip goes on by n bytes of Rest.
func (c *Cursor) Skip(n int) { c.pos += n }
