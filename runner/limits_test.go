package runner_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/runner/runnertest"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// assist is an extraction that asks for something else than a trip.
const assist = runnertest.Assist

func TestBytesOfAnEvent(t *testing.T) {
	r := start(t, newWorld(), newStore(), func(c *runner.Config) { c.Limits.MessageBytes = 40 })
	long := strings.Repeat("x", 41)
	for name, ev := range map[string]trip.Event{
		"message":         say(long),
		"bundle":          {Data: trip.UserSelectedBundle{BundleID: long}},
		"confirmations":   {Data: trip.UserRequestHold{Confirmations: []string{"one of two", "two of two, longer"}}},
		"id":              {ID: long, Data: trip.UserMessage{}},
		"unknown members": {Data: trip.UserMessage{}, Extra: []trip.Member{{Key: "a", Value: `"` + trip.Raw(long) + `"`}}},
	} {
		if _, err := sendErr(t.Context(), r, "t1", ev); !errors.Is(err, runner.ErrTooLarge) {
			t.Errorf("%s: got %v, want ErrTooLarge", name, err)
		}
	}
	send(t, r, "t1", named("e1", long[:40]))
}

func TestBytesOfAResult(t *testing.T) {
	const limit = 1000
	for size, want := range map[int]trip.Class{limit: trip.ClassOK, limit + 1: trip.ClassFailed} {
		w := newWorld()
		w.on(trip.ToolFlightSearch, answers(flights+strings.Repeat(" ", size-len(flights))))
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.Limits.ResultBytes = limit
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: -1}}
		})
		got := outline(send(t, r, "t1", say("LIS to FCO")))
		if !strings.Contains(got, "call_finished("+trip.ToolFlightSearch+"="+string(want)+")") {
			t.Errorf("%d bytes with a limit of %d: %s", size, limit, got)
		}
	}
}

// A result that is nested too deeply to be read again from the log is a failure, and the trip is no worse for it.
func TestDepthOfAResult(t *testing.T) {
	for depth, want := range map[int]trip.Class{trip.MaxDepth - 3: trip.ClassOK, trip.MaxDepth - 1: trip.ClassFailed} {
		w, s := newWorld(), newStore()
		w.on(trip.ToolFlightSearch, answers(strings.TrimSuffix(flights, "}")+`,"x":`+strings.Repeat("[", depth)+strings.Repeat("]", depth)+"}"))
		r := start(t, w, s, func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: -1}}
		})
		got := outline(send(t, r, "t1", say("LIS to FCO")))
		if !strings.Contains(got, "call_finished("+trip.ToolFlightSearch+"="+string(want)+")") {
			t.Errorf("%d levels: %s", depth, got)
		}
		replayed(t, recording(t, start(t, w, s), "t1"))
	}
}

func TestWaitingCallsOfAToolAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.Limits.Waiting = 1
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Concurrency: 1, Retries: -1}}
		})
		var ends []func() string
		for i := range 3 {
			ends = append(ends, later(t, r, tripID(i), say("LIS to FCO")))
			synctest.Wait()
		}
		begun := time.Now()
		if got := ends[2](); !strings.Contains(got, "(flight_quote_search=rate_limited)") || time.Since(begun) != 0 {
			t.Errorf("the third, after %s: %s", time.Since(begun), got)
		}
		for _, end := range ends[:2] {
			if got := end(); !strings.Contains(got, "(flight_quote_search=ok)") {
				t.Errorf("got %s", got)
			}
		}
	})
}

// A call that gave up waiting for its turn has never been let in: that it leaves makes no room for another one.
func TestACallThatGaveUpWaitingMakesNoRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		peak := crowd(w)
		r := start(t, w, newStore(), policy(trip.Interrupt), func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Concurrency: 1, Retries: -1}}
		})
		inside := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		gaveUp := later(t, r, "t2", say("LIS to FCO"))
		synctest.Wait()
		send(t, r, "t2", trip.Event{Data: trip.TurnCancelled{Reason: "stop"}})
		gaveUp()
		synctest.Wait()
		next := later(t, r, "t3", say("LIS to FCO"))
		for _, end := range []func() string{inside, next} {
			if got := end(); !strings.Contains(got, "(flight_quote_search=ok)") {
				t.Errorf("got %s", got)
			}
		}
		if n := peak(); n != 1 {
			t.Errorf("%d searches ran at once, want 1", n)
		}
	})
}

