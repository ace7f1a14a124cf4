package wire

import (
	"strings"
	"testing"
)

// A large text costs its memory only while it is made canonical, also when that fails.
func TestCanonicaliserKeepsLittle(t *testing.T) {
	long := `{"b":"` + strings.Repeat("x", 2*maxKept) + `","a":1`
	many := strings.Repeat(`{"b":0,"a":`, 4) + "[" + strings.Repeat(`{"d":1,"c":2},`, maxKept) + "0]" + strings.Repeat("}", 4)
	wide := `{"a":0` + strings.Repeat(`,"a":0`, maxKept)
	for name, text := range map[string]string{"long": long + "}", "long and cut short": long, "many": many, "wide and wrong": wide} {
		var c Canonicaliser
		_, err := c.Text(text, MaxDepth)
		if fails := name != "long" && name != "many"; (err != nil) != fails {
			t.Errorf("%s: %v", name, err)
		}
		if n := cap(c.out) + cap(c.scratch); n > maxKept || cap(c.members) > maxKept/64 {
			t.Errorf("%s: it keeps %d bytes and %d members", name, n, cap(c.members))
		}
	}
}
