package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// counting returns a middleware that counts the runs of a tool and forgets its lookup.
func counting(name string, runs *int) func(string, tools.Tool) tools.Tool {
	return func(tool string, next tools.Tool) tools.Tool {
		if tool != name {
			return next
		}
		return tools.Tool{Run: func(ctx context.Context, req tools.Request) ([]byte, error) {
			*runs++
			return next.Run(ctx, req)
		}}
	}
}

// TestMiddlewareKeepsTheLookup: a purchase whose answer is lost is found in the books, although the tool is
// wrapped by something that knows of no lookups.
func TestMiddlewareKeepsTheLookup(t *testing.T) {
	w, outer, inner := newWorld(), 0, 0
	w.on(trip.ToolPurchase, func(_ context.Context, req tools.Request) ([]byte, error) {
		w.buy(req.Key, bought)
		return nil, tools.Failure(trip.ClassTimeout, "SECRET")
	})
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Middleware = []func(string, tools.Tool) tools.Tool{counting(trip.ToolPurchase, &outer), counting(trip.ToolPurchase, &inner)}
	})
	book(t, r, "t1")
	send(t, r, "t1", approval())
	if got := state(t, r, "t1").Status.Node; got != trip.Booked {
		t.Errorf("the trip is in %s, want %s", got, trip.Booked)
	}
	if outer != 1 || inner != 1 {
		t.Errorf("the middleware ran %d and %d times, want once each", outer, inner)
	}
}

// TestMiddlewareIsOrdered: the first one is the outermost.
func TestMiddlewareIsOrdered(t *testing.T) {
	var order []string
	named := func(name string) func(string, tools.Tool) tools.Tool {
		return func(_ string, next tools.Tool) tools.Tool {
			run := next.Run
			next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
				order = append(order, name)
				return run(ctx, req)
			}
			return next
		}
	}
	w := newWorld()
	w.on(trip.ToolExtract, answers(nothingExtracted))
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Middleware = []func(string, tools.Tool) tools.Tool{named("first"), named("second")}
	})
	send(t, r, "t1", say("hello"))
	if got := strings.Join(order, " "); got != "first second first second" { // extraction and question
		t.Errorf("ran %s", got)
	}
}

// traceKey is the key of a value that a caller puts into the context.
type traceKey struct{}

// TestValuesReachHandlers: reads, writes and lookups see the values of the context that was given to Handle,
// not its end.
func TestValuesReachHandlers(t *testing.T) {
	w, seen := newWorld(), map[string]any{}
	note := func(ctx context.Context, name string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		seen[name] = ctx.Value(traceKey{})
		if ctx.Err() != nil {
			t.Errorf("%s: %v", name, ctx.Err())
		}
	}
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Middleware = append(c.Middleware, func(name string, next tools.Tool) tools.Tool {
			wrapped := tools.Tool{Run: func(ctx context.Context, req tools.Request) ([]byte, error) {
				note(ctx, name)
				return next.Run(ctx, req)
			}}
			if next.Lookup != nil {
				wrapped.Lookup = func(ctx context.Context, req tools.Request) ([]byte, bool, error) {
					note(ctx, "lookup")
					return next.Lookup(ctx, req)
				}
			}
			return wrapped
		})
	})
	w.on(trip.ToolPurchase, func(_ context.Context, req tools.Request) ([]byte, error) {
		w.buy(req.Key, bought)
		return nil, tools.Failure(trip.ClassTimeout, "SECRET")
	})
	book(t, r, "t1")
	clear(seen)
	for _, ev := range []trip.Event{approval(), say("hello")} {
		if _, err := sendErr(context.WithValue(t.Context(), traceKey{}, "trace-"+string(ev.Type())), r, "t1", ev); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		trip.ToolPurchase: "trace-USER_APPROVED_PURCHASE", "lookup": "trace-USER_APPROVED_PURCHASE", trip.ToolExtract: "trace-USER_MESSAGE",
	} {
		if seen[name] != want {
			t.Errorf("%s saw %v, want %s", name, seen[name], want)
		}
	}
}