// Waits are within half of their length more or less, doubled each time, and never beyond the longest.
func TestWaitsBetweenAttempts(t *testing.T) {
	for _, tc := range []struct {
		random float64
		want   string
	}{
		{0, "[0s 100ms 300ms 700ms 1.2s 1.7s]"},
		{0.5, "[0s 200ms 600ms 1.4s 2.4s 3.4s]"},
		{0.75, "[0s 250ms 750ms 1.75s 3s 4.25s]"},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld()
			var at []time.Duration
			begun := time.Now()
			w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
				at = append(at, time.Since(begun))
				return nil, tools.Failure(trip.ClassFailed, "SECRET")
			})
			r := start(t, w, newStore(), func(c *runner.Config) {
				c.Random = func() float64 { return tc.random }
				c.Limits.RetryMax = time.Second
				c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: 5}}
			})
			send(t, r, "t1", say("LIS to FCO"))
			if got := fmt.Sprint(at); got != tc.want {
				t.Errorf("random %v: attempts at %s, want %s", tc.random, got, tc.want)
			}
			if !strings.Contains(recording(t, r, "t1"), `"attempts":6`) {
				t.Error("the log does not say that there were 6 attempts")
			}
		})
	}
}

func TestProbeThatFailsKeepsTheBreakerOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, fails(trip.ClassTimeout))
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.Limits.BreakerFailures, c.Limits.BreakerOpen = 3, time.Minute
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: -1}}
		})
		for i, want := range []int{1, 2, 3, 3, 3} {
			list := send(t, r, "t1", say("LIS to FCO"))
			if n := w.calls(trip.ToolFlightSearch); n != want {
				t.Errorf("turn %d: run %d times, want %d", i+1, n, want)
			}
			if class := lastCall(list).Class; i >= 3 && class != trip.ClassRateLimited {
				t.Errorf("turn %d: class %s while the breaker is open", i+1, class)
			}
		}
		for range 3 { // one probe a minute
			time.Sleep(time.Minute)
			send(t, r, "t1", say("LIS to FCO"))
			send(t, r, "t1", say("LIS to FCO"))
		}
		if n := w.calls(trip.ToolFlightSearch); n != 6 {
			t.Errorf("run %d times after three probes, want 6", n)
		}
	})
}

// While one call finds out whether a tool works again, no other is made.
func TestOneProbeAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, fails(trip.ClassFailed))
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.Limits.BreakerFailures, c.Limits.BreakerOpen = 1, time.Minute
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: -1}}
		})
		send(t, r, "t1", say("LIS to FCO"))
		time.Sleep(time.Minute)
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		probe := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		if got := outline(send(t, r, "t2", say("LIS to FCO"))); !strings.Contains(got, "(flight_quote_search=rate_limited)") {
			t.Errorf("beside the probe: %s", got)
		}
		if got := probe(); !strings.Contains(got, "(flight_quote_search=ok)") {
			t.Errorf("the probe: %s", got)
		}
		if got := outline(send(t, r, "t2", say("LIS to FCO"))); !strings.Contains(got, "(flight_quote_search=ok)") {
			t.Errorf("after the probe: %s", got)
		}
	})
}

// closed is a desk whose books never open.
type closed struct{ desk }

func (closed) Lookup(ctx context.Context, _ tools.Request) ([]byte, bool, error) {
	<-ctx.Done()
	return nil, false, ctx.Err()
}

func TestLookupEndsByItsOwnDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.Limits.LookupTimeout = 3 * time.Second
			c.Tools[trip.ToolPurchase] = asTool(closed{desk{tool{w, trip.ToolPurchase}}})
		})
		book(t, r, "t1")
		begun := time.Now()
		send(t, r, "t1", approval())
		if in := state(t, r, "t1"); in.Status.Node != trip.ErrorOutcomeUnknown || time.Since(begun) != 3*time.Second {
			t.Errorf("status %s after %s", in.Status.Node, time.Since(begun))
		}
	})
}

// stuck is a store that does not come to a result once a tool has run.
type stuck struct {
	store.Store
	w *world
}

func (s stuck) Append(ctx context.Context, c store.Commit) error {
	if s.w.calls(trip.ToolFlightSearch) == 0 {
		return s.Store.Append(ctx, c)
	}
	<-ctx.Done()
	return ctx.Err()
}

func TestCommitEndsByItsOwnDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, stuck{newStore(), w}, func(c *runner.Config) { c.Limits.CommitTimeout = 4 * time.Second })
		begun := time.Now()
		_, err := sendErr(t.Context(), r, "t1", say("LIS to FCO"))
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(begun) != 4*time.Second {
			t.Errorf("got %v after %s", err, time.Since(begun))
		}
	})
}

// What a tool said of its failure stands in the log up to 8 KiB, with a mark where it was longer.
func TestTextOfAFailureIsBounded(t *testing.T) {
	const limit = 8 << 10
	for said, isCut := range map[int]bool{limit: false, limit + 1: true, 100 << 10: true} {
		w := newWorld()
		w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
			return nil, tools.Failure(trip.ClassPermanent, strings.Repeat("\t", said))
		})
		r := start(t, w, newStore())
		send(t, r, "t1", say("LIS to FCO"))
		log := recording(t, r, "t1")
		if n := strings.Count(log, `\t`); n != limit || strings.Contains(log, "…") != isCut {
			t.Errorf("of %d bytes the log has %d; cut: %t", said, n, !isCut)
		}
	}
}

