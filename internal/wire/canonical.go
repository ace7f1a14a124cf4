package wire

import "slices"

// Canonical appends the canonical form (RFC 8785) of any JSON text to dst. A text that is
// canonical already is copied as it is. On error dst is returned as it was.
//
//   - Errors: *Error for text that is not I-JSON: bad syntax, invalid UTF-8, duplicate member names, numbers beyond a
//     double, nesting deeper than maxDepth.
func Canonical(dst []byte, text string, maxDepth int) ([]byte, error) {
	if IsCanonical(text, maxDepth) {
		return append(dst, text...), nil
	}
	return new(Canonicaliser).append(dst, text, maxDepth)
}

// CanonicalText returns the canonical form of a JSON text: the text itself, without a copy,
// when it is canonical already.
func CanonicalText(text string, maxDepth int) (string, error) {
	return new(Canonicaliser).Text(text, maxDepth)
}

// Canonicaliser makes texts canonical, one after the other, in memory that it uses again. It writes
// the values that its decoder reads. Members of the objects that are open are noted with the range
// of dst where they were written.
type Canonicaliser struct {
	d       Decoder
	members []member
	scratch []byte
	out     []byte
}

// maxKept bounds the memory that a Canonicaliser keeps.
const maxKept = 64 << 10

// Text is [CanonicalText].
func (c *Canonicaliser) Text(text string, maxDepth int) (string, error) {
	if IsCanonical(text, maxDepth) {
		return text, nil
	}
	out, err := c.append(slices.Grow(c.out[:0], len(text)), text, maxDepth)
	made := ""
	if err == nil {
		made = string(out)
	}
	c.out = out
	if cap(c.out)+cap(c.scratch) > maxKept || cap(c.members) > maxKept/64 {
		*c = Canonicaliser{}
	}
	return made, err
}

// append appends the canonical form of a text that is not canonical yet. It keeps nothing of the
// text; on error dst is returned as it was.
func (c *Canonicaliser) append(dst []byte, text string, maxDepth int) ([]byte, error) {
	if c.members == nil {
		c.members = make([]member, 0, 16) // room for most texts
	}
	c.d.Reset(text, maxDepth)
	out := c.value(dst)
	c.d.End()
	err := c.d.Err()
	clear(c.members[:cap(c.members)])
	c.members = c.members[:0]
	c.d.Reset("", maxDepth)
	if err != nil {
		return dst, err
	}
	return out, nil
}

type member struct {
	key        string
	start, end int
}

func (c *Canonicaliser) value(dst []byte) []byte {
	switch c.d.Kind() {
	case Object:
		return c.object(dst)
	case List:
		dst = append(dst, '[')
		c.d.List()
		for first := true; c.d.More(); first = false {
			if !first {
				dst = append(dst, ',')
			}
			dst = c.value(dst)
		}
		return append(dst, ']')
	case Text:
		return AppendString(dst, c.d.String())
	case Number:
		return c.number(dst)
	case Bool, Null, Invalid:
	}
	return append(dst, c.d.Raw()...)
}

func (c *Canonicaliser) number(dst []byte) []byte {
	at := c.d.Offset()
	text := c.d.NumberText()
	if c.d.Failed() {
		return dst
	}
	dst, ok := appendNumber(dst, text)
	if !ok {
		c.d.FailAt(at, "a number within the range of a double", "a larger number")
	}
	return dst
}

func (c *Canonicaliser) object(dst []byte) []byte {
	dst = append(dst, '{')
	outer, body := len(c.members), len(dst)
	sorted := true
	for c.d.Object(); c.d.Next(); {
		if n := len(c.members); n > outer {
			sorted = sorted && CompareUTF16(c.members[n-1].key, c.d.Key()) < 0
			dst = append(dst, ',')
		}
		m := member{key: c.d.Key(), start: len(dst)}
		dst = append(AppendString(dst, m.key), ':')
		dst = c.value(dst)
		m.end = len(dst)
		c.members = append(c.members, m)
	}
	if !sorted {
		c.arrange(dst, body, c.members[outer:])
	}
	c.members = c.members[:outer]
	return append(dst, '}')
}

// arrange rewrites the body of an object, from an offset of dst, in the order of its names.
func (c *Canonicaliser) arrange(dst []byte, body int, members []member) {
	slices.SortFunc(members, func(a, b member) int { return CompareUTF16(a.key, b.key) })
	c.scratch = append(c.scratch[:0], dst[body:]...)
	out := dst[:body]
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, c.scratch[m.start-body:m.end-body]...)
	}
}

// IsCanonical reports whether a text is one canonical JSON value. It allocates
// nothing unless a string has escapes.
func IsCanonical(text string, maxDepth int) bool {
	var d Decoder
	d.Reset(text, maxDepth)
	d.lax = true // ascending names are no duplicates
	ok := isCanonical(&d)
	return ok && !d.Failed() && d.pos == len(text)
}

func isCanonical(d *Decoder) bool {
	if d.pos >= len(d.in) {
		return false
	}
	start := d.pos
	switch kindOf(d.in[start]) {
	case Object:
		return isCanonicalObject(d)
	case List:
		return isCanonicalList(d)
	case Text:
		s := d.scanString()
		return !d.Failed() && canonicalString(d.in[start:d.pos], s)
	case Number:
		return canonicalNumber(d.NumberText())
	case Bool, Null:
		d.Skip()
		return true
	case Invalid:
	}
	return false
}

func isCanonicalList(d *Decoder) bool {
	d.List()
	for {
		if d.spaced() {
			return false
		}
		if !d.More() {
			return true
		}
		if !isCanonical(d) {
			return false
		}
	}
}

func isCanonicalObject(d *Decoder) bool {
	d.Object()
	last := ""
	for n := 0; ; n++ {
		before := d.pos + min(n, 1) // of the name, after the comma
		if d.spaced() {
			return false
		}
		if !d.Next() {
			return true
		}
		key := d.key
		if d.keyAt != before || !canonicalString(d.in[d.keyAt:d.pos-1], key) {
			return false
		}
		if n > 0 && CompareUTF16(last, key) >= 0 {
			return false
		}
		last = key
		if !isCanonical(d) {
			return false
		}
	}
}

// spaced reports whether white space, or nothing, follows.
func (d *Decoder) spaced() bool { return d.pos >= len(d.in) || d.in[d.pos] <= ' ' }

// canonicalString reports whether raw, quotes included, is the canonical form of s.
func canonicalString(raw, s string) bool {
	if len(raw) == len(s)+2 {
		return true // without an escape
	}
	var buf [128]byte
	return string(AppendString(buf[:0], s)) == raw
}
