package wire

import (
	"math/bits"
	"strconv"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load returns eight bytes of s at i, the first one lowest.
func load(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// special marks the bytes of w that end or interrupt plain text in a JSON string: a quote,
// a backslash or a control character. Bits above the lowest mark may be wrong. Flipping the
// second bit puts the quote right behind the control characters, so that one comparison
// finds both.
func special(w uint64) uint64 {
	control := (w ^ ones*0x02) - ones*0x21
	slash := (w ^ ones*'\\') - ones
	return (control | slash) &^ w & highs
}

// escaped marks those bytes of w and what is not ASCII, like special.
func escaped(w uint64) uint64 {
	control := (w ^ ones*0x02) - ones*0x21
	slash := (w ^ ones*'\\') - ones
	return (control | slash | w) & highs
}

// plainTo returns the offset of the first byte of s at or after i that is special.
func plainTo(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := special(load(s, i)); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' {
			return i
		}
	}
	return i
}

// String reads a string. Without escapes it is a part of the input.
func (d *Decoder) String() string {
	s, ok := d.TryString()
	if !ok {
		d.Fail("a string")
	}
	return s
}

// TryString reads a string if one is next and reports whether it was; else it reads nothing.
func (d *Decoder) TryString() (string, bool) {
	if d.pos < len(d.in) && d.in[d.pos] == '"' || d.peek() == '"' {
		return d.scanString(), true
	}
	return "", false
}

// Start returns where the last string that was read started.
func (d *Decoder) Start() int { return d.start }

// scanString reads the string whose quote is at d.pos.
func (d *Decoder) scanString() string {
	start := d.pos + 1
	d.start = d.pos
	end := plainTo(d.in, start)
	if end >= len(d.in) || d.in[end] != '"' {
		return d.scanSlow(start, end)
	}
	d.pos = end + 1
	return d.in[start:end]
}

// scanSlow goes on with a string at its first byte that is not plain.
func (d *Decoder) scanSlow(start, end int) string {
	if end < len(d.in) && d.in[end] == '\\' {
		return d.unescape(start, end)
	}
	d.badString(end)
	return ""
}

func (d *Decoder) badString(at int) {
	if at >= len(d.in) {
		d.FailAt(at, "the end of the string", "the end of the input")
		return
	}
	d.FailAt(at, "an escape for a control character", Quote(d.in[at:at+1]))
}

// unescape reads on in a string that started at start and has its first backslash at i.
func (d *Decoder) unescape(start, i int) string {
	buf := append(make([]byte, 0, i-start+32), d.in[start:i]...)
	for d.err == nil {
		next := plainTo(d.in, i)
		buf = append(buf, d.in[i:next]...)
		i = next
		if i >= len(d.in) || d.in[i] < 0x20 {
			d.badString(i)
			break
		}
		if d.in[i] == '"' {
			d.pos = i + 1
			return string(buf)
		}
		buf, i = d.escape(buf, i)
	}
	return ""
}

// escape reads the escape whose backslash is at i and returns the offset after it.
func (d *Decoder) escape(buf []byte, i int) ([]byte, int) {
	if i+1 >= len(d.in) {
		d.badString(len(d.in))
		return buf, i
	}
	switch c := d.in[i+1]; c {
	case '"', '\\', '/':
		return append(buf, c), i + 2
	case 'b':
		return append(buf, '\b'), i + 2
	case 'f':
		return append(buf, '\f'), i + 2
	case 'n':
		return append(buf, '\n'), i + 2
	case 'r':
		return append(buf, '\r'), i + 2
	case 't':
		return append(buf, '\t'), i + 2
	case 'u':
		return d.escapeUnicode(buf, i)
	}
	d.FailAt(i, `an escape such as \n or \u000a`, "a backslash before something else")
	return buf, i
}

func (d *Decoder) escapeUnicode(buf []byte, i int) ([]byte, int) {
	r, ok := hex4(d.in, i)
	switch {
	case !ok:
		d.FailAt(i, `four hex digits after \u`, "something else")
	case r < 0xD800 || r > 0xDFFF:
		return utf8.AppendRune(buf, r), i + 6
	default:
		low, ok := hex4(d.in, i+6)
		if ok && r < 0xDC00 && low >= 0xDC00 && low <= 0xDFFF {
			return utf8.AppendRune(buf, 0x10000+(r-0xD800)<<10+(low-0xDC00)), i + 12
		}
		d.FailAt(i, "a pair of surrogates", "a lone surrogate")
	}
	return buf, i
}

// hex4 reads \uXXXX at i.
func hex4(s string, i int) (rune, bool) {
	if i+6 > len(s) || s[i] != '\\' || s[i+1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s[i+2 : i+6]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// Quote returns s in quotes for an error text, shortened to at most 40 bytes and printable.
func Quote(s string) string {
	const limit = 40
	if len(s) <= limit {
		return strconv.Quote(s)
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "…"
}