func TestCallsOfATurn(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolExtract, answers(assist))
	var mu sync.Mutex
	n, ran := 0, 0
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Limits.BreakerFailures = -1
		c.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
			calls := make([]string, 20) // never the same again
			for i := range calls {
				n++
				calls[i] = fmt.Sprintf(`{"name":"retrieve_docs","arguments":{"query":"q%d"}}`, n)
			}
			return []byte(`{"tool_calls":[` + strings.Join(calls, ",") + `]}`), nil
		}}
		c.Tools[trip.ToolRetrieveDocs] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) {
			mu.Lock()
			defer mu.Unlock()
			ran++
			return []byte(`{"documents":[]}`), nil
		}}
	})
	send(t, r, "t1", say("what are the rules?"))
	in := state(t, r, "t1")
	if ran == 0 || ran > trip.MaxCallsPerTurn || in.Status.Node != trip.ErrorRetryable {
		t.Errorf("%d calls, status %s", ran, in.Status.Node)
	}
	if !strings.Contains(strings.Join(in.Status.Notes, "\n"), "[runaway]") {
		t.Errorf("notes %q", in.Status.Notes)
	}
	replayed(t, recording(t, r, "t1"))
}

// What reads the conversation is bounded as the handler is.
func TestConversationThatCannotBeRead(t *testing.T) {
	for name, tc := range map[string]struct {
		messages func(context.Context, trip.ID, int64) ([]tools.Message, error)
		class    trip.Class
		took     time.Duration
	}{
		"fails":  {func(context.Context, trip.ID, int64) ([]tools.Message, error) { return nil, errors.New("SECRET") }, trip.ClassFailed, 0},
		"panics": {func(context.Context, trip.ID, int64) ([]tools.Message, error) { panic("SECRET") }, trip.ClassFailed, 0},
		"hangs": {func(ctx context.Context, _ trip.ID, _ int64) ([]tools.Message, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}, trip.ClassTimeout, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				w.on(trip.ToolExtract, answers(assist))
				r := start(t, w, newStore(), func(c *runner.Config) {
					c.Tools[trip.ToolAssistantStep] = instant(`{"text":"It is four.","finish_reason":"stop"}`)
					c.Messages = tc.messages
					c.ToolLimits = map[string]runner.ToolLimits{trip.ToolAssistantStep: {Timeout: 2 * time.Second, Retries: -1}}
				})
				begun := time.Now()
				list := send(t, r, "t1", say("2+2?"))
				if c := lastCall(list); c.Class != tc.class || time.Since(begun) != tc.took {
					t.Errorf("class %s after %s, want %s after %s", c.Class, time.Since(begun), tc.class, tc.took)
				}
				replayed(t, recording(t, r, "t1"))
			})
		})
	}
}

// quits is a desk that ends its goroutine, as a test's FailNow does in a handler.
type quits struct {
	desk
	runs bool // only its lookup does
}

func (q quits) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if q.runs {
		return q.desk.Run(ctx, req)
	}
	runtime.Goexit()
	return nil, nil
}

func (quits) Lookup(context.Context, tools.Request) ([]byte, bool, error) {
	runtime.Goexit()
	return nil, false, nil
}

func TestHandlerThatEndsItsGoroutine(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Tools[trip.ToolFlightSearch] = asTool(quits{desk: desk{tool{w, trip.ToolFlightSearch}}})
		c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: -1}}
	})
	if c := lastCall(send(t, r, "t1", say("LIS to FCO"))); c.Name != trip.ToolFlightSearch || c.Class != trip.ClassFailed {
		t.Errorf("%s has class %s", c.Name, c.Class)
	}
}

// A lookup that ends its goroutine has not said that the purchase was not made.
func TestLookupThatEndsItsGoroutine(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolPurchase, func(_ context.Context, req tools.Request) ([]byte, error) {
		w.buy(req.Key, bought)
		return nil, tools.Failure(trip.ClassTimeout, "SECRET")
	})
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Tools[trip.ToolPurchase] = asTool(quits{desk{tool{w, trip.ToolPurchase}}, true})
	})
	book(t, r, "t1")
	send(t, r, "t1", approval())
	if in := state(t, r, "t1"); in.Status.Node != trip.ErrorOutcomeUnknown || len(in.Turn.Unknown) != 1 {
		t.Errorf("status %s, %d calls of unknown outcome", in.Status.Node, len(in.Turn.Unknown))
	}
}
