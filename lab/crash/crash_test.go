package crash_test

import (
	"flag"
	"testing"
	"time"
)

var (
	kills = flag.Int("kills", 16, "how many times the program is killed at least")
	seed  = flag.Uint64("seed", 1, "of the first campaign; each further one has the next")
)

// What one campaign does. After so many kills its program is left to come to its end.
const (
	campaignTrips = 50
	campaignTurns = 24
	campaignKills = 25
)

// TestKills is the promise kept: 50 trips at once, killed with SIGKILL at random moments and at
// every failpoint, started again, and nothing lost, nothing twice.
func TestKills(t *testing.T) {
	limit := min(campaignKills, (*kills+1)/2) // two campaigns at least: the policies differ
	var all tally
	for next := *seed; all.kills < *kills && !t.Failed(); next++ {
		c := newCampaign(t, next, campaignTrips, campaignTurns)
		for ended := false; !ended && c.kills < min(limit, *kills-all.kills) && !t.Failed(); {
			ended = c.kill(t)
		}
		if !t.Failed() {
			c.end(t)
		}
		c.keep(t)
		all = all.plus(c.tally)
	}
	t.Log(all)
	if all.atPoints == 0 || all.replayed == 0 || all.conflicts == 0 || all.queuedEvents == 0 || all.purchases == 0 ||
		all.notMade == 0 || all.failures == 0 || all.refusals == 0 {
		t.Errorf("something was never met: %s", all)
	}
}

// TestBirth kills the program while it makes its files: whatever is left of them can be gone on with.
func TestBirth(t *testing.T) {
	const longestBirth = 60 * time.Millisecond
	for next := range uint64(max(*kills/4, 4)) {
		c := newCampaign(t, *seed+next, 2, 3)
		for range 3 {
			c.killAt(t, start{args: c.args(), life: time.Duration(1 + c.random.Int64N(int64(longestBirth)))})
		}
		c.end(t)
		c.keep(t)
	}
}
