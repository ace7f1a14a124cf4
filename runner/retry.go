package runner

import (
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/legwork-go/legwork/trip"
)

// mayRetry reports whether a read that failed so may be tried again.
func (p *performance) mayRetry(a attempt) bool {
	if p.call.write || p.attempts > p.limits.Retries || a.retryable == trip.False {
		return false
	}
	return a.class == trip.ClassFailed || a.class == trip.ClassTimeout || a.class == trip.ClassRateLimited
}

// newBackoff returns a function that yields the waits between attempts: first, then each time twice as long, up to
// most. Each wait is made up to 50 % shorter or longer at random.
func (r *Runner) newBackoff(first, longest time.Duration) func() time.Duration {
	b := backoff.ExponentialBackOff{InitialInterval: first, Multiplier: 2, MaxInterval: longest}
	b.Reset()
	return func() time.Duration {
		d := b.NextBackOff()
		return d/2 + time.Duration(r.config.Random()*float64(d))
	}
}

// pause waits before the next attempt. It reports false when the turn has no time for it, or the
// call is not wanted any more.
func (p *performance) pause() bool {
	if p.wait == nil {
		p.wait = p.r.newBackoff(p.r.limits.RetryFirst, p.r.limits.RetryMax)
	}
	d := p.wait()
	if p.r.sched.Now().Add(d).After(p.call.until) {
		return false
	}
	p.note(Notice{Kind: AttemptRepeated, Attempt: p.attempts + 1}, slog.Duration("wait", d))
	return p.r.sched.Sleep(p.call.ctx, d) == nil
}
