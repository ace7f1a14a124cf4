package wire_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/wire"
)

// TestPlainDecimal: what is read as a plain decimal is what Scale makes of the number that stands there.
func TestPlainDecimal(t *testing.T) {
	for text, want := range map[string]int{ // the length of the number
		"0": 1, "0.5": 3, "61.00": 5, "1480.125": 8, "999999999999999": 15, "9999999999999.9": 15, "7x": 1, "1.2.3": 3,
		"": 0, "x": 0, "-1": 0, "01": 0, ".5": 0, "5.": 0, "5.x": 0, "00.5": 0, "1000000000000000": 0, "99999999999999.9": 0,
	} {
		for _, end := range []string{"", `"`, `","currency":"USD"}`} {
			digits, decimals, n := wire.PlainDecimal(text + end)
			if n != want {
				t.Errorf("%q: %d bytes, want %d", text+end, n, want)
				continue
			}
			if n == 0 {
				continue
			}
			const places = 3
			scaled, how := wire.Scale(text[:n], places)
			if got := digits * int64([]int{1000, 100, 10, 1}[min(decimals, places)]); decimals > places || how != wire.Exact || got != scaled {
				t.Errorf("%q: %d with %d decimals, want %d thousandths", text, digits, decimals, scaled)
			}
		}
	}
	if _, _, n := wire.PlainDecimal(strings.Repeat("1", 1000)); n != 0 {
		t.Errorf("a long number is read as one of %d bytes", n)
	}
}

// TestAppendInt: an integer of any size is written as the standard library writes it.
func TestAppendInt(t *testing.T) {
	for _, v := range []int64{0, 1, 9, 10, 99, 100, -1, -9, -10, wire.MaxInt, -wire.MaxInt, math.MaxInt64, math.MinInt64} {
		if got, want := string(wire.AppendInt([]byte("x"), v)), "x"+strconv.FormatInt(v, 10); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
