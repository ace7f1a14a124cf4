package runner

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// call is a queued call with all that is needed to perform it. begun is guarded by the trip's lock. The
// rest may be read without one: base, ctx, cancel and until are set before the goroutine that performs the call
// starts, out before done is set.
type call struct {
	store.Outstanding
	write  bool
	found  bool         // it was out when the trip was loaded: nobody knows whether it ran
	lookup bool         // its outcome is to be looked up; it is not performed
	repeat bool         // it is performed again instead, beside any turn
	intent *trip.Intent // when it was queued
	seq    int64        // of the event that queued it

	since    since       // its commit; of a call that was found, when the trip was loaded
	withheld atomic.Bool // it must not be sent any more

	begun bool // it is performed, or looked up
	// base ends with the runner and has the values of the context that opened the turn. A write's handler and
	// each lookup run on it: no later event cuts them off. ctx is below it, for the waits before the handler and
	// for a read's handler.
	base, ctx context.Context
	cancel    context.CancelFunc // of ctx; nil until begun
	until     time.Time          // deadline of the turn

	started trip.Instant // when the handler was first called; 0 when it was not
	ended   trip.Instant // when out was known; 0 when no handler was called

	endTelemetry func(Done) // nil without telemetry, and once called. Guarded by the trip's lock

	speech speech // guarded by the trip's lock

	done atomic.Bool // out and ended are set
	out  outcome
}

// withValues is a context with the values of another one, which does not end it.
type withValues struct {
	context.Context
	values context.Context
}

// Value implements context.Context.
func (c withValues) Value(key any) any {
	if v := c.values.Value(key); v != nil {
		return v
	}
	return c.Context.Value(key)
}

// isDone reports whether the outcome is there.
func (c *call) isDone() bool { return c.done.Load() }

// end notes the outcome of a call.
func (c *call) end(out outcome) {
	c.out = out
	c.done.Store(true)
	c.abandon()
}

// abandon cancels the call's context.
func (c *call) abandon() {
	if c.cancel != nil {
		c.cancel()
	}
}

// outcome is what became of a call.
type outcome struct {
	data    trip.EventData // TOOL_RESULT or TOOL_ERROR; nil of a write that was abandoned before it began
	sure    bool           // data tells what became of a write: a success, or a definite refusal
	notMade bool           // a write certainly had no effect, whatever data says

	// Of a lookup that did not find out:
	nothing bool      // it found nothing
	asked   time.Time // when it began
}

// notMade makes the event that settles a write call as not made, though its tool did not say so itself.
func (c *call) notMade(text string) trip.ToolError {
	e := c.failure(trip.ClassFailed, text, 0)
	e.SettledBy = trip.SettledByLookup
	return e
}

// notSent makes the event of a write that was never sent.
func (c *call) notSent(why string) trip.ToolError { return c.failure(trip.ClassNotSent, why, 0) }

// maxErrorBytes bounds the raw text of a failure in the log.
const maxErrorBytes = 8 << 10

// failure makes the event of a failed call. text is raw: it goes to the log and nowhere else.
func (c *call) failure(class trip.Class, text string, attempts int64) trip.ToolError {
	return trip.ToolError{
		CallID: c.CallID, ToolName: c.Name, Code: string(class), Error: bounded(text),
		Attempts: attempts,
	}
}

// bounded makes a raw text one that the log can keep.
func bounded(text string) string {
	if len(text) > maxErrorBytes {
		text = text[:maxErrorBytes] + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
