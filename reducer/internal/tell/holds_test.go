package tell

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// A message repeats a short text from outside whole, the beginning of a long one, and the number of no card.
func TestShortened(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("x", maxEchoed)
	for text, want := range map[string]string{
		"b1": "b1", longest: longest, longest + "y": longest + "…", longest[1:] + "é": longest[1:] + "…",
		"card 4111 1111 1111 1111.": "card ….",
	} {
		if got := Shortened(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	in := trip.NewIntent()
	if got := deciding(&in).UnknownBundle(longest + "y").Params.Get("bundle_id"); got != longest+"…" {
		t.Errorf("an unknown option is called %q", got)
	}
}

// Held is what was held until the first hold ends; one that names no end does not count.
func TestFirstExpiry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ends []trip.Instant
		want trip.Instant
	}{
		{nil, 0},
		{[]trip.Instant{0}, 0},
		{[]trip.Instant{0, 7}, 7},
		{[]trip.Instant{7, 0}, 7},
		{[]trip.Instant{7, 9}, 7},
		{[]trip.Instant{9, 7}, 7},
	} {
		var held []*trip.Hold
		for _, at := range c.ends {
			held = append(held, &trip.Hold{ExpiresAt: at})
		}
		if got := firstExpiry(held); got != c.want {
			t.Errorf("of %v the first is %d, want %d", c.ends, got, c.want)
		}
	}
}
