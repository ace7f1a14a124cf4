package crash_test

import (
	"slices"
	"strings"
	"testing"
)

// The exit codes that tell of the store.
const firstStoreFault, lastStoreFault = 20, 29

// refused runs the program where it cannot write: it must say so, clearly and once, and end.
func (c *campaign) refused(t *testing.T, want string, more ...string) {
	t.Helper()
	f := run(t, c.program, start{args: append(c.args(), more...), life: patience})
	if f.killed || f.code < firstStoreFault || f.code > lastStoreFault {
		t.Errorf("code %d (killed: %t), want %d to %d", f.code, f.killed, firstStoreFault, lastStoreFault)
	}
	said := strings.TrimSpace(f.problem)
	if !strings.Contains(said, want) || strings.Count(said, "\n") > 0 || strings.Contains(said, "goroutine") {
		t.Errorf("on standard error: %q; want one line with %q", said, want)
	}
	f.problem = ""
	f.lines = slices.DeleteFunc(f.lines, func(line string) bool { return strings.HasPrefix(line, "recovered ") })
	c.hear(t, f)
	c.look(t)
}

// TestMaxBytes lets a store come to the size that it may have. What was accepted is there, another
// attempt is refused in the same way, and with more room everything goes on.
func TestMaxBytes(t *testing.T) {
	c := newCampaign(t, 3, 20, 12)
	defer c.keep(t)
	const limit = "--max-bytes=1048576"
	c.refused(t, "maximum", limit)
	if len(c.accepted) == 0 {
		t.Error("nothing was accepted: the store was full from the start")
	}
	c.refused(t, "maximum", limit)
	c.end(t)
}
