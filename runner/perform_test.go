package runner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// twoLegs is an extraction that makes two flight searches.
const twoLegs = `{"trip_intent":{"trip_type":"multi_city","travelers":{"adults":1},"lodging":{"needed":false},"segments":[
	{"origin":"LIS","destination":"FCO","depart_date":"2099-05-01"},{"origin":"FCO","destination":"JFK","depart_date":"2099-05-09"}]},
	"missing_required_fields":[],"clarifying_questions":[]}`

func TestCallsRunInParallelAndAreFedInCallOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolExtract, answers(twoLegs))
		w.on(trip.ToolFlightSearch, func(_ context.Context, req tools.Request) ([]byte, error) {
			if bytes.Contains(req.Arguments, []byte(`"segment_index":0`)) {
				time.Sleep(5 * time.Second)
			} else {
				time.Sleep(time.Second)
			}
			return []byte(flights), nil
		})
		r := start(t, w, newStore())
		begun := time.Now()
		list := send(t, r, "t1", say("LIS to FCO to JFK"))
		if took := time.Since(begun); took != 5*time.Second {
			t.Errorf("the round took %s, want the 5 s of its slower call", took)
		}
		var queued, done []string
		for _, u := range list {
			if u.Kind == runner.CallStarted && u.Call.Name == trip.ToolFlightSearch {
				queued = append(queued, u.Call.ID)
			}
			if u.Kind == runner.CallFinished && u.Call.Name == trip.ToolFlightSearch {
				done = append(done, u.Call.ID)
			}
		}
		if len(done) != 2 || strings.Join(queued, " ") != strings.Join(done, " ") {
			t.Errorf("queued %v, fed %v", queued, done)
		}
	})
}

func TestFailuresHaveTheirClass(t *testing.T) {
	big := `"` + strings.Repeat("x", trip.MaxResultBytes) + `"`
	for name, tc := range map[string]struct {
		script   script
		class    trip.Class
		attempts int64
	}{
		"deadline":         {hangs, trip.ClassTimeout, 3},
		"tool's own class": {fails(trip.ClassDenied), trip.ClassDenied, 1},
		"rate limited":     {fails(trip.ClassRateLimited), trip.ClassRateLimited, 3},
		"plain error":      {func(context.Context, tools.Request) ([]byte, error) { return nil, errors.New("SECRET") }, trip.ClassFailed, 3},
		"panic":            {func(context.Context, tools.Request) ([]byte, error) { panic("SECRET") }, trip.ClassFailed, 3},
		"not JSON":         {answers("SECRET"), trip.ClassFailed, 3},
		"too large":        {answers(big), trip.ClassFailed, 3},
		"broken schema":    {answers(`{"options":7}`), trip.ClassFailed, 1},
		"error in result":  {answers(`{"error":"SECRET","code":"permanent"}`), trip.ClassPermanent, 1},
		"text with a rule": {func(context.Context, tools.Request) ([]byte, error) {
			return nil, &tools.Error{Text: "HTTP 429 SECRET"}
		}, trip.ClassRateLimited, 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				w.on(trip.ToolFlightSearch, tc.script)
				r := start(t, w, newStore())
				list := send(t, r, "t1", say("LIS to FCO"))
				call := lastCall(list)
				if call.Class != tc.class || call.Attempts != tc.attempts {
					t.Errorf("class %s after %d attempts, want %s after %d", call.Class, call.Attempts, tc.class, tc.attempts)
				}
				if in := state(t, r, "t1"); in.Status.Node != trip.ErrorRetryable {
					t.Errorf("status %s", in.Status.Node)
				}
				replayed(t, recording(t, r, "t1"))
			})
		})
	}
}

func lastCall(list []runner.Update) *runner.Call {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Kind == runner.CallFinished {
			return list[i].Call
		}
	}
	return &runner.Call{}
}

func TestHandlerThatIgnoresItsContextIsAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		release := make(chan struct{})
		w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
			<-release
			return []byte(flights), nil
		})
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Timeout: 2 * time.Second, Retries: -1}}
		})
		begun := time.Now()
		list := send(t, r, "t1", say("LIS to FCO"))
		if took := time.Since(begun); took != 3*time.Second {
			t.Errorf("the turn took %s, want the timeout and a second of grace", took)
		}
		if c := lastCall(list); c.Class != trip.ClassTimeout {
			t.Errorf("class %s", c.Class)
		}
		close(release)
	})
}

