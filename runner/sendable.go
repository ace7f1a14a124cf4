package runner

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/trip"
)

// A process may stand still between the commit of a write and the call: its machine sleeps, or is busy. Another one
// that shares the store takes the trip over then, finds nothing in the supplier's books, and settles the write as not
// made. So a write is not sent any more when too much time has passed since its commit, or when the lease was lost by
// which the process had the trip. Who looks it up in its place waits longer than that.

// settleMargin is how much more than the lease and the timeout a write may need to take effect.
const settleMargin = 30 * time.Second

// since is a moment at which a trip was certainly this process's own.
type since struct {
	at    time.Time
	lease int64 // token of the lease of a shared store
}

// now is the present moment.
func (r *Runner) now() since {
	s := since{at: r.sched.Now()}
	if r.shared != nil {
		s.lease = r.shared.Lease().Token
	}
	return s
}

// tooLate says why the call must not be sent any more, "" when it may be. It is asked last of all.
//
// Rule: 1.5.sendable
func (p *performance) tooLate() string {
	c := p.call
	switch {
	case !c.write:
		return ""
	case c.withheld.Load():
		return "it was withheld: an earlier write turned out to have been made"
	}
	if passed := elapsed(c.since.at, p.r.sched.Now()); passed >= p.limits.Sendable {
		return fmt.Sprintf("%s passed since its commit, it may be sent for %s", passed, p.limits.Sendable)
	}
	if p.r.shared == nil {
		return ""
	}
	if lease := p.r.shared.Lease(); lease.Token != c.since.lease || lease.Left <= 0 {
		return "the store's lease was not renewed since its commit"
	}
	return ""
}

// elapsed returns the time between two readings of a clock, by the monotonic or the wall clock, whichever counted more:
// a monotonic one may stop while its machine sleeps.
func elapsed(from, to time.Time) time.Duration {
	return max(to.Sub(from), to.Round(0).Sub(from.Round(0)))
}

// withhold keeps the writes of a trip from being sent when a change says that an earlier one was made after all. The
// caller holds t.mu.
//
// Rule: 1.5.after-all-withholds
func (t *live) withhold(c *change) {
	for _, f := range c.folds {
		id := f.decision.Settled
		if id == "" || !calls.IsNotMade(f.before, id) {
			continue
		}
		for _, d := range t.calls {
			d.withheld.Store(d.write)
		}
		i := slices.IndexFunc(f.before.Turn.NotMade, func(p trip.Pending) bool { return p.CallID == id })
		t.note(Notice{Kind: MadeAfterAll, Seq: f.event.Seq, CallID: id, Tool: f.before.Turn.NotMade[i].Name})
	}
}

// shareLimits completes the limits of a write tool by what the store demands. isSet tells that SettleAfter was
// configured.
func (r *Runner) shareLimits(l *ToolLimits, isSet bool) {
	if r.shared == nil {
		l.Sendable = cmp.Or(l.Sendable, l.Timeout)
		return
	}
	if longest := r.lease - r.lease/4; l.Sendable == 0 || l.Sendable > longest {
		l.Sendable = longest
	}
	if !isSet {
		l.SettleAfter = r.leastSettleAfter(l)
	}
}

// leastSettleAfter is how long a write may take at least to take effect: the process that had its trip may send it
// until its lease is over, and the call has its timeout.
func (r *Runner) leastSettleAfter(l *ToolLimits) time.Duration {
	return r.lease + l.Timeout + settleMargin
}

// checkSettling refuses writes that another process would believe not to have been made while they can still be sent.
//
// Rule: 1.5.settle-shared
func (r *Runner) checkSettling() error {
	if r.shared == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(r.tools)) {
		if t, _ := r.config.Turn.Catalog.Tool(name); t.Effect != catalog.Write {
			continue
		}
		l := r.toolLimits(name)
		switch least := r.leastSettleAfter(&l); {
		case l.SettleAfter == 0:
			r.notice(context.Background(), Notice{Kind: SettledAtOnce, Tool: name})
		case l.SettleAfter < least:
			return bad(fmt.Sprintf("Tools[%q]", name), "other processes share the store, and its settle_after is %s: want at "+
				"least %s, which is the store's lease of %s, the tool's timeout of %s and %s, or nothing for that",
				l.SettleAfter, least, r.lease, l.Timeout, settleMargin)
		}
	}
	return nil
}
