package extract_test

import "testing"

// TestRecounts says a number anew that the message before had counted something with.
// Rule: 6.7.count
func TestRecounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, message, want string }{
		{"3 of us", "no wait, 2", "travelers.adults=2"},
		{"3 of us", "sorry, I meant four", "travelers.adults=4"},
		{"2 kids come along", "oops, 1", "travelers.children=1"},
		{"3 of us", "2", ""},
		{"3 of us and 2 kids", "no wait, 2", ""},
	} {
		if got := sayBehind(t, "Leeds to Oslo on May 4, back on May 9", c.before, c.message); got != c.want {
			t.Errorf("%q behind %q: %s, want %s", c.message, c.before, got, c.want)
		}
	}
}

// sayBehind reads the last of several messages, with the one before it at hand.
func sayBehind(t *testing.T, first, before, message string) string {
	t.Helper()
	in := newIntent(t)
	for _, said := range []string{first, before} {
		_, raw := say(t, in, said)
		in = merge(t, in, raw)
	}
	in.Turn.Assist.Recent = []string{before}
	return flat(t, readIn(t, in, message))
}