func TestRetriesBackOffAndSucceed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		var at []time.Duration
		begun := time.Now()
		w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
			at = append(at, time.Since(begun))
			if len(at) < 3 {
				return nil, tools.Failure(trip.ClassFailed, "SECRET")
			}
			return []byte(flights), nil
		})
		r := start(t, w, newStore())
		list := send(t, r, "t1", say("LIS to FCO"))
		if got, want := fmt.Sprint(at), "[0s 200ms 600ms]"; got != want {
			t.Errorf("attempts at %s, want %s", got, want)
		}
		for _, u := range list {
			if u.Kind == runner.CallFinished && u.Call.Name == trip.ToolFlightSearch && u.Call.Attempts != 3 {
				t.Errorf("%d attempts recorded, want 3", u.Call.Attempts)
			}
		}
	})
}

func TestWritesAreNotRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolPurchase, fails(trip.ClassRateLimited))
		r := start(t, w, newStore())
		book(t, r, "t1")
		list := send(t, r, "t1", approval())
		if c := lastCall(list); c.Class != trip.ClassRateLimited || w.calls(trip.ToolPurchase) != 1 {
			t.Errorf("class %s after %d purchases", c.Class, w.calls(trip.ToolPurchase))
		}
	})
}

func TestTurnDeadlineEndsRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, hangs)
		r := start(t, w, newStore(), func(c *runner.Config) { c.Limits.TurnTimeout = 40 * time.Second })
		begun := time.Now()
		list := send(t, r, "t1", say("LIS to FCO"))
		if took := time.Since(begun); took > 40*time.Second {
			t.Errorf("the turn took %s, more than its 40 s", took)
		}
		if c := lastCall(list); c.Class != trip.ClassTimeout || c.Attempts != 2 {
			t.Errorf("class %s after %d attempts", c.Class, c.Attempts)
		}
	})
}

func TestBreakerOpensAndProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, fails(trip.ClassFailed))
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.Limits.BreakerFailures, c.Limits.BreakerOpen = 2, time.Minute
			c.ToolLimits = map[string]runner.ToolLimits{trip.ToolFlightSearch: {Retries: -1}}
		})
		for range 4 {
			send(t, r, "t1", say("LIS to FCO"))
		}
		if n := w.calls(trip.ToolFlightSearch); n != 2 {
			t.Errorf("the tool was run %d times, want 2 before the breaker opens", n)
		}
		time.Sleep(time.Minute)
		w.on(trip.ToolFlightSearch, answers(flights))
		send(t, r, "t1", say("LIS to FCO"))
		if in := state(t, r, "t1"); in.Status.Node != trip.PresentingOptions {
			t.Errorf("status %s after the probe", in.Status.Node)
		}
	})
}

func TestConcurrencyAndRateOfATool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		peak := crowd(w)
		r := start(t, w, newStore(), func(c *runner.Config) {
			c.ToolLimits = map[string]runner.ToolLimits{
				trip.ToolFlightSearch: {Concurrency: 2}, trip.ToolRank: {RatePerMinute: 10},
			}
		})
		begun := time.Now()
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() { send(t, r, tripID(i), say("LIS to FCO")) })
		}
		all.Wait()
		if peak() != 2 {
			t.Errorf("%d searches at once, want 2", peak())
		}
		// One ranking at once, then one every 6 s: the sixth waits for 30 s after the first.
		if took := time.Since(begun); took != 31*time.Second {
			t.Errorf("all took %s, want 31 s", took)
		}
	})
}

func TestNoHandlerIsPermanent(t *testing.T) {
	r := start(t, newWorld(), newStore(), func(c *runner.Config) { delete(c.Tools, trip.ToolFlightSearch) })
	if c := lastCall(send(t, r, "t1", say("LIS to FCO"))); c.Class != trip.ClassPermanent {
		t.Errorf("class %s", c.Class)
	}
}

