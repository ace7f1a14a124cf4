package sim

import (
	"context"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/turn"
)

// checkStore checks what is durable as `legwork check` does: the chains, and that each log folds to
// its snapshot and to the calls that a restart would perform.
func (c *conversation) checkStore() {
	if !c.thorough || c.failure != nil {
		return
	}
	var report store.CheckReport
	o := store.CheckOptions{Verify: replay.Verify(turn.Default())}
	for _, id := range trips {
		if err := store.CheckTrip(context.Background(), c.disk.Store, id, o, &report); err != nil {
			c.failf(Sound, "trip %s cannot be checked: %v", id, err)
		}
	}
	for _, f := range report.Findings {
		c.failf(Durable, "the check finds: %s", f)
	}
}
