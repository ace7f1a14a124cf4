package wire_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/wire"
)

// TestJump: a cursor's value counts only where a value may stand, and no deeper than allowed.
func TestJump(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		depth      int
		enter      func(d *wire.Decoder)
		want       bool
	}{
		{"a value", `[[1]]`, 2, func(*wire.Decoder) {}, true},
		{"too deep", `[[1]]`, 1, func(*wire.Decoder) {}, false},
		{"in a list", `[[[1]]]`, 3, func(d *wire.Decoder) { d.List(); d.More() }, true},
		{"in a list, too deep", `[[[1]]]`, 2, func(d *wire.Decoder) { d.List(); d.More() }, false},
		{"before the first element is asked for", `[[[1]]]`, 3, func(d *wire.Decoder) { d.List() }, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var d wire.Decoder
			d.Reset(tc.text, tc.depth)
			tc.enter(&d)
			c := d.Cursor()
			if !c.Pass(`[[1]]`) {
				t.Fatal("the cursor does not read the value")
			}
			if got := d.Jump(&c, 2); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

// TestCursorInt: an integer is read in canonical form, from 0 to 999,999,999,999,999, and only where
// something goes on behind it. Any other text leaves the cursor where it was.
func TestCursorInt(t *testing.T) {
	for text, want := range map[string]int64{ // -1: none
		"0,": 0, "7}": 7, "10]": 10, "999999999999999,": 999999999999999, "1000000000000000,": -1, "9999999999999999,": -1,
		"": -1, "7": -1, "x": -1, "-1,": -1, "-0,": -1, "01,": -1, "00,": -1, "1.0,": -1, "1e2,": -1,
	} {
		var d wire.Decoder
		d.Reset(text, 1)
		c, v := d.Cursor(), int64(-1)
		if ok := c.Int(&v); v != want || ok != (want >= 0) || !ok && c.Offset() != 0 {
			t.Errorf("%q: got %d, %v at %d, want %d", text, v, ok, c.Offset(), want)
		}
	}
}

// TestCursorText: a text is read without escapes and in valid UTF-8, wherever it ends in eight bytes and
// however little stands behind it. Any other one leaves the cursor where it was.
func TestCursorText(t *testing.T) {
	const limit = 20
	for n := range limit + 2 {
		for end, known := range map[string]bool{
			`x"`: true, `é"`: true, `€ and more"`: true, "\n\"": false, `\""`: false, `é\""`: false, "": false, "é": false,
			"\xff\"": false, "\xe2\x82\"": false, "é\xff\"": false, "\xed\xa0\x80\"": false, "é\x00\"": false,
		} {
			for _, behind := range []string{"", ",", "null,", `,next}`, "\xff"} {
				const before = "before"
				text, got := strings.Repeat("x", n)+end, before
				want := strings.TrimSuffix(text, `"`)
				c := wire.NewCursor(`"` + text + behind)
				ok := c.Text(&got, limit)
				switch {
				case ok != (known && len(want) <= limit):
					t.Errorf("%q: got %v", text+behind, ok)
				case ok && (got != want || c.Rest() != behind):
					t.Errorf("%q: got %q, and %q is left", text+behind, got, c.Rest())
				case !ok && (got != before || c.Offset() != 0):
					t.Errorf("%q is not known, but got %q and the cursor is at %d", text+behind, got, c.Offset())
				}
			}
		}
	}
}
