package wire

import (
	"slices"
	"strings"
)

// noteName refuses a member name that the innermost object had before. plain says that the
// name stands in the input without escapes. Objects with many members or an escaped name are
// checked when they end.
func (d *Decoder) noteName(plain bool) {
	if d.lax || d.err != nil {
		return
	}
	outer := d.names[d.head+1]
	if outer&manyNames != 0 || !plain || d.top-d.head > maxNoted || d.top >= noteSlots {
		if outer&manyNames == 0 {
			d.names[d.head] = uint32(len(d.over))
			d.names[d.head+1] = outer | manyNames
		}
		d.over = append(d.over, uint32(d.keyAt))
		return
	}
	key, in := d.key, d.in
	for _, at := range d.names[d.head+headerSlots : d.top] {
		// Both names are free of quotes, so the quote tells that the lengths are equal.
		if end := int(at) + len(key); in[end] == '"' && in[at:end] == key {
			d.duplicate(d.keyAt, key)
			return
		}
	}
	d.names[d.top] = uint32(d.keyAt + 1)
	d.top++
}

func (d *Decoder) duplicate(at int, name string) {
	d.FailAt(at, "each member once", "a second "+Quote(name))
}

// checkNames refuses a second member of the same name in the innermost object, which ends.
func (d *Decoder) checkNames() {
	type name struct {
		text string
		at   int
	}
	first := int(d.names[d.head])
	names := make([]name, 0, maxNoted+len(d.over)-first)
	for _, at := range d.names[d.head+headerSlots : d.top] {
		names = append(names, name{d.nameAt(int(at) - 1), int(at) - 1})
	}
	for _, at := range d.over[first:] {
		names = append(names, name{d.nameAt(int(at)), int(at)})
	}
	d.over = d.over[:first]
	slices.SortFunc(names, func(a, b name) int {
		if c := strings.Compare(a.text, b.text); c != 0 {
			return c
		}
		return a.at - b.at
	})
	for i := 1; i < len(names); i++ {
		if names[i].text == names[i-1].text {
			d.duplicate(names[i].at, names[i].text)
			return
		}
	}
}

// nameAt reads a member name again.
func (d *Decoder) nameAt(at int) string {
	if end := plainTo(d.in, at+1); end < len(d.in) && d.in[end] == '"' {
		return d.in[at+1 : end]
	}
	look := Decoder{in: d.in, whole: d.whole, pos: at}
	return look.scanString()
}

// CompareUTF16 orders two valid UTF-8 texts by their UTF-16 code units, as RFC 8785 sorts
// member names. It differs from byte order only for supplementary characters, which
// UTF-16 puts before U+E000.
func CompareUTF16(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		if lead(a[i]) < lead(b[i]) {
			return -1
		}
		return 1
	}
	return len(a) - len(b)
}

// lead moves the lead bytes of U+E000 to U+FFFF above those of supplementary characters,
// whose surrogates come before them.
func lead(c byte) int {
	if c == 0xEE || c == 0xEF {
		return int(c) + 0x10
	}
	return int(c)
}
