package wire_test

import (
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
