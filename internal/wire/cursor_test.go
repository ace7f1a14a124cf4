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
