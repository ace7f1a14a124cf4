package wire

import (
	"slices"
)

// checkNames refuses a second member of the same name in the object at an offset. It is the
// way for objects with many members or with escapes in a name: it reads the object once and
// sorts the names.
func (d *Decoder) checkNames(object int) {
	type name struct {
		text string
		at   int
	}
	var names []name
	look := Decoder{in: d.in, whole: d.whole, pos: object, max: d.max, lax: true, depth: d.depth - 1}
	for look.Object(); look.Next(); {
		names = append(names, name{look.key, look.keyAt})
		look.Skip()
	}
	if look.err != nil {
		d.err, d.in, d.pos = look.err, "", 0
		return
	}
	slices.SortFunc(names, func(a, b name) int {
		if c := CompareUTF16(a.text, b.text); c != 0 {
			return c
		}
		return a.at - b.at
	})
	for i := 1; i < len(names); i++ {
		if names[i].text == names[i-1].text {
			d.FailAt(names[i].at, "each member once", "a second "+Quote(names[i].text))
			return
		}
	}
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
