package runner_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Whom a limit of the whole process turns away has made one request: the service is busy, not they. A turn that is over is a
// limit of their own.
//
// Rule: 7.5.busy, 7.5.turn-time
func TestWhatATravellerReadsOfLimits(t *testing.T) {
	const busy = "has to wait: the service is busy for a moment"
	one := map[string]runner.ToolLimits{trip.ToolFlightSearch: {Concurrency: 1, Retries: -1}}
	for name, tc := range map[string]struct {
		limit func(*runner.Config)
		run   script
		want  string
	}{
		"an open breaker": {func(c *runner.Config) {
			c.Limits.BreakerFailures = 1
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: -1}}
		}, fails(trip.ClassFailed), busy},
		"calls at once": {func(c *runner.Config) {
			c.Limits.TurnTimeout, c.ToolLimits = 3*time.Second, one
		}, func(context.Context, tools.Request) ([]byte, error) { // its place is not free when its time is over
			time.Sleep(7 * time.Second / 2)
			return []byte(flights), nil
		}, busy},
		"a rate": {func(c *runner.Config) {
			c.Limits.TurnTimeout = 10 * time.Second
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {RatePerMinute: 1, Retries: -1}}
		}, slow(0, flights), busy},
		"a turn's own time": {func(c *runner.Config) {
			c.Limits.TurnTimeout = c.Limits.RetryFirst
			c.Random = func() float64 { return 0.5 }
		}, fails(trip.ClassFailed), "did not answer in time"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				w.on(trip.ToolFlightSearch, tc.run)
				r := start(t, w, newStore(), func(c *runner.Config) {
					c.Limits.RetryFirst = 200 * time.Millisecond
					tc.limit(c)
				})
				first := later(t, r, "t1", say("LIS to FCO"))
				synctest.Wait()
				got := strings.Join(told(send(t, r, "t2", say("LIS to FCO"))), "\n")
				if !strings.Contains(got, tc.want) || strings.Contains(got, "too many") {
					t.Errorf("a trip that made one request reads %q, want %q", got, tc.want)
				}
				first()
			})
		})
	}
}