func TestIntentThatWouldGrowTooLarge(t *testing.T) {
	r := start(t, newWorld(), newStore(), func(c *runner.Config) { c.Limits.IntentBytes = 1500 })
	list := send(t, r, "t1", say("LIS to FCO"))
	in := state(t, r, "t1")
	if n := len(in.AppendJSON(nil)); in.Status.Node != trip.ErrorRetryable || lastCall(list).Class != trip.ClassFailed {
		t.Errorf("status %s, last class %s, %d bytes", in.Status.Node, lastCall(list).Class, n)
	}
	replayed(t, recording(t, r, "t1"))
}

// Everything that a runner gives out is searched for what tools said when they failed.
func TestRawErrorTextStaysInTheLog(t *testing.T) {
	for name, s := range map[string]script{
		"error":     func(context.Context, tools.Request) ([]byte, error) { return nil, errors.New("SECRET") },
		"class":     fails(trip.ClassDenied),
		"panic":     func(context.Context, tools.Request) ([]byte, error) { panic(errors.New("SECRET")) },
		"result":    answers(`{"error":"SECRET"}`),
		"no JSON":   answers(`SECRET`),
		"no schema": answers(`{"options":"SECRET","confirmation":"SECRET"}`),
	} {
		for _, tool := range []string{trip.ToolFlightSearch, trip.ToolPurchase} {
			t.Run(name+" of "+tool, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var logged journal
					w := newWorld()
					w.down = true
					r := start(t, w, newStore(), func(c *runner.Config) { c.Logger = slog.New(slog.NewTextHandler(&logged, nil)) })
					if tool == trip.ToolPurchase {
						book(t, r, "t1")
					}
					w.on(tool, s)
					ev := say("LIS to FCO")
					if tool == trip.ToolPurchase {
						ev = approval()
					}
					list := send(t, r, "t1", ev)
					if !strings.Contains(recording(t, r, "t1"), "SECRET") {
						t.Error("the log does not hold what the tool said")
					}
					out, err := json.Marshal(list)
					if err != nil {
						t.Fatal(err)
					}
					in := state(t, r, "t1")
					for where, text := range map[string]string{
						"updates": string(out), "slog": logged.String(), "state": string(in.AppendJSON(nil)),
					} {
						if strings.Contains(text, "SECRET") {
							t.Errorf("%s hold the tool's text: %s", where, text)
						}
					}
				})
			})
		}
	}
}

// durable is a store that tells what it holds at the moment a tool runs.
type durable struct{ store.Store }

func (d durable) holds(id trip.ID, callID string) (store.Outstanding, bool) {
	t, err := d.Load(context.Background(), id)
	if err != nil {
		return store.Outstanding{}, false
	}
	for _, o := range t.Outstanding {
		if o.CallID == callID {
			return o, true
		}
	}
	return store.Outstanding{}, false
}

func TestCallsAreDurableBeforeTheyRun(t *testing.T) {
	w, s := newWorld(), durable{newStore()}
	for name, text := range usual {
		w.on(name, func(_ context.Context, req tools.Request) ([]byte, error) {
			kept, ok := s.holds(req.Trip, req.CallID)
			if !ok || string(kept.Arguments) != string(req.Arguments) || kept.Key != req.Key || kept.At != req.At {
				t.Errorf("%s runs, the store holds %+v", req.Name, kept)
			}
			return []byte(text), nil
		})
	}
	r := start(t, w, s)
	book(t, r, "t1")
	send(t, r, "t1", approval())
	if w.calls(trip.ToolPurchase) != 1 {
		t.Error("nothing was bought")
	}
}

func TestMessagesAreAskedForTheAssistant(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolExtract, answers(assist))
	var got tools.Request
	var seq int64
	r := start(t, w, newStore(), func(c *runner.Config) {
		c.Tools[trip.ToolAssistantStep] = tools.Tool{Run: func(_ context.Context, req tools.Request) ([]byte, error) {
			got = req
			return []byte(`{"text":"It is four.","finish_reason":"stop"}`), nil
		}}
		c.Messages = func(_ context.Context, _ trip.ID, at int64) ([]tools.Message, error) {
			seq = at
			return []tools.Message{{Role: "user", Content: "2+2?"}}, nil
		}
	})
	send(t, r, "t1", say("2+2?"))
	if len(got.Messages) != 1 || got.Messages[0].Content != "2+2?" || seq != 2 {
		t.Errorf("messages %v up to seq %d", got.Messages, seq)
	}
}
