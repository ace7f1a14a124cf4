package crash_test

import (
	"flag"
	"testing"
)

var (
	kills = flag.Int("kills", 15, "how many times the program is killed at least")
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
	var all tally
	for next := *seed; all.kills < *kills && !t.Failed(); next++ {
		c := newCampaign(t, next, campaignTrips, campaignTurns)
		for ended := false; !ended && c.kills < min(campaignKills, *kills-all.kills) && !t.Failed(); {
			ended = c.kill(t)
		}
		if !t.Failed() {
			c.end(t)
		}
		c.keep(t)
		all = all.plus(c.tally)
	}
	t.Log(all)
	if all.atPoints == 0 || all.replayed == 0 || all.queuedEvents == 0 || all.purchases == 0 || all.failures == 0 {
		t.Errorf("something was never met: %s", all)
	}
}
