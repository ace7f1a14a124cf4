package wire

import (
	"slices"
	"strconv"
	"strings"
)

// Difference is a place where two canonical JSON texts differ. A value that is not there is "".
type Difference struct {
	Before, After string

	outer *Difference // nil of the whole
	key   string      // the member's name
	index int         // the element's index; -1 of a member
}

// Compare walks two canonical JSON texts side by side, outside in, and asks look about every place in which
// they differ; what is equal is passed over without a look inside. Where look returns true, the members and the
// elements of that place follow, in order.
func Compare(before, after string, look func(d *Difference) (inside bool)) {
	compare(&Difference{Before: before, After: after, index: -1}, look)
}

func compare(d *Difference, look func(*Difference) bool) {
	if d.Before == d.After || !look(d) {
		return
	}
	if IsObject(d.Before) || IsObject(d.After) {
		d.members(look)
	}
	if IsList(d.Before) || IsList(d.After) {
		d.elements(look)
	}
}

// IsObject reports whether a canonical text is an object.
func IsObject(text string) bool { return strings.HasPrefix(text, "{") }

// IsList reports whether a canonical text is a list.
func IsList(text string) bool { return strings.HasPrefix(text, "[") }

func (d *Difference) members(look func(*Difference) bool) {
	a, b := membersOf(d.Before), membersOf(d.After)
	for len(a) > 0 || len(b) > 0 {
		inner := Difference{outer: d, index: -1}
		switch {
		case len(b) == 0 || len(a) > 0 && CompareUTF16(a[0].key, b[0].key) < 0:
			inner.key, inner.Before, a = a[0].key, a[0].text, a[1:]
		case len(a) == 0 || CompareUTF16(a[0].key, b[0].key) > 0:
			inner.key, inner.After, b = b[0].key, b[0].text, b[1:]
		default:
			inner.key, inner.Before, inner.After, a, b = a[0].key, a[0].text, b[0].text, a[1:], b[1:]
		}
		compare(&inner, look)
	}
}

func (d *Difference) elements(look func(*Difference) bool) {
	a, b := elements(d.Before), elements(d.After)
	for i := range max(len(a), len(b)) {
		inner := Difference{outer: d, index: i}
		if i < len(a) {
			inner.Before = a[i]
		}
		if i < len(b) {
			inner.After = b[i]
		}
		compare(&inner, look)
	}
}

// Path returns the place as itinerary.segments[0].origin; that of the whole is "".
func (d *Difference) Path() string { return string(d.appendPath(nil)) }

func (d *Difference) appendPath(b []byte) []byte {
	if d.outer == nil {
		return b
	}
	b = d.outer.appendPath(b)
	if d.index >= 0 {
		return append(strconv.AppendInt(append(b, '['), int64(d.index), 10), ']')
	}
	if len(b) > 0 {
		b = append(b, '.')
	}
	return append(b, d.key...)
}

// Pointer returns the place as a JSON Pointer (RFC 6901): /itinerary/segments/0/origin.
func (d *Difference) Pointer() string { return string(d.appendPointer(nil)) }

func (d *Difference) appendPointer(b []byte) []byte {
	if d.outer == nil {
		return b
	}
	b = append(d.outer.appendPointer(b), '/')
	if d.index >= 0 {
		return strconv.AppendInt(b, int64(d.index), 10)
	}
	return append(b, strings.NewReplacer("~", "~0", "/", "~1").Replace(d.key)...)
}

// Patch returns what leads from one canonical JSON text to the other as a JSON Patch (RFC 6902); "[]" when they
// are equal.
func Patch(before, after string) string {
	var ops, removals []string
	Compare(before, after, func(d *Difference) bool {
		path := string(AppendString(nil, d.Pointer()))
		switch {
		case d.Before == "":
			ops = append(ops, `{"op":"add","path":`+path+`,"value":`+d.After+`}`)
		case d.After == "":
			removals = append(removals, `{"op":"remove","path":`+path+`}`)
		case IsObject(d.Before) && IsObject(d.After), IsList(d.Before) && IsList(d.After):
			return true
		default:
			ops = append(ops, `{"op":"replace","path":`+path+`,"value":`+d.After+`}`)
		}
		return false
	})
	slices.Reverse(removals) // of a list the last element goes first
	return "[" + strings.Join(append(ops, removals...), ",") + "]"
}

// textMember is one member of an object and the text of its value.
type textMember struct{ key, text string }

// membersOf returns the members of an object in canonical order; of anything else none.
func membersOf(text string) (out []textMember) {
	if !IsObject(text) {
		return nil
	}
	var d Decoder
	d.Reset(text, MaxDepth)
	for d.Object(); d.Next(); {
		key := d.Key()
		out = append(out, textMember{key, d.Raw()})
	}
	mustRead(&d)
	return out
}

// elements returns the texts of the elements of a canonical list; of anything else none.
func elements(text string) (out []string) {
	if !IsList(text) {
		return nil
	}
	var d Decoder
	d.Reset(text, MaxDepth)
	for d.List(); d.More(); {
		out = append(out, d.Raw())
	}
	mustRead(&d)
	return slices.Clip(out)
}

// mustRead ends the program when a text that the engine wrote is no JSON: a bug of the writer.
func mustRead(d *Decoder) {
	if d.Failed() {
		panic("wire: compared a text that is no JSON: " + d.Err().Error())
	}
}
